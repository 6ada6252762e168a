// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
#include "ring.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "poster_die.h"

#define SRQ_NEXT_SEG_SIZE 16

/* State fields of the device's contexts, as its interface numbers them */
#define QPC_STATE_INIT 1
#define RMPC_STATE_RDY 1

static const char *type_name(enum ibv_qp_type type)
{
	switch (type) {
	case IBV_QPT_RC:
		return "RC";
	case IBV_QPT_UC:
		return "UC";
	case IBV_QPT_UD:
		return "UD";
	case IBV_QPT_XRC_SEND:
		return "XRC initiator";
	case IBV_QPT_RAW_PACKET:
		return "raw packet";
	default:
		return "DCI";
	}
}

struct ibv_context *ring_open_device(void)
{
	struct ibv_device **devices = ibv_get_device_list(NULL);
	struct ibv_context *context = NULL;

	if (devices && devices[0])
		context = ibv_open_device(devices[0]);
	if (devices)
		ibv_free_device_list(devices);
	return context;
}

void ring_base_open(struct ring_base *base)
{
	base->context = ring_open_device();
	need(base->context);
	base->pd = ibv_alloc_pd(base->context);
	need(base->pd);
	base->cq = ibv_create_cq(base->context, 64, NULL, NULL, 0);
	need(base->cq);
	base->mr = ibv_reg_mr(base->pd, base->buffer, sizeof(base->buffer),
			      IBV_ACCESS_LOCAL_WRITE);
	need(base->mr);
}

static void to_init(struct ibv_qp *qp)
{
	struct ibv_qp_attr attr = {
		.qp_state = IBV_QPS_INIT,
		.port_num = 1,
	};
	int mask = IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT;

	mask |= qp->qp_type == IBV_QPT_UD ? IBV_QP_QKEY : IBV_QP_ACCESS_FLAGS;
	need_zero(ibv_modify_qp(qp, &attr, mask));
}

static struct mlx5dv_qp mapping_of_qp(struct ibv_qp *qp)
{
	struct mlx5dv_qp map = {
		.comp_mask = MLX5DV_QP_MASK_RAW_QP_HANDLES,
	};
	struct mlx5dv_obj obj = { .qp = { .in = qp, .out = &map } };

	need_zero(mlx5dv_init_obj(&obj, MLX5DV_OBJ_QP));
	return map;
}

static struct ibv_recv_wr recv_wr(const struct ring_base *base,
				  struct ibv_sge *sge)
{
	*sge = (struct ibv_sge) {
		.addr = (uintptr_t)base->buffer,
		.length = sizeof(base->buffer),
		.lkey = base->mr->lkey,
	};
	return (struct ibv_recv_wr) { .sg_list = sge, .num_sge = 1 };
}

void ring_fill_qp(struct ring_base *base, struct ibv_qp *qp)
{
	struct mlx5dv_qp map = mapping_of_qp(qp);

	rng_fill(&base->rng, map.sq.buf,
		 (size_t)map.sq.wqe_cnt * map.sq.stride);
	rng_fill(&base->rng, map.rq.buf,
		 (size_t)map.rq.wqe_cnt * map.rq.stride);
}

struct ibv_qp *ring_make_qp(struct ring_base *base, enum ibv_qp_type type,
			    uint32_t max_send, uint32_t max_recv,
			    struct ibv_srq *srq, uint32_t recvs)
{
	struct ibv_qp_init_attr attr = {
		.qp_type = type,
		.send_cq = base->cq,
		.recv_cq = base->cq,
		.srq = srq,
		.cap = {
			.max_send_wr = max_send,
			.max_recv_wr = max_recv,
			.max_send_sge = max_send ? 2 : 0,
			.max_recv_sge = max_recv ? 3 : 0,
		},
	};
	struct ibv_recv_wr *bad, wr;
	struct ibv_sge sge;
	struct ibv_qp *qp;

	qp = ibv_create_qp(base->pd, &attr);
	need(qp);
	to_init(qp);
	ring_fill_qp(base, qp);
	wr = recv_wr(base, &sge);
	for (uint32_t i = 0; i < recvs; i++)
		need_zero(ibv_post_recv(qp, &wr, &bad));
	return qp;
}

