// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Requests that fault on both sides, and what that must lead to */

#include <sys/mman.h>

#include "odp.h"
#include "poster_die.h"
#include "tap.h"

static const struct odp_work send_to_rq = {
	IBV_WR_SEND, VIA_RQ, { FAULT_SEND, FAULT_RQ }
};

static const struct odp_work send_to_srq = {
	IBV_WR_SEND, VIA_SRQ, { FAULT_SEND, FAULT_SRQ }
};

static const struct odp_work write_to = {
	IBV_WR_RDMA_WRITE, VIA_NOTHING, { FAULT_SEND, FAULT_RDMA_WRITE }
};

static const struct odp_work read_from = {
	IBV_WR_RDMA_READ, VIA_NOTHING, { FAULT_READ, FAULT_RDMA_READ }
};

struct odp_case {
	const char *name;
	const struct odp_work *work;
	uint32_t depth;
	uint32_t pieces;
	uint32_t times;		/* 0: as often as the SQ has slots */
};

/* WQEs of three slots begin at every slot of a ring once */
static const struct odp_case cases[] = {
	{ "SEND to an RQ", &send_to_rq, 8, 1, 2 },
	{ "SEND to an SRQ", &send_to_srq, 8, 1, 2 },
	{ "RDMA WRITE", &write_to, 8, 1, 2 },
	{ "RDMA READ", &read_from, 8, 1, 2 },
	{ "RDMA WRITE around the SQ", &write_to, 2, 10, 0 },
	{ "RDMA READ around the SQ", &read_from, 2, 10, 0 },
	{ "SEND of three pieces around the RQ", &send_to_rq, 4, 3, 10 },
	{ "SEND of three pieces around the SRQ", &send_to_srq, 5, 3, 18 },
};

/* What a request names on both sides */
static void make_lists(const struct odp *odp, const struct odp_work *work,
		       uint32_t pieces, struct odp_list *lists)
{
	lists[LOCAL] = list_make(odp, &odp->region[LOCAL], pieces);
	if (work->via == VIA_NOTHING)
		lists[REMOTE] = list_range(&odp->region[REMOTE],
					   list_length(&lists[LOCAL]));
	else
		lists[REMOTE] = list_make(odp, &odp->region[REMOTE], pieces);
}

static void post_work(struct odp_pair *pair, const struct odp_work *work,
		      struct odp_list *lists)
{
	struct odp_list *remote = &lists[REMOTE];

	if (work->via != VIA_NOTHING)
		odp_post_receive(pair, remote->sge, remote->count);
	odp_post(pair, work->opcode, lists[LOCAL].sge, lists[LOCAL].count,
		 work->via == VIA_NOTHING ? remote->sge : NULL);
}

/* Returns the number of what was wrong with it */
static uint32_t run_request(struct odp *odp, struct odp_pair *pair,
			    const struct odp_work *work,
			    struct odp_list *lists)
{
	enum odp_side to = work->opcode == IBV_WR_RDMA_READ ? LOCAL : REMOTE;
	enum ibv_wc_status status;
	uint32_t faults = 0;

	rng_fill(&odp->base.rng, odp->region[!to].bytes, REGION_SIZE);
	rng_fill(&odp->base.rng, odp->base.buffer, sizeof(odp->base.buffer));
	post_work(pair, work, lists);
	for (int i = 0; i < SIDES; i++) {
		if (i == REMOTE && work->via == VIA_NOTHING)
			continue;
		status = odp_wait(pair, i);
		if (status)
			faults += tap_fault("completed with %s",
					    ibv_wc_status_str(status));
	}
	return faults + list_compare(&odp->region[to], &lists[!to],
				     &lists[to]);
}

static void run_case(struct odp *odp, const struct odp_case *c, FILE *facts)
{
	struct odp_counts want = {}, before, got;
	struct odp_list lists[SIDES];
	struct odp_pair pair;
	uint32_t faults = 0, times;

	odp_pair_make(odp, &pair, c->work->via, c->depth, c->pieces);
	times = c->times ? c->times : pair.sq.wqe_cnt;
	make_lists(odp, c->work, c->pieces, lists);
	odp_counts_take(odp, &before);
	for (uint32_t i = 0; i < times; i++) {
		faults += run_request(odp, &pair, c->work, lists);
		for (int side = 0; side < SIDES; side++) {
			list_pages(&lists[side], &odp->region[side],
				   &want.pages[side]);
			expect_fault(&want, &pair, c->work, side, i,
				     c->pieces);
			want.resolved++;
			list_forget(&lists[side], &odp->region[side]);
		}
	}
	for (int i = 0; i < SIDES; i++)
		want.pages[i].invalidated = want.pages[i].faulted;
	odp_counts_take(odp, &got);
	counts_subtract(&got, &before);
	faults += counts_compare(&got, &want);
	tap_result(!faults, "%s, %u times: %lu and %lu pages, %u copies",
		   c->name, times, got.pages[LOCAL].faulted,
		   got.pages[REMOTE].faulted, got.copy_cnt);
	counts_record(facts, c->name, &got);
	odp_forget_pages(odp);
	odp_pair_free(&pair);
}

