// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* The queues and other objects that calls are about */
#include "fuzz.h"

#include <errno.h>

#include "kinds.h"
#include "poster_die.h"
#include "ring_raw.h"

static void add_object(struct fuzz_world *world, uint32_t handle, uint16_t attr)
{
	need(world->objects_n < FUZZ_OBJECTS);
	world->objects[world->objects_n++] = (struct fuzz_object) {
		handle, attr
	};
}

static struct fuzz_target *add_target(struct fuzz_world *world,
				      const struct ring *ring)
{
	struct fuzz_target *target = &world->targets[world->targets_n++];

	need(world->targets_n <= FUZZ_TARGETS);
	*target = (struct fuzz_target) { .ring = *ring };
	if (!ring->slots)
		target->by_handle = target->by_num = ENODATA;
	return target;
}

static void add_qp(struct fuzz_world *world, struct ibv_qp *qp)
{
	add_object(world, qp->handle, MLX5_IB_ATTR_WQ_READ_QP_HANDLE);
	for (uint32_t queue = MLX5_IB_WQ_READ_SQ; queue <= MLX5_IB_WQ_READ_RQ;
	     queue++) {
		struct ring ring;

		ring_of_qp(&ring, qp, queue, 0);
		add_target(world, &ring);
	}
}

static void add_plain_qps(struct fuzz_world *world, struct ibv_srq *srq)
{
	struct ring_base *base = &world->base;
	const struct {
		enum ibv_qp_type type;
		uint32_t max_send, max_recv;
		struct ibv_srq *srq;
	} qps[] = {
		{ IBV_QPT_RC, 16, 16, NULL },
		{ IBV_QPT_UC, 1, 100, NULL },
		{ IBV_QPT_UD, 50, 1, NULL },
		{ IBV_QPT_RC, 2000, 2000, NULL },
		{ IBV_QPT_RC, 8, 0, srq },
		{ IBV_QPT_RC, 0, 33, NULL },
	};

	for (size_t i = 0; i < ARRAY_SIZE(qps); i++)
		add_qp(world, ring_make_qp(base, qps[i].type, qps[i].max_send,
					   qps[i].max_recv, qps[i].srq, 0));
}

