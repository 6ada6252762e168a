// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "invariant.h"
#include "json.h"
#include "write_wqe.h"
#include "writer.h"

#define DS_BYTES 16u

struct walk {
	const uint8_t *bytes;
	size_t length;
	size_t start;		/* of the open segment */
	size_t next;		/* where the next one has to start */
	bool open;
};

static void must(bool condition, const char *what,
		 const struct mlx5wqe_event *event)
{
	if (condition)
		return;
	fprintf(stderr, "%s: %s at byte %u, %u bits, length %zu\n", what,
		event && event->name ? event->name : "-",
		event ? event->offset : 0, event ? event->bits : 0,
		event ? event->length : 0);
	abort();
}

static void check_segment(struct walk *w, const struct mlx5wqe_event *event)
{
	must(!w->open, "a segment in a segment", event);
	must(event->name && event->offset == w->next, "a gap or overlap", event);
	must(event->length && event->length <= w->length - event->offset,
	     "a segment outside", event);
	w->open = true;
	w->start = event->offset;
	w->next = event->offset + event->length;
}

static void check_field(const struct walk *w, const struct mlx5wqe_event *event)
{
	size_t end = event->offset + (event->bits + 7) / 8;

	must(w->open && event->name, "a field in no segment", event);
	must(event->offset >= w->start && end <= w->next, "a field outside",
	     event);
	if (event->value_type != MLX5WQE_VALUE_BYTES) {
		must(event->bits && event->bits <= 64, "a width", event);
		return;
	}
	must(event->bytes == w->bytes + event->offset &&
	     event->bits == event->length * 8, "not the bytes", event);
}

static int check_event(const struct mlx5wqe_event *event, void *arg)
{
	struct walk *w = arg;

	switch (event->type) {
	case MLX5WQE_EVENT_SEGMENT:
		check_segment(w, event);
		break;
	case MLX5WQE_EVENT_FIELD:
		check_field(w, event);
		break;
	case MLX5WQE_EVENT_SEGMENT_END:
		must(w->open && event->offset == w->start &&
		     event->offset + event->length == w->next,
		     "not the end of the segment", event);
		w->open = false;
		break;
	case MLX5WQE_EVENT_WARNING:
		must(event->text && *event->text, "a warning of nothing",
		     event);
		must(event->offset <= w->length, "a warning outside", event);
		break;
	default:
		must(false, "an unknown event", event);
	}
	return 0;
}

/* The entry in front of @end says that the list ends: length 0, key 0x100 */
static bool terminated(const uint8_t *bytes, size_t end)
{
	static const uint8_t mark[8] = { 0, 0, 0, 0, 0, 0, 1, 0 };

	return end >= DS_BYTES && !memcmp(bytes + end - DS_BYTES, mark, 8);
}

static void write_as(struct writer *writer, const uint8_t *bytes, size_t length,
		     const struct mlx5wqe_context *context)
{
	struct warnings warnings = {};

	write_open(writer, PART_WQE, NULL);
	if (context->kind == MLX5WQE_SQ)
		write_ctrl(writer, bytes, length);
	must(!write_segments(writer, &warnings, bytes, length, context),
	     "an error", NULL);
	write_warnings(writer, &warnings);
	write_close(writer);
	warnings_free(&warnings);
}

static void check_writers(const uint8_t *bytes, size_t length,
			  const struct mlx5wqe_context *context)
{
	struct writer writer;
	char *text;
	size_t size;
	FILE *file = open_memstream(&text, &size);

	writer_init_json(&writer, file, false);
	write_as(&writer, bytes, length, context);
	fclose(file);
	must(json_valid(text), "no JSON", NULL);
	free(text);

	file = open_memstream(&text, &size);
	writer_init_text(&writer, file, true);
	write_as(&writer, bytes, length, context);
	fclose(file);
	must(strlen(text) == size && size, "no text", NULL);
	free(text);
}

void check_wqe(const uint8_t *bytes, size_t length,
	       const struct mlx5wqe_context *context)
{
	struct walk walk = { .bytes = bytes, .length = length };

	must(!mlx5wqe_decode(bytes, length, context, check_event, &walk),
	     "an error", NULL);
	must(!walk.open, "a segment that does not end", NULL);
	must(walk.next == length || (context->kind != MLX5WQE_SQ &&
				     terminated(bytes, walk.next)),
	     "bytes that are not reported", NULL);
	check_writers(bytes, length, context);
}
