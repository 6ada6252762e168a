// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "dump.h"
#include "dumpkind.h"

/* Lines without a row after which a dump is over, or was not there */
#define BLOCK_AGE 16u
#define HEADER_AGE 8u
#define REPEAT_AGE 2u		/* a blank line may stand in between */
/* Offsets from here on are addresses */
#define ADDRESS_MIN 0x1000u
#define TEXT_MAX 200

static void warn(struct dumps *d, uint64_t line, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

static void warn(struct dumps *d, uint64_t line, const char *format, ...)
{
	char text[TEXT_MAX];
	va_list ap;

	va_start(ap, format);
	vsnprintf(text, sizeof(text), format, ap);
	va_end(ap);
	d->ops->warning(d->arg, line, text);
}

void dumps_init(struct dumps *dumps, const struct dump_ops *ops, void *arg,
		bool bare_wqes)
{
	memset(dumps, 0, sizeof(*dumps));
	dumps->ops = ops;
	dumps->arg = arg;
	dumps->bare_wqes = bare_wqes;
}

static enum dump_kind kind_of(const struct dump_block *b)
{
	return b->has_header ? b->header.kind : DUMP_BARE;
}

static const char *name_of(enum dump_kind kind)
{
	static const char *const names[] = {
		[DUMP_BARE] = "dump",
		[DUMP_CQE] = "dump of an error CQE",
		[DUMP_CQES] = "dump of a CQ",
		[DUMP_WQE] = "dump of a WQE",
		[DUMP_FOREIGN] = "dump of another adapter",
	};

	return names[kind];
}

static void header_lost(struct dumps *d, const struct dump_header *h)
{
	if ((h->kind == DUMP_CQE || h->kind == DUMP_WQE) && !h->optional)
		warn(d, h->line, "the %s that this line announces is not there",
		     name_of(h->kind));
}

void dumps_header(struct dumps *dumps, const struct dump_header *header)
{
	struct dump_header *to = &dumps->headers[0];
	unsigned int i;

	for (i = 0; i < DUMP_HEADERS; i++)
		if (dumps->headers[i].line < to->line)
			to = &dumps->headers[i];
	if (to->line)
		header_lost(dumps, to);
	*to = *header;
}

/* The latest line that announces what a row with this prefix begins */
static bool take_header(struct dumps *d, const struct prefix *prefix,
			struct dump_header *header)
{
	struct dump_header *found = NULL;
	unsigned int i;

	for (i = 0; i < DUMP_HEADERS; i++) {
		struct dump_header *h = &d->headers[i];

		if (h->line &&
		    (prefix_starts(&h->prefix, prefix) || !h->prefix.length) &&
		    (!found || h->line >= found->line))
			found = h;
	}
	if (!found)
		return false;
	*header = *found;
	found->line = 0;
	return true;
}

static void hand_out(struct dumps *d, struct dump_block *b, enum dump_kind kind,
		     const uint8_t *bytes, size_t length)
{
	struct dump dump = {
		.kind = kind,
		.line = b->line,
		.last_line = b->last_line,
		.bytes = bytes,
		.length = length,
		.header = b->has_header ? &b->header : NULL,
	};

	if (b->uneven)
		warn(d, b->line, "rows of the %s are not of %u bytes: read by their offsets",
		     name_of(kind), HEXROW_BYTES);
	if (b->odd_prefix)
		warn(d, b->line, "rows of the %s do not begin alike: they may be of different dumps",
		     name_of(kind));
	d->ops->dump(d->arg, &dump);
}

static void refuse(struct dumps *d, struct dump_block *b, const char *why)
{
	b->done = true;
	warn(d, b->line, "the %s is not decoded: %s", name_of(kind_of(b)), why);
}

/* 64 bytes that can be read in the other byte order only */
static bool take_swapped(struct dumps *d, struct dump_block *b)
{
	uint8_t bytes[CQE_BYTES];

	if (b->width < 2 || b->width > 8)
		return false;
	swap_words(bytes, b->bytes, CQE_BYTES, b->width);
	if (!looks_like_cqe(bytes))
		return false;
	if (b->width == 2) {
		refuse(d, b, "words of 16 bits in the byte order of a little-endian machine, show the bytes with hexdump -C");
		return true;
	}
	b->done = true;
	warn(d, b->line, "the words of the %s are in the byte order of a little-endian machine: swapped",
	     name_of(DUMP_CQE));
	hand_out(d, b, DUMP_CQE, bytes, CQE_BYTES);
	return true;
}

/* The block has 64 bytes. */
static void take_cqe(struct dumps *d, struct dump_block *b)
{
	bool expected = kind_of(b) == DUMP_CQE;
	char why[TEXT_MAX];

	if (expected ? is_error_cqe(b->bytes) : looks_like_cqe(b->bytes)) {
		b->done = true;
		hand_out(d, b, DUMP_CQE, b->bytes, CQE_BYTES);
		return;
	}
	if (take_swapped(d, b) || !expected)
		return;
	snprintf(why, sizeof(why), "opcode 0x%x is none of an error CQE",
		 b->bytes[CQE_BYTES - 1] >> 4);
	refuse(d, b, why);
}

/* CQEs of a whole queue are looked at one by one. */
static void take_cqes(struct dumps *d, struct dump_block *b)
{
	if (looks_like_cqe(b->bytes))
		hand_out(d, b, DUMP_CQE, b->bytes, CQE_BYTES);
	b->base += CQE_BYTES;
	b->line = b->last_line;
	b->length = 0;
}

/* An error CQE whose rows follow one that is of something else */
static void take_late(struct dumps *d, struct dump_block *b)
{
	const uint8_t *last = b->bytes + b->length - CQE_BYTES;

	if (b->width != 4 || !looks_like_cqe(last))
		return;
	b->done = true;
	b->line = b->row_lines[b->length / HEXROW_BYTES % ROW_LINES];
	warn(d, b->line, "rows in front of the %s belong to something else",
	     name_of(DUMP_CQE));
	hand_out(d, b, DUMP_CQE, last, CQE_BYTES);
}

static void take_wqe(struct dumps *d, struct dump_block *b)
{
	b->done = true;
	hand_out(d, b, DUMP_WQE, b->bytes, b->length);
}

/* More bytes have come: is it enough? */
static void check_complete(struct dumps *d, struct dump_block *b)
{
	size_t want = b->header.length ? b->header.length : CQE_BYTES;
	enum dump_kind kind = kind_of(b);

	/* The last row may have a byte too many as well. */
	if (b->excess && b->length - b->excess == want) {
		b->length = want;
		b->excess = 0;
		b->uneven = true;
	}

	if (b->done || b->broken)
		return;
	if (kind == DUMP_FOREIGN)
		b->done = true;
	else if (kind == DUMP_WQE && b->header.length &&
		 b->length >= b->header.length)
		take_wqe(d, b);
	else if (kind == DUMP_CQES && b->length == CQE_BYTES)
		take_cqes(d, b);
	else if (kind != DUMP_WQE && kind != DUMP_CQES &&
		 b->length == CQE_BYTES)
		take_cqe(d, b);
	else if (kind == DUMP_BARE && !b->has_offsets &&
		 b->length > CQE_BYTES && b->length % HEXROW_BYTES == 0)
		take_late(d, b);
}

/* Bare bytes that are not 64, or no error CQE: a WQE, or nothing to us */
static void close_bare(struct dumps *d, struct dump_block *b)
{
	bool whole = b->length && b->length % HEXROW_BYTES == 0 && !b->broken;

	if (whole && (d->bare_wqes || looks_like_wqe(b->bytes, b->length)))
		take_wqe(d, b);
	else if (b->suspect && b->broken)
		refuse(d, b, "it may be an error CQE, but its rows are of the wrong length or missing");
	else if (b->suspect && b->length < CQE_BYTES)
		refuse(d, b, "it may be the end of an error CQE, but rows are missing");
}

static void close_block(struct dumps *d, struct dump_block *b)
{
	size_t want = b->header.length ? b->header.length : CQE_BYTES;
	enum dump_kind kind = kind_of(b);
	char why[TEXT_MAX];

	b->used = false;
	if (b->done)
		return;
	if (b->broken && kind != DUMP_BARE) {
		refuse(d, b, "rows of the wrong length, or missing ones");
	} else if (kind == DUMP_CQE || kind == DUMP_WQE) {
		snprintf(why, sizeof(why), "it ends after %zu of %zu bytes",
			 b->length, want);
		refuse(d, b, why);
	} else if (kind == DUMP_BARE) {
		close_bare(d, b);
	}
}

static struct dump_block *new_block(struct dumps *d)
{
	struct dump_block *oldest = &d->blocks[0];
	unsigned int i;

	for (i = 0; i < DUMP_BLOCKS; i++) {
		if (!d->blocks[i].used) {
			oldest = &d->blocks[i];
			break;
		}
		if (d->blocks[i].last_line < oldest->last_line)
			oldest = &d->blocks[i];
	}
	if (oldest->used)
		close_block(d, oldest);
	memset(oldest, 0, offsetof(struct dump_block, bytes));
	oldest->used = true;
	return oldest;
}

static void append(struct dump_block *b, const uint8_t *bytes, size_t length)
{
	size_t row;

	if (length > DUMP_MAX - b->length)
		length = DUMP_MAX - b->length;
	row = (b->length + HEXROW_BYTES - 1) / HEXROW_BYTES;
	for (; row * HEXROW_BYTES < b->length + length; row++)
		b->row_lines[row % ROW_LINES] = b->last_line;
	memcpy(b->bytes + b->length, bytes, length);
	b->length += length;
}

/*
 * Where the block ends if a row at @offset goes on with it: rows may be of any
 * length that the offsets agree with; a byte too many, or too few, is seen when
 * the next row comes.
 */
static uint64_t end_before(const struct dump_block *b, uint64_t offset)
{
	uint64_t end = b->base + b->length;

	if (b->excess && offset == end - b->excess)
		return offset;
	if (b->missing && offset == end + b->missing)
		return offset;
	return end;
}

/* Bytes between the block and the row, or UINT64_MAX if it is in front */
static uint64_t gap_of(const struct dump_block *b, const struct hexrow *row)
{
	uint64_t end = end_before(b, row->offset);

	if (row->octal != row->offset &&
	    row->octal == end_before(b, row->octal))
		return 0;
	return row->offset >= end ? row->offset - end : UINT64_MAX;
}

/* The row before gets the length that the next one's offset says. */
static void settle(struct dump_block *b, uint64_t offset)
{
	static const uint8_t zeros[HEXROW_BYTES];
	uint64_t end = b->base + b->length;

	if (b->excess && offset == end - b->excess) {
		b->length -= b->excess;
		b->uneven = true;
	} else if (b->missing && offset == end + b->missing) {
		append(b, zeros, b->missing);
		b->broken = true;
	}
	b->excess = 0;
	b->missing = 0;
}

/* Rows that "*" stands for */
static void fill_gap(struct dumps *d, struct dump_block *b, uint64_t gap)
{
	uint8_t last[HEXROW_BYTES];

	b->repeated = false;
	if (!gap || b->length < HEXROW_BYTES)
		return;
	memcpy(last, b->bytes + b->length - HEXROW_BYTES, HEXROW_BYTES);
	for (; gap && !b->done && b->length < DUMP_MAX; gap -= HEXROW_BYTES) {
		append(b, last, HEXROW_BYTES);
		check_complete(d, b);
	}
}

static void add_offset_row(struct dumps *d, struct dump_block *b,
			   const struct hexrow *row)
{
	uint64_t gap = gap_of(b, row);

	settle(b, gap ? row->offset : row->octal);
	fill_gap(d, b, gap);
	append(b, row->bytes, row->length);
	if (row->length > HEXROW_BYTES)
		b->excess = row->length - HEXROW_BYTES;
	else
		b->missing = HEXROW_BYTES - row->length;
}

/* Rows without offsets: wrapped ones must come to 16 bytes again. */
static void add_plain_row(struct dumps *d, struct dump_block *b,
			  const struct hexrow *row)
{
	size_t at = b->length % HEXROW_BYTES;
	size_t done, part;

	if (at + row->length > HEXROW_BYTES &&
	    (at || row->length % HEXROW_BYTES))
		b->broken = true;
	for (done = 0; done < row->length; done += part) {
		part = row->length - done;
		/* One line may hold several dumps. */
		if (kind_of(b) != DUMP_WQE && row->width < HEXROW_BYTES &&
		    part > CQE_BYTES - b->length % CQE_BYTES)
			part = CQE_BYTES - b->length % CQE_BYTES;
		append(b, row->bytes + done, part);
		check_complete(d, b);
	}
}

static bool is_continuation(const struct dump_block *b,
			    const struct prefix *prefix,
			    const struct hexrow *row, uint64_t line)
{
	return b->has_offsets && !row->has_offset && b->missing &&
	       row->length <= b->missing && row->width == b->width &&
	       line <= b->last_line + 1 && prefix_starts(&b->prefix, prefix);
}

static bool is_next(const struct dump_block *b, const struct hexrow *row)
{
	uint64_t gap;

	if (row->has_offset) {
		gap = gap_of(b, row);
		return b->has_offsets &&
		       (!gap || (b->repeated && gap < DUMP_MAX &&
				 gap % HEXROW_BYTES == 0));
	}
	return !b->has_offsets && !b->done && row->width == b->width &&
	       b->length < DUMP_MAX;
}

/* The block that the row goes on with, or NULL */
static struct dump_block *find_block(struct dumps *d,
				     const struct prefix *prefix,
				     const struct hexrow *row, uint64_t line)
{
	struct dump_block *b, *other = NULL;
	unsigned int i, others = 0;

	for (i = 0; i < DUMP_BLOCKS; i++) {
		b = &d->blocks[i];
		if (!b->used)
			continue;
		if (is_continuation(b, prefix, row, line))
			return b;
		if (prefix_equal(&b->prefix, prefix)) {
			if (is_next(b, row))
				return b;
			if (row->has_offset || b->done)
				close_block(d, b);
		} else if (is_next(b, row) && row->length == HEXROW_BYTES &&
			   (!b->prefix.length || !prefix->length)) {
			other = b;
			others++;
		}
	}
	/* Glued text may stand in front of one row of a dump. */
	if (others != 1)
		return NULL;
	other->odd_prefix = true;
	return other;
}

/* A row that continues nothing begins a dump, if it can be the first one. */
static struct dump_block *begin(struct dumps *d, const struct prefix *prefix,
				const struct hexrow *row, uint64_t line)
{
	struct dump_header header;
	struct dump_block *b;
	bool is_short = !row->has_offset && row->length < HEXROW_BYTES;
	bool announced;

	/* A number at the end of some line is no row. */
	if (is_short && prefix->length)
		return NULL;
	announced = take_header(d, prefix, &header);
	if (is_short && !announced)
		return NULL;
	b = new_block(d);
	b->has_header = announced;
	if (announced)
		b->header = header;
	b->prefix = *prefix;
	b->line = line;
	b->width = row->width;
	b->has_offsets = row->has_offset;
	if (row->has_offset && row->offset && row->offset < ADDRESS_MIN)
		b->broken = true;
	b->base = row->has_offset ? row->offset : 0;
	return b;
}

void dumps_row(struct dumps *d, const struct prefix *prefix,
	       const struct hexrow *row, uint64_t line)
{
	struct dump_block *b = find_block(d, prefix, row, line);

	if (!b)
		b = begin(d, prefix, row, line);
	if (!b)
		return;
	b->last_line = line;
	if (row->length >= HEXROW_BYTES && looks_like_cqe_end(row->bytes))
		b->suspect = true;
	if (!b->has_offsets) {
		add_plain_row(d, b, row);
		return;
	}
	if (b->done) {
		/* Longer than what we took: follow it, so that it ends once */
		b->base += row->length;
		return;
	}
	if (row->has_offset) {
		add_offset_row(d, b, row);
	} else {
		append(b, row->bytes, row->length);
		b->missing -= row->length;
	}
	check_complete(d, b);
}

void dumps_repeat(struct dumps *d, const struct prefix *prefix, uint64_t line)
{
	unsigned int i;

	for (i = 0; i < DUMP_BLOCKS; i++) {
		struct dump_block *b = &d->blocks[i];

		if (b->used && b->has_offsets &&
		    line - b->last_line <= REPEAT_AGE &&
		    prefix_equal(&b->prefix, prefix))
			b->repeated = true;
	}
}

bool dumps_expecting(const struct dumps *d)
{
	unsigned int i;

	for (i = 0; i < DUMP_BLOCKS; i++)
		if (d->blocks[i].used)
			return true;
	for (i = 0; i < DUMP_HEADERS; i++)
		if (d->headers[i].line)
			return true;
	return false;
}

void dumps_age(struct dumps *d, uint64_t line)
{
	unsigned int i;

	for (i = 0; i < DUMP_BLOCKS; i++)
		if (d->blocks[i].used &&
		    line - d->blocks[i].last_line > BLOCK_AGE)
			close_block(d, &d->blocks[i]);
	for (i = 0; i < DUMP_HEADERS; i++) {
		if (!d->headers[i].line ||
		    line - d->headers[i].line <= HEADER_AGE)
			continue;
		header_lost(d, &d->headers[i]);
		d->headers[i].line = 0;
	}
}

void dumps_end(struct dumps *d)
{
	unsigned int i;

	for (i = 0; i < DUMP_BLOCKS; i++)
		if (d->blocks[i].used)
			close_block(d, &d->blocks[i]);
	for (i = 0; i < DUMP_HEADERS; i++)
		if (d->headers[i].line)
			header_lost(d, &d->headers[i]);
}
