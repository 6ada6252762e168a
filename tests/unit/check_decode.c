// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Every field of WQEs as they should be. Offsets are those of the adapter's
 * reference manual, see the layouts above the macros.
 */

#include <endian.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <infiniband/mlx5dv.h>

#include "transcript.h"
#include "unit.h"
#include "wqe.h"

/*
 * ctrl: opmod 31:24, wqe_index 23:8, opcode 7:0 | qpn 31:8, ds 5:0 |
 * signature 31:24, DCI stream 23:8, fm_ce_se 7:0 | immediate
 */
#define CTRL(index, opcode, qpn, ds, fm_ce_se, imm)			\
	"ctrl@0\n opmod@0:8=0x0\n wqe_index@1:16=" index		\
	"\n opcode@3:8=" opcode "\n qpn@4:24=" qpn "\n ds@7:6=" ds	\
	"\n signature@8:8=0x0\n stream_channel_id@9:16=0\n"		\
	" fm_ce_se@11:8=" fm_ce_se "\n imm@12:32=" imm "\n"

/* raddr: address 64 | rkey | reserved */
#define RADDR_16(addr, rkey)						\
	"raddr@16\n addr@16:64=&" addr "\n rkey@24:32=" rkey "\n"

/* atomic: swap or add 64 | compare 64 */
#define ATOMIC_32(swap_add, compare)					\
	"atomic@32\n swap_add@32:64=&" swap_add				\
	"\n compare@40:64=&" compare "\n"

/* data: inline 31, byte_count 30:0 | lkey | address 64 */
#define DATA(at, at_lkey, at_addr, addr, length, lkey)			\
	"data@" at "\n addr@" at_addr ":64=&" addr			\
	"\n byte_count@" at ":31=" length				\
	"\n lkey@" at_lkey ":32=" lkey "\n"

#define RC_CONTEXT(index_)						\
	{								\
		.comp_mask = MLX5WQE_CONTEXT_QPN | MLX5WQE_CONTEXT_INDEX, \
		.kind = MLX5WQE_SQ, .qp_type = MLX5WQE_QPT_RC,		\
		.qpn = 0x4a, .index = index_,				\
	}

static void expect_text(const void *wqe, size_t length,
			const struct mlx5wqe_context *context,
			const char *expected)
{
	uint8_t *bytes = exact_copy(wqe, length);
	struct transcript transcript;

	transcribe(&transcript, bytes, length, context, false);
	ck_assert_str_eq(transcript.text, expected);
	transcript_free(&transcript);
	free(bytes);
}

static void expect(const struct wqe *wqe, const struct mlx5wqe_context *context,
		   const char *expected)
{
	expect_text(wqe->bytes, wqe->length, context, expected);
}

/* No builder of anybody's: the bytes as the manual has them */
START_TEST(send_by_hand)
{
	static const uint8_t bytes[] = {
		/* opmod 0, index 12, opcode SEND | QPN 0x4a, ds 2 */
		0x00, 0x00, 0x0c, 0x0a, 0x00, 0x00, 0x4a, 0x02,
		/* signature 0, stream 0, CQ update and solicited | imm 0 */
		0x00, 0x00, 0x00, 0x0a, 0x00, 0x00, 0x00, 0x00,
		/* 4096 bytes, lkey 0x1234 */
		0x00, 0x00, 0x10, 0x00, 0x00, 0x00, 0x12, 0x34,
		/* address 0x7f0011223344 */
		0x00, 0x00, 0x7f, 0x00, 0x11, 0x22, 0x33, 0x44,
	};
	struct mlx5wqe_context context = RC_CONTEXT(12);

	expect_text(bytes, sizeof(bytes), &context,
		    CTRL("12", "0xa(SEND)", "74", "2", "0xa", "0x0")
		    DATA("16", "20", "24", "0x7f0011223344", "4096", "0x1234"));
}
END_TEST

