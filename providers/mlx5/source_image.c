// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Bytes and state out of a saved image: see mlx5wqe-image(5). Nothing in the
 * file is trusted, and no more memory is taken than the file has bytes.
 */

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <zlib.h>

#include "bytes.h"
#include "image.h"
#include "mlx5wqe.h"
#include "queue.h"
#include "sized.h"

#define INFO_MASK (MLX5WQE_INFO_QP_TYPE | MLX5WQE_INFO_STATE | \
		   MLX5WQE_INFO_OWNER | MLX5WQE_INFO_PRODUCER | \
		   MLX5WQE_INFO_CONSUMER)
#define INFO_AFTER_MASK (MLX5WQE_INFO_STATE | MLX5WQE_INFO_PRODUCER | \
			 MLX5WQE_INFO_CONSUMER)
#define INFO_FLAGS (MLX5WQE_INFO_FLAG_KERNEL | MLX5WQE_INFO_FLAG_SIGNATURE)

#define FIRST_ROOM 4096u
/* Of every section but the slots; one that grows stays below it. */
#define CONTENT_MAX (UINT64_C(1) << 20)

struct section {
	char name[IMAGE_NAME_SIZE + 1];	/* printable */
	uint64_t offset;	/* of its header */
	uint64_t length;	/* of its content */
	uint32_t flags;
	uint32_t crc;		/* of its content */
	uint8_t *content;
};

enum section_id {
	SECTION_HOST,
	SECTION_QUEUE,
	SECTION_SLOTS,
	SECTION_END,
	SECTION_COUNT,
};

struct reader {
	struct mlx5wqe_queue *queue;
	FILE *file;
	uint64_t start;		/* of the image */
	uint64_t at;
	uint32_t seen;		/* 1 << enum section_id */
	struct section section;
	struct mlx5wqe_image_error *error;
};

static int __attribute__((format(printf, 4, 5)))
fail(struct reader *r, int err, uint64_t offset, const char *format, ...)
{
	struct mlx5wqe_image_error *error = r->error;
	va_list ap;

	error->offset = offset;
	snprintf(error->section, sizeof(error->section), "%s",
		 r->section.name);
	va_start(ap, format);
	vsnprintf(error->text, sizeof(error->text), format, ap);
	va_end(ap);
	return err;
}

static uint32_t checksum(const uint8_t *bytes, size_t length)
{
	return (uint32_t)crc32_z(0, bytes, length);
}

/* Returns 0 or the stream's error; fewer bytes are no error. */
static int take(struct reader *r, void *bytes, size_t length, size_t *got)
{
	errno = 0;
	*got = fread(bytes, 1, length, r->file);
	r->at += *got;
	if (*got < length && ferror(r->file))
		return errno ? errno : EIO;
	return 0;
}

static int read_header(struct reader *r)
{
	uint8_t header[IMAGE_HEADER_SIZE];
	uint64_t version;
	size_t got;
	int err;

	err = take(r, header, sizeof(header), &got);
	if (err)
		return err;
	if (!got)
		return ENODATA;
	if (memcmp(header, IMAGE_MAGIC, got < IMAGE_HEADER_VERSION ?
					got : IMAGE_HEADER_VERSION))
		return fail(r, EBADMSG, r->start,
			    "no image starts at byte %" PRIu64, r->start);
	if (got < sizeof(header))
		return fail(r, EBADMSG, r->at,
			    "cut off at byte %" PRIu64 ", within the header",
			    r->at);
	if (get_le(header + IMAGE_HEADER_CRC, 4) !=
	    checksum(header, IMAGE_HEADER_CRC))
		return fail(r, EBADMSG, r->start,
			    "the header, bytes %" PRIu64 " to %" PRIu64
			    ", was altered: its checksum is wrong",
			    r->start, r->at - 1);
	version = get_le(header + IMAGE_HEADER_VERSION, 4);
	if (version != IMAGE_VERSION)
		return fail(r, ENOTSUP, r->start + IMAGE_HEADER_VERSION,
			    "version %" PRIu64 " of the format, at byte %"
			    PRIu64 ", is not known, only %d", version,
			    r->start + IMAGE_HEADER_VERSION, IMAGE_VERSION);
	return 0;
}

