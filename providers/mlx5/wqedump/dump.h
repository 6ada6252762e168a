/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Puts rows together to dumps. Rows of several writers may alternate and other
 * lines may stand between them; what is not complete is reported, not guessed.
 */

#ifndef WQEDUMP_DUMP_H
#define WQEDUMP_DUMP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hexrow.h"
#include "prefix.h"

#define CQE_BYTES 64u
#define DUMP_MAX 1008u		/* the longest WQE */
#define ROW_LINES (CQE_BYTES / HEXROW_BYTES)

enum dump_kind {
	DUMP_BARE = 0,		/* no line says what it is */
	DUMP_CQE,
	DUMP_CQES,		/* a queue of them */
	DUMP_WQE,
	DUMP_FOREIGN,		/* of another adapter */
};

/* A line that says what the rows behind it are */
struct dump_header {
	enum dump_kind kind;
	struct prefix prefix;
	uint64_t line;
	size_t length;		/* that it states, or 0 */
	bool optional;		/* says enough without the dump */
	bool ethernet;		/* of a network device's queue */
	bool has_index;
	uint32_t index;		/* of the WQE */
};

struct dump {
	enum dump_kind kind;
	uint64_t line;		/* of its first row */
	uint64_t last_line;
	const uint8_t *bytes;
	size_t length;
	const struct dump_header *header;	/* or NULL */
};

struct dump_ops {
	void (*dump)(void *arg, const struct dump *dump);
	void (*warning)(void *arg, uint64_t line, const char *text);
};

struct dump_block {
	bool used;
	bool has_header;
	bool has_offsets;
	bool done;		/* handed out, or refused; more rows are left out */
	bool uneven;		/* a row was not of 16 bytes */
	bool broken;		/* rows that do not fit together */
	bool suspect;		/* a row looks like the end of an error CQE */
	bool odd_prefix;	/* rows with and without a prefix */
	unsigned int width;
	struct dump_header header;
	struct prefix prefix;
	uint64_t line;
	uint64_t last_line;
	uint64_t base;		/* offset of bytes[0] */
	size_t missing;		/* bytes that the last row has less than 16 */
	size_t excess;		/* or more; it may be right nevertheless */
	bool repeated;		/* hexdump's "*" stands for rows like the last */
	uint64_t row_lines[ROW_LINES];	/* of the last rows */
	size_t length;
	uint8_t bytes[DUMP_MAX];
};

#define DUMP_BLOCKS 8u
#define DUMP_HEADERS 4u

struct dumps {
	const struct dump_ops *ops;
	void *arg;
	bool bare_wqes;		/* whatever is no CQE is a WQE */
	struct dump_block blocks[DUMP_BLOCKS];
	struct dump_header headers[DUMP_HEADERS];	/* line 0: free */
};

void dumps_init(struct dumps *dumps, const struct dump_ops *ops, void *arg,
		bool bare_wqes);
void dumps_header(struct dumps *dumps, const struct dump_header *header);
void dumps_row(struct dumps *dumps, const struct prefix *prefix,
	       const struct hexrow *row, uint64_t line);

/* A line with hexdump's "*" only */
void dumps_repeat(struct dumps *dumps, const struct prefix *prefix,
		  uint64_t line);

/* Is a row of less than 16 bytes of interest now? */
bool dumps_expecting(const struct dumps *dumps);

/* Give up what had no row for long. Call it once a line; it is cheap. */
void dumps_age(struct dumps *dumps, uint64_t line);
void dumps_end(struct dumps *dumps);

#endif /* WQEDUMP_DUMP_H */
