// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* The parts that find dumps and messages in text, each by itself. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "anchors.h"
#include "find.h"
#include "forms.h"
#include "hexrow.h"
#include "lines.h"
#include "match.h"
#include "prefix.h"
#include "status.h"
#include "unit.h"

#define STEPS 100000

/* Text that is handed out in pieces of at most @piece bytes */
struct source {
	const char *text;
	size_t length;
	size_t piece;
};

static ssize_t read_source(void *arg, void *buffer, size_t size)
{
	struct source *source = arg;
	size_t n = source->length;

	if (n > size)
		n = size;
	if (n > source->piece)
		n = source->piece;
	memcpy(buffer, source->text, n);
	source->text += n;
	source->length -= n;
	return (ssize_t)n;
}

/* The lines as "NUMBER:TEXT\n", whatever the size of the pieces */
static void check_lines(const char *text, size_t length, const char *want)
{
	static struct lines lines;
	struct source source;
	char got[1024];
	struct line line;
	size_t piece, at;

	for (piece = 1; piece <= 64; piece *= 4) {
		source = (struct source){ text, length, piece };
		lines_init(&lines, read_source, &source);
		for (at = 0; lines_next(&lines, &line); )
			at += (size_t)snprintf(got + at, sizeof(got) - at,
					       "%u:%.*s\n",
					       (unsigned int)line.number,
					       (int)line.length, line.text);
		got[at] = '\0';
		ck_assert_str_eq(got, want);
		ck_assert_int_eq(lines.error, 0);
	}
}

#define CHECK_LINES(text, want) check_lines(text, sizeof(text) - 1, want)

START_TEST(lines_of_text)
{
	CHECK_LINES("", "");
	CHECK_LINES("a", "1:a\n");
	CHECK_LINES("a\n\nb\n", "1:a\n2:\n3:b\n");
	CHECK_LINES("a\r\nb\r\n", "1:a\n2:b\n");
	CHECK_LINES("a\0b\nc\0", "1:ab\n2:c\n");
	CHECK_LINES("\xff\xfe" "a\0\n\0b\0", "1:a\n2:b\n");
	CHECK_LINES("\xef\xbb\xbf" "a", "1:a\n");
	CHECK_LINES("\33[31ma\33[0m", "1:a\n");
	CHECK_LINES("a\302\240b", "1:a b\n");
}
END_TEST

START_TEST(lines_of_mail)
{
	CHECK_LINES("a=0A=\nb=3D12=0A=\n", "1:a\n2:b=12\n");
	CHECK_LINES("status=12 opcode=32616\n", "1:status=12 opcode=32616\n");
	CHECK_LINES("x=3D1\nline that goes on=\n here\nend\n",
		    "1:x=1\n2:line that goes on here\n4:end\n");
	CHECK_LINES("a=0Ab=0A=\nc", "1:a\n1:b\n2:c\n");
}
END_TEST

/* A line of any length comes in pieces that are no larger than the buffer. */
START_TEST(line_without_end)
{
	static struct lines lines;
	size_t length = 5 * LINES_BUFFER + 3, total = 0;
	char *text = malloc(length);
	struct source source = { text, length, 4096 };
	struct line line;

	memset(text, 'x', length);
	lines_init(&lines, read_source, &source);
	while (lines_next(&lines, &line)) {
		ck_assert_uint_eq(line.number, 1);
		ck_assert_uint_le(line.length, LINES_BUFFER);
		total += line.length;
	}
	ck_assert_uint_eq(total, length);
	free(text);
}
END_TEST

static void check_prefix(const char *text, const char *want)
{
	struct prefix prefix;
	char got[PREFIX_MAX + 1];

	prefix_make(&prefix, text, strlen(text));
	memcpy(got, prefix.text, prefix.length);
	got[prefix.length] = '\0';
	ck_assert_str_eq(got, want);
}

START_TEST(prefixes)
{
	check_prefix("", "");
	check_prefix("> > | ", "");
	check_prefix("[  408.380181] ", "");
	check_prefix("[   +0.000003] ", "");
	check_prefix("<4>[  408.380181] ", "");
	check_prefix("[  408.380181][T1234] ", "[T1234]");
	check_prefix("[Tue Aug 26 21:18:10 2025] ", "");
	check_prefix("[Aug 26 21:18:10] mlx5_13/1: ", "mlx5_13/1:");
	check_prefix("Nov 30 16:25:40 node7 kernel: ", "node7 kernel:");
	check_prefix("2024-01-31T10:00:00.123Z stderr F ", "stderr F");
	check_prefix("[1,30]<stderr>:", "[1,30]<stderr>:");
	check_prefix("12: ", "12:");
	check_prefix("13-", "");
	check_prefix("    13\t", "");
	/* No time of day: process and thread */
	check_prefix("[host:27251:0:27251] ", "[host:27251:0:27251]");
	check_prefix("[host:1:0:1] ", "[host:1:0:1]");
}
END_TEST

