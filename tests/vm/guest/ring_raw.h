/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * QPs and SRQs as no provider library would make them: mlx5_ib takes the number and the
 * size of the slots from user space.
 */
#ifndef GUEST_RING_RAW_H
#define GUEST_RING_RAW_H

#include "ring.h"

struct raw_geometry {
	uint32_t sq_wqe_cnt;	/* of 64 bytes */
	uint32_t rq_wqe_cnt;
	uint32_t rq_wqe_shift;
};

/*
 * An RC QP in state RESET, with random bytes in its rings. Returns its handle
 * and describes the rings.
 */
uint32_t raw_qp_make(struct ring_base *base, const struct raw_geometry *geom,
		     struct ring *sq, struct ring *rq);

/*
 * The same in memory of the caller, as it is; the doorbell record is aligned.
 * An SRQ has max_wr + 1 slots, a power of two, of 32 bytes.
 */
struct raw_object {
	uint32_t handle;
	uint32_t num;
};

struct raw_object raw_qp_make_on(struct ring_base *base,
				 const struct raw_geometry *geom,
				 uint8_t *slots, uint8_t *doorbell);
struct raw_object raw_srq_make_on(struct ring_base *base, uint32_t max_wr,
				  uint8_t *slots, uint8_t *doorbell);

/* To INIT, or to a state that needs no attributes */
void raw_qp_modify(struct ring_base *base, uint32_t handle,
		   enum ibv_qp_state state);
void raw_srq_limit(struct ring_base *base, uint32_t handle, uint32_t limit);
void raw_qp_destroy(struct ring_base *base, uint32_t handle);
void raw_srq_destroy(struct ring_base *base, uint32_t handle);

#endif /* GUEST_RING_RAW_H */
