// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Calls of WQ_READ and WQ_READ_BY_NUM that mean no good. Every call must give
 * exactly the documented answer, and bytes exactly as they stand in the rings
 * that libmlx5 mapped into this process. To be run as root, on a device whose
 * QPs nobody else uses.
 *
 * usage: hostile [lockdown]
 * "lockdown" locks the kernel down, for good, and tests what is left.
 */
#include "hostile.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "poster_die.h"
#include "ring_raw.h"
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

/* How many slots of @data are those of the ring from @first */
static int slots_equal(const struct ring *ring, uint32_t first, uint32_t count,
		       const uint8_t *data)
{
	for (uint32_t i = 0; i < count; i++) {
		uint32_t slot = (first % ring->wqe_cnt + i) % ring->wqe_cnt;

		if (memcmp(data + (size_t)i * ring->stride,
			   ring->slots + (size_t)slot * ring->stride,
			   ring->stride))
			return i;
	}
	return count;
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
	int got, equal;

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
	equal = slots_equal(ring, first, expect, read.data);
	if (equal != (int)expect)
		return tap_fault("first %u count %u room %u: slot %d differs",
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
	const struct mlx5_ib_wq_read_info *info = &read.info;
	bool answered = query && !ring->hw_errno;
	uint32_t flags = answered ? MLX5_IB_WQ_READ_INFO_HW_VALID |
				    MLX5_IB_WQ_READ_INFO_COUNTER16 : 0;
	int faults = 0;
	int got;

	memset(&read.info, POISON, sizeof(read.info));
	read.req.flags = query ? MLX5_IB_WQ_READ_REQ_QUERY_HW : 0;
	got = uapi_read(context, &read);
	if (got)
		return tap_fault("query %d: errno %d", query, got);

	const struct {
		const char *name;
		uint64_t got, want;
	} fields[] = {
		{ "abi", info->abi, MLX5_IB_WQ_READ_ABI },
		{ "flags", info->flags, flags },
		{ "buf_size", info->buf_size, ring->buf_size },
		{ "offset", info->offset, ring->offset },
		{ "wqe_cnt", info->wqe_cnt, ring->wqe_cnt },
		{ "stride", 1ULL << info->wqe_shift, ring->stride },
		{ "first", info->first, 0 },
		{ "count", info->count, 0 },
		{ "wqn", info->wqn, ring->num },
		{ "qp_type", info->qp_type, ring->qp_type },
		{ "sw_state", info->sw_state, ring->sw_state },
		{ "hw_state", info->hw_state, answered ? ring->hw_state : 0 },
		{ "hw_counter", info->hw_counter, 0 },
		{ "sw_counter", info->sw_counter, answered ? ring->posted : 0 },
		{ "hw_errno", info->hw_errno, query ? ring->hw_errno : 0 },
		{ "owner", info->owner, getpid() },
	};
	for (size_t i = 0; i < ARRAY_SIZE(fields); i++)
		if (fields[i].got != fields[i].want)
			faults += tap_fault("query %d: %s is %llu, not %llu",
					    query, fields[i].name,
					    (unsigned long long)fields[i].got,
					    (unsigned long long)fields[i].want);
	return faults;
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

static void check_ring(struct ibv_context *context,
		       const struct guarded *memory, const struct ring *ring,
		       bool by_num)
{
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

static void check_qp(struct ring_base *base, const struct guarded *memory,
		     struct ibv_qp *qp, uint32_t recvs)
{
	struct ring ring;

	for (int by_num = 0; by_num <= 1; by_num++) {
		ring_of_qp(&ring, qp, MLX5_IB_WQ_READ_SQ, recvs);
		check_ring(base->context, memory, &ring, by_num);
		ring_of_qp(&ring, qp, MLX5_IB_WQ_READ_RQ, recvs);
		check_ring(base->context, memory, &ring, by_num);
	}
}

/* The device has no counters of an XRC SRQ to tell */
static void check_xrc_srq(struct ring_base *base, const struct guarded *memory)
{
	struct ibv_xrcd *xrcd = ring_open_xrcd(base);
	struct ibv_srq *srq;
	struct ring ring;

	srq = ring_make_xrc_srq(base, xrcd, 10);
	ring_of_srq(&ring, srq, 0);
	ring.hw_errno = EOPNOTSUPP;
	snprintf(ring.name, sizeof(ring.name), "XRC SRQ of %u", ring.wqe_cnt);
	check_ring(base->context, memory, &ring, false);
	check_ring(base->context, memory, &ring, true);
	need_zero(ibv_destroy_srq(srq));
	need_zero(ibv_close_xrcd(xrcd));
}

/* Counts that are no power of two, slots that fit into no buffer */
static void check_raw_qps(struct ring_base *base, const struct guarded *memory)
{
	const struct raw_geometry geoms[] = {
		{ 1, 1, 4 }, { 4, 3, 6 }, { 0, 5, 4 }, { 2, 7, 5 },
		{ 64, 1000, 6 }, { 0, 3, 15 }, { 1, 1, 16 }, { 0, 2, 20 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(geoms); i++) {
		struct ring sq, rq;
		uint32_t handle = raw_qp_make(base, &geoms[i], &sq, &rq);

		for (int by_num = 0; by_num <= 1; by_num++) {
			check_ring(base->context, memory, &sq, by_num);
			check_ring(base->context, memory, &rq, by_num);
		}
		raw_qp_destroy(base, handle);
	}
}

static void check_rings(struct ring_base *base, struct ibv_srq *srq,
			const struct ring *srq_ring)
{
	const struct {
		enum ibv_qp_type type;
		uint32_t max_send, max_recv, recvs;
		struct ibv_srq *srq;
	} qps[] = {
		{ IBV_QPT_RC, 16, 16, 3, NULL },
		{ IBV_QPT_UC, 1, 100, 0, NULL },
		{ IBV_QPT_UD, 50, 1, 1, NULL },
		{ IBV_QPT_RC, 2000, 2000, 7, NULL },
		{ IBV_QPT_RC, 8, 0, 0, srq },
		{ IBV_QPT_RC, 0, 0, 0, srq },
		{ IBV_QPT_RC, 0, 33, 2, NULL },
		{ IBV_QPT_UD, 9, 0, 0, NULL },
	};
	struct guarded memory = guarded_map();

	for (size_t i = 0; i < ARRAY_SIZE(qps); i++) {
		struct ibv_qp *qp = ring_make_qp(base, qps[i].type,
						 qps[i].max_send,
						 qps[i].max_recv, qps[i].srq,
						 qps[i].recvs);

		check_qp(base, &memory, qp, qps[i].recvs);
		need_zero(ibv_destroy_qp(qp));
	}
	check_ring(base->context, &memory, srq_ring, false);
	check_ring(base->context, &memory, srq_ring, true);
	check_xrc_srq(base, &memory);
	check_raw_qps(base, &memory);
}

int main(int argc, char **argv)
{
	static struct ring_base base = { .rng = { 1 } };
	struct ring sq, rq, srq_ring;
	struct ibv_srq *srq;
	struct ibv_qp *qp;

	ring_base_open(&base);
	qp = ring_make_qp(&base, IBV_QPT_RC, 16, 16, NULL, 3);
	ring_of_qp(&sq, qp, MLX5_IB_WQ_READ_SQ, 3);
	ring_of_qp(&rq, qp, MLX5_IB_WQ_READ_RQ, 3);
	srq = ring_make_srq(&base, 20, 5);
	ring_of_srq(&srq_ring, srq, 5);

	if (argc > 1 && !strcmp(argv[1], "lockdown")) {
		hostile_lockdown(&base, &sq, &srq_ring);
		return tap_done();
	}
	check_rings(&base, srq, &srq_ring);
	hostile_requests(&base, &sq, &rq, &srq_ring);
	hostile_kinds(&base);
	hostile_numbers(&base, &sq, &srq_ring);
	hostile_access(&base, &sq, &srq_ring);
	hostile_races(&base);
	need_zero(ibv_destroy_srq(srq));
	need_zero(ibv_destroy_qp(qp));
	return tap_done();
}
