// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB

#include <stdlib.h>
#include <string.h>

#include "fake.h"
#include "unit.h"

static struct fake *fake_of(struct mlx5wqe_queue *queue)
{
	return (struct fake *)queue;
}

static int fake_sample(struct mlx5wqe_queue *queue, struct mlx5wqe_info *info,
		       void *ring, size_t room, size_t *copied)
{
	struct fake *fake = fake_of(queue);
	size_t stride = (size_t)1 << queue->geom.wqe_shift;
	size_t length = room < fake->sample_most ? room : fake->sample_most;

	fake->samples++;
	if (fake->sample_err)
		return fake->sample_err;
	*info = fake->state;
	length -= length % stride;
	if (ring)
		memcpy(ring, fake->ring, length);
	if (copied)
		*copied = length;
	return 0;
}

static int fake_copy(struct mlx5wqe_queue *queue,
		     const struct mlx5_wqe_span *span, void *buffer)
{
	struct fake *fake = fake_of(queue);

	fake->copies++;
	if (fake->copy_err)
		return fake->copy_err;
	memcpy(buffer, fake->buffer + span->offset, span->length);
	return 0;
}

static const struct source_ops fake_ops = {
	.sample = fake_sample,
	.copy = fake_copy,
};

static void set_fixed(struct mlx5wqe_info *fixed, enum mlx5wqe_kind kind,
		      uint32_t wqe_cnt, uint32_t wqe_shift)
{
	fixed->kind = kind;
	fixed->source = MLX5WQE_SOURCE_KERNEL;
	fixed->number = 74;
	fixed->wqn = 74;
	fixed->wqe_cnt = wqe_cnt;
	fixed->stride = 1u << wqe_shift;
	strcpy(fixed->device, "mlx5_0");
}

struct fake *fake_new(enum mlx5wqe_kind kind, uint32_t wqe_cnt,
		      uint32_t wqe_shift, size_t offset)
{
	size_t size = offset + ((size_t)wqe_cnt << wqe_shift);
	struct fake *fake = calloc(1, sizeof(*fake));

	ck_assert_ptr_nonnull(fake);
	fake->buffer = calloc(1, size);
	ck_assert_ptr_nonnull(fake->buffer);
	fake->ring = fake->buffer + offset;
	fake->sample_most = SIZE_MAX;
	fake->queue.ops = &fake_ops;
	fake->queue.geom = (struct mlx5_wqe_geom){
		.buf_size = size,
		.offset = offset,
		.wqe_cnt = wqe_cnt,
		.wqe_shift = wqe_shift,
	};
	set_fixed(&fake->queue.fixed, kind, wqe_cnt, wqe_shift);
	fake->state = fake->queue.fixed;
	return fake;
}

void fake_free(struct fake *fake)
{
	free(fake->buffer);
	free(fake);
}

void fake_counters(struct fake *fake, uint32_t producer, uint32_t consumer)
{
	fake->state.comp_mask |= MLX5WQE_INFO_PRODUCER | MLX5WQE_INFO_CONSUMER;
	fake->state.producer = producer;
	fake->state.consumer = consumer;
}

void fake_put(struct fake *fake, uint32_t index, const void *bytes,
	      size_t length)
{
	size_t size = (size_t)fake->state.wqe_cnt * fake->state.stride;
	size_t at = (size_t)(index % fake->state.wqe_cnt) * fake->state.stride;
	const uint8_t *from = bytes;

	while (length--) {
		fake->ring[at] = *from++;
		at = at + 1 == size ? 0 : at + 1;
	}
}
