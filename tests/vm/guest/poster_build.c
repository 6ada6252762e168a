// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Which queues a scene has, and with which capabilities */

#include "poster_build.h"
#include "poster_die.h"
#include "poster_endpoint.h"

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))
#define OWN_RQ (-1)

static const struct recipe {
	enum ibv_qp_type type;
	int srq;		/* number of the SRQ, or OWN_RQ */
	bool sweep;
	bool far;
	bool brim;
} recipes[] = {
	{ .type = IBV_QPT_RC, .srq = OWN_RQ, .far = true },
	{ .type = IBV_QPT_RC, .srq = OWN_RQ, .sweep = true },
	{ .type = IBV_QPT_RC, .srq = 0 },
	{ .type = IBV_QPT_RC, .srq = 0 },
	{ .type = IBV_QPT_UC, .srq = OWN_RQ },
	{ .type = IBV_QPT_UC, .srq = OWN_RQ, .sweep = true },
	{ .type = IBV_QPT_UD, .srq = OWN_RQ, .brim = true },
	{ .type = IBV_QPT_UD, .srq = OWN_RQ, .sweep = true },
	{ .type = IBV_QPT_UD, .srq = 1 },
};

static uint32_t pick(struct rng *rng, uint32_t low, uint32_t high)
{
	switch (rng_range(rng, 0, 2)) {
	case 0:
		return low;
	case 1:
		return high;
	default:
		return rng_range(rng, low, high);
	}
}

static struct ibv_qp_cap random_cap(struct endpoint *ep, struct rng *rng,
				    const struct limits *limits)
{
	static const uint32_t depths[] = { 1, 2, 5, 16, 33, 64 };
	const uint32_t last = ARRAY_SIZE(depths) - 1;
	struct ibv_qp_cap cap = {
		.max_send_wr = depths[rng_range(rng, 0, last)],
		.max_recv_wr = depths[rng_range(rng, 0, last)],
		.max_send_sge = pick(rng, 1, limits->max_send_sge),
		.max_recv_sge = pick(rng, 1, limits->max_recv_sge),
		.max_inline_data = pick(rng, 0, limits->max_inline),
	};

	if (ep->sweep || ep->far)
		cap.max_inline_data = limits->max_inline;
	if (ep->sweep)
		cap.max_send_wr = limits->max_inline + 1 + SWEEP_MARGIN;
	if (ep->far)
		cap.max_send_wr = 64;
	/* Requests of the size that libmlx5 made the slots for */
	if (ep->brim) {
		cap.max_send_sge = 1;
		cap.max_inline_data = 0;
	}
	return cap;
}

static void make_endpoint(struct scene *scene, const struct recipe *recipe,
			  const struct limits *limits, bool thorough)
{
	struct endpoint *ep = &scene->endpoints[scene->endpoint_cnt++];
	struct sink *srq = recipe->srq == OWN_RQ ? NULL :
						   scene->srqs[recipe->srq];
	struct ibv_qp_cap cap;

	ep->sweep = thorough && recipe->sweep;
	ep->far = thorough && recipe->far;
	ep->brim = thorough && recipe->brim;
	ep->sig_all = rng_percent(&scene->rng, 25);
	cap = random_cap(ep, &scene->rng, &limits[recipe->type]);
	endpoint_create(ep, &scene->fabric, recipe->type, srq, &cap);
}

static void make_srqs(struct scene *scene)
{
	static const uint32_t overheads[MAX_SRQS] = { 0, GRH_SIZE };
	uint32_t max_sge = scene->fabric.device.max_srq_sge;
	unsigned int i;

	if (max_sge > MAX_SGE)
		max_sge = MAX_SGE;
	for (i = 0; i < MAX_SRQS; i++)
		scene->srqs[i] = srq_create(&scene->fabric,
					    rng_range(&scene->rng, 1, 60),
					    pick(&scene->rng, 1, max_sge),
					    overheads[i]);
	scene->srq_cnt = MAX_SRQS;
}

static struct domain *make_domain(struct scene *scene)
{
	return &scene->domains[scene->domain_cnt++];
}

static void join(struct endpoint *ep, struct domain *domain)
{
	ep->domain = domain;
	domain->size += ep->cap.max_send_wr;
	domain->members++;
}

/* Neighbours are connected, all UD QPs send to all of them */
static void connect_all(struct scene *scene)
{
	struct domain *datagrams = make_domain(scene), *shared[MAX_SRQS];
	unsigned int i, j;

	for (i = 0; i < MAX_SRQS; i++)
		shared[i] = make_domain(scene);
	for (i = 0; i < scene->endpoint_cnt; i++) {
		struct endpoint *ep = &scene->endpoints[i];

		if (ep->qp->qp_type != IBV_QPT_UD) {
			ep->peers[ep->peer_cnt++] = &scene->endpoints[i ^ 1];
			join(ep, recipes[i].srq == OWN_RQ ?
				 make_domain(scene) : shared[recipes[i].srq]);
			continue;
		}
		join(ep, datagrams);
		for (j = 0; j < scene->endpoint_cnt; j++)
			if (recipes[j].type == IBV_QPT_UD)
				endpoint_add_destination(ep,
							 &scene->endpoints[j],
							 &scene->rng);
	}
}

void build_queues(struct scene *scene, bool thorough)
{
	struct limits limits[IBV_QPT_UD + 1];
	unsigned int i;

	endpoint_limits(&scene->fabric, IBV_QPT_RC, &limits[IBV_QPT_RC]);
	endpoint_limits(&scene->fabric, IBV_QPT_UC, &limits[IBV_QPT_UC]);
	endpoint_limits(&scene->fabric, IBV_QPT_UD, &limits[IBV_QPT_UD]);
	make_srqs(scene);
	for (i = 0; i < ARRAY_SIZE(recipes); i++)
		make_endpoint(scene, &recipes[i], limits, thorough);
	connect_all(scene);
	for (i = 0; i < scene->domain_cnt; i++) {
		struct domain *domain = &scene->domains[i];

		domain->fifo = calloc(domain->size + 1, sizeof(*domain->fifo));
		need(domain->fifo);
	}
	for (i = 0; i < scene->endpoint_cnt; i++)
		endpoint_start(&scene->endpoints[i]);
}
