// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Text and JSON of whole queues. */

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <infiniband/mlx5dv.h>

#include "fake.h"
#include "json.h"
#include "scenes.h"
#include "stored.h"
#include "unit.h"
#include "wqe.h"

static const struct {
	const char *suffix;
	uint32_t flags;
} formats[] = {
	{ "txt", 0 },
	{ "verbose.txt", MLX5WQE_PRINT_VERBOSE | MLX5WQE_PRINT_RAW },
	{ "json", MLX5WQE_PRINT_JSON },
	{ "pretty.json", MLX5WQE_PRINT_JSON | MLX5WQE_PRINT_PRETTY |
			 MLX5WQE_PRINT_RAW },
};

/* What is printed; the caller frees it. */
static char *print(struct fake *fake, enum mlx5wqe_range range, uint32_t flags,
		   unsigned int *warnings)
{
	struct mlx5wqe_select select = { .range = range };
	char *text;
	size_t size;
	FILE *file = open_memstream(&text, &size);

	ck_assert_int_eq(mlx5wqe_print(file, &fake->queue, &select, flags,
				       warnings), 0);
	fclose(file);
	ck_assert_uint_eq(strlen(text), size);
	return text;
}

static void expect(struct fake *fake, enum mlx5wqe_range range, uint32_t flags,
		   const char *expected)
{
	char *text = print(fake, range, flags, NULL);

	ck_assert_str_eq(text, expected);
	free(text);
}

START_TEST(as_stored)
{
	const struct scene *scene = &scenes[_i];
	struct fake *fake = scene->make();
	char name[64], *text;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(formats); i++) {
		snprintf(name, sizeof(name), "%s.%s", scene->name,
			 formats[i].suffix);
		text = print(fake, scene->range, formats[i].flags, NULL);
		if (formats[i].flags & MLX5WQE_PRINT_JSON)
			ck_assert(json_valid(text));
		expect_stored(name, text);
		free(text);
	}
	fake_free(fake);
}
END_TEST

/* The example of the documents: 64 WRITEs, of which one is looked at */
static struct fake *write_bw(void)
{
	struct fake *fake = fake_new(MLX5WQE_SQ, 128, 6, 0);
	struct wqe wqe;

	wqe_begin(&wqe, MLX5_OPCODE_RDMA_WRITE, 12, 74,
		  MLX5_WQE_CTRL_CQ_UPDATE);
	wqe_raddr(&wqe, 0x7f0000001000, 12345);
	wqe_data(&wqe, 65536, 678, 0x550000002000);
	wqe_end(&wqe);
	fake_put(fake, 12, wqe.bytes, wqe.length);
	fake->state.comp_mask = MLX5WQE_INFO_QP_TYPE | MLX5WQE_INFO_STATE |
				MLX5WQE_INFO_OWNER;
	fake->state.qp_type = MLX5WQE_QPT_RC;
	fake->state.state = 3;
	fake->state.owner = 312;
	strcpy(fake->state.owner_comm, "ib_write_bw");
	fake_counters(fake, 13, 12);
	return fake;
}

START_TEST(one_write)
{
	struct fake *fake = write_bw();

	expect(fake, MLX5WQE_RANGE_PENDING, 0,
	       "mlx5_0 QP 74 (0x4a) RC sq RTS (pid 312 ib_write_bw) slots 128 "
	       "stride 64 producer 13 consumer 12 posted 1 source kernel\n"
	       "wqe 12 pending RDMA_WRITE cq_update "
	       "[rva 0x7f0000001000 rkey 0x3039] "
	       "[va 0x550000002000 len 65536 lkey 0x2a6]\n");
	expect(fake, MLX5WQE_RANGE_PENDING, MLX5WQE_PRINT_JSON,
	       "{\"schema\":\"mlx5wqe-show/1\",\"device\":\"mlx5_0\",\"queue\":"
	       "{\"qpn\":74,\"type\":\"RC\",\"wq\":\"sq\",\"state\":\"RTS\","
	       "\"owner\":{\"pid\":312,\"comm\":\"ib_write_bw\"},"
	       "\"wqe_cnt\":128,\"stride\":64,\"producer\":13,\"consumer\":12,"
	       "\"posted\":1,\"source\":\"kernel\"},\"wqes\":[{\"index\":12,"
	       "\"slot\":12,\"pending\":true,\"opcode\":8,\"opcode_name\":"
	       "\"RDMA_WRITE\",\"opmod\":0,\"qpn\":74,\"ds\":3,\"flags\":"
	       "[\"cq_update\"],\"segments\":[{\"type\":\"ctrl\",\"opmod\":0,"
	       "\"wqe_index\":12,\"opcode\":8,\"qpn\":74,\"ds\":3,"
	       "\"signature\":0,\"stream_channel_id\":0,\"fm_ce_se\":8,"
	       "\"imm\":0},{\"type\":\"raddr\",\"addr\":\"0x7f0000001000\","
	       "\"rkey\":12345},{\"type\":\"data\",\"addr\":"
	       "\"0x550000002000\",\"byte_count\":65536,\"lkey\":678}],"
	       "\"warnings\":[]}],\"warnings\":[]}\n");
	fake_free(fake);
}
END_TEST

