// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Bytes and state by the WQ_READ methods of mlx5_ib. */

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>

#include <infiniband/mlx5dv.h>
#include <infiniband/verbs.h>
#include <rdma/ib_user_ioctl_cmds.h>
#include <rdma/mlx5_user_wq_read.h>
#include <rdma/rdma_user_ioctl.h>
#include <rdma/rdma_user_ioctl_cmds.h>

#include "owner.h"
#include "queue.h"

/* uverbs gives an attribute's length 16 bits */
#define CALL_MAX_BYTES 65535u
#define MAX_ATTRS 4

/* QPs 0 and 1 exist once for each port, and an mlx5 device has one port */
#define LAST_QPN_OF_PORT 1
#define ONLY_PORT 1

/* The header ends with a flexible array of attributes, which follow in room. */
union call {
	struct ib_uverbs_ioctl_hdr hdr;
	uint8_t room[sizeof(struct ib_uverbs_ioctl_hdr) +
		     MAX_ATTRS * sizeof(struct ib_uverbs_attr)];
};

static void call_attr(union call *call, uint16_t id, uint64_t data,
		      uint16_t len)
{
	call->hdr.attrs[call->hdr.num_attrs++] = (struct ib_uverbs_attr){
		.attr_id = id,
		.len = len,
		.flags = UVERBS_ATTR_F_MANDATORY,
		.data = data,
	};
}

static int wq_read(struct mlx5wqe_queue *queue, uint32_t flags, uint32_t first,
		   uint32_t count, void *buffer,
		   struct mlx5_ib_wq_read_info *info)
{
	struct mlx5_ib_wq_read_req req = {
		.flags = flags,
		.queue = queue->fixed.kind,
		.first = first,
		.count = count,
	};
	union call call = {
		.hdr.object_id = UVERBS_OBJECT_DEVICE,
		.hdr.method_id = queue->kernel.method,
		.hdr.driver_id = RDMA_DRIVER_MLX5,
	};

	if (queue->kernel.handle_attr)
		call_attr(&call, queue->kernel.handle_attr,
			  queue->kernel.handle, 0);
	else
		req.num = queue->fixed.number;
	if (!queue->kernel.handle_attr && queue->fixed.kind != MLX5WQE_SRQ &&
	    req.num <= LAST_QPN_OF_PORT)
		req.port = ONLY_PORT;
	call_attr(&call, MLX5_IB_ATTR_WQ_READ_REQ, (uintptr_t)&req,
		  sizeof(req));
	call_attr(&call, MLX5_IB_ATTR_WQ_READ_INFO, (uintptr_t)info,
		  sizeof(*info));
	if (count)
		call_attr(&call, MLX5_IB_ATTR_WQ_READ_DATA, (uintptr_t)buffer,
			  (uint16_t)(count << queue->geom.wqe_shift));
	call.hdr.length = (uint16_t)(sizeof(call.hdr) + call.hdr.num_attrs *
						sizeof(call.hdr.attrs[0]));

	memset(info, 0, sizeof(*info));
	if (!ioctl(queue->kernel.context->cmd_fd, RDMA_VERBS_IOCTL, &call))
		return info->abi ? 0 : EPROTONOSUPPORT;
	return errno == ENOTTY ? EPROTONOSUPPORT : errno;
}

static uint32_t info_flags(const struct mlx5_ib_wq_read_info *info)
{
	static const struct {
		uint32_t theirs, ours;
	} flags[] = {
		{ MLX5_IB_WQ_READ_INFO_KERNEL, MLX5WQE_INFO_FLAG_KERNEL },
		{ MLX5_IB_WQ_READ_INFO_SIGNATURE, MLX5WQE_INFO_FLAG_SIGNATURE },
		{ MLX5_IB_WQ_READ_INFO_NO_BUFFER, MLX5WQE_INFO_FLAG_NO_BUFFER },
	};
	uint32_t ours = 0;
	size_t i;

	for (i = 0; i < sizeof(flags) / sizeof(flags[0]); i++)
		if (info->flags & flags[i].theirs)
			ours |= flags[i].ours;
	return ours;
}

