// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Completion queues. */
#include <stdlib.h>
#include <string.h>

#include "cmd.h"

#define CQE_SIZE	sizeof(struct mlx5_cqe64)
#define CQE_OWNER	offsetof(struct mlx5_cqe64, op_own)
#define CQE_SOLICITED	(1 << 1)
#define INDEX_MASK	0xffffffu

void cq_free(void *obj)
{
	struct cq *cq = obj;

	buf_exit(&cq->buf);
	free(cq);
}

static u8 cq_setup(struct hca *h, struct cq *cq, const struct cmd *cmd)
{
	const u8 *pas = CAT(create_cq_in, cmd->in, pas);
	u64 room = (cmd->in_len - IFC_OFF(create_cq_in, pas)) / 8;
	u8 shift = GET(cqc, cq->ctx, log_page_size) + MLX5_ADAPTER_PAGE_SHIFT;
	u64 offset = GET(cqc, cq->ctx, page_offset) << (shift - 6);
	u8 size = GET(cqc, cq->ctx, cqe_sz);
	u64 pages;

	cq->log_size = GET(cqc, cq->ctx, log_cq_size);
	cq->dbr = GET(cqc, cq->ctx, dbr_addr);
	cq->eqn = GET(cqc, cq->ctx, c_eqn_or_apu_element);
	cq->entry_size = size == MLX5_CQC_CQE_SZ_64_BYTES ? CQE_SIZE :
							    2 * CQE_SIZE;
	if (cq->log_size > cap(h, log_max_cq_sz) || size > CQE_STRIDE_128_PAD ||
	    GET(create_cq_in, cmd->in, cq_umem_valid))
		return MLX5_CMD_STAT_BAD_PARAM_ERR;
	if (!table_get(&h->eqs, cq->eqn))
		return MLX5_CMD_STAT_BAD_RES_ERR;
	pages = buf_pages(offset, (u64)cq->entry_size << cq->log_size, shift);
	if (pages > room)
		return MLX5_CMD_STAT_BAD_INP_LEN_ERR;
	return buf_init(&cq->buf, pas, pages, shift, offset) ?
		MLX5_CMD_STAT_OK : MLX5_CMD_STAT_INT_ERR;
}

u8 cmd_create_cq(struct hca *h, const struct cmd *cmd)
{
	struct cq *cq = calloc(1, sizeof(*cq));
	u8 status;

	if (!cq)
		return MLX5_CMD_STAT_INT_ERR;
	memcpy(cq->ctx, CAT(create_cq_in, cmd->in, cq_context),
	       sizeof(cq->ctx));
	status = cq_setup(h, cq, cmd);
	if (!status) {
		cq->cqn = table_add(&h->cqs, cq);
		status = cq->cqn ? MLX5_CMD_STAT_OK : MLX5_CMD_STAT_NO_RES_ERR;
	}
	if (status) {
		cq_free(cq);
		return status;
	}
	hca_cmd(h, "CQ %u: 1 << %u entries of %u bytes, EQ %u", cq->cqn,
		cq->log_size, cq->entry_size, cq->eqn);
	SET(create_cq_out, cmd->out, cqn, cq->cqn);
	return MLX5_CMD_STAT_OK;
}

static bool cq_used(struct hca *h, u32 cqn)
{
	struct srq *srq;
	struct qp *qp;
	u32 i;

	table_for_each(&h->qps, i, qp)
		if (GET(qpc, qp->ctx, cqn_snd) == cqn ||
		    GET(qpc, qp->ctx, cqn_rcv) == cqn)
			return true;
	table_for_each(&h->srqs, i, srq)
		if (srq->cqn == cqn)
			return true;
	return false;
}

u8 cmd_destroy_cq(struct hca *h, const struct cmd *cmd)
{
	u32 cqn = GET(destroy_cq_in, cmd->in, cqn);

	if (!table_get(&h->cqs, cqn))
		return MLX5_CMD_STAT_BAD_RES_ERR;
	if (cq_used(h, cqn))
		return MLX5_CMD_STAT_BAD_RES_STATE_ERR;
	cq_free(table_del(&h->cqs, cqn));
	return MLX5_CMD_STAT_OK;
}

/* The consumer index that the driver keeps in the doorbell record. */
static bool cq_ci(struct hca *h, const struct cq *cq, u32 *ci)
{
	u8 record[4];

	if (!dma_read(&h->dma, cq->dbr, record, sizeof(record)))
		return false;
	*ci = be_load(record, sizeof(record)) & INDEX_MASK;
	return true;
}

