/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/* Whether what was written to a stream has got there. */

#ifndef MLX5WQE_STREAM_H
#define MLX5WQE_STREAM_H

#include <errno.h>
#include <stdio.h>

/* Flushes. Returns 0 or a positive errno value. */
static inline int stream_error(FILE *file)
{
	errno = 0;
	if (fflush(file) || ferror(file))
		return errno ? errno : EIO;
	return 0;
}

#endif /* MLX5WQE_STREAM_H */
