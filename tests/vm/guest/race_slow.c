// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Readers whose own memory stays away for as long as the queues that they read
 * are destroyed: were a destruction to wait for them, it would never come back.
 */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include "poster_die.h"
#include "race.h"
#include "slow_page.h"

#define BATCH 18	/* queues with a reader each, destroyed together */
#define WAIT_MS 60000	/* a busy machine, not a slow kernel */

struct slow_reader {
	struct slow *slow;
	uint32_t place;
	pthread_t thread;
	struct raw_object object;
	uint32_t queue;
	bool well;
};

/* The readers pass the barrier with the owner before and after each batch */
struct slow {
	struct ring_base base;
	struct race_memory memory;
	struct slow_page pages;
	struct slow_reader readers[BATCH];
	pthread_barrier_t barrier;
};

static bool read_slowly(const struct slow_reader *reader)
{
	const struct slow *slow = reader->slow;
	struct uapi_read read = {
		.req = {
			.queue = reader->queue,
			.num = reader->object.num,
			.count = UINT32_MAX,
		},
		.data = (char *)slow->pages.page +
			(size_t)reader->place * RACE_PAGE,
		.room = RACE_PAGE,
	};
	uint64_t wrong;

	return !uapi_read(slow->base.context, &read) &&
	       race_answer_is_right(&read, &wrong);
}

static void *reader_main(void *arg)
{
	struct slow_reader *reader = arg;
	struct slow *slow = reader->slow;

	for (;;) {
		pthread_barrier_wait(&slow->barrier);
		reader->well = read_slowly(reader);
		pthread_barrier_wait(&slow->barrier);
	}
	return NULL;
}

/* By threes: the SQ and the RQ of a QP, and an SRQ */
static void make(struct slow *slow, uint32_t place)
{
	struct slow_reader *reader = &slow->readers[place];

	reader->queue = place % 3;
	if (reader->queue == MLX5_IB_WQ_READ_RQ)
		reader->object = reader[-1].object;
	else
		reader->object = race_make(&slow->base, &slow->memory, place,
					   reader->queue ==
						MLX5_IB_WQ_READ_SRQ);
}

static void destroy(struct slow *slow, const struct slow_reader *reader)
{
	if (reader->queue == MLX5_IB_WQ_READ_SRQ)
		raw_srq_destroy(&slow->base, reader->object.handle);
	else if (reader->queue == MLX5_IB_WQ_READ_SQ)
		raw_qp_destroy(&slow->base, reader->object.handle);
}

static bool batch(struct slow *slow)
{
	bool well = true;

	slow_page_take(&slow->pages);
	for (uint32_t i = 0; i < BATCH; i++)
		make(slow, i);
	pthread_barrier_wait(&slow->barrier);
	for (uint32_t i = 0; i < BATCH; i++)
		well &= slow_page_wanted(&slow->pages, WAIT_MS);
	for (uint32_t i = 0; i < BATCH; i++)
		destroy(slow, &slow->readers[i]);
	slow_page_give(&slow->pages);
	pthread_barrier_wait(&slow->barrier);
	for (uint32_t i = 0; i < BATCH; i++)
		well &= slow->readers[i].well;
	return well;
}

static void open_all(struct slow *slow)
{
	ring_base_open(&slow->base);
	slow->memory = race_memory_map(BATCH);
	need(slow_page_open(&slow->pages, BATCH));
	need_zero(pthread_barrier_init(&slow->barrier, NULL, BATCH + 1));
	for (uint32_t i = 0; i < BATCH; i++) {
		struct slow_reader *reader = &slow->readers[i];

		race_page_fill(&slow->memory, i, race_live_word(getpid()));
		reader->slow = slow;
		reader->place = i;
		need_zero(pthread_create(&reader->thread, NULL, reader_main,
					 reader));
	}
}

/* In a process of its own, whose end takes everything along */
uint32_t race_slow(uint32_t rounds)
{
	pid_t pid = race_fork();
	struct slow *slow;

	if (pid)
		return race_ended_well(pid) ?
			(rounds + BATCH - 1) / BATCH * BATCH : 0;
	slow = calloc(1, sizeof(*slow));
	need(slow);
	open_all(slow);
	for (uint32_t done = 0; done < rounds; done += BATCH)
		if (!batch(slow))
			_exit(1);
	_exit(0);
}
