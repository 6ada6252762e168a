// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB

#include "infer.h"

#define POINTER_BITS 57		/* of a virtual address, the highest its sign */
#define SIGNATURE_AT 4

static bool is_canonical(uint64_t address)
{
	uint64_t top = address >> (POINTER_BITS - 1);

	return top == 0 || top == UINT64_MAX >> (POINTER_BITS - 1);
}

/* How far a reading has got */
struct reading {
	const struct decoder *d;
	bool lenient;		/* about bytes that software may leave alone */
	size_t pos;
	size_t tail;		/* bytes of tails so far */
};

static bool number_fits(const struct reading *r, const struct field_desc *field,
			uint64_t value)
{
	if (field->flags & FIELD_RESERVED && value)
		return false;
	if (field->flags & FIELD_FIT_NONZERO && !value)
		return false;
	if (field->flags & FIELD_TSO && value && !r->d->form->tso)
		return false;
	return !(field->flags & FIELD_FIT_POINTER) || is_canonical(value);
}

static bool field_fits(const struct reading *r, const struct field_desc *field)
{
	const uint8_t *word = r->d->bytes + r->pos + field->offset;
	uint64_t value;

	if (field->flags & FIELD_BYTES) {
		if (field->flags & FIELD_RESERVED ||
		    (field->flags & FIELD_FIT_ZERO && !r->lenient))
			return all_zero(word, field->size);
		return true;
	}
	value = get_be(word, field->size) >> field->shift;
	if (field->bits < 64)
		value &= (UINT64_C(1) << field->bits) - 1;
	return number_fits(r, field, value);
}

/* Moves on behind the segment if it fits. */
static bool segment_fits(struct reading *r, enum segment_id id)
{
	const uint8_t *bytes = r->d->bytes + r->pos;
	size_t rest = r->d->length - r->pos;
	const struct segment_desc *desc;
	size_t want, have;
	uint16_t i;

	desc = segment_desc(segment_resolve(id, bytes, rest));
	if (rest < desc->size)
		return false;
	for (i = 0; i < desc->field_cnt; i++)
		if (!field_fits(r, &desc->fields[i]))
			return false;
	r->pos += segment_extent(desc, bytes, rest, &want, &have);
	r->tail += have;
	return want == have;
}

static bool payload_fits(struct reading *r)
{
	while (r->d->length - r->pos >= WQE_DS_UNITS)
		if (!segment_fits(r, payload_id(r->d->bytes + r->pos)))
			return false;
	return true;
}

static bool lead_fits(struct reading *r, enum lead lead)
{
	const struct lead_desc *desc = &lead_descs[lead];
	unsigned int i;

	for (i = 0; i < MAX_LEAD && desc->layout[i]; i++)
		if (!segment_fits(r, desc->layout[i]))
			return false;
	/* An address vector and nothing to send is no request. */
	return !i || r->pos < r->d->length || r->tail;
}

static bool reading_fits(const struct decoder *d, enum lead lead, bool lenient)
{
	struct reading r = {
		.d = d, .lenient = lenient, .pos = WQE_CTRL_BYTES,
	};
	const uint8_t *layout = d->form->layout;
	unsigned int i;
	bool fits;

	for (i = 1; i < MAX_LAYOUT && layout[i]; i++) {
		if (layout[i] == SEG_LEAD)
			fits = lead_fits(&r, lead);
		else if (layout[i] == SEG_PAYLOAD)
			fits = payload_fits(&r);
		else
			fits = segment_fits(&r, layout[i]);
		if (!fits)
			return false;
	}
	return r.pos == d->length;
}

static struct inference try_leads(const struct decoder *d,
				  unsigned int candidates, bool lenient)
{
	struct inference result = { .fits = 0 };
	bool found = false;
	unsigned int lead;

	for (lead = 0; lead < LEAD_COUNT; lead++) {
		if (!(candidates & 1u << lead))
			continue;
		if (!found)
			result.chosen = lead;
		found = true;
		/* A key whose lower half is zero is a Q_Key. */
		if (lead == LEAD_DC && result.fits &&
		    result.chosen == LEAD_AV)
			continue;
		if (!reading_fits(d, lead, lenient))
			continue;
		result.fits++;
		if (result.fits == 1)
			result.chosen = lead;
		else if (result.fits == 2)
			result.other = lead;
	}
	return result;
}

struct inference infer_lead(const struct decoder *d, unsigned int candidates)
{
	struct inference result = try_leads(d, candidates, false);

	return result.fits ? result : try_leads(d, candidates, true);
}

enum segment_id infer_receive(const struct decoder *d, bool *ambiguous)
{
	struct reading r = { .d = d, .pos = WQE_DS_UNITS };
	const uint8_t *b = d->bytes;
	bool indexed, has_signature;

	*ambiguous = false;
	if (d->length < 2 * WQE_DS_UNITS || !segment_fits(&r, SEG_DATA))
		return SEG_END;
	/* No entry has a key and an address of zero. */
	if (!all_zero(b, 2) ||
	    !all_zero(b + SIGNATURE_AT + 1, WQE_DS_UNITS - SIGNATURE_AT - 1))
		return SEG_END;
	indexed = b[2] || b[3];
	has_signature = b[SIGNATURE_AT];
	*ambiguous = !indexed;
	return has_signature && !indexed ? SEG_SIGNATURE : SEG_NEXT;
}
