// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The bounds of a copy, against a model that knows no arithmetic: it walks the
 * buffer byte by byte and marks to which slot each byte belongs.
 */

#include <errno.h>
#include <stdint.h>
#include <string.h>

#include "bounds.h"
#include "unit.h"

#define MAX_CNT 9
#define MAX_SHIFT 5
#define MAX_OFFSET 65
#define MAX_BUF (MAX_OFFSET + (MAX_CNT << MAX_SHIFT) + 3)
#define NO_SLOT (-1)

static const uint64_t offsets[] = { 0, 1, 3, 32, 64, MAX_OFFSET };

struct model {
	struct mlx5_wqe_geom geom;
	int check;			/* what mlx5_wqe_geom_check() returns */
	int owner[MAX_BUF + 1];		/* slot of each byte of the buffer */
	uint32_t start[MAX_CNT];	/* first byte of each slot */
};

static uint32_t slot_size(const struct mlx5_wqe_geom *geom)
{
	uint32_t size = 1, i;

	for (i = 0; i < geom->wqe_shift; i++)
		size += size;
	return size;
}

/* Lay slot after slot into the buffer until one does not fit. */
static void model_init(struct model *m, uint32_t cnt, uint32_t shift,
		       uint64_t offset, uint64_t buf_size)
{
	uint32_t slot, byte, at = (uint32_t)offset;

	m->geom = (struct mlx5_wqe_geom){
		.buf_size = buf_size,
		.offset = offset,
		.wqe_cnt = cnt,
		.wqe_shift = shift,
	};
	m->check = cnt ? 0 : -ENODATA;
	for (byte = 0; byte <= MAX_BUF; byte++)
		m->owner[byte] = NO_SLOT;
	for (slot = 0; slot < cnt; slot++) {
		m->start[slot] = at;
		for (byte = 0; byte < slot_size(&m->geom); byte++, at++) {
			if (at >= buf_size)
				m->check = -EINVAL;
			else
				m->owner[at] = (int)slot;
		}
	}
}

/* The slot of a free-running counter, by counting */
static uint32_t slot_of(const struct model *m, uint32_t index)
{
	uint32_t slot = 0;

	while (index--)
		slot = slot + 1 == m->geom.wqe_cnt ? 0 : slot + 1;
	return slot;
}

static void check_span(const struct model *m, uint32_t index)
{
	uint32_t size = slot_size(&m->geom);
	uint32_t start = 0, end, limit;
	struct mlx5_wqe_span span;
	int err;

	if (!m->check)
		start = m->start[slot_of(m, index)];
	end = start;
	for (limit = 0; limit <= (m->geom.wqe_cnt + 1) * size; limit++) {
		err = mlx5_wqe_span(&m->geom, index, limit, &span);
		if (err != m->check)
			ck_abort_msg("cnt %u shift %u: %d, not %d",
				     m->geom.wqe_cnt, m->geom.wqe_shift, err,
				     m->check);
		if (err)
			return;
		if (span.offset != start || span.length != end - start)
			ck_abort_msg("cnt %u shift %u index %u limit %u",
				     m->geom.wqe_cnt, m->geom.wqe_shift, index,
				     limit);
		if (m->owner[end] != NO_SLOT)
			end++;
	}
	ck_assert(!mlx5_wqe_span(&m->geom, index, UINT64_MAX, &span));
	ck_assert_uint_eq(span.offset, start);
	ck_assert_uint_eq(span.length, end - start);
}

/* What is taken slot by slot, as long as something is asked for and fits */
static int model_range(const struct model *m, uint32_t first, uint32_t count,
		       uint64_t room, struct mlx5_wqe_range *range)
{
	uint32_t size = slot_size(&m->geom);

	memset(range, 0, sizeof(*range));
	if (m->check)
		return m->check;
	if (count && room < size)
		return -ENOSPC;
	range->first = slot_of(m, first);
	while (count-- && room >= size && range->count < m->geom.wqe_cnt) {
		if (range->first + range->count < m->geom.wqe_cnt)
			range->run++;
		range->count++;
		room -= size;
	}
	return 0;
}

