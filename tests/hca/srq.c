// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Shared receive queues: XRC SRQs and receive memory pools. */
#include <stdlib.h>
#include <string.h>

#include "cmd.h"

void srq_free(void *obj)
{
	struct srq *srq = obj;

	buf_exit(&srq->buf);
	free(srq);
}

static void parse_wq(struct srq *srq, const u8 *wq, struct wq_layout *l)
{
	srq->dbr = GET(wq, wq, dbr_addr);
	srq->pd = GET(wq, wq, pd);
	srq->linked = GET(wq, wq, wq_type) == MLX5_WQ_TYPE_LINKED_LIST;
	wq_layout(wq, l);
}

static void parse_rmp(struct srq *srq, const struct cmd *cmd,
		      struct wq_layout *l)
{
	memcpy(srq->ctx, CAT(create_rmp_in, cmd->in, ctx), IFC_SIZE(rmpc));
	parse_wq(srq, CAT(create_rmp_in, cmd->in, ctx.wq), l);
}

static void parse_xrq(struct srq *srq, const struct cmd *cmd,
		      struct wq_layout *l)
{
	const u8 *c = CAT(create_xrq_in, cmd->in, xrq_context);

	memcpy(srq->ctx, c, IFC_SIZE(xrqc));
	parse_wq(srq, CAT(create_xrq_in, cmd->in, xrq_context.wq), l);
	srq->cqn = GET(xrqc, c, cqn);
	srq->user_index = GET(xrqc, c, user_index);
	/* The driver leaves the type out: it can only be this. */
	srq->linked = true;
}

static void parse_xrc_srq(struct srq *srq, const struct cmd *cmd,
			  struct wq_layout *l)
{
	const u8 *c = CAT(create_xrc_srq_in, cmd->in, xrc_srq_context_entry);

	memcpy(srq->ctx, c, IFC_SIZE(xrc_srqc));
	srq->dbr = GET(xrc_srqc, c, db_record_addr_h) << 32 |
		   GET(xrc_srqc, c, db_record_addr_l) << 2;
	srq->pd = GET(xrc_srqc, c, pd);
	srq->cqn = GET(xrc_srqc, c, cqn);
	srq->user_index = GET(xrc_srqc, c, user_index);
	srq->linked = true;
	l->pas = CAT(create_xrc_srq_in, cmd->in, pas);
	l->log_size = GET(xrc_srqc, c, log_xrc_srq_size);
	l->log_stride = GET(xrc_srqc, c, log_rq_stride) + 4;
	l->shift = GET(xrc_srqc, c, log_page_size) + MLX5_ADAPTER_PAGE_SHIFT;
	l->page_offset = GET(xrc_srqc, c, page_offset);
}

static const struct srq_kind {
	u16 create;
	u16 destroy;
	void (*parse)(struct srq *srq, const struct cmd *cmd,
		      struct wq_layout *l);
} kinds[] = {
	{ MLX5_CMD_OP_CREATE_RMP, MLX5_CMD_OP_DESTROY_RMP, parse_rmp },
	{ MLX5_CMD_OP_CREATE_XRC_SRQ, MLX5_CMD_OP_DESTROY_XRC_SRQ,
	  parse_xrc_srq },
	{ MLX5_CMD_OP_CREATE_XRQ, MLX5_CMD_OP_DESTROY_XRQ, parse_xrq },
};

static u8 srq_setup(struct hca *h, struct srq *srq, const struct cmd *cmd)
{
	const struct srq_kind *kind = kinds;
	struct wq_layout l;

	while (kind->create != cmd->opcode)
		kind++;
	kind->parse(srq, cmd, &l);
	if (!res_exists(h, RES_PD, srq->pd) ||
	    (srq->cqn && !table_get(&h->cqs, srq->cqn)))
		return MLX5_CMD_STAT_BAD_RES_ERR;
	return wq_map(cmd, &l, cap(h, log_max_srq_sz), &srq->ring, &srq->buf);
}

