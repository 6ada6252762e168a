// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Kinds of queues that not every device can make: what it cannot make is
 * skipped.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "hostile.h"
#include "poster_die.h"
#include "tap.h"

/* Objects that some kinds are made on */
struct parts {
	struct ring_base *base;
	struct ibv_xrcd *xrcd;
	struct ibv_srq *srq;
	struct ibv_wq *wq;	/* NULL: the device has none */
	struct ibv_rwq_ind_table *table;
};

static struct ibv_qp *make_xrc_send(const struct parts *parts)
{
	struct ibv_qp_init_attr_ex attr = {
		.qp_type = IBV_QPT_XRC_SEND,
		.send_cq = parts->base->cq,
		.cap = { .max_send_wr = 20, .max_send_sge = 1 },
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

static struct ibv_qp *make_raw(const struct parts *parts, uint32_t max_send,
			       uint32_t max_recv)
{
	struct ibv_qp_init_attr attr = {
		.qp_type = IBV_QPT_RAW_PACKET,
		.send_cq = parts->base->cq,
		.recv_cq = parts->base->cq,
		.cap = {
			.max_send_wr = max_send,
			.max_recv_wr = max_recv,
			.max_send_sge = !!max_send,
			.max_recv_sge = !!max_recv,
		},
	};

	return ibv_create_qp(parts->base->pd, &attr);
}

static struct ibv_qp *make_raw_both(const struct parts *parts)
{
	return make_raw(parts, 40, 30);
}

static struct ibv_qp *make_raw_send(const struct parts *parts)
{
	return make_raw(parts, 4, 0);
}

static struct ibv_qp *make_raw_recv(const struct parts *parts)
{
	return make_raw(parts, 0, 100);
}

static struct ibv_qp *make_source_qpn(const struct parts *parts)
{
	struct ibv_qp_init_attr_ex attr = {
		.qp_type = IBV_QPT_UD,
		.send_cq = parts->base->cq,
		.recv_cq = parts->base->cq,
		.cap = { .max_send_wr = 8, .max_send_sge = 1,
			 .max_recv_wr = 8, .max_recv_sge = 1 },
		.comp_mask = IBV_QP_INIT_ATTR_PD |
			     IBV_QP_INIT_ATTR_CREATE_FLAGS,
		.pd = parts->base->pd,
		.create_flags = IBV_QP_CREATE_SOURCE_QPN,
		.source_qpn = 2,
	};

	return ibv_create_qp_ex(parts->base->context, &attr);
}

static struct ibv_qp *make_rss(const struct parts *parts)
{
	static uint8_t key[40];
	struct ibv_qp_init_attr_ex attr = {
		.qp_type = IBV_QPT_RAW_PACKET,
		.comp_mask = IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_RX_HASH |
			     IBV_QP_INIT_ATTR_IND_TABLE,
		.pd = parts->base->pd,
		.rwq_ind_tbl = parts->table,
		.rx_hash_conf = {
			.rx_hash_function = IBV_RX_HASH_FUNC_TOEPLITZ,
			.rx_hash_key_len = sizeof(key),
			.rx_hash_key = key,
			.rx_hash_fields_mask = IBV_RX_HASH_SRC_IPV4,
		},
	};

	if (!parts->table)
		return NULL;
	return ibv_create_qp_ex(parts->base->context, &attr);
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

/* A kind of QP: what asking for its queues answers, 0 if they can be read */
static const struct kind {
	const char *name;
	struct ibv_qp *(*make)(const struct parts *parts);
	int sq, rq;
	int by_num;	/* of both queues, if they cannot be read by handle */
	bool raw;	/* SQ and RQ are objects of their own */
	uint32_t type;	/* where it is not that of libibverbs */
} kinds[] = {
	{ .name = "XRC initiator", .make = make_xrc_send,
	  .rq = ENODATA, .by_num = ENODATA },
	{ .name = "XRC target", .make = make_xrc_recv,
	  .sq = ENODATA, .rq = ENODATA, .by_num = ENODATA },
	{ .name = "raw packet QP", .make = make_raw_both, .raw = true },
	{ .name = "raw packet QP without RQ", .make = make_raw_send,
	  .raw = true, .rq = ENODATA, .by_num = ENODATA },
	{ .name = "raw packet QP without SQ", .make = make_raw_recv,
	  .raw = true, .sq = ENODATA, .by_num = ENODATA },
	{ .name = "QP with a source QPN", .make = make_source_qpn,
	  .raw = true },
	{ .name = "DCI", .make = make_dci, .type = MLX5_IB_WQ_READ_QPT_DCI,
	  .rq = ENODATA, .by_num = ENODATA },
	/* These two are tracked by no number */
	{ .name = "DCT", .make = make_dct,
	  .sq = EOPNOTSUPP, .rq = EOPNOTSUPP, .by_num = ENOENT },
	{ .name = "RSS QP", .make = make_rss,
	  .sq = EOPNOTSUPP, .rq = EOPNOTSUPP, .by_num = ENOENT },
};

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
	if (kind->raw) {
		ring_of_raw_qp(&ring, qp, queue);
	} else {
		ring_of_qp(&ring, qp, queue, 0);
		ring.sw_state = IBV_QPS_RESET;
		ring.hw_state = 0;
	}
	if (kind->type)
		ring.qp_type = kind->type;
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
	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++)
		check_kind(&parts, &kinds[i]);
	check_srq_types(&parts);
	if (parts.table)
		need_zero(ibv_destroy_rwq_ind_table(parts.table));
	if (parts.wq)
		need_zero(ibv_destroy_wq(parts.wq));
	need_zero(ibv_destroy_srq(parts.srq));
	need_zero(ibv_close_xrcd(parts.xrcd));
}
