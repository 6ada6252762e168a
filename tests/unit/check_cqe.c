// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Error CQEs. The bytes and what they say are from public reports; the layout
 * is written down here once more, by offsets.
 */

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <infiniband/mlx5dv.h>
#include <infiniband/verbs.h>

#include "mlx5wqe.h"
#include "unit.h"

#define CQE_BYTES 64
#define TAIL 48
#define POISON 0xee

/* The last 16 bytes, the word at 0x20, and how the reports read */
static const struct reading {
	const char *tail;
	uint8_t word_20;
	struct mlx5wqe_cqe fields;
} readings[] = {
	/* https://github.com/spdk/spdk/issues/961 */
	{ "\0\0\0\0\x93\0\x52\x04\x0a\0\x19\xa1\xc0\x92\x1c\xd2", 0xb3,
	  { .comp_mask = MLX5WQE_CQE_WQE_OPCODE, .opcode = 13,
	    .side = MLX5WQE_REQUESTER, .syndrome = 4, .vendor_syndrome = 82,
	    .hw_syndrome = 147, .qpn = 6561, .wqe_counter = 49298,
	    .wqe_opcode = 10, .srqn_or_user_index = 179, .signature = 28 } },
	/* linux-nvme, "Error when running fio against nvme-of rdma target" */
	{ "\0\0\0\0\xa9\0\x56\x04\0\0\x01\xe9\0\x54\xe8\xe2", 0,
	  { .opcode = 14, .side = MLX5WQE_RESPONDER, .syndrome = 4,
	    .vendor_syndrome = 86, .hw_syndrome = 169, .qpn = 489,
	    .wqe_counter = 84, .signature = 232 } },
	/* netdev, "mlx5 error when the skb linear space is empty" */
	{ "\0\0\0\0\x60\x10\x68\x01\x0a\0\x1d\xbb\0\x0f\x9f\xd2", 0,
	  { .comp_mask = MLX5WQE_CQE_WQE_OPCODE, .opcode = 13,
	    .side = MLX5WQE_REQUESTER, .syndrome = 1, .vendor_syndrome = 104,
	    .hw_syndrome = 96, .hw_syndrome_type = 1, .qpn = 7611,
	    .wqe_counter = 15, .wqe_opcode = 10, .signature = 159 } },
};

static void make_cqe(uint8_t *cqe, const struct reading *reading)
{
	memset(cqe, 0, CQE_BYTES);
	cqe[0x23] = reading->word_20;
	memcpy(cqe + TAIL, reading->tail, CQE_BYTES - TAIL);
}

START_TEST(public_readings)
{
	struct mlx5wqe_cqe fields;
	uint8_t cqe[CQE_BYTES];

	make_cqe(cqe, &readings[_i]);
	memset(&fields, POISON, sizeof(fields));
	ck_assert_int_eq(mlx5wqe_cqe_decode(cqe, sizeof(cqe), &fields), 0);
	ck_assert_mem_eq(&fields, &readings[_i].fields, sizeof(fields));
}
END_TEST

/* What a bit flips, by the offsets of the layout; 0: nothing that is shown */
static size_t member_of(size_t byte)
{
	static const struct {
		size_t first, last, member;
	} members[] = {
		{ 0x20, 0x23, offsetof(struct mlx5wqe_cqe, srqn_or_user_index) },
		{ 0x34, 0x34, offsetof(struct mlx5wqe_cqe, hw_syndrome) },
		{ 0x36, 0x36, offsetof(struct mlx5wqe_cqe, vendor_syndrome) },
		{ 0x37, 0x37, offsetof(struct mlx5wqe_cqe, syndrome) },
		{ 0x38, 0x38, offsetof(struct mlx5wqe_cqe, wqe_opcode) },
		{ 0x39, 0x3b, offsetof(struct mlx5wqe_cqe, qpn) },
		{ 0x3c, 0x3d, offsetof(struct mlx5wqe_cqe, wqe_counter) },
		{ 0x3e, 0x3e, offsetof(struct mlx5wqe_cqe, signature) },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(members); i++)
		if (byte >= members[i].first && byte <= members[i].last)
			return members[i].member;
	return 0;
}

