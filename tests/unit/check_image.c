// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Images: saved, opened, cut, altered and made up. */

#include <config.h>

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include <zlib.h>

#include "fake.h"
#include "stored.h"
#include "unit.h"

/* The layout once more, as mlx5wqe-image(5) has it */
#define HEADER 16
#define SECTION 28
#define HOST HEADER
#define QUEUE (HOST + SECTION + 260)
#define SLOTS (QUEUE + SECTION + 172)
#define SLOT_BYTES (4 * 64)
#define END (SLOTS + SECTION + SLOT_BYTES)
#define TOTAL (END + SECTION + 8)

struct bytes {
	uint8_t *data;
	size_t length;
};

static struct fake *make_queue(void)
{
	struct fake *fake = fake_new(MLX5WQE_SQ, 4, 6, 64);
	struct mlx5wqe_info *info = &fake->state;
	struct rng rng = { 1 };

	rng_fill(&rng, fake->ring, SLOT_BYTES);
	info->comp_mask = MLX5WQE_INFO_QP_TYPE | MLX5WQE_INFO_STATE |
			  MLX5WQE_INFO_OWNER;
	info->qp_type = MLX5WQE_QPT_RC;
	info->state = 3;
	info->owner = 312;
	info->flags = MLX5WQE_INFO_FLAG_SIGNATURE;
	info->hw_errno = 95;
	strcpy(info->owner_comm, "ib_write_bw");
	fake_counters(fake, 65535, 65533);
	return fake;
}

static struct bytes save(struct mlx5wqe_queue *queue)
{
	struct bytes image = {};
	FILE *file = open_memstream((char **)&image.data, &image.length);

	ck_assert_int_eq(mlx5wqe_save(queue, file), 0);
	fclose(file);
	return image;
}

static struct bytes save_one(void)
{
	struct fake *fake = make_queue();
	struct bytes image = save(&fake->queue);

	ck_assert_uint_eq(image.length, TOTAL);
	fake_free(fake);
	return image;
}

static struct mlx5wqe_queue *open_bytes(const uint8_t *data, size_t length,
					struct mlx5wqe_image_error *error)
{
	/* Exactly as long, so that a sanitizer sees what is read beyond */
	uint8_t *copy = exact_copy(data, length);
	FILE *file = fmemopen(copy, length, "r");
	struct mlx5wqe_queue *queue;

	ck_assert_ptr_nonnull(file);
	queue = mlx5wqe_open_image(file, error);
	fclose(file);
	free(copy);
	return queue;
}

static void __attribute__((format(printf, 5, 6)))
refused(const struct bytes *image, int err, uint64_t offset,
	const char *section, const char *format, ...)
{
	struct mlx5wqe_image_error error;
	char text[256];
	va_list ap;

	va_start(ap, format);
	vsnprintf(text, sizeof(text), format, ap);
	va_end(ap);
	memset(&error, 0xff, sizeof(error));
	ck_assert_ptr_null(open_bytes(image->data, image->length, &error));
	ck_assert_int_eq(errno, err);
	ck_assert_str_eq(error.text, text);
	ck_assert_str_eq(error.section, section);
	ck_assert_uint_eq(error.offset, offset);
	ck_assert_uint_eq(error.comp_mask, 0);
}

static void set32(uint8_t *to, uint32_t value)
{
	to[0] = value & 0xff;
	to[1] = value >> 8 & 0xff;
	to[2] = value >> 16 & 0xff;
	to[3] = value >> 24 & 0xff;
}

/* Make the checksums of a section right again. */
static void seal(struct bytes *image, size_t at, size_t length)
{
	uint8_t *header = image->data + at;

	set32(header + 20, (uint32_t)crc32(0, header + SECTION, (uInt)length));
	set32(header + 24, (uint32_t)crc32(0, header, 24));
}

/* A number of the content of the section queue, with right checksums */
static void set_number(struct bytes *image, size_t offset, uint32_t value)
{
	set32(image->data + QUEUE + SECTION + offset, value);
	seal(image, QUEUE, 172);
}