static void check_row(const char *text, uint64_t offset, const char *want)
{
	struct hexrow row;
	size_t pos = 0, i;
	char got[128];

	ck_assert(hexrow_next(text, strlen(text), &pos, &row));
	ck_assert(row.has_offset == (offset != UINT64_MAX));
	if (row.has_offset)
		ck_assert_uint_eq(row.offset, offset);
	for (i = 0; i < row.length; i++)
		snprintf(got + 2 * i, 3, "%02x", row.bytes[i]);
	ck_assert_str_eq(got, want);
}

START_TEST(rows)
{
	check_row("00000010: 00 01 ff", 0x10, "0001ff");
	check_row("00000010: 00 01 FF | 00", 0x10, "0001ff");
	check_row("00000010  00 01  ff |..|", 0x10, "0001ff");
	check_row("0000020 00 01 ff", 0x10, "0001ff");
	check_row("00000010: 0001 ff02  ab", 0x10, "0001ff02");
	check_row("foo 01020304 0a0b0c0d bar", UINT64_MAX, "010203040a0b0c0d");
	check_row("0x01020304, 0x0a0b0c0d", UINT64_MAX, "010203040a0b0c0d");
	check_row("01020304 0a0b0c0d[123", UINT64_MAX, "010203040a0b0c0d");
	check_row("ffff888100000010: 00 01", 0xffff888100000010, "0001");
	check_row("000102030405060708090a0b0c0d0e0f", UINT64_MAX,
		  "000102030405060708090a0b0c0d0e0f");
}
END_TEST

START_TEST(no_rows)
{
	static const char *const texts[] = {
		"", "foo", "0x12", "12 345", "00:11:22:33:44:55", "1.2.3.4",
		"mlx5_core 0000:3b:00.1 eth1", "fe80::1", "a1b2c3d", "12345",
		"123e4567-e89b-12d3-a456-426614174000",
	};
	struct hexrow row;
	size_t i, pos;

	for (i = 0; i < ARRAY_SIZE(texts); i++) {
		pos = 0;
		while (hexrow_next(texts[i], strlen(texts[i]), &pos, &row))
			ck_assert_msg(row.length < HEXROW_BYTES &&
				      !row.has_offset, "%s", texts[i]);
	}
}
END_TEST

struct hits {
	size_t count;
	char text[256];
};

static void note_hit(void *arg, size_t word, size_t start)
{
	struct hits *hits = arg;
	size_t at = strlen(hits->text);

	hits->count++;
	snprintf(hits->text + at, sizeof(hits->text) - at, "%zu@%zu ", word,
		 start);
}

START_TEST(anchors_overlap)
{
	static const struct anchor_word words[] = {
		{ "he", 2 }, { "she", 3 }, { "his", 3 }, { "hers", 4 },
	};
	struct anchors *anchors = anchors_new(words, ARRAY_SIZE(words));
	struct hits hits = { 0 };

	anchors_find(anchors, "uSHErs his", 10, note_hit, &hits);
	ck_assert_str_eq(hits.text, "0@2 1@1 3@2 2@7 ");
	anchors_free(anchors);
}
END_TEST

/* All that strstr finds, and no more, in random text over few letters */
START_TEST(anchors_random)
{
	static const struct anchor_word words[] = {
		{ "a", 1 }, { "ab", 2 }, { "bab", 3 }, { "bc", 2 },
		{ "bca", 3 }, { "c", 1 }, { "caa", 3 },
	};
	struct anchors *anchors = anchors_new(words, ARRAY_SIZE(words));
	struct rng rng = { 7 };
	unsigned int round;
	char text[65] = "";

	for (round = 0; round < 500; round++) {
		struct hits hits = { 0 };
		size_t i, word, want = 0;

		for (i = 0; i < 64; i++)
			text[i] = (char)('a' + rng_below(&rng, 4));
		anchors_find(anchors, text, 64, note_hit, &hits);
		for (word = 0; word < ARRAY_SIZE(words); word++)
			for (i = 0; i + words[word].length <= 64; i++)
				want += !strncmp(text + i, words[word].text,
						 words[word].length);
		ck_assert_uint_eq(hits.count, want);
	}
	anchors_free(anchors);
}
END_TEST

static enum match_verdict try(const char *pattern, const char *text,
			      struct match *match)
{
	size_t steps = STEPS;

	return match_pattern(pattern, text, strlen(text), &steps, match);
}

