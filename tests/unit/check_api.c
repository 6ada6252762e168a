// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Structs of other sizes, arguments that make no sense, names. */

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <infiniband/verbs.h>

#include "fake.h"
#include "unit.h"
#include "wqe.h"

#define POISON 0xee

static int count(const struct mlx5wqe_info *info, const struct mlx5wqe_wqe *wqe,
		 void *arg)
{
	(void)info;
	(void)wqe;
	++*(unsigned int *)arg;
	return 0;
}

static int count_events(const struct mlx5wqe_event *event, void *arg)
{
	(void)event;
	++*(unsigned int *)arg;
	return 0;
}

/* A caller that was compiled with another header: every size up to 40 more */
START_TEST(info_of_any_size)
{
	struct fake *fake = fake_new(MLX5WQE_SQ, 4, 6, 0);
	size_t size, known = sizeof(struct mlx5wqe_info), i;
	struct mlx5wqe_info whole;
	uint8_t *block;

	fake->state.owner = 0x01020304;
	strcpy(fake->state.owner_comm, "a.out");
	memcpy(&whole, &fake->state, known);
	for (size = 0; size <= known + 40; size++) {
		block = malloc(size ? size : 1);
		memset(block, POISON, size);
		ck_assert_int_eq(mlx5wqe_query_sized(&fake->queue,
				 (struct mlx5wqe_info *)block, size), 0);
		for (i = 0; i < size; i++)
			if (block[i] != (i < known ? ((uint8_t *)&whole)[i] :
					 0))
				ck_abort_msg("size %zu byte %zu", size, i);
		free(block);
	}
	fake_free(fake);
}
END_TEST

/*
 * The next size of a struct that we know with @known bytes: older ones end with
 * a member, and the shortest members have four bytes.
 */
static size_t next_size(size_t size, size_t known)
{
	return size + (size < known ? sizeof(uint32_t) : 1);
}

/* Fills a block of @size bytes: a struct, cut, or with a tail. */
static void *sized(const void *known, size_t known_size, size_t size)
{
	uint8_t *block = calloc(1, size ? size : 1);

	memcpy(block, known, size < known_size ? size : known_size);
	return block;
}

START_TEST(select_of_any_size)
{
	struct mlx5wqe_select select = {
		.range = MLX5WQE_RANGE_INDEX,
		.wqe_index = 1,
		.count = 2,
	};
	struct fake *fake = fake_new(MLX5WQE_RQ, 4, 4, 0);
	size_t size, known = sizeof(select), byte;
	unsigned int calls;
	uint8_t *block;

	fake_counters(fake, 3, 0);
	for (size = 0; size <= known + 9; size = next_size(size, known)) {
		block = sized(&select, known, size);
		calls = 0;
		ck_assert_int_eq(mlx5wqe_walk_sized(&fake->queue, (void *)block,
						    size, NULL, 0, count,
						    &calls), 0);
		/* what is missing is 0: range PENDING of 3, or count 0 */
		if (size <= offsetof(struct mlx5wqe_select, range))
			ck_assert_uint_eq(calls, 3);
		else if (size <= offsetof(struct mlx5wqe_select, count))
			ck_assert_uint_eq(calls, 0);
		else
			ck_assert_uint_eq(calls, 2);
		/* what we do not know must be 0 */
		for (byte = known; byte < size; byte++) {
			block[byte] = 1;
			ck_assert_int_eq(mlx5wqe_walk_sized(&fake->queue,
							    (void *)block, size,
							    NULL, 0, count,
							    &calls), EINVAL);
			ck_assert_int_eq(mlx5wqe_print_sized(stdout,
							     &fake->queue,
							     (void *)block,
							     size, 0, NULL),
					 EINVAL);
			block[byte] = 0;
		}
		free(block);
	}
	fake_free(fake);
}
END_TEST

START_TEST(walk_info_of_any_size)
{
	struct mlx5wqe_select select = {};
	struct fake *fake = fake_new(MLX5WQE_RQ, 4, 4, 0);
	size_t size, known = sizeof(struct mlx5wqe_info), i;
	unsigned int calls = 0;
	uint8_t *block;

	fake_counters(fake, 1, 0);
	for (size = 0; size <= known + 9; size++) {
		block = malloc(size ? size : 1);
		memset(block, POISON, size);
		ck_assert_int_eq(mlx5wqe_walk_sized(&fake->queue, &select,
						    sizeof(select),
						    (void *)block, size, count,
						    &calls), 0);
		for (i = 0; i < size; i++)
			if (block[i] !=
			    (i < known ? ((uint8_t *)&fake->state)[i] : 0))
				ck_abort_msg("size %zu byte %zu", size, i);
		free(block);
	}
	ck_assert_uint_eq(calls, known + 10);
	fake_free(fake);
}
END_TEST

