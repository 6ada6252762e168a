// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Decoding of what is cut short, unknown, reserved or random. transcribe()
 * checks with each decoding that all bytes are reported once.
 */

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <infiniband/mlx5dv.h>

#include "transcript.h"
#include "unit.h"
#include "wqe.h"

#define QPN 0x4a
#define MAX_PIECES 6

/* A WQE and what it is made of: names and sizes of its segments */
struct vector {
	const char *name;
	void (*build)(struct wqe *wqe);
	enum mlx5wqe_kind kind;
	uint32_t qp_type;
	uint32_t flags;
	struct {
		const char *name;
		size_t size;
	} pieces[MAX_PIECES];
};

static void build_send(struct wqe *wqe)
{
	wqe_begin(wqe, MLX5_OPCODE_SEND, 0, QPN, MLX5_WQE_CTRL_CQ_UPDATE);
	wqe_data(wqe, 100, 0x101, 0x7f0000000000);
	wqe_data(wqe, 200, 0x102, 0x7e0000000000);
	wqe_end(wqe);
}

static void build_write(struct wqe *wqe)
{
	wqe_begin(wqe, MLX5_OPCODE_RDMA_WRITE, 0, QPN, 0);
	wqe_raddr(wqe, 0x7f0000000000, 0x201);
	wqe_data(wqe, 100, 0x101, 0x7e0000000000);
	wqe_inline(wqe, "forty bytes are a header, 36 and padding", 36);
	wqe_end(wqe);
}

static void build_atomic(struct wqe *wqe)
{
	wqe_begin(wqe, MLX5_OPCODE_ATOMIC_CS, 0, QPN, 0);
	wqe_raddr(wqe, 0x7f0000000000, 0x201);
	wqe_atomic(wqe, 1, 2);
	wqe_data(wqe, 8, 0x101, 0x7e0000000000);
	wqe_end(wqe);
}

static void build_datagram(struct wqe *wqe)
{
	wqe_begin(wqe, MLX5_OPCODE_SEND_IMM, 0, QPN, 0);
	wqe_av(wqe, 0x11111111, 0x123456, 0xbeef);
	wqe_inline(wqe, "twelve bytes", 12);
	wqe_data(wqe, 100, 0x101, 0x7e0000000000);
	wqe_end(wqe);
}

static void build_compact(struct wqe *wqe)
{
	wqe_begin(wqe, MLX5_OPCODE_SEND, 0, QPN, 0);
	wqe_av_compact(wqe, 0x11111111, 0x123456, 0xbeef);
	wqe_data(wqe, 100, 0x101, 0x7e0000000000);
	wqe_end(wqe);
}

static void build_receive(struct wqe *wqe)
{
	wqe->length = 0;
	wqe_data(wqe, 100, 0x101, 0x7f0000000000);
	wqe_data(wqe, 200, 0x102, 0x7e0000000000);
}

static void build_signed(struct wqe *wqe)
{
	wqe->length = 0;
	wqe_signature(wqe, 0xc3);
	wqe_data(wqe, 100, 0x101, 0x7f0000000000);
}

static void build_shared(struct wqe *wqe)
{
	wqe->length = 0;
	wqe_next(wqe, 7, 0xc3);
	wqe_data(wqe, 100, 0x101, 0x7f0000000000);
}

