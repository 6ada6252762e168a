// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Kinds of queues beside the common ones: XRC, DC, raw packets, XRQ. */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "check_emu.h"

#define ALL_RIGHTS	(MLX5_PERM_LOCAL_READ | MLX5_PERM_LOCAL_WRITE | \
			 MLX5_PERM_REMOTE_READ | MLX5_PERM_REMOTE_WRITE | \
			 MLX5_PERM_ATOMIC)
#define ALL_REMOTE	(MLX5_QP_OPTPAR_RRE | MLX5_QP_OPTPAR_RWE | \
			 MLX5_QP_OPTPAR_RAE)
#define SIGNALED	MLX5_WQE_CTRL_CQ_UPDATE
#define DC_KEY		0x1122334455667788ull
#define SRQ_INDEX	0x5678
#define DCT_INDEX	0x9abc

static u32 pd, eqn, scq, rcq, key;
static u64 mem;

static void start(void)
{
	u32 i;

	pd = new_pd();
	eqn = new_eq(6, ~0ull & ~(1ull << MLX5_EVENT_TYPE_CMD));
	scq = new_cq(eqn, 6);
	rcq = new_cq(eqn, 6);
	mem = guest_alloc(4 * PAGE);
	key = new_mkey(pd, ALL_RIGHTS, mem, 4 * PAGE);
	for (i = 0; i < PAGE; i++)
		guest(mem)[i] = i * 5 + 1;
}

static u32 alloc(u16 opcode)
{
	u8 in[16] = { 0 }, out[16];

	be_store(in, 2, opcode);
	ck_assert_uint_eq(cmd_run(in, sizeof(in), out, sizeof(out)), 0);
	return be_load(out + 8, 4);
}

/* Commands that say no more than which object they are about. */
static u8 about(u16 opcode, u32 num)
{
	u8 in[16] = { 0 }, out[1024];

	be_store(in, 2, opcode);
	be_store(in + 8, 4, num);
	return cmd_run(in, sizeof(in), out, sizeof(out));
}

/* A shared receive queue of 4 WQEs of 32 bytes, linked 0, 1, 2, 3. */
struct shared {
	u32 num;
	u64 buf;
	u64 dbr;
};

static void link_shared(struct shared *s)
{
	u32 i;

	s->buf = guest_alloc(PAGE);
	s->dbr = guest_alloc(PAGE);
	for (i = 0; i < 4; i++)
		BE_SET(mlx5_wqe_srq_next_seg, guest(s->buf + 32 * i),
		       next_wqe_index, (i + 1) % 4);
}

static void post_shared(const struct shared *s, u64 addr, u32 len)
{
	u32 pi = be_load(guest(s->dbr), 4);

	put_data(guest(s->buf + 32 * (pi % 4) + 16), addr, key, len);
	be_store(guest(s->dbr), 4, pi + 1);
}

static void new_xrc_srq(struct shared *s, u32 xrcd)
{
	u8 in[IFC_SIZE(create_xrc_srq_in) + 8] = { 0 };
	u8 out[IFC_SIZE(create_xrc_srq_out)];
	u8 *c = AT(create_xrc_srq_in, in, xrc_srq_context_entry);

	link_shared(s);
	SET(create_xrc_srq_in, in, opcode, MLX5_CMD_OP_CREATE_XRC_SRQ);
	SET(xrc_srqc, c, log_xrc_srq_size, 2);
	SET(xrc_srqc, c, log_rq_stride, 1);
	SET(xrc_srqc, c, xrcd, xrcd);
	SET(xrc_srqc, c, cqn, rcq);
	SET(xrc_srqc, c, user_index, SRQ_INDEX);
	SET(xrc_srqc, c, pd, pd);
	SET(xrc_srqc, c, db_record_addr_h, s->dbr >> 32);
	SET(xrc_srqc, c, db_record_addr_l, (s->dbr & 0xffffffff) >> 2);
	be_store(AT(create_xrc_srq_in, in, pas), 8, s->buf);
	ck_assert_uint_eq(cmd_run(in, sizeof(in), out, sizeof(out)), 0);
	s->num = GET(create_xrc_srq_out, out, xrc_srqn);
}