/* Counters that wrapped: 65530 to 4 are 10, of which none can be shown */
START_TEST(empty_range)
{
	struct mlx5wqe_select select = { .range = MLX5WQE_RANGE_INDEX };
	struct fake *fake = fake_new(MLX5WQE_SQ, 16, 6, 0);
	unsigned int warnings = 7;
	char *text;
	size_t size;
	FILE *file = open_memstream(&text, &size);

	fake_counters(fake, 4, 65530);
	ck_assert_int_eq(mlx5wqe_print(file, &fake->queue, &select,
				       MLX5WQE_PRINT_JSON, &warnings), 0);
	fclose(file);
	ck_assert_str_eq(text,
		"{\"schema\":\"mlx5wqe-show/1\",\"device\":\"mlx5_0\",\"queue\":"
		"{\"qpn\":74,\"wq\":\"sq\",\"wqe_cnt\":16,\"stride\":64,"
		"\"producer\":4,\"consumer\":65530,\"posted\":10,\"source\":"
		"\"kernel\"},\"wqes\":[],\"warnings\":[]}\n");
	ck_assert_uint_eq(warnings, 0);
	free(text);
	fake_free(fake);
}
END_TEST

/* What a process calls itself must not end a string or move the cursor. */
START_TEST(hostile_comm)
{
	struct fake *fake = fake_new(MLX5WQE_RQ, 1, 4, 0);

	fake->state.comp_mask = MLX5WQE_INFO_OWNER;
	fake->state.owner = UINT32_MAX;
	strcpy(fake->state.owner_comm, "\"\\\n\t\x1b[2J\x7f\xc3\xa9\xff");
	fake_counters(fake, 0, 0);
	expect(fake, MLX5WQE_RANGE_PENDING, MLX5WQE_PRINT_JSON,
	       "{\"schema\":\"mlx5wqe-show/1\",\"device\":\"mlx5_0\",\"queue\":"
	       "{\"qpn\":74,\"wq\":\"rq\",\"owner\":{\"pid\":4294967295,"
	       "\"comm\":\"\\\"\\\\\\u000a\\u0009\\u001b[2J\\u007f\\u00c3"
	       "\\u00a9\\u00ff\"},\"wqe_cnt\":1,\"stride\":16,\"producer\":0,"
	       "\"consumer\":0,\"posted\":0,\"source\":\"kernel\"},"
	       "\"wqes\":[],\"warnings\":[]}\n");
	expect(fake, MLX5WQE_RANGE_PENDING, 0,
	       "mlx5_0 QP 74 (0x4a) rq (pid 4294967295 \"\\x5c\\x0a\\x09\\x1b"
	       "[2J\\x7f\\xc3\\xa9\\xff) slots 1 stride 16 producer 0 "
	       "consumer 0 posted 0 source kernel\n");
	fake_free(fake);
}
END_TEST

START_TEST(counts_its_warnings)
{
	unsigned int warnings = 0;
	struct fake *fake = fake_new(MLX5WQE_SQ, 2, 6, 0);
	char *text;

	/* more posted than slots: said once, of the queue; slots are empty */
	fake_counters(fake, 3, 0);
	text = print(fake, MLX5WQE_RANGE_ALL, 0, &warnings);
	ck_assert_uint_eq(warnings, 1);
	ck_assert_ptr_nonnull(strstr(text, "\nwarning: counters that say 3 "
				     "posted in 2 slots cannot be right: what "
				     "is pending is not known\n"));
	free(text);
	/* two WQEs with ds 0; one of them is not the one that was asked for */
	fake_counters(fake, 2, 0);
	text = print(fake, MLX5WQE_RANGE_PENDING, 0, &warnings);
	ck_assert_ptr_nonnull(strstr(text, "\n    warning: wqe_index is 0 where "
				     "1 is expected: an older WQE, or one being "
				     "written\n"));
	ck_assert_ptr_nonnull(strstr(text, "\n    warning: ds is 0, which is "
				     "no WQE\n"));
	/* QPN 0 twice, ds 0 twice, index once */
	ck_assert_uint_eq(warnings, 5);
	free(text);
	fake_free(fake);
}
END_TEST

