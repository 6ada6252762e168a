// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * What the library says in the process that owns the queue: through the kernel
 * by handle, and through the owner's mapping.
 */

#include <limits.h>

#include "mlx5wqe.h"
#include "poster.h"
#include "poster_die.h"

#define MAX_READ (4U << 20)
/* Slots of large queues that are read, chosen at random */
#define SAMPLE 48U

/* The queue as libmlx5 laid it out */
struct layout {
	const uint8_t *bytes;
	uint32_t wqe_cnt;
	uint32_t stride;
};

static struct mlx5wqe_queue *open_own(const struct endpoint *ep,
				      const struct sink *sink, uint32_t flags)
{
	struct mlx5wqe_queue *queue;

	if (sink && sink->srq)
		queue = mlx5wqe_open_srq(sink->srq, flags);
	else
		queue = mlx5wqe_open_qp(ep->qp, sink ? MLX5WQE_RQ : MLX5WQE_SQ,
					flags);
	if (!queue)
		die("open, flags %u: %s", flags, strerror(errno));
	return queue;
}

static void print_own(const char *prefix, const char *suffix,
		      struct mlx5wqe_queue *queue,
		      const struct mlx5wqe_select *select)
{
	char path[PATH_MAX];
	FILE *file;

	if (snprintf(path, sizeof(path), "%s%s", prefix, suffix) >=
	    (int)sizeof(path))
		die("path too long");
	file = fopen(path, "w");
	need(file);
	need_zero(mlx5wqe_print(file, queue, select, MLX5WQE_PRINT_JSON |
				MLX5WQE_PRINT_RAW, NULL));
	need(!fclose(file));
}

static void layout_of(struct layout *layout, const struct endpoint *ep,
		      const struct sink *sink, uint32_t wqe_cnt)
{
	struct mlx5dv_srq srq = {};
	struct mlx5dv_obj obj = { .srq = { .out = &srq } };

	if (sink && sink->srq) {
		obj.srq.in = sink->srq;
		need_zero(mlx5dv_init_obj(&obj, MLX5DV_OBJ_SRQ));
		/* libmlx5 does not tell how many slots it made */
		*layout = (struct layout){ srq.buf, wqe_cnt, srq.stride };
	} else if (sink) {
		*layout = (struct layout){ ep->dv.rq.buf, ep->dv.rq.wqe_cnt,
					   ep->dv.rq.stride };
	} else {
		*layout = (struct layout){ ep->dv.sq.buf, ep->dv.sq.wqe_cnt,
					   ep->dv.sq.stride };
	}
}

/*
 * Never more than asked for, than the buffer holds, or than there is up to the
 * end of the WQ; and not a byte changed behind what was copied.
 */
static void check_read(struct mlx5wqe_queue *queue, const struct layout *layout,
		       uint32_t slot, size_t bcnt, size_t buflen)
{
	static uint8_t buffer[MAX_READ + 1];
	size_t expected = (size_t)(layout->wqe_cnt - slot) * layout->stride;
	size_t copied = SIZE_MAX;

	if (expected > bcnt)
		expected = bcnt;
	if (expected > buflen)
		expected = buflen;
	memset(buffer, 0xa5, expected + 1);
	need_zero(mlx5wqe_read(queue, buffer, buflen, slot, bcnt, &copied));
	if (copied != expected)
		die("slot %u, %zu bytes into %zu: copied %zu, expected %zu",
		    slot, bcnt, buflen, copied, expected);
	if (memcmp(buffer, layout->bytes + (size_t)slot * layout->stride,
		   expected))
		die("slot %u, %zu bytes: not the bytes of the queue", slot,
		    bcnt);
	if (buffer[expected] != 0xa5)
		die("slot %u, %zu bytes: wrote more than it copied", slot,
		    bcnt);
}

static void check_slot(struct mlx5wqe_queue *queue, const struct layout *layout,
		       uint32_t slot, struct rng *rng)
{
	const size_t stride = layout->stride;
	const size_t rest = (layout->wqe_cnt - slot) * stride;
	const size_t lengths[] = {
		0, 1, 15, 16, stride - 1, stride, stride + 1, rest - 1, rest,
		rest + 1, rng_range(rng, 0, layout->wqe_cnt * stride),
	};
	size_t i;

	for (i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++) {
		check_read(queue, layout, slot, lengths[i], MAX_READ);
		check_read(queue, layout, slot, stride, lengths[i]);
	}
	check_read(queue, layout, slot, SIZE_MAX, MAX_READ);
}

static void check_reads(struct mlx5wqe_queue *queue,
			const struct layout *layout, struct rng *rng)
{
	uint32_t slots = layout->wqe_cnt < SAMPLE ? layout->wqe_cnt : SAMPLE;
	uint32_t i;

	if ((size_t)layout->wqe_cnt * layout->stride >= MAX_READ)
		die("queue too large for this test");
	for (i = 0; i < slots; i++)
		check_slot(queue, layout, slots == layout->wqe_cnt ? i :
			   rng_range(rng, 0, layout->wqe_cnt - 1), rng);
}

static void select_pending(struct mlx5wqe_select *select,
			   const struct endpoint *ep, const struct sink *sink)
{
	select->range = MLX5WQE_RANGE_INDEX;
	if (!sink) {
		select->wqe_index = ep->slots_done & 0xffff;
		select->count = ep->posted - ep->done;
	} else if (!sink->srq) {
		select->wqe_index = sink->taken & 0xffff;
		select->count = sink->posted - sink->taken;
	} else {
		select->range = MLX5WQE_RANGE_ALL;
	}
}

static void own_source(const char *prefix, const char *suffix,
		       const struct endpoint *ep, const struct sink *sink,
		       uint32_t flags, struct rng *rng)
{
	struct mlx5wqe_queue *queue = open_own(ep, sink, flags);
	struct mlx5wqe_select select = {};
	struct mlx5wqe_info info;
	struct layout layout;

	need_zero(mlx5wqe_query(queue, &info));
	layout_of(&layout, ep, sink, info.wqe_cnt);
	if (info.wqe_cnt != layout.wqe_cnt || info.stride != layout.stride)
		die("%u slots of %u bytes, expected %u of %u", info.wqe_cnt,
		    info.stride, layout.wqe_cnt, layout.stride);
	check_reads(queue, &layout, rng);
	select_pending(&select, ep, sink);
	print_own(prefix, suffix, queue, &select);
	mlx5wqe_close(queue);
}

void own_write(const char *prefix, const struct endpoint *ep,
	       const struct sink *sink, struct rng *rng)
{
	own_source(prefix, ".handle.json", ep, sink, MLX5WQE_OPEN_KERNEL, rng);
	own_source(prefix, ".mapped.json", ep, sink, MLX5WQE_OPEN_MAPPED, rng);
}