static const struct vector vectors[] = {
	{ "send", build_send, MLX5WQE_SQ, MLX5WQE_QPT_RC, 0,
	  { { "ctrl", 16 }, { "data", 16 }, { "data", 16 } } },
	{ "write", build_write, MLX5WQE_SQ, MLX5WQE_QPT_UC, 0,
	  { { "ctrl", 16 }, { "raddr", 16 }, { "data", 16 },
	    { "inline", 48 } } },
	{ "atomic", build_atomic, MLX5WQE_SQ, MLX5WQE_QPT_RC, 0,
	  { { "ctrl", 16 }, { "raddr", 16 }, { "atomic", 16 },
	    { "data", 16 } } },
	{ "datagram", build_datagram, MLX5WQE_SQ, MLX5WQE_QPT_UD, 0,
	  { { "ctrl", 16 }, { "av", 48 }, { "inline", 16 },
	    { "data", 16 } } },
	{ "compact", build_compact, MLX5WQE_SQ, MLX5WQE_QPT_UD, 0,
	  { { "ctrl", 16 }, { "av", 16 }, { "data", 16 } } },
	{ "receive", build_receive, MLX5WQE_RQ, MLX5WQE_QPT_RC, 0,
	  { { "data", 16 }, { "data", 16 } } },
	{ "signed", build_signed, MLX5WQE_RQ, MLX5WQE_QPT_RC,
	  MLX5WQE_INFO_FLAG_SIGNATURE,
	  { { "signature", 16 }, { "data", 16 } } },
	{ "shared", build_shared, MLX5WQE_SRQ, 0, 0,
	  { { "next", 16 }, { "data", 16 } } },
};

static struct mlx5wqe_context context_of(const struct vector *vector)
{
	return (struct mlx5wqe_context){
		.comp_mask = MLX5WQE_CONTEXT_QPN | MLX5WQE_CONTEXT_INDEX,
		.kind = vector->kind,
		.qp_type = vector->qp_type,
		.flags = vector->flags,
		.qpn = QPN,
	};
}

/* The shape that is expected of a vector cut at @length bytes */
struct cut {
	FILE *out;
	size_t length;
	size_t at;
};

static void cut_missing(struct cut *c, const char *name, size_t size)
{
	fprintf(c->out, "! %s segment at byte %zu needs %zu bytes, the WQE has %zu left\n",
		name, c->at, size, c->length - c->at);
	if (c->at < c->length)
		fprintf(c->out, "raw@%zu\n", c->at);
	c->at = c->length;
}

static void cut_payload(struct cut *c, const char *name, size_t size,
			uint32_t inlined)
{
	size_t rest = c->length - c->at;

	if (!rest)
		return;
	if (rest < 16) {
		cut_missing(c, "data", 16);
		return;
	}
	fprintf(c->out, "%s@%zu\n", name, c->at);
	if (!strcmp(name, "inline") && rest - 4 < inlined)
		fprintf(c->out, "! inline segment at byte %zu says %u bytes, the WQE has %zu\n",
			c->at, inlined, rest - 4);
	c->at += rest < size ? rest : size;
}

static void cut_piece(struct cut *c, const char *name, size_t size)
{
	size_t rest = c->length - c->at;

	if (rest >= size) {
		fprintf(c->out, "%s@%zu\n", name, c->at);
		c->at += size;
	} else if (!strcmp(name, "av") && rest <= 8) {
		/* the bit that tells its size is not there either */
		cut_missing(c, name, 16);
	} else {
		cut_missing(c, name, size);
	}
}

/* Receive WQEs have no count of entries: what is left over is just bytes. */
static void cut_receive(struct cut *c, const struct vector *v)
{
	size_t i;

	for (i = 0; i < MAX_PIECES && v->pieces[i].name; i++) {
		if (strcmp(v->pieces[i].name, "data"))
			cut_piece(c, v->pieces[i].name, 16);
		else if (c->length - c->at >= 16)
			cut_piece(c, "data", 16);
	}
	if (c->at < c->length)
		fprintf(c->out, "raw@%zu\n", c->at);
}

