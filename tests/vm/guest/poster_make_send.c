// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Random send requests */

#include "poster.h"
#include "poster_die.h"

#define MAX_MESSAGE (128U << 10)
#define ATOMIC_SIZE 8U
#define UNITS_PER_SLOT 4U

enum {
	RC = 1 << 0,
	UC = 1 << 1,
	UD = 1 << 2,
};

static const struct kind {
	enum ibv_wr_opcode opcode;
	unsigned int types;
	bool lands;		/* takes a receive */
	bool scatters;		/* into that receive */
	bool may_inline;
	bool may_solicit;
	bool immediate;
	bool remote;
	bool atomic;
} kinds[] = {
	{ .opcode = IBV_WR_SEND, .types = RC | UC | UD, .lands = true,
	  .scatters = true, .may_inline = true, .may_solicit = true },
	{ .opcode = IBV_WR_SEND_WITH_IMM, .types = RC | UC | UD, .lands = true,
	  .scatters = true, .may_inline = true, .may_solicit = true,
	  .immediate = true },
	{ .opcode = IBV_WR_RDMA_WRITE, .types = RC | UC, .may_inline = true,
	  .remote = true },
	{ .opcode = IBV_WR_RDMA_WRITE_WITH_IMM, .types = RC | UC,
	  .lands = true, .may_inline = true, .may_solicit = true,
	  .immediate = true, .remote = true },
	{ .opcode = IBV_WR_RDMA_READ, .types = RC, .remote = true },
	{ .opcode = IBV_WR_ATOMIC_CMP_AND_SWP, .types = RC, .remote = true,
	  .atomic = true },
	{ .opcode = IBV_WR_ATOMIC_FETCH_AND_ADD, .types = RC, .remote = true,
	  .atomic = true },
};

#define KINDS (sizeof(kinds) / sizeof(kinds[0]))

static unsigned int type_bit(enum ibv_qp_type type)
{
	if (type == IBV_QPT_RC)
		return RC;
	return type == IBV_QPT_UC ? UC : UD;
}

/* What make_send() has decided so far */
struct plan {
	const struct kind *kind;
	unsigned int peer;
	size_t limit;		/* bytes of payload */
	uint32_t units;		/* payload has to take at least so many */
};

/* Bytes of payload without which the wish cannot come true */
static size_t wish_bytes(const struct endpoint *ep, const struct wish *wish,
			 uint32_t units)
{
	if (wish->inline_exact)
		return wish->inline_length;
	return units <= ep->cap.max_send_sge ? units : units * 16;
}

static bool plan_fits(const struct endpoint *ep, const struct wish *wish,
		      struct plan *plan)
{
	const struct kind *kind = plan->kind;
	uint32_t header = send_header_ds(ep->qp->qp_type, kind->opcode);
	uint32_t widest = (ep->cap.max_inline_data + 4 + 15) / 16;
	size_t room;

	if (!(kind->types & type_bit(ep->qp->qp_type)))
		return false;
	plan->limit = MAX_MESSAGE;
	if (ep->qp->qp_type == IBV_QPT_UD)
		plan->limit = 128U << ep->fabric->port.active_mtu;
	room = sink_room(ep->peers[plan->peer]->sink);
	if (kind->scatters && plan->limit > room)
		plan->limit = room;

	if (wish->inline_exact || wish->one_slot || wish->min_slots)
		if (!kind->may_inline)
			return false;
	plan->units = 0;
	if (wish->min_slots)
		plan->units = (wish->min_slots - 1) * UNITS_PER_SLOT + 1 -
			      header;
	if (plan->units > ep->cap.max_send_sge && plan->units > widest)
		return false;
	if (kind->atomic && !ep->cap.max_send_sge)
		return false;
	return wish_bytes(ep, wish, plan->units) <= plan->limit;
}

