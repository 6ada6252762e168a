// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Queue pairs: creation, state changes, queries. */
#include <stdlib.h>
#include <string.h>

#include "cmd.h"

#define COUNTER_MASK	0xffffu

static const char *const type_names[MLX5_QP_ST_MAX] = {
	[MLX5_QP_ST_RC] = "RC",
	[MLX5_QP_ST_UC] = "UC",
	[MLX5_QP_ST_UD] = "UD",
	[MLX5_QP_ST_XRC] = "XRC",
	[MLX5_QP_ST_DCI] = "DCI",
	[MLX5_QP_ST_QP0] = "QP0",
	[MLX5_QP_ST_QP1] = "QP1",
	[MLX5_QP_ST_REG_UMR] = "REG_UMR",
};

static const char *const state_names[] = {
	[MLX5_QP_STATE_RST] = "RST",
	[MLX5_QP_STATE_INIT] = "INIT",
	[MLX5_QP_STATE_RTR] = "RTR",
	[MLX5_QP_STATE_RTS] = "RTS",
	[MLX5_QP_STATE_SQER] = "SQER",
	[MLX5_QP_STATE_SQD] = "SQD",
	[MLX5_QP_STATE_ERR] = "ERR",
};

/* NULL: a type that the device does not have. */
static const char *type_name(u8 st)
{
	return st < ARRAY_SIZE(type_names) ? type_names[st] : NULL;
}

const char *queue_type_name(const struct qp *qp)
{
	static const char *const names[] = {
		[QUEUE_SQ] = "SQ", [QUEUE_RQ] = "RQ", [QUEUE_DCT] = "DCT",
	};

	return qp->kind == QUEUE_QP ? type_name(qp->st) : names[qp->kind];
}

const char *qp_state_name(u8 state)
{
	return state < ARRAY_SIZE(state_names) ? state_names[state] : "?";
}

void qp_free(void *obj)
{
	struct qp *qp = obj;

	buf_exit(&qp->buf);
	free(qp);
}

struct qp *queue_get(const struct hca *h, u32 num)
{
	return table_get(&h->qps, num);
}

struct qp *queue_find(const struct hca *h, u32 num, enum queue_kind kind)
{
	struct qp *qp = queue_get(h, num);

	return qp && qp->kind == kind ? qp : NULL;
}

struct qp *qp_get(const struct hca *h, u32 qpn)
{
	return queue_find(h, qpn, QUEUE_QP);
}

u8 queue_add(struct hca *h, struct qp *qp)
{
	qp->qpn = table_add(&h->qps, qp);
	if (!qp->qpn)
		return MLX5_CMD_STAT_NO_RES_ERR;
	qp->held = h->hold_all && qp_is_user(qp);
	hca_cmd(h, "queue %u: %s, uid %u, RQ %u x %u, SQ %u, SRQ %u", qp->qpn,
		queue_type_name(qp), qp->uid, qp->rq.cnt, qp->rq.stride,
		qp->sq.cnt, qp->srqn);
	return MLX5_CMD_STAT_OK;
}

/* QP0 and QP1 have other numbers than those that the wire knows. */
struct qp *qp_special(const struct hca *h, u8 st)
{
	struct qp *qp;
	u32 i;

	table_for_each(&h->qps, i, qp)
		if (qp->st == st)
			return qp;
	return NULL;
}

bool qp_is_user(const struct qp *qp)
{
	return qp->uid;
}

static u16 posted(struct hca *h, const struct qp *qp, u32 index, u16 taken)
{
	u64 dbr = GET(qpc, qp->ctx, dbr_addr);
	u8 record[4];

	/* Without its record nothing is known to be posted. */
	if (!dma_read(&h->dma, dbr + index * sizeof(record), record,
		      sizeof(record)))
		return taken;
	return be_load(record, sizeof(record)) & COUNTER_MASK;
}

u16 qp_sq_pi(struct hca *h, const struct qp *qp)
{
	return qp->sq.cnt ? posted(h, qp, MLX5_SND_DBR, qp->sq_ci) : 0;
}

u16 qp_rq_pi(struct hca *h, const struct qp *qp)
{
	return qp->rq.cnt ? posted(h, qp, MLX5_RCV_DBR, qp->rq_ci) : 0;
}

/* A QP for memory registration gets its PD only when it leaves RST. */
static u8 check_refs(struct hca *h, const struct qp *qp, u32 srqn)
{
	u32 pd = GET(qpc, qp->ctx, pd);
	u32 cqn_snd = GET(qpc, qp->ctx, cqn_snd);
	u32 cqn_rcv = GET(qpc, qp->ctx, cqn_rcv);

	if ((!res_exists(h, RES_PD, pd) &&
	     (pd || qp->st != MLX5_QP_ST_REG_UMR)) ||
	    (cqn_snd && !table_get(&h->cqs, cqn_snd)) ||
	    (cqn_rcv && !table_get(&h->cqs, cqn_rcv)) ||
	    (srqn && !table_get(&h->srqs, srqn)))
		return MLX5_CMD_STAT_BAD_RES_ERR;
	return MLX5_CMD_STAT_OK;
}

