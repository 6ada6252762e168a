// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <infiniband/mlx5dv.h>

#include "adapter.h"
#include "anchors.h"
#include "dump.h"
#include "find.h"
#include "forms.h"
#include "match.h"
#include "mlx5wqe.h"
#include "prefix.h"
#include "report.h"
#include "wrap.h"

#define HITS_MAX 256u	/* messages in one line */
#define LEAD_MAX 8u		/* letters in front of an anchor */
/* Work on one line, so that no line can keep us for long */
#define STEPS_A_LINE 200000u
#define TEXT_MAX 160
#define ROW_WORD "cqe_dump:"	/* that the kernel puts in front of rows */

struct hit {
	size_t start;
	size_t form;
};

struct find {
	const struct find_ops *ops;
	void *arg;
	struct anchors *anchors;
	struct dumps dumps;
	struct reports reports;
	struct hit hits[HITS_MAX];
	size_t hit_count;
	bool hits_lost;
	const struct line *line;	/* that hits are of */
	size_t steps;
	struct wraps wraps;
	struct hexrow row;
	struct prefix row_prefix;
};

static void pass_item(void *arg, const struct item *item)
{
	struct find *f = arg;

	f->ops->item(f->arg, item);
}

static void pass_warning(void *arg, uint64_t line, const char *text)
{
	struct find *f = arg;

	f->ops->warning(f->arg, line, text);
}

static void found_cqe(struct find *f, const struct dump *dump)
{
	struct item item = {
		.kind = ITEM_CQE,
		.line = dump->line,
		.last_line = dump->last_line,
	};
	struct mlx5wqe_cqe cqe;

	if (mlx5wqe_cqe_decode(dump->bytes, dump->length, &cqe))
		return;
	item_set(&item, FIELD_SIDE, cqe.side);
	item_set(&item, FIELD_SYNDROME, cqe.syndrome);
	item_set(&item, FIELD_VENDOR_SYNDROME, cqe.vendor_syndrome);
	item_set(&item, FIELD_HW_SYNDROME, cqe.hw_syndrome);
	item_set(&item, FIELD_HW_SYNDROME_TYPE, cqe.hw_syndrome_type);
	item_set(&item, FIELD_QPN, cqe.qpn);
	item_set(&item, FIELD_WQE_COUNTER, cqe.wqe_counter);
	if (cqe.comp_mask & MLX5WQE_CQE_WQE_OPCODE) {
		item_set(&item, FIELD_WQE_OPCODE, cqe.wqe_opcode);
		item.wqe_opcode_name = mlx5wqe_opcode_name(cqe.wqe_opcode);
	}
	item_set(&item, FIELD_SRQN, cqe.srqn_or_user_index);
	item_set(&item, FIELD_SIGNATURE, cqe.signature);
	item.ethernet = dump->header && dump->header->ethernet;
	reports_dump(&f->reports, &item);
}

static void found_dump(void *arg, const struct dump *dump)
{
	struct item item = {
		.kind = ITEM_WQE,
		.line = dump->line,
		.last_line = dump->last_line,
		.bytes = dump->bytes,
		.length = dump->length,
	};
	struct find *f = arg;

	if (dump->kind == DUMP_CQE) {
		found_cqe(f, dump);
		return;
	}
	if (dump->header) {
		item.ethernet = dump->header->ethernet;
		if (dump->header->has_index)
			item_set(&item, FIELD_WQE_INDEX, dump->header->index);
	}
	reports_dump(&f->reports, &item);
}

static const struct dump_ops dump_ops = {
	.dump = found_dump,
	.warning = pass_warning,
};

static struct anchors *make_anchors(void)
{
	struct anchor_word *words = calloc(form_count, sizeof(*words));
	struct anchors *anchors;
	size_t i;

	if (!words)
		return NULL;
	for (i = 0; i < form_count; i++)
		words[i].text = form_anchor(&forms[i], &words[i].length);
	anchors = anchors_new(words, form_count);
	free(words);
	return anchors;
}

/* Short words are everywhere: does a number follow where one has to? */
static bool is_likely(const struct line *line, size_t word, size_t start)
{
	const struct form *form = &forms[word];
	size_t length, at;
	const char *rest = form_anchor(form, &length) + length;

	rest += strspn(rest, " ");
	if (strncmp(rest, "<qpn>", strlen("<qpn>")))
		return true;
	for (at = start + length; at < line->length; at++)
		if (!isblank((unsigned char)line->text[at]))
			return isdigit((unsigned char)line->text[at]);
	return true;
}

/* Sorted by place; what ends later may begin earlier. */
static void add_hit(void *arg, size_t word, size_t start)
{
	struct find *f = arg;
	size_t i = f->hit_count;

	if (!is_likely(f->line, word, start))
		return;
	if (i == HITS_MAX) {
		f->hits_lost = true;
		return;
	}
	f->hit_count++;
	while (i && (f->hits[i - 1].start > start ||
		     (f->hits[i - 1].start == start &&
		      f->hits[i - 1].form > word))) {
		f->hits[i] = f->hits[i - 1];
		i--;
	}
	f->hits[i].start = start;
	f->hits[i].form = word;
}