static size_t last_byte(size_t byte)
{
	while (byte < CQE_BYTES - 1 && member_of(byte + 1) == member_of(byte))
		byte++;
	return byte;
}

/* Each bit of a requester's CQE changes one field by what it stands for. */
START_TEST(each_bit)
{
	struct mlx5wqe_cqe before, after, want;
	uint8_t cqe[CQE_BYTES];
	size_t bit, byte, member;
	uint32_t value;

	make_cqe(cqe, &readings[0]);
	ck_assert_int_eq(mlx5wqe_cqe_decode(cqe, sizeof(cqe), &before), 0);
	for (bit = 0; bit < 0x3f * 8; bit++) {
		byte = bit / 8;
		cqe[byte] ^= 1u << bit % 8;
		ck_assert_int_eq(mlx5wqe_cqe_decode(cqe, sizeof(cqe), &after),
				 0);
		cqe[byte] ^= 1u << bit % 8;
		want = before;
		member = member_of(byte);
		if (byte == 0x35 && bit % 8 >= 4) {
			want.hw_syndrome_type ^= 1u << (bit % 8 - 4);
		} else if (member) {
			memcpy(&value, (char *)&want + member, sizeof(value));
			value ^= 1u << ((last_byte(byte) - byte) * 8 + bit % 8);
			memcpy((char *)&want + member, &value, sizeof(value));
		}
		if (memcmp(&want, &after, sizeof(want)))
			ck_abort_msg("bit %zu of byte 0x%zx", bit % 8, byte);
	}
}
END_TEST

START_TEST(each_opcode)
{
	static const struct mlx5wqe_cqe none;
	struct mlx5wqe_cqe fields, want;
	uint8_t cqe[CQE_BYTES];
	unsigned int opcode;

	make_cqe(cqe, &readings[0]);
	for (opcode = 0; opcode < 16; opcode++) {
		cqe[CQE_BYTES - 1] = (uint8_t)(opcode << 4 | 2);
		if (opcode == MLX5_CQE_REQ_ERR || opcode == MLX5_CQE_RESP_ERR) {
			ck_assert_int_eq(mlx5wqe_cqe_decode(cqe, CQE_BYTES,
							    &fields), 0);
			continue;
		}
		want = none;
		want.opcode = opcode;
		ck_assert_int_eq(mlx5wqe_cqe_decode(cqe, CQE_BYTES, &fields),
				 ENOMSG);
		ck_assert_mem_eq(&fields, &want, sizeof(want));
	}
}
END_TEST

START_TEST(arguments)
{
	uint8_t cqe[CQE_BYTES + 1] = { 0 };
	struct mlx5wqe_cqe fields;
	size_t length;

	ck_assert_int_eq(mlx5wqe_cqe_decode(NULL, CQE_BYTES, &fields), EINVAL);
	ck_assert_int_eq(mlx5wqe_cqe_decode(cqe, CQE_BYTES, NULL), EINVAL);
	for (length = 0; length <= sizeof(cqe); length++)
		if (length != CQE_BYTES)
			ck_assert_int_eq(mlx5wqe_cqe_decode(cqe, length,
							    &fields), EINVAL);
	ck_assert_int_eq(mlx5wqe_syndrome_query(4, NULL), EINVAL);
}
END_TEST

/* A caller that was compiled with another header */
START_TEST(any_size)
{
	const struct mlx5wqe_cqe *whole = &readings[0].fields;
	size_t size, known = sizeof(*whole), i;
	uint8_t cqe[CQE_BYTES], *block;

	make_cqe(cqe, &readings[0]);
	for (size = 0; size <= known + 16; size++) {
		block = malloc(size ? size : 1);
		memset(block, POISON, size);
		ck_assert_int_eq(mlx5wqe_cqe_decode_sized(cqe, CQE_BYTES,
				 (struct mlx5wqe_cqe *)block, size), 0);
		for (i = 0; i < size; i++)
			ck_assert_uint_eq(block[i], i < known ?
					  ((const uint8_t *)whole)[i] : 0);
		free(block);
	}
}
END_TEST

