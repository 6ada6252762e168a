// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Images. Whatever the bytes are, they are refused with a reason or shown; once
 * as they come, and once with right checksums, so that what is behind these is
 * reached as well.
 */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <zlib.h>

#include "bytes.h"
#include "image.h"
#include "json.h"
#include "mlx5wqe.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(int holds)
{
	if (!holds)
		abort();
}

static void seal(uint8_t *data, size_t size)
{
	size_t at = IMAGE_HEADER_SIZE;
	uint64_t length;
	uint8_t *header;

	if (size < IMAGE_HEADER_SIZE)
		return;
	put_le(data + IMAGE_HEADER_CRC, 4,
	       crc32_z(0, data, IMAGE_HEADER_CRC));
	while (size - at >= IMAGE_SECTION_SIZE) {
		header = data + at;
		length = get_le(header + IMAGE_SECTION_LENGTH, 8);
		at += IMAGE_SECTION_SIZE;
		if (length > size - at)
			length = size - at;
		put_le(header + IMAGE_SECTION_CONTENT_CRC, 4,
		       crc32_z(0, data + at, length));
		put_le(header + IMAGE_SECTION_CRC, 4,
		       crc32_z(0, header, IMAGE_SECTION_CRC));
		at += length;
	}
}

static void show(struct mlx5wqe_queue *queue, uint32_t range, uint32_t flags)
{
	struct mlx5wqe_select select = { .range = range, .count = 2 };
	char *text = NULL;
	size_t length;
	FILE *file = open_memstream(&text, &length);
	int err;

	err = mlx5wqe_print(file, queue, &select, flags, NULL);
	fclose(file);
	must(!err || (err == ENODATA && range == MLX5WQE_RANGE_PENDING));
	must(err || !(flags & MLX5WQE_PRINT_JSON) || json_valid(text));
	free(text);
}

static void read_all(struct mlx5wqe_queue *queue)
{
	struct mlx5wqe_info info;
	uint8_t *ring;
	size_t size, copied;

	must(!mlx5wqe_query(queue, &info));
	must(info.source == MLX5WQE_SOURCE_IMAGE);
	size = (size_t)info.wqe_cnt * info.stride;
	ring = malloc(size);
	must(!!ring);
	must(!mlx5wqe_read(queue, ring, size, 0, size, &copied));
	must(copied == size);
	free(ring);
}

static void open_all(const uint8_t *data, size_t size)
{
	FILE *file = fmemopen((void *)(uintptr_t)data, size, "r");
	struct mlx5wqe_image_error error;
	struct mlx5wqe_queue *queue;

	must(!!file);
	while ((queue = mlx5wqe_open_image(file, &error))) {
		must(!*error.text);
		read_all(queue);
		show(queue, MLX5WQE_RANGE_PENDING, 0);
		show(queue, MLX5WQE_RANGE_INDEX, MLX5WQE_PRINT_RAW);
		show(queue, MLX5WQE_RANGE_ALL, MLX5WQE_PRINT_JSON);
		mlx5wqe_close(queue);
	}
	must(errno == ENODATA || errno == EBADMSG || errno == ENOTSUP);
	must((errno == ENODATA) == !*error.text);
	must(error.offset <= size);
	fclose(file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint8_t *sealed;

	if (!size)
		return 0;
	open_all(data, size);
	sealed = malloc(size);
	must(!!sealed);
	memcpy(sealed, data, size);
	seal(sealed, size);
	open_all(sealed, size);
	free(sealed);
	return 0;
}
