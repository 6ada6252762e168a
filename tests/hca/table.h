/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/* Objects by number. */
#ifndef HCA_TABLE_H
#define HCA_TABLE_H

#include "hw.h"

struct table {
	void **slot;
	u32 first;	/* the lowest number handed out */
	u32 end;	/* one more than the highest */
	u32 next;	/* where the search for a free number starts */
	bool reuse;	/* it starts at the lowest number */
};

int table_init(struct table *t, u32 first, u32 end);
void table_exit(struct table *t, void (*release)(void *obj));
/* Store obj under a free number; returns the number, or 0 when full. */
u32 table_add(struct table *t, void *obj);
void *table_get(const struct table *t, u32 num);
/* Forget the number; returns what was stored there, or NULL. */
void *table_del(struct table *t, u32 num);

#define table_for_each(t, num, obj) \
	for (num = (t)->first; num < (t)->end; num++) \
		if (((obj) = (t)->slot[num]))

#endif
