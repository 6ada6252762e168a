// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Datagrams: who gets them, and what comes before their payload. */
#include <string.h>

#include "exec.h"

#define GRH_SIZE	40
#define QPN_MASK	0xffffffu
#define QPN_MULTICAST	0xffffffu
#define GRH_FLAG	(1u << 30)
#define QKEY_OF_SENDER	0x80000000u
#define IB_GRH_VERSION	6
#define IB_GRH_NEXT_HDR	0x1b

static bool takes_qkey(const struct run *run, const struct qp *d)
{
	u32 qkey = BE_GET(mlx5_av, run->w.av, key.qkey.qkey);

	if (qkey & QKEY_OF_SENDER)
		qkey = GET(qpc, run->qp->ctx, q_key);
	if (d->st == MLX5_QP_ST_UD)
		return qkey == GET(qpc, d->ctx, q_key);
	return d->st == MLX5_QP_ST_QP1;
}

static struct qp *find_receiver(const struct run *run)
{
	u32 qpn = BE_GET(mlx5_av, run->w.av, dqp_dct) & QPN_MASK;
	struct qp *d;

	if (qpn <= 1) {
		d = qp_special(run->h, qpn ? MLX5_QP_ST_QP1 : MLX5_QP_ST_QP0);
		return d && can_receive(d) ? d : NULL;
	}
	d = qp_get(run->h, qpn);
	return d && can_receive(d) && takes_qkey(run, d) ? d : NULL;
}

static bool has_route(const struct run *run)
{
	return run->w.av_full &&
	       BE_GET(mlx5_av, run->w.av, grh_gid_fl) & GRH_FLAG;
}

/* What comes before the payload of a datagram; zeros without a route. */
static void build_grh(const struct run *run, u8 *grh)
{
	const u8 *av = run->w.av;
	u32 flow;

	memset(grh, 0, GRH_SIZE);
	if (!has_route(run))
		return;
	flow = BE_GET(mlx5_av, av, grh_gid_fl) & 0xfffff;
	be_store(grh, 4, (u32)IB_GRH_VERSION << 28 |
			 (u32)BE_GET(mlx5_av, av, tclass) << 20 | flow);
	be_store(grh + 4, 2, run->w.local.len & 0xffff);
	grh[6] = IB_GRH_NEXT_HDR;
	grh[7] = BE_GET(mlx5_av, av, hop_limit);
	be_store(grh + 8, 8, HCA_GID_PREFIX);
	be_store(grh + 16, 8, run->h->guid);
	memcpy(grh + 24, av + offsetof(struct mlx5_av, rgid), GID_SIZE);
}

/* One that has no receive WQE misses the datagram. */
static int deliver_to(struct run *run, struct qp *qp)
{
	struct responder d = responder_of(run->h, qp);
	struct receipt rc = {
		.cqe_opcode = receive_opcode(run->w.opcode),
		.byte_cnt = run->w.local.len + GRH_SIZE,
		.imm = run->w.imm,
		.solicited = run->w.flags & MLX5_WQE_CTRL_SOLICITED,
		.src = run->qp,
		.grh = has_route(run),
		.pkey = qp->st != MLX5_QP_ST_UD,
	};
	u8 area[GRH_SIZE];
	int err;

	if (peek(run, &d) != EXEC_OK)
		return EXEC_OK;
	err = deliver(run, &d, GRH_SIZE);
	if (err || run->failed)
		return err;
	build_grh(run, area);
	sgl_write(run->h, &run->r.sgl, 0, area, GRH_SIZE);
	rc.counter = run->r.counter;
	complete_receive(run->h, &d.owner, &rc);
	return EXEC_OK;
}

/* Everybody who listens gets it, but for the sender. */
static int exec_multicast(struct run *run)
{
	const u8 *gid = run->w.av + offsetof(struct mlx5_av, rgid);
	struct qp *qp;
	u32 i;

	for (i = 0; has_route(run) && i < HCA_MCGS; i++) {
		if (!mcg_has(run->h, i, gid))
			continue;
		qp = qp_get(run->h, run->h->mcg[i].qpn);
		if (!qp || qp == run->qp || !can_receive(qp) ||
		    !takes_qkey(run, qp))
			continue;
		deliver_to(run, qp);
		if (run->failed)
			engine_error(run->h, run->failed);
		run->failed = NULL;
	}
	return EXEC_OK;
}

/* Requests to the subnet's administrator: their sender is who gets more. */
static bool asks_sa(struct run *run)
{
	struct sgl *l = &run->w.local;

	if (l->len != MAD_SIZE ||
	    !sgl_read(run->h, l, 0, run->mad, MAD_SIZE) ||
	    !sa_answer(run->h, run->mad))
		return false;
	l->count = 1;
	l->sge[0] = (struct sge){ .data = run->mad, .len = MAD_SIZE };
	return true;
}

int exec_datagram(struct run *run)
{
	u32 qpn = BE_GET(mlx5_av, run->w.av, dqp_dct) & QPN_MASK;
	struct qp *qp;
	int err;

	if (run->w.local.len > HCA_MTU)
		return MLX5_CQE_SYNDROME_LOCAL_LENGTH_ERR;
	err = access_local(run, ACCESS_LOCAL_READ);
	if (err)
		return err;
	if (qpn == QPN_MULTICAST)
		return exec_multicast(run);
	qp = qpn == 1 && asks_sa(run) ? run->qp : find_receiver(run);
	return qp ? deliver_to(run, qp) : EXEC_OK;
}
