// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Memory keys that change or lead to others, and the events of queues. */
#include "config.h"

#include <string.h>
#include <unistd.h>

#include "check_emu.h"

#define ALL_RIGHTS	(MLX5_PERM_LOCAL_READ | MLX5_PERM_LOCAL_WRITE | \
			 MLX5_PERM_REMOTE_READ | MLX5_PERM_REMOTE_WRITE)
#define SIGNALED	MLX5_WQE_CTRL_CQ_UPDATE
/* In an entry of a list of pages: the page can be read, and written. */
#define PRESENT		3u

/* A queue pair that is connected to itself, and 4 pages of memory. */
static struct queue q;
static u32 key;
static u64 mem;

static void start(u8 rq_type, u32 srqn, u32 pd)
{
	struct queue fresh = {
		.st = MLX5_QP_ST_RC, .log_sq = 6, .log_rq = 2, .uid = 1,
		.rq_type = rq_type, .srqn = srqn, .pd = pd,
		.rights = MLX5_QP_OPTPAR_RWE | MLX5_QP_OPTPAR_RRE,
	};

	q = fresh;
	q.cqn = new_cq(new_eq(6, ~0ull & ~(1ull << MLX5_EVENT_TYPE_CMD)), 6);
	new_qp(&q);
	connect_qp(&q, q.qpn);
	mem = guest_alloc(4 * PAGE);
	key = new_mkey(q.pd, ALL_RIGHTS, mem, 4 * PAGE);
}

/* A key without memory, of a mode, that UMR may change. */
static u32 empty_key(u8 mode, bool umr, bool invalidate)
{
	u8 in[IFC_SIZE(create_mkey_in)] = { 0 };
	u8 out[IFC_SIZE(create_mkey_out)];
	u8 *c = AT(create_mkey_in, in, memory_key_mkey_entry);

	SET(create_mkey_in, in, opcode, MLX5_CMD_OP_CREATE_MKEY);
	SET(mkc, c, access_mode_1_0, mode);
	SET(mkc, c, log_page_size, 12);
	SET(mkc, c, free, 1);
	SET(mkc, c, umr_en, umr);
	SET(mkc, c, en_rinval, invalidate);
	SET(mkc, c, pd, q.pd);
	SET(mkc, c, mkey_7_0, KEY_BYTE);
	ck_assert_uint_eq(cmd_run(in, sizeof(in), out, sizeof(out)), 0);
	return GET(create_mkey_out, out, mkey_index) << 8 | KEY_BYTE;
}

static u8 syndrome(void)
{
	const u8 *cqe = await_cqe(q.cqn);

	ck_assert_ptr_nonnull(cqe);
	return cqe[63] >> 4 == MLX5_CQE_REQ_ERR ? cqe[55] : 0;
}

/* Give a key rights to a range, and a list of n octwords that is inline. */
static u8 umr(u32 k, u64 addr, u64 len, const u64 *list, u32 n, u64 first)
{
	u8 segs[112 + 64] = { 0 }, *c = segs + 48;
	u32 i;

	BE_SET(mlx5_wqe_umr_ctrl_seg, segs, flags,
	       MLX5_UMR_INLINE | MLX5_UMR_TRANSLATION_OFFSET_EN);
	BE_SET(mlx5_wqe_umr_ctrl_seg, segs, xlt_octowords, n);
	BE_SET(mlx5_wqe_umr_ctrl_seg, segs, xlt_offset, first & 0xffff);
	BE_SET(mlx5_wqe_umr_ctrl_seg, segs, xlt_offset_47_16, first >> 16);
	BE_SET(mlx5_wqe_umr_ctrl_seg, segs, mkey_mask,
	       MLX5_MKEY_MASK_LEN | MLX5_MKEY_MASK_START_ADDR |
	       MLX5_MKEY_MASK_LR | MLX5_MKEY_MASK_LW | MLX5_MKEY_MASK_RR |
	       MLX5_MKEY_MASK_RW | MLX5_MKEY_MASK_FREE);
	SET(mkc, c, start_addr, addr);
	SET(mkc, c, len, len);
	SET(mkc, c, lr, 1);
	SET(mkc, c, lw, 1);
	SET(mkc, c, rr, 1);
	SET(mkc, c, rw, 1);
	for (i = 0; i < 2 * n; i++)
		be_store(segs + 112 + 8 * i, 8, list[i]);
	post_wqe(&q, MLX5_OPCODE_UMR, 8 + (n + 3) / 4 * 4, SIGNALED, k, segs,
		 112 + 16 * n);
	return syndrome();
}

