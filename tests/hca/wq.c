// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Send and receive queues that are not part of a queue pair. */
#include <stdlib.h>
#include <string.h>

#include "cmd.h"

#define MIN_LOG_STRIDE	4
#define MAX_LOG_STRIDE	11	/* RWQE_MAX_SIZE */

void wq_layout(const u8 *wq, struct wq_layout *l)
{
	l->pas = CAT(wq, wq, pas);
	l->log_size = GET(wq, wq, log_wq_sz);
	l->log_stride = GET(wq, wq, log_wq_stride);
	l->shift = GET(wq, wq, log_wq_pg_sz) + MLX5_ADAPTER_PAGE_SHIFT;
	l->page_offset = GET(wq, wq, page_offset);
}

u8 wq_map(const struct cmd *cmd, const struct wq_layout *l, u8 log_max,
	  struct ring *ring, struct dma_buf *buf)
{
	u64 offset, pages;

	if (l->log_size > log_max ||
	    l->shift > MLX5_MAX_PAGE_SHIFT + MLX5_ADAPTER_PAGE_SHIFT ||
	    l->log_stride < MIN_LOG_STRIDE || l->log_stride > MAX_LOG_STRIDE)
		return MLX5_CMD_STAT_BAD_PARAM_ERR;
	ring->cnt = 1u << l->log_size;
	ring->stride = 1u << l->log_stride;
	offset = (u64)l->page_offset << (l->shift - 6);
	pages = buf_pages(offset, (u64)ring->cnt * ring->stride, l->shift);
	if (pages > (u64)(cmd->in + cmd->in_len - l->pas) / 8)
		return MLX5_CMD_STAT_BAD_INP_LEN_ERR;
	return buf_init(buf, l->pas, pages, l->shift, offset) ?
		MLX5_CMD_STAT_OK : MLX5_CMD_STAT_INT_ERR;
}

/*
 * The commands of both kinds are alike, and so are the contexts up to the
 * work queue: where they differ is here.
 */
static const struct wq_kind {
	enum queue_kind kind;
	u16 first_opcode;	/* create, modify, destroy, query follow */
	u16 last_opcode;
	u16 ctx_size;
	u16 wq;			/* offset in the context */
	u8 ready;		/* what the state is for a QP */
} kinds[] = {
	{ QUEUE_SQ, MLX5_CMD_OP_CREATE_SQ, MLX5_CMD_OP_QUERY_SQ,
	  IFC_SIZE(sqc), IFC_OFF(sqc, wq), MLX5_QP_STATE_RTS },
	{ QUEUE_RQ, MLX5_CMD_OP_CREATE_RQ, MLX5_CMD_OP_QUERY_RQ,
	  IFC_SIZE(rqc), IFC_OFF(rqc, wq), MLX5_QP_STATE_RTR },
};

_Static_assert(IFC_BIT(create_sq_in, ctx) == IFC_BIT(create_rq_in, ctx) &&
	       IFC_BIT(modify_sq_in, ctx) == IFC_BIT(modify_rq_in, ctx) &&
	       IFC_BIT(modify_sq_in, sqn) == IFC_BIT(modify_rq_in, rqn) &&
	       IFC_BIT(query_sq_in, sqn) == IFC_BIT(destroy_rq_in, rqn) &&
	       IFC_BIT(query_sq_out, sq_context) ==
	       IFC_BIT(query_rq_out, rq_context) &&
	       IFC_BIT(sqc, state) == IFC_BIT(rqc, state) &&
	       IFC_BIT(sqc, cqn) == IFC_BIT(rqc, cqn) &&
	       IFC_BIT(sqc, user_index) == IFC_BIT(rqc, user_index) &&
	       IFC_SIZE(sqc) <= IFC_SIZE(rqc) &&
	       MLX5_SQC_STATE_RDY == (int)MLX5_RQC_STATE_RDY &&
	       MLX5_SQC_STATE_ERR == (int)MLX5_RQC_STATE_ERR,
	       "send and receive queues are handled as one");

static const struct wq_kind *kind_of(u16 opcode)
{
	const struct wq_kind *k = kinds;

	while (opcode < k->first_opcode || opcode > k->last_opcode)
		k++;
	return k;
}

/* Say in the words of a QP's context what the rest of the device looks at. */
static void set_context(struct qp *qp, const u8 *wq)
{
	u32 cqn = GET(sqc, qp->own, cqn);

	if (qp->kind == QUEUE_SQ)
		SET(qpc, qp->ctx, cqn_snd, cqn);
	else
		SET(qpc, qp->ctx, cqn_rcv, cqn);
	SET(qpc, qp->ctx, pd, GET(wq, wq, pd));
	SET(qpc, qp->ctx, dbr_addr, GET(wq, wq, dbr_addr));
	SET(qpc, qp->ctx, wq_signature, GET(wq, wq, wq_signature));
	SET(qpc, qp->ctx, user_index, GET(sqc, qp->own, user_index));
}