START_TEST(send_imm)
{
	struct mlx5wqe_context context = RC_CONTEXT(65535);
	struct wqe wqe;

	wqe_begin(&wqe, MLX5_OPCODE_SEND_IMM, 65535, 0x4a,
		  MLX5_WQE_CTRL_CQ_UPDATE | MLX5_WQE_CTRL_FENCE);
	wqe.imm = 0xdeadbeef;
	/* the longest entry that 31 bits can say */
	wqe_data(&wqe, 0x7fffffff, UINT32_MAX, UINT64_MAX);
	wqe_data(&wqe, 0, 0, 0);
	wqe_end(&wqe);
	expect(&wqe, &context,
	       CTRL("65535", "0xb(SEND_IMM)", "74", "3", "0x88", "0xdeadbeef")
	       DATA("16", "20", "24", "0xffffffffffffffff", "2147483647",
		    "0xffffffff")
	       DATA("32", "36", "40", "0x0", "0", "0x0")
	       "! data entry at byte 32 has byte_count 0\n");
}
END_TEST

/* Control segment fields that are zero elsewhere, all bits of qpn and ds */
START_TEST(control_segment)
{
	struct mlx5wqe_context context = { .qp_type = MLX5WQE_QPT_RC };
	struct mlx5_wqe_ctrl_seg *ctrl;
	struct wqe wqe;

	wqe_begin(&wqe, MLX5_OPCODE_SEND, 0x1234, 0xffffff, 0xff);
	wqe.opmod = 0x5a;
	wqe.signature = 0xc3;
	wqe_end(&wqe);
	ctrl = (struct mlx5_wqe_ctrl_seg *)wqe.bytes;
	ctrl->dci_stream_channel_id = htobe16(0x0102);
	expect(&wqe, &context,
	       "! reserved bits at byte 9 are set: 0x102\n"
	       "! reserved bits at byte 11 are set: 0x11\n"
	       "! opmod 0x5a of SEND is not known: raw bytes follow\n"
	       "ctrl@0\n opmod@0:8=0x5a\n wqe_index@1:16=4660\n"
	       " opcode@3:8=0xa(SEND)\n qpn@4:24=16777215\n ds@7:6=1\n"
	       " signature@8:8=0xc3\n stream_channel_id@9:16=258\n"
	       " fm_ce_se@11:8=0xff\n imm@12:32=0x0\n");
}
END_TEST

static const struct {
	uint8_t opcode;
	const char *ctrl;
} remote_opcodes[] = {
	{ MLX5_OPCODE_RDMA_WRITE,
	  CTRL("7", "0x8(RDMA_WRITE)", "74", "3", "0x0", "0x0") },
	{ MLX5_OPCODE_RDMA_WRITE_IMM,
	  CTRL("7", "0x9(RDMA_WRITE_IMM)", "74", "3", "0x0", "0x0") },
	{ MLX5_OPCODE_RDMA_READ,
	  CTRL("7", "0x10(RDMA_READ)", "74", "3", "0x0", "0x0") },
};

START_TEST(write_and_read)
{
	struct mlx5wqe_context context = RC_CONTEXT(7);
	char expected[1024];
	struct wqe wqe;

	wqe_begin(&wqe, remote_opcodes[_i].opcode, 7, 0x4a, 0);
	wqe_raddr(&wqe, 0x0123456789abcdef, 0xfedcba98);
	wqe_data(&wqe, 65536, 0x2a6, 0x550000000000);
	wqe_end(&wqe);
	snprintf(expected, sizeof(expected), "%s%s", remote_opcodes[_i].ctrl,
		 RADDR_16("0x123456789abcdef", "0xfedcba98")
		 DATA("32", "36", "40", "0x550000000000", "65536", "0x2a6"));
	expect(&wqe, &context, expected);
}
END_TEST

/* A write of nothing has no payload. */
START_TEST(write_of_nothing)
{
	struct mlx5wqe_context context = RC_CONTEXT(0);
	struct wqe wqe;

	wqe_begin(&wqe, MLX5_OPCODE_RDMA_WRITE, 0, 0x4a, 0);
	wqe_raddr(&wqe, 0x10, 0x20);
	wqe_end(&wqe);
	expect(&wqe, &context,
	       CTRL("0", "0x8(RDMA_WRITE)", "74", "2", "0x0", "0x0")
	       RADDR_16("0x10", "0x20"));
}
END_TEST

