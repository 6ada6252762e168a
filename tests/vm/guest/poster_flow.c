// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Post requests, let the adapter execute them in order, check completions */

#include <time.h>

#include "poster.h"
#include "poster_die.h"
#include "poster_emu.h"

#define COMPLETION_SECONDS 20
#define MAX_CHAIN 8

static struct ibv_wc wait_completion(struct ibv_cq *cq, uint32_t qpn,
				     const struct send *send)
{
	time_t end = time(NULL) + COMPLETION_SECONDS;
	struct ibv_wc wc;
	int n;

	do {
		n = ibv_poll_cq(cq, 1, &wc);
		if (n < 0)
			die("QP %u: cannot poll", qpn);
	} while (!n && time(NULL) < end);
	if (!n)
		die("QP %u: no completion", qpn);
	if (wc.status != IBV_WC_SUCCESS)
		die("QP %u: %s, vendor 0x%x; opcode %u, %zu bytes, %d entries",
		    qpn, ibv_wc_status_str(wc.status), wc.vendor_err,
		    send->wr.opcode, send->length, send->wr.num_sge);
	return wc;
}

static void check_receive(struct send *send)
{
	struct sink *sink = send->sink;
	const struct receive *receive = sink_receive(sink, sink->taken);
	struct endpoint *peer = send->peer;
	struct ibv_wc wc = wait_completion(peer->recv_cq, peer->qp->qp_num,
					   send);
	uint32_t length = send->length;

	sink->taken++;
	if (send->wr.opcode != IBV_WR_RDMA_WRITE_WITH_IMM)
		length += sink->overhead;
	if (wc.wr_id != receive->wr_id || wc.byte_len != length ||
	    wc.qp_num != peer->qp->qp_num)
		die("QP %u: receive of %u bytes, expected %u", wc.qp_num,
		    wc.byte_len, length);
	if (send->wr.opcode == IBV_WR_SEND)
		return;
	if (!(wc.wc_flags & IBV_WC_WITH_IMM) ||
	    wc.imm_data != htobe32(send->imm))
		die("QP %u: wrong immediate data", wc.qp_num);
}

static void check_send(struct endpoint *ep, const struct send *send)
{
	struct ibv_wc wc;

	if (!ep->sig_all && !(send->wr.send_flags & IBV_SEND_SIGNALED))
		return;
	wc = wait_completion(ep->send_cq, ep->qp->qp_num, send);
	if (wc.wr_id != send->wr.wr_id)
		die("QP %u: completion of request %llu, expected %llu",
		    ep->qp->qp_num, (unsigned long long)wc.wr_id,
		    (unsigned long long)send->wr.wr_id);
	ep->acked = ep->done;
}

void reap(struct endpoint *ep, uint32_t count)
{
	while (count--) {
		struct send *send = endpoint_send(ep, ep->done);

		ep->done++;
		ep->slots_done += send->slots;
		if (send->sink)
			check_receive(send);
		check_send(ep, send);
	}
}

uint32_t domain_waiting(const struct domain *domain)
{
	return domain->tail - domain->head;
}

/*
 * How many requests at the head of the domain, at most @max, are of one QP and
 * find their receives posted. Posts receives where there is room.
 */
static uint32_t ready_run(struct domain *domain, struct rng *rng, uint32_t max)
{
	struct endpoint *ep = domain->fifo[domain->head % domain->size];
	struct sink *sink;
	uint32_t run, ahead = 0;

	for (run = 0; run < max; run++) {
		struct endpoint *next =
			domain->fifo[(domain->head + run) % domain->size];

		if (next != ep)
			break;
		sink = endpoint_send(ep, ep->done + run)->sink;
		if (!sink)
			continue;
		/* ahead: counted on all sinks, a little too careful */
		ahead++;
		if (ahead > sink->max_wr)
			break;
		while (sink->posted - sink->taken < ahead)
			sink_post(sink, rng, 1, false);
	}
	return run;
}

void domain_step(struct domain *domain, struct rng *rng, uint32_t count)
{
	while (count) {
		struct endpoint *ep = domain->fifo[domain->head % domain->size];
		uint32_t run = ready_run(domain, rng, count);

		emu_step(ep->qp->qp_num, run);
		domain->head += run;
		reap(ep, run);
		count -= run;
	}
}

/* The index that libmlx5 wrote into a WQE has to be the one counted here */
static void check_index(const struct endpoint *ep, const struct send *send)
{
	const struct mlx5_wqe_ctrl_seg *ctrl =
		(const void *)((const uint8_t *)ep->dv.sq.buf +
			       send->index % ep->dv.sq.wqe_cnt *
			       ep->dv.sq.stride);
	uint32_t index = be32toh(ctrl->opmod_idx_opcode) >> 8 & 0xffff;
	uint32_t ds = be32toh(ctrl->qpn_ds) & 0x3f;

	if (index != (send->index & 0xffff) || ds != send->ds)
		die("QP %u: index %u ds %u in the ring, counted %u %u",
		    ep->qp->qp_num, index, ds, send->index & 0xffff, send->ds);
}

uint32_t endpoint_room(const struct endpoint *ep)
{
	return ep->cap.max_send_wr - (ep->posted - ep->acked);
}

static void make_room(struct endpoint *ep, struct rng *rng)
{
	struct domain *domain = ep->domain;

	while (!endpoint_room(ep))
		domain_step(domain, rng,
			    rng_range(rng, 1, domain_waiting(domain)));
}

void post_chain(struct endpoint *ep, struct rng *rng, uint32_t count,
		const struct wish *wish)
{
	struct send *chain[MAX_CHAIN];
	struct ibv_send_wr *bad;
	uint32_t i;

	if (!count)
		return;
	make_room(ep, rng);
	if (count > MAX_CHAIN)
		count = MAX_CHAIN;
	if (count > endpoint_room(ep))
		count = endpoint_room(ep);
	for (i = 0; i < count; i++) {
		chain[i] = make_send(ep, rng, wish);
		chain[i]->index = ep->slots;
		if (i)
			chain[i - 1]->wr.next = &chain[i]->wr;
		ep->slots += chain[i]->slots;
		ep->posted++;
		ep->unsignaled++;
		if (ep->sig_all ||
		    (chain[i]->wr.send_flags & IBV_SEND_SIGNALED))
			ep->unsignaled = 0;
		ep->domain->fifo[ep->domain->tail++ % ep->domain->size] = ep;
	}
	need_zero(ibv_post_send(ep->qp, &chain[0]->wr, &bad));
	for (i = 0; i < count; i++)
		check_index(ep, chain[i]);
}