static void check_range(const struct model *m, uint32_t first, uint32_t count,
			uint64_t room)
{
	struct mlx5_wqe_range range = {}, expected;
	int err = mlx5_wqe_range(&m->geom, first, count, room, &range);

	if (err == model_range(m, first, count, room, &expected) &&
	    (err || !memcmp(&range, &expected, sizeof(range))))
		return;
	ck_abort_msg("cnt %u shift %u first %u count %u room %llu: %d %u %u %u",
		     m->geom.wqe_cnt, m->geom.wqe_shift, first, count,
		     (unsigned long long)room, err, range.first, range.count,
		     range.run);
}

static void check_ranges(const struct model *m, uint32_t first)
{
	static const uint32_t huge[] = { 1u << 31, UINT32_MAX };
	uint64_t whole = (m->geom.wqe_cnt + 1) * slot_size(&m->geom);
	uint64_t room;
	uint32_t count;
	size_t i;

	for (count = 0; count <= m->geom.wqe_cnt + 2; count++) {
		for (room = 0; room <= whole; room++)
			check_range(m, first, count, room);
		check_range(m, first, count, UINT64_MAX);
	}
	for (i = 0; i < ARRAY_SIZE(huge); i++) {
		for (room = 0; room <= whole; room++)
			check_range(m, first, huge[i], room);
		check_range(m, first, huge[i], UINT64_MAX);
	}
}

/* Every small geometry, in a buffer that just fits, or not, or is larger */
static void each_geometry(uint32_t cnt,
			  void (*check)(const struct model *m, uint32_t index))
{
	uint32_t shift, index;
	uint64_t end, buf_size;
	struct model m;
	size_t i;

	for (shift = 0; shift <= MAX_SHIFT; shift++) {
		for (i = 0; i < ARRAY_SIZE(offsets); i++) {
			end = offsets[i] + ((uint64_t)cnt << shift);
			buf_size = end < 3 ? 0 : end - 3;
			for (; buf_size <= end + 2; buf_size++) {
				model_init(&m, cnt, shift, offsets[i],
					   buf_size);
				for (index = 0; index <= 3 * cnt; index++)
					check(&m, index);
			}
		}
	}
}

START_TEST(span_of_small_geometries)
{
	each_geometry((uint32_t)_i, check_span);
}
END_TEST

START_TEST(range_of_small_geometries)
{
	each_geometry((uint32_t)_i, check_ranges);
}
END_TEST

/* Every buffer from empty up, where the offset itself may not fit */
START_TEST(every_buffer_size)
{
	uint64_t buf_size;
	struct model m;
	uint32_t cnt;
	size_t i;

	for (cnt = 1; cnt <= 3; cnt++) {
		for (i = 0; i < ARRAY_SIZE(offsets); i++) {
			for (buf_size = 0; buf_size <= MAX_BUF; buf_size++) {
				model_init(&m, cnt, 4, offsets[i], buf_size);
				ck_assert_int_eq(mlx5_wqe_geom_check(&m.geom),
						 m.check);
			}
		}
	}
}
END_TEST

