/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Lines that state errors: two that belong together become one report, and what
 * only repeats the dump beside it is left out.
 */

#ifndef WQEDUMP_REPORT_H
#define WQEDUMP_REPORT_H

#include <stdbool.h>
#include <stdint.h>

#include "forms.h"
#include "item.h"
#include "prefix.h"

#define REPORT_HEADS 16u

struct report_head {
	const struct form *form;	/* NULL: free */
	struct prefix prefix;
	struct item item;
};

struct reports {
	void (*item)(void *arg, const struct item *item);
	void *arg;
	struct report_head heads[REPORT_HEADS];
	bool holding;		/* a report that a dump may be coming for */
	struct item held;
	bool have_cqe;		/* no report was left out for it yet */
	struct item cqe;
};

void reports_init(struct reports *reports,
		  void (*item)(void *arg, const struct item *item), void *arg);

/* What a line states that @form describes, with @prefix in front */
void reports_line(struct reports *reports, const struct form *form,
		  const struct prefix *prefix, const struct item *item);

/* A dump has been decoded: it goes on to the receiver. */
void reports_dump(struct reports *reports, const struct item *item);

/* Let go what has waited for long. */
void reports_age(struct reports *reports, uint64_t line);
void reports_end(struct reports *reports);

#endif /* WQEDUMP_REPORT_H */
