// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Big-endian loads and stores of whole and of bit fields. */
#include "hw.h"

u64 be_load(const void *p, size_t size)
{
	const u8 *b = p;
	u64 value = 0;

	while (size--)
		value = value << 8 | *b++;
	return value;
}

void be_store(void *p, size_t size, u64 value)
{
	u8 *b = p;

	while (size--) {
		b[size] = value & 0xff;
		value >>= 8;
	}
}

/* Fields of up to 32 bits lie within one double word; others are 64-bit. */
u64 ifc_load(const void *p, size_t bit, size_t bits)
{
	const u8 *b = p;
	unsigned int shift = 32 - (bits + bit % 32);

	if (bits == 64)
		return be_load(b + bit / 8, 8);
	return be_load(b + bit / 32 * 4, 4) >> shift & ((1ull << bits) - 1);
}

void ifc_store(void *p, size_t bit, size_t bits, u64 value)
{
	u8 *dword = (u8 *)p + bit / 32 * 4;
	unsigned int shift = 32 - (bits + bit % 32);
	u64 mask;

	if (bits == 64) {
		be_store((u8 *)p + bit / 8, 8, value);
		return;
	}
	mask = ((1ull << bits) - 1) << shift;
	be_store(dword, 4, (be_load(dword, 4) & ~mask) |
			   (value << shift & mask));
}