/* No counters at all are no failure, counters that cannot be had are. */
START_TEST(counters_that_are_not_there)
{
	static const struct {
		uint32_t hw_errno;
		unsigned int warnings;
	} cases[] = {
		{ 0, 0 }, { EOPNOTSUPP, 0 }, { ETIMEDOUT, 1 }, { EIO, 1 },
	};
	struct fake *fake = fake_new(MLX5WQE_SRQ, 4, 6, 0);
	unsigned int warnings = 9;

	fake->state.hw_errno = cases[_i].hw_errno;
	free(print(fake, MLX5WQE_RANGE_ALL, 0, &warnings));
	ck_assert_uint_eq(warnings, cases[_i].warnings);
	fake_free(fake);
}
END_TEST

START_TEST(nothing_of_what_cannot_be_read)
{
	static const struct {
		int sample_err, copy_err;
		uint32_t range;
		int err;
	} cases[] = {
		{ EIO, 0, MLX5WQE_RANGE_ALL, EIO },
		{ 0, EFAULT, MLX5WQE_RANGE_ALL, EFAULT },
		{ 0, 0, MLX5WQE_RANGE_PENDING, ENODATA },
		{ 0, 0, 3, EINVAL },
	};
	struct fake *fake = fake_new(MLX5WQE_SQ, 2, 6, 0);
	struct mlx5wqe_select select = { .range = cases[_i].range };
	unsigned int warnings = 7;
	char *text;
	size_t size;
	FILE *file = open_memstream(&text, &size);

	fake->sample_err = cases[_i].sample_err;
	fake->copy_err = cases[_i].copy_err;
	fake->sample_most = 64;
	ck_assert_int_eq(mlx5wqe_print(file, &fake->queue, &select, 0,
				       &warnings), cases[_i].err);
	ck_assert_uint_eq(warnings, 0);
	fclose(file);
	ck_assert_uint_eq(size, 0);
	free(text);
	fake_free(fake);
}
END_TEST

START_TEST(bad_arguments)
{
	struct fake *fake = fake_new(MLX5WQE_SQ, 2, 6, 0);
	struct mlx5wqe_select select = { .range = MLX5WQE_RANGE_ALL };
	uint32_t flags;

	ck_assert_int_eq(mlx5wqe_print(NULL, &fake->queue, &select, 0, NULL),
			 EINVAL);
	ck_assert_int_eq(mlx5wqe_print(stdout, NULL, &select, 0, NULL), EINVAL);
	ck_assert_int_eq(mlx5wqe_print_sized(stdout, &fake->queue, NULL,
					     sizeof(select), 0, NULL), EINVAL);
	for (flags = 1u << 4; flags; flags <<= 1)
		ck_assert_int_eq(mlx5wqe_print(stdout, &fake->queue, &select,
					       flags, NULL), EINVAL);
	ck_assert_uint_eq(fake->samples, 0);
	fake_free(fake);
}
END_TEST

static int print_to(FILE *file, uint32_t flags)
{
	struct mlx5wqe_select select = { .range = MLX5WQE_RANGE_ALL };
	struct fake *fake = write_bw();
	int err = mlx5wqe_print(file, &fake->queue, &select, flags, NULL);

	fake_free(fake);
	return err;
}

/* All in the buffer until the end, and not; then the reason may be lost. */
START_TEST(full_stream)
{
	static const int modes[] = { _IOFBF, _IOLBF, _IONBF };
	FILE *file = fopen("/dev/full", "w");
	int err;

	ck_assert_ptr_nonnull(file);
	setvbuf(file, NULL, modes[_i], 1 << 20);
	err = print_to(file, 0);
	if (err != EIO || modes[_i] == _IOFBF)
		ck_assert_int_eq(err, ENOSPC);
	fclose(file);
}
END_TEST