/* What tells two queues apart that have the same number one after the other */
static bool is_same_queue(const struct mlx5wqe_queue *queue,
			  const struct mlx5_ib_wq_read_info *info)
{
	const struct mlx5_wqe_geom *geom = &queue->geom;

	return info->buf_size == geom->buf_size &&
	       info->offset == geom->offset &&
	       info->wqe_cnt == geom->wqe_cnt &&
	       info->wqe_shift == geom->wqe_shift &&
	       info->wqn == queue->fixed.wqn &&
	       info->qp_type == queue->kernel.qp_type &&
	       info_flags(info) == queue->fixed.flags;
}

/* Read from a queue whose geometry is known. */
static int wq_read_again(struct mlx5wqe_queue *queue, uint32_t flags,
			 uint32_t first, uint32_t count, void *buffer,
			 struct mlx5_ib_wq_read_info *info)
{
	int err = wq_read(queue, flags, first, count, buffer, info);

	if (!err && !is_same_queue(queue, info))
		err = ESTALE;
	return err;
}

/* Slots that one call can return, 0 if not even one fits */
static uint32_t slots_per_call(const struct mlx5_wqe_geom *geom)
{
	return CALL_MAX_BYTES >> geom->wqe_shift;
}

/* Whole slots, as many calls as it takes */
static int copy_slots(struct mlx5wqe_queue *queue, uint32_t first,
		      uint32_t count, uint8_t *buffer)
{
	uint32_t most = slots_per_call(&queue->geom);
	struct mlx5_ib_wq_read_info info;
	uint32_t want;
	int err;

	if (!most)
		return EOPNOTSUPP;
	while (count) {
		want = count < most ? count : most;
		err = wq_read_again(queue, 0, first, want, buffer, &info);
		if (err)
			return err;
		if (!info.count || info.count > want)
			return EPROTO;
		buffer += (size_t)info.count << queue->geom.wqe_shift;
		first += info.count;
		count -= info.count;
	}
	return 0;
}

static int kernel_copy(struct mlx5wqe_queue *queue,
		       const struct mlx5_wqe_span *span, void *buffer)
{
	uint32_t shift = queue->geom.wqe_shift;
	uint32_t first = (uint32_t)((span->offset - queue->geom.offset) >>
				    shift);
	uint32_t whole = (uint32_t)(span->length >> shift);
	size_t done = (size_t)whole << shift;
	size_t rest = span->length - done;
	uint8_t *slot;
	int err;

	err = copy_slots(queue, first, whole, buffer);
	if (err || !rest)
		return err;

	slot = malloc((size_t)1 << shift);
	if (!slot)
		return ENOMEM;
	err = copy_slots(queue, first + whole, 1, slot);
	if (!err)
		memcpy((uint8_t *)buffer + done, slot, rest);
	free(slot);
	return err;
}

/* enum mlx5_qp_state of the device, as enum ibv_qp_state */
static const uint8_t device_states[] = {
	IBV_QPS_RESET, IBV_QPS_INIT, IBV_QPS_RTR, IBV_QPS_RTS,
	IBV_QPS_SQE, IBV_QPS_SQD, IBV_QPS_ERR, IBV_QPS_SQD,
};

/* State of an SQ or RQ that is an object of its own, as the device has it */
#define WQ_STATE_ERROR 3

/*
 * The device moves a queue to the error state on its own, which the driver's
 * record of the state does not show. An SQ or RQ that is an object of its own
 * knows fewer states than the QP that it belongs to.
 */
static void fill_state(struct mlx5wqe_info *info,
		       const struct mlx5_ib_wq_read_info *from)
{
	if (info->kind == MLX5WQE_SRQ)
		return;
	info->comp_mask |= MLX5WQE_INFO_STATE;
	info->state = from->sw_state;
	if (!(from->flags & MLX5_IB_WQ_READ_INFO_HW_VALID))
		return;
	if (from->flags & MLX5_IB_WQ_READ_INFO_WQ_STATE) {
		if (from->hw_state == WQ_STATE_ERROR)
			info->state = IBV_QPS_ERR;
	} else if (from->hw_state < sizeof(device_states)) {
		info->state = device_states[from->hw_state];
	}
}