void odp_cases(struct odp *odp, FILE *facts)
{
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++)
		run_case(odp, &cases[i], facts);
}

struct failure {
	const char *name;
	const struct odp_work *work;
	enum odp_side lost;
	enum ibv_wc_status status[SIDES];	/* remote: of the receive */
};

/* The side whose memory is gone goes into error, and the requester always */
static const struct failure failures[] = {
	{ "SEND from lost memory", &send_to_rq, LOCAL,
	  { IBV_WC_LOC_PROT_ERR } },
	{ "SEND to an RQ with lost memory", &send_to_rq, REMOTE,
	  { IBV_WC_REM_OP_ERR, IBV_WC_LOC_PROT_ERR } },
	{ "SEND to an SRQ with lost memory", &send_to_srq, REMOTE,
	  { IBV_WC_REM_OP_ERR, IBV_WC_LOC_PROT_ERR } },
	{ "RDMA WRITE from lost memory", &write_to, LOCAL,
	  { IBV_WC_LOC_PROT_ERR } },
	{ "RDMA WRITE to lost memory", &write_to, REMOTE,
	  { IBV_WC_REM_ACCESS_ERR } },
	{ "RDMA READ into lost memory", &read_from, LOCAL,
	  { IBV_WC_LOC_PROT_ERR } },
	{ "RDMA READ of lost memory", &read_from, REMOTE,
	  { IBV_WC_REM_ACCESS_ERR } },
};

static uint32_t check_outcome(const struct odp_pair *pair,
			      const struct failure *f)
{
	uint32_t faults = 0;

	for (int i = 0; i < SIDES; i++) {
		enum ibv_qp_state want = i == LOCAL || f->lost == REMOTE ?
					 IBV_QPS_ERR : IBV_QPS_RTS;
		enum ibv_wc_status status;

		if (f->status[i]) {
			status = odp_wait(pair, i);
			if (status != f->status[i])
				faults += tap_fault("completed with %s",
						    ibv_wc_status_str(status));
		}
		if (odp_state(pair, i) != want)
			faults += tap_fault("QP is in state %u, not %u",
					    odp_state(pair, i), want);
	}
	return faults;
}

/* A READ needs the remote side first, everything else the local one */
static void expect_failure(struct odp_counts *want, const struct odp *odp,
			   const struct odp_pair *pair,
			   const struct failure *f,
			   const struct odp_list *lists)
{
	enum odp_side first = f->work == &read_from ? REMOTE : LOCAL;

	if (f->lost != first) {
		expect_fault(want, pair, f->work, first, 0, 1);
		list_pages(&lists[first], &odp->region[first],
			   &want->pages[first]);
		want->resolved++;
	}
	expect_fault(want, pair, f->work, f->lost, 0, 1);
	want->failed++;
}

static void run_failure(struct odp *odp, const struct failure *f, FILE *facts)
{
	struct odp_region *lost = &odp->region[f->lost], kept = *lost;
	struct odp_counts want = {}, before, got;
	struct odp_list lists[SIDES];
	struct odp_pair pair;
	uint32_t faults;

	odp_pair_make(odp, &pair, f->work->via, 8, 1);
	odp_region_make(odp, lost);
	make_lists(odp, f->work, 1, lists);
	odp_counts_take(odp, &before);
	need(!munmap(lost->bytes, REGION_SIZE));
	post_work(&pair, f->work, lists);
	faults = check_outcome(&pair, f);
	odp_counts_take(odp, &got);
	counts_subtract(&got, &before);
	expect_failure(&want, odp, &pair, f, lists);
	faults += counts_compare(&got, &want);
	tap_result(!faults, "%s: %s", f->name,
		   ibv_wc_status_str(f->status[LOCAL]));
	counts_record(facts, f->name, &got);
	odp_pair_free(&pair);
	/* Something else may be at that address by now */
	need_zero(ibv_dereg_mr(lost->mr));
	*lost = kept;
	odp_forget_pages(odp);
}

void odp_failures(struct odp *odp, FILE *facts)
{
	for (size_t i = 0; i < ARRAY_SIZE(failures); i++)
		run_failure(odp, &failures[i], facts);
}
