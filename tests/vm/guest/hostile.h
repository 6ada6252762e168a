/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
#ifndef GUEST_HOSTILE_H
#define GUEST_HOSTILE_H

#include <stdbool.h>

#include "ring.h"

#define ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))

/* The largest QPN or SRQN, which nobody gets that soon */
#define NUM_OF_NOTHING 0xffffffU

/* "by handle" or "by number" */
const char *way_name(bool by_num);

/* One slot, by number or by handle: 0 or the errno value */
int read_one(struct ibv_context *context, const struct ring *ring, bool by_num);

/* Everything that can be asked about @ring, of which every byte is known */
void check_ring(struct ibv_context *context, const struct ring *ring,
		bool by_num);

/* The ways in which a call may be wrong or a number may be nobody's */
void hostile_requests(struct ring_base *base, const struct ring *sq,
		      const struct ring *rq, const struct ring *srq);
void hostile_numbers(struct ring_base *base, const struct ring *sq,
		     const struct ring *srq);

/* Kinds of queues that the device may not be able to make */
void hostile_kinds(struct ring_base *base);

/* Queues whose WQEs carry a signature */
void hostile_signed(struct ring_base *base);

/* A queue in memory that no CPU may read */
void hostile_dmabuf(struct ring_base *base);

/* Queues of the kernel, which only the device knows as well */
void hostile_kernel(struct ring_base *base);

/* An idle RC QP of a kernel module, on an SRQ unless @srqn is 0 */
void hostile_ulp(struct ring_base *base, uint32_t qpn, uint32_t srqn);

/* Whether the driver lets restrack know of the QP for UMRs: not in 6.1 */
bool kernel_tracks_umr(void);

/* Find a queue of the kernel; numbers of QPs and SRQs start low */
#define KERNEL_NUM_MAX 4096
bool kernel_find(struct ibv_context *context, struct ring *ring,
		 uint32_t queue, uint32_t qp_type, uint32_t from);

/* Who may read, and who owns */
void hostile_access(struct ring_base *base, const struct ring *sq,
		    const struct ring *srq);
void hostile_access_ulp(struct ring_base *base, uint32_t qpn, uint32_t srqn);
void hostile_lockdown(struct ring_base *base, const struct ring *sq,
		      const struct ring *srq);

/* What happens to a queue meanwhile */
void hostile_races(struct ring_base *base);

#endif /* GUEST_HOSTILE_H */
