// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* SplitMix64: small, and the same sequence for a seed everywhere */

#include <string.h>

#include "poster_rng.h"

uint64_t rng_next(struct rng *rng)
{
	uint64_t z = rng->state += 0x9e3779b97f4a7c15ULL;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
	return z ^ (z >> 31);
}

uint32_t rng_range(struct rng *rng, uint32_t low, uint32_t high)
{
	return low + rng_next(rng) % ((uint64_t)high - low + 1);
}

bool rng_percent(struct rng *rng, unsigned int percent)
{
	return rng_range(rng, 0, 99) < percent;
}

void rng_fill(struct rng *rng, void *buffer, size_t length)
{
	uint8_t *to = buffer;

	while (length) {
		uint64_t value = rng_next(rng);
		size_t n = length < sizeof(value) ? length : sizeof(value);

		memcpy(to, &value, n);
		to += n;
		length -= n;
	}
}
