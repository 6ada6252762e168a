// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* RFC 8259 text. Numbers are integers, addresses are "0x..." strings. */

#include <inttypes.h>

#include "writer.h"

static const bool part_is_list[PART_COUNT] = {
	[PART_CHANGES] = true,
	[PART_WQES] = true,
	[PART_ITEMS] = true,
	[PART_REMARKS] = true,
	[PART_FLAGS] = true,
	[PART_SEGMENTS] = true,
	[PART_WARNINGS] = true,
};

static void break_line(struct writer *w)
{
	unsigned int i;

	if (!w->pretty)
		return;
	fputc('\n', w->file);
	for (i = 0; i < w->depth; i++)
		fputs("    ", w->file);
}

/* Strings may hold whatever a process calls itself. */
static void put_string(struct writer *w, const char *string)
{
	const unsigned char *c = (const unsigned char *)string;

	fputc('"', w->file);
	for (; *c; c++) {
		if (*c == '"' || *c == '\\')
			fprintf(w->file, "\\%c", *c);
		else if (*c < 0x20 || *c >= 0x7f)
			fprintf(w->file, "\\u%04x", *c);
		else
			fputc(*c, w->file);
	}
	fputc('"', w->file);
}

static void put_name(struct writer *w, const char *name)
{
	if (w->depth) {
		if (w->stack[w->depth - 1].values++)
			fputc(',', w->file);
		break_line(w);
	}
	if (!name)
		return;
	put_string(w, name);
	fputs(w->pretty ? ": " : ":", w->file);
}

static void json_open(struct writer *w, enum part part, const char *name)
{
	put_name(w, name);
	fputc(part_is_list[part] ? '[' : '{', w->file);
	if (w->depth < WRITER_MAX_DEPTH) {
		w->stack[w->depth].part = part;
		w->stack[w->depth].values = 0;
		w->depth++;
	}
}

static void json_close(struct writer *w)
{
	w->depth--;
	if (w->stack[w->depth].values)
		break_line(w);
	fputc(part_is_list[w->stack[w->depth].part] ? ']' : '}', w->file);
	if (!w->depth)
		fputc('\n', w->file);
}

static void json_value(struct writer *w, const struct value *value)
{
	put_name(w, value->name);
	switch (value->form) {
	case VALUE_DEC:
	case VALUE_HEX:
		fprintf(w->file, "%" PRIu64, value->number);
		break;
	case VALUE_ADDR:
		fprintf(w->file, "\"0x%" PRIx64 "\"", value->number);
		break;
	case VALUE_STRING:
	case VALUE_NOTE:
		put_string(w, value->string);
		break;
	case VALUE_BOOL:
		fputs(value->number ? "true" : "false", w->file);
		break;
	case VALUE_BYTES:
		fputc('"', w->file);
		write_hex(w->file, value->bytes, value->length);
		fputc('"', w->file);
		break;
	}
}

static const struct writer_ops json_ops = {
	.open = json_open,
	.value = json_value,
	.close = json_close,
};

void writer_init_json(struct writer *writer, FILE *file, bool pretty)
{
	*writer = (struct writer){
		.ops = &json_ops,
		.file = file,
		.pretty = pretty,
	};
}