static u8 write_to(u32 rkey, u64 addr, u32 len)
{
	u8 segs[32] = { 0 };

	put_data(put_raddr(segs, addr, rkey), mem, key, len);
	post_wqe(&q, MLX5_OPCODE_RDMA_WRITE, 3, SIGNALED, 0, segs,
		 sizeof(segs));
	return syndrome();
}

START_TEST(umr_pages)
{
	u64 list[2];
	u32 k;

	start(MLX5_NON_ZERO_RQ, 0, new_pd());
	memset(guest(mem), 0x3c, 256);
	list[0] = (mem + 2 * PAGE) | PRESENT;
	list[1] = (mem + PAGE) | PRESENT;
	k = empty_key(MLX5_MKC_ACCESS_MODE_MTT, true, false);
	ck_assert_uint_eq(umr(k, 0x7000, 2 * PAGE, list, 1, 0), 0);
	/* Over the border of two pages that lie in the other order. */
	ck_assert_uint_eq(write_to(k, 0x7000 + PAGE - 100, 200), 0);
	ck_assert_mem_eq(guest(mem + 3 * PAGE - 100), guest(mem), 100);
	ck_assert_mem_eq(guest(mem + PAGE), guest(mem), 100);
	ck_assert_uint_eq(guest(mem + PAGE)[100], 0);
	ck_assert_uint_eq(write_to(k, 0x6fff, 1),
			  MLX5_CQE_SYNDROME_REMOTE_ACCESS_ERR);
}
END_TEST

START_TEST(umr_refused)
{
	static const u64 list[2] = { 0, 0 };
	u32 k;

	start(MLX5_NON_ZERO_RQ, 0, new_pd());
	switch (_i) {
	case 0:		/* a key that must not be changed so */
		k = empty_key(MLX5_MKC_ACCESS_MODE_MTT, false, false);
		ck_assert_uint_eq(umr(k, 0, PAGE, list, 1, 0), 0x02);
		break;
	case 1:		/* no key */
		ck_assert_uint_eq(umr(0xffff00, 0, PAGE, list, 1, 0), 0x02);
		break;
	case 2:		/* a place that no list reaches */
		k = empty_key(MLX5_MKC_ACCESS_MODE_MTT, true, false);
		ck_assert_uint_eq(umr(k, 0, PAGE, list, 1, 0xffffffffffff),
				  0x02);
		break;
	case 3:
		k = empty_key(MLX5_MKC_ACCESS_MODE_MTT, true, false);
		ck_assert_uint_eq(umr(k, 0, PAGE, list, 1, 2 << 20), 0x02);
		break;
	default:	/* a key that nothing was done to is not usable */
		k = empty_key(MLX5_MKC_ACCESS_MODE_MTT, true, false);
		ck_assert_uint_eq(write_to(k, 0, 1), 0x13);
	}
}
END_TEST

/* Each list entry is a length and a key, and an address. */
START_TEST(key_lists)
{
	u64 list[4];
	u32 k;

	start(MLX5_NON_ZERO_RQ, 0, new_pd());
	memset(guest(mem), 0x3c, 64);
	list[0] = 10ull << 32 | key;
	list[1] = mem + PAGE + 7;
	list[2] = 20ull << 32 | key;
	list[3] = mem + 2 * PAGE;
	k = empty_key(MLX5_MKC_ACCESS_MODE_KLMS, true, false);
	ck_assert_uint_eq(umr(k, 0, 30, list, 2, 0), 0);
	ck_assert_uint_eq(write_to(k, 4, 20), 0);
	ck_assert_uint_eq(guest(mem + PAGE)[10], 0);
	ck_assert_mem_eq(guest(mem + PAGE + 11), guest(mem), 6);
	ck_assert_uint_eq(guest(mem + PAGE)[17], 0);
	ck_assert_mem_eq(guest(mem + 2 * PAGE), guest(mem), 14);
	ck_assert_uint_eq(guest(mem + 2 * PAGE)[14], 0);
}
END_TEST

