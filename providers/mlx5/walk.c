// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Where the WQEs are in one copy of a queue. */

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "bytes.h"
#include "ctrl.h"
#include "mlx5wqe.h"
#include "queue.h"
#include "sized.h"

struct walk {
	const struct mlx5wqe_info *info;
	const uint8_t *ring;
	mlx5wqe_wqe_fn fn;
	void *arg;
	uint8_t linear[WQE_MAX_BYTES];
};

static bool counters_known(const struct mlx5wqe_info *info)
{
	return info->kind != MLX5WQE_SRQ &&
	       info->comp_mask & MLX5WQE_INFO_PRODUCER &&
	       info->comp_mask & MLX5WQE_INFO_CONSUMER;
}

static uint32_t posted(const struct mlx5wqe_info *info)
{
	return (uint16_t)(info->producer - info->consumer);
}

/* Counters that contradict the geometry tell nothing about a slot. */
static bool pending_known(const struct mlx5wqe_info *info)
{
	return counters_known(info) && posted(info) <= info->wqe_cnt;
}

static uint32_t pending_flags(const struct mlx5wqe_info *info, uint32_t index,
			      uint32_t slots)
{
	uint16_t ahead = (uint16_t)(index - info->consumer);
	uint32_t flags = MLX5WQE_WQE_PENDING_KNOWN;

	if (!pending_known(info))
		return 0;
	if (ahead >= posted(info))
		return flags;
	if (slots > posted(info) - ahead)
		flags |= MLX5WQE_WQE_OVERRUN;
	return flags | MLX5WQE_WQE_PENDING;
}

static const uint8_t *slot_bytes(const struct walk *walk, uint32_t index)
{
	return walk->ring + (size_t)(index % walk->info->wqe_cnt) *
			    walk->info->stride;
}

/* Copy @length bytes from the start of a slot on, past the wrap if need be. */
static void make_linear(struct walk *walk, uint32_t index, size_t length)
{
	size_t end = (size_t)walk->info->wqe_cnt * walk->info->stride;
	const uint8_t *from = slot_bytes(walk, index);
	size_t run = end - (size_t)(from - walk->ring);

	if (run > length)
		run = length;
	memcpy(walk->linear, from, run);
	memcpy(walk->linear + run, walk->ring, length - run);
}

/* Slots that the send WQE at a slot covers by its own account, at least one */
static uint32_t send_slots(const struct walk *walk, uint32_t index,
			   uint32_t *length)
{
	uint32_t stride = walk->info->stride;
	struct wqe_ctrl ctrl;

	*length = stride;
	if (stride < WQE_CTRL_BYTES)
		return 1;
	wqe_ctrl_get(slot_bytes(walk, index), &ctrl);
	if (ctrl.ds)
		*length = ctrl.ds * WQE_DS_UNITS;
	else if (stride > WQE_MAX_BYTES)
		*length = WQE_MAX_BYTES;
	return (*length + stride - 1) / stride;
}

/* One send WQE; *@slots says how far the next one is. */
static int visit_send(struct walk *walk, uint32_t index, uint32_t *slots)
{
	struct mlx5wqe_wqe wqe = {
		.index = index,
		.slot = index % walk->info->wqe_cnt,
	};
	uint32_t length;

	*slots = send_slots(walk, index, &length);
	wqe.flags = pending_flags(walk->info, index, *slots);
	if (*slots > walk->info->wqe_cnt) {
		*slots = walk->info->wqe_cnt;
		length = *slots * walk->info->stride;
		wqe.flags |= MLX5WQE_WQE_TRUNCATED;
	}
	make_linear(walk, index, length);
	wqe.slots = *slots;
	wqe.bytes = walk->linear;
	wqe.length = length;
	return walk->fn(walk->info, &wqe, walk->arg);
}

static int visit_receive(struct walk *walk, uint32_t index, uint32_t *slots)
{
	uint32_t slot = index % walk->info->wqe_cnt;
	struct mlx5wqe_wqe wqe = {
		.flags = pending_flags(walk->info, index, 1),
		.index = walk->info->kind == MLX5WQE_SRQ ? slot : index,
		.slot = slot,
		.slots = 1,
		.bytes = slot_bytes(walk, index),
		.length = walk->info->stride,
	};

	*slots = 1;
	return walk->fn(walk->info, &wqe, walk->arg);
}

static int visit(struct walk *walk, uint32_t index, uint32_t *slots)
{
	if (walk->info->kind == MLX5WQE_SQ)
		return visit_send(walk, index, slots);
	return visit_receive(walk, index, slots);
}

static bool slot_empty(const struct walk *walk, uint32_t index)
{
	return all_zero(slot_bytes(walk, index), walk->info->stride);
}

/*
 * Whether a WQE starts at a slot that no chain from the consumer leads to.
 * @exact: the counter of the slot is known to be @index, else only its
 * remainder is.
 */
static bool starts_here(const struct walk *walk, uint32_t index, bool exact,
			uint32_t room)
{
	struct wqe_ctrl ctrl;
	uint32_t length;

	if (slot_empty(walk, index))
		return false;
	if (walk->info->kind != MLX5WQE_SQ)
		return true;
	if (walk->info->stride < WQE_CTRL_BYTES)
		return false;
	wqe_ctrl_get(slot_bytes(walk, index), &ctrl);
	if (!ctrl.ds || send_slots(walk, index, &length) > room)
		return false;
	return exact ? ctrl.wqe_index == (uint16_t)index :
		       ctrl.wqe_index % walk->info->wqe_cnt ==
			       index % walk->info->wqe_cnt;
}

