// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Work requests: what they do, and what happens when they cannot. */
#include "config.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "check_emu.h"

#define ALL_RIGHTS	(MLX5_PERM_LOCAL_READ | MLX5_PERM_LOCAL_WRITE | \
			 MLX5_PERM_REMOTE_READ | MLX5_PERM_REMOTE_WRITE | \
			 MLX5_PERM_ATOMIC)
#define ALL_REMOTE	(MLX5_QP_OPTPAR_RRE | MLX5_QP_OPTPAR_RWE | \
			 MLX5_QP_OPTPAR_RAE)
#define SIGNALED	MLX5_WQE_CTRL_CQ_UPDATE
#define BUF_SIZE	(4 * PAGE)
/* Longer than the emulator looks away. */
#define POLL_US		20000

/* Two queue pairs that are connected to each other, and memory. */
static struct queue a, b;
static u32 pd, eqn, key;
static u64 src, dst;

static void make_pair(u8 st)
{
	struct queue q = { .st = st, .log_sq = 4, .log_rq = 2,
			   .log_rq_stride = 1, .uid = 1,
			   .rights = ALL_REMOTE };
	u32 i;

	pd = new_pd();
	eqn = new_eq(6, ~0ull & ~(1ull << MLX5_EVENT_TYPE_CMD));
	q.pd = pd;
	a = q;
	a.cqn = new_cq(eqn, 6);
	b = q;
	b.cqn = new_cq(eqn, 6);
	new_qp(&a);
	new_qp(&b);
	connect_qp(&a, b.qpn);
	connect_qp(&b, a.qpn);
	src = guest_alloc(BUF_SIZE);
	dst = guest_alloc(BUF_SIZE);
	key = new_mkey(pd, ALL_RIGHTS, src, 2 * BUF_SIZE);
	for (i = 0; i < BUF_SIZE; i++)
		guest(src)[i] = i * 7 + (i >> 8);
}

static void expect_request(const struct queue *q, u16 counter, u8 opcode)
{
	const u8 *cqe = await_cqe(q->cqn);

	ck_assert_ptr_nonnull(cqe);
	ck_assert_uint_eq(cqe[63] >> 4, MLX5_CQE_REQ);
	ck_assert_uint_eq(be_load(cqe + 60, 2), counter);
	ck_assert_uint_eq(be_load(cqe + 56, 4), (u32)opcode << 24 | q->qpn);
	ck_assert_uint_eq(be_load(cqe + 32, 4), 0x1234);
}

static const u8 *expect_receive(const struct queue *q, u8 opcode, u16 counter,
				u32 len)
{
	const u8 *cqe = await_cqe(q->cqn);

	ck_assert_ptr_nonnull(cqe);
	ck_assert_uint_eq(cqe[63] >> 4, opcode);
	ck_assert_uint_eq(be_load(cqe + 60, 2), counter);
	ck_assert_uint_eq(be_load(cqe + 44, 4), len);
	ck_assert_uint_eq(be_load(cqe + 57, 3), q->qpn);
	return cqe;
}

static void expect_error(const struct queue *q, u8 opcode, u16 counter,
			 u8 syndrome)
{
	const u8 *cqe = await_cqe(q->cqn);

	ck_assert_ptr_nonnull(cqe);
	ck_assert_uint_eq(cqe[63] >> 4, opcode);
	ck_assert_uint_eq(be_load(cqe + 60, 2), counter);
	ck_assert_uint_eq(cqe[55], syndrome);
}

static void expect_counters(const struct queue *q, u8 state, u16 hw_sq,
			    u16 sw_sq, u32 hw_rq, u32 sw_rq)
{
	u8 qpc[IFC_SIZE(qpc)];

	ck_assert_uint_eq(query_qp(q->qpn, qpc), 0);
	ck_assert_uint_eq(GET(qpc, qpc, state), state);
	ck_assert_uint_eq(GET(qpc, qpc, hw_sq_wqebb_counter), hw_sq);
	ck_assert_uint_eq(GET(qpc, qpc, sw_sq_wqebb_counter), sw_sq);
	ck_assert_uint_eq(GET(qpc, qpc, hw_rq_counter), hw_rq);
	ck_assert_uint_eq(GET(qpc, qpc, sw_rq_counter), sw_rq);
}

static void post_rdma(u8 opcode, u64 local, u64 remote, u32 rkey, u32 len)
{
	u8 segs[32] = { 0 };

	put_data(put_raddr(segs, remote, rkey), local, key, len);
	post_wqe(&a, opcode, 3, SIGNALED, 0, segs, sizeof(segs));
}

static void post_send(u8 opcode, u32 len, u32 imm)
{
	u8 segs[16] = { 0 };

	put_data(segs, src, key, len);
	post_wqe(&a, opcode, 2, SIGNALED, imm, segs, sizeof(segs));
}

START_TEST(write_connected)
{
	make_pair(_i);
	post_rdma(MLX5_OPCODE_RDMA_WRITE, src + 3, dst + PAGE - 5, key, 6000);
	expect_request(&a, 0, MLX5_OPCODE_RDMA_WRITE);
	ck_assert_mem_eq(guest(dst + PAGE - 5), guest(src + 3), 6000);
	ck_assert_uint_eq(guest(dst + PAGE - 6)[0], 0);
	ck_assert_uint_eq(guest(dst + PAGE - 5 + 6000)[0], 0);
	expect_counters(&a, MLX5_QP_STATE_RTS, 1, 1, 0, 0);
	ck_assert_ptr_null(next_cqe(b.cqn));
}
END_TEST

