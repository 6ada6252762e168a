// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* State changes of queue pairs. */
#include <string.h>

#include "cmd.h"

/* A run of bits of the QP context. */
struct field {
	u16 bit;
	u16 bits;
};

#define FIELD(name)	{ IFC_BIT(qpc, name), IFC_BITS(qpc, name) }
#define PATH(name)	FIELD(primary_address_path.name)
#define END		{ 0, 0 }

/*
 * The context that comes with a command is valid only in the fields that the
 * transition is about: the driver leaves all others zero.
 */
static const struct field to_init[] = {
	FIELD(q_key), FIELD(rre), FIELD(rwe), FIELD(rae),
	FIELD(counter_set_id), FIELD(pm_state), FIELD(log_ack_req_freq),
	FIELD(cs_req), FIELD(cs_res), PATH(pkey_index), PATH(vhca_port_num),
	END
};

/* These are there to be given later than at creation, or left as they are. */
static const struct field to_init_if_set[] = {
	FIELD(cqn_snd), FIELD(cqn_rcv), FIELD(pd), FIELD(dbr_addr), END
};

static const struct field to_rtr[] = {
	FIELD(mtu), FIELD(log_msg_max), FIELD(remote_qpn),
	FIELD(next_rcv_psn), FIELD(log_rra_max), FIELD(min_rnr_nak),
	FIELD(atomic_mode), PATH(fl), PATH(free_ar), PATH(grh), PATH(mlid),
	PATH(rlid), PATH(src_addr_index), PATH(stat_rate), PATH(hop_limit),
	PATH(tclass), PATH(flow_label), PATH(sl), PATH(vhca_port_num), END
};

static const struct field to_rts[] = {
	FIELD(retry_count), FIELD(rnr_retry), FIELD(next_send_psn),
	FIELD(log_sra_max), FIELD(log_ack_req_freq), PATH(ack_timeout), END
};

static const struct field nothing[] = { END };

/* Fields that opt_param_mask adds. */
static const struct {
	u32 mask;
	struct field field;
} optional[] = {
	{ MLX5_QP_OPTPAR_RRE, FIELD(rre) },
	{ MLX5_QP_OPTPAR_RAE, FIELD(rae) },
	{ MLX5_QP_OPTPAR_RWE, FIELD(rwe) },
	{ MLX5_QP_OPTPAR_PKEY_INDEX, PATH(pkey_index) },
	{ MLX5_QP_OPTPAR_Q_KEY, FIELD(q_key) },
	{ MLX5_QP_OPTPAR_RNR_TIMEOUT, FIELD(min_rnr_nak) },
	{ MLX5_QP_OPTPAR_SRA_MAX, FIELD(log_sra_max) },
	{ MLX5_QP_OPTPAR_RRA_MAX, FIELD(log_rra_max) },
	{ MLX5_QP_OPTPAR_RETRY_COUNT, FIELD(retry_count) },
	{ MLX5_QP_OPTPAR_RNR_RETRY, FIELD(rnr_retry) },
	{ MLX5_QP_OPTPAR_ACK_TIMEOUT, PATH(ack_timeout) },
	{ MLX5_QP_OPTPAR_PM_STATE, FIELD(pm_state) },
};

#define IN(state)	(1u << MLX5_QP_STATE_##state)
#define ANYWHERE	(~0u)

static const struct transition {
	u16 opcode;
	u8 to;
	bool has_ctx;
	u32 from;
	const struct field *fields;
} transitions[] = {
	{ MLX5_CMD_OP_RST2INIT_QP, MLX5_QP_STATE_INIT, true, IN(RST),
	  to_init },
	{ MLX5_CMD_OP_INIT2INIT_QP, MLX5_QP_STATE_INIT, true, IN(INIT),
	  nothing },
	{ MLX5_CMD_OP_INIT2RTR_QP, MLX5_QP_STATE_RTR, true, IN(INIT), to_rtr },
	{ MLX5_CMD_OP_RTR2RTS_QP, MLX5_QP_STATE_RTS, true, IN(RTR), to_rts },
	{ MLX5_CMD_OP_RTS2RTS_QP, MLX5_QP_STATE_RTS, true, IN(RTS), nothing },
	{ MLX5_CMD_OP_SQERR2RTS_QP, MLX5_QP_STATE_RTS, true, IN(SQER),
	  nothing },
	{ MLX5_CMD_OP_2ERR_QP, MLX5_QP_STATE_ERR, false, ANYWHERE, nothing },
	{ MLX5_CMD_OP_2RST_QP, MLX5_QP_STATE_RST, false, ANYWHERE, nothing },
};