START_TEST(atomics)
{
	struct mlx5wqe_context context = RC_CONTEXT(3);
	struct wqe wqe;

	wqe_begin(&wqe, MLX5_OPCODE_ATOMIC_CS, 3, 0x4a,
		  MLX5_WQE_CTRL_CQ_UPDATE);
	wqe_raddr(&wqe, 0x7f0000000008, 0x1800);
	wqe_atomic(&wqe, 0x1122334455667788, 0x99aabbccddeeff00);
	wqe_data(&wqe, 8, 0x1900, 0x7e0000000010);
	wqe_end(&wqe);
	expect(&wqe, &context,
	       CTRL("3", "0x11(ATOMIC_CS)", "74", "4", "0x8", "0x0")
	       RADDR_16("0x7f0000000008", "0x1800")
	       ATOMIC_32("0x1122334455667788", "0x99aabbccddeeff00")
	       DATA("48", "52", "56", "0x7e0000000010", "8", "0x1900"));

	wqe_begin(&wqe, MLX5_OPCODE_ATOMIC_FA, 3, 0x4a, 0);
	wqe_raddr(&wqe, 0x7f0000000008, 0x1800);
	wqe_atomic(&wqe, UINT64_MAX, 0);
	wqe_data(&wqe, 8, 0x1900, 0x7e0000000010);
	wqe_end(&wqe);
	expect(&wqe, &context,
	       CTRL("3", "0x12(ATOMIC_FA)", "74", "4", "0x0", "0x0")
	       RADDR_16("0x7f0000000008", "0x1800")
	       ATOMIC_32("0xffffffffffffffff", "0x0")
	       DATA("48", "52", "56", "0x7e0000000010", "8", "0x1900"));
}
END_TEST

/*
 * av: qkey | reserved | ext 31, dqpn 23:0 | stat_rate_sl, fl_mlid, rlid 16 |
 * reserved | rmac 48 | tclass, hop_limit | grh 30, sgid_index 29:20,
 * flow_label 19:0 | rgid 128
 */
START_TEST(datagram)
{
	struct mlx5wqe_context context = RC_CONTEXT(9);
	struct wqe wqe;

	context.qp_type = MLX5WQE_QPT_UD;
	wqe_begin(&wqe, MLX5_OPCODE_SEND, 9, 0x4a, 0);
	wqe_av(&wqe, 0x11111111, 0x123456, 0xbeef);
	wqe_data(&wqe, 100, 0x2a6, 0x550000000000);
	wqe_end(&wqe);
	expect(&wqe, &context,
	       CTRL("9", "0xa(SEND)", "74", "5", "0x0", "0x0")
	       "av@16\n qkey@16:32=0x11111111\n ext@24:1=1\n"
	       " dqpn@25:24=0x123456\n stat_rate_sl@28:8=83\n"
	       " fl_mlid@29:8=145\n rlid@30:16=48879\n"
	       " rmac@36:48=<021122334455>\n tclass@42:8=28\n"
	       " hop_limit@43:8=64\n grh@44:1=1\n sgid_index@44:10=3\n"
	       " flow_label@45:20=703710\n"
	       " rgid@48:128=<fe80000000000000001122fffe334455>\n"
	       DATA("64", "68", "72", "0x550000000000", "100", "0x2a6"));
}
END_TEST

static const uint32_t datagram_types[] = {
	MLX5WQE_QPT_UD, MLX5WQE_QPT_GSI, MLX5WQE_QPT_SMI,
};

