// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Who receives a message, and into which receive WQE it goes. */
#include "exec.h"

#define NUM_MASK	0xffffffu

bool can_receive(const struct qp *qp)
{
	return qp->state == MLX5_QP_STATE_RTR ||
	       qp->state == MLX5_QP_STATE_RTS ||
	       qp->state == MLX5_QP_STATE_SQER ||
	       qp->state == MLX5_QP_STATE_SQD;
}

bool reliable(const struct run *run)
{
	return run->qp->st == MLX5_QP_ST_RC ||
	       run->qp->st == MLX5_QP_ST_XRC ||
	       run->qp->st == MLX5_QP_ST_DCI;
}

/* A shared queue that has a CQ completes there, and for its own user. */
static void use_srq(struct responder *d, const struct srq *srq)
{
	d->srqn = srq->srqn;
	if (!srq->cqn)
		return;
	d->pd = srq->pd;
	d->owner.cqn = srq->cqn;
	d->owner.user_index = srq->user_index;
}

struct responder responder_of(const struct hca *h, struct qp *qp)
{
	struct responder d = {
		.qp = qp,
		.pd = GET(qpc, qp->ctx, pd),
		.owner = {
			.qpn = qp->qpn,
			.cqn = GET(qpc, qp->ctx, cqn_rcv),
			.user_index = GET(qpc, qp->ctx, user_index),
		},
	};
	const struct srq *srq = table_get(&h->srqs, qp->srqn);

	if (srq)
		use_srq(&d, srq);
	return d;
}

static int find_connected(struct run *run, struct responder *d)
{
	struct qp *qp = qp_get(run->h, GET(qpc, run->qp->ctx, remote_qpn));

	if (!qp || qp->st != run->qp->st || !can_receive(qp))
		return EXEC_WAIT;
	*d = responder_of(run->h, qp);
	return EXEC_OK;
}

/* Of an XRC target only the domain counts: each request names its queue. */
static int find_xrc(struct run *run, struct responder *d)
{
	const struct srq *srq = table_get(&run->h->srqs, run->w.srqn);
	int err = find_connected(run, d);

	if (err)
		return err;
	if (!srq || srq->opcode != MLX5_CMD_OP_CREATE_XRC_SRQ ||
	    GET(xrc_srqc, srq->ctx, xrcd) != GET(qpc, d->qp->ctx, xrcd))
		return refuse(run, d, MLX5_EVENT_TYPE_WQ_INVAL_REQ_ERROR,
			      MLX5_CQE_SYNDROME_REMOTE_INVAL_REQ_ERR);
	use_srq(d, srq);
	return EXEC_OK;
}

static void tell_key_violation(struct run *run, u32 dctn)
{
	u8 data[sizeof(struct mlx5_eqe_dct)] = { 0 };

	BE_SET(mlx5_eqe_dct, data, dctn, dctn);
	eq_post_async(run->h, MLX5_EVENT_TYPE_DCT_KEY_VIOLATION, 0, data,
		      sizeof(data));
}

static int find_dct(struct run *run, struct responder *d)
{
	u32 dctn = BE_GET(mlx5_av, run->w.av, dqp_dct) & NUM_MASK;
	struct qp *dct = queue_find(run->h, dctn, QUEUE_DCT);

	if (!dct || !can_receive(dct))
		return EXEC_WAIT;
	*d = responder_of(run->h, dct);
	if (GET(dctc, dct->own, dc_access_key) ==
	    BE_GET(mlx5_av, run->w.av, key.dc_key))
		return EXEC_OK;
	tell_key_violation(run, dctn);
	return MLX5_CQE_SYNDROME_REMOTE_ACCESS_ERR;
}

int find_responder(struct run *run, struct responder *d)
{
	switch (run->qp->st) {
	case MLX5_QP_ST_XRC:
		return find_xrc(run, d);
	case MLX5_QP_ST_DCI:
		return find_dct(run, d);
	default:
		return find_connected(run, d);
	}
}

/* A DC target serves many: it outlives errors of one initiator. */
static void fail_responder(struct run *run, struct qp *qp)
{
	if (qp->kind != QUEUE_DCT)
		run->failed = qp;
}

int refuse(struct run *run, const struct responder *d, u8 event,
	   int syndrome)
{
	if (!reliable(run))
		return EXEC_OK;
	fail_responder(run, d->qp);
	run->event = event;
	return syndrome;
}

int peek(struct run *run, const struct responder *d)
{
	switch (rwqe_peek(run->h, d->qp, d->srqn, &run->r)) {
	case RWQE_OK:
		return EXEC_OK;
	case RWQE_BROKEN:
		fail_responder(run, d->qp);
		run->event = MLX5_EVENT_TYPE_WQ_CATAS_ERROR;
		return reliable(run) ? MLX5_CQE_SYNDROME_REMOTE_OP_ERR :
				       EXEC_WAIT;
	default:
		return EXEC_WAIT;
	}
}

/* A receive WQE that cannot take the message; its queue fails with it. */
static int bad_receive(struct run *run, const struct responder *d, u8 local,
		       int remote)
{
	rwqe_take(run->h, d->qp, d->srqn, &run->r);
	complete_error(run->h, &d->owner, false, run->r.counter, 0, local,
		       vendor_syndrome(local));
	fail_responder(run, d->qp);
	return reliable(run) ? remote : EXEC_OK;
}

int deliver(struct run *run, const struct responder *d, u64 skip)
{
	u64 size = run->w.local.len + skip;
	int err;

	if (size > run->r.sgl.len)
		return bad_receive(run, d, MLX5_CQE_SYNDROME_LOCAL_LENGTH_ERR,
				   MLX5_CQE_SYNDROME_REMOTE_INVAL_REQ_ERR);
	err = access_receive(run, d, size);
	if (err == EXEC_FAULT)
		return err;
	if (err || !copy_to_receiver(run, skip))
		return bad_receive(run, d, MLX5_CQE_SYNDROME_LOCAL_PROT_ERR,
				   MLX5_CQE_SYNDROME_REMOTE_OP_ERR);
	rwqe_take(run->h, d->qp, d->srqn, &run->r);
	return EXEC_OK;
}

void tell_receiver(struct run *run, const struct responder *d)
{
	struct receipt rc = {
		.cqe_opcode = receive_opcode(run->w.opcode),
		.counter = run->r.counter,
		.byte_cnt = run->w.local.len,
		.imm = run->w.imm,
		.solicited = run->w.flags & MLX5_WQE_CTRL_SOLICITED,
	};

	complete_receive(run->h, &d->owner, &rc);
}
