// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* The course of a scene: fill rings, leave requests pending, clean up */

#include <limits.h>

#include "poster_build.h"
#include "poster_die.h"
#include "poster_emu.h"
#include "poster_endpoint.h"
#include "poster_scene.h"

#define TURNS 2			/* round a ring between two snapshots */
#define COUNTER_END 65536U	/* of the 16-bit counter of slots */
#define CHAIN 8

void scene_open(struct scene *scene, const char *device, uint64_t seed,
		bool thorough)
{
	memset(scene, 0, sizeof(*scene));
	scene->rng.state = seed;
	fabric_open(&scene->fabric, device, &scene->rng);
	build_queues(scene, thorough);
}

/* Requests that fit between the state with nothing pending and a full ring */
static uint32_t window(const struct endpoint *ep)
{
	if (ep->sweep)
		return SWEEP_MARGIN / 2;
	return ep->cap.max_send_wr > 1 ? ep->cap.max_send_wr - 1 : 1;
}

/* The end of the ring, as a number of slots posted, that is to be crossed */
static uint32_t ring_end(const struct endpoint *ep)
{
	uint32_t cnt = ep->dv.sq.wqe_cnt;

	if (ep->far && ep->slots < COUNTER_END)
		return COUNTER_END;
	return (ep->slots / cnt + TURNS + 1) * cnt;
}

/* Post and execute until the end of the ring is within reach */
static void approach(struct endpoint *ep, struct rng *rng, uint32_t end)
{
	const struct wish any = {}, narrow = { .one_slot = true };
	const struct wish wide = { .min_slots = ep->max_slots };

	while (end - ep->slots > window(ep)) {
		uint32_t left = end - ep->slots - window(ep);

		if (left <= ep->max_slots)
			post_chain(ep, rng, 1, &narrow);
		else if (ep->far && left > COUNTER_END / 16)
			post_chain(ep, rng, left / ep->max_slots, &wide);
		else
			post_chain(ep, rng,
				   rng_range(rng, 1,
					     (left - 1) / ep->max_slots),
				   &any);
	}
}

/* The last request of a chain that gives all its room back */
static void settle(struct endpoint *ep, struct rng *rng)
{
	const struct wish last = { .one_slot = true, .signaled = true };

	if (ep->unsignaled)
		post_chain(ep, rng, 1, &last);
}

/* A WQE that wraps, where the ring is wide enough for one */
static void cross(struct endpoint *ep, struct rng *rng, uint32_t end)
{
	const struct wish any = {}, narrow = { .one_slot = true };

	while ((int32_t)(end - ep->slots) > 0 && endpoint_room(ep)) {
		uint32_t left = end - ep->slots;
		const struct wish wrap = { .min_slots = left + 1 };

		if (left < ep->max_slots)
			post_chain(ep, rng, 1, &wrap);
		else if (left < 2 * ep->max_slots)
			post_chain(ep, rng, 1, &narrow);
		else
			post_chain(ep, rng, 1, &any);
	}
}

/* Leaves room for @keep requests */
static void fill(struct endpoint *ep, struct rng *rng, uint32_t keep)
{
	const struct wish any = {};
	uint32_t room = endpoint_room(ep);
	uint32_t count = room > keep ? rng_range(rng, 0, room - keep) : 0;

	while (count) {
		uint32_t chain = rng_range(rng, 1, count < CHAIN ? count :
								   CHAIN);

		post_chain(ep, rng, chain, &any);
		count -= chain;
	}
}

/* WQEs of the largest size in every slot, as many as the ring takes */
static void fill_to_brim(struct endpoint *ep, struct rng *rng)
{
	const struct wish wide = { .min_slots = ep->max_slots };

	while (endpoint_room(ep))
		post_chain(ep, rng, CHAIN, &wide);
}

/* Every length of inline data from 0 to the maximum, in random order */
static void sweep(struct endpoint *ep, struct rng *rng)
{
	uint32_t count = ep->cap.max_inline_data + 1, i;
	uint32_t lengths[MAX_INLINE + 1];

	for (i = 0; i < count; i++) {
		uint32_t j = rng_range(rng, 0, i);

		lengths[i] = lengths[j];
		lengths[j] = i;
	}
	for (i = 0; i < count; i++) {
		const struct wish exact = {
			.inline_exact = true, .inline_length = lengths[i],
		};

		if (!endpoint_room(ep))
			die("QP %u: no room for the sweep", ep->qp->qp_num);
		post_chain(ep, rng, 1, &exact);
	}
}

static void receives(struct sink *sink, struct rng *rng, bool last)
{
	uint32_t room = sink->max_wr - (sink->posted - sink->taken);
	uint32_t least = rng_percent(rng, 30) ? room : room / 2;

	sink_post(sink, rng, rng_range(rng, least, room), last);
}

/* Requests that stay pending, from a state with none */
static void leave_pending(struct endpoint *ep, struct rng *rng, uint32_t end,
			  bool last)
{
	if (ep->brim && !last) {
		fill_to_brim(ep, rng);
		return;
	}
	cross(ep, rng, end);
	if (ep->sweep && last)
		sweep(ep, rng);
	else
		fill(ep, rng, last);
	/* Its completion will say that all before it are done */
	if (last)
		settle(ep, rng);
}

