/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
#ifndef GUEST_SLOW_PAGE_H
#define GUEST_SLOW_PAGE_H

#include <stdbool.h>
#include <stddef.h>

/* A page that stays away until it is given, with a reader waiting for it */
struct slow_page {
	int uffd;
	void *page;
	size_t size;
};

/* False, with errno set: there is no userfaultfd */
bool slow_page_open(struct slow_page *slow);
/* Whether somebody touches the page within that time */
bool slow_page_wanted(const struct slow_page *slow, int ms);
void slow_page_give(const struct slow_page *slow);
void slow_page_close(const struct slow_page *slow);

#endif /* GUEST_SLOW_PAGE_H */
