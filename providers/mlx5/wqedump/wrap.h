/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/* Messages that the end of a line cuts, which the next lines may complete */

#ifndef WQEDUMP_WRAP_H
#define WQEDUMP_WRAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "forms.h"
#include "lines.h"
#include "match.h"
#include "prefix.h"

#define WRAPS_MAX 8u
#define WRAP_MAX 1024u		/* characters */
#define WRAP_JOINS 4u		/* lines */

struct wrap {
	const struct form *form;	/* NULL: free */
	struct prefix prefix;
	uint64_t line;
	size_t start;			/* in that line */
	unsigned int joins;
	const struct form *weak;	/* what it is if it is complete, or NULL */
	struct match weak_match;
	size_t length;
	char text[WRAP_MAX];
};

struct wraps {
	/* A message is complete. */
	void (*found)(void *arg, const struct form *form,
		      const struct prefix *prefix, struct match *match,
		      uint64_t line);
	/* Does a message of this form begin in the line that is joined? */
	bool (*begins)(void *arg, const struct form *form);
	void *arg;
	struct wrap wraps[WRAPS_MAX];
};

/* The message that begins at @start goes on behind the end of the line. */
void wraps_add(struct wraps *wraps, const struct form *form,
	       const struct prefix *prefix, const struct line *line,
	       size_t start);

/* What begins there or behind is complete as a message of another form. */
void wraps_drop(struct wraps *wraps, uint64_t line, size_t start);

/*
 * Keep a weak form in mind while a longer one may still fit. False if none of
 * those that are waiting begins there.
 */
bool wraps_keep_weak(struct wraps *wraps, const struct form *form,
		     const struct match *match, uint64_t line, size_t start);

/* Go on with a line. Returns how much of it belongs to what was waiting. */
size_t wraps_join(struct wraps *wraps, const struct line *line, size_t *steps);

/* Nothing more will come. */
void wraps_end(struct wraps *wraps);

#endif /* WQEDUMP_WRAP_H */
