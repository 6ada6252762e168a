/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * What the elements of a work queue are made of. Adding an opcode, a segment
 * or a field means adding rows: opcodes and what their opmods are laid out
 * like in tables_opcodes.c, segments and fields in tables_transport.c,
 * tables_umr.c and tables_offload.c.
 */

#ifndef MLX5WQE_TABLES_H
#define MLX5WQE_TABLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "mlx5wqe.h"

enum field_flags {
	FIELD_ADDR = 1 << 0,		/* address or operand, "0x..." in JSON */
	FIELD_BYTES = 1 << 1,		/* size bytes, not a number */
	/* Shown only where it is not zero: with a warning, or without one
	 * because software leaves there what was there before
	 */
	FIELD_RESERVED = 1 << 2,
	FIELD_UNUSED = 1 << 3,
	FIELD_OPCODE = 1 << 4,		/* its symbol is the opcode's name */
	FIELD_OPMOD = 1 << 5,		/* its symbol is the form's name */
	FIELD_IMM = 1 << 6,		/* its brief name is the opcode's */
	FIELD_HEX = 1 << 7,		/* people write it in hex */
	FIELD_IN_PLACE = 1 << 8,	/* low bits below it read as zeros */
	FIELD_BRIEF_SET = 1 << 13,	/* in one-line text if it is not zero */
	FIELD_TSO = 1 << 12,		/* zero where nothing is segmented */
	/* Otherwise a reading does not fit the bytes, see infer.h */
	FIELD_FIT_NONZERO = 1 << 9,
	FIELD_FIT_ZERO = 1 << 10,
	FIELD_FIT_POINTER = 1 << 11,	/* a canonical address */
};

struct field_desc {
	const char *name;
	const char *brief;	/* in one-line text; NULL: not there */
	uint16_t offset;	/* of the big-endian word that holds it, bytes */
	uint16_t size;		/* of that word (or of the bytes), bytes */
	uint8_t shift;		/* of its lowest bit in the word */
	uint8_t bits;
	uint16_t flags;		/* enum field_flags */
};

enum segment_id {
	SEG_END = 0,
	SEG_CTRL,
	SEG_RADDR,
	SEG_ATOMIC,
	SEG_MASKED_ATOMIC,	/* of the masked compare-and-swap of IB */
	SEG_MASKED_CS_4,	/* extended atomics, operands of so many bytes */
	SEG_MASKED_CS_8,
	SEG_MASKED_CS_16,
	SEG_MASKED_CS_32,
	SEG_MASKED_CS_64,
	SEG_MASKED_CS_128,
	SEG_MASKED_FA_4,
	SEG_MASKED_FA_8,
	SEG_MASKED_FA_16,
	SEG_MASKED_FA_32,
	SEG_MASKED_FA_64,
	SEG_MASKED_FA_128,
	SEG_MASKED_FA_256,
	SEG_XRC,
	SEG_AV,			/* full address vector */
	SEG_AV_COMPACT,		/* its first 16 bytes only */
	SEG_DC_AV,
	SEG_DC_AV_COMPACT,
	SEG_PAD,		/* in front of an Ethernet segment of IPoIB */
	SEG_ETH,		/* 14 bytes, then the inline headers */
	SEG_ETH_VLAN,		/* with a VLAN tag in place of inline headers */
	SEG_DATA,
	SEG_INLINE,		/* header of 4 bytes, then the data */
	SEG_NEXT,		/* of a WQE in an SRQ or a striding RQ */
	SEG_SIGNATURE,		/* of a signed receive WQE */

	SEG_UMR_FIRST,
	SEG_UMR_CTRL = SEG_UMR_FIRST,
	SEG_UMR_CTRL_OFFSET,	/* an offset in place of the BSF's length */
	SEG_MKEY,
	SEG_KLM,
	SEG_KSM,
	SEG_MTT,
	SEG_REPEAT_BLOCK,
	SEG_REPEAT_ENTRY,
	SEG_BSF_BASIC,
	SEG_BSF_EXTENDED,
	SEG_BSF_INLINE,
	SEG_BSF_CRYPTO,
	SEG_TLS_STATIC,
	SEG_TLS_PROGRESS,
	SEG_SET_PSV,
	SEG_GET_PSV,
	SEG_CHECK_PSV,
	SEG_FMR,

