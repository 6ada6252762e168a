/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/* What holds for any bytes that are decoded as a WQE. */

#ifndef INVARIANT_H
#define INVARIANT_H

#include <stddef.h>
#include <stdint.h>

#include "mlx5wqe.h"

/*
 * Decode @length bytes, and write them as text and as JSON. Aborts if a byte is
 * reported twice or not at all, if an event lies outside, or if the JSON is
 * none.
 */
void check_wqe(const uint8_t *bytes, size_t length,
	       const struct mlx5wqe_context *context);

#endif /* INVARIANT_H */
