// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Error CQEs: their fields, and what the syndromes say. */

#include <errno.h>

#include <infiniband/mlx5dv.h>
#include <infiniband/verbs.h>

#include "bytes.h"
#include "mlx5wqe.h"
#include "sized.h"

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

/*
 * struct mlx5_err_cqe of mlx5dv.h leaves a gap in front of vendor_err_synd;
 * linux/mlx5/mlx5_ifc.h (struct mlx5_ifc_cqe_error_syndrome_bits) names what
 * the four bytes hold that end with the syndrome.
 */
enum {
	OFFSET_HW_SYNDROME = 0x34,
	OFFSET_HW_SYNDROME_TYPE = 0x35,
};

_Static_assert(sizeof(struct mlx5_err_cqe) == 64, "error CQE");
_Static_assert(sizeof(struct mlx5_cqe64) == sizeof(struct mlx5_err_cqe),
	       "an error CQE is as large as any other");
_Static_assert(offsetof(struct mlx5_err_cqe, srqn) ==
	       offsetof(struct mlx5_cqe64, srqn_uidx), "srqn");
_Static_assert(offsetof(struct mlx5_err_cqe, op_own) ==
	       offsetof(struct mlx5_cqe64, op_own), "op_own");
_Static_assert(offsetof(struct mlx5_err_cqe, wqe_counter) ==
	       offsetof(struct mlx5_cqe64, wqe_counter), "wqe_counter");
_Static_assert(offsetof(struct mlx5_err_cqe, vendor_err_synd) ==
	       OFFSET_HW_SYNDROME + 2, "hw syndrome");

struct cqe_field {
	uint16_t offset;	/* of the big-endian word that holds it, bytes */
	uint8_t size;		/* of that word, bytes */
	uint8_t shift;
	uint8_t bits;
	uint16_t to;		/* where it goes in struct mlx5wqe_cqe */
};

#define FIELD(offset_, size_, shift_, bits_, to_)			\
	{ .offset = offset_, .size = size_, .shift = shift_,		\
	  .bits = bits_, .to = offsetof(struct mlx5wqe_cqe, to_) }
#define MEMBER(member, shift_, bits_, to_)				\
	FIELD(offsetof(struct mlx5_err_cqe, member),			\
	      sizeof(((struct mlx5_err_cqe *)NULL)->member), shift_,	\
	      bits_, to_)

static const struct cqe_field cqe_fields[] = {
	MEMBER(srqn, 0, 32, srqn_or_user_index),
	FIELD(OFFSET_HW_SYNDROME, 1, 0, 8, hw_syndrome),
	FIELD(OFFSET_HW_SYNDROME_TYPE, 1, 4, 4, hw_syndrome_type),
	MEMBER(vendor_err_synd, 0, 8, vendor_syndrome),
	MEMBER(syndrome, 0, 8, syndrome),
	MEMBER(s_wqe_opcode_qpn, 24, 8, wqe_opcode),
	MEMBER(s_wqe_opcode_qpn, 0, 24, qpn),
	MEMBER(wqe_counter, 0, 16, wqe_counter),
	MEMBER(signature, 0, 8, signature),
	MEMBER(op_own, 4, 4, opcode),
};

static uint32_t get_field(const uint8_t *cqe, const struct cqe_field *field)
{
	uint32_t word = (uint32_t)get_be(cqe + field->offset, field->size);

	word >>= field->shift;
	return field->bits < 32 ? word & ((1u << field->bits) - 1) : word;
}

static void get_fields(const uint8_t *cqe, struct mlx5wqe_cqe *ours)
{
	uint32_t value;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(cqe_fields); i++) {
		value = get_field(cqe, &cqe_fields[i]);
		memcpy((uint8_t *)ours + cqe_fields[i].to, &value,
		       sizeof(value));
	}
	if (ours->opcode == MLX5_CQE_REQ_ERR) {
		ours->comp_mask |= MLX5WQE_CQE_WQE_OPCODE;
	} else {
		ours->side = MLX5WQE_RESPONDER;
		ours->wqe_opcode = 0;
	}
}

int mlx5wqe_cqe_decode_sized(const void *cqe, size_t length,
			     struct mlx5wqe_cqe *fields, size_t size)
{
	struct mlx5wqe_cqe ours = {};
	const uint8_t *bytes = cqe;
	uint32_t opcode;
	int ret = 0;

	if (!cqe || !fields || length != sizeof(struct mlx5_err_cqe))
		return EINVAL;
	opcode = bytes[offsetof(struct mlx5_err_cqe, op_own)] >> 4;
	if (opcode == MLX5_CQE_REQ_ERR || opcode == MLX5_CQE_RESP_ERR) {
		get_fields(bytes, &ours);
	} else {
		ours.opcode = opcode;
		ret = ENOMSG;
	}
	sized_out(fields, size, &ours, sizeof(ours));
	return ret;
}

