/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * The lines of a log, in bounded memory whatever the log holds: carriage
 * returns, NULs and terminal colours are taken away, quoted-printable mail is
 * decoded, and a line longer than the buffer comes in pieces.
 */

#ifndef WQEDUMP_LINES_H
#define WQEDUMP_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct line {
	const char *text;	/* not NUL-terminated; valid until the next */
	size_t length;
	uint64_t number;	/* from 1 */
};

#define LINES_BUFFER 65536u
#define LINES_JOINED 8192u	/* of a quoted-printable line */

struct lines {
	/* Like read(2): bytes, 0 at the end, -1 and errno */
	ssize_t (*read)(void *arg, void *buffer, size_t size);
	void *arg;
	char buffer[LINES_BUFFER];
	size_t start;
	size_t end;
	uint64_t number;	/* of the line that starts at start */
	bool eof;
	int error;		/* errno of the failed read */
	bool mail;		/* quoted-printable so far */
	/* Decoded text of which lines are still to be handed out */
	char joined[LINES_JOINED];
	size_t joined_start;
	size_t joined_end;
	uint64_t joined_number;
};

void lines_init(struct lines *lines,
		ssize_t (*read)(void *arg, void *buffer, size_t size),
		void *arg);

/* False at the end of the input, or after an error, which is in lines->error */
bool lines_next(struct lines *lines, struct line *line);

#endif /* WQEDUMP_LINES_H */
