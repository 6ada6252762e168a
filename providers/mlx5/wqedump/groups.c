// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB

#include <infiniband/mlx5dv.h>
#include <infiniband/verbs.h>

#include "groups.h"

bool item_is_flush(const struct item *item)
{
	if (item_has(item, FIELD_SYNDROME))
		return item->value[FIELD_SYNDROME] ==
		       MLX5_CQE_SYNDROME_WR_FLUSH_ERR;
	return item_has(item, FIELD_STATUS) &&
	       item->value[FIELD_STATUS] == IBV_WC_WR_FLUSH_ERR;
}

static struct group *find_slot(struct groups *groups, uint32_t qpn)
{
	/* Knuth's multiplicative hash; the table is never more than half full */
	size_t slot = qpn * 2654435761u % GROUP_SLOTS;

	while (groups->slots[slot].used && groups->slots[slot].qpn != qpn)
		slot = (slot + 1) % GROUP_SLOTS;
	return &groups->slots[slot];
}

static struct group *find_group(struct groups *groups, const struct item *item)
{
	struct group *group = &groups->unnamed;

	if (!item_has(item, FIELD_QPN))
		return group;
	group = find_slot(groups, (uint32_t)item->value[FIELD_QPN]);
	if (group->used)
		return group;
	if (groups->count == GROUPS_MAX) {
		groups->lost++;
		return NULL;
	}
	groups->order[groups->count++] = (uint64_t)(group - groups->slots);
	group->has_qpn = true;
	group->qpn = (uint32_t)item->value[FIELD_QPN];
	return group;
}

const struct group *groups_add(struct groups *groups, const struct item *item,
			       const char *file)
{
	struct group *group = find_group(groups, item);
	bool flush = item_is_flush(item);

	if (!group)
		return NULL;
	if (!group->used || (!group->has_root && !flush)) {
		group->root = *item;
		group->file = file;
		group->has_root = !flush;
	}
	group->used = true;
	if (flush)
		group->flushes++;
	else
		group->errors++;
	return group;
}
