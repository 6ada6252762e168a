// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Commands: lengths, opcodes, numbers, geometry; and mailboxes. */
#include "config.h"

#include <string.h>

#include "check_emu.h"

/*
 * Opcode and layouts, as the kernel's header pairs them; for some queries, the
 * last field of the answer that must have room.
 */
#define COMMANDS(X, PART) \
	X(QUERY_HCA_CAP, query_hca_cap) \
	X(QUERY_ADAPTER, query_adapter) \
	X(INIT_HCA, init_hca) \
	X(TEARDOWN_HCA, teardown_hca) \
	X(ENABLE_HCA, enable_hca) \
	X(DISABLE_HCA, disable_hca) \
	X(QUERY_PAGES, query_pages) \
	X(MANAGE_PAGES, manage_pages) \
	X(SET_HCA_CAP, set_hca_cap) \
	X(QUERY_ISSI, query_issi) \
	X(SET_ISSI, set_issi) \
	X(CREATE_MKEY, create_mkey) \
	PART(QUERY_MKEY, query_mkey, memory_key_mkey_entry) \
	X(DESTROY_MKEY, destroy_mkey) \
	X(QUERY_SPECIAL_CONTEXTS, query_special_contexts) \
	X(PAGE_FAULT_RESUME, page_fault_resume) \
	X(CREATE_EQ, create_eq) \
	X(DESTROY_EQ, destroy_eq) \
	X(QUERY_EQ, query_eq) \
	X(CREATE_CQ, create_cq) \
	X(DESTROY_CQ, destroy_cq) \
	PART(QUERY_CQ, query_cq, cq_context) \
	X(MODIFY_CQ, modify_cq) \
	X(CREATE_QP, create_qp) \
	X(DESTROY_QP, destroy_qp) \
	X(RST2INIT_QP, rst2init_qp) \
	X(INIT2RTR_QP, init2rtr_qp) \
	X(RTR2RTS_QP, rtr2rts_qp) \
	X(RTS2RTS_QP, rts2rts_qp) \
	X(SQERR2RTS_QP, sqerr2rts_qp) \
	X(INIT2INIT_QP, init2init_qp) \
	X(2ERR_QP, qp_2err) \
	X(2RST_QP, qp_2rst) \
	PART(QUERY_QP, query_qp, qpc) \
	X(MAD_IFC, mad_ifc) \
	X(CREATE_XRC_SRQ, create_xrc_srq) \
	X(DESTROY_XRC_SRQ, destroy_xrc_srq) \
	PART(QUERY_XRC_SRQ, query_xrc_srq, xrc_srq_context_entry) \
	X(ARM_XRC_SRQ, arm_xrc_srq) \
	X(CREATE_XRQ, create_xrq) \
	X(DESTROY_XRQ, destroy_xrq) \
	X(QUERY_XRQ, query_xrq) \
	X(ARM_RQ, arm_rq) \
	X(CREATE_DCT, create_dct) \
	X(DRAIN_DCT, drain_dct) \
	PART(QUERY_DCT, query_dct, dct_context_entry) \
	X(DESTROY_DCT, destroy_dct) \
	X(ARM_DCT_FOR_KEY_VIOLATION, arm_dct) \
	X(CREATE_SQ, create_sq) \
	X(MODIFY_SQ, modify_sq) \
	X(QUERY_SQ, query_sq) \
	X(DESTROY_SQ, destroy_sq) \
	X(CREATE_RQ, create_rq) \
	X(MODIFY_RQ, modify_rq) \
	X(QUERY_RQ, query_rq) \
	X(DESTROY_RQ, destroy_rq) \
	X(CREATE_TIS, create_tis) \
	X(DESTROY_TIS, destroy_tis) \
	X(CREATE_TIR, create_tir) \
	X(DESTROY_TIR, destroy_tir) \
	X(CREATE_RQT, create_rqt) \
	X(DESTROY_RQT, destroy_rqt) \
	X(CREATE_PSV, create_psv) \
	X(DESTROY_PSV, destroy_psv) \
	X(CREATE_RMP, create_rmp) \
	X(MODIFY_RMP, modify_rmp) \
	X(DESTROY_RMP, destroy_rmp) \
	X(QUERY_RMP, query_rmp) \
	X(QUERY_HCA_VPORT_CONTEXT, query_hca_vport_context) \
	X(QUERY_NIC_VPORT_CONTEXT, query_nic_vport_context) \
	X(MODIFY_HCA_VPORT_CONTEXT, modify_hca_vport_context) \
	X(ATTACH_TO_MCG, attach_to_mcg) \
	X(DETACH_FROM_MCG, detach_from_mcg) \
	X(QUERY_HCA_VPORT_GID, query_hca_vport_gid) \
	X(QUERY_HCA_VPORT_PKEY, query_hca_vport_pkey) \
	X(ALLOC_PD, alloc_pd) \
	X(DEALLOC_PD, dealloc_pd) \
	X(ALLOC_UAR, alloc_uar) \
	X(DEALLOC_UAR, dealloc_uar) \
	X(ACCESS_REG, access_register) \
	X(ALLOC_XRCD, alloc_xrcd) \
	X(DEALLOC_XRCD, dealloc_xrcd) \
	X(ALLOC_TRANSPORT_DOMAIN, alloc_transport_domain) \
	X(DEALLOC_TRANSPORT_DOMAIN, dealloc_transport_domain) \
	X(CREATE_UCTX, create_uctx) \
	X(DESTROY_UCTX, destroy_uctx)

