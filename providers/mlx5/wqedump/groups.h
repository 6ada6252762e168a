/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/* Errors by queue pair: the first one, and what was flushed behind it. */

#ifndef WQEDUMP_GROUPS_H
#define WQEDUMP_GROUPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "item.h"

#define GROUPS_MAX 1024u	/* queue pairs; those beyond are not told apart */
#define GROUP_SLOTS (2 * GROUPS_MAX)

struct group {
	bool used;
	bool has_qpn;		/* false: errors that name no QP */
	uint32_t qpn;
	bool has_root;		/* an error that is no flush came first */
	struct item root;	/* or the first flush */
	const char *file;
	uint64_t errors;	/* but for flushes */
	uint64_t flushes;
};

struct groups {
	size_t count;
	uint64_t lost;		/* errors of queue pairs beyond GROUPS_MAX */
	uint64_t order[GROUPS_MAX];	/* slots as they came */
	struct group slots[GROUP_SLOTS];
	struct group unnamed;
};

bool item_is_flush(const struct item *item);

/*
 * Count an error. Returns its group, with the group's first error in root, or
 * NULL if there are too many.
 */
const struct group *groups_add(struct groups *groups, const struct item *item,
			       const char *file);

#endif /* WQEDUMP_GROUPS_H */