static void cut_send(struct cut *c, const struct vector *v, size_t whole)
{
	/* the length that the builders gave the only inline segment */
	uint32_t inlined = strcmp(v->name, "write") ? 12 : 36;
	size_t i;

	if (c->length < 16) {
		cut_missing(c, "ctrl", 16);
		return;
	}
	if (c->length < whole)
		fprintf(c->out, "! ds says %zu bytes, %zu are there\n", whole,
			c->length);
	for (i = 0; i < MAX_PIECES && v->pieces[i].name; i++) {
		if (!strcmp(v->pieces[i].name, "data") ||
		    !strcmp(v->pieces[i].name, "inline"))
			cut_payload(c, v->pieces[i].name, v->pieces[i].size,
				    inlined);
		else
			cut_piece(c, v->pieces[i].name, v->pieces[i].size);
	}
}

START_TEST(every_truncation)
{
	const struct vector *v = &vectors[_i];
	struct mlx5wqe_context context = context_of(v);
	struct transcript transcript;
	struct cut cut = {};
	uint8_t *bytes;
	char *expected;
	struct wqe wqe;
	size_t size;

	v->build(&wqe);
	for (; cut.length <= wqe.length; cut.length++) {
		cut.at = 0;
		cut.out = open_memstream(&expected, &size);
		if (v->kind == MLX5WQE_SQ)
			cut_send(&cut, v, wqe.length);
		else
			cut_receive(&cut, v);
		fclose(cut.out);

		bytes = exact_copy(wqe.bytes, cut.length);
		transcribe(&transcript, bytes, cut.length, &context, true);
		ck_assert_str_eq(transcript.text, expected);
		transcript_free(&transcript);
		free(bytes);
		free(expected);
	}
}
END_TEST

/* No bit of a WQE is left unsaid: whichever is flipped, the text differs. */
START_TEST(every_bit_is_shown)
{
	const struct vector *v = &vectors[_i];
	struct mlx5wqe_context context = context_of(v);
	struct transcript whole, flipped;
	struct wqe wqe;
	uint8_t *bytes;
	size_t bit;

	v->build(&wqe);
	bytes = exact_copy(wqe.bytes, wqe.length);
	transcribe(&whole, bytes, wqe.length, &context, false);
	for (bit = 0; bit < wqe.length * 8; bit++) {
		bytes[bit / 8] ^= 0x80 >> bit % 8;
		transcribe(&flipped, bytes, wqe.length, &context, false);
		bytes[bit / 8] ^= 0x80 >> bit % 8;
		if (!strcmp(whole.text, flipped.text))
			ck_abort_msg("%s: byte %zu bit %zu", v->name, bit / 8,
				     7 - bit % 8);
		transcript_free(&flipped);
	}
	transcript_free(&whole);
	free(bytes);
}
END_TEST

/* A callback that has enough ends the decoding with its own value. */
struct patience {
	size_t calls;
	size_t limit;
};

static int lose_patience(const struct mlx5wqe_event *event, void *arg)
{
	struct patience *patience = arg;

	(void)event;
	return ++patience->calls == patience->limit ? -42 : 0;
}

START_TEST(callback_ends_it)
{
	const struct vector *v = &vectors[_i];
	struct mlx5wqe_context context = context_of(v);
	struct patience patience = {};
	size_t length, events;
	struct wqe wqe;

	v->build(&wqe);
	/* the whole WQE, and one with warnings */
	for (length = wqe.length; length > wqe.length - 8; length -= 7) {
		patience = (struct patience){};
		ck_assert_int_eq(mlx5wqe_decode(wqe.bytes, length, &context,
						lose_patience, &patience), 0);
		events = patience.calls;
		ck_assert_uint_ge(events, 5);
		for (patience.limit = 1; patience.limit <= events;
		     patience.limit++) {
			patience.calls = 0;
			ck_assert_int_eq(mlx5wqe_decode(wqe.bytes, length,
							&context, lose_patience,
							&patience), -42);
			ck_assert_uint_eq(patience.calls, patience.limit);
		}
	}
}
END_TEST

/* Names by the enumerators of mlx5dv.h, and of linux/mlx5/device.h */
#define DV(name) [MLX5_OPCODE_##name] = #name