/* Slots from @index on that no WQE accounts for, alike in being empty or not */
static int visit_loose(struct walk *walk, uint32_t index, bool exact,
		       uint32_t room, uint32_t *slots)
{
	uint32_t slot = index % walk->info->wqe_cnt;
	bool empty = slot_empty(walk, index);
	struct mlx5wqe_wqe wqe = {
		.flags = MLX5WQE_WQE_LOOSE,
		.index = index,
		.slot = slot,
		.slots = 1,
		.bytes = slot_bytes(walk, index),
	};

	if (room > walk->info->wqe_cnt - slot)
		room = walk->info->wqe_cnt - slot;
	while (wqe.slots < room &&
	       slot_empty(walk, index + wqe.slots) == empty &&
	       !starts_here(walk, index + wqe.slots, exact, room - wqe.slots))
		wqe.slots++;
	wqe.length = (size_t)wqe.slots * walk->info->stride;
	*slots = wqe.slots;
	return walk->fn(walk->info, &wqe, walk->arg);
}

/* A chain of WQEs, each of which says where the next one is */
static int walk_chain(struct walk *walk, uint32_t index, uint32_t slots,
		      uint32_t count)
{
	uint32_t done = 0, step;
	int ret = 0;

	while (!ret && done < slots && count--) {
		ret = visit(walk, (uint16_t)(index + done), &step);
		done += step;
	}
	return ret;
}

/* A WQE at a slot of which only the remainder is known says its own counter. */
static int visit_slot(struct walk *walk, uint32_t slot, uint32_t *slots)
{
	struct wqe_ctrl ctrl = { .wqe_index = (uint16_t)slot };

	if (walk->info->kind == MLX5WQE_SQ)
		wqe_ctrl_get(slot_bytes(walk, slot), &ctrl);
	return visit(walk, ctrl.wqe_index, slots);
}

/* Slots that nobody vouches for */
static int walk_stale(struct walk *walk, uint32_t index, uint32_t slots,
		      bool exact)
{
	bool is_srq = walk->info->kind == MLX5WQE_SRQ;
	uint32_t done = 0, at, step;
	int ret = 0;

	while (!ret && done < slots) {
		at = exact ? (uint16_t)(index + done) : index + done;
		if (is_srq || starts_here(walk, at, exact, slots - done))
			ret = exact ? visit(walk, at, &step) :
				      visit_slot(walk, at, &step);
		else
			ret = visit_loose(walk, at, exact, slots - done, &step);
		done += step;
	}
	return ret;
}

/* The last wqe_cnt slots before the producer, oldest first */
static int walk_all(struct walk *walk)
{
	const struct mlx5wqe_info *info = walk->info;
	uint32_t stale = info->wqe_cnt;
	int ret;

	if (info->kind == MLX5WQE_SRQ ||
	    !(info->comp_mask & MLX5WQE_INFO_PRODUCER))
		return walk_stale(walk, 0, info->wqe_cnt, false);
	if (pending_known(info))
		stale -= posted(info);
	ret = walk_stale(walk, (uint16_t)(info->producer - info->wqe_cnt),
			 stale, true);
	if (ret || !pending_known(info))
		return ret;
	return walk_chain(walk, info->consumer, posted(info), UINT32_MAX);
}

static int walk_select(struct walk *walk, const struct mlx5wqe_select *select)
{
	const struct mlx5wqe_info *info = walk->info;

	switch (select->range) {
	case MLX5WQE_RANGE_PENDING:
		return walk_chain(walk, info->consumer, posted(info),
				  UINT32_MAX);
	case MLX5WQE_RANGE_ALL:
		return walk_all(walk);
	default:
		return walk_chain(walk, select->wqe_index, info->wqe_cnt,
				  select->count);
	}
}

static int select_check(const struct mlx5wqe_select *select)
{
	if (select->comp_mask || select->reserved ||
	    select->range > MLX5WQE_RANGE_INDEX)
		return EINVAL;
	return 0;
}

int mlx5wqe_walk_sized(struct mlx5wqe_queue *queue,
		       const struct mlx5wqe_select *select, size_t select_size,
		       struct mlx5wqe_info *info, size_t info_size,
		       mlx5wqe_wqe_fn fn, void *arg)
{
	struct mlx5wqe_select ours;
	struct mlx5wqe_info state;
	struct walk walk = { .info = &state, .fn = fn, .arg = arg };
	uint8_t *ring;
	int ret;

	if (!queue || !fn)
		return EINVAL;
	ret = sized_in(&ours, sizeof(ours), select, select_size);
	if (!ret)
		ret = select_check(&ours);
	if (!ret)
		ret = queue_snapshot(queue, &state, &ring);
	if (ret)
		return ret;

	walk.ring = ring;
	if (info)
		sized_out(info, info_size, &state, sizeof(state));
	if (ours.range == MLX5WQE_RANGE_PENDING && !pending_known(&state))
		ret = ENODATA;
	else
		ret = walk_select(&walk, &ours);
	free(ring);
	return ret;
}