static void expect_receive(u32 cqn, u32 qpn, u32 index, u16 counter, u32 len)
{
	const u8 *cqe = await_cqe(cqn);

	ck_assert_ptr_nonnull(cqe);
	ck_assert_uint_eq(cqe[63] >> 4, MLX5_CQE_RESP_SEND);
	ck_assert_uint_eq(be_load(cqe + 32, 4), index);
	ck_assert_uint_eq(be_load(cqe + 44, 4), len);
	ck_assert_uint_eq(be_load(cqe + 57, 3), qpn);
	ck_assert_uint_eq(be_load(cqe + 60, 2), counter);
}

/* Returns the syndrome, 0 for success. */
static u8 completed(u32 cqn)
{
	const u8 *cqe = await_cqe(cqn);

	ck_assert_ptr_nonnull(cqe);
	return cqe[63] >> 4 == MLX5_CQE_REQ_ERR ? cqe[55] : 0;
}

/*
 * An initiator and a target. The target belongs to nobody's domain: what
 * counts is that of the shared queue that a request names.
 */
static struct queue ini, tgt;
static struct shared xsrq;

static void start_xrc(void)
{
	u32 xrcd = alloc(MLX5_CMD_OP_ALLOC_XRCD);

	start();
	new_xrc_srq(&xsrq, xrcd);
	ini = (struct queue){ .st = MLX5_QP_ST_XRC, .log_sq = 4, .uid = 1,
			      .rq_type = MLX5_SRQ_RQ, .srqn = xsrq.num,
			      .pd = pd, .cqn = scq };
	tgt = ini;
	tgt.no_sq = true;
	tgt.uid = 0;
	tgt.pd = new_pd();
	tgt.cqn = rcq;
	tgt.xrcd = xrcd;
	tgt.rights = ALL_REMOTE;
	new_qp(&ini);
	new_qp(&tgt);
	connect_qp(&ini, tgt.qpn);
	connect_qp(&tgt, ini.qpn);
}

static u8 *put_xrc(u8 *p, u32 srqn)
{
	be_store(p, 4, srqn);
	return p + 16;
}

START_TEST(xrc)
{
	u8 segs[48] = { 0 };

	start_xrc();
	post_shared(&xsrq, mem + PAGE, 100);
	put_data(put_xrc(segs, xsrq.num), mem, key, 100);
	post_wqe(&ini, MLX5_OPCODE_SEND, 3, SIGNALED, 0, segs, 32);
	ck_assert_uint_eq(completed(scq), 0);
	expect_receive(rcq, tgt.qpn, SRQ_INDEX, 0, 100);
	ck_assert_mem_eq(guest(mem + PAGE), guest(mem), 100);

	put_data(put_raddr(put_xrc(segs, xsrq.num), mem + 2 * PAGE, key), mem,
		 key, 200);
	post_wqe(&ini, MLX5_OPCODE_RDMA_WRITE, 4, SIGNALED, 0, segs, 48);
	ck_assert_uint_eq(completed(scq), 0);
	ck_assert_mem_eq(guest(mem + 2 * PAGE), guest(mem), 200);

	put_data(put_raddr(put_xrc(segs, xsrq.num), mem, key), mem + 3 * PAGE,
		 key, 50);
	post_wqe(&ini, MLX5_OPCODE_RDMA_READ, 4, SIGNALED, 0, segs, 48);
	ck_assert_uint_eq(completed(scq), 0);
	ck_assert_mem_eq(guest(mem + 3 * PAGE), guest(mem), 50);
}
END_TEST

