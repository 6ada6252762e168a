// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB

#include <infiniband/mlx5dv.h>

#include "ctrl.h"
#include "dump.h"
#include "dumpkind.h"
#include "mlx5wqe.h"

#define TAIL (CQE_BYTES - HEXROW_BYTES)
#define TAIL_OFFSET(member) (offsetof(struct mlx5_err_cqe, member) - TAIL)
#define FORMAT_MASK 0x0c	/* of op_own: no inline data, not compressed */
#define SLOT_BYTES 64u		/* of a send queue */

_Static_assert(sizeof(struct mlx5_err_cqe) == CQE_BYTES, "error CQE");

static bool is_error_opcode(uint8_t op_own)
{
	return op_own >> 4 == MLX5_CQE_REQ_ERR ||
	       op_own >> 4 == MLX5_CQE_RESP_ERR;
}

bool is_error_cqe(const uint8_t *bytes)
{
	return is_error_opcode(bytes[offsetof(struct mlx5_err_cqe, op_own)]);
}

static bool is_cqe_tail(const uint8_t *bytes)
{
	uint8_t op_own = bytes[TAIL_OFFSET(op_own)];
	struct mlx5wqe_syndrome info;

	return is_error_opcode(op_own) && !(op_own & FORMAT_MASK) &&
	       !mlx5wqe_syndrome_query(bytes[TAIL_OFFSET(syndrome)], &info);
}

bool looks_like_cqe(const uint8_t *bytes)
{
	unsigned int i, zeros = 0;

	for (i = 0; i < CQE_BYTES; i++)
		zeros += !bytes[i];
	return zeros >= CQE_BYTES / 2 && is_cqe_tail(bytes + TAIL);
}

/* The timestamp's place is empty in most error CQEs. */
bool looks_like_cqe_end(const uint8_t *bytes)
{
	return !bytes[0] && !bytes[1] && is_cqe_tail(bytes);
}

bool looks_like_wqe(const uint8_t *bytes, size_t length)
{
	size_t size, slots;
	struct wqe_ctrl ctrl;

	if (length < WQE_CTRL_BYTES)
		return false;
	wqe_ctrl_get(bytes, &ctrl);
	size = ctrl.ds * WQE_DS_UNITS;
	slots = (size + SLOT_BYTES - 1) / SLOT_BYTES * SLOT_BYTES;
	return mlx5wqe_opcode_name(ctrl.opcode) && ctrl.ds && ctrl.qpn &&
	       !(ctrl.fm_ce_se & WQE_FM_CE_SE_RESERVED) && length >= size &&
	       length <= slots;
}

void swap_words(uint8_t *to, const uint8_t *from, size_t length,
		unsigned int width)
{
	size_t i;

	for (i = 0; i < length; i++)
		to[i] = from[i - i % width + (width - 1 - i % width)];
}
