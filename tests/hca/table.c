// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
#include <errno.h>
#include <stdlib.h>

#include "table.h"

int table_init(struct table *t, u32 first, u32 end)
{
	t->slot = calloc(end, sizeof(*t->slot));
	t->first = first;
	t->end = end;
	t->next = first;
	return t->slot ? 0 : ENOMEM;
}

void table_exit(struct table *t, void (*release)(void *obj))
{
	u32 i;

	for (i = t->first; t->slot && i < t->end; i++)
		if (t->slot[i])
			release(t->slot[i]);
	free(t->slot);
	t->slot = NULL;
}

/*
 * Numbers are handed out round robin, so that a stale one of a dead object
 * does not name a new object soon, unless that is what is wanted.
 */
u32 table_add(struct table *t, void *obj)
{
	u32 num;

	if (t->reuse)
		t->next = t->first;
	num = t->next;
	do {
		u32 following = num + 1 < t->end ? num + 1 : t->first;

		if (!t->slot[num]) {
			t->slot[num] = obj;
			t->next = following;
			return num;
		}
		num = following;
	} while (num != t->next);
	return 0;
}

void *table_get(const struct table *t, u32 num)
{
	return num >= t->first && num < t->end ? t->slot[num] : NULL;
}

void *table_del(struct table *t, u32 num)
{
	void *obj = table_get(t, num);

	if (obj)
		t->slot[num] = NULL;
	return obj;
}