static void make_plan(const struct endpoint *ep, struct rng *rng,
		      const struct wish *wish, struct plan *plan)
{
	unsigned int tries;

	for (tries = 0; tries < 10000; tries++) {
		plan->kind = &kinds[rng_range(rng, 0, KINDS - 1)];
		plan->peer = rng_range(rng, 0, ep->peer_cnt - 1);
		if (plan_fits(ep, wish, plan))
			return;
	}
	die("QP %u: no request for slots %u inline %u", ep->qp->qp_num,
	    wish->min_slots, wish->inline_length);
}

static void add_entry(struct endpoint *ep, struct send *send, struct rng *rng,
		      uint32_t length, uint32_t align)
{
	struct ibv_sge *sge = &send->sge[send->wr.num_sge++];

	sge->length = length;
	sge->addr = fabric_memory(ep->fabric, rng, length, align, &sge->lkey,
				  NULL);
}

/* Mostly short, at times long, at times empty */
static uint32_t random_length(struct rng *rng, size_t limit)
{
	static const uint32_t tops[] = { 0, 64, 64, 64, 64, 4096, 4096, 65536 };
	uint32_t top = tops[rng_range(rng, 0, 7)];

	return top ? rng_range(rng, 1, top) % (limit + 1) : 0;
}

/* Never empty: an empty entry takes no unit of the WQE */
static uint32_t full_length(struct rng *rng, size_t limit)
{
	return rng_range(rng, 1, limit < 4096 ? limit : 4096);
}

static uint32_t random_count(struct rng *rng, uint32_t max)
{
	switch (rng_range(rng, 0, 7)) {
	case 0:
		return 0;
	case 1:
		return max;
	case 2:
		return max ? 1 : 0;
	default:
		return rng_range(rng, 0, max);
	}
}

/* @length bytes in up to @max entries, some of them empty */
static void split(struct endpoint *ep, struct send *send, struct rng *rng,
		  uint32_t length, uint32_t max)
{
	uint32_t left = length, i, n;

	n = rng_range(rng, 1, max);
	for (i = 0; i < n; i++) {
		uint32_t part = i + 1 < n ? rng_range(rng, 0, left) : left;

		add_entry(ep, send, rng, part, 1);
		left -= part;
	}
}

/* The fewest bytes that take @units units together with their byte count */
static uint32_t least_inline(uint32_t units)
{
	return units > 1 ? (units - 1) * 16 - 4 + 1 : 1;
}

static void make_inline(struct endpoint *ep, struct send *send, struct rng *rng,
			const struct wish *wish, const struct plan *plan)
{
	uint32_t max = ep->cap.max_inline_data, length, done = 0;
	int i;

	if (max > plan->limit)
		max = plan->limit;
	if (wish->inline_exact)
		length = wish->inline_length;
	else if (plan->units)
		length = rng_range(rng, least_inline(plan->units), max);
	else
		length = rng_percent(rng, 20) ? max : rng_range(rng, 0, max);

	split(ep, send, rng, length, ep->cap.max_send_sge);
	send->wr.send_flags |= IBV_SEND_INLINE;
	for (i = 0; i < send->wr.num_sge; i++) {
		memcpy(send->inline_bytes + done,
		       (const void *)(uintptr_t)send->sge[i].addr,
		       send->sge[i].length);
		done += send->sge[i].length;
	}
}

static void make_list(struct endpoint *ep, struct send *send, struct rng *rng,
		      const struct wish *wish, const struct plan *plan)
{
	uint32_t max = ep->cap.max_send_sge, count, i;
	size_t left = plan->limit;

	if (plan->kind->opcode == IBV_WR_RDMA_READ &&
	    max > (uint32_t)ep->fabric->device.max_sge_rd)
		max = ep->fabric->device.max_sge_rd;
	count = wish->one_slot ? 0 : random_count(rng, max);
	if (plan->units && (count < plan->units || count > left))
		count = plan->units;
	for (i = 0; i < count; i++) {
		uint32_t length;

		if (plan->units)
			length = full_length(rng, left - (count - i - 1));
		else
			length = random_length(rng, left);
		add_entry(ep, send, rng, length, 1);
		left -= length;
	}
}

