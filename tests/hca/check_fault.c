// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Requests whose memory is not there yet. */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "check_emu.h"

#define ALL_RIGHTS	(MLX5_PERM_LOCAL_READ | MLX5_PERM_LOCAL_WRITE | \
			 MLX5_PERM_REMOTE_READ | MLX5_PERM_REMOTE_WRITE | \
			 MLX5_PERM_ATOMIC)
#define SIGNALED	MLX5_WQE_CTRL_CQ_UPDATE
/* Of an entry in a list of pages. */
#define READABLE	1u
#define WRITABLE	2u

/* Two queue pairs, memory that is there, and a page that comes and goes. */
static struct queue a, b, keeper;
static u32 key, paged;
static u64 mem, page;

static u32 new_paged_key(u32 pd)
{
	u8 in[IFC_SIZE(create_mkey_in)] = { 0 };
	u8 out[IFC_SIZE(create_mkey_out)];
	u8 *c = AT(create_mkey_in, in, memory_key_mkey_entry);

	SET(create_mkey_in, in, opcode, MLX5_CMD_OP_CREATE_MKEY);
	SET(create_mkey_in, in, pg_access, 1);
	SET(mkc, c, access_mode_1_0, MLX5_MKC_ACCESS_MODE_MTT);
	SET(mkc, c, log_page_size, 12);
	SET(mkc, c, umr_en, 1);
	SET(mkc, c, len, PAGE);
	SET(mkc, c, pd, pd);
	SET(mkc, c, mkey_7_0, KEY_BYTE);
	SET(mkc, c, lr, 1);
	SET(mkc, c, lw, 1);
	SET(mkc, c, rr, 1);
	SET(mkc, c, rw, 1);
	SET(mkc, c, a, 1);
	ck_assert_uint_eq(cmd_run(in, sizeof(in), out, sizeof(out)), 0);
	return GET(create_mkey_out, out, mkey_index) << 8 | KEY_BYTE;
}

static void start(u8 rq_type, u32 srqn, u32 pd)
{
	struct queue q = {
		.st = MLX5_QP_ST_RC, .log_sq = 4, .log_rq = 2, .uid = 1,
		.rq_type = rq_type, .srqn = srqn, .pd = pd,
		.rights = MLX5_QP_OPTPAR_RRE | MLX5_QP_OPTPAR_RWE |
			  MLX5_QP_OPTPAR_RAE,
	};
	u32 eqn = new_eq(6, ~0ull & ~(1ull << MLX5_EVENT_TYPE_CMD)), i;

	a = q;
	a.cqn = new_cq(eqn, 6);
	b = q;
	b.cqn = new_cq(eqn, 6);
	/* It changes the list of pages, as the driver's own queue does. */
	keeper = q;
	keeper.rq_type = MLX5_ZERO_LEN_RQ;
	keeper.cqn = new_cq(eqn, 6);
	new_qp(&a);
	new_qp(&b);
	new_qp(&keeper);
	connect_qp(&a, b.qpn);
	connect_qp(&b, a.qpn);
	connect_qp(&keeper, keeper.qpn);
	mem = guest_alloc(PAGE);
	page = guest_alloc(PAGE);
	key = new_mkey(pd, ALL_RIGHTS, mem, PAGE);
	paged = new_paged_key(pd);
	for (i = 0; i < 200; i++) {
		guest(mem)[i] = i + 1;
		guest(page)[i] = 200 - i;
	}
}

/* The page comes, or goes: its entry is written. */
static void set_page(u64 entry)
{
	u8 segs[112 + 16] = { 0 };

	BE_SET(mlx5_wqe_umr_ctrl_seg, segs, flags,
	       MLX5_UMR_INLINE | MLX5_UMR_TRANSLATION_OFFSET_EN);
	BE_SET(mlx5_wqe_umr_ctrl_seg, segs, xlt_octowords, 1);
	be_store(segs + 112, 8, entry);
	post_wqe(&keeper, MLX5_OPCODE_UMR, 9, SIGNALED, paged, segs,
		 sizeof(segs));
	ck_assert_ptr_nonnull(await_cqe(keeper.cqn));
}

