// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Which WQEs a queue holds. A walk is written down as a line for each WQE,
 *	INDEX@SLOT+SLOTS LENGTH FLAGS
 * with flags P(ending), K(nown whether pending), T(runcated), L(oose),
 * O(verrun).
 */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <infiniband/mlx5dv.h>

#include "fake.h"
#include "unit.h"
#include "wqe.h"

#define QPN 74

struct log {
	struct fake *fake;
	FILE *out;		/* NULL: only check */
	unsigned int calls;
	unsigned int stop;	/* at this call, 0: never */
	uint32_t slots;		/* visited */
	uint8_t *seen;		/* per slot, or NULL */
};

static void log_flags(FILE *out, uint32_t flags)
{
	static const char letters[] = "PKTLO";
	size_t i;

	for (i = 0; letters[i]; i++)
		if (flags & 1u << i)
			fputc(letters[i], out);
	ck_assert_uint_eq(flags >> i, 0);
}

/* The bytes are those of the ring from the slot on, around its end. */
static void check_bytes(const struct fake *fake, const struct mlx5wqe_wqe *wqe)
{
	size_t ring = (size_t)fake->state.wqe_cnt * fake->state.stride;
	size_t at = (size_t)wqe->slot * fake->state.stride, i;

	for (i = 0; i < wqe->length; i++) {
		if (wqe->bytes[i] != fake->ring[at])
			ck_abort_msg("slot %u: byte %zu", wqe->slot, i);
		at = at + 1 == ring ? 0 : at + 1;
	}
}

static int visit(const struct mlx5wqe_info *info, const struct mlx5wqe_wqe *wqe,
		 void *arg)
{
	struct log *log = arg;
	uint32_t i;

	if (wqe->slot >= info->wqe_cnt || !wqe->slots ||
	    wqe->slots > info->wqe_cnt || !wqe->length ||
	    wqe->length > (size_t)wqe->slots * info->stride ||
	    wqe->index > 0xffff)
		ck_abort_msg("index %u slot %u slots %u length %zu", wqe->index,
			     wqe->slot, wqe->slots, wqe->length);
	check_bytes(log->fake, wqe);
	for (i = 0; log->seen && i < wqe->slots; i++)
		log->seen[(wqe->slot + i) % info->wqe_cnt]++;
	log->slots += wqe->slots;
	if (log->out) {
		fprintf(log->out, "%u@%u+%u %zu ", wqe->index, wqe->slot,
			wqe->slots, wqe->length);
		log_flags(log->out, wqe->flags);
		fputc('\n', log->out);
	}
	return ++log->calls == log->stop ? -7 : 0;
}

static void expect_select(struct fake *fake,
			  const struct mlx5wqe_select *select,
			  const char *expected)
{
	struct log log = { .fake = fake };
	char *text;
	size_t size;

	log.out = open_memstream(&text, &size);
	ck_assert_int_eq(mlx5wqe_walk(&fake->queue, select, NULL, visit, &log),
			 0);
	fclose(log.out);
	ck_assert_str_eq(text, expected);
	free(text);
}

static void expect(struct fake *fake, enum mlx5wqe_range range,
		   const char *expected)
{
	struct mlx5wqe_select select = { .range = range };

	expect_select(fake, &select, expected);
}

static void expect_index(struct fake *fake, uint32_t index, uint32_t count,
			 const char *expected)
{
	struct mlx5wqe_select select = {
		.range = MLX5WQE_RANGE_INDEX,
		.wqe_index = index,
		.count = count,
	};

	expect_select(fake, &select, expected);
}

static void expect_error(struct fake *fake, enum mlx5wqe_range range, int err)
{
	struct mlx5wqe_select select = { .range = range };
	struct log log = { .fake = fake };

	ck_assert_int_eq(mlx5wqe_walk(&fake->queue, &select, NULL, visit, &log),
			 err);
	ck_assert_uint_eq(log.calls, 0);
}

/* Post a SEND of @ds * 16 bytes that calls itself @index. */
static void post(struct fake *fake, uint16_t index, unsigned int ds)
{
	struct wqe wqe;
	unsigned int i;

	wqe_begin(&wqe, MLX5_OPCODE_SEND, index, QPN, 0);
	for (i = 1; i < ds; i++)
		wqe_data(&wqe, i, index, 0x1000 * i);
	wqe_end(&wqe);
	fake_put(fake, index, wqe.bytes, wqe.length);
}