static u8 wq_setup(struct hca *h, struct qp *qp, const struct wq_kind *k,
		   const struct cmd *cmd)
{
	const u8 *ctx = CAT(create_sq_in, cmd->in, ctx);
	const u8 *wq = ctx + k->wq;
	struct wq_layout l;

	memcpy(qp->own, ctx, k->ctx_size);
	set_context(qp, wq);
	if (GET(sqc, ctx, state) != MLX5_SQC_STATE_RST ||
	    GET(wq, wq, wq_umem_valid) || GET(wq, wq, dbr_umem_valid))
		return MLX5_CMD_STAT_BAD_PARAM_ERR;
	if (!table_get(&h->cqs, GET(sqc, ctx, cqn)) ||
	    !res_exists(h, RES_PD, GET(wq, wq, pd)))
		return MLX5_CMD_STAT_BAD_RES_ERR;
	if (k->kind == QUEUE_RQ &&
	    GET(rqc, ctx, mem_rq_type) == MLX5_RQC_MEM_RQ_TYPE_MEMORY_RQ_RMP) {
		qp->srqn = GET(rqc, ctx, rmpn);
		return table_get(&h->srqs, qp->srqn) ?
			MLX5_CMD_STAT_OK : MLX5_CMD_STAT_BAD_RES_ERR;
	}
	wq_layout(wq, &l);
	if (k->kind == QUEUE_SQ && 1u << l.log_stride != MLX5_SEND_WQE_BB)
		return MLX5_CMD_STAT_BAD_PARAM_ERR;
	return wq_map(cmd, &l, cap(h, log_max_wq_sz),
		      k->kind == QUEUE_SQ ? &qp->sq : &qp->rq, &qp->buf);
}

u8 cmd_create_wq(struct hca *h, const struct cmd *cmd)
{
	const struct wq_kind *k = kind_of(cmd->opcode);
	struct qp *qp = calloc(1, sizeof(*qp));
	u8 status;

	if (!qp)
		return MLX5_CMD_STAT_INT_ERR;
	qp->kind = k->kind;
	qp->st = MLX5_QP_ST_RAW_ETHERTYPE;
	qp->uid = GET(create_sq_in, cmd->in, uid);
	status = wq_setup(h, qp, k, cmd);
	if (!status)
		status = queue_add(h, qp);
	if (status) {
		qp_free(qp);
		return status;
	}
	SET(create_sq_out, cmd->out, sqn, qp->qpn);
	return MLX5_CMD_STAT_OK;
}

static struct qp *find(struct hca *h, const struct cmd *cmd)
{
	return queue_find(h, GET(query_sq_in, cmd->in, sqn),
			  kind_of(cmd->opcode)->kind);
}

static u8 state_of(const struct qp *qp)
{
	switch (qp->state) {
	case MLX5_QP_STATE_RST:
		return MLX5_SQC_STATE_RST;
	case MLX5_QP_STATE_ERR:
		return MLX5_SQC_STATE_ERR;
	default:
		return MLX5_SQC_STATE_RDY;
	}
}

/* Every state can be left for any other, but for ERR to RDY. */
u8 cmd_modify_wq(struct hca *h, const struct cmd *cmd)
{
	const struct wq_kind *k = kind_of(cmd->opcode);
	struct qp *qp = queue_find(h, GET(modify_sq_in, cmd->in, sqn),
				   k->kind);
	u8 from = GET(modify_sq_in, cmd->in, sq_state);
	u8 to = GET(modify_sq_in, cmd->in, ctx.state);

	if (!qp)
		return MLX5_CMD_STAT_BAD_RES_ERR;
	if (from != state_of(qp) ||
	    (from == MLX5_SQC_STATE_ERR && to == MLX5_SQC_STATE_RDY))
		return MLX5_CMD_STAT_BAD_RES_STATE_ERR;
	switch (to) {
	case MLX5_SQC_STATE_RST:
		queue_enter(h, qp, MLX5_QP_STATE_RST);
		return MLX5_CMD_STAT_OK;
	case MLX5_SQC_STATE_RDY:
		queue_enter(h, qp, k->ready);
		return MLX5_CMD_STAT_OK;
	case MLX5_SQC_STATE_ERR:
		queue_enter(h, qp, MLX5_QP_STATE_ERR);
		return MLX5_CMD_STAT_OK;
	default:
		return MLX5_CMD_STAT_BAD_PARAM_ERR;
	}
}

u8 cmd_query_wq(struct hca *h, const struct cmd *cmd)
{
	const struct wq_kind *k = kind_of(cmd->opcode);
	const struct qp *qp = find(h, cmd);
	u8 *ctx = AT(query_sq_out, cmd->out, sq_context);
	u8 *wq = ctx + k->wq;

	if (!qp)
		return MLX5_CMD_STAT_BAD_RES_ERR;
	memcpy(ctx, qp->own, k->ctx_size);
	SET(sqc, ctx, state, state_of(qp));
	SET(wq, wq, hw_counter, k->kind == QUEUE_SQ ? qp->sq_ci : qp->rq_ci);
	SET(wq, wq, sw_counter, k->kind == QUEUE_SQ ? qp_sq_pi(h, qp) :
						      qp_rq_pi(h, qp));
	return MLX5_CMD_STAT_OK;
}

u8 cmd_destroy_wq(struct hca *h, const struct cmd *cmd)
{
	struct qp *qp = find(h, cmd);

	if (!qp)
		return MLX5_CMD_STAT_BAD_RES_ERR;
	qp_free(table_del(&h->qps, qp->qpn));
	return MLX5_CMD_STAT_OK;
}