/* Slots that are no power of two in number, or that fit into no answer */
static void add_raw_qps(struct fuzz_world *world)
{
	const struct raw_geometry geoms[] = {
		{ 4, 3, 6 }, { 64, 1000, 4 }, { 0, 3, 15 }, { 1, 1, 16 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(geoms); i++) {
		struct ring sq, rq;
		uint32_t handle = raw_qp_make(&world->base, &geoms[i], &sq,
					      &rq);

		add_object(world, handle, MLX5_IB_ATTR_WQ_READ_QP_HANDLE);
		add_target(world, &sq);
		add_target(world, &rq);
	}
}

static void add_kind(struct fuzz_world *world, const struct kind *kind,
		     struct ibv_qp *qp)
{
	const int wants[] = { kind->sq, kind->rq };

	add_object(world, qp->handle, MLX5_IB_ATTR_WQ_READ_QP_HANDLE);
	if (!kind->sq || !kind->rq)
		ring_fill_qp(&world->base, qp);
	for (uint32_t queue = MLX5_IB_WQ_READ_SQ; queue <= MLX5_IB_WQ_READ_RQ;
	     queue++) {
		struct fuzz_target *target;
		struct ring ring = {
			.handle_attr = MLX5_IB_ATTR_WQ_READ_QP_HANDLE,
			.handle = qp->handle,
			.num = qp->qp_num,
			.queue = queue,
		};

		if (!wants[queue])
			kind_ring(kind, qp, queue, &ring);
		target = add_target(world, &ring);
		target->by_handle = wants[queue];
		target->by_num = wants[queue] ? kind->by_num : 0;
		target->kernel = qp->qp_type == IBV_QPT_XRC_RECV;
	}
}

static void add_kinds(struct fuzz_world *world, const struct parts *parts)
{
	for (size_t i = 0; i < KINDS; i++) {
		struct ibv_qp *qp = kinds[i].make(parts);

		if (qp)
			add_kind(world, &kinds[i], qp);
	}
}

static struct ibv_srq *add_srq(struct fuzz_world *world)
{
	struct ibv_srq *srq = ring_make_srq(&world->base, 20, 5);
	struct ring ring;

	ring_of_srq(&ring, srq, 5);
	add_object(world, srq->handle, MLX5_IB_ATTR_WQ_READ_SRQ_HANDLE);
	add_target(world, &ring);
	return srq;
}

static void add_wq(struct fuzz_world *world)
{
	struct ring_base *base = &world->base;
	struct ibv_wq_init_attr attr = {
		.wq_type = IBV_WQT_RQ,
		.max_wr = 50,
		.max_sge = 3,
		.pd = base->pd,
		.cq = base->cq,
	};
	struct ibv_wq *wq = ibv_create_wq(base->context, &attr);
	struct ring ring;

	world->has_wqs = wq;
	if (!wq)
		return;
	ring_of_wq(base, &ring, wq);
	add_object(world, wq->handle, MLX5_IB_ATTR_WQ_READ_WQ_HANDLE);
	add_target(world, &ring)->by_num = ENOENT;
}

/* By number only; the handle is one that nobody has */
static void add_kernel(struct fuzz_world *world, uint32_t queue, uint32_t num,
		       uint32_t port)
{
	const struct ring ring = {
		.handle_attr = MLX5_IB_ATTR_WQ_READ_QP_HANDLE,
		.handle = FUZZ_NOTHING,
		.queue = queue,
		.num = num,
		.port = port,
	};
	struct fuzz_target *target = add_target(world, &ring);

	target->kernel = true;
	target->unknown = true;
	target->by_handle = ENOENT;
	target->by_num = 0;
}

static void add_kernels(struct fuzz_world *world)
{
	struct ring ring;

	add_kernel(world, MLX5_IB_WQ_READ_SQ, 1, 1);
	add_kernel(world, MLX5_IB_WQ_READ_RQ, 1, 1);
	if (kernel_find(world->base.context, &ring, MLX5_IB_WQ_READ_SQ,
			MLX5_IB_WQ_READ_QPT_REG_UMR, 0))
		add_kernel(world, MLX5_IB_WQ_READ_SQ, ring.num, 0);
	if (kernel_find(world->base.context, &ring, MLX5_IB_WQ_READ_SRQ, 0, 0))
		add_kernel(world, MLX5_IB_WQ_READ_SRQ, ring.num, 0);
}

/* Of another context: the handle is nothing in this one, the number is */
static void add_foreign(struct fuzz_world *world)
{
	static struct ring_base other = { .rng = { 9 } };
	struct fuzz_target *target;
	struct ring ring;

	ring_base_open(&other);
	ring_of_qp(&ring, ring_make_qp(&other, IBV_QPT_RC, 8, 8, NULL, 0),
		   MLX5_IB_WQ_READ_SQ, 0);
	ring.handle = FUZZ_NOTHING;
	target = add_target(world, &ring);
	target->by_handle = ENOENT;
}

void fuzz_world_make(struct fuzz_world *world)
{
	struct ring_base *base = &world->base;
	struct parts parts = { .base = base };

	ring_base_open(base);
	add_object(world, base->pd->handle, 0);
	add_object(world, base->cq->handle, 0);
	add_object(world, base->mr->handle, 0);
	parts.srq = add_srq(world);
	parts.xrcd = ring_open_xrcd(base);
	add_plain_qps(world, parts.srq);
	add_raw_qps(world);
	add_kinds(world, &parts);
	add_wq(world);
	add_foreign(world);
	add_kernels(world);
}