u8 cmd_query_cq(struct hca *h, const struct cmd *cmd)
{
	const struct cq *cq = table_get(&h->cqs,
					GET(query_cq_in, cmd->in, cqn));
	static const u8 arm_state[] = {
		[CQ_IDLE] = MLX5_CQC_ST_FIRED,
		[CQ_ARM_SOLICITED] =
			MLX5_CQC_ST_SOLICITED_NOTIFICATION_REQUEST_ARMED,
		[CQ_ARM_ANY] = MLX5_CQC_ST_NOTIFICATION_REQUEST_ARMED,
	};
	u8 *ctx = AT(query_cq_out, cmd->out, cq_context);
	u32 ci = 0;

	if (!cq)
		return MLX5_CMD_STAT_BAD_RES_ERR;
	memcpy(ctx, cq->ctx, sizeof(cq->ctx));
	cq_ci(h, cq, &ci);
	SET(cqc, ctx, status, cq->overflow ? MLX5_CQC_STATUS_CQ_OVERFLOW :
					     MLX5_CQC_STATUS_OK);
	SET(cqc, ctx, st, arm_state[cq->arm]);
	SET(cqc, ctx, consumer_counter, ci);
	SET(cqc, ctx, producer_counter, cq->pi);
	return MLX5_CMD_STAT_OK;
}

/* Moderation is accepted and without effect; there is no resizing. */
u8 cmd_modify_cq(struct hca *h, const struct cmd *cmd)
{
	const struct cq *cq = table_get(&h->cqs,
					GET(modify_cq_in, cmd->in, cqn));

	if (!cq)
		return MLX5_CMD_STAT_BAD_RES_ERR;
	return cmd->op_mod == MLX5_CQ_OPMOD_RESIZE ?
		MLX5_CMD_STAT_BAD_PARAM_ERR : MLX5_CMD_STAT_OK;
}

static void cq_notify(struct hca *h, struct cq *cq)
{
	u8 data[sizeof(struct mlx5_eqe_comp)] = { 0 };

	cq->arm = CQ_IDLE;
	BE_SET(mlx5_eqe_comp, data, cqn, cq->cqn);
	eq_post(h, cq->eqn, MLX5_EVENT_TYPE_COMP, 0, data, sizeof(data));
}

static bool cq_full(struct hca *h, const struct cq *cq)
{
	u32 ci;

	if (GET(cqc, cq->ctx, oi) || !cq_ci(h, cq, &ci))
		return false;
	return ((cq->pi - ci) & INDEX_MASK) >= 1u << cq->log_size;
}

static void cq_overrun(struct hca *h, struct cq *cq)
{
	u8 data[sizeof(struct mlx5_eqe_cq_err)] = { 0 };

	hca_info(h, "CQ %u is full", cq->cqn);
	cq->overflow = true;
	BE_SET(mlx5_eqe_cq_err, data, cqn, cq->cqn);
	BE_SET(mlx5_eqe_cq_err, data, syndrome, 1);
	eq_post_async(h, MLX5_EVENT_TYPE_CQ_ERROR, 0, data, sizeof(data));
}

void cq_post(struct hca *h, u32 cqn, u8 *cqe, bool solicited)
{
	struct cq *cq = table_get(&h->cqs, cqn);
	u64 pos;
	bool ok;

	if (!cq || cq->overflow)
		return;
	if (cq_full(h, cq)) {
		cq_overrun(h, cq);
		return;
	}
	BE_SET(mlx5_cqe64, cqe, op_own,
	       BE_GET(mlx5_cqe64, cqe, op_own) |
	       (solicited ? CQE_SOLICITED : 0) |
	       (cq->pi >> cq->log_size & MLX5_CQE_OWNER_MASK));

	/* A 128-byte entry has the completion in its second half. */
	pos = (u64)(cq->pi & ((1u << cq->log_size) - 1)) * cq->entry_size +
	      cq->entry_size - CQE_SIZE;
	ok = buf_write(&h->dma, &cq->buf, pos, cqe, CQE_OWNER);
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	ok = ok && buf_write(&h->dma, &cq->buf, pos + CQE_OWNER,
			     cqe + CQE_OWNER, 1);
	if (!ok) {
		hca_err(h, "CQ %u is not in memory", cqn);
		return;
	}
	cq->pi++;
	if (solicited)
		cq->solicited_pi = cq->pi;
	if (cq->arm == CQ_ARM_ANY || (cq->arm == CQ_ARM_SOLICITED && solicited))
		cq_notify(h, cq);
}

void cq_arm(struct hca *h, u32 cqn, u32 ci, bool solicited_only)
{
	struct cq *cq = table_get(&h->cqs, cqn);
	u32 pi;

	if (!cq)
		return;
	cq->arm = solicited_only ? CQ_ARM_SOLICITED : CQ_ARM_ANY;
	/* What came since the driver last looked must not be missed. */
	pi = solicited_only ? cq->solicited_pi : cq->pi;
	pi = (pi - ci) & INDEX_MASK;
	if (pi && pi <= INDEX_MASK / 2)
		cq_notify(h, cq);
}