/* A queue of another domain, one that is not of this kind, and none. */
START_TEST(xrc_refused)
{
	struct shared other;
	u8 segs[32] = { 0 };
	u64 buf, dbr;

	start_xrc();
	switch (_i) {
	case 0:
		new_xrc_srq(&other, alloc(MLX5_CMD_OP_ALLOC_XRCD));
		break;
	case 1:
		other.num = new_rmp(pd, 2, 5, &buf, &dbr);
		break;
	default:
		other.num = 4095;
	}
	put_data(put_xrc(segs, other.num), mem, key, 8);
	post_wqe(&ini, MLX5_OPCODE_SEND, 3, SIGNALED, 0, segs, sizeof(segs));
	ck_assert_uint_eq(completed(scq),
			  MLX5_CQE_SYNDROME_REMOTE_INVAL_REQ_ERR);
}
END_TEST

static struct queue dci;
static struct shared rmp;
static u32 dctn;

static u8 try_dct(u32 srqn, u32 *num)
{
	u8 in[IFC_SIZE(create_dct_in)] = { 0 };
	u8 out[IFC_SIZE(create_dct_out)];
	u8 *c = AT(create_dct_in, in, dct_context_entry);
	u8 status;

	SET(create_dct_in, in, opcode, MLX5_CMD_OP_CREATE_DCT);
	SET(create_dct_in, in, uid, 1);
	SET(dctc, c, pd, pd);
	SET(dctc, c, cqn, rcq);
	SET(dctc, c, srqn_xrqn, srqn);
	SET(dctc, c, user_index, DCT_INDEX);
	SET(dctc, c, dc_access_key, DC_KEY);
	SET(dctc, c, rwe, 1);
	status = cmd_run(in, sizeof(in), out, sizeof(out));
	*num = GET(create_dct_out, out, dctn);
	return status;
}

static void start_dc(void)
{
	start();
	rmp.num = new_rmp(pd, 2, 5, &rmp.buf, &rmp.dbr);
	ck_assert_uint_eq(try_dct(rmp.num, &dctn), 0);
	dci = (struct queue){ .st = MLX5_QP_ST_DCI, .log_sq = 4, .uid = 1,
			      .rq_type = MLX5_SRQ_RQ, .srqn = rmp.num,
			      .pd = pd, .cqn = scq };
	new_qp(&dci);
	connect_qp(&dci, 0);
}

static u8 *put_dc(u8 *p, u64 dc_key, bool full)
{
	be_store(p, 8, dc_key);
	be_store(p + 8, 4, dctn | (full ? MLX5_EXTENDED_UD_AV : 0));
	return p + (full ? 48 : 16);
}

/* With the whole address vector, and with its first part only. */
START_TEST(dc)
{
	u8 segs[96] = { 0 }, ds = _i ? 5 : 3;

	start_dc();
	post_shared(&rmp, mem + PAGE, 100);
	put_data(put_dc(segs, DC_KEY, _i), mem, key, 100);
	post_wqe(&dci, MLX5_OPCODE_SEND, ds, SIGNALED, 0, segs, ds * 16 - 16);
	ck_assert_uint_eq(completed(scq), 0);
	expect_receive(rcq, dctn, DCT_INDEX, 0, 100);
	ck_assert_mem_eq(guest(mem + PAGE), guest(mem), 100);

	put_data(put_raddr(put_dc(segs, DC_KEY, _i), mem + 2 * PAGE, key), mem,
		 key, 200);
	post_wqe(&dci, MLX5_OPCODE_RDMA_WRITE, ds + 1, SIGNALED, 0, segs,
		 ds * 16);
	ck_assert_uint_eq(completed(scq), 0);
	ck_assert_mem_eq(guest(mem + 2 * PAGE), guest(mem), 200);
}
END_TEST