static struct fake *send_queue(uint32_t wqe_cnt)
{
	return fake_new(MLX5WQE_SQ, wqe_cnt, 6, 128);
}

#define CHAIN { { 3, 3 }, { 4, 8 }, { 6, 4 }, { 7, 5 }, { 9, 1 },	\
		/* not posted yet, and not part of it */		\
		{ 10, 2 } }

/* Send queues with slots of 64 bytes: ds 3 takes 1 of them, 4: 1, 5: 2, 8: 2 */
static const struct {
	uint32_t slots;
	struct {
		uint16_t index;
		uint8_t ds;	/* 0: no more */
	} posts[7];
	uint16_t producer, consumer;
	const char *pending, *all;	/* NULL: not looked at */
} rings[] = {
	{ 16, CHAIN, 10, 3,
	  "3@3+1 48 PK\n4@4+2 128 PK\n6@6+1 64 PK\n7@7+2 80 PK\n"
	  "9@9+1 16 PK\n", NULL },
	{ 16, CHAIN, 10, 7, "7@7+2 80 PK\n9@9+1 16 PK\n", NULL },
	{ 16, CHAIN, 10, 10, "", NULL },
	/* One goes on at slot 0, */
	{ 4, { { 7, 12 } }, 10, 7, "7@3+3 192 PK\n", NULL },
	/* and counters do. */
	{ 8, { { 65534, 2 }, { 65535, 6 }, { 1, 2 } }, 2, 65534,
	  "65534@6+1 32 PK\n65535@7+2 96 PK\n1@1+1 32 PK\n", NULL },
	/* All slots are posted. */
	{ 4, { { 6, 8 }, { 8, 8 } }, 10, 6,
	  "6@2+2 128 PK\n8@0+2 128 PK\n", "6@2+2 128 PK\n8@0+2 128 PK\n" },
	/* 7 = 2 * 3 + 1 is slot 1 of 3. */
	{ 3, { { 7, 8 }, { 9, 1 } }, 10, 7,
	  "7@1+2 128 PK\n9@0+1 16 PK\n", NULL },
	/* One claims more than is posted, */
	{ 8, { { 2, 1 }, { 3, 9 } }, 5, 2,
	  "2@2+1 16 PK\n3@3+3 144 PKO\n", NULL },
	/* or just that. */
	{ 8, { { 2, 1 }, { 3, 9 } }, 6, 2,
	  "2@2+1 16 PK\n3@3+3 144 PK\n", NULL },
	/* ds 0 is no WQE; the chain goes on with the next slot. */
	{ 8, { { 1, 2 } }, 2, 0, "0@0+1 64 PK\n1@1+1 32 PK\n", NULL },
	/*
	 * All slots before the producer: 12 to 19. 14 holds the middle of
	 * something older, whose start is overwritten by 6 in the same slot; 16
	 * and 17 were never written.
	 */
	{ 8, { { 12, 8 }, { 6, 2 }, { 15, 3 }, { 18, 1 }, { 19, 1 } }, 20, 18,
	  NULL,
	  "12@4+2 128 K\n14@6+1 64 L\n15@7+1 48 K\n16@0+2 128 L\n"
	  "18@2+1 16 PK\n19@3+1 16 PK\n" },
	/*
	 * 17, whose end was overwritten by what is pending, is no WQE any more;
	 * 11 to 15 are empty, up to the end of the ring at 16.
	 */
	{ 8, { { 16, 1 }, { 17, 8 }, { 18, 1 } }, 19, 18, NULL,
	  "11@3+5 320 L\n16@0+1 16 K\n17@1+1 64 L\n18@2+1 16 PK\n" },
	/* Below 8 posted slots the window begins before counter 0. */
	{ 8, { { 0, 1 }, { 1, 1 } }, 2, 1, NULL,
	  "65530@2+6 384 L\n0@0+1 16 K\n1@1+1 16 PK\n" },
};

START_TEST(ring)
{
	struct fake *fake = send_queue(rings[_i].slots);
	size_t i;

	for (i = 0; rings[_i].posts[i].ds; i++)
		post(fake, rings[_i].posts[i].index, rings[_i].posts[i].ds);
	fake_counters(fake, rings[_i].producer, rings[_i].consumer);
	if (rings[_i].pending)
		expect(fake, MLX5WQE_RANGE_PENDING, rings[_i].pending);
	if (rings[_i].all)
		expect(fake, MLX5WQE_RANGE_ALL, rings[_i].all);
	fake_free(fake);
}
END_TEST

