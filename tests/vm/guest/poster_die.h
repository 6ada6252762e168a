/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
#ifndef POSTER_DIE_H
#define POSTER_DIE_H

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define die(fmt, ...)							\
	do {								\
		fprintf(stderr, "%s:%d: " fmt "\n", __FILE__, __LINE__,	\
			##__VA_ARGS__);					\
		exit(1);						\
	} while (0)

/* For calls that set errno */
#define need(condition)							\
	do {								\
		if (!(condition))					\
			die("%s: %s", #condition, strerror(errno));	\
	} while (0)

/* For calls that return an errno value */
#define need_zero(call)							\
	do {								\
		int need_zero_ret = (call);				\
									\
		if (need_zero_ret)					\
			die("%s: %s", #call, strerror(need_zero_ret));	\
	} while (0)

#endif /* POSTER_DIE_H */
