// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB

#include <string.h>

#include "mlx5wqe.h"
#include "report.h"
#include "status.h"

#define HELD_AGE 24u		/* lines between a report and the end of its dump */
#define TOLD_AGE 8u		/* between a dump and a report of the same error */
#define HEAD_AGE 64u		/* and between two lines of one report */

void reports_init(struct reports *reports,
		  void (*item)(void *arg, const struct item *item), void *arg)
{
	memset(reports, 0, sizeof(*reports));
	reports->item = item;
	reports->arg = arg;
}

static void let_go(struct reports *r)
{
	if (!r->holding)
		return;
	r->holding = false;
	r->item(r->arg, &r->held);
}

/* All that the report states is in the dump as well. */
static bool repeats(const struct item *report, const struct item *cqe)
{
	struct mlx5wqe_syndrome info;
	enum field f;

	for (f = 0; f < FIELD_COUNT; f++) {
		if (!item_has(report, f) || !item_has(cqe, f))
			continue;
		if (report->value[f] != cqe->value[f])
			return false;
	}
	if (!item_has(report, FIELD_STATUS))
		return item_has(report, FIELD_SYNDROME);
	return !mlx5wqe_syndrome_query((uint32_t)cqe->value[FIELD_SYNDROME],
				       &info) &&
	       info.status == report->value[FIELD_STATUS];
}

static void add_report(struct reports *r, const struct item *item)
{
	if (item_has(item, FIELD_STATUS) && !item->value[FIELD_STATUS])
		return;		/* success */
	let_go(r);
	if (r->have_cqe && item->line - r->cqe.last_line <= TOLD_AGE &&
	    repeats(item, &r->cqe)) {
		r->have_cqe = false;
		return;
	}
	r->held = *item;
	r->holding = true;
}

void reports_dump(struct reports *r, const struct item *item)
{
	if (item->kind == ITEM_CQE) {
		if (r->holding && item->line - r->held.line <= HELD_AGE &&
		    repeats(&r->held, item))
			r->holding = false;
		r->cqe = *item;
		r->have_cqe = true;
	}
	let_go(r);
	r->item(r->arg, item);
}

static void merge(struct item *head, const struct item *tail)
{
	enum field f;

	for (f = 0; f < FIELD_COUNT; f++)
		if (item_has(tail, f))
			item_set(head, f, tail->value[f]);
	if (tail->qp_type[0])
		memcpy(head->qp_type, tail->qp_type, sizeof(head->qp_type));
	if (tail->wqe_opcode_name)
		head->wqe_opcode_name = tail->wqe_opcode_name;
	head->last_line = tail->line;
}

static void add_head(struct reports *r, const struct form *form,
		     const struct prefix *prefix, const struct item *item)
{
	struct report_head *to = &r->heads[0];
	unsigned int i;

	for (i = 0; i < REPORT_HEADS; i++) {
		if (!r->heads[i].form) {
			to = &r->heads[i];
			break;
		}
		if (r->heads[i].item.line < to->item.line)
			to = &r->heads[i];
	}
	if (to->form)
		add_report(r, &to->item);
	to->form = form;
	to->prefix = *prefix;
	to->item = *item;
}

/* The latest first line that a second one with this prefix can belong to */
static struct report_head *find_head(struct reports *r, enum form_pair pair,
				     const struct prefix *prefix)
{
	struct report_head *h, *found = NULL;
	unsigned int i;
	bool same;

	for (i = 0; i < REPORT_HEADS; i++) {
		h = &r->heads[i];
		if (!h->form || h->form->pair != pair)
			continue;
		same = pair == PAIR_POLL ? prefix_alike(&h->prefix, prefix) :
					   prefix_starts_alike(&h->prefix,
							       prefix);
		if (same && (!found || h->item.line >= found->item.line))
			found = h;
	}
	return found;
}

static void add_tail(struct reports *r, const struct form *form,
		     const struct prefix *prefix, const struct item *item)
{
	struct report_head *head = find_head(r, form->pair, prefix);

	if (!head) {
		add_report(r, item);
		return;
	}
	head->form = NULL;
	merge(&head->item, item);
	add_report(r, &head->item);
}

void reports_line(struct reports *r, const struct form *form,
		  const struct prefix *prefix, const struct item *item)
{
	if (form->action == FORM_HEAD)
		add_head(r, form, prefix, item);
	else if (form->action == FORM_TAIL)
		add_tail(r, form, prefix, item);
	else
		add_report(r, item);
}

/* First lines that no second one came for, older ones first */
static void let_heads_go(struct reports *r, uint64_t before)
{
	struct report_head *oldest;
	unsigned int i;

	do {
		oldest = NULL;
		for (i = 0; i < REPORT_HEADS; i++) {
			struct report_head *h = &r->heads[i];

			if (h->form && h->item.line < before &&
			    (!oldest || h->item.line < oldest->item.line))
				oldest = h;
		}
		if (oldest) {
			oldest->form = NULL;
			add_report(r, &oldest->item);
		}
	} while (oldest);
}

void reports_age(struct reports *r, uint64_t line)
{
	if (line > HEAD_AGE)
		let_heads_go(r, line - HEAD_AGE);
	if (r->holding && line - r->held.line > HELD_AGE)
		let_go(r);
}

void reports_end(struct reports *r)
{
	let_heads_go(r, UINT64_MAX);
	let_go(r);
}