static const char *const opcode_names[256] = {
	DV(NOP), DV(SEND_INVAL), DV(RDMA_WRITE), DV(RDMA_WRITE_IMM), DV(SEND),
	DV(SEND_IMM), DV(TSO), DV(RDMA_READ), DV(ATOMIC_CS), DV(ATOMIC_FA),
	DV(ATOMIC_MASKED_CS), DV(ATOMIC_MASKED_FA), DV(FMR), DV(LOCAL_INVAL),
	DV(CONFIG_CMD), DV(SET_PSV), DV(UMR), DV(TAG_MATCHING),
	DV(FLOW_TBL_ACCESS), DV(MMO),
	[0x0f] = "WAIT", [0x16] = "RCV_ENABLE", [0x17] = "SEND_ENABLE",
	[0x18] = "BIND_MW", [0x21] = "GET_PSV", [0x22] = "CHECK_PSV",
	[0x23] = "DUMP", [0x26] = "RGET_PSV", [0x27] = "RCHECK_PSV",
	[0x29] = "ENHANCED_MPSW", [0x2d] = "ACCESS_ASO",
};

static const uint8_t decoded[] = {
	MLX5_OPCODE_SEND, MLX5_OPCODE_SEND_IMM, MLX5_OPCODE_RDMA_WRITE,
	MLX5_OPCODE_RDMA_WRITE_IMM, MLX5_OPCODE_RDMA_READ,
	MLX5_OPCODE_ATOMIC_CS, MLX5_OPCODE_ATOMIC_FA,
};

START_TEST(opcodes_are_named)
{
	uint32_t opcode;

	for (opcode = 0; opcode < ARRAY_SIZE(opcode_names); opcode++) {
		ck_assert_pstr_eq(mlx5wqe_opcode_name(opcode),
				  opcode_names[opcode]);
		ck_assert_ptr_null(mlx5wqe_opcode_name(opcode + 256));
	}
	ck_assert_ptr_null(mlx5wqe_opcode_name(UINT32_MAX));
}
END_TEST

static void expect_shape(const struct wqe *wqe,
			 const struct mlx5wqe_context *context,
			 const char *expected)
{
	uint8_t *bytes = exact_copy(wqe->bytes, wqe->length);
	struct transcript transcript;

	transcribe(&transcript, bytes, wqe->length, context, true);
	ck_assert_str_eq(transcript.text, expected);
	transcript_free(&transcript);
	free(bytes);
}

/* What no public header describes is marked, and all its bytes are there. */
static const uint8_t undescribed[] = {
	0x18 /* BIND_MW */, MLX5_OPCODE_LOCAL_INVAL, MLX5_OPCODE_CONFIG_CMD,
	0x26 /* RGET_PSV */, 0x27 /* RCHECK_PSV */,
};

START_TEST(opcodes_that_are_not_decoded)
{
	struct mlx5wqe_context context = context_of(&vectors[0]);
	unsigned int opcode, count = 0;
	char expected[128];
	struct wqe wqe;

	for (opcode = 0; opcode < ARRAY_SIZE(opcode_names); opcode++) {
		if (memchr(undescribed, (int)opcode, sizeof(undescribed)))
			snprintf(expected, sizeof(expected),
				 "! there is no public description of %s: raw bytes follow\nctrl@0\nraw@16\n",
				 opcode_names[opcode]);
		else if (opcode_names[opcode])
			continue;
		else
			snprintf(expected, sizeof(expected),
				 "! opcode 0x%02x is not known: raw bytes follow\nctrl@0\nraw@16\n",
				 opcode);
		wqe_begin(&wqe, (uint8_t)opcode, 0, QPN, 0);
		wqe_bytes(&wqe, "sixteen of them.", 16);
		wqe_end(&wqe);
		expect_shape(&wqe, &context, expected);
		count++;
	}
	ck_assert_uint_eq(count, 256 - 26);
}
END_TEST

