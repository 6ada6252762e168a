// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Ways to spoil a call, one after the other */
#include "fuzz.h"

#include <rdma/rdma_user_ioctl.h>
#include <string.h>

#define MUTATIONS_MAX 4
#define HEADER_PERCENT 8
#define PLACE_PERCENT 5
#define DRIVER_NS (1U << UVERBS_ID_NS_SHIFT)
#define KERNEL_ADDRESS 0xffff888000000000ULL
#define NO_ADDRESS 0x8000000000000000ULL
#define LAST_PAGE 0x00007ffffffff000ULL

/* Names of attributes: those that are known, and some that are not */
static const uint16_t ids[] = {
	MLX5_IB_ATTR_WQ_READ_QP_HANDLE,
	MLX5_IB_ATTR_WQ_READ_SRQ_HANDLE,
	MLX5_IB_ATTR_WQ_READ_WQ_HANDLE,
	MLX5_IB_ATTR_WQ_READ_REQ,
	MLX5_IB_ATTR_WQ_READ_INFO,
	MLX5_IB_ATTR_WQ_READ_DATA,
	MLX5_IB_ATTR_WQ_READ_DATA + 1,
	MLX5_IB_ATTR_WQ_READ_QP_HANDLE - 1,
	0, 1, 16, 19, DRIVER_NS, DRIVER_NS + 63, 0xffff,
};

#define IDS_UNKNOWN 6

static uint16_t pick_id(struct rng *rng, uint32_t from)
{
	if (rng_percent(rng, 10))
		return rng_next(rng) | DRIVER_NS << 1;
	return ids[rng_range(rng, from, ARRAY_SIZE(ids) - 1)];
}

static struct ib_uverbs_attr *pick_attr(struct fuzz_caller *caller,
					struct fuzz_call *call)
{
	return &call->hdr.attrs[rng_range(&caller->rng, 0, call->attrs_n - 1)];
}

static uint64_t pick_odd_address(struct rng *rng)
{
	const uint64_t odd[] = {
		0, 1, KERNEL_ADDRESS, KERNEL_ADDRESS + 8, NO_ADDRESS,
		LAST_PAGE, LAST_PAGE - 8, UINT64_MAX, UINT64_MAX - 4095,
		1ULL << 32, rng_next(rng) | NO_ADDRESS,
	};

	return odd[rng_range(rng, 0, ARRAY_SIZE(odd) - 1)];
}

/* Also in an area, at its ends, or shortly before them */
static uint64_t pick_address(struct fuzz_caller *caller)
{
	/* An answer must not change what is asked */
	static const enum fuzz_area choice[] = {
		FUZZ_DATA, FUZZ_INFO, FUZZ_REQ, FUZZ_FIXED,
	};
	struct rng *rng = &caller->rng;
	uint32_t i = rng_range(rng, 0, ARRAY_SIZE(choice) - 1);
	uint64_t area = (uintptr_t)caller->memory.areas[choice[i]];

	switch (rng_range(rng, 0, 4)) {
	case 0:
		return area - rng_range(rng, 0, 1);
	case 1:
		return area + rng_range(rng, 0, FUZZ_AREA_SIZE);
	case 2:
		return area + FUZZ_AREA_SIZE - rng_range(rng, 0, 128);
	default:
		return pick_odd_address(rng);
	}
}

static uint64_t pick_handle(struct fuzz_caller *caller)
{
	const struct fuzz_world *world = caller->world;
	struct rng *rng = &caller->rng;

	switch (rng_range(rng, 0, 7)) {
	case 0:
		return rng_next(rng);
	case 1:
		return rng_next(rng) << 32 | world->objects[0].handle;
	case 2:
		return FUZZ_NOTHING + fuzz_word(rng);
	case 3:
	case 4:
		return world->objects[rng_range(rng, 0, world->objects_n -
						1)].handle;
	default:
		return caller->shared->handles[rng_range(rng, 0,
							 FUZZ_FLEETING - 1)];
	}
}

static void change_id(struct fuzz_caller *caller, struct fuzz_call *call)
{
	pick_attr(caller, call)->attr_id = pick_id(&caller->rng, 0);
}

static void change_address(struct fuzz_caller *caller, struct fuzz_call *call)
{
	pick_attr(caller, call)->data = pick_address(caller);
}

