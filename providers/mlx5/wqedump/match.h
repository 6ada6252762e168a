/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Patterns of messages. In a pattern a letter matches in either case and
 *
 *	blank	any number of blanks, none as well
 *	{...}	what may be absent; not nested
 *	<*>	anything, as little as possible
 *	<w>	a word, up to the next blank
 *	<name>	a number or word that is kept, see captures[] in match.c
 *
 * A number is decimal, or hexadecimal with 0x in front.
 */

#ifndef WQEDUMP_MATCH_H
#define WQEDUMP_MATCH_H

#include <stddef.h>
#include <stdint.h>

#include "item.h"

enum match_verdict {
	MATCH_NO,
	MATCH_YES,
	MATCH_CUT,		/* the text ends before the pattern does */
};

struct match {
	struct item item;	/* fields that were kept */
	size_t end;		/* in the text, of what matched */
	uint32_t too_large;	/* 1 << enum field, for what was not kept */
};

/*
 * Match @pattern at the start of @text. *@steps is how much work may be done;
 * it is counted down, and nothing matches when it is used up.
 */
enum match_verdict match_pattern(const char *pattern, const char *text,
				 size_t length, size_t *steps,
				 struct match *match);

#endif /* WQEDUMP_MATCH_H */
