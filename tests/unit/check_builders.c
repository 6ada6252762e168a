// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * WQEs that the code of others built (rdma-core.txt) or that are put together
 * by hand after the drivers' structs, and what they ask for.
 */

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "json.h"
#include "stored.h"
#include "tables.h"
#include "transcript.h"
#include "unit.h"
#include "vector.h"
#include "write_wqe.h"
#include "writer.h"

/* Files, how many vectors each has, and whether the bytes tell the type of QP */
static const struct {
	const char *name;
	unsigned int count;
	bool tells;
} files[] = {
	{ "rdma-core", 44, true },
	{ "by-hand", 70, true },
	{ "damaged", 22, false },
};

/* What a decoding says, one after the other as in a file of vectors */
struct record {
	FILE *fields;
	FILE *segments;
	FILE *warnings;
	unsigned int count;
	size_t end;		/* of the last segment */
};

static void record_field(struct record *r, const struct mlx5wqe_event *event)
{
	size_t i;

	fprintf(r->fields, "\n%u %s ", r->count - 1, event->name);
	switch (event->value_type) {
	case MLX5WQE_VALUE_UINT:
		fprintf(r->fields, "%" PRIu64, event->value);
		break;
	case MLX5WQE_VALUE_ADDR:
		fprintf(r->fields, "0x%" PRIx64, event->value);
		break;
	default:
		for (i = 0; i < event->length; i++)
			fprintf(r->fields, "%02x", event->bytes[i]);
	}
}

static int record_event(const struct mlx5wqe_event *event, void *arg)
{
	struct record *r = arg;

	if (event->type == MLX5WQE_EVENT_SEGMENT) {
		fprintf(r->segments, "%s%s", r->count++ ? " " : "",
			event->name);
		r->end = event->offset + event->length;
	} else if (event->type == MLX5WQE_EVENT_FIELD) {
		record_field(r, event);
	} else if (event->type == MLX5WQE_EVENT_WARNING) {
		fprintf(r->warnings, "%s\n", event->text);
	}
	return 0;
}

struct reading {
	char *fields;
	char *segments;
	char *warnings;
	size_t end;
};

static struct reading read_vector(const struct vector *v, uint32_t qp_type)
{
	struct mlx5wqe_context context = v->context;
	uint8_t *bytes = exact_copy(v->bytes, v->length);
	struct reading reading = {};
	struct record record = {};
	size_t size;

	context.qp_type = qp_type;
	record.fields = open_memstream(&reading.fields, &size);
	record.segments = open_memstream(&reading.segments, &size);
	record.warnings = open_memstream(&reading.warnings, &size);
	ck_assert_int_eq(mlx5wqe_decode(bytes, v->length, &context,
					record_event, &record), 0);
	fputc('\n', record.fields);
	fclose(record.fields);
	fclose(record.segments);
	fclose(record.warnings);
	reading.end = record.end;
	free(bytes);
	return reading;
}

static void reading_free(struct reading *reading)
{
	free(reading->fields);
	free(reading->segments);
	free(reading->warnings);
}

static void check_fields(const struct vector *v, const struct reading *reading)
{
	char line[1100];
	size_t i;

	for (i = 0; i < v->want_cnt; i++) {
		snprintf(line, sizeof(line), "\n%s\n", v->wants[i]);
		if (!strstr(reading->fields, line))
			ck_abort_msg("%s: no '%s' in:%s", v->name, v->wants[i],
				     reading->fields);
	}
}

static void check_shape(const struct vector *v, const struct reading *reading)
{
	if (strcmp(reading->segments, v->segments) ||
	    strcmp(reading->warnings, v->warnings))
		ck_abort_msg("%s: %s\n%s", v->name, reading->segments,
			     reading->warnings);
}

static void check_vector(const struct vector *v, uint32_t qp_type)
{
	struct reading reading = read_vector(v, qp_type);

	check_shape(v, &reading);
	check_fields(v, &reading);
	reading_free(&reading);
}

START_TEST(what_was_asked_for)
{
	FILE *file = vector_open(files[_i].name);
	unsigned int count = 0;
	struct vector v;

	for (; vector_read(file, &v); count++) {
		check_vector(&v, v.context.qp_type);
		/* The same where nobody says what kind of QP it is */
		if (files[_i].tells)
			check_vector(&v, MLX5WQE_QPT_NONE);
		vector_free(&v);
	}
	ck_assert_uint_eq(count, files[_i].count);
	fclose(file);
}
END_TEST

static bool same(const struct reading *a, const struct reading *b)
{
	return !strcmp(a->fields, b->fields) &&
	       !strcmp(a->segments, b->segments) &&
	       !strcmp(a->warnings, b->warnings);
}