START_TEST(write_immediate)
{
	const u8 *cqe;
	u8 segs[32] = { 0 };

	make_pair(_i);
	post_receive(&b, 0, 0, 0);
	put_data(put_raddr(segs, dst, key), src, key, 100);
	post_wqe(&a, MLX5_OPCODE_RDMA_WRITE_IMM, 3, SIGNALED, 0xdeadbeef,
		 segs, sizeof(segs));
	expect_request(&a, 0, MLX5_OPCODE_RDMA_WRITE_IMM);
	cqe = expect_receive(&b, MLX5_CQE_RESP_WR_IMM, 0, 100);
	ck_assert_uint_eq(be_load(cqe + 36, 4), 0xdeadbeef);
	ck_assert_mem_eq(guest(dst), guest(src), 100);
	expect_counters(&b, MLX5_QP_STATE_RTS, 0, 0, 1, 1);
}
END_TEST

START_TEST(send_connected)
{
	const u8 *cqe;

	make_pair(_i);
	post_receive(&b, dst, key, 512);
	post_receive(&b, dst + 512, key, 512);
	post_send(MLX5_OPCODE_SEND, 500, 0);
	post_send(MLX5_OPCODE_SEND_IMM, 512, 0x01020304);
	expect_request(&a, 0, MLX5_OPCODE_SEND);
	expect_request(&a, 1, MLX5_OPCODE_SEND_IMM);
	expect_receive(&b, MLX5_CQE_RESP_SEND, 0, 500);
	cqe = expect_receive(&b, MLX5_CQE_RESP_SEND_IMM, 1, 512);
	ck_assert_uint_eq(be_load(cqe + 36, 4), 0x01020304);
	ck_assert_mem_eq(guest(dst), guest(src), 500);
	ck_assert_uint_eq(guest(dst)[500], 0);
	ck_assert_mem_eq(guest(dst + 512), guest(src), 512);
	expect_counters(&b, MLX5_QP_STATE_RTS, 0, 0, 2, 2);
}
END_TEST

/* Several pieces on both sides, one of them inline. */
START_TEST(gather_and_scatter)
{
	u8 segs[64] = { 0 }, *p;

	make_pair(MLX5_QP_ST_RC);
	post_receive(&b, dst, key, 10);
	put_data(guest(b.buf) + 16, dst + 100, key, 40);
	p = put_data(segs, src, key, 7);
	be_store(p, 4, 0x80000000 | 9);
	memcpy(p + 4, "ABCDEFGHI", 9);
	p = put_data(p + 16, src + 50, key, 4);
	post_wqe(&a, MLX5_OPCODE_SEND, 4, SIGNALED, 0, segs, p - segs);
	expect_request(&a, 0, MLX5_OPCODE_SEND);
	expect_receive(&b, MLX5_CQE_RESP_SEND, 0, 20);
	ck_assert_mem_eq(guest(dst), guest(src), 7);
	ck_assert_mem_eq(guest(dst + 7), "ABC", 3);
	ck_assert_mem_eq(guest(dst + 100), "DEFGHI", 6);
	ck_assert_mem_eq(guest(dst + 106), guest(src + 50), 4);
}
END_TEST

START_TEST(read_remote)
{
	const u8 *cqe;

	make_pair(MLX5_QP_ST_RC);
	post_rdma(MLX5_OPCODE_RDMA_READ, dst, src + 1, key, 2 * PAGE);
	cqe = await_cqe(a.cqn);
	ck_assert_ptr_nonnull(cqe);
	ck_assert_uint_eq(cqe[63] >> 4, MLX5_CQE_REQ);
	ck_assert_uint_eq(be_load(cqe + 44, 4), 2 * PAGE);
	ck_assert_mem_eq(guest(dst), guest(src + 1), 2 * PAGE);
}
END_TEST

static void post_atomic(u8 opcode, u64 remote, u64 swap_add, u64 compare)
{
	u8 segs[48] = { 0 }, *p = put_raddr(segs, remote, key);

	be_store(p, 8, swap_add);
	be_store(p + 8, 8, compare);
	put_data(p + 16, dst, key, 8);
	post_wqe(&a, opcode, 4, SIGNALED, 0, segs, sizeof(segs));
}

START_TEST(atomics)
{
	u64 value = 0x1122334455667788, got;

	make_pair(MLX5_QP_ST_RC);
	memcpy(guest(src), &value, 8);
	post_atomic(MLX5_OPCODE_ATOMIC_FA, src, 0x10, 0);
	expect_request(&a, 0, MLX5_OPCODE_ATOMIC_FA);
	memcpy(&got, guest(dst), 8);
	ck_assert_uint_eq(got, 0x1122334455667788);
	memcpy(&got, guest(src), 8);
	ck_assert_uint_eq(got, 0x1122334455667798);
	/* A comparison that fails changes nothing; one that holds swaps. */
	post_atomic(MLX5_OPCODE_ATOMIC_CS, src, 5, 1);
	memcpy(&got, guest(src), 8);
	ck_assert_uint_eq(got, 0x1122334455667798);
	post_atomic(MLX5_OPCODE_ATOMIC_CS, src, 5, 0x1122334455667798);
	memcpy(&got, guest(src), 8);
	ck_assert_uint_eq(got, 5);
	memcpy(&got, guest(dst), 8);
	ck_assert_uint_eq(got, 0x1122334455667798);
}
END_TEST

