/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/* The messages that programs and drivers print about mlx5 completions. */

#ifndef WQEDUMP_FORMS_H
#define WQEDUMP_FORMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum form_action {
	FORM_REPORT,		/* states a completion error */
	FORM_REPORT_DUMP,	/* so does it, and a dump of the CQE may follow */
	FORM_HEAD,		/* first of two lines that belong together */
	FORM_TAIL,		/* second of them */
	FORM_DUMP,		/* announces a dump */
	FORM_WARN,		/* is about something else: text says what */
	FORM_ADAPTER,		/* names another adapter */
};

enum form_pair {
	PAIR_NONE,
	PAIR_UCX,		/* the first begins as the second does */
	PAIR_POLL,		/* they differ in the line number */
};

enum form_side {
	FORM_SIDE_OPEN,		/* not stated */
	FORM_REQUESTER,
	FORM_RESPONDER,
};

struct form {
	const char *source;
	const char *pattern;	/* see match.h; a literal leads, or <qp_type> */
	enum form_action action;
	enum form_pair pair;
	enum form_side side;
	uint8_t syndrome;	/* that the message stands for, or 0 */
	uint8_t dump;		/* enum dump_kind of FORM_DUMP */
	bool ethernet;		/* about a queue of a network device */
	bool weak;		/* the start of a longer form that fits as well */
	const char *text;	/* FORM_WARN, FORM_ADAPTER */
};

extern const struct form forms[];
extern const size_t form_count;

/* The pattern begins with a capture that stands in front of its anchor. */
bool form_leads(const struct form *form);

/* The literal that the pattern begins with, or that follows the capture */
const char *form_anchor(const struct form *form, size_t *length);

#endif /* WQEDUMP_FORMS_H */
