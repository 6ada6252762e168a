// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Queues that stand still because a page is missing. The adapter holds the
 * event back, so that the page stays missing while somebody looks.
 */

#include <unistd.h>

#include "odp.h"
#include "poster_die.h"
#include "poster_emu.h"
#include "tap.h"

#define DEPTH 8
#define DONE 5		/* requests before those that wait */
#define WAITING 3
#define LENGTH 1000

struct waiting {
	const char *queue;	/* as the command calls it */
	enum odp_via via;
	enum odp_fault fault;
};

static const struct waiting kinds[] = {
	{ "sq", VIA_NOTHING, FAULT_SEND },
	{ "rq", VIA_RQ, FAULT_RQ },
	{ "srq", VIA_SRQ, FAULT_SRQ },
};

/* What a message is sent from must not be missing if its receiver's is */
static struct ibv_sge piece(const struct odp *odp, const struct waiting *w,
			    enum odp_side side, uint32_t i)
{
	const struct odp_region *region = &odp->region[side];

	if (side == LOCAL && w->via != VIA_NOTHING)
		return (struct ibv_sge) {
			.addr = (uintptr_t)odp->base.buffer + i % 4 * LENGTH,
			.length = LENGTH,
			.lkey = odp->base.mr->lkey,
		};
	return (struct ibv_sge) {
		.addr = (uintptr_t)region->bytes + i * PAGE + 10 * i + 8,
		.length = LENGTH,
		.lkey = region->mr->lkey,
	};
}

static void post(const struct odp *odp, struct odp_pair *pair,
		 const struct waiting *w, uint32_t i)
{
	struct ibv_sge local = piece(odp, w, LOCAL, i);
	struct ibv_sge remote = piece(odp, w, REMOTE, i);

	if (w->via == VIA_NOTHING) {
		odp_post(pair, IBV_WR_RDMA_WRITE, &local, 1, &remote);
		return;
	}
	odp_post_receive(pair, &remote, 1);
	odp_post(pair, IBV_WR_SEND, &local, 1, NULL);
}

static uint32_t finish(const struct odp *odp, const struct odp_pair *pair,
		       const struct waiting *w, uint32_t i)
{
	struct ibv_sge local = piece(odp, w, LOCAL, i);
	struct ibv_sge remote = piece(odp, w, REMOTE, i);
	uint32_t faults = 0;

	if (odp_wait(pair, LOCAL))
		faults += tap_fault("request %u is not done", i);
	if (w->via != VIA_NOTHING && odp_wait(pair, REMOTE))
		faults += tap_fault("receive %u is not done", i);
	if (memcmp((void *)(uintptr_t)local.addr,
		   (void *)(uintptr_t)remote.addr, LENGTH))
		faults += tap_fault("message %u has other bytes", i);
	return faults;
}

/* It is told what it is to find in the queue */
static int run_checker(const struct odp *odp, const struct odp_pair *pair,
		       const struct waiting *w, const char *checker)
{
	const struct ring *ring = w->via == VIA_NOTHING ? &pair->sq :
							  &pair->receives;
	char *command = NULL;
	size_t size;
	FILE *text = open_memstream(&command, &size);
	int status;

	need(text);
	fprintf(text, "%s '{\"queue\":\"%s\",\"num\":%u,\"pid\":%d,",
		checker, w->queue, ring->num, getpid());
	fprintf(text, "\"qpn\":%u,\"type\":\"%s\",\"done\":%u,\"wqes\":[",
		pair->qp[LOCAL]->qp_num, odp_fault_names[w->fault], DONE);
	for (uint32_t i = DONE; i < DONE + WAITING; i++) {
		struct ibv_sge sge = piece(odp, w, w->via == VIA_NOTHING ?
						   LOCAL : REMOTE, i);

		fprintf(text, "%s{\"addr\":%lu,\"length\":%u,\"lkey\":%u}",
			i == DONE ? "" : ",", sge.addr, sge.length, sge.lkey);
	}
	fprintf(text, "]}'");
	fclose(text);
	need(command);
	fflush(stdout);
	status = system(command);
	free(command);
	return status;
}

static void wait_in(struct odp *odp, const struct waiting *w,
		    const char *checker)
{
	struct odp_pair pair;
	uint32_t faults = 0;

	odp_pair_make(odp, &pair, w->via, DEPTH, 1);
	for (uint32_t i = 0; i < DONE; i++) {
		post(odp, &pair, w, i);
		faults += finish(odp, &pair, w, i);
	}
	free(emu_ask("faults hold"));
	for (uint32_t i = DONE; i < DONE + WAITING; i++)
		post(odp, &pair, w, i);
	tap_result(!run_checker(odp, &pair, w, checker),
		   "%s: the command shows the WQE that waits for its page",
		   w->queue);
	free(emu_ask("faults release"));
	for (uint32_t i = DONE; i < DONE + WAITING; i++)
		faults += finish(odp, &pair, w, i);
	tap_result(!faults, "%s: it goes on", w->queue);
	odp_pair_free(&pair);
}

void odp_waiting(struct odp *odp, const char *checker)
{
	rng_fill(&odp->base.rng, odp->base.buffer, sizeof(odp->base.buffer));
	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++) {
		odp_forget_pages(odp);
		rng_fill(&odp->base.rng, odp->region[LOCAL].bytes,
			 REGION_SIZE);
		wait_in(odp, &kinds[i], checker);
	}
}
