// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
#include "kinds.h"

#include <errno.h>

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

const struct kind kinds[KINDS] = {
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

void kind_ring(const struct kind *kind, struct ibv_qp *qp, uint32_t queue,
	       struct ring *ring)
{
	if (kind->raw) {
		ring_of_raw_qp(ring, qp, queue);
	} else {
		ring_of_qp(ring, qp, queue, 0);
		ring->sw_state = IBV_QPS_RESET;
		ring->hw_state = 0;
	}
	if (kind->type)
		ring->qp_type = kind->type;
}
