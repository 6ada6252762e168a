/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/* Lines that are about the completions of another adapter. */

#ifndef WQEDUMP_ADAPTER_H
#define WQEDUMP_ADAPTER_H

#include <stdbool.h>
#include <stddef.h>

#include "lines.h"

/* Is @word, which begins at @start of the line, a name and no part of one? */
bool adapter_is_named(const struct line *line, const char *word, size_t start);

/* Is a line that names another adapter about a completion error of it? */
bool adapter_fails(const struct line *line);

#endif /* WQEDUMP_ADAPTER_H */