static void resume(u32 token, bool error)
{
	u8 in[IFC_SIZE(page_fault_resume_in)] = { 0 };
	u8 out[IFC_SIZE(page_fault_resume_out)];

	SET(page_fault_resume_in, in, opcode, MLX5_CMD_OP_PAGE_FAULT_RESUME);
	SET(page_fault_resume_in, in, RESUME_ERROR, error);
	SET(page_fault_resume_in, in, RESUME_TOKEN, token);
	ck_assert_uint_eq(cmd_run(in, sizeof(in), out, sizeof(out)), 0);
}

/* The driver's view of the event: see mlx5_eqe_page_fault. */
static void expect_wqe_fault(u8 type, u32 wq, u16 index, u32 token)
{
	const u8 *eqe = next_eqe();

	ck_assert_ptr_nonnull(eqe);
	ck_assert_uint_eq(eqe[1], MLX5_EVENT_TYPE_PAGE_FAULT);
	ck_assert_uint_eq(eqe[3], 0);
	ck_assert_uint_eq(be_load(eqe + 32 + 6, 2), index);
	ck_assert_uint_eq(be_load(eqe + 32 + 12, 4), token);
	ck_assert_uint_eq(be_load(eqe + 32 + 24, 4), (u32)type << 24 | wq);
	ck_assert_ptr_null(next_eqe());
	ck_assert_ptr_null(next_cqe(a.cqn));
	ck_assert_ptr_null(next_cqe(b.cqn));
}

static void expect_rdma_fault(u8 type, u64 va, u32 len, u32 token)
{
	const u8 *eqe = next_eqe();

	ck_assert_ptr_nonnull(eqe);
	ck_assert_uint_eq(eqe[1], MLX5_EVENT_TYPE_PAGE_FAULT);
	ck_assert_uint_eq(eqe[3], 1);
	ck_assert_uint_eq(be_load(eqe + 32 + 4, 4), paged);
	ck_assert_uint_eq(be_load(eqe + 32 + 12, 4), len);
	ck_assert_uint_eq(be_load(eqe + 32 + 16, 8), va);
	ck_assert_uint_eq(be_load(eqe + 32 + 24, 4), (u32)type << 24 | token);
	ck_assert_ptr_null(next_eqe());
	ck_assert_ptr_null(next_cqe(a.cqn));
}

static u8 completed(u32 cqn)
{
	const u8 *cqe = await_cqe(cqn);

	ck_assert_ptr_nonnull(cqe);
	return cqe[63] >> 4 == MLX5_CQE_REQ_ERR ||
	       cqe[63] >> 4 == MLX5_CQE_RESP_ERR ? cqe[55] : 0;
}

static void post_send(u64 addr, u32 k, u32 len)
{
	u8 segs[16] = { 0 };

	put_data(segs, addr, k, len);
	post_wqe(&a, MLX5_OPCODE_SEND, 2, SIGNALED, 0, segs, sizeof(segs));
}

static void post_rdma(u8 opcode, u64 remote, u32 rkey, u64 local, u32 lkey)
{
	u8 segs[32] = { 0 };

	put_data(put_raddr(segs, remote, rkey), local, lkey, 100);
	post_wqe(&a, opcode, 3, SIGNALED, 0, segs, sizeof(segs));
}

/* Both sides are missing, one after the other; what follows has to wait. */
START_TEST(send_faults)
{
	start(MLX5_NON_ZERO_RQ, 0, new_pd());
	post_receive(&b, 0, paged, 150);
	post_send(mem, key, 100);
	post_send(0, paged, 50);
	/* The responder's queue is named, the requester's stands still. */
	expect_wqe_fault(2, b.qpn, 0, a.qpn);
	set_page(page | READABLE);
	resume(a.qpn, false);
	expect_wqe_fault(2, b.qpn, 0, a.qpn);
	set_page(page | READABLE | WRITABLE);
	resume(a.qpn, false);
	ck_assert_uint_eq(completed(a.cqn), 0);
	ck_assert_uint_eq(completed(b.cqn), 0);
	ck_assert_mem_eq(guest(page), guest(mem), 100);
	ck_assert_uint_eq(guest(page)[100], 100);

	post_receive(&b, mem + 200, key, 50);
	set_page(0);
	/* It has waited for a receive WQE; now it waits for its page. */
	post_send(mem, key, 1);
	expect_wqe_fault(1, a.qpn, 1, a.qpn);
	set_page(page | READABLE);
	resume(a.qpn, false);
	ck_assert_uint_eq(completed(a.cqn), 0);
	ck_assert_mem_eq(guest(mem + 200), guest(page), 50);
}
END_TEST