/* 63 * 16 bytes are 16 slots of 64, the queue has 2 */
START_TEST(longer_than_its_queue)
{
	struct fake *fake = send_queue(2);

	post(fake, 5, 1);
	fake->ring[64 + 7] = 63;
	fake_counters(fake, 7, 5);
	expect(fake, MLX5WQE_RANGE_PENDING, "5@1+2 128 PKTO\n");
	fake_free(fake);

	/* known to nobody whether it is pending, so neither whether it is
	 * posted
	 */
	fake = send_queue(1);
	post(fake, 5, 1);
	fake->ring[7] = 5;
	expect_index(fake, 5, 1, "5@0+1 64 T\n");
	fake_free(fake);
}
END_TEST

/* 63 * 16 bytes of a slot that is longer than any WQE */
START_TEST(long_slot)
{
	struct fake *fake = fake_new(MLX5WQE_SQ, 2, 11, 0);

	fake_counters(fake, 1, 0);
	expect(fake, MLX5WQE_RANGE_PENDING, "0@0+1 1008 PK\n");
	fake_free(fake);
}
END_TEST

/* Slots of 16 bytes, and of too few to hold a control segment */
START_TEST(small_slots)
{
	struct fake *fake = fake_new(MLX5WQE_SQ, 8, 4, 0);

	post(fake, 6, 3);
	post(fake, 9, 1);
	fake_counters(fake, 10, 6);
	expect(fake, MLX5WQE_RANGE_PENDING, "6@6+3 48 PK\n9@1+1 16 PK\n");
	fake_free(fake);

	/* what would be ds 2 or 1 of a longer slot, and the index expected */
	fake = fake_new(MLX5WQE_SQ, 4, 3, 0);
	fake_put(fake, 1, "\0\0\1\x0a\0\0\x4a\2", 8);
	fake_put(fake, 2, "\0\xff\xfe\x0a\0\0\x4a\1", 8);
	fake_counters(fake, 2, 0);
	expect(fake, MLX5WQE_RANGE_PENDING, "0@0+1 8 PK\n1@1+1 8 PK\n");
	expect(fake, MLX5WQE_RANGE_ALL,
	       "65534@2+1 8 L\n65535@3+1 8 L\n0@0+1 8 PK\n1@1+1 8 PK\n");
	fake_free(fake);
}
END_TEST

/* More posted than there are slots: nobody knows what is pending. */
START_TEST(counters_that_cannot_be)
{
	struct fake *fake = send_queue(4);

	post(fake, 6, 1);
	post(fake, 7, 1);
	post(fake, 8, 1);
	post(fake, 9, 1);
	fake_counters(fake, 10, 5);
	expect_error(fake, MLX5WQE_RANGE_PENDING, ENODATA);
	expect(fake, MLX5WQE_RANGE_ALL,
	       "6@2+1 16 \n7@3+1 16 \n8@0+1 16 \n9@1+1 16 \n");
	/* consumer ahead of producer */
	fake_counters(fake, 10, 11);
	expect_error(fake, MLX5WQE_RANGE_PENDING, ENODATA);
	expect_index(fake, 7, 2, "7@3+1 16 \n8@0+1 16 \n");
	fake_free(fake);
}
END_TEST

/* Loose slots are told apart by being empty, and end with the ring. */
START_TEST(loose_slots)
{
	struct fake *fake = send_queue(8);

	/* indexes 4 to 11; no WQE calls itself so */
	post(fake, 1, 1);	/* slot 1 */
	post(fake, 5 + 16, 1);	/* slot 5 */
	post(fake, 6 + 16, 1);	/* slot 6 */
	/* all bytes alike, but not empty */
	memset(fake->ring + 2 * 64, 0xff, 64);
	fake_counters(fake, 12, 12);
	expect(fake, MLX5WQE_RANGE_ALL,
	       "4@4+1 64 L\n5@5+2 128 L\n7@7+1 64 L\n8@0+1 64 L\n"
	       "9@1+2 128 L\n11@3+1 64 L\n");
	fake_free(fake);
}
END_TEST