static const struct {
	struct mlx5_wqe_geom geom;
	int check;
} extremes[] = {
	/* 1 byte at the very end of a buffer of 2^64 - 1 bytes */
	{ { UINT64_MAX, UINT64_MAX - 1, 1, 0 }, 0 },
	{ { UINT64_MAX, UINT64_MAX, 1, 0 }, -EINVAL },
	{ { UINT64_MAX, UINT64_MAX - 1, 2, 0 }, -EINVAL },
	{ { UINT64_MAX, UINT64_MAX - 1, 1, 1 }, -EINVAL },
	{ { UINT64_MAX - 1, UINT64_MAX, 1, 0 }, -EINVAL },
	{ { 0, UINT64_MAX, 1, 0 }, -EINVAL },
	{ { 0, 0, 1, 0 }, -EINVAL },
	{ { 1, 0, 1, 0 }, 0 },
	/* (2^32 - 1) * 2^31 = 0x7fffffff80000000 bytes */
	{ { UINT64_MAX, 0, UINT32_MAX, 31 }, 0 },
	{ { UINT64_C(0x7fffffff80000000), 0, UINT32_MAX, 31 }, 0 },
	{ { UINT64_C(0x7fffffff7fffffff), 0, UINT32_MAX, 31 }, -EINVAL },
	{ { UINT64_MAX, UINT64_C(0x800000007fffffff), UINT32_MAX, 31 }, 0 },
	{ { UINT64_MAX, UINT64_C(0x8000000080000000), UINT32_MAX, 31 },
	  -EINVAL },
	{ { UINT64_MAX, UINT64_MAX, UINT32_MAX, 31 }, -EINVAL },
	/* shifts that no arithmetic of 64 bits can do */
	{ { UINT64_MAX, 0, 1, 31 }, 0 },
	{ { UINT64_MAX, 0, 1, 32 }, -EINVAL },
	{ { UINT64_MAX, 0, UINT32_MAX, 32 }, -EINVAL },
	{ { UINT64_MAX, 0, 1, 63 }, -EINVAL },
	{ { UINT64_MAX, 0, 2, 63 }, -EINVAL },
	{ { UINT64_MAX, 0, 1, 64 }, -EINVAL },
	{ { UINT64_MAX, 0, 1, UINT32_MAX }, -EINVAL },
	{ { UINT64_MAX, 0, UINT32_MAX, UINT32_MAX }, -EINVAL },
	/* products that are 0 modulo 2^32 */
	{ { 0, 0, 1u << 31, 1 }, -EINVAL },
	{ { 0, 0, 1u << 31, 31 }, -EINVAL },
	{ { UINT64_C(1) << 62, 0, 1u << 31, 31 }, 0 },
	{ { (UINT64_C(1) << 62) - 1, 0, 1u << 31, 31 }, -EINVAL },
	/* no slots, whatever else */
	{ { UINT64_MAX, 0, 0, 31 }, -ENODATA },
	{ { 0, UINT64_MAX, 0, UINT32_MAX }, -ENODATA },
};

/* All three functions say the same of a geometry. */
START_TEST(extreme_geometries)
{
	struct mlx5_wqe_range range;
	struct mlx5_wqe_span span;

	ck_assert_int_eq(mlx5_wqe_geom_check(&extremes[_i].geom),
			 extremes[_i].check);
	ck_assert_int_eq(mlx5_wqe_span(&extremes[_i].geom, UINT32_MAX,
				       UINT64_MAX, &span),
			 extremes[_i].check);
	ck_assert_int_eq(mlx5_wqe_range(&extremes[_i].geom, UINT32_MAX,
					UINT32_MAX, UINT64_MAX, &range),
			 extremes[_i].check);
}
END_TEST

static const struct {
	struct mlx5_wqe_geom geom;
	uint32_t index;
	uint64_t limit;
	struct mlx5_wqe_span span;
} extreme_spans[] = {
	/* the largest WQ at the end of the largest buffer; its last slot */
	{ { UINT64_MAX, UINT64_C(0x800000007fffffff), UINT32_MAX, 31 },
	  UINT32_MAX - 1, UINT64_MAX,
	  { UINT64_C(0xffffffff7fffffff), UINT64_C(0x80000000) } },
	/* index 2^32 - 1 is slot 0 of 2^32 - 1 slots */
	{ { UINT64_MAX, UINT64_C(0x800000007fffffff), UINT32_MAX, 31 },
	  UINT32_MAX, UINT64_MAX,
	  { UINT64_C(0x800000007fffffff), UINT64_C(0x7fffffff80000000) } },
	/* index 2^31: 2^31 slots on, 2^31 - 1 left */
	{ { UINT64_MAX, UINT64_C(0x800000007fffffff), UINT32_MAX, 31 },
	  1u << 31, UINT64_MAX,
	  { UINT64_C(0xc00000007fffffff), UINT64_C(0x3fffffff80000000) } },
	/* 2^31 = 3 * 715827882 + 2; 2^32 - 1 = 3 * 1431655765 */
	{ { 192, 0, 3, 6 }, 1u << 31, UINT64_MAX, { 128, 64 } },
	{ { 192, 0, 3, 6 }, UINT32_MAX, UINT64_MAX, { 0, 192 } },
	/* 2^31 = 7 * 306783378 + 2; 2^32 - 1 = 7 * 613566756 + 3 */
	{ { 448, 0, 7, 6 }, 1u << 31, 65, { 128, 65 } },
	{ { 448, 0, 7, 6 }, UINT32_MAX, UINT64_MAX, { 192, 256 } },
	/* 65536 = 5 * 13107 + 1 */
	{ { 1000, 680, 5, 6 }, 65536, UINT64_MAX, { 744, 256 } },
	{ { 1000, 680, 5, 6 }, 65536, 256, { 744, 256 } },
	{ { 1000, 680, 5, 6 }, 65536, 257, { 744, 256 } },
	{ { 1000, 680, 5, 6 }, 65536, 0, { 744, 0 } },
};

