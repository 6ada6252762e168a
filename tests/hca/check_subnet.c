// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* The port, the subnet's administrator, multicast. */
#include "config.h"

#include <string.h>

#include "check_emu.h"

#define ALL_LOCAL	(MLX5_PERM_LOCAL_READ | MLX5_PERM_LOCAL_WRITE)
#define SIGNALED	MLX5_WQE_CTRL_CQ_UPDATE
#define GUID		0x0c42a10300abcd00ull
#define QKEY		0x11111111
#define MAD_LEN		256
#define GRH_LEN		40

static u32 pd, cqn, key;
static u64 mem;

static void start(struct queue *q, u8 st)
{
	struct queue fresh = { .st = st, .log_sq = 4, .log_rq = 2 };

	if (!pd) {
		pd = new_pd();
		mem = guest_alloc(4 * PAGE);
		key = new_mkey(pd, ALL_LOCAL, mem, 4 * PAGE);
	}
	cqn = new_cq(new_eq(6, 0), 6);
	*q = fresh;
	q->pd = pd;
	q->cqn = cqn;
	new_qp(q);
	connect_qp(q, 0);
}

static void setup(void)
{
	pd = 0;
	emu_start();
}

/* Send bytes of memory to a QPN; gid: with a route, to this group. */
static void post_datagram(struct queue *q, u32 qpn, const u8 *gid, u64 addr,
			  u32 len)
{
	u8 segs[64] = { 0 };

	be_store(segs, 4, QKEY);
	be_store(segs + 8, 4, MLX5_EXTENDED_UD_AV | qpn);
	if (gid) {
		be_store(segs + 28, 4, 1u << 30);
		memcpy(segs + 32, gid, 16);
	}
	put_data(segs + 48, addr, key, len);
	post_wqe(q, MLX5_OPCODE_SEND, 5, 0, 0, segs, sizeof(segs));
}

/* Ask the administrator, as QP1 does; returns where its answer is. */
static const u8 *ask(struct queue *q, u8 method, u16 attribute,
		     const void *data, u32 size)
{
	u8 *mad = guest(mem);
	const u8 *cqe;

	memset(mad, 0, MAD_LEN);
	mad[0] = 1;
	mad[1] = 3;
	mad[2] = 2;
	mad[3] = method;
	be_store(mad + 8, 8, 0x1020304050607080);
	be_store(mad + 16, 2, attribute);
	memcpy(mad + 56, data, size);
	post_receive(q, mem + PAGE, key, GRH_LEN + MAD_LEN);
	post_datagram(q, 1, NULL, mem, MAD_LEN);
	cqe = await_cqe(q->cqn);
	ck_assert_ptr_nonnull(cqe);
	ck_assert_uint_eq(cqe[63] >> 4, MLX5_CQE_RESP_SEND);
	ck_assert_uint_eq(be_load(cqe + 44, 4), GRH_LEN + MAD_LEN);
	ck_assert_uint_eq(be_load(cqe + 24, 4), 1);		/* from QP1 */
	ck_assert_uint_eq(be_load(cqe + 36, 4), 0xffff);	/* P_Key */
	mad = guest(mem + PAGE + GRH_LEN);
	ck_assert_uint_eq(be_load(mad + 8, 8), 0x1020304050607080);
	return mad;
}

START_TEST(path_record)
{
	u8 record[64] = { 0 };
	const u8 *mad;
	struct queue q;

	start(&q, MLX5_QP_ST_QP1);
	be_store(record + 8, 8, 0xfe80000000000000);
	be_store(record + 16, 8, GUID);
	mad = ask(&q, 0x01, 0x35, record, sizeof(record));
	ck_assert_uint_eq(mad[3], 0x81);
	ck_assert_uint_eq(be_load(mad + 4, 2), 0);
	ck_assert_mem_eq(mad + 56 + 8, record + 8, 16);
	ck_assert_mem_eq(mad + 56 + 40, "\0\1\0\1", 4);	/* both LIDs */
	ck_assert_uint_eq(mad[56 + 49], 0x81);	/* reversible, one path */
	ck_assert_mem_eq(mad + 56 + 50, "\xff\xff", 2);

	be_store(record + 16, 8, GUID + 1);
	mad = ask(&q, 0x01, 0x35, record, sizeof(record));
	ck_assert_uint_eq(be_load(mad + 4, 2), 0x0300);
	mad = ask(&q, 0x01, 0x31, record, sizeof(record));
	ck_assert_uint_eq(be_load(mad + 4, 2), 0x000c);
	/* What is no request is for QP1 itself. */
	mad = ask(&q, 0x81, 0x35, record, sizeof(record));
	ck_assert_mem_eq(mad, guest(mem), MAD_LEN);
}
END_TEST