/* Put @length bytes in, or take -@length out. */
static void shift(struct bytes *image, size_t at, long length)
{
	size_t rest = image->length - at;
	uint8_t *longer = malloc(image->length + 4096);

	memcpy(longer, image->data, at);
	if (length > 0) {
		memset(longer + at, 0, (size_t)length);
		memcpy(longer + at + length, image->data + at, rest);
	} else {
		memcpy(longer + at, image->data + at - length,
		       rest - (size_t)-length);
	}
	free(image->data);
	image->data = longer;
	image->length = (size_t)((long)image->length + length);
}

START_TEST(as_it_was)
{
	struct fake *fake = make_queue();
	struct bytes image = save(&fake->queue);
	struct mlx5wqe_queue *queue;
	struct mlx5wqe_info info;
	uint8_t ring[SLOT_BYTES];
	size_t copied;

	ck_assert_uint_eq(fake->samples, 2);
	queue = open_bytes(image.data, image.length, NULL);
	ck_assert_ptr_nonnull(queue);
	ck_assert_int_eq(mlx5wqe_query(queue, &info), 0);
	ck_assert_uint_eq(info.source, MLX5WQE_SOURCE_IMAGE);
	info.source = fake->state.source;
	ck_assert_mem_eq(&info, &fake->state, sizeof(info));
	ck_assert_int_eq(mlx5wqe_read(queue, ring, sizeof(ring), 65536 * 3, 999,
				      &copied), 0);
	ck_assert_uint_eq(copied, sizeof(ring));
	ck_assert_mem_eq(ring, fake->ring, sizeof(ring));
	ck_assert_int_eq(mlx5wqe_read(queue, ring, sizeof(ring), 7, 99,
				      &copied), 0);
	ck_assert_uint_eq(copied, 64);
	ck_assert_mem_eq(ring, fake->ring + 3 * 64, 64);
	ck_assert_int_eq(mlx5wqe_save(queue, stdout), EINVAL);
	mlx5wqe_close(queue);
	free(image.data);
	fake_free(fake);
}
END_TEST

static int moving_sample(struct mlx5wqe_queue *queue, struct mlx5wqe_info *info,
			 void *ring, size_t room, size_t *copied)
{
	struct fake *fake = (struct fake *)queue;

	*info = fake->state;
	fake->state.producer = 2;
	fake->state.consumer = 65534;
	fake->state.state = 6;
	if (ring)
		memcpy(ring, fake->ring, room);
	if (copied)
		*copied = room;
	return 0;
}

/* What moved while the slots were read is in the image. */
START_TEST(moved)
{
	static const struct source_ops moving = { .sample = moving_sample };
	struct fake *fake = make_queue();
	struct mlx5wqe_queue *queue;
	struct mlx5wqe_image image;
	struct mlx5wqe_info info;
	struct utsname uts;
	struct bytes bytes;

	fake->queue.ops = &moving;
	bytes = save(&fake->queue);
	queue = open_bytes(bytes.data, bytes.length, NULL);
	ck_assert_ptr_nonnull(queue);
	ck_assert_int_eq(mlx5wqe_query(queue, &info), 0);
	ck_assert_uint_eq(info.producer, 65535);
	ck_assert_uint_eq(info.consumer, 65533);
	ck_assert_int_eq(mlx5wqe_image_query(queue, &image), 0);
	ck_assert_uint_eq(image.comp_mask, MLX5WQE_INFO_STATE |
			  MLX5WQE_INFO_PRODUCER | MLX5WQE_INFO_CONSUMER);
	ck_assert_uint_eq(image.producer_after, 2);
	ck_assert_uint_eq(image.consumer_after, 65534);
	ck_assert_uint_eq(image.state_after, 6);
	ck_assert_uint_eq(image.hw_errno_after, 95);
	ck_assert_uint_eq(image.source, MLX5WQE_SOURCE_KERNEL);
	ck_assert_uint_le(image.time, image.time_after);
	ck_assert_uint_gt(image.time, UINT64_C(1600000000000000000));
	ck_assert_int_eq(uname(&uts), 0);
	ck_assert_str_eq(image.host, uts.nodename);
	ck_assert_str_eq(image.kernel, uts.release);
	ck_assert_str_eq(image.machine, uts.machine);
	ck_assert_str_eq(image.program, PACKAGE " " PACKAGE_VERSION);
	mlx5wqe_close(queue);
	free(bytes.data);
	fake_free(fake);
}
END_TEST