void ring_of_qp(struct ring *ring, struct ibv_qp *qp, uint32_t queue,
		uint32_t recvs)
{
	struct mlx5dv_qp map = mapping_of_qp(qp);
	uint64_t rq_size = (uint64_t)map.rq.wqe_cnt * map.rq.stride;
	uint64_t sq_size = (uint64_t)map.sq.wqe_cnt * map.sq.stride;
	bool sq = queue == MLX5_IB_WQ_READ_SQ;

	*ring = (struct ring) {
		.handle_attr = MLX5_IB_ATTR_WQ_READ_QP_HANDLE,
		.handle = qp->handle,
		.num = qp->qp_num,
		.wqn = qp->qp_num,
		.queue = queue,
		.slots = sq ? map.sq.buf : map.rq.buf,
		.wqe_cnt = sq ? map.sq.wqe_cnt : map.rq.wqe_cnt,
		.stride = sq ? map.sq.stride : map.rq.stride,
		/* libmlx5 puts the RQ in front of the SQ */
		.offset = sq ? rq_size : 0,
		.buf_size = rq_size + sq_size,
		.qp_type = qp->qp_type,
		.sw_state = IBV_QPS_INIT,
		.hw_state = QPC_STATE_INIT,
		.hw_flags = RING_HW_QP,
		.posted = sq ? 0 : recvs,
		.owner = getpid(),
	};
	if (!ring->wqe_cnt)
		ring->slots = NULL;
	snprintf(ring->name, sizeof(ring->name), "%s %s of %u",
		 type_name(qp->qp_type), sq ? "SQ" : "RQ", ring->wqe_cnt);
}

void ring_of_raw_qp(struct ring *ring, struct ibv_qp *qp, uint32_t queue)
{
	struct mlx5dv_qp map = mapping_of_qp(qp);

	need(map.comp_mask & MLX5DV_QP_MASK_RAW_QP_HANDLES);
	ring_of_qp(ring, qp, queue, 0);
	ring->wqn = queue == MLX5_IB_WQ_READ_SQ ? map.sqn : map.rqn;
	ring->offset = 0;
	ring->buf_size = (uint64_t)ring->wqe_cnt * ring->stride;
	ring->sw_state = IBV_QPS_RESET;
	ring->hw_state = 0;
	ring->hw_flags = RING_HW_WQ;
}

void ring_of_wq(struct ring_base *base, struct ring *ring, struct ibv_wq *wq)
{
	struct mlx5dv_rwq map = {};
	struct mlx5dv_obj obj = { .rwq = { .in = wq, .out = &map } };
	size_t size;

	need_zero(mlx5dv_init_obj(&obj, MLX5DV_OBJ_RWQ));
	size = (size_t)map.wqe_cnt * map.stride;
	rng_fill(&base->rng, map.buf, size);
	*ring = (struct ring) {
		.handle_attr = MLX5_IB_ATTR_WQ_READ_WQ_HANDLE,
		.handle = wq->handle,
		.num = wq->wq_num,
		.wqn = wq->wq_num,
		.queue = MLX5_IB_WQ_READ_RQ,
		.slots = map.buf,
		.wqe_cnt = map.wqe_cnt,
		.stride = map.stride,
		.buf_size = size,
		.qp_type = MLX5_IB_WQ_READ_QPT_WQ,
		.sw_state = IBV_WQS_RESET,
		.hw_flags = RING_HW_WQ,
	};
	snprintf(ring->name, sizeof(ring->name), "WQ of %u", ring->wqe_cnt);
}

static struct mlx5dv_srq mapping_of_srq(struct ibv_srq *srq)
{
	struct mlx5dv_srq map = { .comp_mask = MLX5DV_SRQ_MASK_SRQN };
	struct mlx5dv_obj obj = { .srq = { .in = srq, .out = &map } };

	need_zero(mlx5dv_init_obj(&obj, MLX5DV_OBJ_SRQ));
	need(map.comp_mask & MLX5DV_SRQ_MASK_SRQN);
	return map;
}

/* One slot of an SRQ is never posted */
static uint32_t slots_of_srq(struct ibv_srq *srq)
{
	struct ibv_srq_attr attr;

	need_zero(ibv_query_srq(srq, &attr));
	return attr.max_wr + 1;
}

static void fill_srq(struct ring_base *base, struct ibv_srq *srq)
{
	struct mlx5dv_srq map = mapping_of_srq(srq);
	uint32_t wqe_cnt = slots_of_srq(srq);

	for (uint32_t i = 0; i < wqe_cnt; i++)
		rng_fill(&base->rng,
			 (uint8_t *)map.buf + (size_t)i * map.stride +
				 SRQ_NEXT_SEG_SIZE,
			 map.stride - SRQ_NEXT_SEG_SIZE);
}

