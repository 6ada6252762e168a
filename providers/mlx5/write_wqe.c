// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bytes.h"
#include "ctrl.h"
#include "write_wqe.h"

struct segments {
	struct writer *writer;
	struct warnings *warnings;
};

static void add_text(struct warnings *warnings, const char *text)
{
	size_t size = strlen(text) + 1;
	char *more = realloc(warnings->text, warnings->length + size);

	if (!more) {
		warnings->lost = true;
		return;
	}
	memcpy(more + warnings->length, text, size);
	warnings->text = more;
	warnings->length += size;
	warnings->count++;
}

void warnings_add(struct warnings *warnings, const char *format, ...)
{
	char text[160];
	va_list ap;

	va_start(ap, format);
	vsnprintf(text, sizeof(text), format, ap);
	va_end(ap);
	add_text(warnings, text);
}

unsigned int write_warnings(struct writer *writer, struct warnings *warnings)
{
	const char *text = warnings->text;
	unsigned int count = warnings->count;
	unsigned int i;

	write_open(writer, PART_WARNINGS, "warnings");
	for (i = 0; i < count; i++, text += strlen(text) + 1)
		write_string(writer, NULL, "", text);
	write_close(writer);
	warnings->length = 0;
	warnings->count = 0;
	return count;
}

void warnings_free(struct warnings *warnings)
{
	free(warnings->text);
	*warnings = (struct warnings){};
}

static void write_field(struct writer *writer,
			const struct mlx5wqe_event *event)
{
	static const enum value_form forms[] = {
		[MLX5WQE_VALUE_UINT] = VALUE_DEC,
		[MLX5WQE_VALUE_ADDR] = VALUE_ADDR,
		[MLX5WQE_VALUE_BYTES] = VALUE_BYTES,
	};
	struct value value = {
		.name = event->name,
		.brief = event->brief,
		.form = forms[event->value_type],
		.number = event->value,
		.string = event->symbol,
		.bytes = event->bytes,
		.length = event->length,
	};

	if (event->display == MLX5WQE_DISPLAY_HEX && value.form == VALUE_DEC)
		value.form = VALUE_HEX;
	writer->ops->value(writer, &value);
}

static int write_event(const struct mlx5wqe_event *event, void *arg)
{
	struct segments *segments = arg;
	struct writer *writer = segments->writer;

	switch (event->type) {
	case MLX5WQE_EVENT_SEGMENT:
		write_open(writer, PART_SEGMENT, NULL);
		write_string(writer, "type", NULL, event->name);
		break;
	case MLX5WQE_EVENT_FIELD:
		write_field(writer, event);
		break;
	case MLX5WQE_EVENT_SEGMENT_END:
		write_close(writer);
		break;
	case MLX5WQE_EVENT_WARNING:
		add_text(segments->warnings, event->text);
		break;
	}
	return 0;
}

/* One-line text has it where it says something. */
static void write_opmod(struct writer *w, const struct wqe_ctrl *ctrl)
{
	const char *name = mlx5wqe_opmod_name(ctrl->opcode, ctrl->opmod);

	w->ops->value(w, &(struct value){
		.name = "opmod",
		.brief = ctrl->opmod || name ? "opmod" : NULL,
		.form = VALUE_HEX,
		.number = ctrl->opmod,
		.string = name,
	});
	if (name)
		write_string(w, "opmod_name", NULL, name);
}