START_TEST(dc_key_violation)
{
	u8 segs[64] = { 0 };
	const u8 *eqe;

	start_dc();
	post_shared(&rmp, mem + PAGE, 100);
	put_data(put_dc(segs, DC_KEY + 1, true), mem, key, 100);
	post_wqe(&dci, MLX5_OPCODE_SEND, 5, SIGNALED, 0, segs, sizeof(segs));
	ck_assert_uint_eq(completed(scq), MLX5_CQE_SYNDROME_REMOTE_ACCESS_ERR);
	eqe = next_eqe();
	ck_assert_ptr_nonnull(eqe);
	ck_assert_uint_eq(eqe[1], MLX5_EVENT_TYPE_DCT_KEY_VIOLATION);
	ck_assert_uint_eq(be_load(eqe + 32 + 24, 4), dctn);
	/* The initiator's queue is not one that receives from it. */
	ck_assert_ptr_null(next_eqe());
	ck_assert_ptr_null(next_cqe(rcq));
}
END_TEST

/* Of a read, which it does not allow, only the initiator suffers. */
START_TEST(dc_target)
{
	u8 segs[80] = { 0 }, in[16] = { 0 }, out[IFC_SIZE(query_dct_out)];
	const u8 *eqe;
	u32 num;

	start_dc();
	put_data(put_raddr(put_dc(segs, DC_KEY, true), mem, key), mem, key, 8);
	post_wqe(&dci, MLX5_OPCODE_RDMA_READ, 6, SIGNALED, 0, segs,
		 sizeof(segs));
	ck_assert_uint_eq(completed(scq), MLX5_CQE_SYNDROME_REMOTE_ACCESS_ERR);
	ck_assert_ptr_null(next_eqe());

	be_store(in, 2, MLX5_CMD_OP_QUERY_DCT);
	be_store(in + 8, 4, dctn);
	ck_assert_uint_eq(cmd_run(in, sizeof(in), out, sizeof(out)), 0);
	ck_assert_uint_eq(out[16], MLX5_DCTC_STATE_ACTIVE);
	ck_assert_uint_eq(be_load(AT(query_dct_out, out,
				     dct_context_entry.dc_access_key), 8),
			  DC_KEY);
	ck_assert_uint_eq(about(MLX5_CMD_OP_DESTROY_DCT, dctn),
			  MLX5_CMD_STAT_BAD_RES_STATE_ERR);
	ck_assert_uint_eq(about(MLX5_CMD_OP_DRAIN_DCT, dctn), 0);
	eqe = next_eqe();
	ck_assert_ptr_nonnull(eqe);
	ck_assert_uint_eq(eqe[1], MLX5_EVENT_TYPE_DCT_DRAINED);
	ck_assert_uint_eq(be_load(eqe + 32 + 24, 4), dctn);
	ck_assert_uint_eq(about(MLX5_CMD_OP_DESTROY_RMP, rmp.num),
			  MLX5_CMD_STAT_BAD_RES_STATE_ERR);
	ck_assert_uint_eq(about(MLX5_CMD_OP_DESTROY_DCT, dctn), 0);
	ck_assert_uint_eq(about(MLX5_CMD_OP_DESTROY_DCT, dctn),
			  MLX5_CMD_STAT_BAD_RES_ERR);
	/* A QP is no target, and a target needs a queue. */
	ck_assert_uint_eq(about(MLX5_CMD_OP_DRAIN_DCT, dci.qpn),
			  MLX5_CMD_STAT_BAD_RES_ERR);
	ck_assert_uint_eq(try_dct(rmp.num + 1, &num),
			  MLX5_CMD_STAT_BAD_RES_ERR);
}
END_TEST

