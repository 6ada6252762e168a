// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Names as the RDMA world writes them. */

#include "mlx5wqe.h"
#include "tables.h"

struct name {
	uint32_t value;
	const char *name;
};

static const struct name qp_type_names[] = {
	{ MLX5WQE_QPT_GSI, "GSI" },
	{ MLX5WQE_QPT_RC, "RC" },
	{ MLX5WQE_QPT_UC, "UC" },
	{ MLX5WQE_QPT_UD, "UD" },
	{ MLX5WQE_QPT_RAW_PACKET, "RAW_PACKET" },
	{ MLX5WQE_QPT_XRC_INI, "XRC_INI" },
	{ MLX5WQE_QPT_XRC_TGT, "XRC_TGT" },
	{ MLX5WQE_QPT_DRIVER, "DRIVER" },
	{ MLX5WQE_QPT_REG_UMR, "REG_UMR" },
	{ MLX5WQE_QPT_DCI, "DCI" },
	{ MLX5WQE_QPT_SMI, "SMI" },
	{ 0, NULL },
};

/* enum ibv_qp_state */
static const struct name state_names[] = {
	{ 0, "RESET" },
	{ 1, "INIT" },
	{ 2, "RTR" },
	{ 3, "RTS" },
	{ 4, "SQD" },
	{ 5, "SQE" },
	{ 6, "ERR" },
	{ 0, NULL },
};

static const char *find_name(const struct name *names, uint32_t value)
{
	for (; names->name; names++)
		if (names->value == value)
			return names->name;
	return NULL;
}

const char *mlx5wqe_opcode_name(uint32_t opcode)
{
	const struct opcode_desc *desc = opcode_find(opcode);

	return desc ? desc->name : NULL;
}

const char *mlx5wqe_opmod_name(uint32_t opcode, uint32_t opmod)
{
	const struct opcode_desc *desc = opcode_find(opcode);
	const struct form_desc *form = NULL;

	if (desc && opmod <= UINT8_MAX)
		form = form_find(desc, (uint8_t)opmod);
	return form ? form->name : NULL;
}

const char *mlx5wqe_qp_type_name(uint32_t qp_type)
{
	return find_name(qp_type_names, qp_type);
}

const char *mlx5wqe_state_name(uint32_t state)
{
	return find_name(state_names, state);
}
