/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
#ifndef POSTER_RNG_H
#define POSTER_RNG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct rng {
	uint64_t state;
};

uint64_t rng_next(struct rng *rng);
/* From @low to @high, both included */
uint32_t rng_range(struct rng *rng, uint32_t low, uint32_t high);
/* True @percent times out of a hundred */
bool rng_percent(struct rng *rng, unsigned int percent);
void rng_fill(struct rng *rng, void *buffer, size_t length);

#endif /* POSTER_RNG_H */