static void fill_info(struct mlx5wqe_queue *queue, struct mlx5wqe_info *info,
		      const struct mlx5_ib_wq_read_info *from)
{
	*info = queue->fixed;
	fill_state(info, from);
	owner_fill(info, from->owner);
	info->hw_errno = from->hw_errno;
	if (!(from->flags & MLX5_IB_WQ_READ_INFO_HW_VALID))
		return;
	info->comp_mask |= MLX5WQE_INFO_PRODUCER | MLX5WQE_INFO_CONSUMER;
	info->producer = (uint16_t)from->sw_counter;
	info->consumer = (uint16_t)from->hw_counter;
}

static int kernel_sample(struct mlx5wqe_queue *queue, struct mlx5wqe_info *info,
			 void *ring, size_t room, size_t *copied)
{
	uint32_t count = slots_per_call(&queue->geom);
	struct mlx5_ib_wq_read_info from;
	int err;

	if (!ring)
		count = 0;
	else if (count > room >> queue->geom.wqe_shift)
		count = (uint32_t)(room >> queue->geom.wqe_shift);

	err = wq_read_again(queue, MLX5_IB_WQ_READ_REQ_QUERY_HW, 0, count,
			    ring, &from);
	if (err)
		return err;
	if (from.count > count)
		return EPROTO;
	fill_info(queue, info, &from);
	if (copied)
		*copied = (size_t)from.count << queue->geom.wqe_shift;
	return 0;
}

static const struct source_ops kernel_ops = {
	.sample = kernel_sample,
	.copy = kernel_copy,
};

/* Ask for the geometry, which never changes in a queue's life. */
static int open_queue(struct mlx5wqe_queue *queue, struct ibv_context *context,
		      uint32_t number, enum mlx5wqe_kind kind)
{
	struct mlx5wqe_info *fixed = &queue->fixed;
	struct mlx5_ib_wq_read_info info;
	int err;

	if (!mlx5dv_is_supported(context->device))
		return EOPNOTSUPP;
	queue->ops = &kernel_ops;
	queue->kernel.context = context;
	fixed->kind = kind;
	fixed->number = number;
	fixed->source = MLX5WQE_SOURCE_KERNEL;
	snprintf(fixed->device, sizeof(fixed->device), "%s",
		 ibv_get_device_name(context->device));

	err = wq_read(queue, 0, 0, 0, NULL, &info);
	if (err)
		return err;
	queue->geom = (struct mlx5_wqe_geom){
		.buf_size = info.buf_size,
		.offset = info.offset,
		.wqe_cnt = info.wqe_cnt,
		.wqe_shift = info.wqe_shift,
	};
	err = -mlx5_wqe_geom_check(&queue->geom);
	if (err)
		return err;

	fixed->wqe_cnt = info.wqe_cnt;
	fixed->stride = UINT32_C(1) << info.wqe_shift;
	fixed->wqn = info.wqn;
	if (kind != MLX5WQE_SRQ) {
		fixed->comp_mask |= MLX5WQE_INFO_QP_TYPE;
		fixed->qp_type = info.qp_type;
	}
	fixed->flags = info_flags(&info);
	queue->kernel.qp_type = info.qp_type;
	return 0;
}

int source_kernel_qp(struct mlx5wqe_queue *queue, struct ibv_qp *qp,
		     enum mlx5wqe_kind kind)
{
	queue->kernel.method = MLX5_IB_METHOD_WQ_READ;
	queue->kernel.handle_attr = MLX5_IB_ATTR_WQ_READ_QP_HANDLE;
	queue->kernel.handle = qp->handle;
	return open_queue(queue, qp->context, qp->qp_num, kind);
}

int source_kernel_srq(struct mlx5wqe_queue *queue, struct ibv_srq *srq)
{
	int err;

	queue->kernel.method = MLX5_IB_METHOD_WQ_READ;
	queue->kernel.handle_attr = MLX5_IB_ATTR_WQ_READ_SRQ_HANDLE;
	queue->kernel.handle = srq->handle;
	err = open_queue(queue, srq->context, 0, MLX5WQE_SRQ);
	queue->fixed.number = queue->fixed.wqn;
	return err;
}

int source_kernel_number(struct mlx5wqe_queue *queue,
			 struct ibv_context *context, uint32_t number,
			 enum mlx5wqe_kind kind)
{
	queue->kernel.method = MLX5_IB_METHOD_WQ_READ_BY_NUM;
	return open_queue(queue, context, number, kind);
}
