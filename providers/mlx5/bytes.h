/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/* Numbers and zeros in the bytes of queues and images. */

#ifndef MLX5WQE_BYTES_H
#define MLX5WQE_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The caller has checked that @size bytes, at most 8, are there. */
static inline uint64_t get_be(const uint8_t *bytes, size_t size)
{
	uint64_t value = 0;
	size_t i;

	for (i = 0; i < size; i++)
		value = value << 8 | bytes[i];
	return value;
}

/* As files have them, whatever the machine's own order */
static inline uint64_t get_le(const uint8_t *bytes, size_t size)
{
	uint64_t value = 0;

	while (size--)
		value = value << 8 | bytes[size];
	return value;
}

static inline void put_le(uint8_t *bytes, size_t size, uint64_t value)
{
	for (; size--; value >>= 8)
		*bytes++ = (uint8_t)value;
}

static inline bool all_zero(const uint8_t *bytes, size_t length)
{
	size_t i;

	for (i = 0; i < length; i++)
		if (bytes[i])
			return false;
	return true;
}

#endif /* MLX5WQE_BYTES_H */
