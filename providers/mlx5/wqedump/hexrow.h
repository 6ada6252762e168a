/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/* Rows of hexadecimal bytes or words in a line of text. */

#ifndef WQEDUMP_HEXROW_H
#define WQEDUMP_HEXROW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HEXROW_MAX 1008u	/* the longest WQE, as one string of digits */
#define HEXROW_BYTES 16u	/* what a row should hold */

struct hexrow {
	size_t start;		/* of its offset, or else of its first byte */
	size_t end;
	bool has_offset;
	uint64_t offset;
	uint64_t octal;		/* the offset if it is one of od's, else the same */
	unsigned int width;	/* bytes that were written together */
	bool swapped;		/* words of a little-endian machine (od -x) */
	size_t length;
	uint8_t bytes[HEXROW_MAX];	/* in the order in which they stand */
};

/*
 * The next row from *@pos on, which is moved behind it. Whatever can be a row
 * is one, however short: the context has to say whether it is.
 */
bool hexrow_next(const char *text, size_t length, size_t *pos,
		 struct hexrow *row);

#endif /* WQEDUMP_HEXROW_H */
