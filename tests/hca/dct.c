// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Targets of dynamically connected transport. */
#include <stdlib.h>
#include <string.h>

#include "cmd.h"

/* Say in the words of a QP's context what the rest of the device looks at. */
static void set_context(struct qp *qp)
{
	SET(qpc, qp->ctx, pd, GET(dctc, qp->own, pd));
	SET(qpc, qp->ctx, cqn_rcv, GET(dctc, qp->own, cqn));
	SET(qpc, qp->ctx, user_index, GET(dctc, qp->own, user_index));
	SET(qpc, qp->ctx, rre, GET(dctc, qp->own, rre));
	SET(qpc, qp->ctx, rwe, GET(dctc, qp->own, rwe));
	SET(qpc, qp->ctx, rae, GET(dctc, qp->own, rae));
}

static u8 dct_setup(struct hca *h, struct qp *qp, const struct cmd *cmd)
{
	memcpy(qp->own, CAT(create_dct_in, cmd->in, dct_context_entry),
	       IFC_SIZE(dctc));
	set_context(qp);
	qp->srqn = GET(dctc, qp->own, srqn_xrqn);
	if (!res_exists(h, RES_PD, GET(dctc, qp->own, pd)) ||
	    !table_get(&h->cqs, GET(dctc, qp->own, cqn)) ||
	    !table_get(&h->srqs, qp->srqn))
		return MLX5_CMD_STAT_BAD_RES_ERR;
	return MLX5_CMD_STAT_OK;
}

u8 cmd_create_dct(struct hca *h, const struct cmd *cmd)
{
	struct qp *qp = calloc(1, sizeof(*qp));
	u8 status;

	if (!qp)
		return MLX5_CMD_STAT_INT_ERR;
	qp->kind = QUEUE_DCT;
	qp->st = MLX5_QP_ST_DCT;
	qp->state = MLX5_QP_STATE_RTR;
	qp->uid = GET(create_dct_in, cmd->in, uid);
	status = dct_setup(h, qp, cmd);
	if (!status)
		status = queue_add(h, qp);
	if (status) {
		qp_free(qp);
		return status;
	}
	SET(create_dct_out, cmd->out, dctn, qp->qpn);
	return MLX5_CMD_STAT_OK;
}

/* All of these commands begin alike. */
static struct qp *find(struct hca *h, const struct cmd *cmd)
{
	return queue_find(h, GET(drain_dct_in, cmd->in, dctn), QUEUE_DCT);
}

/* Nothing is ever on its way: it is drained at once. */
u8 cmd_drain_dct(struct hca *h, const struct cmd *cmd)
{
	u8 data[sizeof(struct mlx5_eqe_dct)] = { 0 };
	struct qp *qp = find(h, cmd);

	if (!qp)
		return MLX5_CMD_STAT_BAD_RES_ERR;
	qp->state = MLX5_QP_STATE_ERR;
	BE_SET(mlx5_eqe_dct, data, dctn, qp->qpn);
	eq_post_async(h, MLX5_EVENT_TYPE_DCT_DRAINED, 0, data, sizeof(data));
	return MLX5_CMD_STAT_OK;
}

u8 cmd_query_dct(struct hca *h, const struct cmd *cmd)
{
	const struct qp *qp = find(h, cmd);
	u8 *ctx = AT(query_dct_out, cmd->out, dct_context_entry);

	if (!qp)
		return MLX5_CMD_STAT_BAD_RES_ERR;
	memcpy(ctx, qp->own, IFC_SIZE(dctc));
	SET(dctc, ctx, state, qp->state == MLX5_QP_STATE_ERR ?
			      MLX5_DCTC_STATE_DRAINED :
			      MLX5_DCTC_STATE_ACTIVE);
	return MLX5_CMD_STAT_OK;
}

u8 cmd_destroy_dct(struct hca *h, const struct cmd *cmd)
{
	struct qp *qp = find(h, cmd);

	if (!qp)
		return MLX5_CMD_STAT_BAD_RES_ERR;
	if (qp->state != MLX5_QP_STATE_ERR)
		return MLX5_CMD_STAT_BAD_RES_STATE_ERR;
	qp_free(table_del(&h->qps, qp->qpn));
	return MLX5_CMD_STAT_OK;
}

/* Violations of the key are told whether or not it is armed. */
u8 cmd_arm_dct(struct hca *h, const struct cmd *cmd)
{
	return find(h, cmd) ? MLX5_CMD_STAT_OK : MLX5_CMD_STAT_BAD_RES_ERR;
}