static void make_payload(struct endpoint *ep, struct send *send,
			 struct rng *rng, const struct wish *wish,
			 const struct plan *plan)
{
	uint32_t widest = (ep->cap.max_inline_data + 4 + 15) / 16;
	bool inlined = plan->kind->may_inline && ep->cap.max_send_sge &&
		       plan->limit && !wish->one_slot && rng_percent(rng, 40);

	if (plan->kind->atomic) {
		add_entry(ep, send, rng, ATOMIC_SIZE, ATOMIC_SIZE);
		return;
	}
	if (wish->inline_exact || plan->units > ep->cap.max_send_sge)
		inlined = true;
	else if (plan->units > widest || plan->units * 16 > plan->limit)
		inlined = false;
	if (inlined)
		make_inline(ep, send, rng, wish, plan);
	else
		make_list(ep, send, rng, wish, plan);
}

static void make_flags(struct endpoint *ep, struct send *send, struct rng *rng,
		       const struct wish *wish, const struct kind *kind)
{
	/* Only a signaled request gives room back */
	bool must = wish->signaled ||
		    ep->unsignaled + 1 >= (ep->cap.max_send_wr + 1) / 2;

	if (must || rng_percent(rng, 50))
		send->wr.send_flags |= IBV_SEND_SIGNALED;
	if (kind->may_solicit && rng_percent(rng, 50))
		send->wr.send_flags |= IBV_SEND_SOLICITED;
	if (ep->qp->qp_type == IBV_QPT_RC && rng_percent(rng, 30))
		send->wr.send_flags |= IBV_SEND_FENCE;
}

static void make_target(struct endpoint *ep, struct send *send, struct rng *rng,
			const struct plan *plan)
{
	struct ibv_send_wr *wr = &send->wr;
	uint32_t length = 0;
	int i;

	for (i = 0; i < wr->num_sge; i++)
		length += send->sge[i].length;
	if (plan->kind->atomic) {
		wr->wr.atomic.remote_addr =
			fabric_memory(ep->fabric, rng, ATOMIC_SIZE, ATOMIC_SIZE,
				      NULL, &wr->wr.atomic.rkey);
		wr->wr.atomic.compare_add = rng_next(rng);
		wr->wr.atomic.swap = rng_next(rng);
	} else if (plan->kind->remote) {
		wr->wr.rdma.remote_addr =
			fabric_memory(ep->fabric, rng, length, 1, NULL,
				      &wr->wr.rdma.rkey);
	} else if (ep->qp->qp_type == IBV_QPT_UD) {
		send->destination = &ep->destinations[plan->peer];
		wr->wr.ud.ah = send->destination->ah;
		wr->wr.ud.remote_qpn = send->peer->qp->qp_num;
		wr->wr.ud.remote_qkey = UD_QKEY;
	}
}

struct send *make_send(struct endpoint *ep, struct rng *rng,
		       const struct wish *wish)
{
	struct send *send = endpoint_send(ep, ep->posted);
	struct plan plan;

	make_plan(ep, rng, wish, &plan);
	memset(send, 0, sizeof(*send));
	send->peer = ep->peers[plan.peer];
	send->wr.wr_id = ep->posted;
	send->wr.opcode = plan.kind->opcode;
	send->wr.sg_list = send->sge;
	make_flags(ep, send, rng, wish, plan.kind);
	make_payload(ep, send, rng, wish, &plan);
	make_target(ep, send, rng, &plan);
	if (plan.kind->immediate) {
		send->imm = rng_next(rng);
		send->wr.imm_data = htobe32(send->imm);
	}
	send_measure(send, ep->qp->qp_type);
	if (plan.kind->lands) {
		send->sink = send->peer->sink;
		sink_expect(send->sink, plan.kind->scatters ? send->length : 0);
	}
	return send;
}
