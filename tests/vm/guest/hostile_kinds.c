// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Kinds of queues that not every device can make: what it cannot make is
 * skipped.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "hostile.h"
#include "kinds.h"
#include "poster_die.h"
#include "tap.h"

static void check_refusal(struct ibv_context *context, const struct kind *kind,
			  const struct ibv_qp *qp, uint32_t queue, int want)
{
	const struct ring ring = {
		.handle_attr = MLX5_IB_ATTR_WQ_READ_QP_HANDLE,
		.handle = qp->handle,
		.num = qp->qp_num,
		.queue = queue,
	};
	int got = read_one(context, &ring, false);
	int num = read_one(context, &ring, true);

	tap_result(got == want && num == kind->by_num,
		   "%s, queue %u: errno %d by handle, %d by number",
		   kind->name, queue, got, num);
}

static void check_queue(struct ibv_context *context, const struct kind *kind,
			struct ibv_qp *qp, uint32_t queue, int want)
{
	struct ring ring;

	if (want) {
		check_refusal(context, kind, qp, queue, want);
		return;
	}
	kind_ring(kind, qp, queue, &ring);
	check_ring(context, &ring, false);
	check_ring(context, &ring, true);
}

static void check_kind(const struct parts *parts, const struct kind *kind)
{
	struct ibv_qp *qp = kind->make(parts);

	if (!qp) {
		tap_skip(strerror(errno), "%s", kind->name);
		return;
	}
	if (!kind->sq || !kind->rq)
		ring_fill_qp(parts->base, qp);
	check_queue(parts->base->context, kind, qp, MLX5_IB_WQ_READ_SQ,
		    kind->sq);
	check_queue(parts->base->context, kind, qp, MLX5_IB_WQ_READ_RQ,
		    kind->rq);
	need_zero(ibv_destroy_qp(qp));
}

static void make_wq(struct parts *parts)
{
	struct ring_base *base = parts->base;
	struct ibv_wq_init_attr attr = {
		.wq_type = IBV_WQT_RQ,
		.max_wr = 50,
		.max_sge = 3,
		.pd = base->pd,
		.cq = base->cq,
	};
	struct ibv_rwq_ind_table_init_attr table = { .ind_tbl = &parts->wq };
	struct uapi_read by_num;
	struct ring ring;
	int got;

	parts->wq = ibv_create_wq(base->context, &attr);
	if (!parts->wq) {
		tap_skip(strerror(errno), "WQ");
		return;
	}
	ring_of_wq(base, &ring, parts->wq);
	check_ring(base->context, &ring, false);
	by_num = ring_read(&ring, true);
	got = uapi_read(base->context, &by_num);
	/* Its number may be that of a QP as well */
	tap_result(got ? got == ENOENT || got == ENODATA :
			 by_num.info.qp_type != MLX5_IB_WQ_READ_QPT_WQ,
		   "%s: not by number", ring.name);
	parts->table = ibv_create_rwq_ind_table(base->context, &table);
}

static void check_srq_type(struct parts *parts, enum ibv_srq_type type,
			   const char *name, const struct ring *like)
{
	struct ring_base *base = parts->base;
	struct ibv_srq *srq = ring_make_srq_ex(base, type, parts->xrcd, 10);
	struct ring ring;

	if (!srq) {
		tap_skip(strerror(errno), "%s", name);
		return;
	}
	ring_of_srq(&ring, srq, 0);
	ring.qp_type = like->qp_type;
	ring.hw_flags = like->hw_flags;
	ring.hw_state = like->hw_state;
	ring.hw_errno = like->hw_errno;
	snprintf(ring.name, sizeof(ring.name), "%s of %u", name, ring.wqe_cnt);
	check_ring(base->context, &ring, false);
	check_ring(base->context, &ring, true);
	need_zero(ibv_destroy_srq(srq));
}

static void check_srq_types(struct parts *parts)
{
	/* The device has no counters of an XRC SRQ to tell */
	const struct ring xrc = {
		.qp_type = MLX5_IB_WQ_READ_QPT_XRC_SRQ,
		.hw_flags = MLX5_IB_WQ_READ_INFO_HW_STATE,
		.hw_errno = EOPNOTSUPP,
	};
	const struct ring tm = {
		.qp_type = MLX5_IB_WQ_READ_QPT_TM_SRQ,
		.hw_flags = RING_HW_QP,
	};

	check_srq_type(parts, IBV_SRQT_XRC, "XRC SRQ", &xrc);
	check_srq_type(parts, IBV_SRQT_TM, "tag matching SRQ", &tm);
}

/* libmlx5 puts signatures into WQEs if it is asked to this way */
void hostile_signed(struct ring_base *base)
{
	struct ring ring;
	struct ibv_qp *qp;

	need(!setenv("MLX5_QP_SIGNATURE", "1", 1));
	qp = ring_make_qp(base, IBV_QPT_RC, 5, 5, NULL, 0);
	need(!unsetenv("MLX5_QP_SIGNATURE"));
	for (uint32_t queue = MLX5_IB_WQ_READ_SQ; queue <= MLX5_IB_WQ_READ_RQ;
	     queue++) {
		ring_of_qp(&ring, qp, queue, 0);
		ring.flags = MLX5_IB_WQ_READ_INFO_SIGNATURE;
		snprintf(ring.name, sizeof(ring.name), "signed queue %u",
			 queue);
		check_ring(base->context, &ring, false);
		check_ring(base->context, &ring, true);
	}
	need_zero(ibv_destroy_qp(qp));
}

void hostile_kinds(struct ring_base *base)
{
	struct parts parts = {
		.base = base,
		.xrcd = ring_open_xrcd(base),
		.srq = ring_make_srq(base, 4, 0),
	};

	make_wq(&parts);
	for (size_t i = 0; i < KINDS; i++)
		check_kind(&parts, &kinds[i]);
	check_srq_types(&parts);
	if (parts.table)
		need_zero(ibv_destroy_rwq_ind_table(parts.table));
	if (parts.wq)
		need_zero(ibv_destroy_wq(parts.wq));
	need_zero(ibv_destroy_srq(parts.srq));
	need_zero(ibv_close_xrcd(parts.xrcd));
}