/* A list that leads to itself must come to an end. */
START_TEST(key_loop)
{
	u64 list[4];
	u32 k;

	start(MLX5_NON_ZERO_RQ, 0, new_pd());
	k = empty_key(MLX5_MKC_ACCESS_MODE_KLMS, true, false);
	list[0] = 0xffffffffull << 32 | k;
	list[1] = 0;
	list[2] = list[0];
	list[3] = 0;
	ck_assert_uint_eq(umr(k, 0, PAGE, list, 2, 0), 0);
	ck_assert_uint_eq(write_to(k, 0, 8), 0x13);
}
END_TEST

START_TEST(send_invalidate)
{
	u64 list[2];
	u8 segs[16] = { 0 };
	const u8 *cqe;
	u32 k;

	start(MLX5_NON_ZERO_RQ, 0, new_pd());
	list[0] = (mem + PAGE) | PRESENT;
	list[1] = 0;
	k = empty_key(MLX5_MKC_ACCESS_MODE_MTT, true, true);
	ck_assert_uint_eq(umr(k, 0, PAGE, list, 1, 0), 0);
	ck_assert_uint_eq(write_to(k, 0, 8), 0);
	post_receive(&q, mem, key, 8);
	put_data(segs, mem, key, 8);
	post_wqe(&q, MLX5_OPCODE_SEND_INVAL, 2, 0, k, segs, sizeof(segs));
	cqe = await_cqe(q.cqn);
	ck_assert_ptr_nonnull(cqe);
	ck_assert_uint_eq(cqe[63] >> 4, MLX5_CQE_RESP_SEND_INV);
	ck_assert_uint_eq(be_load(cqe + 36, 4), k);
	ck_assert_uint_eq(write_to(k, 0, 8), 0x13);
}
END_TEST

/* Two pieces, of which each repetition takes the next part. */
START_TEST(key_pattern)
{
	u64 list[8] = { 5ull << 32 | 0x400, 3ull << 32 | 2 };
	u32 i, k;

	start(MLX5_NON_ZERO_RQ, 0, new_pd());
	list[2] = 10ull << 48 | 3ull << 32 | key;
	list[3] = mem + PAGE;
	list[4] = 2ull << 48 | 2ull << 32 | key;
	list[5] = mem + 2 * PAGE;
	for (i = 0; i < 15; i++)
		guest(mem)[i] = i + 1;
	k = empty_key(MLX5_MKC_ACCESS_MODE_KLMS, true, false);
	ck_assert_uint_eq(umr(k, 0, 15, list, 4, 0), 0);
	ck_assert_uint_eq(write_to(k, 0, 15), 0);
	ck_assert_mem_eq(guest(mem + PAGE),
			 "\1\2\3\0\0\0\0\0\0\0\6\7\10\0\0\0\0\0\0\0"
			 "\13\14\15\0", 24);
	ck_assert_mem_eq(guest(mem + 2 * PAGE), "\4\5\11\12\16\17\0", 7);
	/* More than is described. */
	ck_assert_uint_eq(umr(k, 0, 16, list, 4, 0), 0);
	ck_assert_uint_eq(write_to(k, 0, 16), 0x13);
}
END_TEST

START_TEST(key_pattern_refused)
{
	static const u64 lists[][4] = {
		{ 0x400, 1ull << 32 | 1 },
		{ 5ull << 32 | 0x400, 0 },
		{ 5ull << 32 | 0x400, ~0ull },
		{ 5ull << 32 | 0x400, ~0ull << 32 },
		{ ~0ull << 32 | 0x400, ~0ull << 32 | 1 },
		{ 5ull << 32 | 0x400, ~0ull << 32 | 1,
		  ~0ull << 48 | 3ull << 32 | 0x400, ~0ull },
	};
	u32 k;

	start(MLX5_NON_ZERO_RQ, 0, new_pd());
	k = empty_key(MLX5_MKC_ACCESS_MODE_KLMS, true, false);
	ck_assert_uint_eq(umr(k, 0, PAGE, lists[_i], 2, 0), 0);
	ck_assert_uint_eq(write_to(k, 0, 8), 0x13);
}
END_TEST

