/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Which reading fits the bytes, where nobody says what queue they are from.
 * The rules are those that mlx5wqe.h states.
 */

#ifndef MLX5WQE_INFER_H
#define MLX5WQE_INFER_H

#include "decode.h"

struct inference {
	unsigned int fits;	/* readings that fit */
	enum lead chosen;	/* the first that fits, or else the first */
	enum lead other;	/* the second that fits */
};

/* @candidates: 1 << enum lead of those that can be, at least one */
struct inference infer_lead(const struct decoder *d, unsigned int candidates);

/*
 * What stands in front of the scatter list of a receive WQE: SEG_NEXT,
 * SEG_SIGNATURE or SEG_END for nothing. *@ambiguous: SEG_SIGNATURE as well.
 */
enum segment_id infer_receive(const struct decoder *d, bool *ambiguous);

#endif /* MLX5WQE_INFER_H */