START_TEST(member_record)
{
	u8 record[52] = { 0xff, 0x12 };
	const u8 *mad;
	struct queue q;

	start(&q, MLX5_QP_ST_QP1);
	mad = ask(&q, 0x02, 0x38, record, sizeof(record));
	ck_assert_uint_eq(mad[3], 0x81);
	ck_assert_uint_eq(be_load(mad + 56 + 32, 4), 0x0b1b);
	ck_assert_uint_eq(be_load(mad + 56 + 36, 2), 0xc000);
	record[15] = 1;
	be_store(record + 32, 4, 0x1234);
	mad = ask(&q, 0x02, 0x38, record, sizeof(record));
	ck_assert_uint_eq(be_load(mad + 56 + 32, 4), 0x1234);
	ck_assert_uint_eq(be_load(mad + 56 + 36, 2), 0xc001);
	record[15] = 0;
	mad = ask(&q, 0x15, 0x38, record, sizeof(record));
	ck_assert_uint_eq(mad[3], 0x95);
	ck_assert_uint_eq(be_load(mad + 56 + 36, 2), 0xc000);
}
END_TEST

static u8 group(u16 opcode, u32 qpn, const u8 *gid)
{
	u8 in[IFC_SIZE(attach_to_mcg_in)] = { 0 };
	u8 out[IFC_SIZE(attach_to_mcg_out)];

	SET(attach_to_mcg_in, in, opcode, opcode);
	SET(attach_to_mcg_in, in, qpn, qpn);
	memcpy(AT(attach_to_mcg_in, in, multicast_gid), gid, 16);
	return cmd_run(in, sizeof(in), out, sizeof(out));
}

START_TEST(multicast)
{
	static const u8 gid[16] = { 0xff, 0x12, 0x40 };
	static const u8 other[16] = { 0xff, 0x12, 0x41 };
	struct queue q[3];
	u32 i;

	for (i = 0; i < 3; i++) {
		start(&q[i], MLX5_QP_ST_UD);
		ck_assert_uint_eq(group(MLX5_CMD_OP_ATTACH_TO_MCG, q[i].qpn,
					gid), 0);
		post_receive(&q[i], mem + (i + 1) * PAGE, key, 140);
		post_receive(&q[i], mem + (i + 1) * PAGE, key, 140);
	}
	memset(guest(mem), 0x5c, 100);
	post_datagram(&q[0], 0xffffff, gid, mem, 100);
	for (i = 1; i < 3; i++) {
		const u8 *cqe = await_cqe(q[i].cqn);

		ck_assert_ptr_nonnull(cqe);
		ck_assert_uint_eq(be_load(cqe + 44, 4), 140);
		ck_assert_mem_eq(guest(mem + (i + 1) * PAGE + 40),
				 guest(mem), 100);
	}
	/* Not to those who are no members, nor to the sender. */
	ck_assert_uint_eq(group(MLX5_CMD_OP_DETACH_FROM_MCG, q[1].qpn, gid),
			  0);
	ck_assert_uint_eq(group(MLX5_CMD_OP_DETACH_FROM_MCG, q[1].qpn, gid),
			  MLX5_CMD_STAT_BAD_RES_ERR);
	ck_assert_uint_eq(group(MLX5_CMD_OP_ATTACH_TO_MCG, 0xfffffe, gid),
			  MLX5_CMD_STAT_BAD_RES_ERR);
	post_datagram(&q[0], 0xffffff, gid, mem, 100);
	post_datagram(&q[0], 0xffffff, other, mem, 100);
	post_datagram(&q[0], 0xffffff, NULL, mem, 100);
	ck_assert_ptr_null(next_cqe(q[0].cqn));
	ck_assert_ptr_null(next_cqe(q[1].cqn));
	ck_assert_ptr_nonnull(await_cqe(q[2].cqn));
	ck_assert_ptr_null(next_cqe(q[2].cqn));
}
END_TEST

