// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* An image of a queue: see mlx5wqe-image(5). */

#include <config.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>

#include <zlib.h>

#include "bytes.h"
#include "image.h"
#include "mlx5wqe.h"
#include "queue.h"
#include "stream.h"

#define NANOSECONDS UINT64_C(1000000000)

struct saver {
	FILE *file;
	uint64_t written;
	int err;		/* the first one */
};

static uint64_t now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_REALTIME, &time);
	return (uint64_t)time.tv_sec * NANOSECONDS + (uint64_t)time.tv_nsec;
}

static void put(struct saver *saver, const void *bytes, size_t length)
{
	errno = 0;
	if (fwrite(bytes, 1, length, saver->file) < length && !saver->err)
		saver->err = errno ? errno : EIO;
	saver->written += length;
}

static uint32_t checksum(const void *bytes, size_t length)
{
	return (uint32_t)crc32_z(0, bytes, length);
}

static void save_header(struct saver *saver)
{
	uint8_t header[IMAGE_HEADER_SIZE] = IMAGE_MAGIC;

	put_le(header + IMAGE_HEADER_VERSION, 4, IMAGE_VERSION);
	put_le(header + IMAGE_HEADER_CRC, 4,
	       checksum(header, IMAGE_HEADER_CRC));
	put(saver, header, sizeof(header));
}

static void save_section(struct saver *saver, const char *name,
			 const uint8_t *content, size_t length)
{
	uint8_t header[IMAGE_SECTION_SIZE] = {};

	memcpy(header + IMAGE_SECTION_NAME, name, strlen(name));
	put_le(header + IMAGE_SECTION_LENGTH, 8, length);
	put_le(header + IMAGE_SECTION_CONTENT_CRC, 4,
	       checksum(content, length));
	put_le(header + IMAGE_SECTION_CRC, 4,
	       checksum(header, IMAGE_SECTION_CRC));
	put(saver, header, sizeof(header));
	put(saver, content, length);
}

static void save_host(struct saver *saver)
{
	uint8_t content[IMAGE_HOST_SIZE] = {};
	struct utsname uts = {};
	const char *const strings[IMAGE_STRINGS] = {
		PACKAGE " " PACKAGE_VERSION,
		uts.nodename, uts.release, uts.machine,
	};
	size_t i;

	uname(&uts);
	for (i = 0; i < IMAGE_STRINGS; i++)
		snprintf((char *)content + i * IMAGE_STRING_SIZE,
			 IMAGE_STRING_SIZE, "%s", strings[i]);
	save_section(saver, IMAGE_HOST, content, sizeof(content));
}

static void put_numbers(uint8_t *content, const struct image_number *numbers,
			size_t count, const struct mlx5wqe_info *info)
{
	size_t i;

	for (i = 0; i < count; i++)
		put_le(content + 4 * i, 4, image_get(&numbers[i], info));
}

static void save_queue(struct saver *saver, const uint64_t times[2],
		       const struct mlx5wqe_info infos[2])
{
	uint8_t content[IMAGE_QUEUE_SIZE];

	put_le(content + IMAGE_QUEUE_TIME, 8, times[0]);
	put_le(content + IMAGE_QUEUE_TIME_AFTER, 8, times[1]);
	put_numbers(content + IMAGE_QUEUE_NUMBERS, image_numbers,
		    IMAGE_NUMBERS, &infos[0]);
	put_numbers(content + IMAGE_QUEUE_AFTER, image_after_numbers,
		    IMAGE_AFTER_NUMBERS, &infos[1]);
	memcpy(content + IMAGE_QUEUE_DEVICE, infos[0].device,
	       sizeof(infos[0].device));
	memcpy(content + IMAGE_QUEUE_COMM, infos[0].owner_comm,
	       sizeof(infos[0].owner_comm));
	save_section(saver, IMAGE_QUEUE, content, sizeof(content));
}

static void save_end(struct saver *saver)
{
	uint8_t content[IMAGE_END_SIZE];

	put_le(content, sizeof(content), saver->written);
	save_section(saver, IMAGE_END, content, sizeof(content));
}

int mlx5wqe_save(struct mlx5wqe_queue *queue, FILE *file)
{
	struct saver saver = { .file = file };
	struct mlx5wqe_info infos[2];
	uint64_t times[2];
	uint8_t *ring;
	int err;

	if (!queue || !file || queue->fixed.source == MLX5WQE_SOURCE_IMAGE)
		return EINVAL;
	times[0] = now();
	err = queue_snapshot(queue, &infos[0], &ring);
	if (err)
		return err;
	err = queue->ops->sample(queue, &infos[1], NULL, 0, NULL);
	times[1] = now();
	if (!err) {
		save_header(&saver);
		save_host(&saver);
		save_queue(&saver, times, infos);
		save_section(&saver, IMAGE_SLOTS, ring,
			     (size_t)infos[0].wqe_cnt * infos[0].stride);
		save_end(&saver);
		err = saver.err ? saver.err : stream_error(file);
	}
	free(ring);
	return err;
}