/* Neither counter is known: slots in order, with the counters WQEs claim. */
START_TEST(no_counters)
{
	struct fake *fake = send_queue(8);

	post(fake, 40, 8);	/* slots 0 and 1 */
	post(fake, 35, 1);	/* slot 3 */
	post(fake, 12, 1);	/* slot 4, if its counter were right */
	fake->ring[4 * 64 + 2] = 13;
	post(fake, 39, 8);	/* slot 7, and past the end */
	fake_put(fake, 40, "\0\0\x28\x0a\0\0\x4a\x08", 8);
	expect_error(fake, MLX5WQE_RANGE_PENDING, ENODATA);
	expect(fake, MLX5WQE_RANGE_ALL,
	       "40@0+2 128 \n2@2+1 64 L\n35@3+1 16 \n4@4+1 64 L\n5@5+2 128 L\n"
	       "7@7+1 64 L\n");
	fake_free(fake);
}
END_TEST

/* As in an own mapping: the producer is known, the consumer is not. */
START_TEST(producer_only)
{
	struct fake *fake = send_queue(4);

	post(fake, 65535, 1);
	post(fake, 0, 8);
	fake_counters(fake, 2, 65535);
	fake->state.comp_mask = MLX5WQE_INFO_PRODUCER;
	expect_error(fake, MLX5WQE_RANGE_PENDING, ENODATA);
	expect(fake, MLX5WQE_RANGE_ALL,
	       "65534@2+1 64 L\n65535@3+1 16 \n0@0+2 128 \n");

	fake->state.comp_mask = MLX5WQE_INFO_CONSUMER;
	expect_error(fake, MLX5WQE_RANGE_PENDING, ENODATA);
	expect(fake, MLX5WQE_RANGE_ALL,
	       "0@0+2 128 \n2@2+1 64 L\n65535@3+1 16 \n");
	fake_free(fake);
}
END_TEST

/* A receive WQE is a slot. */
START_TEST(receive_queue)
{
	struct fake *fake = fake_new(MLX5WQE_RQ, 4, 5, 64);

	fake_put(fake, 1, "\0\0\x10", 3);
	fake_put(fake, 3, "\0\0\x10", 3);
	fake_counters(fake, 5, 3);
	expect(fake, MLX5WQE_RANGE_PENDING, "3@3+1 32 PK\n4@0+1 32 PK\n");
	/* 2 was never posted */
	expect(fake, MLX5WQE_RANGE_ALL,
	       "1@1+1 32 K\n2@2+1 32 L\n3@3+1 32 PK\n4@0+1 32 PK\n");
	expect_index(fake, 2, 2, "2@2+1 32 K\n3@3+1 32 PK\n");
	fake->state.comp_mask = 0;
	expect(fake, MLX5WQE_RANGE_ALL,
	       "0@0+1 32 L\n1@1+1 32 \n2@2+1 32 L\n3@3+1 32 \n");
	fake_free(fake);
}
END_TEST

/* The counters of an SRQ do not say which slots are pending. */
START_TEST(shared_receive_queue)
{
	struct fake *fake = fake_new(MLX5WQE_SRQ, 3, 5, 0);

	fake_put(fake, 1, "\0\0\0\2", 4);
	fake_counters(fake, 65537, 65536);
	expect_error(fake, MLX5WQE_RANGE_PENDING, ENODATA);
	expect(fake, MLX5WQE_RANGE_ALL,
	       "0@0+1 32 \n1@1+1 32 \n2@2+1 32 \n");
	expect_index(fake, 1, 1, "1@1+1 32 \n");
	/* index 5 is slot 2 of 3 */
	expect_index(fake, 5, 2, "2@2+1 32 \n0@0+1 32 \n");
	fake_free(fake);
}
END_TEST

START_TEST(range_by_index)
{
	struct fake *fake = send_queue(4);

	post(fake, 4, 1);
	post(fake, 5, 8);
	post(fake, 7, 1);
	fake_counters(fake, 8, 5);
	expect_index(fake, 5, 0, "");
	expect_index(fake, 5, 1, "5@1+2 128 PK\n");
	expect_index(fake, 5, 2, "5@1+2 128 PK\n7@3+1 16 PK\n");
	/* a completed one */
	expect_index(fake, 4, 1, "4@0+1 16 K\n");
	/* no more than the queue holds, however many are asked for */
	expect_index(fake, 5, UINT32_MAX,
		     "5@1+2 128 PK\n7@3+1 16 PK\n8@0+1 16 K\n");
	/* counters have 16 bits */
	expect_index(fake, 65536 + 5, 1, "5@1+2 128 PK\n");
	expect_index(fake, UINT32_MAX, 1, "65535@3+1 16 K\n");
	fake_free(fake);
}
END_TEST

