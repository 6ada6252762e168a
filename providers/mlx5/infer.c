// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB

#include "infer.h"

#define POINTER_BITS 57		/* of a virtual address, the highest its sign */
#define SIGNATURE_AT 4

static bool is_canonical(uint64_t address)
{
	uint64_t top = address >> (POINTER_BITS - 1);

	return top == 0 || top == UINT64_MAX >> (POINTER_BITS - 1);
}

static bool field_fits(const struct field_desc *field, const uint8_t *segment)
{
	const uint8_t *word = segment + field->offset;
	uint64_t value;

	if (field->flags & FIELD_BYTES)
		return !(field->flags & (FIELD_RESERVED | FIELD_FIT_ZERO)) ||
		       all_zero(word, field->size);
	value = get_be(word, field->size) >> field->shift;
	if (field->bits < 64)
		value &= (UINT64_C(1) << field->bits) - 1;
	if (field->flags & (FIELD_RESERVED | FIELD_FIT_ZERO) && value)
		return false;
	if (field->flags & FIELD_FIT_NONZERO && !value)
		return false;
	return !(field->flags & FIELD_FIT_POINTER) || is_canonical(value);
}

/* Moves *@pos behind the segment if it fits, and counts the bytes of a tail. */
static bool segment_fits(const struct decoder *d, enum segment_id id,
			 size_t *pos, size_t *tail)
{
	const uint8_t *bytes = d->bytes + *pos;
	size_t rest = d->length - *pos;
	const struct segment_desc *desc;
	size_t want, have;
	uint16_t i;

	desc = &segment_descs[segment_resolve(id, bytes, rest)];
	if (rest < desc->size)
		return false;
	for (i = 0; i < desc->field_cnt; i++)
		if (!field_fits(&desc->fields[i], bytes))
			return false;
	*pos += segment_extent(desc, bytes, rest, &want, &have);
	*tail += have;
	return want == have;
}

static bool payload_fits(const struct decoder *d, size_t *pos, size_t *tail)
{
	while (d->length - *pos >= WQE_DS_UNITS)
		if (!segment_fits(d, payload_id(d->bytes + *pos), pos, tail))
			return false;
	return true;
}

static bool lead_fits(const struct decoder *d, enum lead lead, size_t *pos,
		      size_t *tail)
{
	const struct lead_desc *desc = &lead_descs[lead];
	unsigned int i;

	for (i = 0; i < MAX_LEAD && desc->layout[i]; i++)
		if (!segment_fits(d, desc->layout[i], pos, tail))
			return false;
	/* An address vector and nothing to send is no request. */
	return !i || *pos < d->length || *tail;
}

static bool reading_fits(const struct decoder *d, enum lead lead)
{
	size_t pos = segment_descs[SEG_CTRL].size, tail = 0;
	const uint8_t *layout = d->form->layout;
	unsigned int i;
	bool fits;

	for (i = 1; i < MAX_LAYOUT && layout[i]; i++) {
		if (layout[i] == SEG_LEAD)
			fits = lead_fits(d, lead, &pos, &tail);
		else if (layout[i] == SEG_PAYLOAD)
			fits = payload_fits(d, &pos, &tail);
		else
			fits = segment_fits(d, layout[i], &pos, &tail);
		if (!fits)
			return false;
	}
	return pos == d->length;
}

struct inference infer_lead(const struct decoder *d, unsigned int candidates)
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
		if (!reading_fits(d, lead))
			continue;
		result.fits++;
		if (result.fits == 1)
			result.chosen = lead;
		else if (result.fits == 2)
			result.other = lead;
	}
	return result;
}

enum segment_id infer_receive(const struct decoder *d, bool *ambiguous)
{
	size_t pos = WQE_DS_UNITS, tail = 0;
	const uint8_t *b = d->bytes;
	bool indexed, signed_;

	*ambiguous = false;
	if (d->length < 2 * WQE_DS_UNITS || !segment_fits(d, SEG_DATA, &pos, &tail))
		return SEG_END;
	/* No entry has a key and an address of zero. */
	if (!all_zero(b, 2) ||
	    !all_zero(b + SIGNATURE_AT + 1, WQE_DS_UNITS - SIGNATURE_AT - 1))
		return SEG_END;
	indexed = b[2] || b[3];
	signed_ = b[SIGNATURE_AT];
	if (signed_ && !indexed) {
		*ambiguous = true;
		return SEG_SIGNATURE;
	}
	*ambiguous = !signed_ && !indexed;
	return SEG_NEXT;
}
