// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* The bounded read and the query, whatever the source. */

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "fake.h"
#include "unit.h"

#define POISON 0xee

/* No two neighbouring bytes, and no two neighbouring slots, are alike. */
static uint8_t pattern(size_t at)
{
	return (uint8_t)(at * 7 + at / 256 + 1);
}

static struct fake *patterned(uint32_t wqe_cnt, uint32_t shift, size_t offset)
{
	struct fake *fake = fake_new(MLX5WQE_SQ, wqe_cnt, shift, offset);
	size_t i;

	memset(fake->buffer, POISON, offset);
	for (i = 0; i < (size_t)wqe_cnt << shift; i++)
		fake->ring[i] = pattern(i);
	return fake;
}

/*
 * Read into a block of exactly @buflen bytes. @slot_start and @ring are in
 * bytes: the copy is min(buflen, bcnt, ring - slot_start) long.
 */
static void read_once(struct fake *fake, uint32_t index, size_t slot_start,
		      size_t ring, size_t buflen, size_t bcnt)
{
	size_t expected = ring - slot_start;
	uint8_t *buffer = malloc(buflen ? buflen : 1);
	size_t copied = SIZE_MAX, i;
	int err;

	if (expected > buflen)
		expected = buflen;
	if (expected > bcnt)
		expected = bcnt;
	memset(buffer, POISON, buflen);
	err = mlx5wqe_read(&fake->queue, buffer, buflen, index, bcnt, &copied);
	if (err || copied != expected)
		ck_abort_msg("index %u buflen %zu bcnt %zu: %d, %zu not %zu",
			     index, buflen, bcnt, err, copied, expected);
	for (i = 0; i < buflen; i++)
		if (buffer[i] != (i < expected ? pattern(slot_start + i) :
				  POISON))
			ck_abort_msg("index %u buflen %zu bcnt %zu byte %zu",
				     index, buflen, bcnt, i);
	free(buffer);
}

static const struct {
	uint32_t wqe_cnt, shift;
	size_t offset;
} rings[] = {
	{ 1, 6, 0 }, { 2, 4, 3 }, { 3, 4, 0 }, { 4, 6, 128 }, { 5, 5, 1 },
	{ 7, 4, 64 }, { 3, 0, 0 }, { 1, 0, 9 },
};

START_TEST(never_more_than_any_limit)
{
	uint32_t cnt = rings[_i].wqe_cnt, slot = 0, index;
	size_t stride = (size_t)1 << rings[_i].shift;
	size_t ring = cnt * stride, buflen, bcnt;
	struct fake *fake = patterned(cnt, rings[_i].shift, rings[_i].offset);

	for (index = 0; index <= 2 * cnt; index++) {
		for (buflen = 0; buflen <= ring + 1; buflen += 1 + buflen / 64)
			for (bcnt = 0; bcnt <= ring + 1; bcnt++)
				read_once(fake, index, slot * stride, ring,
					  buflen, bcnt);
		read_once(fake, index, slot * stride, ring, ring + 1, SIZE_MAX);
		slot = slot + 1 == cnt ? 0 : slot + 1;
	}
	fake_free(fake);
}
END_TEST

/* The index is taken modulo 3: 2^31 = 3n + 2, 2^32 - 1 = 3n, 65536 = 3n + 1 */
START_TEST(huge_indexes)
{
	struct fake *fake = patterned(3, 4, 0);

	read_once(fake, 1u << 31, 32, 48, 64, 64);
	read_once(fake, UINT32_MAX, 0, 48, 64, 64);
	read_once(fake, 65536, 16, 48, 64, 64);
	fake_free(fake);
}
END_TEST

