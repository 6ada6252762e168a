// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* One segment at a time, as events: its fields, its tail, what is wrong. */

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "decode.h"

#define WARNING_MAX 160

int emit_warning(struct decoder *d, const char *format, ...)
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
			const char *name, size_t length)
{
	struct mlx5wqe_event event = {
		.type = type,
		.name = name,
		.length = length,
		.offset = (uint32_t)d->pos,
		.bits = (uint32_t)(length * 8),
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

static int emit_byte_field(struct decoder *d, const struct field_desc *field)
{
	size_t offset = d->pos + field->offset;
	int ret;

	if (field->flags & (FIELD_RESERVED | FIELD_UNUSED) &&
	    all_zero(d->bytes + offset, field->size))
		return 0;
	ret = emit_bytes(d, field->name, offset, field->size);
	if (ret || !(field->flags & FIELD_RESERVED))
		return ret;
	return emit_warning(d, "reserved bits in the %u bytes at byte %zu are set",
			    field->size, offset);
}

static void set_names(const struct decoder *d, const struct field_desc *field,
		       struct mlx5wqe_event *event)
{
	if (field->flags & FIELD_OPCODE)
		event->symbol = mlx5wqe_opcode_name((uint32_t)event->value);
	if (field->flags & FIELD_OPMOD && d->form)
		event->symbol = d->form->name;
	if (field->flags & FIELD_IMM && d->opcode)
		event->brief = d->opcode->imm;
	if (field->flags & FIELD_BRIEF_SET && !event->value)
		event->brief = NULL;
}

static int check_field(struct decoder *d, const struct field_desc *field,
		       const struct mlx5wqe_event *event)
{
	if (field->flags & FIELD_RESERVED)
		return emit_warning(d, "reserved bits at byte %u are set: 0x%" PRIx64,
				    event->offset, event->value);
	if (field->flags & FIELD_TSO && event->value && !d->form->tso)
		return emit_warning(d, "%s has %s %" PRIu64 ", but segments nothing",
				    d->opcode->name, field->name,
				    event->value);
	return 0;
}

/* The caller has checked that the whole segment is there. */
static int emit_field(struct decoder *d, const struct field_desc *field)
{
	const uint8_t *word = d->bytes + d->pos + field->offset;
	struct mlx5wqe_event event;
	uint64_t value;
	int ret;

	if (field->flags & FIELD_BYTES)
		return emit_byte_field(d, field);

	value = get_be(word, field->size) >> field->shift;
	if (field->bits < 64)
		value &= (UINT64_C(1) << field->bits) - 1;
	if (field->flags & (FIELD_RESERVED | FIELD_UNUSED) && !value)
		return 0;

	event = (struct mlx5wqe_event){
		.type = MLX5WQE_EVENT_FIELD,
		.name = field->name,
		.brief = field->brief,
		.value = value,
		.offset = (uint32_t)(d->pos + field->offset),
		.bits = field->bits,
	};
	/* where its first bit is, which need not be in the first byte */
	event.offset += (field->size * 8u - field->shift - field->bits) / 8;
	if (field->flags & FIELD_IN_PLACE) {
		event.value <<= field->shift;
		event.bits += field->shift;
	}
	if (field->flags & FIELD_ADDR)
		event.value_type = MLX5WQE_VALUE_ADDR;
	if (field->flags & FIELD_HEX)
		event.display = MLX5WQE_DISPLAY_HEX;
	set_names(d, field, &event);

	ret = d->fn(&event, d->arg);
	return ret ? ret : check_field(d, field, &event);
}

static int emit_fields(struct decoder *d, const struct segment_desc *desc)
{
	uint16_t i;
	int ret;

	for (i = 0; i < desc->field_cnt; i++) {
		ret = emit_field(d, &desc->fields[i]);
		if (ret)
			return ret;
	}
	return 0;
}

int decode_bytes(struct decoder *d, size_t length)
{
	int ret;

	if (!length)
		return 0;
	ret = emit_segment(d, MLX5WQE_EVENT_SEGMENT, "raw", length);
	if (!ret)
		ret = emit_bytes(d, "data", d->pos, length);
	if (!ret)
		ret = emit_segment(d, MLX5WQE_EVENT_SEGMENT_END, "raw",
				   length);
	d->pos += length;
	return ret;
}

/* All that is left, as bytes */
int decode_raw(struct decoder *d)
{
	return decode_bytes(d, d->length - d->pos);
}

int decode_filler(struct decoder *d, size_t length)
{
	const char *name = segment_desc(SEG_PAD)->name;
	int ret;

	if (!length)
		return 0;
	if (!all_zero(d->bytes + d->pos, length)) {
		ret = emit_warning(d, "%zu bytes at byte %zu belong to no segment",
				   length, d->pos);
		return ret ? ret : decode_bytes(d, length);
	}
	ret = emit_segment(d, MLX5WQE_EVENT_SEGMENT, name, length);
	if (!ret)
		ret = emit_segment(d, MLX5WQE_EVENT_SEGMENT_END, name, length);
	d->pos += length;
	return ret;
}

int decode_cut(struct decoder *d, const struct segment_desc *desc)
{
	int ret;

	ret = emit_warning(d, "%s segment at byte %zu needs %u bytes, the WQE has %zu left",
			   desc->name, d->pos, desc->size,
			   d->length - d->pos);
	return ret ? ret : decode_raw(d);
}

enum segment_id segment_resolve(enum segment_id id, const uint8_t *bytes,
				size_t length)
{
	const struct variant_desc *variant;

	if (id < SEG_VARIANTS || id >= SEG_VARIANTS_END)
		return id;
	variant = &variant_descs[id - SEG_VARIANTS];
	if (length > variant->offset && bytes[variant->offset] & variant->mask)
		return variant->set;
	return variant->clear;
}

size_t segment_extent(const struct segment_desc *desc, const uint8_t *bytes,
		      size_t rest, size_t *want, size_t *have)
{
	size_t end;

	*want = *have = 0;
	if (!desc->tail)
		return desc->size;
	*want = get_be(bytes + desc->tail_offset, desc->tail_size) &
		desc->tail_mask;
	*have = rest - desc->size;
	if (*want < *have)
		*have = *want;
	end = desc->size + *have;
	end += (WQE_DS_UNITS - end % WQE_DS_UNITS) % WQE_DS_UNITS;
	return end < rest ? end : rest;
}

/* Bytes behind a segment's fixed part, and what pads them if it is not zero */
static int decode_tail(struct decoder *d, const struct segment_desc *desc,
		       size_t extent, size_t want, size_t have)
{
	size_t start = d->pos + desc->size;
	size_t pad = extent - desc->size - have;
	int ret;

	ret = emit_bytes(d, desc->tail, start, have);
	if (!ret && !all_zero(d->bytes + start + have, pad))
		ret = emit_bytes(d, "padding", start + have, pad);
	if (!ret && want > have)
		ret = emit_warning(d, "%s segment at byte %zu says %zu bytes, the WQE has %zu",
				   desc->name, d->pos, want, have);
	return ret;
}

int decode_segment(struct decoder *d, enum segment_id id)
{
	size_t rest = d->length - d->pos, extent, want, have;
	const struct segment_desc *desc;
	int ret;

	desc = segment_desc(segment_resolve(id, d->bytes + d->pos, rest));
	if (rest < desc->size)
		return decode_cut(d, desc);

	extent = segment_extent(desc, d->bytes + d->pos, rest, &want, &have);
	ret = emit_segment(d, MLX5WQE_EVENT_SEGMENT, desc->name, extent);
	if (!ret)
		ret = emit_fields(d, desc);
	if (!ret && desc->tail)
		ret = decode_tail(d, desc, extent, want, have);
	if (!ret)
		ret = emit_segment(d, MLX5WQE_EVENT_SEGMENT_END, desc->name,
				   extent);
	d->pos += extent;
	return ret;
}
