/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Finds in text, line by line, what it says about mlx5 completions: dumps of
 * error CQEs and WQEs, and the messages of drivers and programs. Memory is
 * bounded, whatever the text is.
 */

#ifndef WQEDUMP_FIND_H
#define WQEDUMP_FIND_H

#include <stdbool.h>
#include <stdint.h>

#include "item.h"
#include "lines.h"

struct find;

struct find_ops {
	void (*item)(void *arg, const struct item *item);
	void (*warning)(void *arg, uint64_t line, const char *text);
};

/* @bare_wqes: take dumps of which nothing says what they are for WQEs. NULL and
 * errno if there is no memory.
 */
struct find *find_new(const struct find_ops *ops, void *arg, bool bare_wqes);
void find_line(struct find *find, const struct line *line);

/* The end of one input: what was not complete is given up. */
void find_end(struct find *find);
void find_free(struct find *find);

#endif /* WQEDUMP_FIND_H */
