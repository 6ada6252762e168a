/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * All places in a text where one of many words begins, in one pass (Aho and
 * Corasick, Efficient String Matching, 1975). Case does not matter.
 */

#ifndef WQEDUMP_ANCHORS_H
#define WQEDUMP_ANCHORS_H

#include <stddef.h>
#include <stdint.h>

struct anchors;

struct anchor_word {
	const char *text;
	size_t length;
};

/* NULL and errno if there is no memory or there are too many words */
struct anchors *anchors_new(const struct anchor_word *words, size_t count);
void anchors_free(struct anchors *anchors);

typedef void (*anchor_fn)(void *arg, size_t word, size_t start);

/* Call @fn for each place, in the order in which the words end. */
void anchors_find(const struct anchors *anchors, const char *text,
		  size_t length, anchor_fn fn, void *arg);

#endif /* WQEDUMP_ANCHORS_H */