/* A request that was cancelled becomes a NOP: what it was is no mistake. */
START_TEST(nop)
{
	struct mlx5wqe_context context = context_of(&vectors[0]);
	struct wqe wqe;

	wqe_begin(&wqe, MLX5_OPCODE_NOP, 0, QPN, 0);
	wqe_end(&wqe);
	expect_shape(&wqe, &context, "ctrl@0\n");
	build_send(&wqe);
	wqe.bytes[3] = MLX5_OPCODE_NOP;
	expect_shape(&wqe, &context, "ctrl@0\nraw@16\n");
}
END_TEST

/* The address vector is there on datagram QPs only. */
START_TEST(datagram_by_type_of_qp)
{
	struct mlx5wqe_context context = context_of(&vectors[0]);
	struct wqe wqe;

	build_compact(&wqe);
	context.qp_type = MLX5WQE_QPT_UD;
	expect_shape(&wqe, &context, "ctrl@0\nav@16\ndata@32\n");
	context.qp_type = MLX5WQE_QPT_RC;
	expect_shape(&wqe, &context, "ctrl@0\ndata@16\ndata@32\n");
	context.qp_type = MLX5WQE_QPT_NONE;
	expect_shape(&wqe, &context, "ctrl@0\nav@16\ndata@32\n");
}
END_TEST

START_TEST(not_the_wqe_that_was_expected)
{
	struct mlx5wqe_context context = context_of(&vectors[0]);
	struct wqe wqe;

	build_send(&wqe);
	context.index = 65536 + 5;
	context.qpn = 0x4b;
	expect_shape(&wqe, &context,
		     "! wqe_index is 0 where 5 is expected: an older WQE, or one being written\n"
		     "! the WQE names QP 74, the queue is that of QP 75\n"
		     "ctrl@0\ndata@16\ndata@32\n");
	context.index = 65536;
	context.qpn = QPN;
	expect_shape(&wqe, &context, "ctrl@0\ndata@16\ndata@32\n");
	context.index = 5;
	context.qpn = 0x4b;
	context.comp_mask = 0;
	expect_shape(&wqe, &context, "ctrl@0\ndata@16\ndata@32\n");
}
END_TEST

/* A slot is longer than the WQE in it: what follows is of an older WQE. */
START_TEST(bytes_beyond_ds)
{
	struct mlx5wqe_context context = context_of(&vectors[0]);
	struct wqe wqe, older;

	build_send(&older);
	wqe_begin(&wqe, MLX5_OPCODE_SEND, 0, QPN, 0);
	wqe_data(&wqe, 1, 2, 3);
	wqe_end(&wqe);
	wqe_bytes(&wqe, older.bytes + wqe.length, 16);
	expect_shape(&wqe, &context,
		     "! ds says 32 bytes, 48 are there\n"
		     "ctrl@0\ndata@16\nraw@32\n");
}
END_TEST

START_TEST(no_ds)
{
	struct mlx5wqe_context context = context_of(&vectors[0]);
	struct wqe wqe;

	build_send(&wqe);
	wqe.bytes[7] = 0;
	expect_shape(&wqe, &context,
		     "! ds is 0, which is no WQE\nctrl@0\ndata@16\ndata@32\n");
}
END_TEST

static const struct {
	size_t byte;
	uint8_t bits;
	const char *warning;
} reserved[] = {
	/* ctrl: the top of the byte of ds */
	{ 7, 0xc0, "! reserved bits at byte 7 are set: 0x3\n" },
	/* av: behind qkey; behind ext; behind rlid; above grh */
	{ 23, 0x01, "! reserved bits at byte 20 are set: 0x1\n" },
	{ 24, 0x40, "! reserved bits at byte 24 are set: 0x40\n" },
	{ 32, 0x80, "! reserved bits at byte 32 are set: 0x80000000\n" },
	{ 44, 0x80, "! reserved bits at byte 44 are set: 0x1\n" },
};

