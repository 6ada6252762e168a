// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Objects that come and go while others call */
#include "fuzz.h"

#include <errno.h>
#include <unistd.h>

#include "poster_die.h"

#define PAUSE_US 5000	/* the callers are to have the processors */

/* What is made in a round; each is in the way of others for a while */
struct fleeting {
	struct ibv_qp *qp;
	struct ibv_srq *srq;
	struct ibv_mr *mr;
	struct ibv_cq *cq;
};

static void make(struct ring_base *base, struct fleeting *all, uint32_t round)
{
	all->cq = ibv_create_cq(base->context, 4, NULL, NULL, 0);
	all->mr = ibv_reg_mr(base->pd, base->buffer, sizeof(base->buffer), 0);
	all->srq = ring_make_srq(base, 1 + round % 30, 1);
	all->qp = ring_make_qp(base, round % 2 ? IBV_QPT_RC : IBV_QPT_UD,
			       1 + round % 64, round % 50, NULL, 0);
	need(all->cq && all->mr);
}

static void publish(struct fuzz_shared *shared, const struct fleeting *all,
		    uint32_t round)
{
	uint32_t slot = round * 4 % FUZZ_FLEETING;

	shared->handles[slot] = all->qp->handle;
	shared->handles[slot + 1] = all->srq->handle;
	shared->handles[slot + 2] = all->mr->handle;
	shared->handles[slot + 3] = all->cq->handle;
	shared->nums[round % FUZZ_FLEETING] = all->qp->qp_num;
}

/* Somebody may read what is to be destroyed */
static void destroy_qp(struct ibv_qp *qp)
{
	int got;

	while ((got = ibv_destroy_qp(qp)) == EBUSY)
		usleep(100);
	need_zero(got);
}

static void destroy_srq(struct ibv_srq *srq)
{
	int got;

	while ((got = ibv_destroy_srq(srq)) == EBUSY)
		usleep(100);
	need_zero(got);
}

void fuzz_churn(struct fuzz_world *world, struct fuzz_shared *shared)
{
	struct ibv_qp_attr error = { .qp_state = IBV_QPS_ERR };
	struct ibv_qp_attr reset = { .qp_state = IBV_QPS_RESET };

	for (uint32_t round = 0; !shared->stop; round++) {
		struct fleeting all;

		make(&world->base, &all, round);
		publish(shared, &all, round);
		usleep(round % 8 * PAUSE_US);
		need_zero(ibv_modify_qp(all.qp, &error, IBV_QP_STATE));
		need_zero(ibv_modify_qp(all.qp, &reset, IBV_QP_STATE));
		destroy_qp(all.qp);
		destroy_srq(all.srq);
		need_zero(ibv_dereg_mr(all.mr));
		need_zero(ibv_destroy_cq(all.cq));
		shared->made = round + 1;
	}
}
