// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * One WQE, driven by the tables: every byte is reported in exactly one
 * segment, whatever the bytes are.
 */

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <infiniband/mlx5dv.h>

#include "decode.h"
#include "infer.h"
#include "sized.h"

#define INLINE_HEADER 4u
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

static int decode_bytes(struct decoder *d, size_t length)
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
static int decode_raw(struct decoder *d)
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

/* What an opcode may leave behind it, zero or not */
static int decode_rest(struct decoder *d)
{
	size_t rest = d->length - d->pos;

	if (all_zero(d->bytes + d->pos, rest))
		return decode_filler(d, rest);
	return decode_raw(d);
}

static int decode_cut(struct decoder *d, const struct segment_desc *desc)
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

enum segment_id payload_id(const uint8_t *bytes)
{
	return get_be(bytes, INLINE_HEADER) & (uint32_t)MLX5_INLINE_SEG ?
		       SEG_INLINE :
		       SEG_DATA;
}

bool is_terminator(const uint8_t *entry)
{
	return get_be(entry, 4) == 0 &&
	       get_be(entry + 4, 4) == MLX5_INVALID_LKEY;
}

static int check_entry(struct decoder *d, const uint8_t *entry)
{
	if (get_be(entry, 4) || is_terminator(entry))
		return 0;
	return emit_warning(d, "data entry at byte %zu has byte_count 0",
			    (size_t)(entry - d->bytes));
}

int decode_payload(struct decoder *d)
{
	const uint8_t *entry;
	int ret = 0;

	while (!ret && d->length - d->pos >= WQE_DS_UNITS) {
		entry = d->bytes + d->pos;
		ret = decode_segment(d, payload_id(entry));
		if (!ret)
			ret = check_entry(d, entry);
	}
	if (!ret && d->pos < d->length)
		ret = decode_cut(d, segment_desc(SEG_DATA));
	return ret;
}

static int warn_inference(struct decoder *d, const struct inference *found)
{
	if (found->fits > 1)
		return emit_warning(d, "the type of QP is not known: read as of %s, but %s fits as well",
				    lead_descs[found->chosen].name,
				    lead_descs[found->other].name);
	if (!found->fits)
		return emit_warning(d, "the type of QP is not known and none fits: read as of %s",
				    lead_descs[found->chosen].name);
	return 0;
}

/* What stands behind the control segment because of the kind of QP */
static int decode_lead(struct decoder *d)
{
	unsigned int known = leads_of_qp_type(d->context->qp_type);
	unsigned int leads = d->form->leads & known;
	struct inference found;
	const uint8_t *layout;
	unsigned int i;
	int ret = 0;

	if (!leads)
		return emit_warning(d, "%s does not go with a QP of type %s",
				    d->opcode->name,
				    mlx5wqe_qp_type_name(d->context->qp_type));
	found = infer_lead(d, leads);
	if (!mlx5wqe_qp_type_name(d->context->qp_type))
		ret = warn_inference(d, &found);
	layout = lead_descs[found.chosen].layout;
	for (i = 0; !ret && i < MAX_LEAD && layout[i]; i++)
		if (!i || d->pos < d->length)
			ret = decode_segment(d, layout[i]);
	return ret;
}

static int decode_step(struct decoder *d, unsigned int step)
{
	/* What a segment that was cut short left over is shown already */
	if (d->pos == d->length && (step >= SEG_PAYLOAD || step & SEG_OPTIONAL))
		return 0;
	switch (step) {
	case SEG_LEAD:
		return decode_lead(d);
	case SEG_PAYLOAD:
		return decode_payload(d);
	case SEG_UMR_BODY:
		return decode_umr_body(d);
	case SEG_REST:
		return decode_rest(d);
	default:
		return decode_segment(d, step & ~(unsigned int)SEG_OPTIONAL);
	}
}

static int check_owner(struct decoder *d, const struct wqe_ctrl *ctrl)
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
	return ret;
}

/* Streams are of DC initiators. */
static bool can_have_streams(const struct decoder *d)
{
	return leads_of_qp_type(d->context->qp_type) & 1 << LEAD_DC;
}

