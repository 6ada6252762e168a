/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * How an image of a queue is laid out: mlx5wqe-image(5). Numbers are
 * little-endian, and a checksum is zlib's crc32().
 */

#ifndef MLX5WQE_IMAGE_H
#define MLX5WQE_IMAGE_H

#include <stddef.h>
#include <stdint.h>

#include "mlx5wqe.h"

#define IMAGE_MAGIC "\x89WQE\r\n\x1a\n"
#define IMAGE_VERSION 1

enum {
	IMAGE_HEADER_MAGIC = 0,
	IMAGE_HEADER_VERSION = 8,
	IMAGE_HEADER_CRC = 12,		/* of what is in front of it */
	IMAGE_HEADER_SIZE = 16,
};

enum {
	IMAGE_SECTION_NAME = 0,		/* padded with zeros */
	IMAGE_SECTION_LENGTH = 8,	/* of the content, which follows */
	IMAGE_SECTION_FLAGS = 16,
	IMAGE_SECTION_CONTENT_CRC = 20,
	IMAGE_SECTION_CRC = 24,		/* of what is in front of it */
	IMAGE_SECTION_SIZE = 28,
};

#define IMAGE_NAME_SIZE 8
/* Who does not know the section may skip it */
#define IMAGE_SECTION_OPTIONAL 1u

#define IMAGE_HOST "host"
#define IMAGE_QUEUE "queue"
#define IMAGE_SLOTS "slots"
#define IMAGE_END "end"

/* Content of the section host: these strings, each with its NUL */
#define IMAGE_STRING_SIZE 65
struct image_string {
	const char *name;
	size_t member;		/* of struct mlx5wqe_image */
};
#define IMAGE_STRINGS 4
extern const struct image_string image_strings[IMAGE_STRINGS];
#define IMAGE_HOST_SIZE (IMAGE_STRINGS * IMAGE_STRING_SIZE)

/* A number of 32 bits in the section queue */
struct image_number {
	const char *name;
	size_t member;		/* of struct mlx5wqe_info */
	size_t size;		/* there, 4 or 8 bytes */
	uint32_t max;
};
#define IMAGE_NUMBERS 14
extern const struct image_number image_numbers[IMAGE_NUMBERS];
/* The state once more, behind the slots */
#define IMAGE_AFTER_NUMBERS 5
extern const struct image_number image_after_numbers[IMAGE_AFTER_NUMBERS];

uint32_t image_get(const struct image_number *number,
		   const struct mlx5wqe_info *info);
void image_set(const struct image_number *number, struct mlx5wqe_info *info,
	       uint32_t value);

/* Content of the section queue */
enum {
	IMAGE_QUEUE_TIME = 0,
	IMAGE_QUEUE_TIME_AFTER = 8,
	IMAGE_QUEUE_NUMBERS = 16,
	IMAGE_QUEUE_AFTER = IMAGE_QUEUE_NUMBERS + 4 * IMAGE_NUMBERS,
	IMAGE_QUEUE_DEVICE = IMAGE_QUEUE_AFTER + 4 * IMAGE_AFTER_NUMBERS,
	IMAGE_QUEUE_COMM = IMAGE_QUEUE_DEVICE + 64,
	IMAGE_QUEUE_SIZE = IMAGE_QUEUE_COMM + 16,
};

/* Content of the section end: the bytes of the image in front of it */
#define IMAGE_END_SIZE 8

#endif /* MLX5WQE_IMAGE_H */
