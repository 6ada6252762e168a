// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * One WQE, driven by the tables: every byte is reported in exactly one
 * segment, whatever the bytes are.
 */

#include <infiniband/mlx5dv.h>

#include "decode.h"
#include "infer.h"
#include "sized.h"

#define INLINE_HEADER 4u

/* What an opcode may leave behind it, zero or not */
static int decode_rest(struct decoder *d)
{
	size_t rest = d->length - d->pos;

	if (all_zero(d->bytes + d->pos, rest))
		return decode_filler(d, rest);
	return decode_raw(d);
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
