// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB

#include <errno.h>
#include <string.h>

#include "lines.h"

#define ESCAPE '\033'
#define SOFT_BREAK_AT 60u	/* mail breaks lines at 76 characters */

void lines_init(struct lines *lines,
		ssize_t (*read)(void *arg, void *buffer, size_t size),
		void *arg)
{
	lines->read = read;
	lines->arg = arg;
	lines->start = 0;
	lines->end = 0;
	lines->number = 1;
	lines->eof = false;
	lines->error = 0;
	lines->mail = false;
	lines->joined_start = 0;
	lines->joined_end = 0;
	lines->joined_number = 0;
}

/* Make room and read once. */
static void fill(struct lines *lines)
{
	ssize_t got;

	if (lines->start) {
		memmove(lines->buffer, lines->buffer + lines->start,
			lines->end - lines->start);
		lines->end -= lines->start;
		lines->start = 0;
	}
	do {
		got = lines->read(lines->arg, lines->buffer + lines->end,
				  LINES_BUFFER - lines->end);
	} while (got < 0 && errno == EINTR);
	if (got < 0)
		lines->error = errno;
	if (got <= 0)
		lines->eof = true;
	else
		lines->end += (size_t)got;
}

/* The bytes up to the next newline, or as many as the buffer holds */
static bool next_raw(struct lines *lines, char **text, size_t *length,
		     uint64_t *number)
{
	size_t seen = 0;
	char *start, *newline;

	for (;;) {
		start = lines->buffer + lines->start;
		newline = memchr(start + seen, '\n',
				 lines->end - lines->start - seen);
		if (newline || lines->eof ||
		    lines->end - lines->start == LINES_BUFFER)
			break;
		seen = lines->end - lines->start;
		fill(lines);
	}
	if (!newline && lines->start == lines->end)
		return false;

	*text = start;
	*number = lines->number;
	*length = newline ? (size_t)(newline - start) :
			    lines->end - lines->start;
	lines->start += *length;
	if (newline) {
		lines->start++;
		lines->number++;
	}
	return true;
}

/* Length of the terminal control sequence at @text, which starts with ESC */
static size_t escape_length(const char *text, size_t length)
{
	size_t i = 2;

	if (length < 2 || text[1] != '[')
		return 1;
	while (i < length && (unsigned char)text[i] >= 0x20 &&
	       (unsigned char)text[i] < 0x40)
		i++;
	return i < length ? i + 1 : length;
}

/* NULs are what UTF-16 puts between ASCII characters. */
static size_t clean(char *text, size_t length)
{
	size_t i = 0, out = 0;

	while (i < length) {
		if (text[i] == ESCAPE) {
			i += escape_length(text + i, length - i);
		} else if (text[i] == '\0') {
			i++;
		} else if (text[i] == '\r') {
			text[out++] = ' ';
			i++;
		} else if ((unsigned char)text[i] == 0xc2 && i + 1 < length &&
			   (unsigned char)text[i + 1] == 0xa0) {
			text[out++] = ' ';	/* no-break space */
			i += 2;
		} else {
			text[out++] = text[i++];
		}
	}
	return out;
}

static bool needs_cleaning(const char *text, size_t length)
{
	return memchr(text, ESCAPE, length) || memchr(text, '\0', length) ||
	       memchr(text, '\r', length) || memchr(text, 0xc2, length);
}

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/*
 * Mail writes "=" as =3D, so that any other "=" says that this is none. What is
 * sure: =3D, an encoded newline, or a full line that ends in a soft break.
 */
static bool may_be_mail(const char *text, size_t length, bool *sure)
{
	const char *end = text + length;
	const char *at = memchr(text, '=', length);

	*sure = false;
	for (; at; at = memchr(at + 1, '=', (size_t)(end - at - 1))) {
		if (at + 1 == end) {
			if (length >= SOFT_BREAK_AT)
				*sure = true;
			break;
		}
		if (end - at < 3 || hex_digit(at[1]) < 0 ||
		    hex_digit(at[2]) < 0)
			return false;
		if (!memcmp(at, "=3D", 3) || !memcmp(at, "=0A", 3))
			*sure = true;
	}
	return true;
}

/* Append the decoded text; true if the line goes on behind a soft break. */
static bool decode_mail(struct lines *lines, const char *text, size_t length)
{
	size_t i = 0;

	while (i < length && lines->joined_end < LINES_JOINED) {
		if (text[i] == '=' && i + 1 == length)
			return lines->joined_end &&
			       lines->joined[lines->joined_end - 1] != '\n';
		if (text[i] == '=' && i + 2 < length &&
		    hex_digit(text[i + 1]) >= 0 &&
		    hex_digit(text[i + 2]) >= 0) {
			lines->joined[lines->joined_end++] =
				(char)(hex_digit(text[i + 1]) << 4 |
				       hex_digit(text[i + 2]));
			i += 3;
		} else {
			lines->joined[lines->joined_end++] = text[i++];
		}
	}
	return false;
}

/* Hand out decoded text up to an encoded newline. */
static bool next_joined(struct lines *lines, struct line *line)
{
	char *start = lines->joined + lines->joined_start;
	size_t length = lines->joined_end - lines->joined_start;
	char *newline;

	if (!length)
		return false;
	newline = memchr(start, '\n', length);
	line->number = lines->joined_number;
	line->text = start;
	line->length = newline ? (size_t)(newline - start) : length;
	lines->joined_start += line->length + !!newline;
	line->length = clean(start, line->length);
	return true;
}

static bool is_mail(struct lines *lines, const char *text, size_t length)
{
	bool sure;

	if (!memchr(text, '=', length))
		return false;
	if (may_be_mail(text, length, &sure))
		lines->mail = lines->mail || sure;
	else
		lines->mail = false;
	return lines->mail;
}

/* A byte order mark says no more than that it is text. */
static void skip_mark(struct line *line)
{
	static const char *const marks[] = { "\xef\xbb\xbf", "\xff\xfe", "\xfe\xff" };
	size_t i, length;

	for (i = 0; i < sizeof(marks) / sizeof(marks[0]); i++) {
		length = strlen(marks[i]);
		if (line->length < length ||
		    memcmp(line->text, marks[i], length))
			continue;
		line->text += length;
		line->length -= length;
		return;
	}
}

bool lines_next(struct lines *lines, struct line *line)
{
	bool more = false;
	size_t length;
	char *text;

	if (next_joined(lines, line))
		return true;
	lines->joined_start = 0;
	lines->joined_end = 0;
	while (next_raw(lines, &text, &length, &line->number)) {
		if (length && text[length - 1] == '\r')
			length--;
		if (!more && !is_mail(lines, text, length)) {
			line->text = text;
			line->length = needs_cleaning(text, length) ?
				       clean(text, length) : length;
			if (line->number == 1)
				skip_mark(line);
			return true;
		}
		if (!more)
			lines->joined_number = line->number;
		more = decode_mail(lines, text, length);
		if (!more && next_joined(lines, line))
			return true;
	}
	return next_joined(lines, line);
}
