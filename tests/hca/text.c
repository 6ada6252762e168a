// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text.h"

/* Room for n more bytes and a final zero. */
static bool reserve(struct text *t, size_t n)
{
	size_t room = t->room ? t->room : 256;
	char *data;

	if (t->failed)
		return false;
	while (room - t->len <= n)
		room *= 2;
	if (room == t->room)
		return true;
	data = realloc(t->data, room);
	if (!data) {
		t->failed = true;
		return false;
	}
	t->data = data;
	t->room = room;
	return true;
}

void text_add(struct text *t, const char *fmt, ...)
{
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(NULL, 0, fmt, ap);
	va_end(ap);
	if (n < 0 || !reserve(t, (size_t)n))
		return;
	va_start(ap, fmt);
	vsnprintf(t->data + t->len, t->room - t->len, fmt, ap);
	va_end(ap);
	t->len += (size_t)n;
}

void text_add_hex(struct text *t, const uint8_t *p, size_t n)
{
	static const char digits[] = "0123456789abcdef";

	if (!reserve(t, 2 * n))
		return;
	for (; n; n--, p++) {
		t->data[t->len++] = digits[*p >> 4];
		t->data[t->len++] = digits[*p & 0xf];
	}
	t->data[t->len] = '\0';
}

void text_drop(struct text *t, size_t n)
{
	t->len -= n;
	memmove(t->data, t->data + n, t->len);
}

void text_free(struct text *t)
{
	free(t->data);
	memset(t, 0, sizeof(*t));
}