static bool is_handle(uint16_t id)
{
	return id >= MLX5_IB_ATTR_WQ_READ_QP_HANDLE &&
	       id <= MLX5_IB_ATTR_WQ_READ_WQ_HANDLE;
}

static void change_handle(struct fuzz_caller *caller, struct fuzz_call *call)
{
	for (uint32_t i = 0; i < call->attrs_n; i++)
		if (is_handle(call->hdr.attrs[i].attr_id))
			call->hdr.attrs[i].data = pick_handle(caller);
}

static void change_length(struct fuzz_caller *caller, struct fuzz_call *call)
{
	struct ib_uverbs_attr *attr = pick_attr(caller, call);

	switch (rng_range(&caller->rng, 0, 2)) {
	case 0:
		attr->len += rng_range(&caller->rng, 0, 1) ? 1 : -1;
		break;
	case 1:
		attr->len = rng_range(&caller->rng, 0, 100);
		break;
	default:
		attr->len = fuzz_word(&caller->rng);
		break;
	}
}

static void change_flags(struct fuzz_caller *caller, struct fuzz_call *call)
{
	struct ib_uverbs_attr *attr = pick_attr(caller, call);

	attr->flags = rng_percent(&caller->rng, 50) ? 0 :
						      rng_next(&caller->rng);
}

static void change_reserved(struct fuzz_caller *caller, struct fuzz_call *call)
{
	pick_attr(caller, call)->attr_data.reserved =
		1U << rng_range(&caller->rng, 0, 15);
}

static void drop(struct fuzz_caller *caller, struct fuzz_call *call)
{
	struct ib_uverbs_attr *attr = pick_attr(caller, call);

	if (call->attrs_n > 1)
		*attr = call->hdr.attrs[--call->attrs_n];
}

static void repeat(struct fuzz_caller *caller, struct fuzz_call *call)
{
	const struct ib_uverbs_attr *attr = pick_attr(caller, call);

	call->hdr.attrs[call->attrs_n++] = *attr;
}

static void swap(struct fuzz_caller *caller, struct fuzz_call *call)
{
	struct ib_uverbs_attr *a = pick_attr(caller, call);
	struct ib_uverbs_attr *b = pick_attr(caller, call);
	struct ib_uverbs_attr attr = *a;

	*a = *b;
	*b = attr;
}

static void add_handle(struct fuzz_caller *caller, struct fuzz_call *call)
{
	call->hdr.attrs[call->attrs_n++] = (struct ib_uverbs_attr) {
		.attr_id = ids[rng_range(&caller->rng, 0, 2)],
		.flags = UVERBS_ATTR_F_MANDATORY,
		.data = pick_handle(caller),
	};
}

static void add_unknown(struct fuzz_caller *caller, struct fuzz_call *call)
{
	call->hdr.attrs[call->attrs_n++] = (struct ib_uverbs_attr) {
		.attr_id = pick_id(&caller->rng, IDS_UNKNOWN),
		.len = rng_next(&caller->rng),
		.flags = rng_range(&caller->rng, 0, 1),
		.data = pick_address(caller),
	};
}

static void add_garbage(struct fuzz_caller *caller, struct fuzz_call *call)
{
	rng_fill(&caller->rng, &call->hdr.attrs[call->attrs_n++],
		 sizeof(struct ib_uverbs_attr));
}

/* As many as a page may hold, or a few more */
static void add_many(struct fuzz_caller *caller, struct fuzz_call *call)
{
	uint32_t n = rng_range(&caller->rng, 250, FUZZ_ATTRS);

	while (call->attrs_n < n)
		call->hdr.attrs[call->attrs_n++] = (struct ib_uverbs_attr) {
			.attr_id = MLX5_IB_ATTR_WQ_READ_DATA + 1,
		};
}

/* One field of the request */
static void change_request(struct fuzz_caller *caller, struct fuzz_call *call)
{
	uint32_t at = rng_range(&caller->rng, 0, 5) * sizeof(uint32_t);
	uint32_t word = fuzz_word(&caller->rng);

	fuzz_put(&caller->memory, call->req + at, &word, sizeof(word));
}

static void change_num(struct fuzz_caller *caller, struct fuzz_call *call)
{
	uint32_t at = offsetof(struct mlx5_ib_wq_read_req, num);
	uint32_t word = caller->shared->nums[rng_range(&caller->rng, 0,
						       FUZZ_FLEETING - 1)];

	if (rng_percent(&caller->rng, 30))
		word = FUZZ_NOTHING + rng_range(&caller->rng, 0, 0xefffff);
	fuzz_put(&caller->memory, call->req + at, &word, sizeof(word));
}