START_TEST(reserved_bits)
{
	struct mlx5wqe_context context = context_of(&vectors[3]);
	struct transcript transcript;
	struct wqe wqe;

	build_datagram(&wqe);
	wqe.bytes[reserved[_i].byte] |= reserved[_i].bits;
	transcribe(&transcript, wqe.bytes, wqe.length, &context, true);
	ck_assert_uint_eq(transcript.warnings, 1);
	ck_assert_ptr_nonnull(strstr(transcript.text, reserved[_i].warning));
	transcript_free(&transcript);
}
END_TEST

/* An inline segment whose length has all 31 bits set */
START_TEST(inline_beyond_everything)
{
	struct mlx5wqe_context context = context_of(&vectors[0]);
	struct wqe wqe;

	wqe_begin(&wqe, MLX5_OPCODE_SEND, 0, QPN, 0);
	wqe_bytes(&wqe, "\xff\xff\xff\xff" "twelve bytes", 16);
	wqe_end(&wqe);
	expect_shape(&wqe, &context,
		     "ctrl@0\ninline@16\n"
		     "! inline segment at byte 16 says 2147483647 bytes, the WQE has 12\n");
}
END_TEST

/* Random bytes behind a random or a decoded opcode, of any length and kind */
START_TEST(random_bytes)
{
	static const uint32_t types[] = {
		MLX5WQE_QPT_NONE, MLX5WQE_QPT_RC, MLX5WQE_QPT_UD,
		MLX5WQE_QPT_GSI, UINT32_MAX,
	};
	struct rng rng = { (uint64_t)_i + 1 };
	uint8_t random[1100], *bytes;
	struct transcript transcript;
	struct mlx5wqe_context context;
	unsigned int round;
	size_t length;

	for (round = 0; round < 4000; round++) {
		length = rng_below(&rng, round % 8 ? 130 : sizeof(random));
		rng_fill(&rng, random, length);
		if (round % 2)
			random[3] = decoded[rng_below(&rng, sizeof(decoded))];
		context = (struct mlx5wqe_context){
			.comp_mask = rng_below(&rng, 4),
			.kind = rng_below(&rng, 3),
			.qp_type = types[rng_below(&rng, ARRAY_SIZE(types))],
			.flags = rng_below(&rng, 8),
		};
		bytes = exact_copy(random, length);
		transcribe(&transcript, bytes, length, &context, false);
		transcript_free(&transcript);
		free(bytes);
	}
}
END_TEST

static TCase *cuts(void)
{
	TCase *tc = tcase_create("cut");

	tcase_set_timeout(tc, CASE_TIMEOUT);
	tcase_add_loop_test(tc, every_truncation, 0, ARRAY_SIZE(vectors));
	tcase_add_loop_test(tc, every_bit_is_shown, 0, ARRAY_SIZE(vectors));
	tcase_add_loop_test(tc, callback_ends_it, 0, ARRAY_SIZE(vectors));
	tcase_add_loop_test(tc, random_bytes, 0, 4);
	return tc;
}

static TCase *oddities(void)
{
	TCase *tc = tcase_create("odd");

	tcase_set_timeout(tc, CASE_TIMEOUT);
	tcase_add_test(tc, opcodes_are_named);
	tcase_add_test(tc, opcodes_that_are_not_decoded);
	tcase_add_test(tc, nop);
	tcase_add_test(tc, datagram_by_type_of_qp);
	tcase_add_test(tc, not_the_wqe_that_was_expected);
	tcase_add_test(tc, bytes_beyond_ds);
	tcase_add_test(tc, no_ds);
	tcase_add_loop_test(tc, reserved_bits, 0, ARRAY_SIZE(reserved));
	tcase_add_test(tc, inline_beyond_everything);
	return tc;
}

Suite *unit_suite(void)
{
	Suite *suite = suite_create("hostile");

	suite_add_tcase(suite, cuts());
	suite_add_tcase(suite, oddities());
	return suite;
}