#define SYNDROME(name_, status_, meaning_)				\
	{ .syndrome = MLX5_CQE_SYNDROME_##name_, .status = status_,	\
	  .name = #name_, .meaning = meaning_ }

static const struct mlx5wqe_syndrome syndromes[] = {
	SYNDROME(LOCAL_LENGTH_ERR, IBV_WC_LOC_LEN_ERR,
		 "The local lengths do not fit: a message longer than the receive WQE, longer than the port allows, or a WQE whose lengths the adapter refuses."),
	SYNDROME(LOCAL_QP_OP_ERR, IBV_WC_LOC_QP_OP_ERR,
		 "The adapter cannot execute the WQE on this QP: malformed, or not allowed in the QP's type or state."),
	SYNDROME(LOCAL_PROT_ERR, IBV_WC_LOC_PROT_ERR,
		 "A local buffer of the WQE is not covered by its lkey: wrong lkey, address or length outside the memory region, region gone, or missing permission."),
	SYNDROME(WR_FLUSH_ERR, IBV_WC_WR_FLUSH_ERR,
		 "The WQE was never executed: the QP had gone to the error state before, so look for the first error of this QP."),
	SYNDROME(MW_BIND_ERR, IBV_WC_MW_BIND_ERR,
		 "A memory management operation (memory window bind or UMR) was refused: check the mkeys that the WQE names and their permissions."),
	SYNDROME(BAD_RESP_ERR, IBV_WC_BAD_RESP_ERR,
		 "The remote side answered with something that does not fit the request."),
	SYNDROME(LOCAL_ACCESS_ERR, IBV_WC_LOC_ACCESS_ERR,
		 "An incoming request was denied access to local memory."),
	SYNDROME(REMOTE_INVAL_REQ_ERR, IBV_WC_REM_INV_REQ_ERR,
		 "The remote side refused the request as invalid: an operation that its QP or memory region does not allow, or a message longer than its receive WQE."),
	SYNDROME(REMOTE_ACCESS_ERR, IBV_WC_REM_ACCESS_ERR,
		 "The remote side refused access to its memory: rkey wrong or no longer valid, address and length outside its memory region, or missing permission."),
	SYNDROME(REMOTE_OP_ERR, IBV_WC_REM_OP_ERR,
		 "The remote side failed while it executed the request: the cause is in its own completion error, look there."),
	SYNDROME(TRANSPORT_RETRY_EXC_ERR, IBV_WC_RETRY_EXC_ERR,
		 "The remote side did not acknowledge in time, in any of the retries: peer or its QP gone, wrong address, or a path that loses packets."),
	SYNDROME(RNR_RETRY_EXC_ERR, IBV_WC_RNR_RETRY_EXC_ERR,
		 "The remote side had no receive WQE posted, in all of the retries."),
	SYNDROME(REMOTE_ABORTED_ERR, IBV_WC_REM_ABORT_ERR,
		 "The remote side aborted the operation."),
};

int mlx5wqe_syndrome_query_sized(uint32_t syndrome,
				 struct mlx5wqe_syndrome *info, size_t size)
{
	size_t i;

	if (!info)
		return EINVAL;
	for (i = 0; i < ARRAY_SIZE(syndromes); i++) {
		if (syndromes[i].syndrome != syndrome)
			continue;
		sized_out(info, size, &syndromes[i], sizeof(syndromes[i]));
		return 0;
	}
	return ENOENT;
}

/* Pairs whose cause at least two independent public reports agree on */
static const struct {
	uint8_t syndrome;
	uint8_t vendor_syndrome;
	const char *cause;
	const char *source;
} seen[] = {
	{ MLX5_CQE_SYNDROME_TRANSPORT_RETRY_EXC_ERR, 0x81,
	  "a peer or path that does not answer",
	  "https://github.com/openucx/ucx/issues/5199 https://github.com/NVIDIA/nccl/issues/1405" },
	{ MLX5_CQE_SYNDROME_REMOTE_ACCESS_ERR, 0x88,
	  "an rkey or address that the remote side does not accept, often a memory region that is gone",
	  "https://github.com/openucx/ucx/issues/5410 https://github.com/spdk/spdk/issues/1387" },
	{ MLX5_CQE_SYNDROME_REMOTE_OP_ERR, 0x89,
	  "a local error at the remote side",
	  "https://github.com/openucx/ucx/issues/5472 https://github.com/openucx/ucx/issues/10755" },
	{ MLX5_CQE_SYNDROME_WR_FLUSH_ERR, 0xf9,
	  "a WQE flushed behind another that failed",
	  "https://github.com/NVIDIA/nccl/issues/1814 https://github.com/ruihong123/dLSM/issues/7" },
};

const char *mlx5wqe_vendor_seen(uint32_t syndrome, uint32_t vendor_syndrome,
				const char **source)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(seen); i++) {
		if (seen[i].syndrome != syndrome ||
		    seen[i].vendor_syndrome != vendor_syndrome)
			continue;
		if (source)
			*source = seen[i].source;
		return seen[i].cause;
	}
	return NULL;
}
