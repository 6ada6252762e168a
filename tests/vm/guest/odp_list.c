// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Pieces of memory that requests name */

#include <sys/mman.h>

#include "odp.h"
#include "poster_die.h"
#include "tap.h"

/* The memory that a request names in one piece, and where it begins */
#define LONG_OFFSET 100
#define LONG_LENGTH (16 * PAGE - 200)

uint64_t list_length(const struct odp_list *list)
{
	uint64_t length = 0;

	for (uint32_t i = 0; i < list->count; i++)
		length += list->sge[i].length;
	return length;
}

static bool paged(const struct odp_region *region, const struct ibv_sge *sge)
{
	return sge->lkey == region->mr->lkey;
}

void list_pages(const struct odp_list *list, const struct odp_region *region,
		struct odp_pages *pages)
{
	for (uint32_t i = 0; i < list->count; i++) {
		const struct ibv_sge *sge = &list->sge[i];

		if (!paged(region, sge))
			continue;
		pages->faulted += (sge->addr + sge->length - 1) / PAGE -
				  sge->addr / PAGE + 1;
		pages->handled++;
	}
}

struct odp_list list_make(const struct odp *odp,
			  const struct odp_region *region, uint32_t pieces)
{
	uintptr_t start = (uintptr_t)region->bytes;
	struct odp_list list = { .count = pieces };

	for (uint32_t i = 0; i < pieces; i++)
		list.sge[i] = (struct ibv_sge) {
			.addr = start + (2 * i + 1) * PAGE - 50 - i,
			.length = 100 + 7 * i,
			.lkey = region->mr->lkey,
		};
	if (pieces == 1) {
		list.sge[0].addr = start + LONG_OFFSET;
		list.sge[0].length = LONG_LENGTH;
	}
	for (uint32_t i = 4; i < pieces; i += 3) {
		list.sge[i].addr = (uintptr_t)odp->base.buffer + 256 * i;
		list.sge[i].lkey = odp->base.mr->lkey;
	}
	return list;
}

struct odp_list list_range(const struct odp_region *region, uint64_t length)
{
	return (struct odp_list) {
		.count = 1,
		.sge = { {
			.addr = (uintptr_t)region->bytes + LONG_OFFSET,
			.length = length,
			.lkey = region->mr->rkey,
		} },
	};
}

void list_forget(const struct odp_list *list, const struct odp_region *region)
{
	for (uint32_t i = 0; i < list->count; i++) {
		uintptr_t start = list->sge[i].addr / PAGE * PAGE;
		uintptr_t end = list->sge[i].addr + list->sge[i].length;

		if (paged(region, &list->sge[i]))
			need(!madvise((void *)start, end - start,
				      MADV_DONTNEED));
	}
}

uint32_t list_compare(const struct odp_region *region,
		      const struct odp_list *from, const struct odp_list *to)
{
	static uint8_t stream[REGION_SIZE], model[REGION_SIZE];
	uint8_t *at = stream;
	uint32_t faults = 0;

	for (uint32_t i = 0; i < from->count; i++) {
		memcpy(at, (void *)(uintptr_t)from->sge[i].addr,
		       from->sge[i].length);
		at += from->sge[i].length;
	}
	/* Nothing but what the message brought is in memory that had no page */
	memset(model, 0, sizeof(model));
	at = stream;
	for (uint32_t i = 0; i < to->count; i++) {
		const struct ibv_sge *sge = &to->sge[i];
		uint8_t *target = (void *)(uintptr_t)sge->addr;

		if (paged(region, sge))
			memcpy(model + (target - region->bytes), at,
			       sge->length);
		else if (memcmp(target, at, sge->length))
			faults += tap_fault("piece %u has other bytes", i);
		at += sge->length;
	}
	if (memcmp(model, region->bytes, REGION_SIZE))
		faults += tap_fault("memory has other bytes");
	return faults;
}
