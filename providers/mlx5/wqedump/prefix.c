// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "prefix.h"

static const char *const stamp_words[] = {
	"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct",
	"Nov", "Dec", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun", "AM",
	"PM", "UTC", "GMT",
};

/* Writes one prefix while it reads the text in front of a row or a message. */
struct maker {
	struct prefix *prefix;
	const char *text;
	size_t length;
	size_t pos;
	bool in_stamp;		/* the last word was part of a time stamp */
};

size_t quote_length(const char *text, size_t length)
{
	size_t i = 0;

	while (i < length && (text[i] == '>' || text[i] == '|' ||
			      isblank((unsigned char)text[i])))
		i++;
	return i;
}

static void put(struct maker *m, char c)
{
	struct prefix *p = m->prefix;

	if (c == ' ' && (!p->length || p->text[p->length - 1] == ' '))
		return;
	/* A prefix that is too long keeps its end, which tells more */
	if (p->length == PREFIX_MAX) {
		memmove(p->text, p->text + 1, PREFIX_MAX - 1);
		p->length--;
	}
	p->text[p->length++] = c;
}

static size_t run_length(const struct maker *m, const char *also,
			 int (*is)(int))
{
	size_t i;

	for (i = m->pos; i < m->length; i++)
		if (!is((unsigned char)m->text[i]) && !strchr(also, m->text[i]))
			break;
	return i - m->pos;
}

/* Does @text start like @shape, in which 0 is a digit and 9 one that may lack? */
static size_t shape_length(const char *text, size_t length, const char *shape)
{
	size_t i = 0;

	for (; *shape; shape++) {
		bool digit = i < length && isdigit((unsigned char)text[i]);

		if (*shape == '9' && !digit)
			continue;
		if (i == length ||
		    (isdigit((unsigned char)*shape) ? !digit :
						      text[i] != *shape))
			return 0;
		i++;
	}
	return i;
}

/* 17:28:20, but no part of a longer number or of a list with colons */
static bool has_clock(const char *run, size_t length)
{
	size_t i, n;

	for (i = 0; i < length; i++) {
		if (i && (isdigit((unsigned char)run[i - 1]) ||
			  run[i - 1] == ':'))
			continue;
		n = shape_length(run + i, length - i, "90:00:00");
		if (n && (i + n == length ||
			  (!isdigit((unsigned char)run[i + n]) &&
			   (run[i + n] != ':' || i + n + 1 == length))))
			return true;
	}
	return false;
}

/* 408.380181, 0.000003 */
static bool is_seconds(const char *run, size_t length)
{
	const char *dot = memchr(run, '.', length);
	size_t i;

	if (!dot || (size_t)(run + length - dot) <= 3)
		return false;
	for (i = 0; i < length; i++)
		if (run + i != dot && !isdigit((unsigned char)run[i]))
			return false;
	return true;
}

static bool is_stamp(const char *run, size_t length)
{
	return has_clock(run, length) || is_seconds(run, length) ||
	       shape_length(run, length, "0000-00-00") ||
	       shape_length(run, length, "90/00/00");
}

static bool is_stamp_word(const char *word, size_t length)
{
	size_t i;

	for (i = 0; i < sizeof(stamp_words) / sizeof(stamp_words[0]); i++)
		if (strlen(stamp_words[i]) == length &&
		    !strncasecmp(stamp_words[i], word, length))
			return true;
	return false;
}

/* grep -n and cat -n put the line's number in front of it. */
static bool is_line_number(const struct maker *m, size_t length)
{
	const char *run = m->text + m->pos;
	char next = m->pos + length < m->length ? m->text[m->pos + length] : 'x';
	size_t i;

	for (i = 0; i < length && isdigit((unsigned char)run[i]); i++)
		;
	if (m->prefix->length || !i)
		return false;
	if (i == length)
		return next == '\t';
	return i == length - 1 && (run[i] == ':' || run[i] == '-') &&
	       !isblank((unsigned char)next);
}