struct ibv_srq *ring_make_srq(struct ring_base *base, uint32_t max_wr,
			      uint32_t recvs)
{
	struct ibv_srq_init_attr attr = {
		.attr = { .max_wr = max_wr, .max_sge = 2 },
	};
	struct ibv_recv_wr *bad, wr;
	struct ibv_sge sge;
	struct ibv_srq *srq;

	srq = ibv_create_srq(base->pd, &attr);
	need(srq);
	fill_srq(base, srq);
	wr = recv_wr(base, &sge);
	for (uint32_t i = 0; i < recvs; i++)
		need_zero(ibv_post_srq_recv(srq, &wr, &bad));
	return srq;
}

struct ibv_xrcd *ring_open_xrcd(struct ring_base *base)
{
	struct ibv_xrcd_init_attr attr = {
		.comp_mask = IBV_XRCD_INIT_ATTR_FD | IBV_XRCD_INIT_ATTR_OFLAGS,
		.fd = -1,
		.oflags = O_CREAT,
	};
	struct ibv_xrcd *xrcd = ibv_open_xrcd(base->context, &attr);

	need(xrcd);
	return xrcd;
}

/* What libmlx5 reports tags by; it stays, as the other one does */
static struct ibv_cq *extended_cq(struct ring_base *base)
{
	struct ibv_cq_init_attr_ex attr = {
		.cqe = 64,
		.wc_flags = IBV_WC_EX_WITH_TM_INFO,
	};

	if (!base->extended_cq)
		base->extended_cq = ibv_create_cq_ex(base->context, &attr);
	need(base->extended_cq);
	return ibv_cq_ex_to_cq(base->extended_cq);
}

struct ibv_srq *ring_make_srq_ex(struct ring_base *base, enum ibv_srq_type type,
				 struct ibv_xrcd *xrcd, uint32_t max_wr)
{
	struct ibv_srq_init_attr_ex attr = {
		.attr = { .max_wr = max_wr, .max_sge = 2 },
		.comp_mask = IBV_SRQ_INIT_ATTR_TYPE | IBV_SRQ_INIT_ATTR_PD |
			     IBV_SRQ_INIT_ATTR_CQ,
		.srq_type = type,
		.pd = base->pd,
		.xrcd = xrcd,
		.cq = base->cq,
	};
	struct ibv_srq *srq;

	if (type == IBV_SRQT_XRC)
		attr.comp_mask |= IBV_SRQ_INIT_ATTR_XRCD;
	if (type == IBV_SRQT_TM) {
		attr.cq = extended_cq(base);
		attr.comp_mask |= IBV_SRQ_INIT_ATTR_TM;
		attr.attr.max_sge = 1;	/* all that tag matching has */
		attr.tm_cap.max_num_tags = 8;
		attr.tm_cap.max_ops = 8;
	}
	srq = ibv_create_srq_ex(base->context, &attr);
	if (srq)
		fill_srq(base, srq);
	return srq;
}

void ring_of_srq(struct ring *ring, struct ibv_srq *srq, uint32_t recvs)
{
	struct mlx5dv_srq map = mapping_of_srq(srq);
	uint32_t wqe_cnt = slots_of_srq(srq);

	*ring = (struct ring) {
		.handle_attr = MLX5_IB_ATTR_WQ_READ_SRQ_HANDLE,
		.handle = srq->handle,
		.num = map.srqn,
		.wqn = map.srqn,
		.queue = MLX5_IB_WQ_READ_SRQ,
		.slots = map.buf,
		.wqe_cnt = wqe_cnt,
		.stride = map.stride,
		.buf_size = (uint64_t)wqe_cnt * map.stride,
		.hw_state = RMPC_STATE_RDY,
		.hw_flags = RING_HW_WQ,
		.posted = recvs,
		.owner = getpid(),
	};
	snprintf(ring->name, sizeof(ring->name), "SRQ of %u", wqe_cnt);
}

struct uapi_read ring_read(const struct ring *ring, bool by_num)
{
	struct uapi_read read = { .req = { .queue = ring->queue } };

	if (by_num) {
		read.req.num = ring->num;
		read.req.port = ring->port;
	} else {
		read.handle_attr = ring->handle_attr;
		read.handle = ring->handle;
	}
	return read;
}