/* The buffer holds the receive queue, then the send queue. */
static void set_rings(struct qp *qp)
{
	const u8 *c = qp->ctx;

	if (GET(qpc, c, rq_type) == MLX5_NON_ZERO_RQ) {
		qp->rq.cnt = 1u << GET(qpc, c, log_rq_size);
		qp->rq.stride = 16u << GET(qpc, c, log_rq_stride);
	}
	if (!GET(qpc, c, no_sq)) {
		qp->sq.cnt = 1u << GET(qpc, c, log_sq_size);
		qp->sq.stride = MLX5_SEND_WQE_BB;
		qp->sq.offset = (u64)qp->rq.cnt * qp->rq.stride;
	}
}

static u8 qp_setup(struct hca *h, struct qp *qp, const struct cmd *cmd)
{
	const u8 *pas = CAT(create_qp_in, cmd->in, pas);
	u64 room = (cmd->in_len - IFC_OFF(create_qp_in, pas)) / 8;
	u8 shift = GET(qpc, qp->ctx, log_page_size) + MLX5_ADAPTER_PAGE_SHIFT;
	u64 offset = GET(qpc, qp->ctx, page_offset) << (shift - 6);
	u32 srqn = GET(qpc, qp->ctx, srqn_rmpn_xrqn);
	u64 size, pages;
	u8 status;

	qp->st = GET(qpc, qp->ctx, st);
	if (!type_name(qp->st) ||
	    GET(qpc, qp->ctx, rq_type) == MLX5_CRQ_RQ ||
	    GET(qpc, qp->ctx, rq_type) > MLX5_ZERO_LEN_RQ ||
	    GET(create_qp_in, cmd->in, wq_umem_valid))
		return MLX5_CMD_STAT_BAD_PARAM_ERR;
	if (GET(qpc, qp->ctx, rq_type) == MLX5_SRQ_RQ)
		qp->srqn = srqn;
	else
		srqn = 0;
	status = check_refs(h, qp, srqn);
	if (status)
		return status;
	set_rings(qp);
	size = (u64)qp->rq.cnt * qp->rq.stride +
	       (u64)qp->sq.cnt * qp->sq.stride;
	pages = buf_pages(offset, size, shift);
	if (pages > room)
		return MLX5_CMD_STAT_BAD_INP_LEN_ERR;
	return buf_init(&qp->buf, pas, pages, shift, offset) ?
		MLX5_CMD_STAT_OK : MLX5_CMD_STAT_INT_ERR;
}

u8 cmd_create_qp(struct hca *h, const struct cmd *cmd)
{
	struct qp *qp = calloc(1, sizeof(*qp));
	u8 status;

	if (!qp)
		return MLX5_CMD_STAT_INT_ERR;
	memcpy(qp->ctx, CAT(create_qp_in, cmd->in, qpc), sizeof(qp->ctx));
	qp->uid = GET(create_qp_in, cmd->in, uid);
	status = qp_setup(h, qp, cmd);
	if (!status)
		status = queue_add(h, qp);
	if (status) {
		qp_free(qp);
		return status;
	}
	SET(create_qp_out, cmd->out, qpn, qp->qpn);
	return MLX5_CMD_STAT_OK;
}

u8 cmd_destroy_qp(struct hca *h, const struct cmd *cmd)
{
	struct qp *qp = qp_get(h, GET(destroy_qp_in, cmd->in, qpn));

	if (!qp)
		return MLX5_CMD_STAT_BAD_RES_ERR;
	table_del(&h->qps, qp->qpn);
	mcg_forget(h, qp->qpn);
	hca_cmd(h, "QP %u ends with SQ %u RQ %u", qp->qpn, qp->sq_ci,
		qp->rq_ci);
	qp_free(qp);
	return MLX5_CMD_STAT_OK;
}

u8 qp_query(struct hca *h, u32 qpn, u8 *qpc)
{
	const struct qp *qp = qp_get(h, qpn);

	if (!qp)
		return MLX5_CMD_STAT_BAD_RES_ERR;
	memcpy(qpc, qp->ctx, sizeof(qp->ctx));
	SET(qpc, qpc, state, qp->state);
	SET(qpc, qpc, hw_sq_wqebb_counter, qp->sq_ci);
	SET(qpc, qpc, sw_sq_wqebb_counter, qp_sq_pi(h, qp));
	SET(qpc, qpc, hw_rq_counter, qp->rq_ci);
	SET(qpc, qpc, sw_rq_counter, qp_rq_pi(h, qp));
	return MLX5_CMD_STAT_OK;
}

u8 cmd_query_qp(struct hca *h, const struct cmd *cmd)
{
	return qp_query(h, GET(query_qp_in, cmd->in, qpn),
			AT(query_qp_out, cmd->out, qpc));
}