START_TEST(spans_at_the_extremes)
{
	struct mlx5_wqe_span span;

	ck_assert_int_eq(mlx5_wqe_span(&extreme_spans[_i].geom,
				       extreme_spans[_i].index,
				       extreme_spans[_i].limit, &span), 0);
	ck_assert_uint_eq(span.offset, extreme_spans[_i].span.offset);
	ck_assert_uint_eq(span.length, extreme_spans[_i].span.length);
}
END_TEST

static const struct {
	struct mlx5_wqe_geom geom;
	uint32_t first, count;
	uint64_t room;
	int err;
	struct mlx5_wqe_range range;
} extreme_ranges[] = {
	{ { UINT64_MAX, 0, UINT32_MAX, 31 }, UINT32_MAX - 1, UINT32_MAX,
	  UINT64_MAX, 0, { UINT32_MAX - 1, UINT32_MAX, 1 } },
	{ { UINT64_MAX, 0, UINT32_MAX, 31 }, UINT32_MAX, UINT32_MAX,
	  UINT64_MAX, 0, { 0, UINT32_MAX, UINT32_MAX } },
	/* room for 2^33 - 1 slots of 2^31 bytes, 2^32 - 1 are there */
	{ { UINT64_MAX, 0, UINT32_MAX, 31 }, 5, 7, UINT64_MAX, 0, { 5, 7, 7 } },
	/* one byte less than a slot, and one slot */
	{ { UINT64_MAX, 0, UINT32_MAX, 31 }, 0, 1, 0x7fffffff, -ENOSPC, {} },
	{ { UINT64_MAX, 0, UINT32_MAX, 31 }, 0, UINT32_MAX, 0x80000000, 0,
	  { 0, 1, 1 } },
	{ { UINT64_MAX, 0, UINT32_MAX, 31 }, 0, 0, 0, 0, { 0, 0, 0 } },
	/* room of 2^32 slots of 1 byte must not become room for none */
	{ { 4, 0, 4, 0 }, 1u << 31, 9, UINT64_C(1) << 32, 0, { 0, 4, 4 } },
	{ { 7, 0, 7, 0 }, 1u << 31, UINT32_MAX, UINT64_C(1) << 32, 0,
	  { 2, 7, 5 } },
};

START_TEST(ranges_at_the_extremes)
{
	struct mlx5_wqe_range range = {};

	ck_assert_int_eq(mlx5_wqe_range(&extreme_ranges[_i].geom,
					extreme_ranges[_i].first,
					extreme_ranges[_i].count,
					extreme_ranges[_i].room, &range),
			 extreme_ranges[_i].err);
	ck_assert_uint_eq(range.first, extreme_ranges[_i].range.first);
	ck_assert_uint_eq(range.count, extreme_ranges[_i].range.count);
	ck_assert_uint_eq(range.run, extreme_ranges[_i].range.run);
}
END_TEST

Suite *unit_suite(void)
{
	Suite *suite = suite_create("bounds");
	TCase *tc = tcase_create("bounds");

	tcase_set_timeout(tc, CASE_TIMEOUT);
	tcase_add_loop_test(tc, span_of_small_geometries, 0, MAX_CNT + 1);
	tcase_add_loop_test(tc, range_of_small_geometries, 0, MAX_CNT + 1);
	tcase_add_test(tc, every_buffer_size);
	tcase_add_loop_test(tc, extreme_geometries, 0, ARRAY_SIZE(extremes));
	tcase_add_loop_test(tc, spans_at_the_extremes, 0,
			    ARRAY_SIZE(extreme_spans));
	tcase_add_loop_test(tc, ranges_at_the_extremes, 0,
			    ARRAY_SIZE(extreme_ranges));
	suite_add_tcase(suite, tc);
	return suite;
}
