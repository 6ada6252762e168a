// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Calls of WQ_READ and WQ_READ_BY_NUM that mean no good. Every call must give
 * exactly the documented answer, and bytes exactly as they stand in the rings
 * that libmlx5 mapped into this process. To be run as root, on a device whose
 * QPs nobody else uses.
 *
 * usage: hostile [kinds|lockdown|ulp QPN [SRQN]]
 * "kinds" tests all kinds of queues as they are made, which is all that can be
 * done on an Ethernet port without a network interface. "lockdown" locks the
 * kernel down, for good, and tests what is left. "ulp" tests a QP of a kernel
 * module that has nothing to do now.
 */
#include "hostile.h"

#include <stdlib.h>
#include <string.h>

#include "poster_die.h"
#include "ring_raw.h"
#include "tap.h"

static void check_qp(struct ring_base *base, struct ibv_qp *qp, uint32_t recvs)
{
	struct ring ring;

	for (int by_num = 0; by_num <= 1; by_num++) {
		ring_of_qp(&ring, qp, MLX5_IB_WQ_READ_SQ, recvs);
		check_ring(base->context, &ring, by_num);
		ring_of_qp(&ring, qp, MLX5_IB_WQ_READ_RQ, recvs);
		check_ring(base->context, &ring, by_num);
	}
}

/* Counts that are no power of two, slots that fit into no buffer */
static void check_raw_qps(struct ring_base *base)
{
	const struct raw_geometry geoms[] = {
		{ 1, 1, 4 }, { 4, 3, 6 }, { 0, 5, 4 }, { 2, 7, 5 },
		{ 64, 1000, 6 }, { 0, 3, 15 }, { 1, 1, 16 }, { 0, 2, 20 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(geoms); i++) {
		struct ring sq, rq;
		uint32_t handle = raw_qp_make(base, &geoms[i], &sq, &rq);

		for (int by_num = 0; by_num <= 1; by_num++) {
			check_ring(base->context, &sq, by_num);
			check_ring(base->context, &rq, by_num);
		}
		raw_qp_destroy(base, handle);
	}
}

static void check_rings(struct ring_base *base, struct ibv_srq *srq,
			const struct ring *srq_ring)
{
	const struct {
		enum ibv_qp_type type;
		uint32_t max_send, max_recv, recvs;
		struct ibv_srq *srq;
	} qps[] = {
		{ IBV_QPT_RC, 16, 16, 3, NULL },
		{ IBV_QPT_UC, 1, 100, 0, NULL },
		{ IBV_QPT_UD, 50, 1, 1, NULL },
		{ IBV_QPT_RC, 2000, 2000, 7, NULL },
		{ IBV_QPT_RC, 8, 0, 0, srq },
		{ IBV_QPT_RC, 0, 0, 0, srq },
		{ IBV_QPT_RC, 0, 33, 2, NULL },
		{ IBV_QPT_UD, 9, 0, 0, NULL },
	};

	for (size_t i = 0; i < ARRAY_SIZE(qps); i++) {
		struct ibv_qp *qp = ring_make_qp(base, qps[i].type,
						 qps[i].max_send,
						 qps[i].max_recv, qps[i].srq,
						 qps[i].recvs);

		check_qp(base, qp, qps[i].recvs);
		need_zero(ibv_destroy_qp(qp));
	}
	check_ring(base->context, srq_ring, false);
	check_ring(base->context, srq_ring, true);
	check_raw_qps(base);
}

int main(int argc, char **argv)
{
	static struct ring_base base = { .rng = { 1 } };
	struct ring sq, rq, srq_ring;
	struct ibv_srq *srq;
	struct ibv_qp *qp;

	ring_base_open(&base);
	if (argc > 1 && !strcmp(argv[1], "kinds")) {
		hostile_kinds(&base);
		return tap_done();
	}
	if (argc > 2 && !strcmp(argv[1], "ulp")) {
		uint32_t qpn = atoi(argv[2]);
		uint32_t srqn = argc > 3 ? atoi(argv[3]) : 0;

		hostile_ulp(&base, qpn, srqn);
		hostile_access_ulp(&base, qpn, srqn);
		return tap_done();
	}
	qp = ring_make_qp(&base, IBV_QPT_RC, 16, 16, NULL, 3);
	ring_of_qp(&sq, qp, MLX5_IB_WQ_READ_SQ, 3);
	ring_of_qp(&rq, qp, MLX5_IB_WQ_READ_RQ, 3);
	srq = ring_make_srq(&base, 20, 5);
	ring_of_srq(&srq_ring, srq, 5);

	if (argc > 1 && !strcmp(argv[1], "lockdown")) {
		hostile_lockdown(&base, &sq, &srq_ring);
		return tap_done();
	}
	check_rings(&base, srq, &srq_ring);
	hostile_requests(&base, &sq, &rq, &srq_ring);
	hostile_kinds(&base);
	hostile_signed(&base);
	hostile_dmabuf(&base);
	hostile_kernel(&base);
	hostile_numbers(&base, &sq, &srq_ring);
	hostile_access(&base, &sq, &srq_ring);
	hostile_races(&base);
	need_zero(ibv_destroy_srq(srq));
	need_zero(ibv_destroy_qp(qp));
	return tap_done();
}