static void post_masked(u8 opcode, u64 swap_add, u64 compare, u64 swap_mask,
			u64 compare_mask)
{
	u8 segs[64] = { 0 }, *p = put_raddr(segs, dst, key);
	bool cs = opcode == MLX5_OPCODE_ATOMIC_MASKED_CS;

	be_store(p, 8, swap_add);
	be_store(p + 8, 8, compare);
	be_store(p + 16, 8, swap_mask);
	be_store(p + 24, 8, compare_mask);
	put_data(p + (cs ? 32 : 16), src, key, 8);
	a.opmod = 9;
	post_wqe(&a, opcode, cs ? 5 : 4, SIGNALED, 0, segs, cs ? 64 : 48);
}

/* The responder's memory is in the order of this machine. */
START_TEST(masked_atomics)
{
	static const struct {
		u8 opcode;
		u64 before, swap_add, compare, swap_mask, compare_mask, after;
	} t[] = {
		/* equal where it counts: only some bits are exchanged */
		{ MLX5_OPCODE_ATOMIC_MASKED_CS, 0x1122334455667788,
		  0xffffffffffffffff, 0x0000000055660000, 0xff00,
		  0x00000000ffff0000, 0x112233445566ff88 },
		{ MLX5_OPCODE_ATOMIC_MASKED_CS, 0x1122334455667788,
		  0xffffffffffffffff, 0x0000000055670000, 0xff00,
		  0x00000000ffff0000, 0x1122334455667788 },
		/* two fields of 32 bits, the lower of which overflows */
		{ MLX5_OPCODE_ATOMIC_MASKED_FA, 0x00000001ffffffff,
		  0x0000000100000002, 0x8000000080000000, 0, 0,
		  0x0000000200000001 },
		{ MLX5_OPCODE_ATOMIC_MASKED_FA, 0x00000001ffffffff,
		  0x0000000100000002, 0, 0, 0, 0x0000000300000001 },
	};
	u64 value;

	make_pair(MLX5_QP_ST_RC);
	memcpy(guest(dst), &t[_i].before, 8);
	post_masked(t[_i].opcode, t[_i].swap_add, t[_i].compare,
		    t[_i].swap_mask, t[_i].compare_mask);
	expect_request(&a, 0, t[_i].opcode);
	memcpy(&value, guest(dst), 8);
	ck_assert_uint_eq(value, t[_i].after);
	memcpy(&value, guest(src), 8);
	ck_assert_uint_eq(value, t[_i].before);
}
END_TEST

START_TEST(datagram)
{
	u8 segs[64] = { 0 };
	const u8 *cqe;

	make_pair(MLX5_QP_ST_UD);
	post_receive(&b, dst, key, 140);
	be_store(segs, 4, 0x11111111);
	be_store(segs + 8, 4, MLX5_EXTENDED_UD_AV | b.qpn);
	put_data(segs + 48, src, key, 100);
	post_wqe(&a, MLX5_OPCODE_SEND, 5, SIGNALED, 0, segs, sizeof(segs));
	expect_request(&a, 0, MLX5_OPCODE_SEND);
	cqe = expect_receive(&b, MLX5_CQE_RESP_SEND, 0, 140);
	ck_assert_uint_eq(be_load(cqe + 22, 2), 1);	/* sender's LID */
	ck_assert_uint_eq(be_load(cqe + 24, 4), a.qpn);	/* no GRH */
	ck_assert_mem_eq(guest(dst + 40), guest(src), 100);
	ck_assert_uint_eq(guest(dst + 140)[0], 0);

	/* Nobody waits for it, or it is for somebody else: dropped. */
	post_wqe(&a, MLX5_OPCODE_SEND, 5, SIGNALED, 0, segs, sizeof(segs));
	expect_request(&a, 2, MLX5_OPCODE_SEND);
	post_receive(&b, dst, key, 140);
	be_store(segs, 4, 0x22222222);
	post_wqe(&a, MLX5_OPCODE_SEND, 5, SIGNALED, 0, segs, sizeof(segs));
	expect_request(&a, 4, MLX5_OPCODE_SEND);
	be_store(segs + 8, 4, MLX5_EXTENDED_UD_AV | 0xfffffe);
	post_wqe(&a, MLX5_OPCODE_SEND, 5, SIGNALED, 0, segs, sizeof(segs));
	expect_request(&a, 6, MLX5_OPCODE_SEND);
	ck_assert_ptr_null(next_cqe(b.cqn));
	expect_counters(&b, MLX5_QP_STATE_RTS, 0, 0, 1, 2);
}
END_TEST

START_TEST(datagram_with_route)
{
	u8 segs[64] = { 0 };

	make_pair(MLX5_QP_ST_UD);
	post_receive(&b, dst, key, 140);
	be_store(segs, 4, 0x11111111);
	be_store(segs + 8, 4, MLX5_EXTENDED_UD_AV | b.qpn);
	segs[26] = 0x12;			/* traffic class */
	segs[27] = 64;				/* hop limit */
	be_store(segs + 28, 4, 1 << 30 | 0xabcde);
	memset(segs + 32, 0x44, 16);
	put_data(segs + 48, src, key, 100);
	post_wqe(&a, MLX5_OPCODE_SEND, 5, SIGNALED, 0, segs, sizeof(segs));
	ck_assert_uint_eq(be_load(await_cqe(b.cqn) + 24, 4),
			  1 << 28 | a.qpn);
	ck_assert_mem_eq(guest(dst), "\x61\x2a\xbc\xde\x00\x64\x1b\x40"
				     "\xfe\x80\0\0\0\0\0\0", 16);
	ck_assert_mem_eq(guest(dst + 24), segs + 32, 16);
}
END_TEST