/* As the drivers map them: mlx5_handle_error_cqe() of libmlx5 and mlx5_ib */
START_TEST(syndromes)
{
	static const struct {
		uint32_t syndrome, status;
		const char *name;
	} known[] = {
		{ 0x01, IBV_WC_LOC_LEN_ERR, "LOCAL_LENGTH_ERR" },
		{ 0x02, IBV_WC_LOC_QP_OP_ERR, "LOCAL_QP_OP_ERR" },
		{ 0x04, IBV_WC_LOC_PROT_ERR, "LOCAL_PROT_ERR" },
		{ 0x05, IBV_WC_WR_FLUSH_ERR, "WR_FLUSH_ERR" },
		{ 0x06, IBV_WC_MW_BIND_ERR, "MW_BIND_ERR" },
		{ 0x10, IBV_WC_BAD_RESP_ERR, "BAD_RESP_ERR" },
		{ 0x11, IBV_WC_LOC_ACCESS_ERR, "LOCAL_ACCESS_ERR" },
		{ 0x12, IBV_WC_REM_INV_REQ_ERR, "REMOTE_INVAL_REQ_ERR" },
		{ 0x13, IBV_WC_REM_ACCESS_ERR, "REMOTE_ACCESS_ERR" },
		{ 0x14, IBV_WC_REM_OP_ERR, "REMOTE_OP_ERR" },
		{ 0x15, IBV_WC_RETRY_EXC_ERR, "TRANSPORT_RETRY_EXC_ERR" },
		{ 0x16, IBV_WC_RNR_RETRY_EXC_ERR, "RNR_RETRY_EXC_ERR" },
		{ 0x22, IBV_WC_REM_ABORT_ERR, "REMOTE_ABORTED_ERR" },
	};
	struct mlx5wqe_syndrome info;
	uint32_t syndrome;
	size_t next = 0;

	for (syndrome = 0; syndrome < 0x200; syndrome++) {
		if (next == ARRAY_SIZE(known) ||
		    known[next].syndrome != syndrome) {
			ck_assert_int_eq(mlx5wqe_syndrome_query(syndrome,
								&info), ENOENT);
			continue;
		}
		ck_assert_int_eq(mlx5wqe_syndrome_query(syndrome, &info), 0);
		ck_assert_uint_eq(info.comp_mask, 0);
		ck_assert_uint_eq(info.syndrome, syndrome);
		ck_assert_uint_eq(info.status, known[next].status);
		ck_assert_str_eq(info.name, known[next].name);
		ck_assert_ptr_nonnull(strchr(info.meaning, '.'));
		next++;
	}
	ck_assert_uint_eq(next, ARRAY_SIZE(known));
}
END_TEST

/* A cause is never given without where it was read, in more than one place. */
START_TEST(vendor_syndromes)
{
	uint32_t syndrome, vendor;
	unsigned int found = 0;
	const char *source;

	for (syndrome = 0; syndrome <= 0xff; syndrome++) {
		for (vendor = 0; vendor <= 0xff; vendor++) {
			source = NULL;
			if (!mlx5wqe_vendor_seen(syndrome, vendor, &source))
				continue;
			found++;
			ck_assert_ptr_nonnull(source);
			ck_assert_ptr_nonnull(strstr(strstr(source, "https://")
						     + 1, "https://"));
			ck_assert_ptr_nonnull(mlx5wqe_vendor_seen(syndrome,
								  vendor,
								  NULL));
		}
	}
	ck_assert_uint_gt(found, 0);
	ck_assert_ptr_null(mlx5wqe_vendor_seen(0x15, 0x88, &source));
}
END_TEST

Suite *unit_suite(void)
{
	Suite *suite = suite_create("cqe");
	TCase *tcase = tcase_create("cqe");

	tcase_add_loop_test(tcase, public_readings, 0, ARRAY_SIZE(readings));
	tcase_add_test(tcase, each_bit);
	tcase_add_test(tcase, each_opcode);
	tcase_add_test(tcase, arguments);
	tcase_add_test(tcase, any_size);
	tcase_add_test(tcase, syndromes);
	tcase_add_test(tcase, vendor_syndromes);
	suite_add_tcase(suite, tcase);
	return suite;
}