/* Bind a window of 16 bytes, as libmlx5 does for type 2. */
static u8 bind(u32 k, u8 check, u32 qpn)
{
	u8 segs[112 + 64] = { 0 }, *c = segs + 48;

	BE_SET(mlx5_wqe_umr_ctrl_seg, segs, flags,
	       MLX5_UMR_INLINE | MLX5_UMR_TRANSLATION_OFFSET_EN | check);
	BE_SET(mlx5_wqe_umr_ctrl_seg, segs, xlt_octowords, 4);
	BE_SET(mlx5_wqe_umr_ctrl_seg, segs, mkey_mask,
	       MLX5_MKEY_MASK_LEN | MLX5_MKEY_MASK_START_ADDR |
	       MLX5_MKEY_MASK_RW | MLX5_MKEY_MASK_FREE | MLX5_MKEY_MASK_QPN);
	SET(mkc, c, start_addr, mem + PAGE);
	SET(mkc, c, len, 16);
	SET(mkc, c, rw, 1);
	SET(mkc, c, qpn, qpn);
	be_store(segs + 112, 8, 16ull << 32 | key);
	be_store(segs + 120, 8, mem + PAGE);
	post_wqe(&q, MLX5_OPCODE_UMR, 12, SIGNALED, k, segs, sizeof(segs));
	return syndrome();
}

START_TEST(memory_window)
{
	u32 k;

	start(MLX5_NON_ZERO_RQ, 0, new_pd());
	guest(mem)[0] = 0x77;
	k = empty_key(MLX5_MKC_ACCESS_MODE_KLMS, true, true);
	ck_assert_uint_eq(bind(k, MLX5_UMR_CHECK_NOT_FREE, q.qpn), 0);
	ck_assert_uint_eq(write_to(k, mem + PAGE + 15, 1), 0);
	ck_assert_uint_eq(guest(mem + PAGE)[15], 0x77);
	switch (_i) {
	case 0:		/* what is bound must be invalidated first */
		ck_assert_uint_eq(bind(k, MLX5_UMR_CHECK_NOT_FREE, q.qpn),
				  MLX5_CQE_SYNDROME_MW_BIND_ERR);
		break;
	case 1:		/* beyond the window, though within the memory */
		ck_assert_uint_eq(write_to(k, mem + PAGE + 15, 2), 0x13);
		break;
	default:	/* another's window */
		ck_assert_uint_eq(bind(k, 0, q.qpn + 1), 0);
		ck_assert_uint_eq(write_to(k, mem + PAGE, 1), 0x13);
	}
}
END_TEST

/* What signatures are to be made of is kept as it is given. */
START_TEST(signature_description)
{
	u8 in[IFC_SIZE(query_mkey_in)] = { 0 };
	u8 out[IFC_SIZE(query_mkey_out)];
	u8 segs[112 + 128] = { 0 };
	u32 i, k;

	start(MLX5_NON_ZERO_RQ, 0, new_pd());
	k = empty_key(MLX5_MKC_ACCESS_MODE_KLMS, true, false);
	BE_SET(mlx5_wqe_umr_ctrl_seg, segs, flags, MLX5_UMR_INLINE);
	BE_SET(mlx5_wqe_umr_ctrl_seg, segs, xlt_octowords, 1);
	BE_SET(mlx5_wqe_umr_ctrl_seg, segs, bsf_octowords, 4);
	for (i = 0; i < 64; i++)
		segs[112 + 64 + i] = i + 100;
	post_wqe(&q, MLX5_OPCODE_UMR, 16, SIGNALED, k, segs, sizeof(segs));
	ck_assert_uint_eq(syndrome(), 0);
	SET(query_mkey_in, in, opcode, MLX5_CMD_OP_QUERY_MKEY);
	SET(query_mkey_in, in, op_mod, 1);
	SET(query_mkey_in, in, mkey_index, k >> 8);
	ck_assert_uint_eq(cmd_run(in, sizeof(in), out, sizeof(out)), 0);
	ck_assert_mem_eq(AT(query_mkey_out, out, bsf0_klm0_pas_mtt0_1),
			 segs + 112 + 64, 32);
	/* Longer than the WQE. */
	BE_SET(mlx5_wqe_umr_ctrl_seg, segs, bsf_octowords, 5);
	post_wqe(&q, MLX5_OPCODE_UMR, 16, SIGNALED, k, segs, sizeof(segs));
	ck_assert_uint_eq(syndrome(), 0x02);
}
END_TEST