/* Nothing is received before something is posted: RC waits, UC does not. */
START_TEST(receiver_not_ready)
{
	make_pair(MLX5_QP_ST_RC);
	post_send(MLX5_OPCODE_SEND, 8, 0);
	expect_counters(&a, MLX5_QP_STATE_RTS, 0, 1, 0, 0);
	post_receive(&b, dst, key, 8);
	expect_request(&a, 0, MLX5_OPCODE_SEND);
	expect_receive(&b, MLX5_CQE_RESP_SEND, 0, 8);

	make_pair(MLX5_QP_ST_UC);
	post_send(MLX5_OPCODE_SEND, 8, 0);
	expect_request(&a, 0, MLX5_OPCODE_SEND);
	post_receive(&b, dst, key, 8);
	usleep(POLL_US);
	ck_assert_ptr_null(next_cqe(b.cqn));
}
END_TEST

START_TEST(shared_receive_queue)
{
	struct queue q = { .st = MLX5_QP_ST_RC, .log_sq = 2, .uid = 1,
			   .rq_type = MLX5_SRQ_RQ };
	u8 in[16] = { 0 }, out[IFC_SIZE(query_rmp_out)];
	u64 buf, dbr;
	u32 i, n;

	make_pair(MLX5_QP_ST_RC);
	q.pd = pd;
	q.cqn = b.cqn;
	q.srqn = new_rmp(pd, 2, 5, &buf, &dbr);
	/* The list goes 0, 2, 1: what counts is the link, not the place. */
	for (i = 0; i < 3; i++) {
		static const u8 next[] = { 2, 3, 1 };

		be_store(guest(buf + i * 32 + 2), 2, next[i]);
		put_data(guest(buf + i * 32 + 16), dst + i * 256, key, 256);
	}
	be_store(guest(dbr), 4, 3);
	new_qp(&q);
	connect_qp(&q, a.qpn);
	ck_assert_uint_eq(move_qp(&a, MLX5_CMD_OP_2RST_QP, 0), 0);
	a.pi = 0;
	connect_qp(&a, q.qpn);
	for (n = 1; n <= 3; n++)
		post_send(MLX5_OPCODE_SEND, n, 0);
	expect_receive(&q, MLX5_CQE_RESP_SEND, 0, 1);
	expect_receive(&q, MLX5_CQE_RESP_SEND, 2, 2);
	expect_receive(&q, MLX5_CQE_RESP_SEND, 1, 3);
	ck_assert_mem_eq(guest(dst + 256), guest(src), 3);

	be_store(in, 2, MLX5_CMD_OP_QUERY_RMP);
	be_store(in + 9, 3, q.srqn);
	ck_assert_uint_eq(cmd_run(in, sizeof(in), out, sizeof(out)), 0);
	ck_assert_uint_eq(GET(query_rmp_out, out, rmp_context.wq.hw_counter),
			  3);
	ck_assert_uint_eq(GET(query_rmp_out, out, rmp_context.wq.sw_counter),
			  3);
}
END_TEST

START_TEST(unsignaled)
{
	u8 segs[32] = { 0 };

	make_pair(MLX5_QP_ST_RC);
	put_data(put_raddr(segs, dst, key), src, key, 16);
	post_wqe(&a, MLX5_OPCODE_RDMA_WRITE, 3, 0, 0, segs, sizeof(segs));
	post_wqe(&a, MLX5_OPCODE_NOP, 1, SIGNALED, 0, NULL, 0);
	expect_request(&a, 1, MLX5_OPCODE_NOP);
	ck_assert_ptr_null(next_cqe(a.cqn));
}
END_TEST

/* A WQE of three slots that goes over the end of a ring of 16. */
START_TEST(wrap)
{
	u8 segs[176] = { 0 }, *p;
	u32 i;

	make_pair(MLX5_QP_ST_RC);
	for (i = 0; i < 15; i++)
		post_wqe(&a, MLX5_OPCODE_NOP, 1, SIGNALED, 0, NULL, 0);
	for (i = 0; i < 15; i++)
		expect_request(&a, i, MLX5_OPCODE_NOP);
	p = put_raddr(segs, dst, key);
	for (i = 0; i < 10; i++)
		p = put_data(p, src + 100 * i, key, 10 + i);
	post_wqe(&a, MLX5_OPCODE_RDMA_WRITE, 12, SIGNALED, 0, segs, p - segs);
	expect_request(&a, 15, MLX5_OPCODE_RDMA_WRITE);
	expect_counters(&a, MLX5_QP_STATE_RTS, 18, 18, 0, 0);
	ck_assert_mem_eq(guest(dst), guest(src), 10);
	ck_assert_mem_eq(guest(dst + 126), guest(src + 900), 19);
	ck_assert_uint_eq(guest(dst + 145)[0], 0);
}
END_TEST