START_TEST(shared_queue_fault)
{
	u32 pd = new_pd(), srqn;
	u64 buf, dbr;

	srqn = new_rmp(pd, 2, 5, &buf, &dbr);
	start(MLX5_SRQ_RQ, srqn, pd);
	put_data(guest(buf + 16), 0, paged, 100);
	be_store(guest(dbr), 4, 1);
	post_send(mem, key, 100);
	expect_wqe_fault(0, srqn, 0, a.qpn);
	set_page(page | READABLE | WRITABLE);
	resume(a.qpn, false);
	ck_assert_uint_eq(completed(a.cqn), 0);
	ck_assert_uint_eq(completed(b.cqn), 0);
	ck_assert_mem_eq(guest(page), guest(mem), 100);
}
END_TEST

START_TEST(rdma_faults)
{
	start(MLX5_NON_ZERO_RQ, 0, new_pd());
	post_rdma(MLX5_OPCODE_RDMA_WRITE, 8, paged, mem, key);
	expect_rdma_fault(6, 8, 100, a.qpn);
	set_page(page | READABLE | WRITABLE);
	resume(a.qpn, false);
	ck_assert_uint_eq(completed(a.cqn), 0);
	ck_assert_mem_eq(guest(page + 8), guest(mem), 100);

	set_page(0);
	post_rdma(MLX5_OPCODE_RDMA_READ, 8, paged, mem + 200, key);
	expect_rdma_fault(4, 8, 100, a.qpn);
	set_page(page | READABLE);
	resume(a.qpn, false);
	ck_assert_uint_eq(completed(a.cqn), 0);
	ck_assert_mem_eq(guest(mem + 200), guest(page + 8), 100);

	post_rdma(MLX5_OPCODE_RDMA_READ, mem, key, 0, paged);
	expect_wqe_fault(3, a.qpn, 2, a.qpn);
	set_page(page | READABLE | WRITABLE);
	resume(a.qpn, false);
	ck_assert_uint_eq(completed(a.cqn), 0);
	ck_assert_mem_eq(guest(page), guest(mem), 100);
}
END_TEST

/* Pages that the driver cannot bring. */
START_TEST(resume_with_error)
{
	static const struct {
		u8 opcode;
		bool local;
		u8 syndrome;
	} t[] = {
		{ MLX5_OPCODE_SEND, true, MLX5_CQE_SYNDROME_LOCAL_PROT_ERR },
		{ MLX5_OPCODE_SEND, false, MLX5_CQE_SYNDROME_REMOTE_OP_ERR },
		{ MLX5_OPCODE_RDMA_READ, true,
		  MLX5_CQE_SYNDROME_LOCAL_PROT_ERR },
		{ MLX5_OPCODE_RDMA_WRITE, false,
		  MLX5_CQE_SYNDROME_REMOTE_ACCESS_ERR },
	};
	bool local = t[_i].local;

	start(MLX5_NON_ZERO_RQ, 0, new_pd());
	if (t[_i].opcode == MLX5_OPCODE_SEND) {
		post_receive(&b, local ? mem : 0, local ? key : paged, 100);
		post_send(local ? 0 : mem, local ? paged : key, 100);
	} else {
		post_rdma(t[_i].opcode, local ? mem : 0, local ? key : paged,
			  local ? 0 : mem, local ? paged : key);
	}
	ck_assert_ptr_nonnull(next_eqe());
	ck_assert_ptr_null(next_cqe(a.cqn));
	resume(a.qpn, true);
	ck_assert_uint_eq(completed(a.cqn), t[_i].syndrome);
	/* Nobody waits any more. */
	resume(a.qpn, false);
	resume(0xffffff, false);
}
END_TEST

#define OK	"{\"ok\":true}"

