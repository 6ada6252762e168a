// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Calls as they should be */
#include "fuzz.h"

#include <rdma/rdma_user_ioctl.h>
#include <string.h>

#define OFFSET_MAX 4096
#define QUERY_PERCENT 3		/* a firmware command takes its time */

uint32_t fuzz_word(struct rng *rng)
{
	static const uint32_t words[] = {
		0, 1, 2, 3, 4, 7, 8, 15, 16, 63, 64, 255, 256, 4095, 4096,
		0x7fff, 0x8000, 0xffff, 0x10000, 0xffffff, 0x1000000,
		0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff,
	};

	switch (rng_range(rng, 0, 3)) {
	case 0:
		return rng_next(rng);
	case 1:
		return rng_range(rng, 0, OFFSET_MAX);
	default:
		return words[rng_range(rng, 0, ARRAY_SIZE(words) - 1)];
	}
}

size_t fuzz_call_size(const struct fuzz_call *call)
{
	return sizeof(call->hdr) +
	       call->attrs_n * sizeof(struct ib_uverbs_attr);
}

static const struct fuzz_target *pick_target(struct fuzz_caller *caller)
{
	const struct fuzz_world *world = caller->world;

	return &world->targets[rng_range(&caller->rng, 0,
					 world->targets_n - 1)];
}

/* How much room there is for slots: mostly some, and not always whole ones */
static uint32_t pick_room(struct rng *rng, const struct ring *ring)
{
	uint32_t stride = ring->stride ? ring->stride : 64;
	uint64_t room = (uint64_t)stride * rng_range(rng, 0, 40);

	if (rng_percent(rng, 30))
		room += rng_range(rng, 0, stride);
	if (rng_percent(rng, 5))
		room = UINT16_MAX;
	return room < UINT16_MAX ? room : UINT16_MAX;
}

/* Somewhere in an area, or right at its end */
static uint64_t pick_place(struct fuzz_caller *caller, enum fuzz_area area,
			   uint32_t size)
{
	uint64_t start = (uintptr_t)caller->memory.areas[area];

	if (rng_percent(&caller->rng, 30))
		return start + FUZZ_AREA_SIZE - size;
	return start + rng_range(&caller->rng, 0, OFFSET_MAX);
}

static void add_attr(struct fuzz_call *call, uint16_t id, uint16_t len,
		     uint64_t data)
{
	call->hdr.attrs[call->attrs_n++] = (struct ib_uverbs_attr) {
		.attr_id = id,
		.len = len,
		.flags = UVERBS_ATTR_F_MANDATORY,
		.data = data,
	};
}

static void shuffle(struct rng *rng, struct fuzz_call *call)
{
	for (uint32_t i = call->attrs_n - 1; i > 0; i--) {
		uint32_t j = rng_range(rng, 0, i);
		struct ib_uverbs_attr attr = call->hdr.attrs[i];

		call->hdr.attrs[i] = call->hdr.attrs[j];
		call->hdr.attrs[j] = attr;
	}
}

static struct mlx5_ib_wq_read_req make_request(struct rng *rng,
					       const struct ring *ring)
{
	struct mlx5_ib_wq_read_req req = {
		.queue = ring->queue,
		.first = fuzz_word(rng),
		.count = rng_percent(rng, 20) ? 0 : fuzz_word(rng),
	};

	if (rng_percent(rng, QUERY_PERCENT))
		req.flags = MLX5_IB_WQ_READ_REQ_QUERY_HW;
	return req;
}

void fuzz_make(struct fuzz_caller *caller, struct fuzz_call *call)
{
	const struct ring *ring = &pick_target(caller)->ring;
	struct rng *rng = &caller->rng;
	struct mlx5_ib_wq_read_req req = make_request(rng, ring);
	uint32_t room = pick_room(rng, ring);
	bool by_num = rng_percent(rng, 50);

	call->hdr = (struct ib_uverbs_ioctl_hdr) {
		.object_id = UVERBS_OBJECT_DEVICE,
		.method_id = by_num ? MLX5_IB_METHOD_WQ_READ_BY_NUM :
				      MLX5_IB_METHOD_WQ_READ,
		.driver_id = RDMA_DRIVER_MLX5,
	};
	call->attrs_n = 0;
	if (by_num) {
		req.num = ring->num;
		req.port = ring->port;
	} else {
		add_attr(call, ring->handle_attr, 0, ring->handle);
	}
	call->req = pick_place(caller, FUZZ_REQ, sizeof(req));
	fuzz_put(&caller->memory, call->req, &req, sizeof(req));
	add_attr(call, MLX5_IB_ATTR_WQ_READ_REQ, sizeof(req), call->req);
	add_attr(call, MLX5_IB_ATTR_WQ_READ_INFO,
		 sizeof(struct mlx5_ib_wq_read_info),
		 pick_place(caller, FUZZ_INFO,
			    sizeof(struct mlx5_ib_wq_read_info)));
	if (req.count || rng_percent(rng, 50))
		add_attr(call, MLX5_IB_ATTR_WQ_READ_DATA, room,
			 pick_place(caller, FUZZ_DATA, room));
	shuffle(rng, call);
	call->hdr.num_attrs = call->attrs_n;
	call->hdr.length = fuzz_call_size(call);
	call->address = pick_place(caller, FUZZ_CALL, fuzz_call_size(call));
}