START_TEST(flush)
{
	make_pair(MLX5_QP_ST_RC);
	post_receive(&a, dst, key, 8);
	post_receive(&a, dst, key, 8);
	ctl("hold all");
	post_rdma(MLX5_OPCODE_RDMA_WRITE, src, dst, key, 8);
	post_send(MLX5_OPCODE_SEND, 8, 0);
	ck_assert_ptr_null(next_cqe(a.cqn));
	ck_assert_uint_eq(move_qp(&a, MLX5_CMD_OP_2ERR_QP, 0), 0);
	expect_error(&a, MLX5_CQE_REQ_ERR, 0, MLX5_CQE_SYNDROME_WR_FLUSH_ERR);
	expect_error(&a, MLX5_CQE_REQ_ERR, 1, MLX5_CQE_SYNDROME_WR_FLUSH_ERR);
	expect_error(&a, MLX5_CQE_RESP_ERR, 0,
		     MLX5_CQE_SYNDROME_WR_FLUSH_ERR);
	expect_error(&a, MLX5_CQE_RESP_ERR, 1,
		     MLX5_CQE_SYNDROME_WR_FLUSH_ERR);
	ck_assert_uint_eq(guest(dst)[0], 0);
	/* Posting a receive rings no doorbell, and is flushed all the same. */
	post_receive(&a, dst, key, 8);
	expect_error(&a, MLX5_CQE_RESP_ERR, 2,
		     MLX5_CQE_SYNDROME_WR_FLUSH_ERR);
	post_send(MLX5_OPCODE_SEND, 8, 0);
	expect_error(&a, MLX5_CQE_REQ_ERR, 2, MLX5_CQE_SYNDROME_WR_FLUSH_ERR);
	expect_counters(&a, MLX5_QP_STATE_ERR, 3, 3, 3, 3);
}
END_TEST

/* Which right is missing, which request asks for it, what it ends in. */
START_TEST(rights)
{
	static const struct {
		u32 remote, key;
		u8 opcode, syndrome;
	} t[] = {
		{ ALL_REMOTE & ~MLX5_QP_OPTPAR_RWE, ALL_RIGHTS,
		  MLX5_OPCODE_RDMA_WRITE, 0x13 },
		{ ALL_REMOTE & ~MLX5_QP_OPTPAR_RRE, ALL_RIGHTS,
		  MLX5_OPCODE_RDMA_READ, 0x13 },
		{ ALL_REMOTE & ~MLX5_QP_OPTPAR_RAE, ALL_RIGHTS,
		  MLX5_OPCODE_ATOMIC_FA, 0x13 },
		{ ALL_REMOTE, ALL_RIGHTS & ~MLX5_PERM_REMOTE_WRITE,
		  MLX5_OPCODE_RDMA_WRITE, 0x13 },
		{ ALL_REMOTE, ALL_RIGHTS & ~MLX5_PERM_REMOTE_READ,
		  MLX5_OPCODE_RDMA_READ, 0x13 },
		{ ALL_REMOTE, ALL_RIGHTS & ~MLX5_PERM_ATOMIC,
		  MLX5_OPCODE_ATOMIC_FA, 0x13 },
		{ ALL_REMOTE, ALL_RIGHTS & ~MLX5_PERM_LOCAL_READ,
		  MLX5_OPCODE_RDMA_WRITE, 0x04 },
		{ ALL_REMOTE, ALL_RIGHTS & ~MLX5_PERM_LOCAL_WRITE,
		  MLX5_OPCODE_RDMA_READ, 0x04 },
	};

	make_pair(MLX5_QP_ST_RC);
	key = new_mkey(pd, t[_i].key, src, 2 * BUF_SIZE);
	ck_assert_uint_eq(move_qp(&b, MLX5_CMD_OP_2RST_QP, 0), 0);
	b.rights = t[_i].remote;
	connect_qp(&b, a.qpn);
	if (t[_i].opcode == MLX5_OPCODE_ATOMIC_FA)
		post_atomic(t[_i].opcode, src, 1, 0);
	else
		post_rdma(t[_i].opcode, src, dst, key, 8);
	expect_error(&a, MLX5_CQE_REQ_ERR, 0, t[_i].syndrome);
	ck_assert_uint_eq(guest(dst)[3], 0);
	expect_counters(&a, MLX5_QP_STATE_ERR, 1, 1, 0, 0);
	expect_counters(&b, t[_i].syndrome == 0x13 ? MLX5_QP_STATE_ERR :
						     MLX5_QP_STATE_RTS,
			0, 0, 0, 0);
}
END_TEST

/* Ranges at both ends of a key, and keys that are not there. */
START_TEST(ranges)
{
	static const struct {
		int64_t offset;
		u32 len, key_bits;
		u8 syndrome;
	} t[] = {
		{ 0, 2 * BUF_SIZE, 0, 0 },
		{ 2 * BUF_SIZE - 1, 1, 0, 0 },
		{ 0, 2 * BUF_SIZE + 1, 0, 0x04 },
		{ 2 * BUF_SIZE, 1, 0, 0x13 },
		{ 2 * BUF_SIZE - 1, 2, 0, 0x13 },
		{ -1, 2, 0, 0x13 },
		{ -8, 8, 0, 0x13 },
		{ 0, 8, 1, 0x13 },
		{ 0, 8, 0xffff00, 0x13 },
	};

	make_pair(MLX5_QP_ST_RC);
	post_rdma(MLX5_OPCODE_RDMA_WRITE, src, src + (u64)t[_i].offset,
		  key ^ t[_i].key_bits, t[_i].len);
	if (t[_i].syndrome)
		expect_error(&a, MLX5_CQE_REQ_ERR, 0, t[_i].syndrome);
	else
		expect_request(&a, 0, MLX5_OPCODE_RDMA_WRITE);
}
END_TEST

