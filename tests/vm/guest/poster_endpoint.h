/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
#ifndef POSTER_ENDPOINT_H
#define POSTER_ENDPOINT_H

#include "poster.h"

/* The most that the device gives to a QP of one type */
struct limits {
	uint32_t max_send_sge;
	uint32_t max_recv_sge;
	uint32_t max_inline;
};

void endpoint_limits(const struct fabric *fabric, enum ibv_qp_type type,
		     struct limits *limits);

/* A QP in state RESET; @srq NULL: with an RQ of its own */
void endpoint_create(struct endpoint *ep, struct fabric *fabric,
		     enum ibv_qp_type type, struct sink *srq,
		     const struct ibv_qp_cap *cap);
/* To RTS. RC and UC: connected to peers[0] */
void endpoint_start(struct endpoint *ep);
void endpoint_destroy(struct endpoint *ep);

/* UD: make @peer one of those that @ep sends to */
void endpoint_add_destination(struct endpoint *ep, struct endpoint *peer,
			      struct rng *rng);

struct sink *srq_create(struct fabric *fabric, uint32_t max_wr,
			uint32_t max_sge, uint32_t overhead);
void srq_destroy(struct sink *sink);

#endif /* POSTER_ENDPOINT_H */
