/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * WQEs in files, with what they ask for:
 *
 *	NAME TYPE			a vector; TYPE of the QP, or RQ, SRQ, ...
 *	segments TYPE...		its segments, in order
 *	INDEX FIELD VALUE		a field of a segment, as JSON has it
 *	warning TEXT			each warning, in order
 *	bytes HEX			the WQE, which ends the vector
 *
 * Lines that start with # and blank lines are for people.
 */

#ifndef VECTOR_H
#define VECTOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "mlx5wqe.h"

#define VECTOR_WANTS_MAX 64

struct vector {
	char *text;		/* the lines, with NULs at their ends */
	const char *name;
	struct mlx5wqe_context context;
	const char *segments;
	const char *wants[VECTOR_WANTS_MAX];	/* fields */
	size_t want_cnt;
	char *warnings;		/* a line each */
	uint8_t bytes[63 * 16 + 64];
	size_t length;
};

FILE *vector_open(const char *name);
/* The next one; false at the end. The caller frees it. */
bool vector_read(FILE *file, struct vector *vector);
void vector_free(struct vector *vector);

#endif /* VECTOR_H */
