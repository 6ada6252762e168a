// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Queue objects and the bounded read, whatever the source. */

#include <errno.h>
#include <stdlib.h>

#include "mlx5wqe.h"
#include "queue.h"
#include "sized.h"

int mlx5wqe_query_sized(struct mlx5wqe_queue *queue, struct mlx5wqe_info *info,
			size_t size)
{
	struct mlx5wqe_info ours;
	int err;

	if (!queue || !info)
		return EINVAL;
	err = queue->ops->sample(queue, &ours, NULL, 0, NULL);
	if (!err)
		sized_out(info, size, &ours, sizeof(ours));
	return err;
}

int mlx5wqe_read(struct mlx5wqe_queue *queue, void *buffer, size_t buflen,
		 uint32_t wqe_index, size_t bcnt, size_t *bytes_copied)
{
	struct mlx5_wqe_span span;
	int err;

	if (!queue || (!buffer && buflen))
		return EINVAL;
	if (queue->fixed.flags & MLX5WQE_INFO_FLAG_NO_BUFFER)
		return EOPNOTSUPP;
	err = -mlx5_wqe_span(&queue->geom, wqe_index,
			     bcnt < buflen ? bcnt : buflen, &span);
	if (!err && span.length)
		err = queue->ops->copy(queue, &span, buffer);
	if (!err && bytes_copied)
		*bytes_copied = span.length;
	return err;
}

int queue_snapshot(struct mlx5wqe_queue *queue, struct mlx5wqe_info *info,
		   uint8_t **ring)
{
	struct mlx5_wqe_span span;
	uint8_t *bytes;
	size_t copied;
	int err;

	if (queue->fixed.flags & MLX5WQE_INFO_FLAG_NO_BUFFER)
		return EOPNOTSUPP;
	err = -mlx5_wqe_span(&queue->geom, 0, UINT64_MAX, &span);
	if (err)
		return err;
	if (span.length > RING_MAX_BYTES)
		return EFBIG;
	bytes = malloc(span.length);
	if (!bytes)
		return ENOMEM;

	err = queue->ops->sample(queue, info, bytes, span.length, &copied);
	if (!err && copied < span.length) {
		span.offset += copied;
		span.length -= copied;
		err = queue->ops->copy(queue, &span, bytes + copied);
	}
	if (err)
		free(bytes);
	else
		*ring = bytes;
	return err;
}

void mlx5wqe_close(struct mlx5wqe_queue *queue)
{
	if (queue && queue->ops->release)
		queue->ops->release(queue);
	free(queue);
}
