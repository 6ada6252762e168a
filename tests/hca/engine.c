// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* When work requests run: doorbells, holding, waiting, errors. */
#include <string.h>

#include "exec.h"

#define POLL_MS		2
#define NSEC_PER_MSEC	1000000ull

static bool runnable(const struct qp *qp)
{
	return qp->state == MLX5_QP_STATE_RTS && qp->sq.cnt &&
	       !qp->faulted && (!qp->held || qp->steps);
}

/* An error that a test asked for happens once. */
static bool take_fault(struct qp *qp, u16 index, struct fault *fault)
{
	u32 i;

	for (i = 0; i < qp->faults; i++) {
		if (qp->fault[i].index != index)
			continue;
		*fault = qp->fault[i];
		qp->fault[i] = qp->fault[--qp->faults];
		return true;
	}
	return false;
}

static void fail_request(struct run *run, u8 syndrome, u8 vendor)
{
	struct qp *qp = run->qp;
	struct cqe_owner owner = requester_of(qp);

	hca_info(run->h, "QP %u WQE %u opcode %x: syndrome %x vendor %x",
		 qp->qpn, run->w.index, run->w.opcode, syndrome, vendor);
	complete_error(run->h, &owner, true, run->w.index, run->w.opcode,
		       syndrome, vendor);
	qp->sq_ci += run->w.slots;
	qp->executed++;
	engine_error(run->h, qp);
}

static void fail_responder(struct run *run)
{
	struct qp *d = run->failed;

	if (!d || d->state == MLX5_QP_STATE_ERR)
		return;
	if (run->event)
		eq_post_queue_event(run->h, run->event,
				    MLX5_EVENT_QUEUE_TYPE_QP, d->qpn);
	engine_error(run->h, d);
}

/* Returns false if the queue cannot go on. */
static bool run_one(struct run *run)
{
	struct qp *qp = run->qp;
	struct fault fault;
	int err;

	run->failed = NULL;
	run->event = 0;
	run->byte_cnt = 0;
	if (!wqe_read(run->h, qp, qp->sq_ci, &run->w)) {
		fail_request(run, MLX5_CQE_SYNDROME_LOCAL_QP_OP_ERR, 0);
		return false;
	}
	if (take_fault(qp, qp->sq_ci, &fault)) {
		fail_request(run, fault.syndrome, fault.vendor);
		return false;
	}
	err = wqe_parse(qp, &run->w);
	if (!err)
		err = exec_wqe(run);
	if (err == EXEC_WAIT) {
		qp->waiting = true;
		return false;
	}
	if (err == EXEC_FAULT) {
		fault_raise(run);
		return false;
	}
	qp->fault_failed = false;
	if (err) {
		fail_request(run, err, vendor_syndrome(err));
	} else {
		hca_trace(run->h, "QP %u WQE %u opcode %x done", qp->qpn,
			  run->w.index, run->w.opcode);
		qp->sq_ci += run->w.slots;
		qp->executed++;
		if (run->w.flags & MLX5_WQE_CTRL_CQ_UPDATE)
			complete_request(run->h, qp, &run->w, run->byte_cnt);
	}
	fail_responder(run);
	return !err;
}

void engine_run(struct hca *h, struct qp *qp)
{
	struct run run = { .h = h, .qp = qp };
	u16 pi;

	qp->waiting = false;
	if (!runnable(qp))
		return;
	pi = qp_sq_pi(h, qp);
	if ((u16)(pi - qp->sq_ci) > qp->sq.cnt) {
		hca_info(h, "QP %u: more posted than its queue holds",
			 qp->qpn);
		engine_error(h, qp);
		return;
	}
	while (runnable(qp) && (u16)(pi - qp->sq_ci) <= qp->sq.cnt &&
	       pi != qp->sq_ci) {
		if (qp->steps)
			qp->steps--;
		if (!run_one(&run))
			return;
	}
}

static void flush_sq(struct hca *h, struct qp *qp)
{
	u16 left = qp_sq_pi(h, qp) - qp->sq_ci;
	struct cqe_owner owner = requester_of(qp);
	struct wqe w;

	while (left && left <= qp->sq.cnt) {
		if (!wqe_read(h, qp, qp->sq_ci, &w))
			break;
		complete_error(h, &owner, true, qp->sq_ci, w.opcode,
			       MLX5_CQE_SYNDROME_WR_FLUSH_ERR,
			       vendor_syndrome(MLX5_CQE_SYNDROME_WR_FLUSH_ERR));
		qp->sq_ci += w.slots;
		left -= MIN(left, w.slots);
	}
	/* What cannot be read, or is more than fits, is gone. */
	if (qp->sq.cnt)
		qp->sq_ci = qp_sq_pi(h, qp);
}

static void flush_rq(struct hca *h, struct qp *qp)
{
	struct cqe_owner owner = responder_of(h, qp).owner;
	u16 left = qp_rq_pi(h, qp) - qp->rq_ci;

	if (left > qp->rq.cnt)
		qp->rq_ci += left - qp->rq.cnt;
	left = MIN(left, qp->rq.cnt);
	for (; left; left--)
		complete_error(h, &owner, false, qp->rq_ci++, 0,
			       MLX5_CQE_SYNDROME_WR_FLUSH_ERR,
			       vendor_syndrome(MLX5_CQE_SYNDROME_WR_FLUSH_ERR));
}

void engine_flush(struct hca *h, struct qp *qp)
{
	flush_sq(h, qp);
	if (qp->rq.cnt)
		flush_rq(h, qp);
}

/* Initiators of XRC and DC name a shared queue, but receive nothing. */
static bool receives_from_srq(const struct qp *qp)
{
	return qp->srqn && qp->kind == QUEUE_QP &&
	       qp->st != MLX5_QP_ST_DCI &&
	       !(qp->st == MLX5_QP_ST_XRC && qp->sq.cnt);
}

void engine_error(struct hca *h, struct qp *qp)
{
	qp->state = MLX5_QP_STATE_ERR;
	qp->waiting = false;
	qp->faulted = false;
	qp->steps = 0;
	engine_flush(h, qp);
	if (!receives_from_srq(qp) || qp->last_wqe_told)
		return;
	qp->last_wqe_told = true;
	eq_post_queue_event(h, MLX5_EVENT_TYPE_SRQ_LAST_WQE,
			    MLX5_EVENT_QUEUE_TYPE_QP, qp->qpn);
}

/* Posting to a queue in error, or receive WQEs, rings no doorbell. */
static bool needs_poll(const struct qp *qp)
{
	return qp->waiting || qp->state == MLX5_QP_STATE_ERR;
}

void engine_poll(struct hca *h)
{
	struct qp *qp;
	u32 i;

	if (clock_ns() < h->poll_at)
		return;
	h->poll_at = clock_ns() + POLL_MS * NSEC_PER_MSEC;
	table_for_each(&h->qps, i, qp) {
		if (qp->state == MLX5_QP_STATE_ERR)
			engine_flush(h, qp);
		else if (qp->waiting)
			engine_run(h, qp);
	}
}

int engine_timeout(struct hca *h)
{
	struct qp *qp;
	u32 i;

	table_for_each(&h->qps, i, qp)
		if (needs_poll(qp))
			return POLL_MS;
	return -1;
}
