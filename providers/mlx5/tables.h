/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * What the elements of a work queue are made of. Adding an opcode, a segment
 * or a field means adding rows.
 */

#ifndef MLX5WQE_TABLES_H
#define MLX5WQE_TABLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "mlx5wqe.h"

enum field_flags {
	FIELD_ADDR = 1 << 0,		/* 64-bit address or operand */
	FIELD_BYTES = 1 << 1,		/* width bytes, not a number */
	/* Shown, with a warning, only where it is not zero */
	FIELD_RESERVED = 1 << 2,
	FIELD_OPCODE = 1 << 3,		/* its symbol is the opcode's name */
	FIELD_HEX = 1 << 4,		/* people write it in hex */
};

struct field_desc {
	const char *name;
	const char *brief;	/* in one-line text; NULL: not there */
	uint16_t offset;	/* of the big-endian word that holds it, bytes */
	uint16_t size;		/* of that word (or of the bytes), bytes */
	uint8_t shift;		/* of its lowest bit in the word */
	uint8_t bits;
	uint8_t flags;		/* enum field_flags */
};

enum segment_id {
	SEG_END = 0,
	SEG_CTRL,
	SEG_RADDR,
	SEG_ATOMIC,
	SEG_AV,			/* full address vector */
	SEG_AV_COMPACT,		/* its first 16 bytes only */
	SEG_AV_ANY,		/* one of the two, by its extension bit */
	SEG_DATA,
	SEG_INLINE,		/* header of 4 bytes, then the data */
	SEG_PAYLOAD,		/* data and inline segments up to the end */
	SEG_NEXT,		/* of a WQE in an SRQ */
	SEG_SIGNATURE,		/* of a signed receive WQE */
	SEG_RAW,		/* bytes that no table describes */
	SEG_COUNT,
};

struct segment_desc {
	const char *name;
	uint16_t size;		/* bytes */
	const struct field_desc *fields;
	size_t field_cnt;
};

#define MAX_LAYOUT 6

struct opcode_desc {
	uint8_t opcode;
	const char *name;
	bool decoded;		/* false: control segment and raw bytes */
	bool datagram;		/* an address vector leads on datagram QPs */
	uint8_t layout[MAX_LAYOUT];	/* enum segment_id, SEG_END ends it */
};

extern const struct segment_desc segment_descs[SEG_COUNT];

const struct opcode_desc *opcode_find(uint32_t opcode);

#endif /* MLX5WQE_TABLES_H */
