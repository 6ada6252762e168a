// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB

#include <ctype.h>

#include "hexrow.h"

/* Digits of an offset: print_hex_dump has 8, od 7 or 6, addresses up to 16 */
#define OFFSET_MIN 3u
#define OFFSET_MAX 16u
#define OFFSET_BARE_MIN 6u
#define OFFSET_BARE_MAX 8u
#define OFFSET_OD 7u		/* od's may be octal */
#define STRING_UNIT 32u		/* digits of 16 bytes without a blank */

struct token {
	size_t start;		/* of its digits, behind 0x */
	size_t digits;
	size_t end;
};

struct scan {
	const char *text;
	size_t length;
	size_t pos;
};

static unsigned int digit_of(char c)
{
	if (c >= '0' && c <= '9')
		return (unsigned int)(c - '0');
	return (unsigned int)((c | 0x20) - 'a') + 10;
}

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

static bool at(const struct scan *s, size_t pos, char c)
{
	return pos < s->length && s->text[pos] == c;
}

static struct token get_token(const struct scan *s)
{
	struct token token = { .start = s->pos };

	if (at(s, s->pos, '0') &&
	    (at(s, s->pos + 1, 'x') || at(s, s->pos + 1, 'X')))
		token.start += 2;
	token.end = token.start;
	while (token.end < s->length &&
	       isxdigit((unsigned char)s->text[token.end]))
		token.end++;
	token.digits = token.end - token.start;
	return token;
}

/* Nothing that would make the digits part of something else follows. */
static bool is_closed(const struct scan *s, const struct token *token)
{
	size_t end = token->end;

	return end == s->length ||
	       !(is_word(s->text[end]) || s->text[end] == ':' ||
		 s->text[end] == '.');
}

static size_t skip_gap(struct scan *s)
{
	size_t start = s->pos;

	while (s->pos < s->length && (isblank((unsigned char)s->text[s->pos]) ||
				      s->text[s->pos] == ','))
		s->pos++;
	return s->pos - start;
}

static uint64_t number_of(const struct scan *s, const struct token *token,
			  unsigned int base)
{
	uint64_t value = 0;
	size_t i;

	for (i = 0; i < token->digits; i++)
		value = value * base + digit_of(s->text[token->start + i]);
	return value;
}

/* An offset in front of a row; the scan goes on behind it. */
static bool get_offset(struct scan *s, struct hexrow *row, bool *colon)
{
	struct token token = get_token(s), next;
	struct scan ahead = *s;

	ahead.pos = token.end;
	*colon = at(s, token.end, ':');
	if (*colon) {
		if (token.digits < OFFSET_MIN || token.digits > OFFSET_MAX)
			return false;
		ahead.pos++;
	} else if (token.digits < OFFSET_BARE_MIN ||
		   token.digits > OFFSET_BARE_MAX) {
		return false;
	}
	if (!skip_gap(&ahead) && !*colon)
		return false;
	next = get_token(&ahead);
	if (next.digits != 2 && next.digits != 4 &&
	    (next.digits != 8 || (!*colon && token.digits == 8)) &&
	    (next.digits != 16 || !*colon))
		return false;
	row->offset = number_of(s, &token, 16);
	row->octal = row->offset;
	if (!*colon && token.digits == OFFSET_OD)
		row->octal = number_of(s, &token, 8);
	/* hexdump has as many digits, but no bytes that stand alone. */
	if (next.digits == 2)
		row->offset = row->octal;
	row->has_offset = true;
	s->pos = ahead.pos;
	return true;
}

static void add_bytes(const struct scan *s, const struct token *token,
		      struct hexrow *row)
{
	size_t i;

	for (i = 0; i + 1 < token->digits && row->length < HEXROW_MAX; i += 2)
		row->bytes[row->length++] =
			(uint8_t)(digit_of(s->text[token->start + i]) << 4 |
				  digit_of(s->text[token->start + i + 1]));
}

/* The column of characters begins where the row is full. */
static bool is_column(const struct scan *s, size_t gap,
		      const struct hexrow *row)
{
	if (at(s, s->pos, '|'))
		return true;
	return gap > 1 && row->length == HEXROW_BYTES;
}

static void get_tokens(struct scan *s, struct hexrow *row, size_t digits)
{
	struct token token;
	size_t gap;

	row->end = s->pos;
	while (row->length < HEXROW_MAX) {
		token = get_token(s);
		if (token.digits != digits || !is_closed(s, &token))
			break;
		add_bytes(s, &token, row);
		s->pos = token.end;
		row->end = token.end;
		gap = skip_gap(s);
		if (!gap || is_column(s, gap, row))
			break;
	}
}

static bool get_row(struct scan *s, struct hexrow *row)
{
	bool colon = false;
	size_t digits;

	row->start = s->pos;
	row->has_offset = false;
	row->length = 0;
	get_offset(s, row, &colon);
	digits = get_token(s).digits;
	if (!row->has_offset && digits != 2 && digits != 8 &&
	    (!digits || digits % STRING_UNIT || digits > 2 * HEXROW_MAX))
		return false;
	row->width = (unsigned int)digits / 2;
	row->swapped = row->has_offset && !colon && row->width > 1;
	get_tokens(s, row, digits);
	return row->length;
}

bool hexrow_next(const char *text, size_t length, size_t *pos,
		 struct hexrow *row)
{
	struct scan s = { .text = text, .length = length, .pos = *pos };
	size_t i = *pos;

	while (i < length) {
		if (!is_word(text[i])) {
			i++;
			continue;
		}
		s.pos = i;
		if (isxdigit((unsigned char)text[i]) && get_row(&s, row)) {
			*pos = row->end;
			return true;
		}
		while (i < length && is_word(text[i]))
			i++;
	}
	*pos = length;
	return false;
}