START_TEST(patterns)
{
	struct match m;

	ck_assert_int_eq(try("a b", "a  B", &m), MATCH_YES);
	ck_assert_int_eq(try("a b", "ab", &m), MATCH_YES);
	ck_assert_int_eq(try("a b", "a c", &m), MATCH_NO);
	ck_assert_int_eq(try("a b", "a ", &m), MATCH_CUT);
	ck_assert_int_eq(try("a{b}c", "ac", &m), MATCH_YES);
	ck_assert_int_eq(try("a{b}c", "abc", &m), MATCH_YES);
	ck_assert_int_eq(try("a{b}c", "ab", &m), MATCH_CUT);
	ck_assert_int_eq(try("a<*>c", "axxc", &m), MATCH_YES);
	ck_assert_uint_eq(m.end, 4);
	ck_assert_int_eq(try("QP <qpn> wqe[<counter>]", "QP 0x1f wqe[12]", &m),
			 MATCH_YES);
	ck_assert_uint_eq(m.item.value[FIELD_QPN], 0x1f);
	ck_assert_uint_eq(m.item.value[FIELD_WQE_COUNTER], 12);
	ck_assert_uint_eq(m.item.have,
			  1u << FIELD_QPN | 1u << FIELD_WQE_COUNTER);
	ck_assert_int_eq(try("<status_text>", "local protection error", &m),
			 MATCH_YES);
	ck_assert_uint_eq(m.item.value[FIELD_STATUS], 4);
}
END_TEST

/* What an attempt has kept is gone when the next one matches. */
START_TEST(patterns_try_again)
{
	struct match m;

	ck_assert_int_eq(try("a<*>b{<qpn>}c<counter>", "ab5x bc7", &m),
			 MATCH_YES);
	ck_assert_uint_eq(m.item.have, 1u << FIELD_WQE_COUNTER);
	ck_assert_uint_eq(m.item.value[FIELD_WQE_COUNTER], 7);
}
END_TEST

/* Numbers that no mlx5 completion can hold are left out and told. */
START_TEST(patterns_too_large)
{
	struct match m;

	ck_assert_int_eq(try("<syndrome>", "0xff", &m), MATCH_YES);
	ck_assert_uint_eq(m.too_large, 0);
	ck_assert_int_eq(try("<syndrome>", "0x100", &m), MATCH_YES);
	ck_assert_uint_eq(m.item.have, 0);
	ck_assert_uint_eq(m.too_large, 1u << FIELD_SYNDROME);
	ck_assert_int_eq(try("<qpn>", "16777216", &m), MATCH_YES);
	ck_assert_uint_eq(m.too_large, 1u << FIELD_QPN);
	ck_assert_int_eq(try("<wr_id>", "0xffffffffffffffff", &m), MATCH_YES);
	ck_assert_uint_eq(m.item.value[FIELD_WR_ID], UINT64_MAX);
	ck_assert_int_eq(try("<wr_id>", "0x1ffffffffffffffff", &m), MATCH_NO);
}
END_TEST

/* Every row of the table can match, and names what it may keep. */
START_TEST(forms_are_sound)
{
	size_t i, length, steps;
	struct match m;

	for (i = 0; i < form_count; i++) {
		const char *anchor = form_anchor(&forms[i], &length);
		const char *p;

		ck_assert_msg(length >= 2, "%s", forms[i].pattern);
		for (p = strchr(anchor, '<'); p; p = strchr(p + 1, '<')) {
			char one[32];

			snprintf(one, sizeof(one), "%.*s",
				 (int)(strchr(p, '>') + 1 - p), p);
			if (!strcmp(one, "<*>"))
				continue;
			/* A name that match.c does not know matches nothing. */
			steps = STEPS;
			ck_assert_msg(match_pattern(one, "1", 1, &steps, &m) ==
				      MATCH_YES || strstr(one, "text") ||
				      !strcmp(one, "<opcode>") ||
				      !strcmp(one, "<qp_type>"),
				      "%s: %s", forms[i].pattern, one);
		}
	}
}
END_TEST

struct found {
	unsigned int items;
	unsigned int warnings;
};

static void count_item(void *arg, const struct item *item)
{
	struct found *found = arg;

	found->items++;
	(void)item;
}

static void count_warning(void *arg, uint64_t line, const char *text)
{
	struct found *found = arg;

	found->warnings++;
	ck_assert_uint_ge(line, 1);
	ck_assert(*text);
}

static const struct find_ops count_ops = { count_item, count_warning };

