// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Page faults: tell the driver which pages are missing, go on when it says. */
#include "cmd.h"
#include "exec.h"

#define TYPE_SHIFT	24

/* The driver keeps these names to itself. */
enum { SUBTYPE_WQE = 0, SUBTYPE_RDMA = 1 };

static void raise_event(struct hca *h, struct qp *qp)
{
	const struct page_fault *f = &qp->page_fault;
	u8 data[sizeof(struct mlx5_eqe_page_fault)] = { 0 };
	bool rdma = f->type & FAULT_RDMA;
	u32 token = qp->qpn;

	qp->unraised = false;
	h->faults_raised[f->type]++;
	if (rdma) {
		BE_SET(mlx5_eqe_page_fault, data, rdma.r_key, f->key);
		BE_SET(mlx5_eqe_page_fault, data, rdma.packet_length,
		       MIN(f->len, HCA_MTU));
		BE_SET(mlx5_eqe_page_fault, data, rdma.rdma_op_len, f->len);
		BE_SET(mlx5_eqe_page_fault, data, rdma.rdma_va, f->va);
		BE_SET(mlx5_eqe_page_fault, data, rdma.pftype_token,
		       (u32)f->type << TYPE_SHIFT | token);
	} else {
		BE_SET(mlx5_eqe_page_fault, data, wqe.wqe_index, f->index);
		BE_SET(mlx5_eqe_page_fault, data, wqe.packet_length,
		       MIN(f->len, HCA_MTU));
		BE_SET(mlx5_eqe_page_fault, data, wqe.token, token);
		BE_SET(mlx5_eqe_page_fault, data, wqe.pftype_wq,
		       (u32)f->type << TYPE_SHIFT | f->wq);
	}
	eq_post_async(h, MLX5_EVENT_TYPE_PAGE_FAULT,
		      rdma ? SUBTYPE_RDMA : SUBTYPE_WQE, data, sizeof(data));
}

/* The queue stands still until the driver says that the pages are there. */
void fault_raise(struct run *run)
{
	struct qp *qp = run->qp;

	qp->page_fault = run->fault;
	qp->faulted = true;
	qp->unraised = true;
	hca_trace(run->h, "QP %u WQE %u: page fault of type %u", qp->qpn,
		  run->w.index, run->fault.type);
	if (!run->h->hold_faults)
		raise_event(run->h, qp);
}

void fault_release(struct hca *h)
{
	struct qp *qp;
	u32 i;

	h->hold_faults = false;
	table_for_each(&h->qps, i, qp)
		if (qp->faulted && qp->unraised)
			raise_event(h, qp);
}

/* The queue that stands still may have gone meanwhile: that is no error. */
u8 cmd_page_fault_resume(struct hca *h, const struct cmd *cmd)
{
	struct qp *qp = queue_get(h, GET(page_fault_resume_in, cmd->in,
					 RESUME_TOKEN));

	if (!qp || !qp->faulted || qp->unraised)
		return MLX5_CMD_STAT_OK;
	qp->faulted = false;
	qp->fault_failed = GET(page_fault_resume_in, cmd->in, RESUME_ERROR);
	if (qp->fault_failed)
		h->faults_failed++;
	else
		h->faults_resolved++;
	engine_run(h, qp);
	return MLX5_CMD_STAT_OK;
}