static u8 copy(u32 from_key, u32 to_key, u32 from_len, u32 to_len)
{
	u8 segs[48] = { 0 };

	put_data(segs + 16, mem + 5, from_key, from_len);
	put_data(segs + 32, mem + 2 * PAGE - 1, to_key, to_len);
	q.opmod = 1;
	post_wqe(&q, 0x2f, 4, SIGNALED, 0, segs, sizeof(segs));
	return syndrome();
}

START_TEST(memory_copy)
{
	u32 i;

	start(MLX5_NON_ZERO_RQ, 0, new_pd());
	for (i = 0; i < 2 * PAGE; i++)
		guest(mem)[i] = i * 3;
	switch (_i) {
	case 0:
		ck_assert_uint_eq(copy(key, key, 5000, 5000), 0);
		ck_assert_mem_eq(guest(mem + 2 * PAGE - 1), guest(mem + 5),
				 4096);
		ck_assert_uint_eq(guest(mem + 2 * PAGE - 1)[5000], 0);
		break;
	case 1:
		ck_assert_uint_eq(copy(key + 1, key, 8, 8), 0x04);
		break;
	case 2:
		ck_assert_uint_eq(copy(key, key + 1, 8, 8), 0x04);
		break;
	case 3:
		ck_assert_uint_eq(copy(key, key, 8, 9), 0x01);
		break;
	default:
		ck_assert_uint_eq(copy(key, key, 4 * PAGE, 4 * PAGE), 0x04);
	}
}
END_TEST

/* The responder's side of a refused request. */
START_TEST(access_event)
{
	struct queue other;
	const u8 *eqe;

	start(MLX5_NON_ZERO_RQ, 0, new_pd());
	other = q;
	new_qp(&other);
	connect_qp(&other, q.qpn);
	ck_assert_uint_eq(move_qp(&q, MLX5_CMD_OP_2RST_QP, 0), 0);
	connect_qp(&q, other.qpn);
	ck_assert_uint_eq(write_to(key, 0, 8), 0x13);
	eqe = next_eqe();
	ck_assert_ptr_nonnull(eqe);
	ck_assert_uint_eq(eqe[1], MLX5_EVENT_TYPE_WQ_ACCESS_ERROR);
	ck_assert_uint_eq(be_load(eqe + 32 + 24, 4), other.qpn);
	ck_assert_ptr_null(next_eqe());
}
END_TEST