/* Where a byte is, and how an error names the place */
static const struct place {
	size_t start;
	size_t end;
	const char *section;
	size_t header;		/* of the section, if this is its content */
} places[] = {
	{ 0, HOST, "", 0 },
	{ HOST, HOST + SECTION, "", 0 },
	{ HOST + SECTION, QUEUE, "host", HOST },
	{ QUEUE, QUEUE + SECTION, "", 0 },
	{ QUEUE + SECTION, SLOTS, "queue", QUEUE },
	{ SLOTS, SLOTS + SECTION, "", 0 },
	{ SLOTS + SECTION, END, "slots", SLOTS },
	{ END, END + SECTION, "", 0 },
	{ END + SECTION, TOTAL, "end", END },
};

START_TEST(cut_anywhere)
{
	struct bytes image = save_one();
	const struct place *place = places;

	for (image.length = 1; image.length < TOTAL; image.length++) {
		if (image.length == place->end)
			place++;
		if (!place->start)
			refused(&image, EBADMSG, image.length, "",
				"cut off at byte %zu, within the header",
				image.length);
		else if (*place->section)
			refused(&image, EBADMSG, image.length, place->section,
				"cut off at byte %zu, within the section %s at byte %zu",
				image.length, place->section, place->header);
		else
			refused(&image, EBADMSG, image.length, "",
				"cut off at byte %zu, %s", image.length,
				image.length == place->start ?
				"where a section should start" :
				"within the header of a section");
	}
	free(image.data);
}
END_TEST

static void refused_as_altered(struct bytes *image, const struct place *place)
{
	if (*place->section)
		refused(image, EBADMSG, place->start, place->section,
			"the section %s, bytes %zu to %zu, was altered: its checksum is wrong",
			place->section, place->start, place->end - 1);
	else if (place->start)
		refused(image, EBADMSG, place->start, "",
			"the header of a section, bytes %zu to %zu, was altered: its checksum is wrong",
			place->start, place->end - 1);
	else
		refused(image, EBADMSG, 0, "",
			"the header, bytes 0 to 15, was altered: its checksum is wrong");
}

START_TEST(altered_anywhere)
{
	static const uint8_t flips[] = { 1, 2, 4, 8, 16, 32, 64, 128, 255 };
	struct bytes image = save_one();
	const struct place *place = places;
	size_t at, i;

	for (at = 0; at < TOTAL; at++) {
		if (at == place->end)
			place++;
		for (i = 0; i < ARRAY_SIZE(flips); i++) {
			image.data[at] ^= flips[i];
			if (at < 8)
				refused(&image, EBADMSG, 0, "",
					"no image starts at byte 0");
			else
				refused_as_altered(&image, place);
			image.data[at] ^= flips[i];
		}
	}
	free(image.data);
}
END_TEST

START_TEST(versions)
{
	static const uint32_t others[] = { 0, 2, 256, UINT32_MAX };
	struct bytes image = save_one();
	size_t i;

	for (i = 0; i < ARRAY_SIZE(others); i++) {
		set32(image.data + 8, others[i]);
		set32(image.data + 12, (uint32_t)crc32(0, image.data, 12));
		refused(&image, ENOTSUP, 8, "",
			"version %" PRIu32 " of the format, at byte 8, is not known, only 1",
			others[i]);
	}
	free(image.data);
}
END_TEST

/* A section that later programs may write, in front of the slots */
static struct bytes with_section(const char *name, uint32_t flags)
{
	struct bytes image = save_one();

	shift(&image, SLOTS, SECTION + 100);
	strncpy((char *)image.data + SLOTS, name, 8);
	image.data[SLOTS + 8] = 100;
	set32(image.data + SLOTS + 16, flags);
	memset(image.data + SLOTS + SECTION, 0xa5, 100);
	seal(&image, SLOTS, 100);
	set32(image.data + END + SECTION + 100 + SECTION, END + SECTION + 100);
	seal(&image, END + SECTION + 100, 8);
	return image;
}