START_TEST(other_domain)
{
	u32 other;

	make_pair(MLX5_QP_ST_RC);
	other = new_mkey(new_pd(), ALL_RIGHTS, src, 2 * BUF_SIZE);
	post_rdma(MLX5_OPCODE_RDMA_WRITE, src, dst, other, 8);
	expect_error(&a, MLX5_CQE_REQ_ERR, 0,
		     MLX5_CQE_SYNDROME_REMOTE_ACCESS_ERR);
}
END_TEST

/* A message that is too long for what was posted fails on both sides. */
START_TEST(receive_too_short)
{
	make_pair(MLX5_QP_ST_RC);
	post_receive(&b, dst, key, 7);
	post_receive(&b, dst, key, 7);
	post_send(MLX5_OPCODE_SEND, 8, 0);
	expect_error(&a, MLX5_CQE_REQ_ERR, 0,
		     MLX5_CQE_SYNDROME_REMOTE_INVAL_REQ_ERR);
	expect_error(&b, MLX5_CQE_RESP_ERR, 0,
		     MLX5_CQE_SYNDROME_LOCAL_LENGTH_ERR);
	expect_error(&b, MLX5_CQE_RESP_ERR, 1,
		     MLX5_CQE_SYNDROME_WR_FLUSH_ERR);
	ck_assert_uint_eq(guest(dst)[1], 0);
	expect_counters(&b, MLX5_QP_STATE_ERR, 0, 0, 2, 2);
}
END_TEST

START_TEST(receive_bad_key)
{
	make_pair(MLX5_QP_ST_RC);
	post_receive(&b, dst, key ^ 1, 8);
	post_send(MLX5_OPCODE_SEND, 8, 0);
	expect_error(&a, MLX5_CQE_REQ_ERR, 0,
		     MLX5_CQE_SYNDROME_REMOTE_OP_ERR);
	expect_error(&b, MLX5_CQE_RESP_ERR, 0,
		     MLX5_CQE_SYNDROME_LOCAL_PROT_ERR);
}
END_TEST

START_TEST(completion_overrun)
{
	u8 in[16] = { 0 }, out[IFC_SIZE(query_cq_out)];
	u32 i;

	make_pair(MLX5_QP_ST_RC);
	a.cqn = new_cq(eqn, 1);
	ck_assert_uint_eq(move_qp(&a, MLX5_CMD_OP_2RST_QP, 0), 0);
	connect_qp(&a, b.qpn);
	for (i = 0; i < 3; i++)
		post_wqe(&a, MLX5_OPCODE_NOP, 1, SIGNALED, 0, NULL, 0);
	be_store(in, 2, MLX5_CMD_OP_QUERY_CQ);
	be_store(in + 9, 3, a.cqn);
	ck_assert_uint_eq(cmd_run(in, sizeof(in), out, sizeof(out)), 0);
	ck_assert_uint_eq(GET(query_cq_out, out, cq_context.status),
			  MLX5_CQC_STATUS_CQ_OVERFLOW);
	ck_assert_uint_eq(GET(query_cq_out, out, cq_context.producer_counter),
			  2);
	expect_request(&a, 0, MLX5_OPCODE_NOP);
	expect_request(&a, 1, MLX5_OPCODE_NOP);
	ck_assert_ptr_null(next_cqe(a.cqn));
}
END_TEST

TCase *queue_case(void)
{
	TCase *tc = tcase_create("work requests");

	tcase_set_timeout(tc, 60);
	tcase_add_checked_fixture(tc, emu_start, emu_stop);
	tcase_add_loop_test(tc, write_connected, MLX5_QP_ST_RC,
			    MLX5_QP_ST_UC + 1);
	tcase_add_loop_test(tc, write_immediate, MLX5_QP_ST_RC,
			    MLX5_QP_ST_UC + 1);
	tcase_add_loop_test(tc, send_connected, MLX5_QP_ST_RC,
			    MLX5_QP_ST_UC + 1);
	tcase_add_test(tc, gather_and_scatter);
	tcase_add_test(tc, read_remote);
	tcase_add_test(tc, atomics);
	tcase_add_loop_test(tc, masked_atomics, 0, 4);
	tcase_add_test(tc, datagram);
	tcase_add_test(tc, datagram_with_route);
	tcase_add_test(tc, receiver_not_ready);
	tcase_add_test(tc, shared_receive_queue);
	tcase_add_test(tc, unsignaled);
	tcase_add_test(tc, wrap);
	tcase_add_test(tc, flush);
	tcase_add_loop_test(tc, rights, 0, 8);
	tcase_add_loop_test(tc, ranges, 0, 9);
	tcase_add_test(tc, other_domain);
	tcase_add_test(tc, receive_too_short);
	tcase_add_test(tc, receive_bad_key);
	tcase_add_test(tc, completion_overrun);
	return tc;
}

