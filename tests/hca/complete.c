// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Build completions. */
#include "exec.h"

#define CQE_SIZE	sizeof(struct mlx5_cqe64)
#define OPCODE_SHIFT	4
#define SQ_OPCODE_SHIFT	24
#define GRH_PRESENT	(1u << 28)
#define GSI_PKEY	0xffff

struct cqe_owner requester_of(const struct qp *qp)
{
	return (struct cqe_owner){
		.qpn = qp->qpn,
		.cqn = GET(qpc, qp->ctx, cqn_snd),
		.user_index = GET(qpc, qp->ctx, user_index),
	};
}

static void start_cqe(const struct cqe_owner *owner, u8 *cqe, u8 opcode,
		      u16 counter)
{
	/* This is where version 1 of the CQE has the user's index. */
	BE_SET(mlx5_cqe64, cqe, srqn, owner->user_index);
	BE_SET(mlx5_cqe64, cqe, sop_drop_qpn, owner->qpn);
	BE_SET(mlx5_cqe64, cqe, wqe_counter, counter);
	BE_SET(mlx5_cqe64, cqe, op_own, opcode << OPCODE_SHIFT);
}

static void set_time(u8 *cqe)
{
	u64 now = clock_ns();

	BE_SET(mlx5_cqe64, cqe, timestamp_h, now >> 32);
	BE_SET(mlx5_cqe64, cqe, timestamp_l, now & 0xffffffff);
}

void complete_request(struct hca *h, const struct qp *qp, const struct wqe *w,
		      u32 byte_cnt)
{
	struct cqe_owner owner = requester_of(qp);
	u8 cqe[CQE_SIZE] = { 0 };

	start_cqe(&owner, cqe, MLX5_CQE_REQ, w->index);
	BE_SET(mlx5_cqe64, cqe, sop_drop_qpn,
	       (u32)w->opcode << SQ_OPCODE_SHIFT | qp->qpn);
	BE_SET(mlx5_cqe64, cqe, byte_cnt, byte_cnt);
	set_time(cqe);
	cq_post(h, owner.cqn, cqe, false);
}

u8 vendor_syndrome(u8 syndrome)
{
	static const u8 vendor[] = {
		[MLX5_CQE_SYNDROME_LOCAL_QP_OP_ERR] = 0x68,
		[MLX5_CQE_SYNDROME_LOCAL_PROT_ERR] = 0x53,
		[MLX5_CQE_SYNDROME_WR_FLUSH_ERR] = 0xf9,
		[MLX5_CQE_SYNDROME_REMOTE_INVAL_REQ_ERR] = 0x8a,
		[MLX5_CQE_SYNDROME_REMOTE_ACCESS_ERR] = 0x88,
		[MLX5_CQE_SYNDROME_REMOTE_OP_ERR] = 0x89,
	};

	return syndrome < ARRAY_SIZE(vendor) ? vendor[syndrome] : 0;
}

void complete_error(struct hca *h, const struct cqe_owner *owner,
		    bool requester, u16 counter, u8 opcode, u8 syndrome,
		    u8 vendor)
{
	u8 cqe[CQE_SIZE] = { 0 };

	start_cqe(owner, cqe,
		  requester ? MLX5_CQE_REQ_ERR : MLX5_CQE_RESP_ERR, counter);
	BE_SET(mlx5_err_cqe, cqe, s_wqe_opcode_qpn,
	       (u32)opcode << SQ_OPCODE_SHIFT | owner->qpn);
	BE_SET(mlx5_err_cqe, cqe, vendor_err_synd, vendor);
	BE_SET(mlx5_err_cqe, cqe, syndrome, syndrome);
	/* An error wakes those who wait for solicited events, too. */
	cq_post(h, owner->cqn, cqe, true);
}

/* QP0 and QP1 show under these numbers on the wire. */
static u32 wire_qpn(const struct qp *qp)
{
	if (qp->st == MLX5_QP_ST_QP0 || qp->st == MLX5_QP_ST_QP1)
		return qp->st == MLX5_QP_ST_QP1;
	return qp->qpn;
}

u8 receive_opcode(u8 opcode)
{
	switch (opcode) {
	case MLX5_OPCODE_SEND_IMM:
		return MLX5_CQE_RESP_SEND_IMM;
	case MLX5_OPCODE_SEND_INVAL:
		return MLX5_CQE_RESP_SEND_INV;
	case MLX5_OPCODE_RDMA_WRITE_IMM:
		return MLX5_CQE_RESP_WR_IMM;
	default:
		return MLX5_CQE_RESP_SEND;
	}
}

void complete_receive(struct hca *h, const struct cqe_owner *owner,
		      const struct receipt *rc)
{
	u8 cqe[CQE_SIZE] = { 0 };

	start_cqe(owner, cqe, rc->cqe_opcode, rc->counter);
	BE_SET(mlx5_cqe64, cqe, byte_cnt, rc->byte_cnt);
	BE_SET(mlx5_cqe64, cqe, immediate, rc->imm);
	set_time(cqe);
	if (rc->src) {
		BE_SET(mlx5_cqe64, cqe, slid, HCA_PORT_LID);
		BE_SET(mlx5_cqe64, cqe, flags_rqpn,
		       wire_qpn(rc->src) | (rc->grh ? GRH_PRESENT : 0));
		if (rc->pkey)
			BE_SET(mlx5_cqe64, cqe, pkey, GSI_PKEY);
	}
	cq_post(h, owner->cqn, cqe, rc->solicited);
}