static void make_number(struct maker *m)
{
	static const char stamp_chars[] = ":.,-/+TZ";
	const char *run = m->text + m->pos;
	size_t length = run_length(m, stamp_chars, isdigit);
	size_t digits = run_length(m, "", isdigit);
	size_t i;

	if (is_line_number(m, length)) {
		m->pos += length;
		return;
	}
	if (is_stamp(run, length) ||
	    (m->in_stamp && digits == length && length <= 4)) {
		m->in_stamp = true;
		m->pos += length;
		return;
	}
	for (i = 0; i < digits; i++)
		put(m, run[i]);
	m->pos += digits;
	m->in_stamp = false;
}

static void make_word(struct maker *m)
{
	size_t length = run_length(m, "_", isalnum);
	size_t i;

	m->in_stamp = is_stamp_word(m->text + m->pos, length);
	if (!m->in_stamp)
		for (i = 0; i < length; i++)
			put(m, m->text[m->pos + i]);
	m->pos += length;
}

static void trim(struct prefix *p)
{
	while (p->length && p->text[p->length - 1] == ' ')
		p->length--;
}

/* The bracket around a time stamp goes with it, and so does printk's <4>. */
static void make_closing(struct maker *m, char c)
{
	struct prefix *p = m->prefix;
	char opening = c == ']' ? '[' : c == ')' ? '(' : '<';
	size_t end;

	trim(p);
	end = p->length;
	if (c == '>' && end == 2 && isdigit((unsigned char)p->text[1]))
		end = 1;
	if (end && p->text[end - 1] == opening) {
		p->length = end - 1;
		trim(p);
		put(m, ' ');
		return;
	}
	put(m, c);
}

void prefix_make(struct prefix *prefix, const char *text, size_t length)
{
	size_t quoted = quote_length(text, length);
	struct maker m = {
		.prefix = prefix,
		.text = text,
		.length = length,
		.pos = quoted,
	};
	unsigned char c;

	prefix->length = 0;
	/* What is far off does not tell more. */
	if (length - quoted > 4 * PREFIX_MAX)
		m.pos = length - 4 * PREFIX_MAX;
	while (m.pos < m.length) {
		c = (unsigned char)m.text[m.pos];
		if (isdigit(c) || (c == '+' && m.pos + 1 < m.length &&
				   isdigit((unsigned char)m.text[m.pos + 1]))) {
			if (c == '+')
				m.pos++;
			make_number(&m);
		} else if (isalpha(c)) {
			make_word(&m);
		} else {
			m.pos++;
			if (c == ']' || c == ')' || c == '>')
				make_closing(&m, (char)c);
			else
				put(&m, isblank(c) ? ' ' : (char)c);
		}
	}
	trim(prefix);
}

void prefix_strip(struct prefix *prefix, const char *word)
{
	size_t length = strlen(word);

	if (prefix->length < length ||
	    memcmp(prefix->text + prefix->length - length, word, length))
		return;
	prefix->length -= length;
	trim(prefix);
}

bool prefix_equal(const struct prefix *a, const struct prefix *b)
{
	return a->length == b->length && !memcmp(a->text, b->text, a->length);
}

static size_t skip_digits(const struct prefix *p, size_t i)
{
	while (i < p->length && isdigit((unsigned char)p->text[i]))
		i++;
	return i;
}

bool prefix_alike(const struct prefix *a, const struct prefix *b)
{
	size_t i = 0, j = 0;

	for (;;) {
		i = skip_digits(a, i);
		j = skip_digits(b, j);
		if (i == a->length || j == b->length)
			return i == a->length && j == b->length;
		if (a->text[i++] != b->text[j++])
			return false;
	}
}

bool prefix_starts(const struct prefix *whole, const struct prefix *start)
{
	return start->length <= whole->length &&
	       !memcmp(whole->text, start->text, start->length);
}

static size_t skip_marks(const struct prefix *p, size_t i)
{
	while (i < p->length && !isalnum((unsigned char)p->text[i]))
		i++;
	return i;
}

bool prefix_starts_alike(const struct prefix *whole,
			 const struct prefix *start)
{
	size_t i = 0, j = 0;

	for (;;) {
		i = skip_marks(whole, i);
		j = skip_marks(start, j);
		if (j == start->length)
			return true;
		if (i == whole->length || whole->text[i++] != start->text[j++])
			return false;
	}
}