	SEG_OFFLOAD_FIRST,
	SEG_TM = SEG_OFFLOAD_FIRST,
	SEG_WAIT,		/* for a CQ */
	SEG_WAIT_DATA,		/* for memory, or a time in it */
	SEG_ENABLE,
	SEG_MMO,
	SEG_GATHER,
	SEG_SCATTER,
	SEG_GTA_CTRL,
	SEG_GTA_STE,
	SEG_FLOW_UPDATE,
	SEG_ARGUMENT,
	SEG_ASO_CTRL,
	SEG_ASO_DATA,
	SEG_COUNT,

	/* In layouts only: one of two segments, by a bit in them */
	SEG_VARIANTS = SEG_COUNT,
	SEG_AV_ANY = SEG_VARIANTS,
	SEG_DC_AV_ANY,
	SEG_ETH_ANY,
	SEG_UMR_CTRL_ANY,
	SEG_VARIANTS_END,

	/* In layouts only: more than one segment, or none */
	SEG_LEAD = SEG_VARIANTS_END,	/* what the kind of QP asks for */
	SEG_PAYLOAD,		/* data and inline segments up to the end */
	SEG_UMR_BODY,		/* lists and BSFs */
	SEG_REST,		/* whatever is left, as bytes */

	SEG_OPTIONAL = 0x80,	/* or-ed in: not there if the WQE ends */
};

struct segment_desc {
	const char *name;
	uint16_t size;		/* bytes */
	uint16_t field_cnt;
	const struct field_desc *fields;
	/*
	 * Bytes that follow, NULL for none: as many as the word at tail_offset
	 * says, padded so that the segment is a multiple of 16 bytes long.
	 */
	const char *tail;
	uint16_t tail_offset;
	uint16_t tail_size;	/* of that word, bytes */
	uint32_t tail_mask;
};

struct variant_desc {
	uint8_t offset;		/* of the byte that decides */
	uint8_t mask;
	uint8_t set;		/* enum segment_id */
	uint8_t clear;
};

/*
 * What stands between the control segment and the rest, by the kind of QP. In
 * the order in which they are preferred where nobody knows the QP.
 */
enum lead {
	LEAD_CONNECTED = 0,	/* nothing: RC, UC */
	LEAD_ETH,
	LEAD_AV,
	LEAD_IPOIB,		/* UD with offloads */
	LEAD_DC,
	LEAD_XRC,
	LEAD_COUNT,
};

#define MAX_LEAD 3

struct lead_desc {
	const char *name;	/* of the QPs */
	uint8_t layout[MAX_LEAD];	/* enum segment_id, SEG_END ends it */
};

#define MAX_LAYOUT 6

/* What an opmod of an opcode is laid out like */
struct form_desc {
	const char *name;	/* of the opmod, or NULL */
	uint8_t opmod;
	uint8_t leads;		/* 1 << enum lead; 0: none whatever the QP */
	bool tso;		/* has a segment size */
	uint8_t layout[MAX_LAYOUT];
};

struct opcode_desc {
	const char *name;	/* NULL: not known */
	/* What the last word of the control segment is, or NULL */
	const char *imm;
	const struct form_desc *forms;
	uint8_t form_cnt;	/* 0: no public description of what follows */
};

extern const struct segment_desc transport_segments[SEG_UMR_FIRST];
extern const struct segment_desc umr_segments[SEG_OFFLOAD_FIRST - SEG_UMR_FIRST];
extern const struct segment_desc offload_segments[SEG_COUNT - SEG_OFFLOAD_FIRST];
extern const struct variant_desc variant_descs[SEG_VARIANTS_END - SEG_VARIANTS];
extern const struct lead_desc lead_descs[LEAD_COUNT];

/* @id: SEG_CTRL to SEG_COUNT - 1 */
static inline const struct segment_desc *segment_desc(enum segment_id id)
{
	if (id < SEG_UMR_FIRST)
		return &transport_segments[id];
	if (id < SEG_OFFLOAD_FIRST)
		return &umr_segments[id - SEG_UMR_FIRST];
	return &offload_segments[id - SEG_OFFLOAD_FIRST];
}

/* 1 << enum lead of those that a QP type may have; all of them if not known */
uint8_t leads_of_qp_type(uint32_t qp_type);

/* NULL if it is not known */
const struct opcode_desc *opcode_find(uint32_t opcode);
const struct form_desc *form_find(const struct opcode_desc *opcode,
				  uint8_t opmod);

#endif /* MLX5WQE_TABLES_H */
