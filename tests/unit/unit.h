/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/* What the unit tests share. */

#ifndef UNIT_H
#define UNIT_H

#include <check.h>
#include <stddef.h>
#include <stdint.h>

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

/* Each test program defines its suite, main.c runs it. */
Suite *unit_suite(void);

/* Seconds that one case may take, on a slow machine under sanitizers */
#define CASE_TIMEOUT 120

/* A seeded sequence, the same on every machine (xorshift64*) */
struct rng {
	uint64_t state;
};

uint64_t rng_next(struct rng *rng);
/* 0 to @limit - 1 */
uint32_t rng_below(struct rng *rng, uint32_t limit);
void rng_fill(struct rng *rng, void *buffer, size_t length);

/*
 * A copy in a block of exactly @length bytes, so that a sanitizer sees any read
 * beyond. The caller frees it.
 */
uint8_t *exact_copy(const void *bytes, size_t length);

#endif /* UNIT_H */
