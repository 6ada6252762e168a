/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/* The control segment, for those who need it before the WQE is decoded. */

#ifndef MLX5WQE_CTRL_H
#define MLX5WQE_CTRL_H

#include <stddef.h>
#include <stdint.h>

#define WQE_DS_UNITS 16u		/* bytes that ds counts in */
#define WQE_MAX_DS 63u
#define WQE_MAX_BYTES (WQE_MAX_DS * WQE_DS_UNITS)
#define WQE_CTRL_BYTES 16u
#define WQE_FM_CE_SE_RESERVED 0x11u	/* bits of fm_ce_se without a meaning */

struct wqe_ctrl {
	uint8_t opmod;
	uint16_t wqe_index;
	uint8_t opcode;
	uint32_t qpn;
	uint8_t ds;
	uint16_t stream;	/* of a DC initiator */
	uint8_t fm_ce_se;
};

/* @bytes holds at least WQE_CTRL_BYTES */
void wqe_ctrl_get(const uint8_t *bytes, struct wqe_ctrl *ctrl);

/*
 * Name of the @i-th thing that fm_ce_se asks for, or NULL after the last;
 * "" for one that is not asked for.
 */
const char *wqe_flag_name(uint8_t fm_ce_se, unsigned int i);

#endif /* MLX5WQE_CTRL_H */