static u32 capabilities(void)
{
	u8 in[IFC_SIZE(query_hca_vport_context_in)] = { 0 };
	u8 out[IFC_SIZE(query_hca_vport_context_out)];

	SET(query_hca_vport_context_in, in, opcode,
	    MLX5_CMD_OP_QUERY_HCA_VPORT_CONTEXT);
	ck_assert_uint_eq(cmd_run(in, sizeof(in), out, sizeof(out)), 0);
	return GET(query_hca_vport_context_out, out,
		   hca_vport_context.cap_mask1);
}

static u8 set_capabilities(u32 mask, u32 value)
{
	u8 in[IFC_SIZE(modify_hca_vport_context_in)] = { 0 };
	u8 out[IFC_SIZE(modify_hca_vport_context_out)];

	SET(modify_hca_vport_context_in, in, opcode,
	    MLX5_CMD_OP_MODIFY_HCA_VPORT_CONTEXT);
	SET(modify_hca_vport_context_in, in,
	    hca_vport_context.cap_mask1_field_select, mask);
	SET(modify_hca_vport_context_in, in, hca_vport_context.cap_mask1,
	    value);
	return cmd_run(in, sizeof(in), out, sizeof(out));
}

/* The bits that connection and device managers set. */
START_TEST(port_capabilities)
{
	u32 before = capabilities();

	ck_assert_uint_eq(before & 0x90000, 0x10000);
	ck_assert_uint_eq(set_capabilities(0x90000, 0xfff80000), 0);
	ck_assert_uint_eq(capabilities(), (before & ~0x90000u) | 0x80000);
	ck_assert_uint_eq(set_capabilities(0x90004, 0),
			  MLX5_CMD_STAT_BAD_PARAM_ERR);
	ck_assert_uint_eq(capabilities(), (before & ~0x90000u) | 0x80000);
}
END_TEST

START_TEST(ethernet_port)
{
	u8 in[IFC_SIZE(access_register_in) + IFC_SIZE(ptys_reg)] = { 0 };
	u8 out[IFC_SIZE(query_nic_vport_context_out)];
	static u8 caps[IFC_SIZE(query_hca_cap_out)];
	const u8 *c = AT(query_nic_vport_context_out, out, nic_vport_context);

	SET(query_hca_cap_in, in, opcode, MLX5_CMD_OP_QUERY_HCA_CAP);
	ck_assert_uint_eq(cmd_run(in, IFC_SIZE(query_hca_cap_in), caps,
				  sizeof(caps)), 0);
	ck_assert_uint_eq(GET(cmd_hca_cap, AT(query_hca_cap_out, caps,
					      capability), port_type), 1);
	SET(query_nic_vport_context_in, in, opcode,
	    MLX5_CMD_OP_QUERY_NIC_VPORT_CONTEXT);
	ck_assert_uint_eq(cmd_run(in, IFC_SIZE(query_nic_vport_context_in),
				  out, sizeof(out)), 0);
	ck_assert_uint_eq(GET(nic_vport_context, c, node_guid), GUID);
	ck_assert_mem_eq(AT(nic_vport_context, c, permanent_address) + 2,
			 "\x0c\x42\xa1\xab\xcd\x00", 6);
	SET(access_register_in, in, opcode, MLX5_CMD_OP_ACCESS_REG);
	SET(access_register_in, in, op_mod, 1);
	SET(access_register_in, in, register_id, MLX5_REG_PTYS);
	ck_assert_uint_eq(cmd_run(in, sizeof(in), out,
				  IFC_SIZE(access_register_out) +
				  IFC_SIZE(ptys_reg)), 0);
	c = AT(access_register_out, out, register_data);
	ck_assert_uint_eq(GET(ptys_reg, c, eth_proto_oper), 1 << 20);
	ck_assert_uint_eq(GET(ptys_reg, c, ib_proto_oper), 0);
}
END_TEST

TCase *ethernet_case(void)
{
	TCase *tc = tcase_create("Ethernet port");

	tcase_set_timeout(tc, 60);
	tcase_add_checked_fixture(tc, emu_start_ethernet, emu_stop);
	tcase_add_test(tc, ethernet_port);
	return tc;
}

TCase *subnet_case(void)
{
	TCase *tc = tcase_create("subnet");

	tcase_set_timeout(tc, 60);
	tcase_add_checked_fixture(tc, setup, emu_stop);
	tcase_add_test(tc, path_record);
	tcase_add_test(tc, member_record);
	tcase_add_test(tc, multicast);
	tcase_add_test(tc, port_capabilities);
	return tc;
}