START_TEST(context_of_any_size)
{
	struct mlx5wqe_context context = { .kind = MLX5WQE_RQ };
	size_t size, known = sizeof(context);
	uint8_t bytes[16] = { 0, 0, 0, 1 };
	unsigned int events;
	uint8_t *block;

	for (size = 0; size <= known + 9; size = next_size(size, known)) {
		block = sized(&context, known, size);
		events = 0;
		ck_assert_int_eq(mlx5wqe_decode_sized(bytes, 16, (void *)block,
						      size, count_events,
						      &events), 0);
		/*
		 * Without kind it is a send WQE: opcode 1 is not decoded and
		 * has a ds of 0, which makes a warning and the segment of 10
		 * fields. A receive WQE: a segment with 3 fields.
		 */
		ck_assert_uint_eq(events, size > offsetof(
			struct mlx5wqe_context, kind) ? 5 : 12);
		if (size > known) {
			block[size - 1] = 1;
			ck_assert_int_eq(mlx5wqe_decode_sized(
				bytes, 16, (void *)block, size, count_events,
				&events), EINVAL);
		}
		free(block);
	}
}
END_TEST

static const struct mlx5wqe_context bad_contexts[] = {
	{ .kind = 3 },
	{ .kind = UINT32_MAX },
	{ .reserved = 1 },
	{ .comp_mask = 4 },
	{ .comp_mask = UINT64_C(1) << 63 },
};

START_TEST(bad_context)
{
	unsigned int events = 0;

	ck_assert_int_eq(mlx5wqe_decode("", 1, &bad_contexts[_i], count_events,
					&events), EINVAL);
	ck_assert_uint_eq(events, 0);
}
END_TEST

START_TEST(decode_arguments)
{
	struct mlx5wqe_context context = {};
	unsigned int events = 0;

	ck_assert_int_eq(mlx5wqe_decode(NULL, 1, &context, count_events,
					&events), EINVAL);
	ck_assert_int_eq(mlx5wqe_decode("", 1, &context, NULL, &events),
			 EINVAL);
	ck_assert_int_eq(mlx5wqe_decode_sized("", 1, NULL, sizeof(context),
					      count_events, &events), EINVAL);
#if SIZE_MAX > UINT32_MAX
	ck_assert_int_eq(mlx5wqe_decode("", (size_t)UINT32_MAX + 1, &context,
					count_events, &events), EINVAL);
#endif
	ck_assert_uint_eq(events, 0);
	/* no bytes are no WQE, which is said */
	ck_assert_int_eq(mlx5wqe_decode(NULL, 0, &context, count_events,
					&events), 0);
	ck_assert_uint_eq(events, 1);
	context.kind = MLX5WQE_RQ;
	ck_assert_int_eq(mlx5wqe_decode(NULL, 0, &context, count_events,
					&events), 0);
	ck_assert_uint_eq(events, 1);
}
END_TEST

static void expect_errno(const struct mlx5wqe_queue *queue, int err)
{
	int got = errno;

	ck_assert_ptr_null(queue);
	ck_assert_int_eq(got, err);
	errno = 0;
}

/*
 * A verbs object of some other driver: libmlx5 looks behind the device for the
 * operations of its own.
 */
struct foreign {
	struct ibv_device device;
	char behind[4096];
	struct ibv_context context;
	struct ibv_qp qp;
	struct ibv_srq srq;
};

static struct foreign *foreign_new(void)
{
	struct foreign *f = calloc(1, sizeof(*f));

	ck_assert_ptr_nonnull(f);
	f->context.device = &f->device;
	f->context.cmd_fd = -1;
	f->qp.context = &f->context;
	f->srq.context = &f->context;
	return f;
}

START_TEST(open_arguments)
{
	struct foreign *f = foreign_new();
	uint32_t flags;

	expect_errno(mlx5wqe_open_qp(NULL, MLX5WQE_SQ, 0), EINVAL);
	expect_errno(mlx5wqe_open_qp(&f->qp, MLX5WQE_SRQ, 0), EINVAL);
	expect_errno(mlx5wqe_open_qp(&f->qp, 3, 0), EINVAL);
	expect_errno(mlx5wqe_open_qp(&f->qp, MLX5WQE_RQ, 3), EINVAL);
	expect_errno(mlx5wqe_open_srq(NULL, 0), EINVAL);
	expect_errno(mlx5wqe_open_srq(&f->srq, 3), EINVAL);
	expect_errno(mlx5wqe_open_qpn(NULL, 1, MLX5WQE_SQ, 0), EINVAL);
	expect_errno(mlx5wqe_open_qpn(&f->context, 1, MLX5WQE_SRQ, 0), EINVAL);
	expect_errno(mlx5wqe_open_srqn(NULL, 1, 0), EINVAL);
	for (flags = 1; flags; flags <<= 1) {
		expect_errno(mlx5wqe_open_qpn(&f->context, 1, MLX5WQE_SQ,
					      flags), EINVAL);
		expect_errno(mlx5wqe_open_srqn(&f->context, 1, flags), EINVAL);
		if (flags < 4)
			continue;
		expect_errno(mlx5wqe_open_qp(&f->qp, MLX5WQE_SQ, flags),
			     EINVAL);
		expect_errno(mlx5wqe_open_srq(&f->srq, flags), EINVAL);
	}
	free(f);
}
END_TEST