START_TEST(sections_of_later_programs)
{
	struct bytes image = with_section("firmware", 1);
	struct mlx5wqe_queue *queue = open_bytes(image.data, image.length,
						 NULL);

	ck_assert_ptr_nonnull(queue);
	mlx5wqe_close(queue);
	image.data[SLOTS + SECTION] ^= 1;
	refused(&image, EBADMSG, SLOTS + SECTION, "firmware",
		"the section firmware, bytes %d to %d, was altered: its checksum is wrong",
		SLOTS + SECTION, SLOTS + SECTION + 99);
	free(image.data);

	image = with_section("x\n", 2);
	refused(&image, ENOTSUP, SLOTS, "x?",
		"the section x? at byte %d is not known and may not be skipped",
		SLOTS);
	free(image.data);
}
END_TEST

/* Sections that grew: what is behind the known part is left alone. */
START_TEST(longer_sections)
{
	struct bytes image = save_one();
	struct mlx5wqe_queue *queue;

	shift(&image, SLOTS, 4);
	set32(image.data + QUEUE + 8, 176);
	seal(&image, QUEUE, 176);
	set32(image.data + END + 4 + SECTION, END + 4);
	seal(&image, END + 4, 8);
	queue = open_bytes(image.data, image.length, NULL);
	ck_assert_ptr_nonnull(queue);
	mlx5wqe_close(queue);
	free(image.data);
}
END_TEST

/* Numbers of the section queue that cannot be, at their offsets */
static const struct {
	size_t offset;
	uint32_t value;
	const char *name;
	uint32_t max;
} bounded[] = {
	{ 24, 3, "kind", 2 },
	{ 28, 2, "source", 1 },
	{ 32, 0x1000000, "number", 0xffffff },
	{ 36, UINT32_MAX, "wqn", 0xffffff },
	{ 60, 0x10000, "producer", 0xffff },
	{ 64, UINT32_MAX, "consumer", 0xffff },
	{ 80, 0x10000, "producer after", 0xffff },
	{ 84, 0x80000000, "consumer after", 0xffff },
};

START_TEST(numbers_out_of_bounds)
{
	struct bytes image = save_one();
	size_t at = QUEUE + SECTION + bounded[_i].offset;

	set_number(&image, bounded[_i].offset, bounded[_i].value);
	refused(&image, EBADMSG, at, "queue",
		"the section queue, at byte %zu, has %" PRIu32
		" as %s, which is %" PRIu32 " at most", at, bounded[_i].value,
		bounded[_i].name, bounded[_i].max);
	free(image.data);
}
END_TEST

/* Slots and stride, and what is wrong with them */
static const struct {
	uint32_t wqe_cnt;
	uint32_t stride;
	const char *text;
} geometries[] = {
	{ 0, 64, "the section queue at byte 304 has a geometry that no queue has" },
	{ 4, 0, "the section queue at byte 304 has a stride that is no power of two" },
	{ 4, 65, "the section queue at byte 304 has a stride that is no power of two" },
	{ UINT32_MAX, 0x80000000,
	  "the section queue at byte 304 has a geometry that no queue has" },
	{ 0x2000001, 64,
	  "the section queue at byte 304 has a geometry that no queue has" },
	{ 5, 64, "the section slots at byte 504 is not as long as the queue" },
	{ 3, 64, "the section slots at byte 504 is not as long as the queue" },
	{ 0x2000000, 64,
	  "the section slots at byte 504 is not as long as the queue" },
};

START_TEST(geometries_that_cannot_be)
{
	struct bytes image = save_one();
	bool slots = strstr(geometries[_i].text, "slots");

	set_number(&image, 52, geometries[_i].wqe_cnt);
	set_number(&image, 56, geometries[_i].stride);
	refused(&image, EBADMSG, slots ? SLOTS : QUEUE,
		slots ? "slots" : "queue", "%s", geometries[_i].text);
	free(image.data);
}
END_TEST

/* Two gigabytes are claimed, and no memory is taken for what is not there. */
START_TEST(claims)
{
	struct bytes image = save_one();

	set_number(&image, 52, 0x2000000);
	set32(image.data + SLOTS + 8, 0x80000000);
	seal(&image, SLOTS, SLOT_BYTES);
	refused(&image, EBADMSG, TOTAL, "slots",
		"cut off at byte %d, within the section slots at byte %d",
		TOTAL, SLOTS);
	free(image.data);

	image = save_one();
	memset(image.data + HOST + 8, 0xff, 8);
	seal(&image, HOST, 260);
	refused(&image, EBADMSG, HOST, "host",
		"the section host at byte %d is too long", HOST);
	set32(image.data + HOST + 8, 259);
	set32(image.data + HOST + 12, 0);
	seal(&image, HOST, 259);
	refused(&image, EBADMSG, HOST, "host",
		"the section host at byte %d is too short", HOST);
	free(image.data);
}
END_TEST

