// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * For people. One line a WQE, with those values that have a brief name; or,
 * verbose, all values and a line for each segment.
 */

#include <inttypes.h>
#include <string.h>

#include "writer.h"

enum style {
	STYLE_NONE,		/* no mark of its own */
	STYLE_LINE,		/* a line */
	STYLE_BRACKETS,		/* " [...]"; verbose: an indented line */
	STYLE_JOINED,		/* values joined by commas */
	STYLE_PARENS,		/* " (...)" */
	STYLE_ITEMS,		/* a line for each value */
};

static const enum style styles[PART_COUNT] = {
	[PART_QUEUE] = STYLE_LINE,
	[PART_OWNER] = STYLE_PARENS,
	[PART_IMAGE] = STYLE_LINE,
	[PART_CHANGE] = STYLE_LINE,
	[PART_WQE] = STYLE_LINE,
	[PART_ITEM] = STYLE_LINE,
	[PART_REMARK] = STYLE_LINE,
	[PART_FLAGS] = STYLE_JOINED,
	[PART_SEGMENT] = STYLE_BRACKETS,
	[PART_WARNINGS] = STYLE_ITEMS,
};

#define RAW_BYTES_A_LINE 16

void write_hex(FILE *file, const uint8_t *bytes, size_t length)
{
	static const char digits[] = "0123456789abcdef";
	char pairs[128];
	size_t n, i;

	for (; length; length -= n, bytes += n) {
		n = length < sizeof(pairs) / 2 ? length : sizeof(pairs) / 2;
		for (i = 0; i < n; i++) {
			pairs[2 * i] = digits[bytes[i] >> 4];
			pairs[2 * i + 1] = digits[bytes[i] & 15];
		}
		fwrite(pairs, 2, n, file);
	}
}

static enum style style_of(const struct writer *w)
{
	return w->depth ? styles[w->stack[w->depth - 1].part] : STYLE_NONE;
}

static unsigned int *values_of(struct writer *w)
{
	return &w->stack[w->depth - 1].values;
}

void write_printable(FILE *file, const char *string)
{
	const unsigned char *c = (const unsigned char *)string;

	for (; *c; c++) {
		if (*c < 0x20 || *c >= 0x7f || *c == '\\')
			fprintf(file, "\\x%02x", *c);
		else
			fputc(*c, file);
	}
}

/* Bytes on lines of their own, as offset and hex, for a WQE's raw bytes */
static void put_raw(struct writer *w, const struct value *value)
{
	size_t at, i;

	for (at = 0; at < value->length; at += RAW_BYTES_A_LINE) {
		fprintf(w->file, "\n    %04zx:", at);
		for (i = at; i < at + RAW_BYTES_A_LINE && i < value->length; i++)
			fprintf(w->file, "%s%02x", i % 4 ? "" : " ",
				value->bytes[i]);
	}
}

static void put_value(struct writer *w, const struct value *value)
{
	switch (value->form) {
	case VALUE_DEC:
		fprintf(w->file, "%" PRIu64, value->number);
		break;
	case VALUE_HEX:
	case VALUE_ADDR:
		fprintf(w->file, "0x%" PRIx64, value->number);
		break;
	case VALUE_STRING:
	case VALUE_NOTE:
		write_printable(w->file, value->string);
		break;
	case VALUE_BOOL:
		fputs(value->number ? value->string : "-", w->file);
		break;
	case VALUE_BYTES:
		write_hex(w->file, value->bytes, value->length);
		break;
	}
	if (value->string && (value->form == VALUE_DEC ||
			      value->form == VALUE_HEX))
		fprintf(w->file, " (%s)", value->string);
}

static bool in_wqe(const struct writer *w)
{
	return w->depth > 1 && (w->stack[w->depth - 2].part == PART_WQE ||
				w->stack[w->depth - 2].part == PART_ITEM);
}

/* What comes in front of a value */
static void lead_in(struct writer *w)
{
	unsigned int before = (*values_of(w))++;

	switch (style_of(w)) {
	case STYLE_BRACKETS:
		/* verbose: the first value is the segment's type */
		if (w->verbose)
			fputs(before == 1 ? ": " : before ? " " : "", w->file);
		else
			fputs(before ? " " : " [", w->file);
		break;
	case STYLE_PARENS:
		fputs(before ? " " : " (", w->file);
		break;
	case STYLE_JOINED:
		fputs(before ? "," : " ", w->file);
		break;
	case STYLE_ITEMS:
		fputs(in_wqe(w) ? "\n    warning: " : "warning: ", w->file);
		break;
	default:
		fputs(before ? " " : "", w->file);
	}
}

/* What stands in front of a value, or NULL if it is not shown */
static const char *label_of(const struct writer *w, const struct value *value)
{
	if (style_of(w) == STYLE_ITEMS || style_of(w) == STYLE_JOINED)
		return "";
	if (style_of(w) == STYLE_BRACKETS && w->verbose)
		return w->stack[w->depth - 1].values ? value->name : "";
	return value->brief;
}

static void text_value(struct writer *w, const struct value *value)
{
	bool in_segment = style_of(w) == STYLE_BRACKETS;
	const char *label = label_of(w, value);

	if (!label)
		return;
	if (value->form == VALUE_NOTE) {
		fprintf(w->file, "\n    %s: ", label);
		put_value(w, value);
		return;
	}
	if (value->form == VALUE_BYTES && !in_segment) {
		put_raw(w, value);
		return;
	}
	lead_in(w);
	if (*label)
		fprintf(w->file, in_segment && w->verbose ? "%s=" : "%s ",
			label);
	put_value(w, value);
	if (style_of(w) == STYLE_ITEMS && !in_wqe(w))
		fputc('\n', w->file);
}

static void text_open(struct writer *w, enum part part, const char *name)
{
	if (part == PART_SEGMENT && w->verbose)
		fputs("\n    ", w->file);
	/* The device leads the queue's line */
	if (part == PART_QUEUE && *values_of(w))
		fputc(' ', w->file);
	if (w->depth < WRITER_MAX_DEPTH) {
		w->stack[w->depth].part = part;
		w->stack[w->depth].values = 0;
		w->depth++;
	}
	(void)name;
}

static void text_close(struct writer *w)
{
	unsigned int values = *values_of(w);
	enum style style = style_of(w);

	w->depth--;
	if (style == STYLE_BRACKETS && values && !w->verbose)
		fputc(']', w->file);
	else if (style == STYLE_PARENS && values)
		fputc(')', w->file);
	else if (style == STYLE_LINE)
		fputc('\n', w->file);
}

static const struct writer_ops text_ops = {
	.open = text_open,
	.value = text_value,
	.close = text_close,
};

void writer_init_text(struct writer *writer, FILE *file, bool verbose)
{
	*writer = (struct writer){
		.ops = &text_ops,
		.file = file,
		.verbose = verbose,
	};
}
