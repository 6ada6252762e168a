/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/* Text that grows; lack of memory shows in failed and is kept until reset. */
#ifndef HCA_TEXT_H
#define HCA_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct text {
	char *data;
	size_t len;
	size_t room;
	bool failed;
};

void text_add(struct text *t, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
void text_add_hex(struct text *t, const uint8_t *p, size_t n);
void text_drop(struct text *t, size_t n);
void text_free(struct text *t);

#endif