static void copy_field(struct qp *qp, const u8 *from, const struct field *f)
{
	ifc_store(qp->ctx, f->bit, f->bits, ifc_load(from, f->bit, f->bits));
}

static void merge(struct qp *qp, const struct transition *t, const u8 *from,
		  u32 mask)
{
	const struct field *f;
	u32 i;

	for (f = t->fields; f->bits; f++)
		copy_field(qp, from, f);
	for (i = 0; i < ARRAY_SIZE(optional); i++)
		if (mask & optional[i].mask)
			copy_field(qp, from, &optional[i].field);

	/* Remote addresses of a connection are longer than a field can be. */
	if (t->to == MLX5_QP_STATE_RTR)
		memcpy(AT(qpc, qp->ctx, primary_address_path.rgid_rip),
		       CAT(qpc, from, primary_address_path.rgid_rip),
		       IFC_BITS(qpc, primary_address_path.rgid_rip) / 8);
	if (t->to != MLX5_QP_STATE_INIT)
		return;
	for (f = to_init_if_set; f->bits; f++)
		if (ifc_load(from, f->bit, f->bits))
			copy_field(qp, from, f);
}

static u8 check_cqs(struct hca *h, const struct transition *t, const u8 *from)
{
	u32 cqn_snd = GET(qpc, from, cqn_snd);
	u32 cqn_rcv = GET(qpc, from, cqn_rcv);
	u32 pd = GET(qpc, from, pd);

	if (t->fields != to_init)
		return MLX5_CMD_STAT_OK;
	if ((cqn_snd && !table_get(&h->cqs, cqn_snd)) ||
	    (cqn_rcv && !table_get(&h->cqs, cqn_rcv)) ||
	    (pd && !res_exists(h, RES_PD, pd)))
		return MLX5_CMD_STAT_BAD_RES_ERR;
	return MLX5_CMD_STAT_OK;
}

void queue_enter(struct hca *h, struct qp *qp, u8 state)
{
	hca_cmd(h, "queue %u: %s -> %s", qp->qpn, qp_state_name(qp->state),
		qp_state_name(state));
	if (state == MLX5_QP_STATE_ERR) {
		engine_error(h, qp);
		return;
	}
	qp->state = state;
	if (state == MLX5_QP_STATE_RST) {
		qp->sq_ci = 0;
		qp->rq_ci = 0;
		qp->waiting = false;
		qp->faulted = false;
		qp->fault_failed = false;
		qp->last_wqe_told = false;
	}
	/* What was posted before the QP could send starts now. */
	if (state == MLX5_QP_STATE_RTS)
		engine_run(h, qp);
}

u8 cmd_modify_qp(struct hca *h, const struct cmd *cmd)
{
	/* All of these commands begin alike. */
	struct qp *qp = qp_get(h, GET(rst2init_qp_in, cmd->in, qpn));
	const struct transition *t = transitions;
	const u8 *from;
	u8 status;

	while (t->opcode != cmd->opcode)
		t++;
	if (!qp)
		return MLX5_CMD_STAT_BAD_RES_ERR;
	if (!(t->from >> qp->state & 1))
		return MLX5_CMD_STAT_BAD_QP_STATE_ERR;
	if (t->has_ctx) {
		from = CAT(rst2init_qp_in, cmd->in, qpc);
		status = check_cqs(h, t, from);
		if (status)
			return status;
		merge(qp, t, from, GET(rst2init_qp_in, cmd->in,
				       opt_param_mask));
	}
	queue_enter(h, qp, t->to);
	return MLX5_CMD_STAT_OK;
}
