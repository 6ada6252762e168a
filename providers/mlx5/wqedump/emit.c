// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <infiniband/mlx5dv.h>

#include "ctrl.h"
#include "emit.h"
#include "mlx5wqe.h"
#include "status.h"
#include "wqedump.h"

#define COMMAND_MAX 96
#define HEX_MAX 24

static const char *const kind_names[] = {
	[ITEM_CQE] = "error-cqe",
	[ITEM_WQE] = "wqe",
	[ITEM_REPORT] = "report",
};

static const char *const side_names[] = {
	[MLX5WQE_REQUESTER] = "requester",
	[MLX5WQE_RESPONDER] = "responder",
};

/* Fields that are numbers, in the order in which they are written */
static const struct {
	enum field field;
	const char *name;
	const char *brief;
	enum value_form form;
} numbers[] = {
	{ FIELD_VENDOR_SYNDROME, "vendor_syndrome", "vendor", VALUE_HEX },
	{ FIELD_HW_SYNDROME, "hw_syndrome", "hw", VALUE_HEX },
	{ FIELD_HW_SYNDROME_TYPE, "hw_syndrome_type", NULL, VALUE_DEC },
	{ FIELD_CQN, "cqn", "CQ", VALUE_HEX },
	{ FIELD_WR_ID, "wr_id", "wr_id", VALUE_ADDR },
	{ FIELD_WQE_COUNTER, "wqe_counter", "wqe", VALUE_DEC },
	{ FIELD_WQE_OPCODE, "wqe_opcode", NULL, VALUE_HEX },
	{ FIELD_SRQN, "srqn_or_user_index", NULL, VALUE_DEC },
	{ FIELD_SIGNATURE, "signature", NULL, VALUE_DEC },
};

/* A number with its name or its other notation behind it in text */
static void write_named(struct writer *w, const char *name, const char *brief,
			enum value_form form, uint64_t number,
			const char *string)
{
	w->ops->value(w, &(struct value){ .name = name, .brief = brief,
					  .form = form, .number = number,
					  .string = string });
}

static void write_qpn(struct writer *w, uint64_t qpn)
{
	char hex[HEX_MAX];

	snprintf(hex, sizeof(hex), "0x%" PRIx64, qpn);
	write_named(w, "qpn", "QP", VALUE_DEC, qpn, hex);
}

static void write_syndrome(struct writer *w, const struct item *item)
{
	uint32_t number = (uint32_t)item->value[FIELD_SYNDROME];
	struct mlx5wqe_syndrome info = {};

	if (item_has(item, FIELD_SYNDROME)) {
		mlx5wqe_syndrome_query(number, &info);
		write_named(w, "syndrome", "syndrome", VALUE_HEX, number,
			    info.name);
		if (info.name)
			write_string(w, "syndrome_name", NULL, info.name);
	}
	if (item_has(item, FIELD_STATUS)) {
		number = (uint32_t)item->value[FIELD_STATUS];
		write_named(w, "ib_status", "status", VALUE_DEC, number,
			    status_name(number));
		if (status_name(number))
			write_string(w, "ib_status_name", NULL,
				     status_name(number));
	}
}