/* A send or receive queue of 4 WQEs. */
static u8 try_wq(u16 opcode, u8 log_size, u8 log_stride, struct shared *s)
{
	u8 in[IFC_SIZE(create_rq_in) + 8] = { 0 };
	u8 out[IFC_SIZE(create_rq_out)];
	bool sq = opcode == MLX5_CMD_OP_CREATE_SQ;
	u8 *wq = sq ? AT(create_sq_in, in, ctx.wq) :
		      AT(create_rq_in, in, ctx.wq);
	u32 len = (sq ? IFC_SIZE(create_sq_in) : IFC_SIZE(create_rq_in)) + 8;
	u8 status;

	s->buf = guest_alloc(PAGE);
	s->dbr = guest_alloc(PAGE);
	SET(create_sq_in, in, opcode, opcode);
	SET(create_sq_in, in, uid, 1);
	SET(create_sq_in, in, ctx.cqn, sq ? scq : rcq);
	SET(wq, wq, pd, pd);
	SET(wq, wq, dbr_addr, s->dbr);
	SET(wq, wq, log_wq_sz, log_size);
	SET(wq, wq, log_wq_stride, log_stride);
	be_store(AT(wq, wq, pas), 8, s->buf);
	status = cmd_run(in, len, out, sizeof(out));
	s->num = GET(create_sq_out, out, sqn);
	return status;
}

static u8 move_wq(u16 opcode, u32 num, u8 from, u8 to)
{
	u8 in[IFC_SIZE(modify_rq_in)] = { 0 };
	u8 out[IFC_SIZE(modify_rq_out)];

	SET(modify_sq_in, in, opcode, opcode);
	SET(modify_sq_in, in, sqn, num);
	SET(modify_sq_in, in, sq_state, from);
	SET(modify_sq_in, in, ctx.state, to);
	return cmd_run(in, opcode == MLX5_CMD_OP_MODIFY_SQ ?
			   IFC_SIZE(modify_sq_in) : sizeof(in), out,
		       sizeof(out));
}

/* An Ethernet header within the WQE, the rest of the packet from memory. */
START_TEST(raw_packet)
{
	struct queue q = { .log_sq = 2 };
	struct shared sq;
	u8 segs[48] = { 0 };
	char line[64], expect[256];

	start();
	ck_assert_uint_eq(try_wq(MLX5_CMD_OP_CREATE_SQ, 2, 6, &sq), 0);
	q.qpn = sq.num;
	q.sq = sq.buf;
	q.dbr = sq.dbr;
	BE_SET(mlx5_wqe_eth_seg, segs, inline_hdr.sz, 18);
	put_data(segs + 32, mem, key, 60);
	post_wqe(&q, MLX5_OPCODE_SEND, 4, SIGNALED, 0, segs, sizeof(segs));
	ck_assert_ptr_null(next_cqe(scq));
	snprintf(line, sizeof(line), "hold %u", sq.num);
	ck_assert_str_eq(ctl(line), "{\"ok\":true}");
	ck_assert_uint_eq(move_wq(MLX5_CMD_OP_MODIFY_SQ, sq.num, 0, 1), 0);
	ck_assert_ptr_null(next_cqe(scq));
	snprintf(line, sizeof(line), "qp %u", sq.num);
	snprintf(expect, sizeof(expect),
		 "{\"qpn\":%u,\"type\":\"SQ\",\"state\":\"RTS\",\"held\":true,"
		 "\"sq\":{\"wqe_cnt\":4,\"stride\":64,\"offset\":0,"
		 "\"hw_counter\":0,\"sw_counter\":1,\"pending\":[{\"index\":0,"
		 "\"opcode\":10,\"ds\":4,\"raw\":\"", sq.num);
	ck_assert_mem_eq(ctl(line), expect, strlen(expect));
	snprintf(line, sizeof(line), "step %u 5", sq.num);
	ck_assert_str_eq(ctl(line), "{\"ok\":true,\"executed\":1}");
	ck_assert_uint_eq(completed(scq), 0);
	snprintf(line, sizeof(line), "release %u", sq.num);
	ck_assert_str_eq(ctl(line), "{\"ok\":true}");

	/* A header that is longer than the WQE. */
	BE_SET(mlx5_wqe_eth_seg, segs, inline_hdr.sz, 51);
	post_wqe(&q, MLX5_OPCODE_SEND, 4, SIGNALED, 0, segs, sizeof(segs));
	ck_assert_uint_eq(completed(scq), MLX5_CQE_SYNDROME_LOCAL_QP_OP_ERR);
	ck_assert_uint_eq(move_wq(MLX5_CMD_OP_MODIFY_SQ, sq.num, 3, 1),
			  MLX5_CMD_STAT_BAD_RES_STATE_ERR);
	ck_assert_uint_eq(about(MLX5_CMD_OP_DESTROY_SQ, sq.num), 0);
}
END_TEST