/* A name of the file is for people: what is not printable is not there. */
static void set_name(struct section *section, const uint8_t *name)
{
	size_t i;

	for (i = 0; i < IMAGE_NAME_SIZE && name[i]; i++)
		section->name[i] = name[i] > ' ' && name[i] < 0x7f ?
				   (char)name[i] : '?';
	section->name[i] = '\0';
}

static int read_section_header(struct reader *r)
{
	struct section *section = &r->section;
	uint8_t header[IMAGE_SECTION_SIZE];
	size_t got;
	int err;

	*section = (struct section){ .offset = r->at };
	err = take(r, header, sizeof(header), &got);
	if (err)
		return err;
	if (got < sizeof(header))
		return fail(r, EBADMSG, r->at,
			    "cut off at byte %" PRIu64 ", %s", r->at,
			    got ? "within the header of a section" :
				  "where a section should start");
	if (get_le(header + IMAGE_SECTION_CRC, 4) !=
	    checksum(header, IMAGE_SECTION_CRC))
		return fail(r, EBADMSG, section->offset,
			    "the header of a section, bytes %" PRIu64 " to %"
			    PRIu64 ", was altered: its checksum is wrong",
			    section->offset, r->at - 1);
	set_name(section, header + IMAGE_SECTION_NAME);
	section->length = get_le(header + IMAGE_SECTION_LENGTH, 8);
	section->flags = (uint32_t)get_le(header + IMAGE_SECTION_FLAGS, 4);
	section->crc = (uint32_t)get_le(header + IMAGE_SECTION_CONTENT_CRC, 4);
	return 0;
}

static int malformed(struct reader *r, const char *what)
{
	return fail(r, EBADMSG, r->section.offset,
		    "the section %s at byte %" PRIu64 " %s", r->section.name,
		    r->section.offset, what);
}

/* Memory is taken as bytes come, whatever length the header claims. */
static int read_content(struct reader *r)
{
	struct section *section = &r->section;
	uint64_t want, room = 0, length = 0;
	uint8_t *more;
	size_t got;
	int err;

	while (length < section->length) {
		room = room ? 2 * room : FIRST_ROOM;
		if (room > section->length)
			room = section->length;
		more = realloc(section->content, room);
		if (!more)
			return ENOMEM;
		section->content = more;
		want = room - length;
		err = take(r, more + length, want, &got);
		if (err)
			return err;
		if (got < want)
			return fail(r, EBADMSG, r->at,
				    "cut off at byte %" PRIu64
				    ", within the section %s at byte %" PRIu64,
				    r->at, section->name, section->offset);
		length = room;
	}
	if (checksum(section->content, length) == section->crc)
		return 0;
	return fail(r, EBADMSG, r->at - length,
		    "the section %s, bytes %" PRIu64 " to %" PRIu64
		    ", was altered: its checksum is wrong", section->name,
		    r->at - length, r->at - 1);
}

/* A string that ends within its room */
static int get_string(struct reader *r, char *string, size_t offset,
		      size_t size, const char *name)
{
	const uint8_t *from = r->section.content + offset;

	if (!memchr(from, '\0', size))
		return fail(r, EBADMSG, r->at - r->section.length + offset,
			    "the section %s, at byte %" PRIu64
			    ", has a %s without an end", r->section.name,
			    r->at - r->section.length + offset, name);
	snprintf(string, size, "%s", (const char *)from);
	return 0;
}

static int parse_host(struct reader *r)
{
	struct mlx5wqe_image *about = &r->queue->image.about;
	size_t i;
	int err = 0;

	for (i = 0; i < IMAGE_STRINGS && !err; i++)
		err = get_string(r, (char *)about + image_strings[i].member,
				 i * IMAGE_STRING_SIZE, IMAGE_STRING_SIZE,
				 image_strings[i].name);
	return err;
}