START_TEST(compact_datagram)
{
	struct mlx5wqe_context context = RC_CONTEXT(9);
	struct wqe wqe;

	context.qp_type = datagram_types[_i];
	wqe_begin(&wqe, MLX5_OPCODE_SEND_IMM, 9, 0x4a, 0);
	wqe_av_compact(&wqe, 0x80010000, 1, 5);
	wqe_data(&wqe, 100, 0x2a6, 0x550000000000);
	wqe_end(&wqe);
	expect(&wqe, &context,
	       CTRL("9", "0xb(SEND_IMM)", "74", "3", "0x0", "0x0")
	       "av@16\n qkey@16:32=0x80010000\n ext@24:1=0\n"
	       " dqpn@25:24=0x1\n stat_rate_sl@28:8=4\n"
	       " fl_mlid@29:8=128\n rlid@30:16=5\n"
	       DATA("32", "36", "40", "0x550000000000", "100", "0x2a6"));
}
END_TEST

/* Length of an inline segment: header of 4 bytes, data, padding to 16 */
static size_t inline_size(size_t length)
{
	size_t size = 16;

	while (size < 4 + length)
		size += 16;
	return size;
}

static char *hex(char *out, const uint8_t *bytes, size_t length)
{
	size_t i;

	*out = '\0';
	for (i = 0; i < length; i++)
		sprintf(out + 2 * i, "%02x", bytes[i]);
	return out;
}

/* Every length that fits behind a control segment: 63 * 16 - 16 - 4 at most */
#define INLINE_MAX 988

START_TEST(inline_of_every_length)
{
	struct mlx5wqe_context context = RC_CONTEXT(1);
	char expected[4096], digits[2 * INLINE_MAX + 1];
	struct rng rng = { 1 };
	uint8_t data[INLINE_MAX];
	uint32_t length;
	struct wqe wqe;

	for (length = 0; length <= INLINE_MAX; length++) {
		rng_fill(&rng, data, length);
		wqe_begin(&wqe, MLX5_OPCODE_SEND, 1, 0x4a, 0);
		wqe_inline(&wqe, data, length);
		wqe_end(&wqe);
		snprintf(expected, sizeof(expected),
			 CTRL("1", "0xa(SEND)", "74", "%zu", "0x0", "0x0")
			 "inline@16\n byte_count@16:31=%u\n"
			 " data@20:%u=<%s>\n",
			 1 + inline_size(length) / 16, length, length * 8,
			 hex(digits, data, length));
		expect(&wqe, &context, expected);
	}
}
END_TEST

/* Inline and gathered data in turns; 28 + 4 bytes fill 32 */
START_TEST(mixed_payload)
{
	struct mlx5wqe_context context = RC_CONTEXT(1);
	struct wqe wqe;

	wqe_begin(&wqe, MLX5_OPCODE_RDMA_WRITE, 1, 0x4a, 0);
	wqe_raddr(&wqe, 0x10, 0x20);
	wqe_inline(&wqe, "0123456789abcdefghijklmnopqr", 28);
	wqe_data(&wqe, 1, 2, 3);
	wqe_inline(&wqe, "", 0);
	wqe_data(&wqe, 4, 5, 6);
	wqe_inline(&wqe, "hello", 5);
	wqe_end(&wqe);
	expect(&wqe, &context,
	       CTRL("1", "0x8(RDMA_WRITE)", "74", "8", "0x0", "0x0")
	       RADDR_16("0x10", "0x20")
	       "inline@32\n byte_count@32:31=28\n data@36:224=<30313233343536373"
	       "8396162636465666768696a6b6c6d6e6f707172>\n"
	       DATA("64", "68", "72", "0x3", "1", "0x2")
	       "inline@80\n byte_count@80:31=0\n data@84:0=<>\n"
	       DATA("96", "100", "104", "0x6", "4", "0x5")
	       "inline@112\n byte_count@112:31=5\n data@116:40=<68656c6c6f>\n");
}
END_TEST

START_TEST(receive)
{
	struct mlx5wqe_context context = {
		.kind = MLX5WQE_RQ,
		.qp_type = MLX5WQE_QPT_RC,
	};
	struct wqe wqe = {};

	/* all 4 entries used: no room for a terminator, and none needed */
	wqe_data(&wqe, 4096, 0x100, 0x7f0000001000);
	wqe_data(&wqe, 0, 0x101, 0);
	wqe_data(&wqe, 1, 0x102, 1);
	wqe_data(&wqe, 2, 0x103, 2);
	expect(&wqe, &context,
	       DATA("0", "4", "8", "0x7f0000001000", "4096", "0x100")
	       DATA("16", "20", "24", "0x0", "0", "0x101")
	       "! data entry at byte 16 has byte_count 0\n"
	       DATA("32", "36", "40", "0x1", "1", "0x102")
	       DATA("48", "52", "56", "0x2", "2", "0x103"));
}
END_TEST