static const struct mlx5wqe_select bad_selects[] = {
	{ .comp_mask = 1 },
	{ .comp_mask = UINT64_C(1) << 63 },
	{ .range = 3 },
	{ .range = UINT32_MAX },
	{ .reserved = 1 },
};

START_TEST(bad_selection)
{
	struct fake *fake = send_queue(4);
	struct log log = { .fake = fake };

	fake_counters(fake, 1, 0);
	ck_assert_int_eq(mlx5wqe_walk(&fake->queue, &bad_selects[_i], NULL,
				      visit, &log), EINVAL);
	ck_assert_uint_eq(log.calls + fake->samples, 0);
	fake_free(fake);
}
END_TEST

START_TEST(null_arguments)
{
	struct mlx5wqe_select select = {};
	struct fake *fake = send_queue(4);
	struct log log = { .fake = fake };

	ck_assert_int_eq(mlx5wqe_walk(NULL, &select, NULL, visit, &log),
			 EINVAL);
	ck_assert_int_eq(mlx5wqe_walk(&fake->queue, &select, NULL, NULL, &log),
			 EINVAL);
	ck_assert_int_eq(mlx5wqe_walk_sized(&fake->queue, NULL, sizeof(select),
					    NULL, 0, visit, &log), EINVAL);
	ck_assert_uint_eq(log.calls + fake->samples, 0);
	fake_free(fake);
}
END_TEST

START_TEST(errors_of_the_source_pass)
{
	struct mlx5wqe_select select = { .range = MLX5WQE_RANGE_ALL };
	struct fake *fake = send_queue(4);
	struct log log = { .fake = fake };
	struct mlx5wqe_info info;

	fake->sample_most = 64;
	fake->copy_err = EFAULT;
	ck_assert_int_eq(mlx5wqe_walk(&fake->queue, &select, &info, visit,
				      &log), EFAULT);
	fake->sample_err = EIO;
	ck_assert_int_eq(mlx5wqe_walk(&fake->queue, &select, &info, visit,
				      &log), EIO);
	fake->queue.fixed.flags = MLX5WQE_INFO_FLAG_NO_BUFFER;
	ck_assert_int_eq(mlx5wqe_walk(&fake->queue, &select, &info, visit,
				      &log), EOPNOTSUPP);
	ck_assert_uint_eq(log.calls, 0);
	fake_free(fake);
}
END_TEST

/* Stopped at each WQE, of a stale, a loose or a pending part */
START_TEST(callback_ends_it)
{
	struct mlx5wqe_select select = { .range = MLX5WQE_RANGE_ALL };
	struct fake *fake = send_queue(8);
	struct log log = { .fake = fake };
	struct mlx5wqe_info info;

	post(fake, 2, 1);
	post(fake, 6, 1);
	post(fake, 7, 1);
	fake_counters(fake, 8, 6);
	/* 0-1 loose, 2, 3-5 loose, 6, 7 */
	for (log.stop = 1; log.stop <= 5; log.stop++) {
		log.calls = 0;
		ck_assert_int_eq(mlx5wqe_walk(&fake->queue, &select, &info,
					      visit, &log), -7);
		ck_assert_uint_eq(log.calls, log.stop);
		ck_assert_uint_eq(info.producer, 8);
	}
	log.calls = 0;
	ck_assert_int_eq(mlx5wqe_walk(&fake->queue, &select, &info, visit,
				      &log), 0);
	ck_assert_uint_eq(log.calls, 5);
	fake_free(fake);
}
END_TEST

static struct fake *random_queue(struct rng *rng)
{
	uint32_t cnt = 1 + rng_below(rng, rng_below(rng, 8) ? 20 : 300);
	uint32_t shift = rng_below(rng, rng_below(rng, 4) ? 8 : 12);
	struct fake *fake;
	uint32_t i;