static void set_side(struct item *item, enum form_side side)
{
	if (item_has(item, FIELD_CQE_OPCODE)) {
		if (item->value[FIELD_CQE_OPCODE] == MLX5_CQE_REQ_ERR)
			side = FORM_REQUESTER;
		else if (item->value[FIELD_CQE_OPCODE] == MLX5_CQE_RESP_ERR)
			side = FORM_RESPONDER;
	}
	if (side != FORM_SIDE_OPEN)
		item_set(item, FIELD_SIDE, side == FORM_REQUESTER ?
			 MLX5WQE_REQUESTER : MLX5WQE_RESPONDER);
}

static void add_header(struct find *f, const struct form *form,
		       const struct prefix *prefix, const struct item *item,
		       uint64_t line)
{
	struct dump_header header = {
		.kind = form->action == FORM_ADAPTER ? DUMP_FOREIGN :
						       form->dump,
		.prefix = *prefix,
		.line = line,
		.optional = form->action != FORM_DUMP,
		.ethernet = form->ethernet,
	};

	if (item && item_has(item, FIELD_LENGTH) && form->dump == DUMP_WQE)
		header.length = item->value[FIELD_LENGTH];
	if (item && item_has(item, FIELD_WQE_INDEX)) {
		header.has_index = true;
		header.index = (uint32_t)item->value[FIELD_WQE_INDEX];
	}
	dumps_header(&f->dumps, &header);
}

static void found_message(void *arg, const struct form *form,
			  const struct prefix *prefix, struct match *match,
			  uint64_t line)
{
	struct item *item = &match->item;
	struct find *f = arg;

	item->kind = ITEM_REPORT;
	item->line = line;
	item->last_line = line;
	item->source = form->source;
	item->ethernet = form->ethernet;
	set_side(item, form->side);
	if (form->syndrome)
		item_set(item, FIELD_SYNDROME, form->syndrome);
	if (match->too_large)
		pass_warning(f, line, "a number of this message is too large for a completion of an mlx5: left out");
	if (form->action == FORM_WARN) {
		pass_warning(f, line, form->text);
		return;
	}
	if (form->action != FORM_DUMP)
		reports_line(&f->reports, form, prefix, item);
	if (form->action == FORM_DUMP || form->action == FORM_REPORT_DUMP)
		add_header(f, form, prefix, item, line);
}

/*
 * UCX puts [host:pid:thread] in front. Where it is, it tells more than the rest
 * of the line, which may be another message that was glued to this one.
 */
static bool process_prefix(struct prefix *prefix, const char *text,
			   size_t length)
{
	size_t at = length, close = 0, colons = 0;

	while (at-- && length - at <= 4 * PREFIX_MAX) {
		if (text[at] == '[' && close && colons >= 2) {
			prefix_make(prefix, text + at, close + 1 - at);
			return prefix->length;
		}
		if (text[at] == ']' || text[at] == '[') {
			close = text[at] == ']' ? at : 0;
			colons = 0;
		} else if (text[at] == ':') {
			colons++;
		}
	}
	return false;
}

static void message_prefix(struct prefix *prefix, const struct form *form,
			   const char *text, size_t start)
{
	if (form->pair != PAIR_UCX || !process_prefix(prefix, text, start))
		prefix_make(prefix, text, start);
}

static bool begins_now(void *arg, const struct form *form)
{
	struct find *f = arg;
	size_t i;

	for (i = 0; i < f->hit_count; i++)
		if (&forms[f->hits[i].form] == form)
			return true;
	return false;
}

/* Where the pattern begins: a word may lead in front of the anchor. */
static bool pattern_start(const struct form *form, const char *text,
			  size_t *start)
{
	size_t at = *start, letters = 0;

	if (!form_leads(form))
		return true;
	while (at && isupper((unsigned char)text[at - 1]) &&
	       letters <= LEAD_MAX) {
		at--;
		letters++;
	}
	if (!letters || letters > LEAD_MAX ||
	    (at && isalnum((unsigned char)text[at - 1])))
		return false;
	*start = at;
	return true;
}

/* Returns where the message ends, or 0 if there is none. */
static size_t try_hit(struct find *f, const struct line *line,
		      const struct hit *hit)
{
	const struct form *form = &forms[hit->form];
	enum match_verdict verdict;
	size_t start = hit->start;
	struct prefix prefix;
	struct match match;

	if (form->action == FORM_ADAPTER ||
	    !pattern_start(form, line->text, &start))
		return 0;
	verdict = match_pattern(form->pattern, line->text + start,
				line->length - start, &f->steps, &match);
	if (verdict == MATCH_NO)
		return 0;
	message_prefix(&prefix, form, line->text, start);
	if (verdict == MATCH_CUT) {
		wraps_add(&f->wraps, form, &prefix, line, start);
		return 0;
	}
	if (wraps_keep_weak(&f->wraps, form, &match, line->number, start))
		return start + match.end;
	wraps_drop(&f->wraps, line->number, start);
	found_message(f, form, &prefix, &match, line->number);
	return start + match.end;
}

