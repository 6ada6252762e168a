// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB

#include <string.h>

#include "wrap.h"

/* The message does not go on; what there is may be one nevertheless. */
static void end_wrap(struct wraps *w, struct wrap *wrap)
{
	wrap->form = NULL;
	if (wrap->weak)
		w->found(w->arg, wrap->weak, &wrap->prefix, &wrap->weak_match,
			 wrap->line);
	wrap->weak = NULL;
}

void wraps_add(struct wraps *w, const struct form *form,
	       const struct prefix *prefix, const struct line *line,
	       size_t start)
{
	size_t length = line->length - start;
	struct wrap *to = &w->wraps[0];
	unsigned int i;

	if (length > WRAP_MAX / 2)
		return;
	for (i = 0; i < WRAPS_MAX; i++) {
		if (!w->wraps[i].form) {
			to = &w->wraps[i];
			break;
		}
		if (w->wraps[i].line < to->line)
			to = &w->wraps[i];
	}
	if (to->form)
		end_wrap(w, to);
	to->form = form;
	to->weak = NULL;
	to->prefix = *prefix;
	to->line = line->number;
	to->start = start;
	to->joins = 0;
	memcpy(to->text, line->text + start, length);
	to->length = length;
}

void wraps_drop(struct wraps *w, uint64_t line, size_t start)
{
	unsigned int i;

	for (i = 0; i < WRAPS_MAX; i++)
		if (w->wraps[i].line == line && w->wraps[i].start >= start)
			w->wraps[i].form = NULL;
}

bool wraps_keep_weak(struct wraps *w, const struct form *form,
		     const struct match *match, uint64_t line, size_t start)
{
	unsigned int i;

	for (i = 0; form->weak && i < WRAPS_MAX; i++) {
		struct wrap *wrap = &w->wraps[i];

		if (!wrap->form || wrap->line != line || wrap->start != start)
			continue;
		wrap->weak = form;
		wrap->weak_match = *match;
		return true;
	}
	return false;
}

/* Returns how much of the line belongs to the message. */
static size_t try_wrap(struct wraps *w, struct wrap *wrap,
		       const struct line *line, size_t *steps)
{
	size_t skipped = quote_length(line->text, line->length);
	size_t more = line->length - skipped, before = wrap->length + 1;
	enum match_verdict verdict;
	struct match match;

	if (!more)
		return 0;
	if (more > WRAP_MAX - before)
		more = WRAP_MAX - before;
	wrap->text[wrap->length] = ' ';
	memcpy(wrap->text + before, line->text + skipped, more);
	wrap->length = before + more;
	verdict = match_pattern(wrap->form->pattern, wrap->text, wrap->length,
				steps, &match);
	if (verdict == MATCH_YES) {
		w->found(w->arg, wrap->form, &wrap->prefix, &match, wrap->line);
		/* What begins within this message is part of it. */
		wraps_drop(w, wrap->line, wrap->start);
		return match.end > before ? match.end - before + skipped : 0;
	}
	if (verdict == MATCH_NO || ++wrap->joins == WRAP_JOINS ||
	    wrap->length > WRAP_MAX / 2)
		end_wrap(w, wrap);
	return 0;
}

/* The first of those that are not in @tried, a set of bits */
static struct wrap *first_wrap(struct wraps *w, unsigned int tried)
{
	struct wrap *wrap, *first = NULL;
	unsigned int i;

	for (i = 0; i < WRAPS_MAX; i++) {
		wrap = &w->wraps[i];
		if (!wrap->form || tried & 1u << i)
			continue;
		if (!first || wrap->line < first->line ||
		    (wrap->line == first->line && wrap->start < first->start))
			first = wrap;
	}
	return first;
}

/* Longer messages begin earlier: in the order in which they stand */
size_t wraps_join(struct wraps *w, const struct line *line, size_t *steps)
{
	unsigned int tried = 0;
	size_t taken, most = 0;
	struct wrap *wrap;

	while ((wrap = first_wrap(w, tried))) {
		tried |= 1u << (wrap - w->wraps);
		/* The next message of this kind begins: this one is lost. */
		if (w->begins(w->arg, wrap->form)) {
			end_wrap(w, wrap);
			continue;
		}
		taken = try_wrap(w, wrap, line, steps);
		if (taken > most)
			most = taken;
	}
	return most;
}

void wraps_end(struct wraps *w)
{
	unsigned int i;

	for (i = 0; i < WRAPS_MAX; i++)
		if (w->wraps[i].form)
			end_wrap(w, &w->wraps[i]);
}
