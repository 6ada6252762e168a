/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * WQEs put together with the builders and structs of <infiniband/mlx5dv.h>,
 * which share nothing with the code under test but that header.
 */

#ifndef WQE_H
#define WQE_H

#include <stddef.h>
#include <stdint.h>

#define WQE_BYTES_MAX (63 * 16)

struct wqe {
	uint8_t bytes[WQE_BYTES_MAX];
	size_t length;
	/* of the control segment, which is written last */
	uint16_t index;
	uint8_t opcode;
	uint8_t opmod;
	uint32_t qpn;
	uint8_t fm_ce_se;
	uint8_t signature;
	uint32_t imm;
};

/* Room for the control segment; wqe_end() writes it, with ds. */
void wqe_begin(struct wqe *wqe, uint8_t opcode, uint16_t index, uint32_t qpn,
	       uint8_t fm_ce_se);
void wqe_end(struct wqe *wqe);

void wqe_raddr(struct wqe *wqe, uint64_t addr, uint32_t rkey);
void wqe_atomic(struct wqe *wqe, uint64_t swap_add, uint64_t compare);
void wqe_data(struct wqe *wqe, uint32_t length, uint32_t lkey, uint64_t addr);
/* Header, data and zeroes up to a multiple of 16 bytes */
void wqe_inline(struct wqe *wqe, const void *data, uint32_t length);
/* 48 bytes, with a GRH */
void wqe_av(struct wqe *wqe, uint32_t qkey, uint32_t dqpn, uint16_t rlid);
/* The first 16 bytes only, extension bit clear */
void wqe_av_compact(struct wqe *wqe, uint32_t qkey, uint32_t dqpn,
		    uint16_t rlid);
/* Of a WQE in an SRQ, and of a signed receive WQE */
void wqe_next(struct wqe *wqe, uint16_t next_wqe_index, uint8_t signature);
void wqe_signature(struct wqe *wqe, uint8_t signature);
/* Bytes as they are */
void wqe_bytes(struct wqe *wqe, const void *bytes, size_t length);

/* The MAC and GID that wqe_av() uses */
extern const uint8_t wqe_rmac[6];
extern const uint8_t wqe_rgid[16];

#endif /* WQE_H */
