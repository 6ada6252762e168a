/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/* Kinds of QPs that not every device can make */
#ifndef GUEST_KINDS_H
#define GUEST_KINDS_H

#include <stdbool.h>

#include "ring.h"

/* Objects that some kinds are made on */
struct parts {
	struct ring_base *base;
	struct ibv_xrcd *xrcd;
	struct ibv_srq *srq;
	struct ibv_wq *wq;	/* NULL: the device has none */
	struct ibv_rwq_ind_table *table;
};

/* A kind of QP: what asking for its queues answers, 0 if they can be read */
struct kind {
	const char *name;
	struct ibv_qp *(*make)(const struct parts *parts);
	int sq, rq;
	int by_num;	/* of both queues, if they cannot be read by handle */
	bool raw;	/* SQ and RQ are objects of their own */
	uint32_t type;	/* where it is not that of libibverbs */
};

#define KINDS 9
extern const struct kind kinds[KINDS];

/* A queue of a new QP that can be read */
void kind_ring(const struct kind *kind, struct ibv_qp *qp, uint32_t queue,
	       struct ring *ring);

#endif /* GUEST_KINDS_H */