static int get_numbers(struct reader *r, struct mlx5wqe_info *info,
		       size_t offset, const struct image_number *numbers,
		       size_t count)
{
	uint64_t at;
	uint32_t value;
	size_t i;

	for (i = 0; i < count; i++, offset += 4) {
		value = (uint32_t)get_le(r->section.content + offset, 4);
		at = r->at - r->section.length + offset;
		if (value > numbers[i].max)
			return fail(r, EBADMSG, at,
				    "the section %s, at byte %" PRIu64
				    ", has %" PRIu32 " as %s, which is %"
				    PRIu32 " at most", r->section.name, at,
				    value, numbers[i].name, numbers[i].max);
		image_set(&numbers[i], info, value);
	}
	return 0;
}

static int set_geometry(struct reader *r, const struct mlx5wqe_info *info)
{
	struct mlx5_wqe_geom *geom = &r->queue->geom;

	if (!info->stride || info->stride & (info->stride - 1))
		return malformed(r, "has a stride that is no power of two");
	*geom = (struct mlx5_wqe_geom){
		.buf_size = (uint64_t)info->wqe_cnt * info->stride,
		.wqe_cnt = info->wqe_cnt,
		.wqe_shift = (uint32_t)__builtin_ctz(info->stride),
	};
	if (mlx5_wqe_geom_check(geom) || geom->buf_size > RING_MAX_BYTES)
		return malformed(r, "has a geometry that no queue has");
	return 0;
}

static void set_after(struct mlx5wqe_image *about,
		      const struct mlx5wqe_info *after)
{
	about->comp_mask = after->comp_mask & INFO_AFTER_MASK;
	about->state_after = after->state;
	about->producer_after = after->producer;
	about->consumer_after = after->consumer;
	about->hw_errno_after = after->hw_errno;
}

static int parse_queue(struct reader *r)
{
	struct mlx5wqe_image *about = &r->queue->image.about;
	struct mlx5wqe_info *info = &r->queue->fixed;
	const uint8_t *content = r->section.content;
	struct mlx5wqe_info after = {};
	int err;

	err = get_numbers(r, info, IMAGE_QUEUE_NUMBERS, image_numbers,
			  IMAGE_NUMBERS);
	if (!err)
		err = get_numbers(r, &after, IMAGE_QUEUE_AFTER,
				  image_after_numbers, IMAGE_AFTER_NUMBERS);
	if (!err)
		err = get_string(r, info->device, IMAGE_QUEUE_DEVICE,
				 sizeof(info->device), "device");
	if (!err)
		err = get_string(r, info->owner_comm, IMAGE_QUEUE_COMM,
				 sizeof(info->owner_comm), "command");
	if (!err)
		err = set_geometry(r, info);
	if (err)
		return err;
	info->comp_mask &= INFO_MASK;
	info->flags &= INFO_FLAGS;
	about->source = info->source;
	info->source = MLX5WQE_SOURCE_IMAGE;
	about->time = get_le(content + IMAGE_QUEUE_TIME, 8);
	about->time_after = get_le(content + IMAGE_QUEUE_TIME_AFTER, 8);
	set_after(about, &after);
	return 0;
}

static int parse_slots(struct reader *r)
{
	r->queue->image.ring = r->section.content;
	r->section.content = NULL;
	return 0;
}

static int parse_end(struct reader *r)
{
	uint64_t length = get_le(r->section.content, IMAGE_END_SIZE);

	if (length != r->section.offset - r->start)
		return malformed(r, "does not stand where it says: parts are missing or were added");
	return 0;
}

static const struct {
	const char *name;
	size_t size;		/* what follows is of a later program */
	int (*parse)(struct reader *r);
} sections[SECTION_COUNT] = {
	[SECTION_HOST] = { IMAGE_HOST, IMAGE_HOST_SIZE, parse_host },
	[SECTION_QUEUE] = { IMAGE_QUEUE, IMAGE_QUEUE_SIZE, parse_queue },
	[SECTION_SLOTS] = { IMAGE_SLOTS, 0, parse_slots },
	[SECTION_END] = { IMAGE_END, IMAGE_END_SIZE, parse_end },
};

