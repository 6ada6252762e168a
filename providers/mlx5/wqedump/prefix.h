/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * What stands in front of a row or a message, without what changes from line to
 * line (time stamps, quote marks): lines of one writer have the same.
 */

#ifndef WQEDUMP_PREFIX_H
#define WQEDUMP_PREFIX_H

#include <stdbool.h>
#include <stddef.h>

#define PREFIX_MAX 96u

struct prefix {
	size_t length;
	char text[PREFIX_MAX];
};

void prefix_make(struct prefix *prefix, const char *text, size_t length);

/* Take @word away from the end, if it is there. */
void prefix_strip(struct prefix *prefix, const char *word);

bool prefix_equal(const struct prefix *a, const struct prefix *b);

/* Equal but for the digits */
bool prefix_alike(const struct prefix *a, const struct prefix *b);

/* @start is empty or the start of @whole */
bool prefix_starts(const struct prefix *whole, const struct prefix *start);

/* The same, but for whatever is neither letter nor digit */
bool prefix_starts_alike(const struct prefix *whole,
			 const struct prefix *start);

/* Length of the quote marks and blanks that @text starts with */
size_t quote_length(const char *text, size_t length);

#endif /* WQEDUMP_PREFIX_H */