u8 cmd_create_srq(struct hca *h, const struct cmd *cmd)
{
	struct srq *srq = calloc(1, sizeof(*srq));
	u8 status;

	if (!srq)
		return MLX5_CMD_STAT_INT_ERR;
	srq->opcode = cmd->opcode;
	status = srq_setup(h, srq, cmd);
	if (!status) {
		srq->srqn = table_add(&h->srqs, srq);
		status = srq->srqn ? MLX5_CMD_STAT_OK :
				     MLX5_CMD_STAT_NO_RES_ERR;
	}
	if (status) {
		srq_free(srq);
		return status;
	}
	hca_cmd(h, "SRQ %u: %u x %u bytes", srq->srqn, srq->ring.cnt,
		srq->ring.stride);
	/* The number is in the same place for all kinds. */
	SET(create_rmp_out, cmd->out, rmpn, srq->srqn);
	return MLX5_CMD_STAT_OK;
}

static bool srq_used(struct hca *h, u32 srqn)
{
	struct qp *qp;
	u32 i;

	table_for_each(&h->qps, i, qp)
		if (qp->srqn == srqn)
			return true;
	return false;
}

static struct srq *find(struct hca *h, u32 srqn, u16 created_by)
{
	struct srq *srq = table_get(&h->srqs, srqn);

	return srq && srq->opcode == created_by ? srq : NULL;
}

u8 cmd_destroy_srq(struct hca *h, const struct cmd *cmd)
{
	const struct srq_kind *kind = kinds;
	u32 srqn = GET(destroy_rmp_in, cmd->in, rmpn);

	while (kind->destroy != cmd->opcode)
		kind++;
	if (!find(h, srqn, kind->create))
		return MLX5_CMD_STAT_BAD_RES_ERR;
	if (srq_used(h, srqn))
		return MLX5_CMD_STAT_BAD_RES_STATE_ERR;
	srq_free(table_del(&h->srqs, srqn));
	return MLX5_CMD_STAT_OK;
}

u8 cmd_query_rmp(struct hca *h, const struct cmd *cmd)
{
	const struct srq *srq = find(h, GET(query_rmp_in, cmd->in, rmpn),
				     MLX5_CMD_OP_CREATE_RMP);
	u8 *ctx = AT(query_rmp_out, cmd->out, rmp_context);

	if (!srq)
		return MLX5_CMD_STAT_BAD_RES_ERR;
	memcpy(ctx, srq->ctx, IFC_SIZE(rmpc));
	SET(rmpc, ctx, state, srq->broken ? MLX5_RMPC_STATE_ERR :
					    MLX5_RMPC_STATE_RDY);
	SET(rmpc, ctx, wq.lwm, srq->limit);
	SET(rmpc, ctx, wq.hw_counter, srq->taken);
	SET(rmpc, ctx, wq.sw_counter, srq_posted(h, srq));
	return MLX5_CMD_STAT_OK;
}

u8 cmd_query_xrc_srq(struct hca *h, const struct cmd *cmd)
{
	const struct srq *srq = find(h, GET(query_xrc_srq_in, cmd->in,
					    xrc_srqn),
				     MLX5_CMD_OP_CREATE_XRC_SRQ);
	u8 *ctx = AT(query_xrc_srq_out, cmd->out, xrc_srq_context_entry);

	if (!srq)
		return MLX5_CMD_STAT_BAD_RES_ERR;
	memcpy(ctx, srq->ctx, IFC_SIZE(xrc_srqc));
	SET(xrc_srqc, ctx, state, srq->broken);
	SET(xrc_srqc, ctx, lwm, srq->limit);
	SET(xrc_srqc, ctx, wqe_cnt, srq_posted(h, srq) - srq->taken);
	return MLX5_CMD_STAT_OK;
}