START_TEST(receive_queue)
{
	u8 in[16] = { 0 }, out[IFC_SIZE(query_rq_out)];
	char line[64], expect[256];
	struct shared rq, other;
	const u8 *cqe;

	start();
	ck_assert_uint_eq(try_wq(MLX5_CMD_OP_CREATE_RQ, 2, 4, &rq), 0);
	put_data(guest(rq.buf), mem, key, 64);
	be_store(guest(rq.dbr), 4, 1);
	ck_assert_uint_eq(move_wq(MLX5_CMD_OP_MODIFY_RQ, rq.num, 1, 1),
			  MLX5_CMD_STAT_BAD_RES_STATE_ERR);
	ck_assert_uint_eq(move_wq(MLX5_CMD_OP_MODIFY_RQ, rq.num, 0, 1), 0);
	snprintf(line, sizeof(line), "rq %u", rq.num);
	snprintf(expect, sizeof(expect),
		 "{\"rqn\":%u,\"state\":\"RTR\",\"wqe_cnt\":4,\"stride\":16,"
		 "\"offset\":0,\"hw_counter\":0,\"sw_counter\":1,\"pending\":["
		 "{\"index\":0,\"raw\":\"00000040%08x%016llx\"}]}", rq.num,
		 key, (unsigned long long)mem);
	ck_assert_str_eq(ctl(line), expect);
	be_store(in, 2, MLX5_CMD_OP_QUERY_RQ);
	be_store(in + 8, 4, rq.num);
	ck_assert_uint_eq(cmd_run(in, sizeof(in), out, sizeof(out)), 0);
	ck_assert_uint_eq(GET(rqc, AT(query_rq_out, out, rq_context), state),
			  1);
	ck_assert_uint_eq(GET(rqc, AT(query_rq_out, out, rq_context),
			      wq.sw_counter), 1);
	ck_assert_uint_eq(move_wq(MLX5_CMD_OP_MODIFY_RQ, rq.num, 1, 3), 0);
	cqe = await_cqe(rcq);
	ck_assert_ptr_nonnull(cqe);
	ck_assert_uint_eq(cqe[63] >> 4, MLX5_CQE_RESP_ERR);
	ck_assert_uint_eq(cqe[55], MLX5_CQE_SYNDROME_WR_FLUSH_ERR);
	ck_assert_uint_eq(be_load(cqe + 57, 3), rq.num);

	ck_assert_uint_eq(try_wq(MLX5_CMD_OP_CREATE_RQ, 16, 4, &other),
			  MLX5_CMD_STAT_BAD_PARAM_ERR);
	ck_assert_uint_eq(try_wq(MLX5_CMD_OP_CREATE_RQ, 15, 4, &other),
			  MLX5_CMD_STAT_BAD_INP_LEN_ERR);
	ck_assert_uint_eq(try_wq(MLX5_CMD_OP_CREATE_RQ, 2, 12, &other),
			  MLX5_CMD_STAT_BAD_PARAM_ERR);
	ck_assert_uint_eq(try_wq(MLX5_CMD_OP_CREATE_SQ, 2, 5, &other),
			  MLX5_CMD_STAT_BAD_PARAM_ERR);
	/* A number is of one kind. */
	ck_assert_uint_eq(about(MLX5_CMD_OP_DESTROY_SQ, rq.num),
			  MLX5_CMD_STAT_BAD_RES_ERR);
	ck_assert_uint_eq(about(MLX5_CMD_OP_DESTROY_QP, rq.num),
			  MLX5_CMD_STAT_BAD_RES_ERR);
	ck_assert_uint_eq(about(MLX5_CMD_OP_DESTROY_RQ, rq.num), 0);
}
END_TEST