/* The adapter whose completion error the line reports, if it is another one */
static const struct form *find_adapter(struct find *f, const struct line *line)
{
	size_t i;

	for (i = 0; i < f->hit_count; i++) {
		const struct form *form = &forms[f->hits[i].form];

		if (form->action == FORM_ADAPTER &&
		    adapter_is_named(line, form->pattern, f->hits[i].start))
			return adapter_fails(line) ? form : NULL;
	}
	return NULL;
}

static void found_adapter(struct find *f, const struct form *form,
			  const struct line *line)
{
	struct prefix prefix = {};
	char text[TEXT_MAX];

	snprintf(text, sizeof(text), "about another adapter than mlx5 (%s): not decoded",
		 form->text);
	pass_warning(f, line->number, text);
	add_header(f, form, &prefix, NULL, line->number);
}

static bool is_blank(const char *text, size_t length)
{
	size_t i = 0;

	while (i < length && isspace((unsigned char)text[i]))
		i++;
	return i == length;
}

/* @before is where the row before it in the line ends, 0 if there is none. */
static void found_row(struct find *f, const struct line *line, size_t before)
{
	const struct hexrow *row = &f->row;

	/* A short row counts only where one is expected, and alone. */
	if (!row->has_offset && row->length < HEXROW_BYTES &&
	    (!dumps_expecting(&f->dumps) ||
	     !is_blank(line->text + row->end, line->length - row->end)))
		return;
	/* Rows that stand side by side have the same prefix. */
	if (!before || !is_blank(line->text + before, row->start - before)) {
		prefix_make(&f->row_prefix, line->text, row->start);
		prefix_strip(&f->row_prefix, ROW_WORD);
	}
	dumps_row(&f->dumps, &f->row_prefix, row, line->number);
}

/* Rows and messages in the order in which they stand in the line */
static void find_in_line(struct find *f, const struct line *line, size_t taken)
{
	size_t i = 0, end, pos = 0, before = 0;
	bool row;

	row = hexrow_next(line->text, line->length, &pos, &f->row);
	while (row || i < f->hit_count) {
		if (row && (i == f->hit_count ||
			    f->row.start <= f->hits[i].start)) {
			if (f->row.start >= taken)
				found_row(f, line, before);
			before = pos;
			row = hexrow_next(line->text, line->length, &pos,
					  &f->row);
			continue;
		}
		if (f->hits[i].start >= taken) {
			end = try_hit(f, line, &f->hits[i]);
			if (end > taken)
				taken = end;
		}
		i++;
	}
}

/* hexdump's "*", alone but for a prefix */
static void find_repeat(struct find *f, const struct line *line)
{
	size_t end = line->length;
	struct prefix prefix;

	while (end && isspace((unsigned char)line->text[end - 1]))
		end--;
	if (!end || line->text[end - 1] != '*' || !dumps_expecting(&f->dumps))
		return;
	prefix_make(&prefix, line->text, end - 1);
	dumps_repeat(&f->dumps, &prefix, line->number);
}

void find_line(struct find *f, const struct line *line)
{
	const struct form *adapter;
	size_t taken;

	f->steps = STEPS_A_LINE;
	f->hit_count = 0;
	f->hits_lost = false;
	f->line = line;
	dumps_age(&f->dumps, line->number);
	reports_age(&f->reports, line->number);
	anchors_find(f->anchors, line->text, line->length, add_hit, f);
	if (f->hits_lost)
		pass_warning(f, line->number, "the line holds more messages than are looked at");
	adapter = find_adapter(f, line);
	if (adapter) {
		found_adapter(f, adapter, line);
		f->hit_count = 0;
	}
	taken = wraps_join(&f->wraps, line, &f->steps);
	find_repeat(f, line);
	find_in_line(f, line, taken);
}

void find_end(struct find *find)
{
	wraps_end(&find->wraps);
	dumps_end(&find->dumps);
	reports_end(&find->reports);
	dumps_init(&find->dumps, &dump_ops, find, find->dumps.bare_wqes);
	reports_init(&find->reports, pass_item, find);
}

struct find *find_new(const struct find_ops *ops, void *arg, bool bare_wqes)
{
	struct find *f = calloc(1, sizeof(*f));

	if (!f)
		return NULL;
	f->anchors = make_anchors();
	if (!f->anchors) {
		free(f);
		return NULL;
	}
	f->ops = ops;
	f->arg = arg;
	dumps_init(&f->dumps, &dump_ops, f, bare_wqes);
	reports_init(&f->reports, pass_item, f);
	f->wraps.found = found_message;
	f->wraps.begins = begins_now;
	f->wraps.arg = f;
	return f;
}

void find_free(struct find *find)
{
	if (!find)
		return;
	anchors_free(find->anchors);
	free(find);
}