static void write_fields(struct writer *w, const struct item *item)
{
	size_t i;

	if (item_has(item, FIELD_SIDE))
		write_string(w, "side", "",
			     side_names[item->value[FIELD_SIDE]]);
	write_syndrome(w, item);
	if (item->qp_type[0])
		write_string(w, "qp_type", "", item->qp_type);
	if (item_has(item, FIELD_QPN))
		write_qpn(w, item->value[FIELD_QPN]);
	for (i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
		if (item_has(item, numbers[i].field))
			write_number(w, numbers[i].name, numbers[i].brief,
				     numbers[i].form,
				     item->value[numbers[i].field]);
	if (item->wqe_opcode_name)
		write_string(w, "wqe_opcode_name", "", item->wqe_opcode_name);
}

/* The syndrome that the item states, or that its status stands for */
static bool known_syndrome(const struct item *item,
			   struct mlx5wqe_syndrome *info)
{
	if (item_has(item, FIELD_SYNDROME))
		return !mlx5wqe_syndrome_query(
			(uint32_t)item->value[FIELD_SYNDROME], info);
	return item_has(item, FIELD_STATUS) &&
	       !status_syndrome((uint32_t)item->value[FIELD_STATUS], info);
}

static const char *where(const struct item *item)
{
	bool responder = item_has(item, FIELD_SIDE) &&
			 item->value[FIELD_SIDE] == MLX5WQE_RESPONDER;

	if (item->ethernet)
		return "The WQE is in a queue of the network device, which is no QP's.";
	if (responder)
		return "The WQE is in the receive queue, or in the SRQ if the QP has one.";
	return item_has(item, FIELD_SIDE) || item->wqe_opcode_name ?
	       "The WQE is in the send queue." : NULL;
}

static void write_next(struct writer *w, const struct item *item)
{
	bool receive = item_has(item, FIELD_SIDE) &&
		       item->value[FIELD_SIDE] == MLX5WQE_RESPONDER;
	uint64_t qpn = item->value[FIELD_QPN];
	char command[COMMAND_MAX];
	int n;

	if (!item_has(item, FIELD_QPN) || !qpn || item->ethernet)
		return;
	n = snprintf(command, sizeof(command),
		     PROGRAM " show -q 0x%" PRIx64 "%s", qpn,
		     receive ? " -w rq" : "");
	if (item_has(item, FIELD_WQE_COUNTER))
		snprintf(command + n, sizeof(command) - (size_t)n,
			 " -n %" PRIu64 " -v", item->value[FIELD_WQE_COUNTER]);
	else
		snprintf(command + n, sizeof(command) - (size_t)n, " -v");
	write_note(w, "next", "next", command);
}

static void write_meaning(struct emitter *e, const struct item *item)
{
	struct writer *w = &e->writer;
	struct mlx5wqe_syndrome info;
	const char *cause, *source;

	if (!known_syndrome(item, &info) ||
	    (!e->all && e->told[info.syndrome]))
		return;
	e->told[info.syndrome] = true;
	write_note(w, "meaning", "meaning", info.meaning);
	if (where(item))
		write_note(w, "where", "where", where(item));
	if (!item_has(item, FIELD_VENDOR_SYNDROME))
		return;
	cause = mlx5wqe_vendor_seen(info.syndrome,
				    (uint32_t)item->value[FIELD_VENDOR_SYNDROME],
				    &source);
	if (!cause)
		return;
	write_note(w, "seen_with", "seen with", cause);
	write_string(w, "seen_with_source", NULL, source);
}

static void write_error(struct emitter *e, const struct item *item,
			const struct group *group)
{
	struct writer *w = &e->writer;

	write_fields(w, item);
	if (!item_is_flush(item)) {
		write_meaning(e, item);
		write_next(w, item);
		return;
	}
	if (!group || !group->has_root) {
		write_meaning(e, item);
	} else if (group->has_qpn) {
		if (group->file)
			write_string(w, "root_file", NULL, group->file);
		write_number(w, "root_line", "flushed behind line", VALUE_DEC,
			     group->root.line);
	}
}

static void write_dumped_wqe(struct emitter *e, const struct item *item)
{
	struct mlx5wqe_context context = {
		.kind = e->kind,
		.qp_type = e->qp_type,
	};
	struct warnings warnings = {};
	struct writer *w = &e->writer;
	size_t length = item->length;
	struct wqe_ctrl ctrl;
	int err;

	if (item->ethernet && !e->qp_type)
		context.qp_type = MLX5WQE_QPT_RAW_PACKET;
	if (item_has(item, FIELD_WQE_INDEX)) {
		context.comp_mask |= MLX5WQE_CONTEXT_INDEX;
		context.index = (uint32_t)item->value[FIELD_WQE_INDEX];
	}
	if (e->kind == MLX5WQE_SQ && item->length >= WQE_CTRL_BYTES) {
		wqe_ctrl_get(item->bytes, &ctrl);
		/* A dump is of whole slots: what follows is padding. */
		if (ctrl.ds && ctrl.ds * WQE_DS_UNITS < length)
			length = ctrl.ds * WQE_DS_UNITS;
		write_number(w, "wqe_index", "index", VALUE_DEC,
			     ctrl.wqe_index);
		write_ctrl(w, item->bytes, length);
	}
	err = write_segments(w, &warnings, item->bytes, length, &context);
	if (!err && warnings.lost)
		err = ENOMEM;
	if (err)
		e->error = err;
	e->wqe_warnings += write_warnings(w, &warnings);
	warnings_free(&warnings);
}

static void begin(struct emitter *e)
{
	if (e->begun)
		return;
	e->begun = true;
	write_open(&e->writer, PART_DOCUMENT, NULL);
	write_string(&e->writer, "schema", NULL, "mlx5wqe-decode/1");
	write_open(&e->writer, PART_ITEMS, "items");
}

void emit_item(struct emitter *e, const struct item *item)
{
	const struct group *group = NULL;
	struct writer *w = &e->writer;

	e->items++;
	if (item->kind != ITEM_WQE)
		group = groups_add(&e->groups, item, e->file);
	if (!e->all && group && group->has_qpn && group->has_root &&
	    item_is_flush(item))
		return;
	begin(e);
	write_open(w, PART_ITEM, NULL);
	if (e->file)
		write_string(w, "file", "", e->file);
	write_number(w, "line", "line", VALUE_DEC, item->line);
	write_string(w, "kind", "", kind_names[item->kind]);
	if (item->source)
		write_string(w, "source", "by", item->source);
	if (item->kind == ITEM_WQE)
		write_dumped_wqe(e, item);
	else
		write_error(e, item, group);
	write_close(w);
}

void emit_remark(struct emitter *e, uint64_t line, const char *text)
{
	struct remark *remark;

	if (e->remark_count++ >= REMARKS_MAX)
		return;
	remark = &e->remarks[e->remark_count - 1];
	remark->file = e->file;
	remark->line = line;
	snprintf(remark->text, sizeof(remark->text), "%s", text);
}

static void write_remark(struct writer *w, const struct remark *remark)
{
	write_open(w, PART_REMARK, NULL);
	if (remark->file)
		write_string(w, "file", "warning:", remark->file);
	write_number(w, "line", remark->file ? "line" : "warning: line",
		     VALUE_DEC, remark->line);
	write_string(w, "text", "-", remark->text);
	write_close(w);
}

/* What was left out, which is of no file and no line */
static void write_left_out(struct writer *w, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

static void write_left_out(struct writer *w, const char *format, ...)
{
	char text[REMARK_TEXT_MAX];
	va_list ap;

	va_start(ap, format);
	vsnprintf(text, sizeof(text), format, ap);
	va_end(ap);
	write_open(w, PART_REMARK, NULL);
	write_string(w, "text", "warning:", text);
	write_close(w);
}

static void write_remarks(struct emitter *e)
{
	uint64_t i, kept = e->remark_count;

	if (kept > REMARKS_MAX)
		kept = REMARKS_MAX;
	write_open(&e->writer, PART_REMARKS, "warnings");
	for (i = 0; i < kept; i++)
		write_remark(&e->writer, &e->remarks[i]);
	if (e->remark_count > kept)
		write_left_out(&e->writer,
			       "%" PRIu64 " more warnings are left out",
			       e->remark_count - kept);
	if (e->groups.lost)
		write_left_out(&e->writer,
			       "the summary leaves out %" PRIu64 " errors of more than %u queue pairs",
			       e->groups.lost, GROUPS_MAX);
	write_close(&e->writer);
}

static void write_group(struct writer *w, const struct group *group)
{
	struct mlx5wqe_syndrome info;

	write_open(w, PART_REMARK, NULL);
	if (group->has_qpn)
		write_named(w, "qpn", "summary: QP", VALUE_DEC, group->qpn,
			    NULL);
	if (group->file)
		write_string(w, "file", "first error in", group->file);
	write_number(w, "line",
		     group->has_qpn ? "first error at line" :
		     "summary: errors that name no QP, the first at line",
		     VALUE_DEC, group->root.line);
	if (known_syndrome(&group->root, &info))
		write_string(w, "syndrome_name", "", info.name);
	write_number(w, "errors", "- errors", VALUE_DEC, group->errors);
	write_number(w, "flushes", "flushes", VALUE_DEC, group->flushes);
	write_close(w);
}

static void write_summary(struct emitter *e)
{
	const struct groups *g = &e->groups;
	size_t i;

	write_open(&e->writer, PART_REMARKS, "summary");
	for (i = 0; i < g->count; i++)
		if (e->all || g->slots[g->order[i]].flushes ||
		    g->slots[g->order[i]].errors > 1)
			write_group(&e->writer, &g->slots[g->order[i]]);
	if (g->unnamed.errors + g->unnamed.flushes > 1)
		write_group(&e->writer, &g->unnamed);
	write_close(&e->writer);
}

void emit_end(struct emitter *e)
{
	if (!e->items && !e->remark_count)
		return;
	begin(e);
	write_close(&e->writer);
	write_summary(e);
	write_remarks(e);
	write_close(&e->writer);
}