u8 cmd_query_xrq(struct hca *h, const struct cmd *cmd)
{
	const struct srq *srq = find(h, GET(query_xrq_in, cmd->in, xrqn),
				     MLX5_CMD_OP_CREATE_XRQ);
	u8 *ctx = AT(query_xrq_out, cmd->out, xrq_context);

	if (!srq)
		return MLX5_CMD_STAT_BAD_RES_ERR;
	memcpy(ctx, srq->ctx, IFC_SIZE(xrqc));
	SET(xrqc, ctx, state, srq->broken ? MLX5_XRQC_STATE_ERROR :
					    MLX5_XRQC_STATE_GOOD);
	SET(xrqc, ctx, wq.lwm, srq->limit);
	SET(xrqc, ctx, wq.hw_counter, srq->taken);
	SET(xrqc, ctx, wq.sw_counter, srq_posted(h, srq));
	return MLX5_CMD_STAT_OK;
}

u8 cmd_modify_rmp(struct hca *h, const struct cmd *cmd)
{
	struct srq *srq = find(h, GET(modify_rmp_in, cmd->in, rmpn),
			       MLX5_CMD_OP_CREATE_RMP);

	if (!srq)
		return MLX5_CMD_STAT_BAD_RES_ERR;
	if (GET(modify_rmp_in, cmd->in, bitmask.lwm))
		srq->limit = GET(modify_rmp_in, cmd->in, ctx.wq.lwm);
	return MLX5_CMD_STAT_OK;
}

u8 cmd_arm_xrc_srq(struct hca *h, const struct cmd *cmd)
{
	struct srq *srq = find(h, GET(arm_xrc_srq_in, cmd->in, xrc_srqn),
			       MLX5_CMD_OP_CREATE_XRC_SRQ);

	if (!srq)
		return MLX5_CMD_STAT_BAD_RES_ERR;
	srq->limit = GET(arm_xrc_srq_in, cmd->in, lwm);
	return MLX5_CMD_STAT_OK;
}

u8 cmd_arm_rq(struct hca *h, const struct cmd *cmd)
{
	struct srq *srq = find(h, GET(arm_rq_in, cmd->in, srq_number),
			       MLX5_CMD_OP_CREATE_XRQ);

	if (cmd->op_mod != MLX5_ARM_RQ_IN_OP_MOD_XRQ)
		return MLX5_CMD_STAT_BAD_PARAM_ERR;
	if (!srq)
		return MLX5_CMD_STAT_BAD_RES_ERR;
	srq->limit = GET(arm_rq_in, cmd->in, lwm);
	return MLX5_CMD_STAT_OK;
}

u16 srq_posted(struct hca *h, const struct srq *srq)
{
	u8 record[4];

	/* Without its record nothing is known to be posted. */
	if (!dma_read(&h->dma, srq->dbr, record, sizeof(record)))
		return srq->taken;
	return be_load(record, sizeof(record)) & 0xffff;
}

bool srq_read(struct hca *h, const struct srq *srq, u16 slot, u8 *wqe,
	      u16 *next)
{
	if (slot >= srq->ring.cnt ||
	    !buf_read(&h->dma, &srq->buf, (u64)slot * srq->ring.stride, wqe,
		      srq->ring.stride))
		return false;
	*next = srq->linked ?
		BE_GET(mlx5_wqe_srq_next_seg, wqe, next_wqe_index) :
		(slot + 1) & (srq->ring.cnt - 1);
	return true;
}

void srq_take(struct hca *h, struct srq *srq, u16 next)
{
	u16 left;

	srq->head = next;
	srq->taken++;
	left = srq_posted(h, srq) - srq->taken;
	if (left >= srq->limit)
		return;
	srq->limit = 0;
	eq_post_queue_event(h, MLX5_EVENT_TYPE_SRQ_RQ_LIMIT,
			    MLX5_EVENT_QUEUE_TYPE_QP, srq->srqn);
}
