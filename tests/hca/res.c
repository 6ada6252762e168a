// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Objects that are nothing but a number here: pages of doorbells, PDs, ... */
#include <errno.h>

#include "cmd.h"

/* Where the number is in the answer to alloc and in the dealloc command. */
struct res_row {
	u16 alloc;
	u16 dealloc;
	u16 out_bit;
	u16 in_bit;
	u16 bits;
	u32 first;
	u32 end;
};

#define RES(kind, op, a, d, layout_a, layout_d, field, lo, hi) \
	[kind] = { MLX5_CMD_OP_##a##_##op, MLX5_CMD_OP_##d##_##op, \
		   IFC_BIT(layout_a##_out, field), \
		   IFC_BIT(layout_d##_in, field), \
		   IFC_BITS(layout_d##_in, field), lo, hi }

static const struct res_row rows[RES_KINDS] = {
	RES(RES_UAR, UAR, ALLOC, DEALLOC, alloc_uar, dealloc_uar, uar,
	    HCA_UAR_FIRST, HCA_UAR_END),
	RES(RES_PD, PD, ALLOC, DEALLOC, alloc_pd, dealloc_pd, pd, 1, 65536),
	RES(RES_TD, TRANSPORT_DOMAIN, ALLOC, DEALLOC, alloc_transport_domain,
	    dealloc_transport_domain, transport_domain, 1, 1024),
	RES(RES_XRCD, XRCD, ALLOC, DEALLOC, alloc_xrcd, dealloc_xrcd, xrcd,
	    1, 1024),
	RES(RES_UCTX, UCTX, CREATE, DESTROY, create_uctx, destroy_uctx, uid,
	    1, 256),
	RES(RES_TIS, TIS, CREATE, DESTROY, create_tis, destroy_tis, tisn, 1,
	    1024),
	RES(RES_TIR, TIR, CREATE, DESTROY, create_tir, destroy_tir, tirn, 1,
	    1024),
	RES(RES_RQT, RQT, CREATE, DESTROY, create_rqt, destroy_rqt, rqtn, 1,
	    1024),
	/* One command creates several of them: see cmd_create_psv(). */
	[RES_PSV] = { MLX5_CMD_OP_CREATE_PSV, MLX5_CMD_OP_DESTROY_PSV, 0,
		      IFC_BIT(destroy_psv_in, psvn),
		      IFC_BITS(destroy_psv_in, psvn), 1, 65536 },
};

int res_init(struct hca *h)
{
	u32 i;

	for (i = 0; i < RES_KINDS; i++)
		if (table_init(&h->res[i], rows[i].first, rows[i].end))
			return ENOMEM;
	return 0;
}

static void nothing_to_free(void *obj)
{
	(void)obj;
}

void res_exit(struct hca *h)
{
	u32 i;

	for (i = 0; i < RES_KINDS; i++)
		table_exit(&h->res[i], nothing_to_free);
}

bool res_exists(const struct hca *h, enum res_kind kind, u32 num)
{
	return table_get(&h->res[kind], num);
}

u8 cmd_res_alloc(struct hca *h, const struct cmd *cmd)
{
	u32 i, num;

	for (i = 0; rows[i].alloc != cmd->opcode; i++)
		;
	num = table_add(&h->res[i], h);
	if (!num)
		return MLX5_CMD_STAT_NO_RES_ERR;
	ifc_store(cmd->out, rows[i].out_bit, rows[i].bits, num);
	return MLX5_CMD_STAT_OK;
}

u8 cmd_create_psv(struct hca *h, const struct cmd *cmd)
{
	static const u16 out_bits[] = {
		IFC_BIT(create_psv_out, psv0_index),
		IFC_BIT(create_psv_out, psv1_index),
		IFC_BIT(create_psv_out, psv2_index),
		IFC_BIT(create_psv_out, psv3_index),
	};
	u32 i, num, n = GET(create_psv_in, cmd->in, num_psv);

	if (!n || n > ARRAY_SIZE(out_bits))
		return MLX5_CMD_STAT_BAD_PARAM_ERR;
	if (!res_exists(h, RES_PD, GET(create_psv_in, cmd->in, pd)))
		return MLX5_CMD_STAT_BAD_RES_ERR;
	for (i = 0; i < n; i++) {
		num = table_add(&h->res[RES_PSV], h);
		if (!num)
			return MLX5_CMD_STAT_NO_RES_ERR;
		ifc_store(cmd->out, out_bits[i], rows[RES_PSV].bits, num);
	}
	return MLX5_CMD_STAT_OK;
}

u8 cmd_res_dealloc(struct hca *h, const struct cmd *cmd)
{
	u32 i, num;

	for (i = 0; rows[i].dealloc != cmd->opcode; i++)
		;
	num = ifc_load(cmd->in, rows[i].in_bit, rows[i].bits);
	return table_del(&h->res[i], num) ? MLX5_CMD_STAT_OK :
					    MLX5_CMD_STAT_BAD_RES_ERR;
}