/* What leads to receive queues must lead to some that exist. */
START_TEST(steering)
{
	u8 rqt[IFC_SIZE(create_rqt_in) + 8] = { 0 }, out[64];
	u8 tir[IFC_SIZE(create_tir_in)] = { 0 };
	u32 td = alloc(MLX5_CMD_OP_ALLOC_TRANSPORT_DOMAIN);
	u8 *c = AT(create_rqt_in, rqt, rqt_context);
	struct shared rq;

	start();
	ck_assert_uint_eq(try_wq(MLX5_CMD_OP_CREATE_RQ, 2, 4, &rq), 0);
	SET(create_rqt_in, rqt, opcode, MLX5_CMD_OP_CREATE_RQT);
	SET(rqtc, c, rqt_max_size, 2);
	SET(rqtc, c, rqt_actual_size, 2);
	be_store(AT(rqtc, c, rq_num), 4, rq.num);
	be_store(AT(rqtc, c, rq_num) + 4, 4, rq.num);
	ck_assert_uint_eq(cmd_run(rqt, sizeof(rqt) - 4, out, sizeof(out)),
			  MLX5_CMD_STAT_BAD_INP_LEN_ERR);
	ck_assert_uint_eq(cmd_run(rqt, sizeof(rqt), out, sizeof(out)), 0);
	SET(create_tir_in, tir, opcode, MLX5_CMD_OP_CREATE_TIR);
	SET(tirc, AT(create_tir_in, tir, ctx), disp_type, 1);
	SET(tirc, AT(create_tir_in, tir, ctx), indirect_table,
	    GET(create_rqt_out, out, rqtn));
	SET(tirc, AT(create_tir_in, tir, ctx), transport_domain, td);
	ck_assert_uint_eq(cmd_run(tir, sizeof(tir), out, sizeof(out)), 0);
	SET(tirc, AT(create_tir_in, tir, ctx), transport_domain, td + 1);
	ck_assert_uint_eq(cmd_run(tir, sizeof(tir), out, sizeof(out)),
			  MLX5_CMD_STAT_BAD_RES_ERR);
	SET(rqtc, c, rqt_actual_size, 3);
	ck_assert_uint_eq(cmd_run(rqt, sizeof(rqt), out, sizeof(out)),
			  MLX5_CMD_STAT_BAD_PARAM_ERR);
	SET(rqtc, c, rqt_actual_size, 2);
	be_store(AT(rqtc, c, rq_num) + 4, 4, rq.num + 1);
	ck_assert_uint_eq(cmd_run(rqt, sizeof(rqt), out, sizeof(out)),
			  MLX5_CMD_STAT_BAD_RES_ERR);
}
END_TEST