START_TEST(closed_stream)
{
	FILE *file = fopen("/dev/null", "w");

	close(fileno(file));
	ck_assert_int_eq(print_to(file, MLX5WQE_PRINT_JSON), EBADF);
	fclose(file);
}
END_TEST

START_TEST(stream_for_reading)
{
	FILE *file = fopen("/dev/null", "r");

	ck_assert_int_eq(print_to(file, 0), EIO);
	fclose(file);
}
END_TEST

static struct fake *random_queue(struct rng *rng)
{
	uint32_t cnt = 1 + rng_below(rng, 12), i;
	struct fake *fake = fake_new(rng_below(rng, 3), cnt, 4 +
				     rng_below(rng, 3), 0);
	struct mlx5wqe_info *info = &fake->state;

	rng_fill(rng, fake->ring, (size_t)cnt * info->stride);
	for (i = 0; i < cnt; i++)
		if (rng_below(rng, 2))
			fake->ring[i * info->stride + 3] =
				(uint8_t)(8 + rng_below(rng, 11));
	info->comp_mask = rng_below(rng, 32);
	info->qp_type = rng_below(rng, 12);
	info->state = rng_below(rng, 10);
	info->flags = rng_below(rng, 2) * MLX5WQE_INFO_FLAG_SIGNATURE |
		      rng_below(rng, 2) * MLX5WQE_INFO_FLAG_KERNEL;
	info->hw_errno = rng_below(rng, 200);
	info->producer = (uint16_t)rng_next(rng);
	info->consumer = (uint16_t)(info->producer - rng_below(rng, cnt + 2));
	rng_fill(rng, info->owner_comm, sizeof(info->owner_comm) - 1);
	return fake;
}

START_TEST(random_queues)
{
	struct rng rng = { (uint64_t)_i + 1 };
	unsigned int round;
	struct fake *fake;
	uint32_t flags;
	const char *c;
	char *text;

	for (round = 0; round < 500; round++) {
		fake = random_queue(&rng);
		flags = rng_below(&rng, 16);
		text = print(fake, MLX5WQE_RANGE_ALL, flags, NULL);
		if (flags & MLX5WQE_PRINT_JSON && !json_valid(text))
			ck_abort_msg("no JSON: %s", text);
		for (c = text; *c; c++)
			if ((*c < 0x20 || *c > 0x7e) && *c != '\n')
				ck_abort_msg("byte %02x in: %s", *c & 0xff,
					     text);
		ck_assert(c[-1] == '\n');
		free(text);
		fake_free(fake);
	}
}
END_TEST

/* The judge itself */
START_TEST(json_grammar)
{
	static const char *const good[] = {
		"0", "-1.5e+3", "[]", "{ }", "[1, 2]", "{\"a\":null}",
		"\"\\u00ff\\n\"", "{\"a\":[{\"b\":true},false]}\n",
	};
	static const char *const bad[] = {
		"", "01", "+1", "[1,]", "{,}", "{\"a\"}", "{a:1}", "\"\n\"",
		"\"\\x41\"", "\"", "[1 2]", "1 2", "{\"a\":1,}", "\"\xff\"",
		"{\"a\":1", "nul", "\"\\u00f\"", "]", "0x1",
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(good); i++)
		ck_assert_msg(json_valid(good[i]), "%s", good[i]);
	for (i = 0; i < ARRAY_SIZE(bad); i++)
		ck_assert_msg(!json_valid(bad[i]), "%s", bad[i]);
}
END_TEST

Suite *unit_suite(void)
{
	Suite *suite = suite_create("print");
	TCase *tc = tcase_create("print");

	tcase_set_timeout(tc, CASE_TIMEOUT);
	tcase_add_loop_test(tc, as_stored, 0, SCENE_COUNT);
	tcase_add_test(tc, one_write);
	tcase_add_test(tc, empty_range);
	tcase_add_test(tc, hostile_comm);
	tcase_add_test(tc, counts_its_warnings);
	tcase_add_loop_test(tc, counters_that_are_not_there, 0, 4);
	tcase_add_loop_test(tc, nothing_of_what_cannot_be_read, 0, 4);
	tcase_add_test(tc, bad_arguments);
	tcase_add_loop_test(tc, full_stream, 0, 3);
	tcase_add_test(tc, closed_stream);
	tcase_add_test(tc, stream_for_reading);
	tcase_add_loop_test(tc, random_queues, 0, 4);
	tcase_add_test(tc, json_grammar);
	suite_add_tcase(suite, tc);
	return suite;
}