/* What follows the terminator is left over from older WQEs. */
START_TEST(receive_ends_at_its_terminator)
{
	struct mlx5wqe_context context = {
		.kind = MLX5WQE_RQ,
		.qp_type = MLX5WQE_QPT_RC,
	};
	struct wqe wqe = {};

	wqe_data(&wqe, 10, 0x1, 0xa);
	wqe_data(&wqe, 0, MLX5_INVALID_LKEY, 0);
	wqe_data(&wqe, 11, 0x2, 0xb);
	wqe_data(&wqe, 12, 0x3, 0xc);
	expect(&wqe, &context,
	       DATA("0", "4", "8", "0xa", "10", "0x1")
	       DATA("16", "20", "24", "0x0", "0", "0x100"));

	wqe.length = 0;
	wqe_data(&wqe, 0, MLX5_INVALID_LKEY, 0);
	expect(&wqe, &context, DATA("0", "4", "8", "0x0", "0", "0x100"));
}
END_TEST

/* signature: reserved 32 | signature 31:24, reserved | reserved 64 */
START_TEST(signed_receive)
{
	struct mlx5wqe_context context = {
		.kind = MLX5WQE_RQ,
		.flags = MLX5WQE_INFO_FLAG_SIGNATURE,
	};
	struct wqe wqe = {};

	wqe_signature(&wqe, 0xc3);
	wqe_data(&wqe, 10, 0x1, 0xa);
	wqe_data(&wqe, 0, MLX5_INVALID_LKEY, 0);
	expect(&wqe, &context,
	       "signature@0\n signature@4:8=0xc3\n"
	       DATA("16", "20", "24", "0xa", "10", "0x1")
	       DATA("32", "36", "40", "0x0", "0", "0x100"));
}
END_TEST

/* next: reserved 31:16, next_wqe_index 15:0 | signature 31:24, reserved | .. */
START_TEST(shared_receive)
{
	struct mlx5wqe_context context = { .kind = MLX5WQE_SRQ };
	struct wqe wqe = {};

	wqe_next(&wqe, 0xfffe, 0xc3);
	wqe_data(&wqe, 10, 0x1, 0xa);
	wqe_data(&wqe, 0, MLX5_INVALID_LKEY, 0);
	wqe_data(&wqe, 11, 0x2, 0xb);
	expect(&wqe, &context,
	       "next@0\n next_wqe_index@2:16=65534\n signature@4:8=0xc3\n"
	       DATA("16", "20", "24", "0xa", "10", "0x1")
	       DATA("32", "36", "40", "0x0", "0", "0x100"));
}
END_TEST

Suite *unit_suite(void)
{
	Suite *suite = suite_create("decode");
	TCase *tc = tcase_create("decode");

	tcase_set_timeout(tc, CASE_TIMEOUT);
	tcase_add_test(tc, send_by_hand);
	tcase_add_test(tc, send_imm);
	tcase_add_test(tc, control_segment);
	tcase_add_loop_test(tc, write_and_read, 0, ARRAY_SIZE(remote_opcodes));
	tcase_add_test(tc, write_of_nothing);
	tcase_add_test(tc, atomics);
	tcase_add_test(tc, datagram);
	tcase_add_loop_test(tc, compact_datagram, 0,
			    ARRAY_SIZE(datagram_types));
	tcase_add_test(tc, inline_of_every_length);
	tcase_add_test(tc, mixed_payload);
	tcase_add_test(tc, receive);
	tcase_add_test(tc, receive_ends_at_its_terminator);
	tcase_add_test(tc, signed_receive);
	tcase_add_test(tc, shared_receive);
	suite_add_tcase(suite, tc);
	return suite;
}