static int check_ctrl(struct decoder *d, const struct wqe_ctrl *ctrl)
{
	int ret;

	ret = check_owner(d, ctrl);
	if (!ret && ctrl->ds && ctrl->ds * WQE_DS_UNITS != d->length)
		ret = emit_warning(d, "ds says %u bytes, %zu are there",
				   ctrl->ds * WQE_DS_UNITS, d->length);
	if (!ret && !ctrl->ds)
		ret = emit_warning(d, "ds is 0, which is no WQE");
	if (!ret && ctrl->stream && !can_have_streams(d))
		ret = emit_warning(d, "reserved bits at byte 9 are set: 0x%x",
				   ctrl->stream);
	if (!ret && ctrl->fm_ce_se & WQE_FM_CE_SE_RESERVED)
		ret = emit_warning(d, "reserved bits at byte 11 are set: 0x%x",
				   ctrl->fm_ce_se & WQE_FM_CE_SE_RESERVED);
	return ret;
}

static int check_opcode(struct decoder *d, const struct wqe_ctrl *ctrl)
{
	if (!d->opcode)
		return emit_warning(d, "opcode 0x%02x is not known: raw bytes follow",
				    ctrl->opcode);
	if (!d->opcode->form_cnt && d->length > WQE_CTRL_BYTES)
		return emit_warning(d, "there is no public description of %s: raw bytes follow",
				    d->opcode->name);
	if (d->opcode->form_cnt && !d->form)
		return emit_warning(d, "opmod 0x%02x of %s is not known: raw bytes follow",
				    ctrl->opmod, d->opcode->name);
	return 0;
}

static int decode_form(struct decoder *d)
{
	const uint8_t *layout = d->form->layout;
	unsigned int i;
	int ret = 0;

	for (i = 1; !ret && i < MAX_LAYOUT && layout[i]; i++)
		ret = decode_step(d, layout[i]);
	return ret ? ret : decode_filler(d, d->length - d->pos);
}

/* What follows the WQE in its slots is left over from an older one. */
static int decode_send(struct decoder *d)
{
	size_t length = d->length;
	struct wqe_ctrl ctrl;
	int ret;

	if (length < WQE_CTRL_BYTES)
		return decode_cut(d, segment_desc(SEG_CTRL));

	wqe_ctrl_get(d->bytes, &ctrl);
	d->opcode = opcode_find(ctrl.opcode);
	if (d->opcode)
		d->form = form_find(d->opcode, ctrl.opmod);
	ret = check_ctrl(d, &ctrl);
	if (ctrl.ds && ctrl.ds * WQE_DS_UNITS < length)
		d->length = ctrl.ds * WQE_DS_UNITS;
	if (!ret)
		ret = check_opcode(d, &ctrl);
	if (!ret)
		ret = decode_segment(d, SEG_CTRL);
	if (!ret)
		ret = d->form ? decode_form(d) : decode_raw(d);
	d->length = length;
	return ret ? ret : decode_raw(d);
}

/* The segment in front of the scatter list */
static int decode_receive_head(struct decoder *d)
{
	const struct mlx5wqe_context *context = d->context;
	enum segment_id id = SEG_END;
	bool ambiguous = false;
	int ret = 0;

	if (context->kind == MLX5WQE_SRQ ||
	    context->flags & MLX5WQE_INFO_FLAG_STRIDING)
		id = SEG_NEXT;
	else if (context->flags & MLX5WQE_INFO_FLAG_SIGNATURE)
		id = SEG_SIGNATURE;
	else if (!mlx5wqe_qp_type_name(context->qp_type))
		id = infer_receive(d, &ambiguous);
	if (ambiguous)
		ret = emit_warning(d, "the kind of receive queue is not known: the first 16 bytes can be a next or a signature segment");
	return ret || !id ? ret : decode_segment(d, id);
}

static int decode_receive(struct decoder *d)
{
	const uint8_t *entry;
	bool end = false;
	int ret;

	ret = decode_receive_head(d);
	while (!ret && !end && d->length - d->pos >= WQE_DS_UNITS) {
		entry = d->bytes + d->pos;
		end = is_terminator(entry);
		ret = decode_segment(d, SEG_DATA);
		/* A slot that was never used holds zeros. */
		if (!ret && !all_zero(entry, WQE_DS_UNITS))
			ret = check_entry(d, entry);
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