void scene_advance(struct scene *scene, bool last)
{
	uint32_t ends[MAX_ENDPOINTS];
	unsigned int i;

	for (i = 0; i < scene->endpoint_cnt; i++) {
		ends[i] = ring_end(&scene->endpoints[i]);
		approach(&scene->endpoints[i], &scene->rng, ends[i]);
	}
	for (i = 0; i < scene->endpoint_cnt; i++)
		settle(&scene->endpoints[i], &scene->rng);
	for (i = 0; i < scene->domain_cnt; i++)
		domain_step(&scene->domains[i], &scene->rng,
			    domain_waiting(&scene->domains[i]));
	for (i = 0; i < scene->endpoint_cnt; i++)
		leave_pending(&scene->endpoints[i], &scene->rng, ends[i], last);
	for (i = 0; i < scene->endpoint_cnt; i++)
		if (!scene->endpoints[i].sink->srq)
			receives(scene->endpoints[i].sink, &scene->rng, last);
	for (i = 0; i < scene->srq_cnt; i++)
		receives(scene->srqs[i], &scene->rng, last);
}

static void path_of(char *path, const char *directory, const char *kind,
		    uint32_t number, const char *what)
{
	if (snprintf(path, PATH_MAX, "%s/%s-%u%s", directory, kind, number,
		     what) >= PATH_MAX)
		die("path too long");
}

static void write_emulator(const char *directory, const char *kind,
			   const char *command, uint32_t number)
{
	char path[PATH_MAX], *line = emu_ask("%s %u", command, number);
	FILE *file;

	path_of(path, directory, kind, number, ".emulator.json");
	file = fopen(path, "w");
	need(file);
	need(fprintf(file, "%s\n", line) > 0);
	need(!fclose(file));
	free(line);
}

void scene_write(struct scene *scene, const char *directory)
{
	char path[PATH_MAX];
	unsigned int i;

	for (i = 0; i < scene->endpoint_cnt; i++) {
		struct endpoint *ep = &scene->endpoints[i];
		uint32_t qpn = ep->qp->qp_num;

		path_of(path, directory, "sq", qpn, ".expected.json");
		expect_send_queue(path, ep);
		path_of(path, directory, "sq", qpn, "");
		own_write(path, ep, NULL, &scene->rng);
		write_emulator(directory, "qp", "qp", qpn);
		if (ep->sink->srq)
			continue;
		path_of(path, directory, "rq", qpn, ".expected.json");
		expect_receive_queue(path, ep->sink, ep);
		path_of(path, directory, "rq", qpn, "");
		own_write(path, ep, ep->sink, &scene->rng);
	}
	for (i = 0; i < scene->srq_cnt; i++) {
		uint32_t srqn = scene->srqs[i]->number;

		path_of(path, directory, "srq", srqn, ".expected.json");
		expect_receive_queue(path, scene->srqs[i], NULL);
		path_of(path, directory, "srq", srqn, "");
		own_write(path, NULL, scene->srqs[i], &scene->rng);
		write_emulator(directory, "srq", "srq", srqn);
	}
}

/* Execute what one sender has pending by ending the hold */
static void drain_alone(struct endpoint *ep, struct rng *rng)
{
	struct sink *sink = ep->peers[0]->sink;
	struct domain *domain = ep->domain;

	while (sink->messages - sink->taken > sink->max_wr)
		domain_step(domain, rng, 1);
	while ((int32_t)(sink->messages - sink->posted) > 0)
		sink_post(sink, rng, 1, false);
	emu_release(ep->qp->qp_num);
	reap(ep, domain_waiting(domain));
	domain->head = domain->tail;
}

void scene_finish(struct scene *scene)
{
	unsigned int i;

	for (i = 0; i < scene->endpoint_cnt; i++) {
		struct endpoint *ep = &scene->endpoints[i];
		struct domain *domain = ep->domain;

		if (domain->members == 1) {
			drain_alone(ep, &scene->rng);
			continue;
		}
		/* Several senders at once would mix up the receives */
		domain_step(domain, &scene->rng, domain_waiting(domain));
		emu_release(ep->qp->qp_num);
	}
	for (i = 0; i < scene->endpoint_cnt; i++)
		if (scene->endpoints[i].acked != scene->endpoints[i].posted)
			die("QP %u: the last completion is missing",
			    scene->endpoints[i].qp->qp_num);
}

void scene_close(struct scene *scene)
{
	unsigned int i;

	for (i = 0; i < scene->endpoint_cnt; i++)
		endpoint_destroy(&scene->endpoints[i]);
	for (i = 0; i < scene->srq_cnt; i++)
		srq_destroy(scene->srqs[i]);
	for (i = 0; i < scene->domain_cnt; i++)
		free(scene->domains[i].fifo);
	fabric_close(&scene->fabric);
}