START_TEST(strings_without_end)
{
	static const struct {
		size_t header;
		size_t offset;
		size_t size;
		size_t content;
		const char *section;
		const char *name;
	} strings[] = {
		{ HOST, 0, 65, 260, "host", "program" },
		{ HOST, 195, 65, 260, "host", "machine" },
		{ QUEUE, 92, 64, 172, "queue", "device" },
		{ QUEUE, 156, 16, 172, "queue", "command" },
	};
	struct bytes image;
	size_t i, at;

	for (i = 0; i < ARRAY_SIZE(strings); i++) {
		image = save_one();
		at = strings[i].header + SECTION + strings[i].offset;
		memset(image.data + at, 'x', strings[i].size);
		seal(&image, strings[i].header, strings[i].content);
		refused(&image, EBADMSG, at, strings[i].section,
			"the section %s, at byte %zu, has a %s without an end",
			strings[i].section, at, strings[i].name);
		free(image.data);
	}
}
END_TEST

START_TEST(sections_out_of_order)
{
	struct bytes image = save_one();

	/* without the section host */
	shift(&image, HOST, -(QUEUE - HOST));
	refused(&image, EBADMSG, SLOTS - (QUEUE - HOST), "slots",
		"the section slots at byte %d stands before what belongs in front of it",
		SLOTS - (QUEUE - HOST));
	free(image.data);

	/* without the slots */
	image = save_one();
	shift(&image, SLOTS, -(END - SLOTS));
	refused(&image, EBADMSG, SLOTS, "end",
		"the section end at byte %d stands before what belongs in front of it",
		SLOTS);
	free(image.data);

	/* twice the section host */
	image = save_one();
	shift(&image, QUEUE, QUEUE - HOST);
	memcpy(image.data + QUEUE, image.data + HOST, QUEUE - HOST);
	refused(&image, EBADMSG, QUEUE, "host",
		"the section host at byte %d is there twice", QUEUE);
	free(image.data);

	/* an end that was written elsewhere */
	image = save_one();
	image.data[END + SECTION]++;
	seal(&image, END, 8);
	refused(&image, EBADMSG, END, "end",
		"the section end at byte %d does not stand where it says: parts are missing or were added",
		END);
	free(image.data);
}
END_TEST

/* Two in one file, and then something else */
START_TEST(one_after_the_other)
{
	struct bytes image = save_one();
	struct mlx5wqe_image_error error;
	struct mlx5wqe_queue *queue;
	uint8_t twice[2 * TOTAL + 1];
	size_t i;
	FILE *file;

	memcpy(twice, image.data, TOTAL);
	memcpy(twice + TOTAL, image.data, TOTAL);
	twice[2 * TOTAL] = '\n';
	file = fmemopen(twice, 2 * TOTAL, "r");
	for (i = 0; i < 2; i++) {
		queue = mlx5wqe_open_image(file, &error);
		ck_assert_ptr_nonnull(queue);
		ck_assert_str_eq(error.text, "");
		mlx5wqe_close(queue);
	}
	ck_assert_ptr_null(mlx5wqe_open_image(file, &error));
	ck_assert_int_eq(errno, ENODATA);
	ck_assert_str_eq(error.text, "");
	fclose(file);

	file = fmemopen(twice + TOTAL, TOTAL + 1, "r");
	mlx5wqe_close(mlx5wqe_open_image(file, &error));
	ck_assert_ptr_null(mlx5wqe_open_image(file, &error));
	ck_assert_int_eq(errno, EBADMSG);
	ck_assert_uint_eq(error.offset, TOTAL);
	fclose(file);
	free(image.data);
}
END_TEST

static ssize_t bad_read(void *cookie, char *buffer, size_t size)
{
	unsigned int *left = cookie;

	if (!*left) {
		errno = ESTALE;
		return -1;
	}
	--*left;
	memcpy(buffer, "\x89", size < 1 ? size : 1);
	return 1;
}

