/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/* A queue whose bytes and state the test makes up. */

#ifndef FAKE_H
#define FAKE_H

#include <stddef.h>
#include <stdint.h>

#include "queue.h"

struct fake {
	struct mlx5wqe_queue queue;	/* first: the library's view */
	uint8_t *buffer;	/* exactly geom.buf_size bytes */
	uint8_t *ring;		/* slot 0 in it */
	struct mlx5wqe_info state;	/* what a sample says */
	size_t sample_most;	/* bytes that one sample copies at most */
	int sample_err;
	int copy_err;
	unsigned int samples;	/* calls so far */
	unsigned int copies;
};

/*
 * A queue of zeroes, of which neither producer nor consumer is known. @offset
 * bytes of its buffer precede the slots.
 */
struct fake *fake_new(enum mlx5wqe_kind kind, uint32_t wqe_cnt,
		      uint32_t wqe_shift, size_t offset);
void fake_free(struct fake *fake);

void fake_counters(struct fake *fake, uint32_t producer, uint32_t consumer);

/* Write bytes to the slots from @index on, around the ring if need be. */
void fake_put(struct fake *fake, uint32_t index, const void *bytes,
	      size_t length);

#endif /* FAKE_H */
