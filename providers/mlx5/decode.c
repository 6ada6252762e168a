// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * One WQE, driven by the tables: every byte is reported in exactly one
 * segment, whatever the bytes are.
 */

#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <infiniband/mlx5dv.h>

#include "ctrl.h"
#include "mlx5wqe.h"
#include "sized.h"
#include "tables.h"

#define ENTRY_BYTES 0x7fffffffu
#define INLINE_HEADER 4u
#define WARNING_MAX 160

struct decoder {
	const uint8_t *bytes;
	size_t length;
	size_t pos;
	const struct mlx5wqe_context *context;
	mlx5wqe_event_fn fn;
	void *arg;
};

/* The caller has checked that @size bytes, at most 8, are there. */
static uint64_t get_be(const uint8_t *bytes, size_t size)
{
	uint64_t value = 0;
	size_t i;

	for (i = 0; i < size; i++)
		value = value << 8 | bytes[i];
	return value;
}

static int emit_warning(struct decoder *d, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

static int emit_warning(struct decoder *d, const char *format, ...)
{
	struct mlx5wqe_event event = { .type = MLX5WQE_EVENT_WARNING };
	char text[WARNING_MAX];
	va_list ap;

	va_start(ap, format);
	vsnprintf(text, sizeof(text), format, ap);
	va_end(ap);
	event.text = text;
	event.offset = (uint32_t)d->pos;
	return d->fn(&event, d->arg);
}

static int emit_segment(struct decoder *d, enum mlx5wqe_event_type type,
			const char *name)
{
	struct mlx5wqe_event event = {
		.type = type,
		.name = name,
		.offset = (uint32_t)d->pos,
	};

	return d->fn(&event, d->arg);
}

static int emit_bytes(struct decoder *d, const char *name, size_t offset,
		      size_t length)
{
	struct mlx5wqe_event event = {
		.type = MLX5WQE_EVENT_FIELD,
		.value_type = MLX5WQE_VALUE_BYTES,
		.name = name,
		.bytes = d->bytes + offset,
		.length = length,
		.offset = (uint32_t)offset,
		.bits = (uint32_t)(length * 8),
	};

	return d->fn(&event, d->arg);
}

/* The caller has checked that the whole segment is there. */
static int emit_field(struct decoder *d, const struct field_desc *field)
{
	const uint8_t *word = d->bytes + d->pos + field->offset;
	struct mlx5wqe_event event = {
		.type = MLX5WQE_EVENT_FIELD,
		.name = field->name,
		.brief = field->brief,
		.offset = (uint32_t)(d->pos + field->offset),
		.bits = field->bits,
	};
	int ret;

	if (field->flags & FIELD_BYTES) {
		event.value_type = MLX5WQE_VALUE_BYTES;
		event.bytes = word;
		event.length = field->size;
		event.bits = field->size * 8u;
		return d->fn(&event, d->arg);
	}

	/* where its first bit is, which need not be in the first byte */
	event.offset += (field->size * 8u - field->shift - field->bits) / 8;
	event.value = get_be(word, field->size) >> field->shift;
	if (field->bits < 64)
		event.value &= (UINT64_C(1) << field->bits) - 1;
	if (field->flags & FIELD_ADDR)
		event.value_type = MLX5WQE_VALUE_ADDR;
	if (field->flags & FIELD_HEX)
		event.display = MLX5WQE_DISPLAY_HEX;
	if (field->flags & FIELD_OPCODE)
		event.symbol = mlx5wqe_opcode_name((uint32_t)event.value);
	if (field->flags & FIELD_RESERVED && !event.value)
		return 0;

	ret = d->fn(&event, d->arg);
	if (ret || !(field->flags & FIELD_RESERVED))
		return ret;
	return emit_warning(d, "reserved bits at byte %u are set: 0x%" PRIx64,
			    event.offset, event.value);
}

static int emit_fields(struct decoder *d, const struct segment_desc *desc)
{
	size_t i;
	int ret;

	for (i = 0; i < desc->field_cnt; i++) {
		ret = emit_field(d, &desc->fields[i]);
		if (ret)
			return ret;
	}
	return 0;
}

/* All that is left, as bytes */
static int decode_raw(struct decoder *d)
{
	size_t rest = d->length - d->pos;
	int ret;

	if (!rest)
		return 0;
	ret = emit_segment(d, MLX5WQE_EVENT_SEGMENT, "raw");
	if (!ret)
		ret = emit_bytes(d, "data", d->pos, rest);
	if (!ret)
		ret = emit_segment(d, MLX5WQE_EVENT_SEGMENT_END, "raw");
	d->pos = d->length;
	return ret;
}

static int decode_cut(struct decoder *d, const struct segment_desc *desc)
{
	int ret;

	ret = emit_warning(d, "%s segment at byte %zu needs %u bytes, the WQE has %zu left",
			   desc->name, d->pos, desc->size,
			   d->length - d->pos);
	return ret ? ret : decode_raw(d);
}

static int decode_fixed(struct decoder *d, enum segment_id id)
{
	const struct segment_desc *desc = &segment_descs[id];
	int ret;

	if (d->length - d->pos < desc->size)
		return decode_cut(d, desc);

	ret = emit_segment(d, MLX5WQE_EVENT_SEGMENT, desc->name);
	if (!ret)
		ret = emit_fields(d, desc);
	if (!ret)
		ret = emit_segment(d, MLX5WQE_EVENT_SEGMENT_END, desc->name);
	d->pos += desc->size;
	return ret;
}

/* A header of 4 bytes and its data, padded to the unit that ds counts in */
static int decode_inline(struct decoder *d)
{
	const struct segment_desc *desc = &segment_descs[SEG_INLINE];
	size_t rest = d->length - d->pos;
	size_t want = get_be(d->bytes + d->pos, INLINE_HEADER) & ENTRY_BYTES;
	size_t have = rest - INLINE_HEADER;
	size_t end;
	int ret;

	if (want < have)
		have = want;
	end = INLINE_HEADER + have;
	end += (WQE_DS_UNITS - end % WQE_DS_UNITS) % WQE_DS_UNITS;
	if (end > rest)
		end = rest;

	ret = emit_segment(d, MLX5WQE_EVENT_SEGMENT, desc->name);
	if (!ret)
		ret = emit_fields(d, desc);
	if (!ret)
		ret = emit_bytes(d, "data", d->pos + INLINE_HEADER, have);
	if (!ret && want > have)
		ret = emit_warning(d, "inline segment at byte %zu says %zu bytes, the WQE has %zu",
				   d->pos, want, have);
	if (!ret)
		ret = emit_segment(d, MLX5WQE_EVENT_SEGMENT_END, desc->name);
	d->pos += end;
	return ret;
}

static int decode_payload(struct decoder *d)
{
	int ret = 0;

	while (!ret && d->length - d->pos >= WQE_DS_UNITS) {
		if (get_be(d->bytes + d->pos, INLINE_HEADER) & (uint32_t)MLX5_INLINE_SEG)
			ret = decode_inline(d);
		else
			ret = decode_fixed(d, SEG_DATA);
	}
	if (!ret && d->pos < d->length)
		ret = decode_cut(d, &segment_descs[SEG_DATA]);
	return ret;
}

static int decode_av(struct decoder *d)
{
	const uint8_t *av = d->bytes + d->pos;
	bool full;

	if (d->length - d->pos < segment_descs[SEG_AV_COMPACT].size)
		return decode_cut(d, &segment_descs[SEG_AV_COMPACT]);
	full = get_be(av + offsetof(struct mlx5_wqe_av, dqp_dct), 4) & (uint32_t)MLX5_EXTENDED_UD_AV;
	return decode_fixed(d, full ? SEG_AV : SEG_AV_COMPACT);
}

static int decode_segment(struct decoder *d, enum segment_id id)
{
	/* What a segment that was cut short left over is shown already */
	if (d->pos == d->length && (id == SEG_PAYLOAD || id == SEG_RAW))
		return 0;
	switch (id) {
	case SEG_PAYLOAD:
		return decode_payload(d);
	case SEG_AV_ANY:
		return decode_av(d);
	case SEG_RAW:
		return decode_raw(d);
	default:
		return decode_fixed(d, id);
	}
}

static int check_ctrl(struct decoder *d, const struct wqe_ctrl *ctrl)
{
	const struct mlx5wqe_context *context = d->context;
	uint16_t index = (uint16_t)context->index;
	int ret = 0;

	if (context->comp_mask & MLX5WQE_CONTEXT_INDEX &&
	    ctrl->wqe_index != index)
		ret = emit_warning(d, "wqe_index is %u where %u is expected: an older WQE, or one being written",
				   ctrl->wqe_index, index);
	if (!ret && context->comp_mask & MLX5WQE_CONTEXT_QPN &&
	    ctrl->qpn != context->qpn)
		ret = emit_warning(d, "the WQE names QP %u, the queue is that of QP %u",
				   ctrl->qpn, context->qpn);
	if (!ret && ctrl->ds && ctrl->ds * WQE_DS_UNITS != d->length)
		ret = emit_warning(d, "ds says %u bytes, %zu are there",
				   ctrl->ds * WQE_DS_UNITS, d->length);
	if (!ret && !ctrl->ds)
		ret = emit_warning(d, "ds is 0, which is no WQE");
	return ret;
}

static bool is_datagram(uint32_t qp_type)
{
	return qp_type == MLX5WQE_QPT_UD || qp_type == MLX5WQE_QPT_GSI;
}

static int decode_layout(struct decoder *d, const struct opcode_desc *opcode)
{
	unsigned int i;
	int ret = 0;

	for (i = 0; !ret && i < MAX_LAYOUT && opcode->layout[i]; i++) {
		ret = decode_segment(d, opcode->layout[i]);
		if (!ret && !i && opcode->datagram &&
		    is_datagram(d->context->qp_type))
			ret = decode_segment(d, SEG_AV_ANY);
	}
	return ret;
}

static int decode_opcode(struct decoder *d, const struct wqe_ctrl *ctrl)
{
	static const struct opcode_desc unknown = { .layout = { SEG_CTRL } };
	const struct opcode_desc *opcode = opcode_find(ctrl->opcode);
	int ret = 0;

	if (!opcode)
		ret = emit_warning(d, "opcode 0x%02x is not known: raw bytes follow",
				   ctrl->opcode);
	else if (!opcode->decoded && d->length > WQE_CTRL_BYTES)
		ret = emit_warning(d, "%s is not decoded: raw bytes follow",
				   opcode->name);
	if (!ret)
		ret = decode_layout(d, opcode ? opcode : &unknown);
	return ret ? ret : decode_raw(d);
}

/* What follows the WQE in its slots is left over from an older one. */
static int decode_send(struct decoder *d)
{
	size_t length = d->length;
	struct wqe_ctrl ctrl;
	int ret;

	if (length < WQE_CTRL_BYTES)
		return decode_cut(d, &segment_descs[SEG_CTRL]);

	wqe_ctrl_get(d->bytes, &ctrl);
	ret = check_ctrl(d, &ctrl);
	if (ctrl.ds && ctrl.ds * WQE_DS_UNITS < length)
		d->length = ctrl.ds * WQE_DS_UNITS;
	if (!ret)
		ret = decode_opcode(d, &ctrl);
	d->length = length;
	return ret ? ret : decode_raw(d);
}

/* The entry that says that the scatter list ends here */
static bool is_terminator(const uint8_t *entry)
{
	return get_be(entry, 4) == 0 &&
	       get_be(entry + 4, 4) == MLX5_INVALID_LKEY;
}

static int decode_receive(struct decoder *d)
{
	bool end = false;
	int ret = 0;

	if (d->context->kind == MLX5WQE_SRQ)
		ret = decode_fixed(d, SEG_NEXT);
	else if (d->context->flags & MLX5WQE_INFO_FLAG_SIGNATURE)
		ret = decode_fixed(d, SEG_SIGNATURE);

	while (!ret && !end && d->length - d->pos >= WQE_DS_UNITS) {
		end = is_terminator(d->bytes + d->pos);
		ret = decode_fixed(d, SEG_DATA);
	}
	/* Bytes behind the terminator are no part of the WQE */
	return ret || end ? ret : decode_raw(d);
}

int mlx5wqe_decode_sized(const void *wqe, size_t length,
			 const struct mlx5wqe_context *context,
			 size_t context_size, mlx5wqe_event_fn fn, void *arg)
{
	struct mlx5wqe_context ours;
	struct decoder d = {
		.bytes = wqe,
		.length = length,
		.context = &ours,
		.fn = fn,
		.arg = arg,
	};

	if (!fn || (!wqe && length) || length > UINT32_MAX)
		return EINVAL;
	if (sized_in(&ours, sizeof(ours), context, context_size))
		return EINVAL;
	if (ours.kind > MLX5WQE_SRQ || ours.reserved ||
	    ours.comp_mask & ~(uint64_t)(MLX5WQE_CONTEXT_QPN |
					 MLX5WQE_CONTEXT_INDEX))
		return EINVAL;
	return ours.kind == MLX5WQE_SQ ? decode_send(&d) : decode_receive(&d);
}
