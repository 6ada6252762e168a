// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "transcript.h"
#include "unit.h"

#define DS_BYTES 16

struct recorder {
	struct transcript *transcript;
	FILE *out;
	bool shape;
	const uint8_t *wqe;
	size_t length;
	const char *segment;	/* the open one, or NULL */
	size_t start;		/* of it */
	size_t end;		/* of what its fields showed */
	size_t next;		/* where the next segment has to start */
};

static void put_bytes(struct recorder *r, const struct mlx5wqe_event *event)
{
	size_t i;

	if (event->bytes != r->wqe + event->offset ||
	    event->bits != event->length * 8)
		ck_abort_msg("%s: not the bytes at %u", event->name,
			     event->offset);
	fputc('<', r->out);
	for (i = 0; i < event->length; i++)
		fprintf(r->out, "%02x", event->bytes[i]);
	fputc('>', r->out);
}

static void put_value(struct recorder *r, const struct mlx5wqe_event *event)
{
	if (event->value_type == MLX5WQE_VALUE_BYTES)
		put_bytes(r, event);
	else if (event->value_type == MLX5WQE_VALUE_ADDR)
		fprintf(r->out, "&0x%" PRIx64, event->value);
	else if (event->display == MLX5WQE_DISPLAY_HEX)
		fprintf(r->out, "0x%" PRIx64, event->value);
	else
		fprintf(r->out, "%" PRIu64, event->value);
	if (event->symbol)
		fprintf(r->out, "(%s)", event->symbol);
}

static void record_field(struct recorder *r, const struct mlx5wqe_event *event)
{
	size_t end = event->offset + (event->bits + 7) / 8;

	if (!r->segment || event->offset < r->start || end > r->length)
		ck_abort_msg("field %s at %u of %u bits is outside",
			     event->name, event->offset, event->bits);
	if (event->bits < 64 && event->value >> event->bits)
		ck_abort_msg("field %s has more than %u bits", event->name,
			     event->bits);
	if (end > r->end)
		r->end = end;
	if (r->shape)
		return;
	fprintf(r->out, " %s@%u:%u=", event->name, event->offset, event->bits);
	put_value(r, event);
	fputc('\n', r->out);
}

static void begin_segment(struct recorder *r, const struct mlx5wqe_event *event)
{
	if (r->segment || event->offset != r->next)
		ck_abort_msg("segment %s starts at %u, not at %zu", event->name,
			     event->offset, r->next);
	r->segment = event->name;
	r->start = event->offset;
	r->end = event->offset;
	r->next = event->offset + event->length;
	if (!event->length || event->bits != event->length * 8 ||
	    r->next > r->length)
		ck_abort_msg("segment %s at %u has %zu bytes", event->name,
			     event->offset, event->length);
	r->transcript->segments++;
	fprintf(r->out, "%s@%u\n", event->name, event->offset);
}

static void end_segment(struct recorder *r, const struct mlx5wqe_event *event)
{
	if (!r->segment || strcmp(event->name, r->segment) ||
	    event->offset != r->start ||
	    event->offset + event->length != r->next)
		ck_abort_msg("%s ends, which is not open", event->name);
	if (r->end > r->next)
		ck_abort_msg("%s has fields up to %zu", r->segment, r->end);
	r->segment = NULL;
}

static int record(const struct mlx5wqe_event *event, void *arg)
{
	struct recorder *r = arg;

	switch (event->type) {
	case MLX5WQE_EVENT_SEGMENT:
		begin_segment(r, event);
		break;
	case MLX5WQE_EVENT_FIELD:
		record_field(r, event);
		break;
	case MLX5WQE_EVENT_SEGMENT_END:
		end_segment(r, event);
		break;
	case MLX5WQE_EVENT_WARNING:
		r->transcript->warnings++;
		fprintf(r->out, "! %s\n", event->text);
		break;
	default:
		ck_abort_msg("event of type %u", event->type);
	}
	return 0;
}

/* The entry before @end says that the scatter list ends: length 0, lkey 0x100 */
static bool terminated(const uint8_t *wqe, size_t end)
{
	static const uint8_t mark[8] = { 0, 0, 0, 0, 0, 0, 1, 0 };

	return end >= DS_BYTES &&
	       !memcmp(wqe + end - DS_BYTES, mark, sizeof(mark));
}

void transcribe(struct transcript *transcript, const void *wqe, size_t length,
		const struct mlx5wqe_context *context, bool shape)
{
	struct recorder r = {
		.transcript = transcript,
		.shape = shape,
		.wqe = wqe,
		.length = length,
	};
	size_t size;

	*transcript = (struct transcript){};
	r.out = open_memstream(&transcript->text, &size);
	ck_assert_int_eq(mlx5wqe_decode(wqe, length, context, record, &r), 0);
	fclose(r.out);
	if (r.segment)
		ck_abort_msg("%s does not end", r.segment);
	if (r.next != length && (context->kind == MLX5WQE_SQ ||
				 !terminated(wqe, r.next)))
		ck_abort_msg("%zu of %zu bytes are reported:\n%s", r.next,
			     length, transcript->text);
}

void transcript_free(struct transcript *transcript)
{
	free(transcript->text);
}