START_TEST(other_drivers)
{
	struct foreign *f = foreign_new();
	uint32_t flags;

	for (flags = 0; flags < 3; flags++) {
		expect_errno(mlx5wqe_open_qp(&f->qp, MLX5WQE_SQ, flags),
			     EOPNOTSUPP);
		expect_errno(mlx5wqe_open_qp(&f->qp, MLX5WQE_RQ, flags),
			     EOPNOTSUPP);
		expect_errno(mlx5wqe_open_srq(&f->srq, flags), EOPNOTSUPP);
	}
	expect_errno(mlx5wqe_open_qpn(&f->context, 1, MLX5WQE_SQ, 0),
		     EOPNOTSUPP);
	expect_errno(mlx5wqe_open_srqn(&f->context, 1, 0), EOPNOTSUPP);
	free(f);
}
END_TEST

START_TEST(close_of_nothing)
{
	mlx5wqe_close(NULL);
}
END_TEST

/* Against the enumerators of verbs.h, where it has them */
START_TEST(names)
{
	ck_assert_str_eq(mlx5wqe_qp_type_name(IBV_QPT_RC), "RC");
	ck_assert_str_eq(mlx5wqe_qp_type_name(IBV_QPT_UC), "UC");
	ck_assert_str_eq(mlx5wqe_qp_type_name(IBV_QPT_UD), "UD");
	ck_assert_str_eq(mlx5wqe_qp_type_name(IBV_QPT_RAW_PACKET),
			 "RAW_PACKET");
	ck_assert_str_eq(mlx5wqe_qp_type_name(IBV_QPT_XRC_SEND), "XRC_INI");
	ck_assert_str_eq(mlx5wqe_qp_type_name(IBV_QPT_XRC_RECV), "XRC_TGT");
	ck_assert_str_eq(mlx5wqe_qp_type_name(IBV_QPT_DRIVER), "DRIVER");
	ck_assert_str_eq(mlx5wqe_qp_type_name(1), "GSI");
	ck_assert_str_eq(mlx5wqe_qp_type_name(0x101), "REG_UMR");
	ck_assert_str_eq(mlx5wqe_qp_type_name(0x102), "DCI");
	ck_assert_str_eq(mlx5wqe_qp_type_name(0x103), "SMI");
	ck_assert_ptr_null(mlx5wqe_qp_type_name(0));
	ck_assert_ptr_null(mlx5wqe_qp_type_name(UINT32_MAX));

	ck_assert_str_eq(mlx5wqe_state_name(IBV_QPS_RESET), "RESET");
	ck_assert_str_eq(mlx5wqe_state_name(IBV_QPS_INIT), "INIT");
	ck_assert_str_eq(mlx5wqe_state_name(IBV_QPS_RTR), "RTR");
	ck_assert_str_eq(mlx5wqe_state_name(IBV_QPS_RTS), "RTS");
	ck_assert_str_eq(mlx5wqe_state_name(IBV_QPS_SQD), "SQD");
	ck_assert_str_eq(mlx5wqe_state_name(IBV_QPS_SQE), "SQE");
	ck_assert_str_eq(mlx5wqe_state_name(IBV_QPS_ERR), "ERR");
	ck_assert_ptr_null(mlx5wqe_state_name(IBV_QPS_UNKNOWN));
	ck_assert_ptr_null(mlx5wqe_state_name(UINT32_MAX));
}
END_TEST

Suite *unit_suite(void)
{
	Suite *suite = suite_create("api");
	TCase *tc = tcase_create("api");

	tcase_add_test(tc, info_of_any_size);
	tcase_add_test(tc, select_of_any_size);
	tcase_add_test(tc, walk_info_of_any_size);
	tcase_add_test(tc, context_of_any_size);
	tcase_add_loop_test(tc, bad_context, 0, ARRAY_SIZE(bad_contexts));
	tcase_add_test(tc, decode_arguments);
	tcase_add_test(tc, open_arguments);
	tcase_add_test(tc, other_drivers);
	tcase_add_test(tc, close_of_nothing);
	tcase_add_test(tc, names);
	suite_add_tcase(suite, tc);
	return suite;
}
