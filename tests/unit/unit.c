// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB

#include <stdlib.h>
#include <string.h>

#include "unit.h"

uint64_t rng_next(struct rng *rng)
{
	rng->state ^= rng->state >> 12;
	rng->state ^= rng->state << 25;
	rng->state ^= rng->state >> 27;
	return rng->state * UINT64_C(2685821657736338717);
}

uint32_t rng_below(struct rng *rng, uint32_t limit)
{
	return (uint32_t)((rng_next(rng) >> 32) % limit);
}

void rng_fill(struct rng *rng, void *buffer, size_t length)
{
	uint8_t *bytes = buffer;

	while (length--)
		*bytes++ = (uint8_t)(rng_next(rng) >> 56);
}

uint8_t *exact_copy(const void *bytes, size_t length)
{
	uint8_t *copy = malloc(length);

	ck_assert(copy || !length);
	if (length)
		memcpy(copy, bytes, length);
	return copy;
}
