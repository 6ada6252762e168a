// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Bytes and producer out of the caller's own mapping of its queue. */

#include <arpa/inet.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <infiniband/mlx5dv.h>
#include <infiniband/verbs.h>

#include "owner.h"
#include "queue.h"

static int mapped_copy(struct mlx5wqe_queue *queue,
		       const struct mlx5_wqe_span *span, void *buffer)
{
	memcpy(buffer, queue->mapped.buffer + span->offset, span->length);
	return 0;
}

static int mapped_sample(struct mlx5wqe_queue *queue, struct mlx5wqe_info *info,
			 void *ring, size_t room, size_t *copied)
{
	/* What was posted before the owner rang is read behind it. */
	uint32_t producer = __atomic_load_n(queue->mapped.producer,
					    __ATOMIC_ACQUIRE);

	*info = queue->fixed;
	info->comp_mask |= MLX5WQE_INFO_PRODUCER;
	info->producer = (uint16_t)ntohl(producer);
	owner_fill(info, (uint32_t)getpid());
	if (queue->mapped.qp) {
		info->comp_mask |= MLX5WQE_INFO_STATE;
		info->state = queue->mapped.qp->state;
	}
	if (ring)
		memcpy(ring, queue->mapped.buffer, room);
	if (copied)
		*copied = room;
	return 0;
}

static const struct source_ops mapped_ops = {
	.sample = mapped_sample,
	.copy = mapped_copy,
};

static uint32_t log2_of(uint32_t stride)
{
	return stride ? 31 - (uint32_t)__builtin_clz(stride) : 0;
}

static int set_geometry(struct mlx5wqe_queue *queue, const void *buffer,
			uint32_t wqe_cnt, uint32_t stride)
{
	struct mlx5wqe_info *fixed = &queue->fixed;

	if (!buffer || !wqe_cnt || !stride)
		return ENODATA;
	if (stride & (stride - 1))
		return EOPNOTSUPP;
	queue->ops = &mapped_ops;
	queue->mapped.buffer = buffer;
	queue->geom = (struct mlx5_wqe_geom){
		.buf_size = (uint64_t)wqe_cnt * stride,
		.wqe_cnt = wqe_cnt,
		.wqe_shift = log2_of(stride),
	};
	fixed->source = MLX5WQE_SOURCE_MAPPED;
	fixed->wqe_cnt = wqe_cnt;
	fixed->stride = stride;
	return -mlx5_wqe_geom_check(&queue->geom);
}

static void set_device(struct mlx5wqe_info *fixed, struct ibv_context *context)
{
	snprintf(fixed->device, sizeof(fixed->device), "%s",
		 ibv_get_device_name(context->device));
}

/* 0: the queue has the QP's number. Those of a raw packet QP are objects. */
static uint32_t number_of_wq(const struct mlx5dv_qp *dv,
			     enum mlx5wqe_kind kind)
{
	if (!(dv->comp_mask & MLX5DV_QP_MASK_RAW_QP_HANDLES))
		return 0;
	return kind == MLX5WQE_SQ ? dv->sqn : dv->rqn;
}

int source_mapped_qp(struct mlx5wqe_queue *queue, struct ibv_qp *qp,
		     enum mlx5wqe_kind kind)
{
	struct mlx5dv_qp dv = { .comp_mask = MLX5DV_QP_MASK_RAW_QP_HANDLES };
	struct mlx5dv_obj obj = { .qp = { .in = qp, .out = &dv } };
	int err;

	memset(queue, 0, sizeof(*queue));
	if (!mlx5dv_is_supported(qp->context->device))
		return EOPNOTSUPP;
	err = mlx5dv_init_obj(&obj, MLX5DV_OBJ_QP);
	if (err)
		return err;

	set_device(&queue->fixed, qp->context);
	queue->fixed.kind = kind;
	queue->fixed.number = qp->qp_num;
	queue->fixed.wqn = number_of_wq(&dv, kind);
	if (!queue->fixed.wqn)
		queue->fixed.wqn = qp->qp_num;
	queue->fixed.comp_mask = MLX5WQE_INFO_QP_TYPE;
	queue->fixed.qp_type = qp->qp_type;
	queue->mapped.qp = qp;
	if (kind == MLX5WQE_SQ) {
		queue->mapped.producer = &dv.dbrec[MLX5_SND_DBR];
		return set_geometry(queue, dv.sq.buf, dv.sq.wqe_cnt,
				    dv.sq.stride);
	}
	queue->mapped.producer = &dv.dbrec[MLX5_RCV_DBR];
	return set_geometry(queue, dv.rq.buf, dv.rq.wqe_cnt, dv.rq.stride);
}

int source_mapped_srq(struct mlx5wqe_queue *queue, struct ibv_srq *srq)
{
	struct mlx5dv_srq dv = { .comp_mask = MLX5DV_SRQ_MASK_SRQN };
	struct mlx5dv_obj obj = { .srq = { .in = srq, .out = &dv } };
	struct ibv_srq_attr attr;
	int err;

	memset(queue, 0, sizeof(*queue));
	if (!mlx5dv_is_supported(srq->context->device))
		return EOPNOTSUPP;
	err = mlx5dv_init_obj(&obj, MLX5DV_OBJ_SRQ);
	if (!err)
		err = ibv_query_srq(srq, &attr);
	if (err)
		return err;

	set_device(&queue->fixed, srq->context);
	queue->fixed.kind = MLX5WQE_SRQ;
	queue->fixed.number = dv.srqn;
	queue->fixed.wqn = dv.srqn;
	queue->mapped.producer = dv.dbrec;
	/* One slot more than can be posted keeps the list from emptying */
	return set_geometry(queue, dv.buf, attr.max_wr + 1, dv.stride);
}