/* Whichever bit is flipped, the reading is another one. */
static void flip_bits(struct vector *v)
{
	struct reading whole = read_vector(v, v->context.qp_type), flipped;
	size_t bit;

	for (bit = 0; bit < whole.end * 8; bit++) {
		v->bytes[bit / 8] ^= 0x80 >> bit % 8;
		flipped = read_vector(v, v->context.qp_type);
		v->bytes[bit / 8] ^= 0x80 >> bit % 8;
		if (same(&whole, &flipped))
			ck_abort_msg("%s: byte %zu bit %zu", v->name, bit / 8,
				     7 - bit % 8);
		reading_free(&flipped);
	}
	reading_free(&whole);
}

START_TEST(no_bit_is_left_unsaid)
{
	FILE *file = vector_open(files[_i].name);
	struct vector v;

	for (; vector_read(file, &v); vector_free(&v))
		flip_bits(&v);
	fclose(file);
}
END_TEST

/* However little of a WQE there is, all of it is in one segment. */
START_TEST(cut_anywhere)
{
	FILE *file = vector_open(files[_i].name);
	struct transcript transcript;
	uint8_t *bytes;
	struct vector v;
	size_t length;

	for (; vector_read(file, &v); vector_free(&v)) {
		for (length = 0; length < v.length; length++) {
			bytes = exact_copy(v.bytes, length);
			transcribe(&transcript, bytes, length, &v.context,
				   true);
			transcript_free(&transcript);
			free(bytes);
		}
	}
	fclose(file);
}
END_TEST

static void write_one(struct writer *writer, const struct vector *v)
{
	struct warnings warnings = {};

	write_open(writer, PART_WQE, NULL);
	write_string(writer, "name", "", v->name);
	if (v->context.kind == MLX5WQE_SQ)
		write_ctrl(writer, v->bytes, v->length);
	ck_assert_int_eq(write_segments(writer, &warnings, v->bytes, v->length,
					&v->context), 0);
	write_warnings(writer, &warnings);
	write_close(writer);
	warnings_free(&warnings);
}

/* Each vector as text, and below it as JSON, in the file NAME.out */
START_TEST(as_stored)
{
	FILE *file = vector_open(files[_i].name), *out, *one;
	char name[64], *text, *json;
	struct writer writer;
	struct vector v;
	size_t size;

	out = open_memstream(&text, &size);
	for (; vector_read(file, &v); vector_free(&v)) {
		writer_init_text(&writer, out, false);
		write_one(&writer, &v);
		one = open_memstream(&json, &size);
		writer_init_json(&writer, one, false);
		write_one(&writer, &v);
		fclose(one);
		ck_assert(json_valid(json));
		fputs(json, out);
		free(json);
	}
	fclose(out);
	fclose(file);
	snprintf(name, sizeof(name), "wqe/%s.out", files[_i].name);
	expect_stored(name, text);
	free(text);
}
END_TEST

static uint64_t field_bits(const struct field_desc *field)
{
	return field->bits == 64 ? UINT64_MAX :
				   (UINT64_C(1) << field->bits) - 1;
}

/* The bits of a field in the bytes of its segment */
static void mark_field(uint8_t *seen, const struct field_desc *field)
{
	uint64_t word = field_bits(field) << field->shift;
	uint8_t bits;
	size_t i;

	for (i = 0; i < field->size; i++) {
		bits = field->flags & FIELD_BYTES ? 0xff :
		       (uint8_t)(word >> 8 * (field->size - 1u - i));
		ck_assert_msg(!(seen[field->offset + i] & bits),
			      "%s covers what another field covers",
			      field->name);
		seen[field->offset + i] |= bits;
	}
}

/* No bit of a segment is in two fields, and none is in no field. */
START_TEST(fields_cover_their_segments)
{
	const struct segment_desc *desc = segment_desc(_i);
	uint8_t seen[1024] = {};
	size_t i;

	ck_assert_ptr_nonnull(desc->name);
	ck_assert_uint_gt(desc->size, 0);
	for (i = 0; i < desc->field_cnt; i++) {
		ck_assert_uint_le(desc->fields[i].offset + desc->fields[i].size,
				  desc->size);
		mark_field(seen, &desc->fields[i]);
	}
	/* the bit that makes it an inline segment */
	if (_i == SEG_INLINE)
		seen[0] |= 0x80;
	for (i = 0; i < desc->size; i++)
		ck_assert_msg(seen[i] == 0xff, "%s: byte %zu: 0x%02x",
			      desc->name, i, seen[i]);
}
END_TEST

Suite *unit_suite(void)
{
	Suite *suite = suite_create("builders");
	TCase *tc = tcase_create("builders");

	tcase_set_timeout(tc, CASE_TIMEOUT);
	tcase_add_loop_test(tc, what_was_asked_for, 0, ARRAY_SIZE(files));
	tcase_add_loop_test(tc, no_bit_is_left_unsaid, 0, ARRAY_SIZE(files));
	tcase_add_loop_test(tc, cut_anywhere, 0, ARRAY_SIZE(files));
	tcase_add_loop_test(tc, as_stored, 0, ARRAY_SIZE(files));
	tcase_add_loop_test(tc, fields_cover_their_segments, SEG_END + 1,
			    SEG_COUNT);
	suite_add_tcase(suite, tc);
	return suite;
}
