// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* ACCESS_REG: the device's configuration registers. */
#include <string.h>

#include "cmd.h"

#define NODE_NAME	"mlx5emu"
#define SPEED_UP_TO_EDR	0x3f
#define SPEED_EDR	0x20
#define SPEED_100GBASE_CR4	(1u << 20)

/* reg holds the register as the driver sent it, and takes the answer. */
typedef u8 (*reg_handler)(struct hca *h, u8 *reg);

static u8 reg_node_desc(struct hca *h, u8 *reg)
{
	(void)h;
	memcpy(reg, NODE_NAME, sizeof(NODE_NAME));
	return MLX5_CMD_STAT_OK;
}

static u8 reg_ptys(struct hca *h, u8 *reg)
{
	if (h->ethernet) {
		SET(ptys_reg, reg, eth_proto_capability, SPEED_100GBASE_CR4);
		SET(ptys_reg, reg, eth_proto_oper, SPEED_100GBASE_CR4);
		return MLX5_CMD_STAT_OK;
	}
	SET(ptys_reg, reg, ib_link_width_capability,
	    MLX5_PTYS_WIDTH_1X | MLX5_PTYS_WIDTH_4X);
	SET(ptys_reg, reg, ib_link_width_oper, MLX5_PTYS_WIDTH_4X);
	SET(ptys_reg, reg, ib_proto_capability, SPEED_UP_TO_EDR);
	SET(ptys_reg, reg, ib_proto_oper, SPEED_EDR);
	return MLX5_CMD_STAT_OK;
}

static u8 reg_pmtu(struct hca *h, u8 *reg)
{
	(void)h;
	SET(pmtu_reg, reg, max_mtu, HCA_MTU);
	SET(pmtu_reg, reg, oper_mtu, HCA_MTU);
	SET(pmtu_reg, reg, admin_mtu, HCA_MTU);
	return MLX5_CMD_STAT_OK;
}

static u8 reg_pvlc(struct hca *h, u8 *reg)
{
	(void)h;
	SET(pvlc_reg, reg, vl_hw_cap, 1);
	SET(pvlc_reg, reg, vl_operational, 1);
	return MLX5_CMD_STAT_OK;
}

/* Everything here is big-endian in any case. */
static u8 reg_host_endianness(struct hca *h, u8 *reg)
{
	(void)h;
	(void)reg;
	return MLX5_CMD_STAT_OK;
}

static const struct {
	u16 id;
	u16 size;
	bool writable;
	reg_handler handler;
} rows[] = {
	{ MLX5_REG_NODE_DESC, 64, false, reg_node_desc },
	{ MLX5_REG_PTYS, IFC_SIZE(ptys_reg), false, reg_ptys },
	{ MLX5_REG_PMTU, IFC_SIZE(pmtu_reg), false, reg_pmtu },
	{ MLX5_REG_PVLC, IFC_SIZE(pvlc_reg), false, reg_pvlc },
	{ MLX5_REG_HOST_ENDIANNESS, IFC_SIZE(register_host_endianness), true,
	  reg_host_endianness },
	{ MLX5_REG_RESOURCE_DUMP, IFC_SIZE(resource_dump), true,
	  reg_resource_dump },
};

/* op_mod: 0 writes, 1 reads. */
u8 cmd_access_reg(struct hca *h, const struct cmd *cmd)
{
	u16 id = GET(access_register_in, cmd->in, register_id);
	u8 *reg = AT(access_register_out, cmd->out, register_data);
	u32 i;

	for (i = 0; i < ARRAY_SIZE(rows); i++)
		if (rows[i].id == id)
			break;
	if (i == ARRAY_SIZE(rows) || cmd->op_mod > 1 ||
	    (!cmd->op_mod && !rows[i].writable))
		return MLX5_CMD_STAT_BAD_PARAM_ERR;
	if (cmd->in_len < IFC_OFF(access_register_in, register_data) +
			  rows[i].size)
		return MLX5_CMD_STAT_BAD_INP_LEN_ERR;
	if (cmd->out_len < IFC_OFF(access_register_out, register_data) +
			   rows[i].size)
		return MLX5_CMD_STAT_BAD_OUTP_LEN_ERR;
	memcpy(reg, CAT(access_register_in, cmd->in, register_data),
	       rows[i].size);
	return rows[i].handler(h, reg);
}
