// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Event queues. */
#include <stdlib.h>
#include <string.h>

#include "cmd.h"

#define EQE_SIZE	sizeof(struct mlx5_eqe)
#define EQE_DATA	offsetof(struct mlx5_eqe, data)
#define EQE_OWNER	offsetof(struct mlx5_eqe, owner)
#define INDEX_MASK	0xffffffu
/* Layout of the doorbell: number of the queue, then its consumer index. */
#define DOORBELL_EQN	24

void eq_free(void *obj)
{
	struct eq *eq = obj;

	buf_exit(&eq->buf);
	free(eq);
}

static u8 eq_setup(struct hca *h, struct eq *eq, const struct cmd *cmd)
{
	const u8 *pas = CAT(create_eq_in, cmd->in, pas);
	u64 room = (cmd->in_len - IFC_OFF(create_eq_in, pas)) / 8;
	u8 shift = GET(eqc, eq->ctx, log_page_size) + MLX5_ADAPTER_PAGE_SHIFT;
	u64 offset = GET(eqc, eq->ctx, page_offset) << (shift - 6);
	u64 pages;
	u32 i;

	eq->log_size = GET(eqc, eq->ctx, log_eq_size);
	eq->vector = GET(eqc, eq->ctx, intr);
	if (eq->log_size > cap(h, log_max_eq_sz) || eq->vector >= HCA_VECTORS)
		return MLX5_CMD_STAT_BAD_PARAM_ERR;
	for (i = 0; i < ARRAY_SIZE(eq->events); i++)
		eq->events[i] = GET(create_eq_in, cmd->in, event_bitmask[i]);
	pages = buf_pages(offset, EQE_SIZE << eq->log_size, shift);
	if (pages > room)
		return MLX5_CMD_STAT_BAD_INP_LEN_ERR;
	return buf_init(&eq->buf, pas, pages, shift, offset) ?
		MLX5_CMD_STAT_OK : MLX5_CMD_STAT_INT_ERR;
}

static bool eq_wants(const struct eq *eq, u8 type)
{
	return eq->events[type / 64] >> type % 64 & 1;
}

u8 cmd_create_eq(struct hca *h, const struct cmd *cmd)
{
	struct eq *eq = calloc(1, sizeof(*eq));
	u8 status;

	if (!eq)
		return MLX5_CMD_STAT_INT_ERR;
	memcpy(eq->ctx, CAT(create_eq_in, cmd->in, eq_context_entry),
	       sizeof(eq->ctx));
	status = eq_setup(h, eq, cmd);
	if (!status) {
		eq->eqn = table_add(&h->eqs, eq);
		status = eq->eqn ? MLX5_CMD_STAT_OK : MLX5_CMD_STAT_NO_RES_ERR;
	}
	if (status) {
		eq_free(eq);
		return status;
	}
	if (eq_wants(eq, MLX5_EVENT_TYPE_CMD))
		h->cmd_eqn = eq->eqn;
	hca_cmd(h, "EQ %u: 1 << %u entries, vector %u", eq->eqn, eq->log_size,
		eq->vector);
	SET(create_eq_out, cmd->out, eq_number, eq->eqn);
	return MLX5_CMD_STAT_OK;
}

static bool eq_used(struct hca *h, u32 eqn)
{
	struct cq *cq;
	u32 i;

	table_for_each(&h->cqs, i, cq)
		if (cq->eqn == eqn)
			return true;
	return false;
}

u8 cmd_destroy_eq(struct hca *h, const struct cmd *cmd)
{
	u32 eqn = GET(destroy_eq_in, cmd->in, eq_number);

	if (!table_get(&h->eqs, eqn))
		return MLX5_CMD_STAT_BAD_RES_ERR;
	if (eq_used(h, eqn))
		return MLX5_CMD_STAT_BAD_RES_STATE_ERR;
	eq_free(table_del(&h->eqs, eqn));
	if (h->cmd_eqn == eqn)
		h->cmd_eqn = 0;
	return MLX5_CMD_STAT_OK;
}

u8 cmd_query_eq(struct hca *h, const struct cmd *cmd)
{
	const struct eq *eq = table_get(&h->eqs, GET(query_eq_in, cmd->in,
						     eq_number));
	u8 *ctx = AT(query_eq_out, cmd->out, eq_context_entry);

	if (!eq)
		return MLX5_CMD_STAT_BAD_RES_ERR;
	memcpy(ctx, eq->ctx, sizeof(eq->ctx));
	SET(eqc, ctx, consumer_counter, eq->ci);
	SET(eqc, ctx, producer_counter, eq->pi);
	return MLX5_CMD_STAT_OK;
}

void eq_post(struct hca *h, u32 eqn, u8 type, u8 sub_type, const void *data,
	     size_t size)
{
	struct eq *eq = table_get(&h->eqs, eqn);
	u8 eqe[EQE_SIZE] = { 0 };
	u64 pos;
	bool ok;

	if (!eq)
		return;
	if (((eq->pi - eq->ci) & INDEX_MASK) >= 1u << eq->log_size) {
		hca_err(h, "EQ %u is full, event %x lost", eqn, type);
		return;
	}
	BE_SET(mlx5_eqe, eqe, type, type);
	BE_SET(mlx5_eqe, eqe, sub_type, sub_type);
	memcpy(eqe + EQE_DATA, data, size);
	eqe[EQE_OWNER] = eq->pi >> eq->log_size & MLX5_CQE_OWNER_MASK;

	/* The owner bit comes last: a driver polls for it. */
	pos = (eq->pi & ((1u << eq->log_size) - 1)) * EQE_SIZE;
	ok = buf_write(&h->dma, &eq->buf, pos, eqe, EQE_OWNER);
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	ok = ok && buf_write(&h->dma, &eq->buf, pos + EQE_OWNER,
			     eqe + EQE_OWNER, 1);
	if (!ok) {
		hca_err(h, "EQ %u is not in memory", eqn);
		return;
	}
	eq->pi++;
	irq_raise(h, eq->vector);
}

void eq_post_async(struct hca *h, u8 type, u8 sub_type, const void *data,
		   size_t size)
{
	struct eq *eq;
	u32 i;

	table_for_each(&h->eqs, i, eq) {
		if (eq_wants(eq, type)) {
			eq_post(h, i, type, sub_type, data, size);
			return;
		}
	}
	hca_info(h, "no EQ for event %x", type);
}

void eq_post_queue_event(struct hca *h, u8 type, u8 queue_type, u32 num)
{
	u8 data[sizeof(struct mlx5_eqe_qp_srq)] = { 0 };

	BE_SET(mlx5_eqe_qp_srq, data, type, queue_type);
	BE_SET(mlx5_eqe_qp_srq, data, qp_srq_n, num);
	eq_post_async(h, type, 0, data, sizeof(data));
}

void eq_doorbell(struct hca *h, u32 value)
{
	struct eq *eq = table_get(&h->eqs, value >> DOORBELL_EQN);

	if (eq)
		eq->ci = value & INDEX_MASK;
}
