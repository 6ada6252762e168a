/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/* What bytes can be that nothing says a word about. */

#ifndef WQEDUMP_DUMPKIND_H
#define WQEDUMP_DUMPKIND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* 64 bytes; the opcode is that of an error */
bool is_error_cqe(const uint8_t *bytes);

/* 64 bytes: besides, a known syndrome and as empty as error CQEs are */
bool looks_like_cqe(const uint8_t *bytes);

/* The last 16 bytes of one, alone */
bool looks_like_cqe_end(const uint8_t *bytes);

/* A send WQE: known opcode, and a ds that fits @length */
bool looks_like_wqe(const uint8_t *bytes, size_t length);

/* Reverse the bytes of each word of @width bytes. */
void swap_words(uint8_t *to, const uint8_t *from, size_t length,
		unsigned int width);

#endif /* WQEDUMP_DUMPKIND_H */