START_TEST(streams_that_fail)
{
	cookie_io_functions_t io = { .read = bad_read };
	struct mlx5wqe_image_error error;
	struct fake *fake = make_queue();
	unsigned int left = 1;
	FILE *file = fopencookie(&left, "r", io);

	ck_assert_ptr_null(mlx5wqe_open_image(file, &error));
	ck_assert_int_eq(errno, ESTALE);
	ck_assert_str_eq(error.text, "");
	fclose(file);

	file = fopen("/dev/full", "w");
	if (file) {
		ck_assert_int_eq(mlx5wqe_save(&fake->queue, file), ENOSPC);
		fclose(file);
	}
	fake_free(fake);
}
END_TEST

START_TEST(queues_that_cannot_be_read)
{
	struct fake *fake = make_queue();
	struct bytes image = {};
	FILE *file = open_memstream((char **)&image.data, &image.length);
	struct mlx5wqe_image about;

	fake->sample_err = ENOENT;
	ck_assert_int_eq(mlx5wqe_save(&fake->queue, file), ENOENT);
	fake->queue.fixed.flags = MLX5WQE_INFO_FLAG_NO_BUFFER;
	ck_assert_int_eq(mlx5wqe_save(&fake->queue, file), EOPNOTSUPP);
	ck_assert_int_eq(mlx5wqe_save(NULL, file), EINVAL);
	ck_assert_int_eq(mlx5wqe_save(&fake->queue, NULL), EINVAL);
	fclose(file);
	ck_assert_uint_eq(image.length, 0);
	free(image.data);

	ck_assert_ptr_null(mlx5wqe_open_image(NULL, NULL));
	ck_assert_int_eq(errno, EINVAL);
	ck_assert_int_eq(mlx5wqe_image_query(&fake->queue, &about), EINVAL);
	ck_assert_int_eq(mlx5wqe_image_query(NULL, &about), EINVAL);
	fake_free(fake);
}
END_TEST

/* Stored bytes, which every machine reads alike */
START_TEST(stored_image)
{
	static const struct {
		const char *name;
		uint32_t flags;
	} formats[] = {
		{ "image.txt", 0 },
		{ "image.json", MLX5WQE_PRINT_JSON },
		{ "image.pretty.json", MLX5WQE_PRINT_JSON |
				       MLX5WQE_PRINT_PRETTY |
				       MLX5WQE_PRINT_RAW },
	};
	struct mlx5wqe_select select = { .range = MLX5WQE_RANGE_PENDING };
	struct mlx5wqe_queue *queue;
	char *text;
	size_t size, i;
	FILE *file = open_stored("image.img", "r");

	queue = mlx5wqe_open_image(file, NULL);
	ck_assert_ptr_nonnull(queue);
	fclose(file);
	for (i = 0; i < ARRAY_SIZE(formats); i++) {
		file = open_memstream(&text, &size);
		ck_assert_int_eq(mlx5wqe_print(file, queue, &select,
					       formats[i].flags, NULL), 0);
		fclose(file);
		expect_stored(formats[i].name, text);
		free(text);
	}
	mlx5wqe_close(queue);
}
END_TEST

Suite *unit_suite(void)
{
	Suite *suite = suite_create("image");
	TCase *tcase = tcase_create("image");

	tcase_set_timeout(tcase, CASE_TIMEOUT);
	tcase_add_test(tcase, as_it_was);
	tcase_add_test(tcase, moved);
	tcase_add_test(tcase, cut_anywhere);
	tcase_add_test(tcase, altered_anywhere);
	tcase_add_test(tcase, versions);
	tcase_add_test(tcase, sections_of_later_programs);
	tcase_add_test(tcase, longer_sections);
	tcase_add_loop_test(tcase, numbers_out_of_bounds, 0,
			    ARRAY_SIZE(bounded));
	tcase_add_loop_test(tcase, geometries_that_cannot_be, 0,
			    ARRAY_SIZE(geometries));
	tcase_add_test(tcase, claims);
	tcase_add_test(tcase, strings_without_end);
	tcase_add_test(tcase, sections_out_of_order);
	tcase_add_test(tcase, one_after_the_other);
	tcase_add_test(tcase, streams_that_fail);
	tcase_add_test(tcase, queues_that_cannot_be_read);
	tcase_add_test(tcase, stored_image);
	suite_add_tcase(suite, tcase);
	return suite;
}