START_TEST(null_arguments)
{
	struct fake *fake = patterned(3, 4, 0);
	size_t copied = 5;
	uint8_t byte;

	ck_assert_int_eq(mlx5wqe_read(NULL, &byte, 1, 0, 1, &copied), EINVAL);
	ck_assert_int_eq(mlx5wqe_read(&fake->queue, NULL, 1, 0, 1, &copied),
			 EINVAL);
	ck_assert_int_eq(mlx5wqe_read(&fake->queue, NULL, 1, 0, 0, &copied),
			 EINVAL);
	ck_assert_uint_eq(copied, 5);
	ck_assert_uint_eq(fake->copies, 0);

	ck_assert_int_eq(mlx5wqe_read(&fake->queue, NULL, 0, 0, 9, &copied), 0);
	ck_assert_uint_eq(copied, 0);
	ck_assert_int_eq(mlx5wqe_read(&fake->queue, &byte, 1, 1, 9, NULL), 0);
	ck_assert_uint_eq(byte, pattern(16));
	fake_free(fake);
}
END_TEST

START_TEST(errors_of_the_source_pass)
{
	struct fake *fake = patterned(3, 4, 0);
	struct mlx5wqe_info info;
	size_t copied = 5;
	uint8_t byte = POISON;

	fake->copy_err = EIO;
	ck_assert_int_eq(mlx5wqe_read(&fake->queue, &byte, 1, 0, 1, &copied),
			 EIO);
	ck_assert_uint_eq(copied, 5);
	ck_assert_uint_eq(byte, POISON);
	/* nothing to copy: the source is not asked */
	ck_assert_int_eq(mlx5wqe_read(&fake->queue, &byte, 1, 0, 0, &copied),
			 0);
	ck_assert_uint_eq(copied, 0);

	fake->sample_err = ENODEV;
	memset(&info, POISON, sizeof(info));
	ck_assert_int_eq(mlx5wqe_query(&fake->queue, &info), ENODEV);
	fake_free(fake);
}
END_TEST

START_TEST(no_cpu_can_read_it)
{
	struct fake *fake = patterned(3, 4, 0);
	uint8_t *ring = NULL;
	struct mlx5wqe_info info;
	uint8_t byte;

	fake->queue.fixed.flags = MLX5WQE_INFO_FLAG_NO_BUFFER;
	ck_assert_int_eq(mlx5wqe_read(&fake->queue, &byte, 1, 0, 1, NULL),
			 EOPNOTSUPP);
	ck_assert_int_eq(queue_snapshot(&fake->queue, &info, &ring),
			 EOPNOTSUPP);
	ck_assert_ptr_null(ring);
	ck_assert_uint_eq(fake->copies + fake->samples, 0);
	ck_assert_int_eq(mlx5wqe_query(&fake->queue, &info), 0);
	ck_assert_uint_eq(fake->samples, 1);
	fake_free(fake);
}
END_TEST

static const struct {
	struct mlx5_wqe_geom geom;
	int err;
} bad_geometries[] = {
	{ { 48, 0, 0, 4 }, ENODATA },
	{ { 47, 0, 3, 4 }, EINVAL },
	{ { 48, 1, 3, 4 }, EINVAL },
	{ { 48, UINT64_MAX, 3, 4 }, EINVAL },
	{ { 48, 0, 3, 32 }, EINVAL },
	{ { 48, 0, UINT32_MAX, UINT32_MAX }, EINVAL },
};

START_TEST(geometry_that_does_not_fit)
{
	struct fake *fake = patterned(3, 4, 0);
	struct mlx5wqe_info info;
	size_t copied = 5;
	uint8_t *ring;
	uint8_t byte;

	fake->queue.geom = bad_geometries[_i].geom;
	ck_assert_int_eq(mlx5wqe_read(&fake->queue, &byte, 1, 0, 1, &copied),
			 bad_geometries[_i].err);
	ck_assert_int_eq(queue_snapshot(&fake->queue, &info, &ring),
			 bad_geometries[_i].err);
	ck_assert_uint_eq(copied, 5);
	ck_assert_uint_eq(fake->copies + fake->samples, 0);
	fake_free(fake);
}
END_TEST

/* A geometry that fits its buffer may still be more than can be copied. */
START_TEST(ring_beyond_reason)
{
	struct fake *fake = patterned(3, 4, 0);
	struct mlx5wqe_info info;
	uint8_t *ring;

	fake->queue.geom = (struct mlx5_wqe_geom){
		.buf_size = UINT64_MAX,
		.wqe_cnt = UINT32_MAX,
		.wqe_shift = 31,
	};
	ck_assert_int_eq(queue_snapshot(&fake->queue, &info, &ring), EFBIG);
	ck_assert_uint_eq(fake->copies + fake->samples, 0);
	fake_free(fake);
}
END_TEST

