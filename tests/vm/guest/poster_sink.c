// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Receive requests, on the RQ of a QP and on SRQs */

#include <limits.h>

#include "poster.h"
#include "poster_die.h"

size_t sink_room(const struct sink *sink)
{
	const struct receive *receive;

	if (sink->messages - sink->taken >= NEED_RING)
		die("too many messages wait for receives");
	/* No receive posted yet: the one that comes will be made to fit */
	if ((int32_t)(sink->messages - sink->posted) >= 0)
		return SIZE_MAX;
	receive = sink_receive(sink, sink->messages);
	if (receive->capacity < sink->overhead)
		die("%u: the next receive can take no message", sink->number);
	return receive->capacity - sink->overhead;
}

void sink_expect(struct sink *sink, size_t length)
{
	sink->needs[sink->messages % NEED_RING] = length;
	sink->messages++;
}

static void add_entry(struct sink *sink, struct receive *receive,
		      struct rng *rng, uint32_t length)
{
	struct ibv_sge *sge = &receive->sge[receive->num_sge++];

	sge->length = length;
	sge->addr = fabric_memory(sink->fabric, rng, length, 1, &sge->lkey,
				  NULL);
	receive->capacity += length;
}

/* @loose: any number will do, so that none and one are sure to occur */
static uint32_t entry_count(const struct sink *sink, struct rng *rng,
			    bool loose)
{
	if (loose && sink->posted % 3 < 2)
		return sink->posted % 3;
	if (rng_percent(rng, 20))
		return rng_percent(rng, 50) ? 0 : sink->max_sge;
	return rng_range(rng, 0, sink->max_sge);
}

/*
 * Up to @count entries of random lengths with room for @needed bytes. An empty
 * entry is legal on an RQ, where libmlx5 leaves it out; an SRQ would pass it on
 * to the adapter as 2^31 bytes.
 */
static void make_receive(struct sink *sink, struct receive *receive,
			 struct rng *rng, uint32_t count, size_t needed)
{
	uint32_t i;

	if (!count && needed)
		count = 1;
	receive->num_sge = 0;
	receive->capacity = 0;
	for (i = 0; i < count; i++) {
		uint32_t length = rng_range(rng, 1, 512);

		if (sink->qp && rng_percent(rng, 15))
			length = 0;
		if (i + 1 == count && receive->capacity + length < needed)
			length = needed - receive->capacity;
		add_entry(sink, receive, rng, length);
	}
}

/* How many bytes the next receive has to have room for */
static size_t next_need(const struct sink *sink, bool loose)
{
	if ((int32_t)(sink->messages - sink->posted) > 0)
		return sink->needs[sink->posted % NEED_RING] + sink->overhead;
	/* What does not fit is dropped on UD, so leave room for any message */
	return sink->overhead && !loose ? sink->overhead + MAX_INLINE : 0;
}

static struct receive *next_receive(struct sink *sink, struct rng *rng,
				    bool loose)
{
	struct receive *receive = sink_receive(sink, sink->posted);

	make_receive(sink, receive, rng, entry_count(sink, rng, loose),
		     next_need(sink, loose));
	receive->wr_id = rng_next(rng);
	receive->index = sink->posted;
	sink->posted++;
	return receive;
}

static uint32_t srq_head(struct sink *sink)
{
	struct mlx5dv_srq dv = {};
	struct mlx5dv_obj obj = {
		.srq = { .in = sink->srq, .out = &dv },
	};

	need_zero(mlx5dv_init_obj(&obj, MLX5DV_OBJ_SRQ));
	return dv.head;
}

static void srq_post(struct sink *sink, struct receive *receive)
{
	struct ibv_recv_wr wr = {
		.wr_id = receive->wr_id,
		.sg_list = receive->sge,
		.num_sge = receive->num_sge,
	}, *bad;

	/* libmlx5 takes slots off a list: only it knows which is next */
	receive->index = srq_head(sink);
	need_zero(ibv_post_srq_recv(sink->srq, &wr, &bad));
	receive->next = srq_head(sink);
}

static void rq_post(struct sink *sink, struct receive *receive)
{
	struct ibv_recv_wr wr = {
		.wr_id = receive->wr_id,
		.sg_list = receive->sge,
		.num_sge = receive->num_sge,
	}, *bad;

	need_zero(ibv_post_recv(sink->qp, &wr, &bad));
}

void sink_post(struct sink *sink, struct rng *rng, uint32_t count, bool loose)
{
	while (count--) {
		struct receive *receive;

		if (sink->posted - sink->taken >= sink->max_wr)
			die("%u: no room for receives", sink->number);
		receive = next_receive(sink, rng, loose);
		if (sink->srq)
			srq_post(sink, receive);
		else
			rq_post(sink, receive);
	}
}