/* Segments after the control segment, and the syndrome they must end in. */
static const struct {
	u8 st, opcode, ds;
	u32 word[12];
	u8 syndrome;
} hostile[] = {
	{ MLX5_QP_ST_RC, MLX5_OPCODE_RDMA_WRITE, 0, { 0 }, 0x02 },
	{ MLX5_QP_ST_RC, MLX5_OPCODE_RDMA_WRITE, 1, { 0 }, 0x02 },
	{ MLX5_QP_ST_RC, MLX5_OPCODE_ATOMIC_CS, 2, { 0 }, 0x02 },
	{ MLX5_QP_ST_UD, MLX5_OPCODE_SEND, 1, { 0 }, 0x02 },
	{ MLX5_QP_ST_UD, MLX5_OPCODE_SEND, 3,
	  { 0, 0, MLX5_EXTENDED_UD_AV }, 0x02 },
	{ MLX5_QP_ST_RC, MLX5_OPCODE_UMR, 7, { 0 }, 0x02 },
	{ MLX5_QP_ST_RC, MLX5_OPCODE_UMR, 8, { 0 }, 0x02 },
	/* opcodes that are none, or not for this type of queue */
	{ MLX5_QP_ST_RC, 0xff, 1, { 0 }, 0x02 },
	{ MLX5_QP_ST_RC, 0x80, 63, { 0 }, 0x02 },
	{ MLX5_QP_ST_UD, MLX5_OPCODE_RDMA_WRITE, 3, { 0 }, 0x02 },
	{ MLX5_QP_ST_UC, MLX5_OPCODE_RDMA_READ, 3, { 0 }, 0x02 },
	{ MLX5_QP_ST_UC, MLX5_OPCODE_ATOMIC_FA, 4, { 0 }, 0x02 },
	{ MLX5_QP_ST_RC, MLX5_OPCODE_LSO, 2, { 0 }, 0x02 },
	{ MLX5_QP_ST_RC, MLX5_OPCODE_DUMP, 2, { 0 }, 0x02 },
	{ MLX5_QP_ST_UC, MLX5_OPCODE_SET_PSV, 2, { 0 }, 0x02 },
	/* a copy without its modifier, and extended atomics without theirs */
	{ MLX5_QP_ST_RC, 0x2f, 4, { 0 }, 0x02 },
	{ MLX5_QP_ST_RC, MLX5_OPCODE_ATOMIC_MASKED_FA, 4, { 0 }, 0x02 },
	{ MLX5_QP_ST_RC, MLX5_OPCODE_ATOMIC_MASKED_CS, 3, { 0 }, 0x02 },
	/* whom it is for does not fit */
	{ MLX5_QP_ST_XRC, MLX5_OPCODE_SEND, 1, { 0 }, 0x02 },
	{ MLX5_QP_ST_XRC, MLX5_OPCODE_RDMA_WRITE, 2, { 0 }, 0x02 },
	{ MLX5_QP_ST_DCI, MLX5_OPCODE_SEND, 1, { 0 }, 0x02 },
	{ MLX5_QP_ST_DCI, MLX5_OPCODE_SEND, 3,
	  { 0, 0, MLX5_EXTENDED_UD_AV }, 0x02 },
	{ MLX5_QP_ST_DCI, MLX5_OPCODE_RDMA_READ, 4,
	  { 0, 0, MLX5_EXTENDED_UD_AV }, 0x02 },
	/* inline data past the end of the WQE, or of an impossible length */
	{ MLX5_QP_ST_RC, MLX5_OPCODE_SEND, 2, { 0x8000000d }, 0x02 },
	{ MLX5_QP_ST_RC, MLX5_OPCODE_SEND, 2, { 0x800003ff }, 0x02 },
	{ MLX5_QP_ST_RC, MLX5_OPCODE_SEND, 2, { 0xffffffff }, 0x02 },
	{ MLX5_QP_ST_RC, MLX5_OPCODE_SEND, 63, { 0x80000400 }, 0x02 },
	{ MLX5_QP_ST_RC, MLX5_OPCODE_RDMA_WRITE, 3,
	  { 0, 0, 0, 0, 0x80000010 }, 0x02 },
	/* more bytes than a message may have; keys that are none */
	{ MLX5_QP_ST_RC, MLX5_OPCODE_SEND, 2, { 0x7fffffff }, 0x01 },
	{ MLX5_QP_ST_RC, MLX5_OPCODE_SEND, 2, { 0x40000001 }, 0x01 },
	{ MLX5_QP_ST_RC, MLX5_OPCODE_SEND, 2, { 0x40000000 }, 0x04 },
	{ MLX5_QP_ST_RC, MLX5_OPCODE_SEND, 2, { 8, 0xffffffff }, 0x04 },
	{ MLX5_QP_ST_RC, MLX5_OPCODE_RDMA_READ, 3,
	  { 0, 0, 0, 0, 8, 0xffffffff }, 0x13 },
	{ MLX5_QP_ST_RC, MLX5_OPCODE_ATOMIC_FA, 4,
	  { 0, 1, 0, 0, 0, 0, 0, 0, 8 }, 0x12 },
	{ MLX5_QP_ST_RC, MLX5_OPCODE_ATOMIC_FA, 4,
	  { 0, 0, 0, 0, 0, 0, 0, 0, 16 }, 0x01 },
	{ MLX5_QP_ST_UD, MLX5_OPCODE_SEND, 5,
	  { 0, 0, MLX5_EXTENDED_UD_AV }, 0 },
};

START_TEST(hostile_wqe)
{
	u8 segs[48];
	u32 i;

	make_pair(hostile[_i].st);
	for (i = 0; i < 12; i++)
		be_store(segs + 4 * i, 4, hostile[_i].word[i]);
	post_wqe(&a, hostile[_i].opcode, hostile[_i].ds, SIGNALED, 0, segs,
		 sizeof(segs));
	if (hostile[_i].syndrome)
		expect_error(&a, MLX5_CQE_REQ_ERR, 0, hostile[_i].syndrome);
	else
		expect_request(&a, 0, hostile[_i].opcode);
	ck_assert_ptr_null(next_cqe(a.cqn));
}
END_TEST