/* What "faults show" says of one queue that waits, with the counts before. */
static void expect_view(bool held, const char *counts, const char *waiting)
{
	char expected[512];

	snprintf(expected, sizeof(expected),
		 "{\"held\":%s,\"raised\":{%s,\"waiting\":[%s]}",
		 held ? "true" : "false", counts, waiting);
	ck_assert_str_eq(ctl("faults show"), expected);
}

/* The driver is told later, and a resume that comes too early is nobody's. */
START_TEST(events_held)
{
	char waiting[128];

	start(MLX5_NON_ZERO_RQ, 0, new_pd());
	ck_assert_str_eq(ctl("faults hold"), OK);
	post_rdma(MLX5_OPCODE_RDMA_WRITE, mem, key, 8, paged);
	ck_assert_ptr_null(next_eqe());
	snprintf(waiting, sizeof(waiting),
		 "{\"qpn\":%u,\"raised\":false,\"type\":\"send\","
		 "\"wq\":%u,\"index\":0}", a.qpn, a.qpn);
	expect_view(true, "\"srq\":0,\"send\":0,\"rq\":0,\"read\":0,"
		    "\"rdma_read\":0,\"rdma_write\":0},"
		    "\"resolved\":0,\"failed\":0", waiting);
	set_page(page | READABLE);
	resume(a.qpn, false);
	ck_assert_ptr_null(next_cqe(a.cqn));
	ck_assert_str_eq(ctl("faults release"), OK);
	expect_wqe_fault(1, a.qpn, 0, a.qpn);
	/* Once is enough. */
	ck_assert_str_eq(ctl("faults release"), OK);
	ck_assert_ptr_null(next_eqe());
	resume(a.qpn, false);
	ck_assert_uint_eq(completed(a.cqn), 0);

	set_page(0);
	post_rdma(MLX5_OPCODE_RDMA_WRITE, 16, paged, mem, key);
	expect_rdma_fault(6, 16, 100, a.qpn);
	snprintf(waiting, sizeof(waiting),
		 "{\"qpn\":%u,\"raised\":true,\"type\":\"rdma_write\","
		 "\"key\":%u,\"va\":16,\"len\":100}", a.qpn, paged);
	expect_view(false, "\"srq\":0,\"send\":1,\"rq\":0,\"read\":0,"
		    "\"rdma_read\":0,\"rdma_write\":1},"
		    "\"resolved\":1,\"failed\":0", waiting);
	resume(a.qpn, true);
	ck_assert_uint_eq(completed(a.cqn),
			  MLX5_CQE_SYNDROME_REMOTE_ACCESS_ERR);
	expect_view(false, "\"srq\":0,\"send\":1,\"rq\":0,\"read\":0,"
		    "\"rdma_read\":0,\"rdma_write\":1},"
		    "\"resolved\":1,\"failed\":1", "");
}
END_TEST

/* A queue that is reset or in error does not wait for pages. */
START_TEST(fault_forgotten)
{
	start(MLX5_NON_ZERO_RQ, 0, new_pd());
	post_receive(&b, mem, key, 100);
	post_send(0, paged, 100);
	expect_wqe_fault(1, a.qpn, 0, a.qpn);
	if (_i) {
		ck_assert_uint_eq(move_qp(&a, MLX5_CMD_OP_2ERR_QP, 0), 0);
		ck_assert_uint_eq(completed(a.cqn),
				  MLX5_CQE_SYNDROME_WR_FLUSH_ERR);
		return;
	}
	ck_assert_uint_eq(move_qp(&a, MLX5_CMD_OP_2RST_QP, 0), 0);
	be_store(guest(a.dbr) + 4, 4, 0);
	a.pi = 0;
	connect_qp(&a, b.qpn);
	post_send(mem, key, 100);
	ck_assert_uint_eq(completed(a.cqn), 0);
}
END_TEST

TCase *fault_case(void)
{
	TCase *tc = tcase_create("page faults");

	tcase_set_timeout(tc, 60);
	tcase_add_checked_fixture(tc, emu_start, emu_stop);
	tcase_add_test(tc, send_faults);
	tcase_add_test(tc, shared_queue_fault);
	tcase_add_test(tc, rdma_faults);
	tcase_add_loop_test(tc, resume_with_error, 0, 4);
	tcase_add_test(tc, events_held);
	tcase_add_loop_test(tc, fault_forgotten, 0, 2);
	return tc;
}