/* With zeroes behind what the kernel knows, or almost */
static void lengthen_request(struct fuzz_caller *caller, struct fuzz_call *call)
{
	static const uint8_t zeroes[UINT16_MAX];
	const size_t size = sizeof(struct mlx5_ib_wq_read_req);
	struct rng *rng = &caller->rng;
	uint16_t len = rng_range(rng, size + 1, 200);
	size_t at;

	if (rng_percent(rng, 5))
		len = UINT16_MAX;
	fuzz_put(&caller->memory, call->req + size, zeroes, len - size);
	at = rng_range(rng, size, len - 1);
	if (at < fuzz_readable(&caller->memory, call->req) &&
	    rng_percent(rng, 50))
		fuzz_put(&caller->memory, call->req + at, &(uint8_t) { 1 }, 1);
	for (uint32_t i = 0; i < call->attrs_n; i++)
		if (call->hdr.attrs[i].attr_id == MLX5_IB_ATTR_WQ_READ_REQ)
			call->hdr.attrs[i].len = len;
}

/* The first ones are those after which most calls are still good */
static void (*const mutations[])(struct fuzz_caller *caller,
				 struct fuzz_call *call) = {
	swap, change_request, change_num, change_length, change_address,
	change_handle, lengthen_request, change_request, change_num,
	change_address, change_id, change_flags, change_reserved, drop, repeat,
	add_handle, add_unknown, add_garbage,
};

/* Objects, methods and drivers that do not have ours, and are not there */
static void change_header(struct rng *rng, struct ib_uverbs_ioctl_hdr *hdr)
{
	static const uint16_t methods[] = {
		MLX5_IB_METHOD_WQ_READ, MLX5_IB_METHOD_WQ_READ_BY_NUM,
		MLX5_IB_METHOD_WQ_READ_BY_NUM + 1, 0x100f, 0x1fff, 0x2006,
		0xffff,
	};

	switch (rng_range(rng, 0, 6)) {
	case 0:
		hdr->length += rng_range(rng, 0, 1) ? 1 : -1;
		break;
	case 1:
		hdr->length = fuzz_word(rng);
		break;
	case 2:
		hdr->num_attrs = fuzz_word(rng);
		break;
	case 3:
		hdr->reserved1 = rng_next(rng);
		break;
	case 4:
		hdr->reserved2 = rng_next(rng);
		break;
	case 5:
		hdr->driver_id = fuzz_word(rng);
		break;
	default:
		hdr->object_id = rng_percent(rng, 60) ? UVERBS_OBJECT_DEVICE :
							fuzz_word(rng);
		hdr->method_id = methods[rng_range(rng, 0,
						   ARRAY_SIZE(methods) - 1)];
		break;
	}
}

/* Where the kernel looks for the call, all of which may not be there */
static uint64_t change_place(struct fuzz_caller *caller,
			     const struct fuzz_call *call)
{
	uint8_t **areas = caller->memory.areas;
	struct rng *rng = &caller->rng;
	uint64_t end = (uintptr_t)areas[FUZZ_CALL] + FUZZ_AREA_SIZE;

	if (rng_percent(rng, 30))
		return pick_odd_address(rng);
	if (rng_percent(rng, 30))
		return (uintptr_t)areas[FUZZ_FIXED];
	return end - rng_range(rng, 0, fuzz_call_size(call));
}

void fuzz_mutate(struct fuzz_caller *caller, struct fuzz_call *call)
{
	struct rng *rng = &caller->rng;
	uint32_t n = rng_range(rng, 0, MUTATIONS_MAX);

	/* Half of them as they are, or almost */
	n = n > 2 ? n - 2 : n / 2;
	while (n--)
		mutations[rng_range(rng, 0, ARRAY_SIZE(mutations) - 1)](caller,
									call);
	if (rng_percent(rng, 1))
		add_many(caller, call);
	call->hdr.num_attrs = call->attrs_n;
	call->hdr.length = fuzz_call_size(call);
	if (rng_percent(rng, HEADER_PERCENT))
		change_header(rng, &call->hdr);
	if (rng_percent(rng, PLACE_PERCENT) || call->attrs_n > 8)
		call->address = change_place(caller, call);
}