/* Text of the letters that matter keeps it neither busy nor wrong for long. */
START_TEST(find_in_noise)
{
	static const char *const words[] = {
		"00000000: ", "00 ", "00000000 ", "\n", "QP 0x1 wqe[1]: ",
		"(synd 0x1 vend 0x1 hw_synd 0/0) ", "got completion with error",
		"mlx5: h: got completion with error:\n", "status=12 ", "*\n",
		"Error cqe on cqn 0x1, ci 0x1, ", "d2 ", "=0A=\n", "> ", "=3D",
		"vendor err 129 ", "[a:1:0:1] ", "mlx4 cqe error ", "\t", "\0",
		"00008813 10012abe 0dd0c1d3 ", "WQE DUMP: WQ size 1 WQ cur size 0, WQE index 0x1, len: 64\n",
	};
	struct found found = { 0 };
	struct find *find = find_new(&count_ops, &found, true);
	struct rng rng = { 11 };
	unsigned int round, i;

	for (round = 0; round < 300; round++) {
		static struct lines lines;
		char text[8192];
		size_t length = 0;
		struct source source;
		struct line line;

		for (i = 0; i < 150; i++) {
			const char *word = words[rng_below(&rng,
							   ARRAY_SIZE(words))];
			size_t n = *word ? strlen(word) : 1;

			memcpy(text + length, word, n);
			length += n;
		}
		source = (struct source){ text, length, 4096 };
		lines_init(&lines, read_source, &source);
		while (lines_next(&lines, &line))
			find_line(find, &line);
		find_end(find);
	}
	ck_assert_uint_gt(found.items, 0);
	ck_assert_uint_gt(found.warnings, 0);
	find_free(find);
}
END_TEST

/*
 * Lines as long as the buffer, of pieces and a filler that each part could be
 * made to look at again and again. Time grows with the input: with its square,
 * none of these would end before the test's time is over.
 */
START_TEST(long_lines_end)
{
	static const struct {
		const char *piece;
		size_t filled;
		char filler;
	} kinds[] = {
		{ "00 z ", 30000, ' ' },
		{ "0000 z ", 30000, ' ' },
		{ "[a:b:c:d:", LINES_BUFFER, 'x' },
		{ "0x", LINES_BUFFER, 'x' },
		{ "0 ", LINES_BUFFER, 'x' },
		{ "syndrome 0x12 qp 0x1 mlx5_0 cqe error ", LINES_BUFFER, 'x' },
		{ "WQE DUMP: WQ size 1 WQ cur size 0, WQE index 0x1, len: 64 ",
		  LINES_BUFFER, 'x' },
	};
	struct find *find = find_new(&count_ops, &(struct found){ 0 }, true);
	static char text[LINES_BUFFER];
	struct line line = { .text = text, .length = sizeof(text) };
	size_t length = strlen(kinds[_i].piece), i;

	memset(text, kinds[_i].filler, sizeof(text));
	for (i = 0; i + length <= kinds[_i].filled; i += length)
		memcpy(text + i, kinds[_i].piece, length);
	for (line.number = 1; line.number <= 400; line.number++)
		find_line(find, &line);
	find_end(find);
	find_free(find);
}
END_TEST

START_TEST(statuses)
{
	struct mlx5wqe_syndrome info;
	uint32_t status = 99;

	ck_assert_uint_eq(status_parse("WR flushed", 10, &status), 10);
	ck_assert_uint_eq(status, 5);
	ck_assert_uint_eq(status_parse("IBV_WC_RNR_RETRY_EXC_ERR(", 25,
				       &status), 24);
	ck_assert_uint_eq(status, 13);
	ck_assert_uint_eq(status_parse("IBV_WC_RETRY_EXC_ERR", 20, &status),
			  20);
	ck_assert_uint_eq(status, 12);
	ck_assert_uint_eq(status_parse("foo", 3, &status), 0);
	ck_assert_uint_eq(status_parse("WR flushe", 9, &status), 0);
	ck_assert_str_eq(status_name(10), "REM_ACCESS_ERR");
	ck_assert_ptr_null(status_name(24));
	ck_assert_int_eq(status_syndrome(12, &info), 0);
	ck_assert_uint_eq(info.syndrome, 0x15);
}
END_TEST

Suite *unit_suite(void)
{
	Suite *suite = suite_create("find");
	TCase *tcase = tcase_create("find");

	tcase_set_timeout(tcase, CASE_TIMEOUT);
	tcase_add_test(tcase, lines_of_text);
	tcase_add_test(tcase, lines_of_mail);
	tcase_add_test(tcase, line_without_end);
	tcase_add_test(tcase, prefixes);
	tcase_add_test(tcase, rows);
	tcase_add_test(tcase, no_rows);
	tcase_add_test(tcase, anchors_overlap);
	tcase_add_test(tcase, anchors_random);
	tcase_add_test(tcase, patterns);
	tcase_add_test(tcase, patterns_try_again);
	tcase_add_test(tcase, patterns_too_large);
	tcase_add_test(tcase, forms_are_sound);
	tcase_add_test(tcase, find_in_noise);
	tcase_add_loop_test(tcase, long_lines_end, 0, 7);
	tcase_add_test(tcase, statuses);
	suite_add_tcase(suite, tcase);
	return suite;
}
