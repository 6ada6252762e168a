// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Text in which dumps and messages are looked for. Whatever it is: what is
 * found is in range, and both writers write it down, JSON that can be parsed.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emit.h"
#include "find.h"
#include "json.h"
#include "lines.h"
#include "mlx5wqe.h"

#define PIECE 61u	/* bytes a read, so that lines are cut anywhere */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct source {
	const uint8_t *data;
	size_t size;
};

static uint64_t lines_read;

static void must(bool holds)
{
	if (!holds)
		abort();
}

static ssize_t read_source(void *arg, void *buffer, size_t size)
{
	struct source *source = arg;
	size_t n = source->size < PIECE ? source->size : PIECE;

	if (n > size)
		n = size;
	memcpy(buffer, source->data, n);
	source->data += n;
	source->size -= n;
	return (ssize_t)n;
}

static void check_item(const struct item *item)
{
	static const uint64_t limits[FIELD_COUNT] = {
		[FIELD_SIDE] = MLX5WQE_RESPONDER,
		[FIELD_SYNDROME] = 0xff,
		[FIELD_VENDOR_SYNDROME] = 0xff,
		[FIELD_HW_SYNDROME] = 0xff,
		[FIELD_HW_SYNDROME_TYPE] = 0xf,
		[FIELD_STATUS] = 0xff,
		[FIELD_QPN] = 0xffffff,
		[FIELD_WQE_COUNTER] = 0xffff,
		[FIELD_WQE_OPCODE] = 0xff,
		[FIELD_SRQN] = 0xffffffff,
		[FIELD_SIGNATURE] = 0xff,
		[FIELD_CQN] = 0xffffff,
		[FIELD_WR_ID] = UINT64_MAX,
		[FIELD_CQE_OPCODE] = 0xf,
		[FIELD_WQE_INDEX] = 0xffff,
		[FIELD_LENGTH] = 0xffffffff,
	};
	enum field f;

	must(item->line && item->line <= lines_read);
	for (f = 0; f < FIELD_COUNT; f++)
		must(!item_has(item, f) || item->value[f] <= limits[f]);
	must(item->kind == ITEM_WQE ? item->length > 0 : !item->length);
	must((item->kind == ITEM_REPORT) == !!item->source);
	must(strlen(item->qp_type) < ITEM_WORD_MAX);
}

static void on_item(void *arg, const struct item *item)
{
	check_item(item);
	emit_item(arg, item);
}

static void on_warning(void *arg, uint64_t line, const char *text)
{
	must(line && line <= lines_read && *text);
	emit_remark(arg, line, text);
}

static const struct find_ops find_ops = { on_item, on_warning };

static char *decode(const uint8_t *data, size_t size, bool json, bool bare)
{
	/* Made once: find_end() has to leave nothing behind. */
	static struct find *finds[2];
	static struct emitter *emitter;
	static struct lines lines;
	struct source source = { data, size };
	struct find *find;
	struct line line;
	char *text = NULL;
	size_t length;
	FILE *file = open_memstream(&text, &length);

	if (!emitter)
		emitter = malloc(sizeof(*emitter));
	memset(emitter, 0, sizeof(*emitter));
	if (!finds[bare])
		finds[bare] = find_new(&find_ops, emitter, bare);
	find = finds[bare];
	if (json)
		writer_init_json(&emitter->writer, file, false);
	else
		writer_init_text(&emitter->writer, file, true);
	emitter->all = json;
	lines_init(&lines, read_source, &source);
	lines_read = 0;
	while (lines_next(&lines, &line)) {
		must(line.number >= lines_read);
		lines_read = line.number;
		find_line(find, &line);
	}
	find_end(find);
	emit_end(emitter);
	must(!emitter->writer.depth && !emitter->error);
	fclose(file);
	return text;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	bool bare = size && data[0] & 1;
	char *text;

	text = decode(data, size, true, bare);
	must(!*text || json_valid(text));
	free(text);
	free(decode(data, size, false, bare));
	return 0;
}