	if (rng_below(rng, 2))
		cnt = 1u << rng_below(rng, 8);
	fake = fake_new(rng_below(rng, 3), cnt, shift, rng_below(rng, 70));
	rng_fill(rng, fake->ring, (size_t)cnt << shift);
	/* some of the slots empty, some with a likely size */
	for (i = 0; i < cnt; i++) {
		if (!rng_below(rng, 4))
			memset(fake->ring + ((size_t)i << shift), 0,
			       (size_t)1 << shift);
		else if (shift > 3 && rng_below(rng, 2))
			fake->ring[((size_t)i << shift) + 7] =
				(uint8_t)rng_below(rng, 9);
	}
	fake->state.producer = (uint16_t)rng_next(rng);
	fake->state.consumer = (uint16_t)(fake->state.producer -
					  rng_below(rng, cnt + 2));
	fake->state.comp_mask = rng_below(rng, 4) * MLX5WQE_INFO_PRODUCER;
	fake->sample_most = rng_below(rng, 2) ? SIZE_MAX :
			    rng_below(rng, 1u << 12);
	return fake;
}

/* What every walk over every queue keeps to */
static void walk_random(struct fake *fake, struct rng *rng)
{
	uint32_t cnt = fake->state.wqe_cnt, i;
	struct mlx5wqe_select select = {
		.range = rng_below(rng, 3),
		.wqe_index = (uint32_t)rng_next(rng),
		.count = rng_below(rng, 2) ? rng_below(rng, 4) : UINT32_MAX,
	};
	struct log log = { .fake = fake, .seen = calloc(1, cnt) };
	int ret = mlx5wqe_walk(&fake->queue, &select, NULL, visit, &log);

	if (ret && (ret != ENODATA || select.range || log.calls))
		ck_abort_msg("range %u: %d", select.range, ret);
	if (log.calls > cnt)
		ck_abort_msg("%u WQEs in %u slots", log.calls, cnt);
	if (select.range == MLX5WQE_RANGE_INDEX && log.calls > select.count)
		ck_abort_msg("%u WQEs, not %u", log.calls, select.count);
	/* 16-bit counters give each slot its own index if cnt divides 65536 */
	for (i = 0; select.range == MLX5WQE_RANGE_ALL && i < cnt; i++)
		if (!log.seen[i] && !(cnt & (cnt - 1)))
			ck_abort_msg("slot %u of %u is not shown", i, cnt);
	free(log.seen);
}

START_TEST(random_rings)
{
	struct rng rng = { (uint64_t)_i + 1 };
	unsigned int round, again;
	struct fake *fake;

	for (round = 0; round < 1500; round++) {
		fake = random_queue(&rng);
		for (again = 0; again < 4; again++)
			walk_random(fake, &rng);
		fake_free(fake);
	}
}
END_TEST

static TCase *chains(void)
{
	TCase *tc = tcase_create("chains");

	tcase_add_loop_test(tc, ring, 0, ARRAY_SIZE(rings));
	tcase_add_test(tc, longer_than_its_queue);
	tcase_add_test(tc, long_slot);
	tcase_add_test(tc, small_slots);
	tcase_add_test(tc, counters_that_cannot_be);
	tcase_add_test(tc, range_by_index);
	return tc;
}

static TCase *windows(void)
{
	TCase *tc = tcase_create("windows");

	tcase_add_test(tc, loose_slots);
	tcase_add_test(tc, no_counters);
	tcase_add_test(tc, producer_only);
	tcase_add_test(tc, receive_queue);
	tcase_add_test(tc, shared_receive_queue);
	return tc;
}

static TCase *contract(void)
{
	TCase *tc = tcase_create("contract");

	tcase_set_timeout(tc, CASE_TIMEOUT);
	tcase_add_loop_test(tc, bad_selection, 0, ARRAY_SIZE(bad_selects));
	tcase_add_test(tc, null_arguments);
	tcase_add_test(tc, errors_of_the_source_pass);
	tcase_add_test(tc, callback_ends_it);
	tcase_add_loop_test(tc, random_rings, 0, 4);
	return tc;
}

Suite *unit_suite(void)
{
	Suite *suite = suite_create("walk");

	suite_add_tcase(suite, chains());
	suite_add_tcase(suite, windows());
	suite_add_tcase(suite, contract());
	return suite;
}
