// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Kinds of queues that are not served yet. What the device cannot make is
 * skipped.
 */
#include <errno.h>
#include <string.h>

#include "hostile.h"
#include "poster_die.h"
#include "tap.h"

/* Objects that some kinds are made on */
struct parts {
	struct ring_base *base;
	struct ibv_xrcd *xrcd;
	struct ibv_srq *srq;
};

static struct ibv_qp *make_xrc_send(const struct parts *parts)
{
	struct ibv_qp_init_attr_ex attr = {
		.qp_type = IBV_QPT_XRC_SEND,
		.send_cq = parts->base->cq,
		.cap = { .max_send_wr = 4, .max_send_sge = 1 },
		.comp_mask = IBV_QP_INIT_ATTR_PD,
		.pd = parts->base->pd,
	};

	return ibv_create_qp_ex(parts->base->context, &attr);
}

static struct ibv_qp *make_xrc_recv(const struct parts *parts)
{
	struct ibv_qp_init_attr_ex attr = {
		.qp_type = IBV_QPT_XRC_RECV,
		.comp_mask = IBV_QP_INIT_ATTR_XRCD,
		.xrcd = parts->xrcd,
	};

	return ibv_create_qp_ex(parts->base->context, &attr);
}

static struct ibv_qp *make_raw_packet(const struct parts *parts)
{
	struct ibv_qp_init_attr attr = {
		.qp_type = IBV_QPT_RAW_PACKET,
		.send_cq = parts->base->cq,
		.recv_cq = parts->base->cq,
		.cap = { .max_send_wr = 4, .max_send_sge = 1 },
	};

	return ibv_create_qp(parts->base->pd, &attr);
}

static struct ibv_qp *make_dc(const struct parts *parts,
			      enum mlx5dv_dc_type type)
{
	bool target = type == MLX5DV_DCTYPE_DCT;
	struct ibv_qp_init_attr_ex attr = {
		.qp_type = IBV_QPT_DRIVER,
		.send_cq = parts->base->cq,
		.recv_cq = parts->base->cq,
		.srq = target ? parts->srq : NULL,
		.cap = { .max_send_wr = target ? 0 : 4,
			 .max_send_sge = target ? 0 : 1 },
		.comp_mask = IBV_QP_INIT_ATTR_PD,
		.pd = parts->base->pd,
	};
	struct mlx5dv_qp_init_attr dv_attr = {
		.comp_mask = MLX5DV_QP_INIT_ATTR_MASK_DC,
		.dc_init_attr = { .dc_type = type },
	};

	return mlx5dv_create_qp(parts->base->context, &attr, &dv_attr);
}

static struct ibv_qp *make_dci(const struct parts *parts)
{
	return make_dc(parts, MLX5DV_DCTYPE_DCI);
}

static struct ibv_qp *make_dct(const struct parts *parts)
{
	return make_dc(parts, MLX5DV_DCTYPE_DCT);
}

static void check_kind(const struct parts *parts, const char *name,
		       struct ibv_qp *(*make)(const struct parts *parts))
{
	struct ibv_context *context = parts->base->context;
	struct ibv_qp *qp = make(parts);
	struct ring ring = {
		.handle_attr = MLX5_IB_ATTR_WQ_READ_QP_HANDLE,
	};
	int faults = 0;

	if (!qp) {
		tap_skip(strerror(errno), "%s", name);
		return;
	}
	ring.handle = qp->handle;
	for (ring.queue = MLX5_IB_WQ_READ_SQ;
	     ring.queue <= MLX5_IB_WQ_READ_RQ; ring.queue++) {
		int got = read_one(context, &ring, false);

		if (got != EOPNOTSUPP)
			faults += tap_fault("queue %u: errno %d", ring.queue,
					    got);
	}
	tap_result(!faults, "%s", name);
	need_zero(ibv_destroy_qp(qp));
}

static void check_wq(const struct parts *parts)
{
	struct ibv_wq_init_attr attr = {
		.wq_type = IBV_WQT_RQ,
		.max_wr = 4,
		.max_sge = 1,
		.pd = parts->base->pd,
		.cq = parts->base->cq,
	};
	struct ibv_wq *wq = ibv_create_wq(parts->base->context, &attr);
	struct ring ring = {
		.handle_attr = MLX5_IB_ATTR_WQ_READ_WQ_HANDLE,
		.queue = MLX5_IB_WQ_READ_RQ,
	};

	if (!wq) {
		tap_skip(strerror(errno), "WQ");
		return;
	}
	ring.handle = wq->handle;
	tap_result(read_one(parts->base->context, &ring, false) == EOPNOTSUPP,
		   "WQ");
	need_zero(ibv_destroy_wq(wq));
}

void hostile_kinds(struct ring_base *base)
{
	const struct {
		const char *name;
		struct ibv_qp *(*make)(const struct parts *parts);
	} kinds[] = {
		{ "XRC initiator", make_xrc_send },
		{ "XRC target", make_xrc_recv },
		{ "raw packet QP", make_raw_packet },
		{ "DCI", make_dci },
		{ "DCT", make_dct },
	};
	struct parts parts = {
		.base = base,
		.xrcd = ring_open_xrcd(base),
		.srq = ring_make_srq(base, 4, 0),
	};

	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++)
		check_kind(&parts, kinds[i].name, kinds[i].make);
	check_wq(&parts);
	need_zero(ibv_destroy_srq(parts.srq));
	need_zero(ibv_close_xrcd(parts.xrcd));
}
