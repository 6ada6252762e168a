/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/* What is known about a queue, as calls to a writer. */

#ifndef MLX5WQE_WRITE_QUEUE_H
#define MLX5WQE_WRITE_QUEUE_H

#include "mlx5wqe.h"
#include "writer.h"

void write_queue(struct writer *writer, const struct mlx5wqe_info *info);

/* Parts of that: what changes in a queue's life */
void write_state(struct writer *writer, const struct mlx5wqe_info *info);
void write_counters(struct writer *writer, const struct mlx5wqe_info *info);

/* Where and when the image was made that the queue is */
void write_image(struct writer *writer, const struct mlx5wqe_info *info,
		 const struct mlx5wqe_image *image);

/* A time in nanoseconds since 1970, in UTC */
void write_time(struct writer *writer, const char *name, const char *brief,
		uint64_t nanoseconds);

#endif /* MLX5WQE_WRITE_QUEUE_H */
