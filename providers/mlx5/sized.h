/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/* Structs that may be shorter or longer than ours at the caller's. */

#ifndef MLX5WQE_SIZED_H
#define MLX5WQE_SIZED_H

#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* What the caller knows and we do not must be zero. Returns 0 or EINVAL. */
static inline int sized_in(void *ours, size_t our_size, const void *theirs,
			   size_t their_size)
{
	const uint8_t *tail = theirs;
	size_t i;

	if (!theirs)
		return EINVAL;
	for (i = our_size; i < their_size; i++)
		if (tail[i])
			return EINVAL;
	memset(ours, 0, our_size);
	memcpy(ours, theirs, their_size < our_size ? their_size : our_size);
	return 0;
}

static inline void sized_out(void *theirs, size_t their_size,
			     const void *ours, size_t our_size)
{
	memset(theirs, 0, their_size);
	memcpy(theirs, ours, their_size < our_size ? their_size : our_size);
}

#endif /* MLX5WQE_SIZED_H */
