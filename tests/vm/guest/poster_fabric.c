// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* The device, and the memory that requests name */

#include "poster.h"
#include "poster_die.h"

#define PAGE 4096

static struct ibv_context *open_by_name(const char *name)
{
	struct ibv_device **list = ibv_get_device_list(NULL), **device;
	struct ibv_context *context = NULL;

	need(list);
	for (device = list; *device; device++)
		if (!strcmp(ibv_get_device_name(*device), name))
			context = ibv_open_device(*device);
	ibv_free_device_list(list);
	if (!context)
		die("cannot open %s", name);
	return context;
}

void fabric_open(struct fabric *fabric, const char *device, struct rng *rng)
{
	const int access = IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE |
			   IBV_ACCESS_REMOTE_READ | IBV_ACCESS_REMOTE_ATOMIC;
	unsigned int i;

	fabric->context = open_by_name(device);
	need_zero(ibv_query_device(fabric->context, &fabric->device));
	need_zero(ibv_query_port(fabric->context, 1, &fabric->port));
	need(!ibv_query_gid(fabric->context, 1, 0, &fabric->gid));
	if (fabric->device.atomic_cap == IBV_ATOMIC_NONE)
		die("%s has no atomics", device);
	fabric->pd = ibv_alloc_pd(fabric->context);
	need(fabric->pd);
	for (i = 0; i < REGIONS; i++) {
		struct region *region = &fabric->regions[i];

		region->bytes = aligned_alloc(PAGE, REGION_SIZE);
		need(region->bytes);
		rng_fill(rng, region->bytes, REGION_SIZE);
		region->mr = ibv_reg_mr(fabric->pd, region->bytes, REGION_SIZE,
					access);
		need(region->mr);
	}
}

void fabric_close(struct fabric *fabric)
{
	unsigned int i;

	for (i = 0; i < REGIONS; i++) {
		need_zero(ibv_dereg_mr(fabric->regions[i].mr));
		free(fabric->regions[i].bytes);
	}
	need_zero(ibv_dealloc_pd(fabric->pd));
	need(!ibv_close_device(fabric->context));
}

uint64_t fabric_memory(const struct fabric *fabric, struct rng *rng,
		       uint32_t length, uint32_t align, uint32_t *lkey,
		       uint32_t *rkey)
{
	const struct region *region =
		&fabric->regions[rng_range(rng, 0, REGIONS - 1)];
	uint32_t offset = rng_range(rng, 0, REGION_SIZE - length);

	if (lkey)
		*lkey = region->mr->lkey;
	if (rkey)
		*rkey = region->mr->rkey;
	return (uintptr_t)region->bytes + offset / align * align;
}
