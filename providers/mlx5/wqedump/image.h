/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/* Images in files: read, written and shown. They say what goes wrong. */

#ifndef WQEDUMP_IMAGE_H
#define WQEDUMP_IMAGE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "mlx5wqe.h"

/* What of a queue is shown, and how */
struct view {
	bool have_range;
	struct mlx5wqe_select select;
	uint32_t print_flags;
};

/* Whether the counters tell what is pending; those of an SRQ do not. */
bool pending_known(const struct mlx5wqe_info *info);

/* Show a queue. Returns enum exit_status. */
int view_queue(const struct view *view, struct mlx5wqe_queue *queue);

/* Whether a file that starts like this, @length bytes, is an image */
bool image_starts(const void *bytes, size_t length);
#define IMAGE_START 8		/* bytes that tell */

/*
 * The next image of @file, which people know as @name. At the end of the file,
 * which is an error if it is @first, *@queue is NULL. Returns 0 or -1.
 */
int image_next(FILE *file, const char *name, bool first,
	       struct mlx5wqe_queue **queue);

/* Show all images of @file. Returns enum exit_status. */
int image_view(const struct view *view, FILE *file, const char *name);

/*
 * Save @queue as @name: complete or not at all. A file of that name is only
 * replaced if @force. Returns enum exit_status.
 */
int image_save(struct mlx5wqe_queue *queue, const char *name, bool force);

#endif /* WQEDUMP_IMAGE_H */
