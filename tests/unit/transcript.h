/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * What a decoding reported, as text that tests compare:
 *
 *	NAME@OFFSET			a segment
 *	 NAME@OFFSET:BITS=VALUE		a field: 12, 0xc, 0xc(SYMBOL), &0xc for an
 *					address, <0c> for bytes
 *	! TEXT				a warning
 */

#ifndef TRANSCRIPT_H
#define TRANSCRIPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "mlx5wqe.h"

struct transcript {
	char *text;
	size_t segments;
	size_t warnings;
};

/*
 * Decode and check what holds for all bytes: segments follow one another
 * without gap or overlap, up to the end of the WQE or to the terminator of a
 * receive WQE; fields lie in their segment; bytes are those of the WQE. @shape:
 * leave the fields out of the text.
 */
void transcribe(struct transcript *transcript, const void *wqe, size_t length,
		const struct mlx5wqe_context *context, bool shape);
void transcript_free(struct transcript *transcript);

#endif /* TRANSCRIPT_H */
