/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
#ifndef GUEST_SLOW_PAGE_H
#define GUEST_SLOW_PAGE_H

#include <stdbool.h>
#include <stddef.h>

/* Pages that stay away until they are given, with readers waiting for them */
struct slow_page {
	int uffd;
	void *page;		/* the first */
	size_t size;		/* of all */
};

/* False, with errno set: there is no userfaultfd */
bool slow_page_open(struct slow_page *slow, size_t pages);
/* Whether somebody, or one more, touches a page within that time */
bool slow_page_wanted(const struct slow_page *slow, int ms);
void slow_page_give(const struct slow_page *slow);
/* They are away again */
void slow_page_take(const struct slow_page *slow);
void slow_page_close(const struct slow_page *slow);

#endif /* GUEST_SLOW_PAGE_H */
