/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Bounds of a copy out of a work queue.
 *
 * Plain arithmetic on a geometry that nobody vouches for: counts and shifts
 * come from user space, wqe_cnt need not be a power of two and may be zero.
 * mlx5_ib, libmlx5wqe and the unit tests compile this same text.
 */

#ifndef MLX5_WQE_BOUNDS_H
#define MLX5_WQE_BOUNDS_H

#include <linux/errno.h>
#include <linux/types.h>

#define MLX5_WQE_MAX_SHIFT 31

/* Where the slots of a WQ lie in its buffer */
struct mlx5_wqe_geom {
	__u64 buf_size;		/* bytes of the buffer */
	__u64 offset;		/* of slot 0 in the buffer, bytes */
	__u32 wqe_cnt;		/* slots */
	__u32 wqe_shift;	/* log2 of the bytes of a slot */
};

/* A contiguous piece of the buffer, in bytes */
struct mlx5_wqe_span {
	__u64 offset;
	__u64 length;
};

/* A range of whole slots; it wraps to slot 0 after the first run */
struct mlx5_wqe_range {
	__u32 first;		/* slot, less than wqe_cnt */
	__u32 count;		/* slots, at most wqe_cnt */
	__u32 run;		/* slots of them before the wrap */
};

/*
 * Returns 0, -ENODATA for a WQ without slots, -EINVAL for a WQ that does not
 * fit its buffer.
 */
static inline int mlx5_wqe_geom_check(const struct mlx5_wqe_geom *geom)
{
	__u64 bytes;

	if (!geom->wqe_cnt)
		return -ENODATA;
	if (geom->wqe_shift > MLX5_WQE_MAX_SHIFT)
		return -EINVAL;
	bytes = (__u64)geom->wqe_cnt << geom->wqe_shift;
	if (geom->offset > geom->buf_size ||
	    bytes > geom->buf_size - geom->offset)
		return -EINVAL;
	return 0;
}

/*
 * What a copy of at most @limit bytes from the start of WQE @wqe_index covers:
 * it ends with the WQ at the latest. @wqe_index is a free-running counter, the
 * slot is its remainder. Returns like mlx5_wqe_geom_check().
 */
static inline int mlx5_wqe_span(const struct mlx5_wqe_geom *geom,
				__u32 wqe_index, __u64 limit,
				struct mlx5_wqe_span *span)
{
	__u32 slot;
	__u64 rest;
	int err;

	err = mlx5_wqe_geom_check(geom);
	if (err)
		return err;

	slot = wqe_index % geom->wqe_cnt;
	rest = (__u64)(geom->wqe_cnt - slot) << geom->wqe_shift;
	span->offset = geom->offset + ((__u64)slot << geom->wqe_shift);
	span->length = limit < rest ? limit : rest;
	return 0;
}

/*
 * Which whole slots a copy of @count slots from @first into @room bytes takes:
 * fewer than asked when the WQ or the room is smaller. Returns like
 * mlx5_wqe_geom_check(), or -ENOSPC when not even one slot fits.
 */
static inline int mlx5_wqe_range(const struct mlx5_wqe_geom *geom, __u32 first,
				 __u32 count, __u64 room,
				 struct mlx5_wqe_range *range)
{
	__u64 fit;
	int err;

	err = mlx5_wqe_geom_check(geom);
	if (err)
		return err;

	fit = room >> geom->wqe_shift;
	if (count && !fit)
		return -ENOSPC;
	if (count > geom->wqe_cnt)
		count = geom->wqe_cnt;
	if (count > fit)
		count = (__u32)fit;
	range->first = first % geom->wqe_cnt;
	range->count = count;
	range->run = geom->wqe_cnt - range->first;
	if (range->run > count)
		range->run = count;
	return 0;
}

#endif /* MLX5_WQE_BOUNDS_H */