/* Every opcode, with every length and every byte set. */
START_TEST(hostile_bytes)
{
	u8 segs[1008];
	u32 op, ds;

	memset(segs, 0xff, sizeof(segs));
	make_pair(_i);
	for (op = 0; op < 256; op += 1 + op / 0x30) {
		for (ds = 0; ds < 64; ds += 7) {
			ck_assert_uint_eq(move_qp(&a, MLX5_CMD_OP_2RST_QP, 0),
					  0);
			a.pi = 0;
			be_store(guest(a.dbr), 8, 0);
			connect_qp(&a, b.qpn);
			post_wqe(&a, op, ds, 0xff, ~0u, segs,
				 ds > 1 ? (ds - 1) * 16 : 0);
			while (next_cqe(a.cqn))
				;
		}
	}
	ck_assert_uint_ne(new_pd(), 0);
}
END_TEST

START_TEST(hostile_doorbells)
{
	static const u32 qpns[] = { 0, 1, 63, 4095, 4096, 0xffffff };
	u64 page = 16 * PAGE;
	u32 i;

	make_pair(MLX5_QP_ST_RC);
	for (i = 0; i < ARRAY_SIZE(qpns); i++)
		bar_store(page + 0x800, (u64)qpns[i] << 8 | 3, 8);
	bar_store(page + 0x900, ~0ull, 8);
	bar_store(page + 0xff8, ~0ull, 8);
	bar_store(page + 0x20, ~0ull, 8);
	bar_store(page + 0x20, ~0u, 4);
	bar_store(page + 0x40, ~0u, 4);
	bar_store(page + 0x48, 0, 4);
	bar_store((8 << 20) - 8, ~0ull, 8);
	/* More posted than the ring holds. */
	be_store(guest(a.dbr) + 4, 4, 17);
	bar_store(page + 0x800, (u64)a.qpn << 8 | 1, 8);
	expect_counters(&a, MLX5_QP_STATE_ERR, 17, 17, 0, 0);
	be_store(guest(b.dbr) + 4, 4, 0xffffffff);
	bar_store(page + 0x800, (u64)b.qpn << 8 | 1, 8);
	expect_counters(&b, MLX5_QP_STATE_ERR, 0xffff, 0xffff, 0, 0);
}
END_TEST

/* A free list that leads out of the queue, or nowhere. */
START_TEST(hostile_shared_queue)
{
	struct queue q = { .st = MLX5_QP_ST_RC, .log_sq = 2, .uid = 1,
			   .rq_type = MLX5_SRQ_RQ };
	char line[32];
	u64 buf, dbr;

	make_pair(MLX5_QP_ST_RC);
	q.pd = pd;
	q.cqn = b.cqn;
	q.srqn = new_rmp(pd, 2, 5, &buf, &dbr);
	be_store(guest(buf + 2), 2, 4);
	put_data(guest(buf + 16), dst, key, 256);
	be_store(guest(dbr), 4, 0xffff);
	new_qp(&q);
	connect_qp(&q, a.qpn);
	ck_assert_uint_eq(move_qp(&a, MLX5_CMD_OP_2RST_QP, 0), 0);
	connect_qp(&a, q.qpn);
	post_send(MLX5_OPCODE_SEND, 5, 0);
	expect_receive(&q, MLX5_CQE_RESP_SEND, 0, 5);
	snprintf(line, sizeof(line), "srq %u", q.srqn);
	ck_assert_ptr_nonnull(strstr(ctl(line), "\"head\":4,\"pending\":[]"));
	post_send(MLX5_OPCODE_SEND, 5, 0);
	expect_request(&a, 0, MLX5_OPCODE_SEND);
	expect_error(&a, MLX5_CQE_REQ_ERR, 1,
		     MLX5_CQE_SYNDROME_REMOTE_OP_ERR);
	expect_counters(&q, MLX5_QP_STATE_ERR, 0, 0, 0, 0);
}
END_TEST

/* Queues whose memory goes away while they are used. */
START_TEST(memory_goes_away)
{
	u64 unmap[3] = { 24 | 2ull << 32, 0, 0 };

	make_pair(MLX5_QP_ST_RC);
	ck_assert_uint_eq(vfu_call(VFU_DMA_UNMAP, unmap, 24, -1), 0);
	bar_store(16 * PAGE + 0x800, (u64)a.qpn << 8 | 1, 8);
	bar_store(offsetof(struct mlx5_init_seg, cmd_dbell), 1, 4);
	ck_assert_ptr_nonnull(strstr(ctl("list"), "\"qps\":[64,65]"));
	ck_assert_ptr_nonnull(strstr(ctl("qp 64"), "\"pending\":[]"));
}
END_TEST

TCase *hostile_case(void)
{
	TCase *tc = tcase_create("hostile queues");

	tcase_set_timeout(tc, 120);
	tcase_add_checked_fixture(tc, emu_start, emu_stop);
	tcase_add_loop_test(tc, hostile_wqe, 0, ARRAY_SIZE(hostile));
	tcase_add_loop_test(tc, hostile_bytes, MLX5_QP_ST_RC,
			    MLX5_QP_ST_XRC + 1);
	tcase_add_test(tc, hostile_doorbells);
	tcase_add_test(tc, hostile_shared_queue);
	tcase_add_test(tc, memory_goes_away);
	return tc;
}