static const struct {
	u16 opcode;
	u32 in;
	u32 out;
} commands[] = {
#define ROW(op, layout) \
	{ MLX5_CMD_OP_##op, IFC_SIZE(layout##_in), IFC_SIZE(layout##_out) },
#define PART(op, layout, field) \
	{ MLX5_CMD_OP_##op, IFC_SIZE(layout##_in), IFC_END(layout##_out, field) },
	COMMANDS(ROW, PART)
#undef ROW
#undef PART
};

static u8 in[8192], out[8192];

static u8 run(u16 opcode, u16 op_mod, u32 in_len, u32 out_len)
{
	be_store(in, 2, opcode);
	be_store(in + 6, 2, op_mod);
	return cmd_run(in, in_len, out, out_len);
}

START_TEST(too_short)
{
	u32 i;

	for (i = 0; i < ARRAY_SIZE(commands); i++) {
		memset(in, 0, sizeof(in));
		ck_assert_uint_eq(run(commands[i].opcode, 0,
				      commands[i].in - 1, commands[i].out),
				  MLX5_CMD_STAT_BAD_INP_LEN_ERR);
		ck_assert_uint_eq(run(commands[i].opcode, 0, commands[i].in,
				      commands[i].out - 1),
				  MLX5_CMD_STAT_BAD_OUTP_LEN_ERR);
		ck_assert_uint_eq(run(commands[i].opcode, 0, 8, 8),
				  MLX5_CMD_STAT_BAD_INP_LEN_ERR);
	}
}
END_TEST

START_TEST(unknown_opcodes)
{
	u32 op, i;

	for (op = 0; op < 0x1000; op++) {
		for (i = 0; i < ARRAY_SIZE(commands); i++)
			if (commands[i].opcode == op)
				break;
		if (i < ARRAY_SIZE(commands))
			continue;
		ck_assert_uint_eq(run(op, 0, 64, 64),
				  MLX5_CMD_STAT_BAD_OP_ERR);
	}
	ck_assert_uint_eq(run(0xffff, 0, 64, 64), MLX5_CMD_STAT_BAD_OP_ERR);
}
END_TEST

/* An empty device has none of the objects that these commands name. */
START_TEST(bad_numbers)
{
	static const u16 ops[] = {
		MLX5_CMD_OP_QUERY_MKEY, MLX5_CMD_OP_DESTROY_MKEY,
		MLX5_CMD_OP_DESTROY_EQ, MLX5_CMD_OP_QUERY_EQ,
		MLX5_CMD_OP_DESTROY_CQ, MLX5_CMD_OP_QUERY_CQ,
		MLX5_CMD_OP_MODIFY_CQ, MLX5_CMD_OP_DESTROY_QP,
		MLX5_CMD_OP_RST2INIT_QP, MLX5_CMD_OP_INIT2RTR_QP,
		MLX5_CMD_OP_RTR2RTS_QP, MLX5_CMD_OP_RTS2RTS_QP,
		MLX5_CMD_OP_SQERR2RTS_QP, MLX5_CMD_OP_INIT2INIT_QP,
		MLX5_CMD_OP_2ERR_QP, MLX5_CMD_OP_2RST_QP,
		MLX5_CMD_OP_QUERY_QP, MLX5_CMD_OP_DESTROY_XRC_SRQ,
		MLX5_CMD_OP_QUERY_XRC_SRQ, MLX5_CMD_OP_ARM_XRC_SRQ,
		MLX5_CMD_OP_MODIFY_RMP, MLX5_CMD_OP_DESTROY_RMP,
		MLX5_CMD_OP_QUERY_RMP, MLX5_CMD_OP_DEALLOC_PD,
		MLX5_CMD_OP_DEALLOC_UAR, MLX5_CMD_OP_DEALLOC_XRCD,
		MLX5_CMD_OP_DEALLOC_TRANSPORT_DOMAIN,
	};
	static const u32 numbers[] = {
		0, 1, 63, 64, 4095, 4096, 65535, 65536, 0x7fffff, 0xffffff,
	};
	u32 i, j;

	for (i = 0; i < ARRAY_SIZE(ops); i++) {
		for (j = 0; j < ARRAY_SIZE(numbers); j++) {
			memset(in, 0, sizeof(in));
			be_store(in + 9, 3, numbers[j]);
			ck_assert_uint_eq(run(ops[i], 0, 4096, 4096),
					  MLX5_CMD_STAT_BAD_RES_ERR);
		}
	}
}
END_TEST

/* Register, direction, lengths → status */
START_TEST(registers)
{
	static const struct {
		u16 id;
		u16 read;
		u32 in, out;
		u8 status;
	} t[] = {
		{ 0x5004, 1, 80, 80, MLX5_CMD_STAT_OK },
		{ 0x5004, 1, 79, 80, MLX5_CMD_STAT_BAD_INP_LEN_ERR },
		{ 0x5004, 1, 80, 79, MLX5_CMD_STAT_BAD_OUTP_LEN_ERR },
		{ 0x5004, 0, 80, 80, MLX5_CMD_STAT_BAD_PARAM_ERR },
		{ 0x5004, 2, 80, 80, MLX5_CMD_STAT_BAD_PARAM_ERR },
		{ 0x6001, 1, 80, 80, MLX5_CMD_STAT_OK },
		{ 0x7004, 0, 32, 32, MLX5_CMD_STAT_OK },
		{ 0xffff, 1, 4096, 4096, MLX5_CMD_STAT_BAD_PARAM_ERR },
		/* A dump with a key that is not there */
		{ 0xc000, 0, 4096, 4096, MLX5_CMD_STAT_BAD_PARAM_ERR },
	};
	u32 i;

	for (i = 0; i < ARRAY_SIZE(t); i++) {
		memset(in, 0, sizeof(in));
		be_store(in + 10, 2, t[i].id);
		ck_assert_uint_eq(run(MLX5_CMD_OP_ACCESS_REG, t[i].read,
				      t[i].in, t[i].out), t[i].status);
	}
}
END_TEST

START_TEST(firmware_pages)
{
	const u32 head = IFC_SIZE(manage_pages_in);

	memset(in, 0, sizeof(in));
	ck_assert_uint_eq(run(MLX5_CMD_OP_QUERY_PAGES, 1, 16, 16), 0);
	ck_assert_uint_eq(be_load(out + 12, 4), 4);
	ck_assert_uint_eq(run(MLX5_CMD_OP_QUERY_PAGES, 0, 16, 16),
			  MLX5_CMD_STAT_BAD_PARAM_ERR);
	ck_assert_uint_eq(run(MLX5_CMD_OP_QUERY_PAGES, 4, 16, 16),
			  MLX5_CMD_STAT_BAD_PARAM_ERR);

	be_store(in + 12, 4, 2);
	be_store(in + 16, 8, 0x1000);
	be_store(in + 24, 8, 0x2000);
	ck_assert_uint_eq(run(MLX5_CMD_OP_MANAGE_PAGES, 1, head + 15, 16),
			  MLX5_CMD_STAT_BAD_INP_LEN_ERR);
	ck_assert_uint_eq(run(MLX5_CMD_OP_MANAGE_PAGES, 1, head + 16, 16), 0);
	ck_assert_uint_eq(run(MLX5_CMD_OP_MANAGE_PAGES, 3, head + 16, 16),
			  MLX5_CMD_STAT_BAD_PARAM_ERR);
	be_store(in + 12, 4, ~0u);
	ck_assert_uint_eq(run(MLX5_CMD_OP_MANAGE_PAGES, 1, head + 16, 16),
			  MLX5_CMD_STAT_LIM_ERR);
	ck_assert_uint_eq(run(MLX5_CMD_OP_MANAGE_PAGES, 2, head, 31),
			  MLX5_CMD_STAT_BAD_OUTP_LEN_ERR);
	ck_assert_uint_eq(run(MLX5_CMD_OP_MANAGE_PAGES, 2, head, 32), 0);
	ck_assert_uint_eq(be_load(out + 8, 4), 2);
	ck_assert_uint_eq(be_load(out + 16, 8), 0x2000);
	ck_assert_uint_eq(be_load(out + 24, 8), 0x1000);
}
END_TEST

START_TEST(port_tables)
{
	memset(in, 0, sizeof(in));
	ck_assert_uint_eq(run(MLX5_CMD_OP_QUERY_HCA_VPORT_GID, 0, 16, 32), 0);
	ck_assert_mem_eq(out + 16, "\xfe\x80\0\0\0\0\0\0", 8);
	ck_assert_uint_eq(run(MLX5_CMD_OP_QUERY_HCA_VPORT_GID, 0, 16, 31),
			  MLX5_CMD_STAT_BAD_OUTP_LEN_ERR);
	be_store(in + 14, 2, 8);
	ck_assert_uint_eq(run(MLX5_CMD_OP_QUERY_HCA_VPORT_GID, 0, 16, 4096),
			  MLX5_CMD_STAT_BAD_PARAM_ERR);
	be_store(in + 14, 2, 0xffff);
	ck_assert_uint_eq(run(MLX5_CMD_OP_QUERY_HCA_VPORT_GID, 0, 16, 143),
			  MLX5_CMD_STAT_BAD_OUTP_LEN_ERR);
	ck_assert_uint_eq(run(MLX5_CMD_OP_QUERY_HCA_VPORT_PKEY, 0, 16, 527),
			  MLX5_CMD_STAT_BAD_OUTP_LEN_ERR);
	ck_assert_uint_eq(run(MLX5_CMD_OP_QUERY_HCA_VPORT_PKEY, 0, 16, 528),
			  0);
	ck_assert_uint_eq(be_load(out + 18, 2), 0xffff);
	be_store(in + 14, 2, 128);
	ck_assert_uint_eq(run(MLX5_CMD_OP_QUERY_HCA_VPORT_PKEY, 0, 16, 4096),
			  MLX5_CMD_STAT_BAD_PARAM_ERR);
}
END_TEST

START_TEST(capabilities)
{
	const u32 size = 16 + 4096;

	memset(in, 0, sizeof(in));
	ck_assert_uint_eq(run(MLX5_CMD_OP_QUERY_HCA_CAP, 1, 16, size), 0);
	ck_assert_uint_eq(GET(cmd_hca_cap, out + 16, log_max_qp), 12);
	ck_assert_uint_eq(run(MLX5_CMD_OP_QUERY_HCA_CAP, 0xffff, 16, size),
			  MLX5_CMD_STAT_BAD_PARAM_ERR);
	ck_assert_uint_eq(run(MLX5_CMD_OP_SET_HCA_CAP, 0xffff, size, 16),
			  MLX5_CMD_STAT_BAD_PARAM_ERR);
	ck_assert_uint_eq(run(MLX5_CMD_OP_SET_ISSI, 0, 16, 16),
			  MLX5_CMD_STAT_BAD_PARAM_ERR);
}
END_TEST

START_TEST(event_queue_geometry)
{
	/* 64-byte entries: 1 << 6 of them fill a page */
	static const struct {
		u8 log_size, log_page;
		u32 vector, pages;
		u8 status;
	} t[] = {
		{ 6, 0, 0, 1, MLX5_CMD_STAT_OK },
		{ 7, 0, 0, 1, MLX5_CMD_STAT_BAD_INP_LEN_ERR },
		{ 7, 0, 63, 2, MLX5_CMD_STAT_OK },
		{ 7, 0, 64, 2, MLX5_CMD_STAT_BAD_PARAM_ERR },
		{ 7, 0, 4095, 2, MLX5_CMD_STAT_BAD_PARAM_ERR },
		{ 7, 31, 0, 1, MLX5_CMD_STAT_OK },
		{ 7, 31, 0, 0, MLX5_CMD_STAT_BAD_INP_LEN_ERR },
		{ 31, 0, 0, 1, MLX5_CMD_STAT_BAD_PARAM_ERR },
		{ 31, 31, 0, 1, MLX5_CMD_STAT_BAD_PARAM_ERR },
	};
	u32 i, eqn;

	for (i = 0; i < ARRAY_SIZE(t); i++)
		ck_assert_uint_eq(try_eq(t[i].log_size, t[i].log_page,
					 t[i].vector, t[i].pages, 0, &eqn),
				  t[i].status);
}
END_TEST

START_TEST(completion_queue_geometry)
{
	static const struct {
		u8 log_size, log_page;
		u32 pages;
		u8 status;
	} t[] = {
		{ 6, 0, 1, MLX5_CMD_STAT_OK },
		{ 7, 0, 1, MLX5_CMD_STAT_BAD_INP_LEN_ERR },
		{ 20, 0, 1, MLX5_CMD_STAT_BAD_INP_LEN_ERR },
		{ 20, 31, 1, MLX5_CMD_STAT_OK },
		{ 21, 31, 1, MLX5_CMD_STAT_BAD_PARAM_ERR },
		{ 31, 0, 1, MLX5_CMD_STAT_BAD_PARAM_ERR },
		{ 0, 0, 0, MLX5_CMD_STAT_BAD_INP_LEN_ERR },
	};
	u32 i, cqn, eqn = new_eq(4, 0);

	for (i = 0; i < ARRAY_SIZE(t); i++)
		ck_assert_uint_eq(try_cq(eqn, t[i].log_size, t[i].log_page,
					 t[i].pages, &cqn), t[i].status);
	ck_assert_uint_eq(try_cq(eqn + 1, 6, 0, 1, &cqn),
			  MLX5_CMD_STAT_BAD_RES_ERR);
	/* While a CQ uses it, the EQ stays. */
	memset(in, 0, sizeof(in));
	SET(destroy_eq_in, in, eq_number, eqn);
	ck_assert_uint_eq(run(MLX5_CMD_OP_DESTROY_EQ, 0, 16, 16),
			  MLX5_CMD_STAT_BAD_RES_STATE_ERR);
}
END_TEST

START_TEST(queue_pair_geometry)
{
	u32 pd = new_pd(), cqn = new_cq(new_eq(4, 0), 6);
	struct queue ok = { .st = MLX5_QP_ST_RC, .log_sq = 6, .pd = pd,
			    .cqn = cqn };
	static const struct {
		u8 st, log_sq, log_rq, log_stride, rq_type;
		u32 pages;
		u8 status;
	} t[] = {
		/* 64 WQEs of 64 bytes are one page, the RQ is behind it */
		{ MLX5_QP_ST_RC, 6, 0, 0, MLX5_ZERO_LEN_RQ, 1, 0 },
		{ MLX5_QP_ST_RC, 6, 0, 0, MLX5_NON_ZERO_RQ, 1,
		  MLX5_CMD_STAT_BAD_INP_LEN_ERR },
		{ MLX5_QP_ST_RC, 6, 0, 0, MLX5_NON_ZERO_RQ, 2, 0 },
		{ MLX5_QP_ST_RC, 15, 0, 0, MLX5_ZERO_LEN_RQ, 511,
		  MLX5_CMD_STAT_BAD_INP_LEN_ERR },
		{ MLX5_QP_ST_RC, 15, 0, 0, MLX5_ZERO_LEN_RQ, 512, 0 },
		{ MLX5_QP_ST_RC, 15, 15, 7, MLX5_NON_ZERO_RQ, 512,
		  MLX5_CMD_STAT_BAD_INP_LEN_ERR },
		{ MLX5_QP_ST_RC, 6, 0, 0, MLX5_CRQ_RQ, 2,
		  MLX5_CMD_STAT_BAD_PARAM_ERR },
		{ MLX5_QP_ST_RC, 6, 0, 0, 7, 2, MLX5_CMD_STAT_BAD_PARAM_ERR },
		{ MLX5_QP_ST_MLX, 6, 0, 0, MLX5_ZERO_LEN_RQ, 1,
		  MLX5_CMD_STAT_BAD_PARAM_ERR },
		{ 0xff, 6, 0, 0, MLX5_ZERO_LEN_RQ, 1,
		  MLX5_CMD_STAT_BAD_PARAM_ERR },
	};
	struct queue q;
	u32 i;

	for (i = 0; i < ARRAY_SIZE(t); i++) {
		q = ok;
		q.st = t[i].st;
		q.log_sq = t[i].log_sq;
		q.log_rq = t[i].log_rq;
		q.log_rq_stride = t[i].log_stride;
		q.rq_type = t[i].rq_type;
		q.pages = t[i].pages;
		ck_assert_uint_eq(try_qp(&q), t[i].status);
	}
	q = ok;
	q.pd = pd + 1;
	ck_assert_uint_eq(try_qp(&q), MLX5_CMD_STAT_BAD_RES_ERR);
	q = ok;
	q.cqn = cqn + 1;
	ck_assert_uint_eq(try_qp(&q), MLX5_CMD_STAT_BAD_RES_ERR);
	q = ok;
	q.rq_type = MLX5_SRQ_RQ;
	q.srqn = 5;
	ck_assert_uint_eq(try_qp(&q), MLX5_CMD_STAT_BAD_RES_ERR);
}
END_TEST

START_TEST(state_changes)
{
	struct queue q = { .st = MLX5_QP_ST_RC, .log_sq = 2, .pd = new_pd(),
			   .cqn = new_cq(new_eq(4, 0), 4) };
	u8 qpc[IFC_SIZE(qpc)];

	new_qp(&q);
	ck_assert_uint_eq(move_qp(&q, MLX5_CMD_OP_INIT2RTR_QP, 0),
			  MLX5_CMD_STAT_BAD_QP_STATE_ERR);
	ck_assert_uint_eq(move_qp(&q, MLX5_CMD_OP_RTR2RTS_QP, 0),
			  MLX5_CMD_STAT_BAD_QP_STATE_ERR);
	connect_qp(&q, q.qpn);
	ck_assert_uint_eq(move_qp(&q, MLX5_CMD_OP_RST2INIT_QP, 0),
			  MLX5_CMD_STAT_BAD_QP_STATE_ERR);
	ck_assert_uint_eq(query_qp(q.qpn, qpc), 0);
	ck_assert_uint_eq(qpc[0] >> 4, MLX5_QP_STATE_RTS);
	ck_assert_uint_eq(move_qp(&q, MLX5_CMD_OP_2ERR_QP, 0), 0);
	ck_assert_uint_eq(move_qp(&q, MLX5_CMD_OP_RTS2RTS_QP, 0),
			  MLX5_CMD_STAT_BAD_QP_STATE_ERR);
	ck_assert_uint_eq(move_qp(&q, MLX5_CMD_OP_2RST_QP, 0), 0);
	ck_assert_uint_eq(query_qp(q.qpn, qpc), 0);
	ck_assert_uint_eq(qpc[0] >> 4, MLX5_QP_STATE_RST);
	/* What the transition does not name stays: the user's index. */
	ck_assert_uint_eq(GET(qpc, qpc, user_index), 0x1234);

	memset(in, 0, sizeof(in));
	SET(destroy_cq_in, in, cqn, q.cqn);
	ck_assert_uint_eq(run(MLX5_CMD_OP_DESTROY_CQ, 0, 16, 16),
			  MLX5_CMD_STAT_BAD_RES_STATE_ERR);
	SET(destroy_qp_in, in, qpn, q.qpn);
	ck_assert_uint_eq(run(MLX5_CMD_OP_DESTROY_QP, 0, 16, 16), 0);
	ck_assert_uint_eq(run(MLX5_CMD_OP_DESTROY_QP, 0, 16, 16),
			  MLX5_CMD_STAT_BAD_RES_ERR);
	SET(destroy_cq_in, in, cqn, q.cqn);
	ck_assert_uint_eq(run(MLX5_CMD_OP_DESTROY_CQ, 0, 16, 16), 0);
}
END_TEST

START_TEST(shared_queue_geometry)
{
	static const struct {
		u32 log_size, log_stride, log_page;
		u8 status;
	} t[] = {
		{ 7, 5, 0, MLX5_CMD_STAT_OK },
		{ 8, 5, 0, MLX5_CMD_STAT_BAD_INP_LEN_ERR },
		{ 16, 5, 0, MLX5_CMD_STAT_BAD_PARAM_ERR },
		{ 31, 15, 31, MLX5_CMD_STAT_BAD_PARAM_ERR },
		{ 0, 3, 0, MLX5_CMD_STAT_BAD_PARAM_ERR },
		{ 0, 12, 0, MLX5_CMD_STAT_BAD_PARAM_ERR },
	};
	u32 len = IFC_SIZE(create_rmp_in) + 8;
	u8 *wq = AT(create_rmp_in, in, ctx.wq);
	u32 i, pd = new_pd();

	for (i = 0; i < ARRAY_SIZE(t); i++) {
		memset(in, 0, sizeof(in));
		SET(wq, wq, pd, pd);
		SET(wq, wq, log_wq_sz, t[i].log_size);
		SET(wq, wq, log_wq_stride, t[i].log_stride);
		SET(wq, wq, log_wq_pg_sz, t[i].log_page);
		ck_assert_uint_eq(run(MLX5_CMD_OP_CREATE_RMP, 0, len, 16),
				  t[i].status);
	}
	SET(wq, wq, pd, pd + 1);
	SET(wq, wq, log_wq_stride, 4);
	ck_assert_uint_eq(run(MLX5_CMD_OP_CREATE_RMP, 0, len, 16),
			  MLX5_CMD_STAT_BAD_RES_ERR);

	/* The other kind has 6 bits for the size of a page. */
	memset(in, 0, sizeof(in));
	SET(create_xrc_srq_in, in, xrc_srq_context_entry.pd, pd);
	SET(create_xrc_srq_in, in, xrc_srq_context_entry.log_page_size, 63);
	SET(create_xrc_srq_in, in, xrc_srq_context_entry.page_offset, 63);
	len = IFC_SIZE(create_xrc_srq_in) + 8;
	ck_assert_uint_eq(run(MLX5_CMD_OP_CREATE_XRC_SRQ, 0, len, 16),
			  MLX5_CMD_STAT_BAD_PARAM_ERR);
	SET(create_xrc_srq_in, in, xrc_srq_context_entry.log_page_size, 0);
	ck_assert_uint_eq(run(MLX5_CMD_OP_CREATE_XRC_SRQ, 0, len, 16), 0);
	/* A number belongs to the kind that it was created as. */
	memcpy(in + 8, out + 8, 4);
	ck_assert_uint_eq(run(MLX5_CMD_OP_DESTROY_RMP, 0, 16, 16),
			  MLX5_CMD_STAT_BAD_RES_ERR);
	ck_assert_uint_eq(run(MLX5_CMD_OP_DESTROY_XRC_SRQ, 0, 16, 16), 0);
}
END_TEST

START_TEST(memory_key_geometry)
{
	const u32 head = IFC_SIZE(create_mkey_in);
	u8 *ctx = AT(create_mkey_in, in, memory_key_mkey_entry);
	u32 pd = new_pd();
	static const struct {
		u32 mode, octwords, room;
		u8 status;
	} t[] = {
		{ MLX5_MKC_ACCESS_MODE_MTT, 1, 16, MLX5_CMD_STAT_OK },
		{ MLX5_MKC_ACCESS_MODE_MTT, 2, 31,
		  MLX5_CMD_STAT_BAD_INP_LEN_ERR },
		{ MLX5_MKC_ACCESS_MODE_MTT, 0x7fffffff, 16,
		  MLX5_CMD_STAT_BAD_PARAM_ERR },
		{ MLX5_MKC_ACCESS_MODE_MTT, 0xffffffff, 16,
		  MLX5_CMD_STAT_BAD_PARAM_ERR },
		{ MLX5_MKC_ACCESS_MODE_MTT, 0x10000000, 16,
		  MLX5_CMD_STAT_BAD_PARAM_ERR },
		{ 7, 0, 0, MLX5_CMD_STAT_BAD_PARAM_ERR },
	};
	u32 i;

	for (i = 0; i < ARRAY_SIZE(t); i++) {
		memset(in, 0, sizeof(in));
		SET(mkc, ctx, pd, pd);
		SET(mkc, ctx, access_mode_1_0, t[i].mode & 3);
		SET(mkc, ctx, access_mode_4_2, t[i].mode >> 2);
		SET(create_mkey_in, in, translations_octword_actual_size,
		    t[i].octwords);
		ck_assert_uint_eq(run(MLX5_CMD_OP_CREATE_MKEY, 0,
				      head + t[i].room, 16), t[i].status);
	}
	memset(in, 0, sizeof(in));
	SET(mkc, ctx, pd, pd + 1);
	ck_assert_uint_eq(run(MLX5_CMD_OP_CREATE_MKEY, 0, head, 16),
			  MLX5_CMD_STAT_BAD_RES_ERR);
}
END_TEST

/* All bits set, in every command: nothing to expect but survival. */
START_TEST(all_ones)
{
	u32 i;

	for (i = 0; i < ARRAY_SIZE(commands); i++) {
		memset(in, 0xff, sizeof(in));
		run(commands[i].opcode, 0, sizeof(in), sizeof(out));
		memset(in, 0xff, sizeof(in));
		run(commands[i].opcode, 0xffff, commands[i].in,
		    commands[i].out);
	}
	ck_assert_uint_ne(new_pd(), 0);
}
END_TEST

TCase *command_case(void)
{
	TCase *tc = tcase_create("commands");

	tcase_set_timeout(tc, 120);
	tcase_add_checked_fixture(tc, emu_start, emu_stop);
	tcase_add_test(tc, too_short);
	tcase_add_test(tc, unknown_opcodes);
	tcase_add_test(tc, bad_numbers);
	tcase_add_test(tc, registers);
	tcase_add_test(tc, firmware_pages);
	tcase_add_test(tc, port_tables);
	tcase_add_test(tc, capabilities);
	tcase_add_test(tc, event_queue_geometry);
	tcase_add_test(tc, completion_queue_geometry);
	tcase_add_test(tc, queue_pair_geometry);
	tcase_add_test(tc, state_changes);
	tcase_add_test(tc, shared_queue_geometry);
	tcase_add_test(tc, memory_key_geometry);
	tcase_add_test(tc, all_ones);
	return tc;
}

/* Delivery status, as the kernel's cmd.c names them. */
enum {
	TOK_ERR = 0x2,
	BAD_BLK_NUM_ERR = 0x3,
	OUT_PTR_ALIGN_ERR = 0x4,
	IN_PTR_ALIGN_ERR = 0x5,
	IN_LENGTH_ERR = 0x7,
	OUT_LENGTH_ERR = 0x8,
	CMD_DESCR_ERR = 0x10,
};

/* A slot that asks for MAD_IFC, which has mailboxes on both sides. */
static u8 *good_slot(u64 *in_chain, u64 *out_chain)
{
	u8 *slot = cmd_slot();

	*in_chain = cmd_chain(1, 9);
	*out_chain = cmd_chain(1, 9);
	be_store(slot + offsetof(struct mlx5_cmd_layout, in), 2,
		 MLX5_CMD_OP_MAD_IFC);
	BE_SET(mlx5_cmd_layout, slot, inlen, 272);
	BE_SET(mlx5_cmd_layout, slot, outlen, 272);
	BE_SET(mlx5_cmd_layout, slot, in_ptr, *in_chain);
	BE_SET(mlx5_cmd_layout, slot, out_ptr, *out_chain);
	BE_SET(mlx5_cmd_layout, slot, token, 9);
	return slot;
}

static u8 ring(const u8 *slot)
{
	cmd_ring();
	ck_assert_uint_eq(BE_GET(mlx5_cmd_layout, slot, status_own) & 1, 0);
	return BE_GET(mlx5_cmd_layout, slot, status_own) >> 1;
}

START_TEST(mailbox_good)
{
	u64 ic, oc;

	ck_assert_uint_eq(ring(good_slot(&ic, &oc)), 0);
	/* Method GetResp, status: not supported */
	ck_assert_mem_eq(guest(oc) + 3, "\x81\x00\x0c", 3);
}
END_TEST

START_TEST(mailbox_lengths)
{
	static const struct {
		u32 in, out;
		u8 status;
	} t[] = {
		{ 0, 272, IN_LENGTH_ERR },
		{ 7, 272, IN_LENGTH_ERR },
		{ ~0u, 272, IN_LENGTH_ERR },
		{ 0x80000000, 272, IN_LENGTH_ERR },
		{ 272, 0, OUT_LENGTH_ERR },
		{ 272, 7, OUT_LENGTH_ERR },
		{ 272, ~0u, OUT_LENGTH_ERR },
		{ ~0u, ~0u, IN_LENGTH_ERR },
		/* longer than the chain of blocks */
		{ 16 + 513, 272, CMD_DESCR_ERR },
		{ 272, 16 + 513, CMD_DESCR_ERR },
		{ 4 << 20, 272, CMD_DESCR_ERR },
	};
	u64 ic, oc;
	u32 i;

	for (i = 0; i < ARRAY_SIZE(t); i++) {
		u8 *slot = good_slot(&ic, &oc);

		BE_SET(mlx5_cmd_layout, slot, inlen, t[i].in);
		BE_SET(mlx5_cmd_layout, slot, outlen, t[i].out);
		ck_assert_uint_eq(ring(slot), t[i].status);
	}
}
END_TEST

START_TEST(mailbox_pointers)
{
	static const struct {
		u64 addr;
		u8 in, out;
	} t[] = {
		{ 0, CMD_DESCR_ERR, CMD_DESCR_ERR },
		{ GUEST_BASE + 64, IN_PTR_ALIGN_ERR, OUT_PTR_ALIGN_ERR },
		{ GUEST_BASE - PAGE, CMD_DESCR_ERR, CMD_DESCR_ERR },
		{ GUEST_BASE + GUEST_SIZE, CMD_DESCR_ERR, CMD_DESCR_ERR },
		/* begins inside, ends outside */
		{ GUEST_BASE + GUEST_SIZE - 512, CMD_DESCR_ERR,
		  CMD_DESCR_ERR },
		{ ~0ull << 9, CMD_DESCR_ERR, CMD_DESCR_ERR },
	};
	u64 ic, oc;
	u32 i;

	for (i = 0; i < ARRAY_SIZE(t); i++) {
		u8 *slot = good_slot(&ic, &oc);

		BE_SET(mlx5_cmd_layout, slot, in_ptr, t[i].addr);
		ck_assert_uint_eq(ring(slot), t[i].in);
		slot = good_slot(&ic, &oc);
		BE_SET(mlx5_cmd_layout, slot, out_ptr, t[i].addr);
		ck_assert_uint_eq(ring(slot), t[i].out);
	}
}
END_TEST

START_TEST(mailbox_blocks)
{
	u64 ic, oc;
	u8 *slot = good_slot(&ic, &oc);

	BE_SET(mlx5_cmd_prot_block, guest(ic), token, 8);
	ck_assert_uint_eq(ring(slot), TOK_ERR);
	slot = good_slot(&ic, &oc);
	BE_SET(mlx5_cmd_prot_block, guest(oc), token, 8);
	ck_assert_uint_eq(ring(slot), TOK_ERR);
	slot = good_slot(&ic, &oc);
	BE_SET(mlx5_cmd_prot_block, guest(ic), block_num, 1);
	ck_assert_uint_eq(ring(slot), BAD_BLK_NUM_ERR);
	/* A chain that leads back to itself */
	slot = good_slot(&ic, &oc);
	BE_SET(mlx5_cmd_prot_block, guest(ic), next, ic);
	BE_SET(mlx5_cmd_layout, slot, inlen, 4 << 20);
	ck_assert_uint_eq(ring(slot), BAD_BLK_NUM_ERR);
	slot = good_slot(&ic, &oc);
	BE_SET(mlx5_cmd_prot_block, guest(oc), next, oc);
	BE_SET(mlx5_cmd_layout, slot, outlen, 4 << 20);
	ck_assert_uint_eq(ring(slot), BAD_BLK_NUM_ERR);
	/* And a slot that is no command at all */
	slot = good_slot(&ic, &oc);
	BE_SET(mlx5_cmd_layout, slot, type, 0);
	ck_assert_uint_eq(ring(slot), CMD_DESCR_ERR);
}
END_TEST

START_TEST(slots_outside)
{
	const u64 h = offsetof(struct mlx5_init_seg, cmdq_addr_h);
	const u64 l = offsetof(struct mlx5_init_seg, cmdq_addr_l_sz);
	u8 word[4] = { 0xff, 0xff, 0xff, 0xff };

	/* Slots that are empty, then slots that are not in memory. */
	bar_store(offsetof(struct mlx5_init_seg, cmd_dbell), ~0u, 4);
	bar_store(h, 0xffffffff, 4);
	bar_store(l, 0xfffff000, 4);
	bar_store(offsetof(struct mlx5_init_seg, cmd_dbell), ~0u, 4);
	/* Stores of other sizes are no doorbells. */
	ck_assert_uint_eq(vfu_access(VFU_WRITE, REGION_BAR0, 0x18, word, 1),
			  0);
	ck_assert_uint_eq(bar_load(h), 0xffffffff);
	ck_assert_uint_eq(bar_load(l), 0xfffff056);
}
END_TEST

TCase *mailbox_case(void)
{
	TCase *tc = tcase_create("mailboxes");

	tcase_set_timeout(tc, 60);
	tcase_add_checked_fixture(tc, emu_start, emu_stop);
	tcase_add_test(tc, mailbox_good);
	tcase_add_test(tc, mailbox_lengths);
	tcase_add_test(tc, mailbox_pointers);
	tcase_add_test(tc, mailbox_blocks);
	tcase_add_test(tc, slots_outside);
	return tc;
}
