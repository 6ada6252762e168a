/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/* Whether a text is JSON, by the grammar of RFC 8259. */

#ifndef JSON_H
#define JSON_H

#include <stdbool.h>

/* One value in ASCII, with white space around it and nothing else */
bool json_valid(const char *text);

#endif /* JSON_H */