void write_ctrl(struct writer *w, const uint8_t *bytes, size_t length)
{
	const char *name, *flag;
	struct wqe_ctrl ctrl;
	unsigned int i;

	if (length < WQE_CTRL_BYTES)
		return;
	wqe_ctrl_get(bytes, &ctrl);
	name = mlx5wqe_opcode_name(ctrl.opcode);
	write_number(w, "opcode", name ? NULL : "opcode", VALUE_HEX,
		     ctrl.opcode);
	if (name)
		write_string(w, "opcode_name", "", name);
	write_opmod(w, &ctrl);
	write_number(w, "qpn", NULL, VALUE_DEC, ctrl.qpn);
	write_number(w, "ds", NULL, VALUE_DEC, ctrl.ds);
	write_open(w, PART_FLAGS, "flags");
	for (i = 0; (flag = wqe_flag_name(ctrl.fm_ce_se, i)); i++)
		if (*flag)
			write_string(w, NULL, "", flag);
	write_close(w);
}

int write_segments(struct writer *writer, struct warnings *warnings,
		   const uint8_t *bytes, size_t length,
		   const struct mlx5wqe_context *context)
{
	struct segments segments = { .writer = writer, .warnings = warnings };
	int ret;

	write_open(writer, PART_SEGMENTS, "segments");
	ret = mlx5wqe_decode(bytes, length, context, write_event, &segments);
	write_close(writer);
	return ret;
}

static int write_segments_of(struct writer *w, struct warnings *warnings,
			     const struct mlx5wqe_info *info,
			     const struct mlx5wqe_wqe *wqe)
{
	struct mlx5wqe_context context = {
		.comp_mask = MLX5WQE_CONTEXT_QPN | MLX5WQE_CONTEXT_INDEX,
		.kind = info->kind,
		.qp_type = info->qp_type,
		.flags = info->flags,
		.qpn = info->number,
		.index = wqe->index,
	};

	return write_segments(w, warnings, wqe->bytes, wqe->length, &context);
}

static void wqe_warnings(struct warnings *warnings,
			 const struct mlx5wqe_wqe *wqe)
{
	if (wqe->flags & MLX5WQE_WQE_TRUNCATED)
		warnings_add(warnings, "the WQE is longer than its queue");
	if (wqe->flags & MLX5WQE_WQE_OVERRUN)
		warnings_add(warnings, "the WQE claims %u slots, of which the last are not posted",
			     wqe->slots);
}

/* Slots that no WQE accounts for: never used, or the middle of an older one */
static void write_loose(struct writer *w, const struct mlx5wqe_wqe *wqe)
{
	bool empty = all_zero(wqe->bytes, wqe->length);

	write_string(w, "loose", "", empty ? "empty" : "no WQE starts here");
	write_open(w, PART_SEGMENTS, "segments");
	if (!empty) {
		write_open(w, PART_SEGMENT, NULL);
		write_string(w, "type", NULL, "raw");
		write_bytes(w, "data", NULL, wqe->bytes, wqe->length);
		write_close(w);
	}
	write_close(w);
}

int write_wqe(struct writer *w, struct warnings *warnings,
	      const struct mlx5wqe_info *info, const struct mlx5wqe_wqe *wqe,
	      bool raw)
{
	bool loose = wqe->flags & MLX5WQE_WQE_LOOSE;
	int ret = 0;

	if (loose)
		write_number(w, "slots", "slots", VALUE_DEC, wqe->slots);
	else
		write_number(w, "index", "wqe", VALUE_DEC, wqe->index);
	write_number(w, "slot", loose ? "from slot" : NULL, VALUE_DEC,
		     wqe->slot);
	if (wqe->flags & MLX5WQE_WQE_PENDING_KNOWN)
		w->ops->value(w, &(struct value){
			.name = "pending", .brief = "", .form = VALUE_BOOL,
			.number = !!(wqe->flags & MLX5WQE_WQE_PENDING),
			.string = "pending" });
	if (loose) {
		write_loose(w, wqe);
	} else {
		if (info->kind == MLX5WQE_SQ)
			write_ctrl(w, wqe->bytes, wqe->length);
		ret = write_segments_of(w, warnings, info, wqe);
		wqe_warnings(warnings, wqe);
	}
	if (raw)
		write_bytes(w, "raw", "raw", wqe->bytes, wqe->length);
	return ret;
}