/* Messages that match no tag arrive as they do in any shared queue. */
START_TEST(tag_matching_queue)
{
	u8 in[IFC_SIZE(create_xrq_in) + 8] = { 0 }, out[64], segs[16] = { 0 };
	u8 *c = AT(create_xrq_in, in, xrq_context), *wq = AT(xrqc, c, wq);
	struct queue q;
	struct shared s;
	const u8 *eqe;

	start();
	link_shared(&s);
	SET(create_xrq_in, in, opcode, MLX5_CMD_OP_CREATE_XRQ);
	SET(xrqc, c, topology, MLX5_XRQC_TOPOLOGY_TAG_MATCHING);
	SET(xrqc, c, cqn, rcq);
	SET(xrqc, c, user_index, SRQ_INDEX);
	SET(wq, wq, pd, pd);
	SET(wq, wq, log_wq_sz, 2);
	SET(wq, wq, log_wq_stride, 5);
	SET(wq, wq, dbr_addr, s.dbr);
	be_store(AT(wq, wq, pas), 8, s.buf);
	ck_assert_uint_eq(cmd_run(in, sizeof(in), out, sizeof(out)), 0);
	s.num = GET(create_xrq_out, out, xrqn);
	q = (struct queue){ .st = MLX5_QP_ST_RC, .log_sq = 4, .uid = 1,
			    .rq_type = MLX5_SRQ_RQ, .srqn = s.num, .pd = pd,
			    .cqn = scq };
	new_qp(&q);
	connect_qp(&q, q.qpn);
	post_shared(&s, mem + PAGE, 64);
	post_shared(&s, mem + PAGE, 64);

	memset(in, 0, 16);
	SET(arm_rq_in, in, opcode, MLX5_CMD_OP_ARM_RQ);
	SET(arm_rq_in, in, op_mod, MLX5_ARM_RQ_IN_OP_MOD_XRQ);
	SET(arm_rq_in, in, srq_number, s.num);
	SET(arm_rq_in, in, lwm, 2);
	ck_assert_uint_eq(cmd_run(in, 16, out, sizeof(out)), 0);
	put_data(segs, mem, key, 64);
	post_wqe(&q, MLX5_OPCODE_SEND, 2, SIGNALED, 0, segs, sizeof(segs));
	ck_assert_uint_eq(completed(scq), 0);
	expect_receive(rcq, q.qpn, SRQ_INDEX, 0, 64);
	eqe = next_eqe();
	ck_assert_ptr_nonnull(eqe);
	ck_assert_uint_eq(eqe[1], MLX5_EVENT_TYPE_SRQ_RQ_LIMIT);
}
END_TEST

/* Two at once, and what no memory can have. */
START_TEST(signature_values)
{
	u8 in[IFC_SIZE(create_psv_in)] = { 0 };
	u8 out[IFC_SIZE(create_psv_out)];

	start();
	SET(create_psv_in, in, opcode, MLX5_CMD_OP_CREATE_PSV);
	SET(create_psv_in, in, pd, pd);
	SET(create_psv_in, in, num_psv, 2);
	ck_assert_uint_eq(cmd_run(in, sizeof(in), out, sizeof(out)), 0);
	ck_assert_uint_eq(about(MLX5_CMD_OP_DESTROY_PSV,
				GET(create_psv_out, out, psv1_index)), 0);
	ck_assert_uint_eq(about(MLX5_CMD_OP_DESTROY_PSV,
				GET(create_psv_out, out, psv0_index)), 0);
	ck_assert_uint_eq(about(MLX5_CMD_OP_DESTROY_PSV,
				GET(create_psv_out, out, psv0_index)),
			  MLX5_CMD_STAT_BAD_RES_ERR);
	SET(create_psv_in, in, num_psv, 5);
	ck_assert_uint_eq(cmd_run(in, sizeof(in), out, sizeof(out)),
			  MLX5_CMD_STAT_BAD_PARAM_ERR);
}
END_TEST

TCase *kinds_case(void)
{
	TCase *tc = tcase_create("kinds of queues");

	tcase_set_timeout(tc, 60);
	tcase_add_checked_fixture(tc, emu_start, emu_stop);
	tcase_add_test(tc, xrc);
	tcase_add_loop_test(tc, xrc_refused, 0, 3);
	tcase_add_loop_test(tc, dc, 0, 2);
	tcase_add_test(tc, dc_key_violation);
	tcase_add_test(tc, dc_target);
	tcase_add_test(tc, raw_packet);
	tcase_add_test(tc, receive_queue);
	tcase_add_test(tc, steering);
	tcase_add_test(tc, tag_matching_queue);
	tcase_add_test(tc, signature_values);
	return tc;
}
