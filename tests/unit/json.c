// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB

#include <stddef.h>
#include <string.h>

#include "json.h"

#define DIGITS "0123456789"
#define HEX_DIGITS DIGITS "abcdefABCDEF"
#define MAX_DEPTH 32

/* Each takes what it stands for off the text; NULL: it is not there. */
static const char *value(const char *text, int depth);

static const char *space(const char *text)
{
	return text + strspn(text, " \t\r\n");
}

static const char *literal(const char *text, const char *word)
{
	size_t length = strlen(word);

	return strncmp(text, word, length) ? NULL : text + length;
}

static const char *digits(const char *text)
{
	size_t length = strspn(text, DIGITS);

	return length ? text + length : NULL;
}

static const char *number(const char *text)
{
	if (*text == '-')
		text++;
	text = *text == '0' ? text + 1 : digits(text);
	if (text && *text == '.')
		text = digits(text + 1);
	if (text && (*text == 'e' || *text == 'E')) {
		text++;
		text = digits(text + (*text == '+' || *text == '-'));
	}
	return text;
}

static const char *escape(const char *text)
{
	if (*text == 'u')
		return strspn(text + 1, HEX_DIGITS) >= 4 ? text + 5 : NULL;
	return *text && strchr("\"\\/bfnrt", *text) ? text + 1 : NULL;
}

static const char *string(const char *text)
{
	if (*text++ != '"')
		return NULL;
	while (text && *text != '"') {
		if (*text == '\\')
			text = escape(text + 1);
		else if (*text >= 0x20 && *text < 0x7f)
			text++;
		else
			return NULL;
	}
	return text ? text + 1 : NULL;
}

static const char *member(const char *text, int depth)
{
	text = string(text);
	if (!text)
		return NULL;
	text = space(text);
	return *text == ':' ? value(text + 1, depth) : NULL;
}

static const char *items(const char *text, int depth, char close,
			 const char *(*item)(const char *text, int depth))
{
	text = space(text + 1);
	if (*text == close)
		return text + 1;
	for (;;) {
		text = item(space(text), depth);
		if (!text)
			return NULL;
		text = space(text);
		if (*text == close)
			return text + 1;
		if (*text++ != ',')
			return NULL;
	}
}

static const char *value(const char *text, int depth)
{
	text = space(text);
	if (depth > MAX_DEPTH)
		return NULL;
	switch (*text) {
	case '{':
		return items(text, depth + 1, '}', member);
	case '[':
		return items(text, depth + 1, ']', value);
	case '"':
		return string(text);
	case 't':
		return literal(text, "true");
	case 'f':
		return literal(text, "false");
	case 'n':
		return literal(text, "null");
	default:
		return number(text);
	}
}

bool json_valid(const char *text)
{
	text = value(text, 0);
	return text && !*space(text);
}