static enum section_id find_section(const struct section *section)
{
	enum section_id id;

	for (id = 0; id < SECTION_COUNT; id++)
		if (!strcmp(sections[id].name, section->name))
			break;
	return id;
}

/* Whether this section may be here, which is known before it is read */
static int check_section(struct reader *r, enum section_id id)
{
	const struct section *section = &r->section;
	uint32_t before = (1u << SECTION_HOST) | (1u << SECTION_QUEUE);

	if (id == SECTION_COUNT && !(section->flags & IMAGE_SECTION_OPTIONAL))
		return fail(r, ENOTSUP, section->offset,
			    "the section %s at byte %" PRIu64
			    " is not known and may not be skipped",
			    section->name, section->offset);
	if (id != SECTION_SLOTS && section->length > CONTENT_MAX)
		return malformed(r, "is too long");
	if (id == SECTION_COUNT)
		return 0;
	if (r->seen & (1u << id))
		return malformed(r, "is there twice");
	if (section->length < sections[id].size)
		return malformed(r, "is too short");
	if (id == SECTION_END)
		before |= 1u << SECTION_SLOTS;
	if (id >= SECTION_SLOTS && (r->seen & before) != before)
		return malformed(r, "stands before what belongs in front of it");
	if (id == SECTION_SLOTS && section->length != r->queue->geom.buf_size)
		return malformed(r, "is not as long as the queue");
	return 0;
}

static int read_section(struct reader *r)
{
	enum section_id id;
	int err;

	err = read_section_header(r);
	if (err)
		return err;
	id = find_section(&r->section);
	err = check_section(r, id);
	if (!err)
		err = read_content(r);
	if (!err && id < SECTION_COUNT) {
		r->seen |= 1u << id;
		err = sections[id].parse(r);
	}
	free(r->section.content);
	return err;
}

static int image_sample(struct mlx5wqe_queue *queue, struct mlx5wqe_info *info,
			void *ring, size_t room, size_t *copied)
{
	*info = queue->fixed;
	if (ring)
		memcpy(ring, queue->image.ring, room);
	if (copied)
		*copied = room;
	return 0;
}

static int image_copy(struct mlx5wqe_queue *queue,
		      const struct mlx5_wqe_span *span, void *buffer)
{
	memcpy(buffer, queue->image.ring + span->offset, span->length);
	return 0;
}

static void image_release(struct mlx5wqe_queue *queue)
{
	free(queue->image.ring);
}

static const struct source_ops image_ops = {
	.sample = image_sample,
	.copy = image_copy,
	.release = image_release,
};

static int read_image(struct mlx5wqe_queue *queue, FILE *file,
		      struct mlx5wqe_image_error *error)
{
	struct reader r = { .queue = queue, .file = file, .error = error };
	off_t start = ftello(file);
	int err;

	if (start > 0)
		r.start = (uint64_t)start;
	r.at = r.start;
	queue->ops = &image_ops;
	err = read_header(&r);
	while (!err && !(r.seen & (1u << SECTION_END)))
		err = read_section(&r);
	return err;
}

struct mlx5wqe_queue *
mlx5wqe_open_image_sized(FILE *file, struct mlx5wqe_image_error *error,
			 size_t size)
{
	struct mlx5wqe_image_error ours = {};
	struct mlx5wqe_queue *queue = NULL;
	int err = EINVAL;

	if (file) {
		queue = calloc(1, sizeof(*queue));
		err = queue ? read_image(queue, file, &ours) : ENOMEM;
	}
	if (error)
		sized_out(error, size, &ours, sizeof(ours));
	if (!err)
		return queue;
	mlx5wqe_close(queue);
	errno = err;
	return NULL;
}

int mlx5wqe_image_query_sized(struct mlx5wqe_queue *queue,
			      struct mlx5wqe_image *image, size_t size)
{
	if (!queue || !image || queue->ops != &image_ops)
		return EINVAL;
	sized_out(image, size, &queue->image.about, sizeof(*image));
	return 0;
}