/* The last WQE of a queue pair in error, and a limit that was set. */
START_TEST(shared_queue_events)
{
	u8 in[IFC_SIZE(modify_rmp_in)] = { 0 }, out[16], segs[16] = { 0 };
	u32 i, pd = new_pd(), srqn;
	const u8 *eqe;
	u64 buf, dbr;

	srqn = new_rmp(pd, 2, 5, &buf, &dbr);
	start(MLX5_SRQ_RQ, srqn, pd);
	for (i = 0; i < 4; i++) {
		be_store(guest(buf + i * 32 + 2), 2, (i + 1) % 4);
		put_data(guest(buf + i * 32 + 16), mem, key, 8);
	}
	be_store(guest(dbr), 4, 3);
	SET(modify_rmp_in, in, opcode, MLX5_CMD_OP_MODIFY_RMP);
	SET(modify_rmp_in, in, rmpn, srqn);
	SET(modify_rmp_in, in, bitmask.lwm, 1);
	SET(modify_rmp_in, in, ctx.wq.lwm, 2);
	ck_assert_uint_eq(cmd_run(in, sizeof(in), out, sizeof(out)), 0);
	put_data(segs, mem, key, 8);
	post_wqe(&q, MLX5_OPCODE_SEND, 2, 0, 0, segs, sizeof(segs));
	ck_assert_ptr_null(next_eqe());
	post_wqe(&q, MLX5_OPCODE_SEND, 2, 0, 0, segs, sizeof(segs));
	eqe = next_eqe();
	ck_assert_ptr_nonnull(eqe);
	ck_assert_uint_eq(eqe[1], MLX5_EVENT_TYPE_SRQ_RQ_LIMIT);
	ck_assert_uint_eq(be_load(eqe + 32 + 24, 4), srqn);
	post_wqe(&q, MLX5_OPCODE_SEND, 2, 0, 0, segs, sizeof(segs));
	ck_assert_ptr_null(next_eqe());

	ck_assert_uint_eq(move_qp(&q, MLX5_CMD_OP_2ERR_QP, 0), 0);
	eqe = next_eqe();
	ck_assert_ptr_nonnull(eqe);
	ck_assert_uint_eq(eqe[1], MLX5_EVENT_TYPE_SRQ_LAST_WQE);
	ck_assert_uint_eq(be_load(eqe + 32 + 24, 4), q.qpn);
	usleep(20000);
	ck_assert_ptr_null(next_eqe());
}
END_TEST

static void arm(u32 ci, u32 flags)
{
	bar_store(16 * PAGE + MLX5_CQ_DOORBELL,
		  (u64)(flags | ci) << 32 | q.cqn, 8);
	bar_load(0);
}

/* One event for each arming; a solicited one waits for the right WQE. */
START_TEST(completion_events)
{
	u8 segs[16] = { 0 };
	const u8 *eqe;

	start(MLX5_NON_ZERO_RQ, 0, new_pd());
	put_data(segs, mem, key, 8);
	post_receive(&q, mem, key, 8);
	post_receive(&q, mem, key, 8);
	arm(0, 0);
	post_wqe(&q, MLX5_OPCODE_NOP, 1, SIGNALED, 0, NULL, 0);
	post_wqe(&q, MLX5_OPCODE_NOP, 1, SIGNALED, 0, NULL, 0);
	eqe = next_eqe();
	ck_assert_ptr_nonnull(eqe);
	ck_assert_uint_eq(eqe[1], MLX5_EVENT_TYPE_COMP);
	ck_assert_uint_eq(be_load(eqe + 32 + 24, 4), q.cqn);
	ck_assert_ptr_null(next_eqe());

	arm(2, MLX5_CQ_DB_REQ_NOT_SOL);
	post_wqe(&q, MLX5_OPCODE_SEND, 2, 0, 0, segs, sizeof(segs));
	ck_assert_ptr_null(next_eqe());
	post_wqe(&q, MLX5_OPCODE_SEND, 2, MLX5_WQE_CTRL_SOLICITED, 0, segs,
		 sizeof(segs));
	ck_assert_ptr_nonnull(next_eqe());
	ck_assert_ptr_null(next_eqe());
}
END_TEST

TCase *key_case(void)
{
	TCase *tc = tcase_create("keys and events");

	tcase_set_timeout(tc, 60);
	tcase_add_checked_fixture(tc, emu_start, emu_stop);
	tcase_add_test(tc, umr_pages);
	tcase_add_loop_test(tc, umr_refused, 0, 5);
	tcase_add_test(tc, key_lists);
	tcase_add_test(tc, key_loop);
	tcase_add_test(tc, send_invalidate);
	tcase_add_test(tc, key_pattern);
	tcase_add_loop_test(tc, key_pattern_refused, 0, 6);
	tcase_add_loop_test(tc, memory_window, 0, 3);
	tcase_add_test(tc, signature_description);
	tcase_add_loop_test(tc, memory_copy, 0, 5);
	tcase_add_test(tc, access_event);
	tcase_add_test(tc, shared_queue_events);
	tcase_add_test(tc, completion_events);
	return tc;
}