/* A source that samples 0 to all of 5 slots; the rest is copied. */
START_TEST(snapshot_in_pieces)
{
	struct fake *fake = patterned(5, 4, 24);
	struct mlx5wqe_info info;
	uint8_t *ring;
	size_t i;

	for (fake->sample_most = 0; fake->sample_most <= 81;
	     fake->sample_most++) {
		fake->samples = 0;
		fake->copies = 0;
		ck_assert_int_eq(queue_snapshot(&fake->queue, &info, &ring), 0);
		for (i = 0; i < 80; i++)
			if (ring[i] != pattern(i))
				ck_abort_msg("byte %zu", i);
		ck_assert_uint_eq(fake->samples, 1);
		ck_assert_uint_eq(fake->copies, fake->sample_most < 80);
		free(ring);
	}
	fake_free(fake);
}
END_TEST

START_TEST(snapshot_errors)
{
	struct fake *fake = patterned(5, 4, 0);
	struct mlx5wqe_info info;
	uint8_t *ring;

	fake->sample_most = 16;
	fake->copy_err = EFAULT;
	ck_assert_int_eq(queue_snapshot(&fake->queue, &info, &ring), EFAULT);
	fake->sample_err = EPERM;
	ck_assert_int_eq(queue_snapshot(&fake->queue, &info, &ring), EPERM);
	fake_free(fake);
}
END_TEST

START_TEST(query_says_what_the_source_says)
{
	struct fake *fake = fake_new(MLX5WQE_RQ, 12, 5, 0);
	struct mlx5wqe_info info;

	fake->state.comp_mask = MLX5WQE_INFO_OWNER;
	fake->state.owner = 312;
	fake->state.hw_errno = ETIMEDOUT;
	fake_counters(fake, 76, 12);
	memset(&info, POISON, sizeof(info));
	ck_assert_int_eq(mlx5wqe_query(&fake->queue, &info), 0);
	ck_assert_uint_eq(info.comp_mask, MLX5WQE_INFO_OWNER |
			  MLX5WQE_INFO_PRODUCER | MLX5WQE_INFO_CONSUMER);
	ck_assert_uint_eq(info.kind, MLX5WQE_RQ);
	ck_assert_uint_eq(info.wqe_cnt, 12);
	ck_assert_uint_eq(info.stride, 32);
	ck_assert_uint_eq(info.producer, 76);
	ck_assert_uint_eq(info.consumer, 12);
	ck_assert_uint_eq(info.owner, 312);
	ck_assert_uint_eq(info.hw_errno, ETIMEDOUT);
	ck_assert_str_eq(info.device, "mlx5_0");
	ck_assert_str_eq(info.owner_comm, "");

	ck_assert_int_eq(mlx5wqe_query(NULL, &info), EINVAL);
	ck_assert_int_eq(mlx5wqe_query(&fake->queue, NULL), EINVAL);
	fake_free(fake);
}
END_TEST

Suite *unit_suite(void)
{
	Suite *suite = suite_create("read");
	TCase *tc = tcase_create("read");

	tcase_set_timeout(tc, CASE_TIMEOUT);
	tcase_add_loop_test(tc, never_more_than_any_limit, 0,
			    ARRAY_SIZE(rings));
	tcase_add_test(tc, huge_indexes);
	tcase_add_test(tc, null_arguments);
	tcase_add_test(tc, errors_of_the_source_pass);
	tcase_add_test(tc, no_cpu_can_read_it);
	tcase_add_loop_test(tc, geometry_that_does_not_fit, 0,
			    ARRAY_SIZE(bad_geometries));
	tcase_add_test(tc, ring_beyond_reason);
	tcase_add_test(tc, snapshot_in_pieces);
	tcase_add_test(tc, snapshot_errors);
	tcase_add_test(tc, query_says_what_the_source_says);
	suite_add_tcase(suite, tc);
	return suite;
}
