// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* All there is to be read of one queue, and nothing else */
#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "hostile.h"
#include "poster_die.h"
#include "tap.h"

#define ROOM_MAX UINT16_MAX	/* an attribute has a 16-bit length */
#define POISON 0xa5

/* Writable memory that ends where a page that nobody may touch begins */
struct guarded {
	uint8_t *start;
	uint8_t *end;
};

static struct guarded guarded_map(void)
{
	size_t page = sysconf(_SC_PAGESIZE);
	size_t size = (ROOM_MAX + page - 1) / page * page;
	uint8_t *start = mmap(NULL, size + page, PROT_READ | PROT_WRITE,
			      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	need(start != MAP_FAILED);
	need(!mprotect(start + size, page, PROT_NONE));
	return (struct guarded) { start, start + size };
}

/* The same for every check: reads never share it */
static const struct guarded *guarded(void)
{
	static struct guarded memory;

	if (!memory.start)
		memory = guarded_map();
	return &memory;
}

const char *way_name(bool by_num)
{
	return by_num ? "by number" : "by handle";
}

int read_one(struct ibv_context *context, const struct ring *ring, bool by_num)
{
	static uint8_t slot[ROOM_MAX];
	struct uapi_read read = ring_read(ring, by_num);

	read.req.count = 1;
	read.data = slot;
	read.room = sizeof(slot);
	return uapi_read(context, &read);
}

static bool is_poison(const uint8_t *from, const uint8_t *to)
{
	while (from < to)
		if (*from++ != POISON)
			return false;
	return true;
}

/*
 * Read @count slots from @first into @room bytes in front of the guard page:
 * that many of them come as fit, and nothing else is written.
 */
static int check_read(struct ibv_context *context, const struct guarded *memory,
		      const struct ring *ring, bool by_num, uint32_t first,
		      uint32_t count, uint16_t room)
{
	struct uapi_read read = ring_read(ring, by_num);
	uint32_t expect = count < ring->wqe_cnt ? count : ring->wqe_cnt;
	uint32_t fit = room / ring->stride;
	int want = count && !fit ? ENOSPC : 0;
	uint32_t equal;
	int got;

	if (expect > fit)
		expect = fit;
	read.req.first = first;
	read.req.count = count;
	read.data = memory->end - room;
	read.room = room;
	memset(memory->start, POISON, memory->end - memory->start);
	got = uapi_read(context, &read);
	if (got != want)
		return tap_fault("first %u count %u room %u: errno %d, not %d",
				 first, count, room, got, want);
	if (!is_poison(memory->start, read.data) ||
	    !is_poison((uint8_t *)read.data + (size_t)expect * ring->stride,
		       memory->end))
		return tap_fault("first %u count %u room %u: wrote beyond",
				 first, count, room);
	if (got)
		return 0;
	if (read.info.count != expect ||
	    read.info.first != (count ? first % ring->wqe_cnt : 0))
		return tap_fault("first %u count %u room %u: gave %u from %u",
				 first, count, room, read.info.count,
				 read.info.first);
	equal = ring_slots_equal(ring, first, expect, read.data);
	if (equal != expect)
		return tap_fault("first %u count %u room %u: slot %u differs",
				 first, count, room, equal);
	return 0;
}

static int check_ranges(struct ibv_context *context,
			const struct guarded *memory, const struct ring *ring,
			bool by_num)
{
	const uint32_t n = ring->wqe_cnt;
	const uint32_t firsts[] = {
		0, 1, n / 2, n - 1, n, n + 1, 1U << 16, (1U << 16) - 1,
		(1U << 31) - 1, 1U << 31, UINT32_MAX,
	};
	const uint32_t counts[] = {
		0, 1, 2, n - 1, n, n + 1, 1U << 16, (1U << 31) - 1, 1U << 31,
		UINT32_MAX,
	};
	int faults = 0;

	for (size_t i = 0; i < ARRAY_SIZE(firsts); i++)
		for (size_t j = 0; j < ARRAY_SIZE(counts); j++)
			faults += check_read(context, memory, ring, by_num,
					     firsts[i], counts[j], ROOM_MAX);
	return faults;
}

/*
 * Every length up to a few slots of the usual size, the lengths around each
 * multiple of a slot of any size, and some of every remainder.
 */
static int check_rooms(struct ibv_context *context,
		       const struct guarded *memory, const struct ring *ring,
		       bool by_num)
{
	const uint32_t last = ring->wqe_cnt - 1;
	const uint32_t dense = 200, prime = 509;
	int faults = 0;

	for (uint32_t room = 0; room <= ROOM_MAX;
	     room += room < dense ? 1 : prime)
		faults += check_read(context, memory, ring, by_num, last,
				     UINT32_MAX, room);
	for (uint32_t room = ring->stride;
	     room < ROOM_MAX && room <= 4 * ring->stride; room += ring->stride)
		for (int off = -1; off <= 1; off++)
			faults += check_read(context, memory, ring, by_num,
					     last, UINT32_MAX, room + off);
	faults += check_read(context, memory, ring, by_num, last, UINT32_MAX,
			     ROOM_MAX);
	return faults;
}

static int check_info(struct ibv_context *context, const struct ring *ring,
		      bool by_num, bool query)
{
	struct uapi_read read = ring_read(ring, by_num);
	struct ring_difference found;
	int got;

	memset(&read.info, POISON, sizeof(read.info));
	read.req.flags = query ? MLX5_IB_WQ_READ_REQ_QUERY_HW : 0;
	got = uapi_read(context, &read);
	if (got)
		return tap_fault("query %d: errno %d", query, got);
	found = ring_compare(ring, &read.info, query);
	if (found.field)
		return tap_fault("query %d: %s is %llu, not %llu", query,
				 found.field, (unsigned long long)found.got,
				 (unsigned long long)found.want);
	if (read.info.first || read.info.count)
		return tap_fault("query %d: slots without being asked", query);
	return 0;
}

static int check_no_queue(struct ibv_context *context, const struct ring *ring,
			  bool by_num)
{
	struct uapi_read read = ring_read(ring, by_num);
	int one = read_one(context, ring, by_num);
	int none = uapi_read(context, &read);

	if (one != ENODATA || none != ENODATA)
		return tap_fault("errno %d and %d", one, none);
	return 0;
}

void check_ring(struct ibv_context *context, const struct ring *ring,
		bool by_num)
{
	const struct guarded *memory = guarded();
	const char *way = way_name(by_num);

	if (!ring->slots) {
		tap_result(!check_no_queue(context, ring, by_num),
			   "%s %s: no such queue", ring->name, way);
		return;
	}
	tap_result(!(check_info(context, ring, by_num, false) +
		     check_info(context, ring, by_num, true)),
		   "%s %s: geometry, states, counters, owner", ring->name, way);
	tap_result(!check_ranges(context, memory, ring, by_num),
		   "%s %s: indexes and counts", ring->name, way);
	tap_result(!check_rooms(context, memory, ring, by_num),
		   "%s %s: buffers of 0 to %u bytes", ring->name, way,
		   ROOM_MAX);
}
