/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/* What was found in a log. */

#ifndef WQEDUMP_ITEM_H
#define WQEDUMP_ITEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum item_kind {
	ITEM_CQE,
	ITEM_WQE,
	ITEM_REPORT,		/* a line that states a completion error */
};

enum field {
	FIELD_SIDE,		/* enum mlx5wqe_side */
	FIELD_SYNDROME,
	FIELD_VENDOR_SYNDROME,
	FIELD_HW_SYNDROME,
	FIELD_HW_SYNDROME_TYPE,
	FIELD_STATUS,		/* enum ibv_wc_status */
	FIELD_QPN,
	FIELD_WQE_COUNTER,
	FIELD_WQE_OPCODE,
	FIELD_SRQN,		/* or user index */
	FIELD_SIGNATURE,
	FIELD_CQN,
	FIELD_WR_ID,
	FIELD_CQE_OPCODE,
	FIELD_WQE_INDEX,	/* of a WQE that is dumped */
	FIELD_LENGTH,		/* of a dump */
	FIELD_COUNT,
};

#define ITEM_WORD_MAX 24u

struct item {
	enum item_kind kind;
	uint64_t line;
	uint64_t last_line;
	const char *source;	/* ITEM_REPORT: which program says so */
	uint32_t have;		/* 1 << enum field, for what is stated */
	uint64_t value[FIELD_COUNT];
	char qp_type[ITEM_WORD_MAX];		/* "": not stated */
	const char *wqe_opcode_name;		/* NULL: not stated */
	bool ethernet;		/* of a network device's queue, which has no QP */
	/* ITEM_WQE */
	const uint8_t *bytes;
	size_t length;
};

static inline bool item_has(const struct item *item, enum field field)
{
	return item->have & 1u << field;
}

static inline void item_set(struct item *item, enum field field,
			    uint64_t value)
{
	item->have |= 1u << field;
	item->value[field] = value;
}

#endif /* WQEDUMP_ITEM_H */
