// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Queues that are destroyed while they are read */
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "poster_die.h"
#include "hostile.h"
#include "slow_page.h"
#include "tap.h"

#define RACE_ROUNDS 200
#define RACE_ROUNDS_MAX 10000	/* until the reader was lucky once */
#define WAIT_MS 60000	/* a busy machine, not a slow kernel */

/* One thread reads numbers as fast as it can, as long as it may */
struct reader {
	struct ibv_context *context;
	_Atomic(const struct ring *) ring;
	atomic_bool stop;
	atomic_uint read, gone, other;
};

static void *read_on(void *arg)
{
	struct reader *reader = arg;

	while (!atomic_load(&reader->stop)) {
		const struct ring *ring = atomic_load(&reader->ring);
		int got = ring ? read_one(reader->context, ring, true) : 0;

		if (!ring)
			continue;
		if (!got)
			reader->read++;
		else if (got == ENOENT)
			reader->gone++;
		else
			reader->other += tap_fault("errno %d", got);
	}
	return NULL;
}

static void make_and_destroy(struct ring_base *base, struct reader *reader,
			     bool srq, unsigned int round)
{
	static struct ring rings[2];	/* the other one may be in use */
	struct ring *ring = &rings[round % 2];
	struct ibv_srq *new_srq = NULL;
	struct ibv_qp *new_qp = NULL;

	if (srq) {
		new_srq = ring_make_srq(base, 60, 0);
		ring_of_srq(ring, new_srq, 0);
	} else {
		new_qp = ring_make_qp(base, IBV_QPT_RC, 60, 60, NULL, 0);
		ring_of_qp(ring, new_qp, MLX5_IB_WQ_READ_SQ, 0);
	}
	atomic_store(&reader->ring, ring);
	need_zero(read_one(base->context, ring, true));
	need_zero(srq ? ibv_destroy_srq(new_srq) : ibv_destroy_qp(new_qp));
}

static void race(struct ring_base *base, bool srq)
{
	struct reader reader = { .context = base->context };
	pthread_t thread;

	need_zero(pthread_create(&thread, NULL, read_on, &reader));
	for (unsigned int i = 0; i < RACE_ROUNDS ||
			(i < RACE_ROUNDS_MAX && !(reader.read && reader.gone));
	     i++)
		make_and_destroy(base, &reader, srq, i);
	atomic_store(&reader.stop, true);
	need_zero(pthread_join(thread, NULL));
	printf("# %u reads, %u of nothing\n", reader.read, reader.gone);
	tap_result(reader.read && reader.gone && !reader.other,
		   "%s are made, read and destroyed at once",
		   srq ? "SRQs" : "QPs");
}

struct slow_read {
	struct ibv_context *context;
	struct uapi_read read;
	int got;
};

static void *read_slowly(void *arg)
{
	struct slow_read *slow = arg;

	slow->got = uapi_read(slow->context, &slow->read);
	return NULL;
}

struct slow_destroy {
	struct ibv_qp *qp;
	int got;
};

static void *destroy(void *arg)
{
	struct slow_destroy *destroy_arg = arg;

	destroy_arg->got = ibv_destroy_qp(destroy_arg->qp);
	return NULL;
}

static bool join_in_time(pthread_t thread)
{
	struct timespec until;

	need(!clock_gettime(CLOCK_REALTIME, &until));
	until.tv_sec += WAIT_MS / 1000;
	return !pthread_timedjoin_np(thread, NULL, &until);
}

/*
 * A reader by number that waits for its own memory must not hold up the owner
 * of the queue. One by handle is of the same process: the queue is busy.
 */
static void destroy_under_reader(struct ring_base *base, bool by_num)
{
	struct slow_destroy victim = {
		.qp = ring_make_qp(base, IBV_QPT_RC, 4, 4, NULL, 0),
	};
	struct slow_read reader = { .context = base->context };
	pthread_t read_thread, destroy_thread;
	struct slow_page slow;
	struct ring ring;
	bool wanted, in_time;

	if (!slow_page_open(&slow, 1)) {
		tap_skip(strerror(errno), "destroyed under a reader %s",
			 way_name(by_num));
		need_zero(ibv_destroy_qp(victim.qp));
		return;
	}
	ring_of_qp(&ring, victim.qp, MLX5_IB_WQ_READ_SQ, 0);
	reader.read = ring_read(&ring, by_num);
	reader.read.req.count = 1;
	reader.read.data = slow.page;
	reader.read.room = slow.size;
	need_zero(pthread_create(&read_thread, NULL, read_slowly, &reader));
	wanted = slow_page_wanted(&slow, WAIT_MS);
	need_zero(pthread_create(&destroy_thread, NULL, destroy, &victim));
	in_time = join_in_time(destroy_thread);
	slow_page_give(&slow);
	need_zero(pthread_join(read_thread, NULL));
	if (!in_time)
		need_zero(pthread_join(destroy_thread, NULL));
	printf("# destroy: errno %d, read: errno %d\n", victim.got, reader.got);
	tap_result(wanted && in_time && !reader.got &&
			   victim.got == (by_num ? 0 : EBUSY),
		   "destroyed under a reader %s", way_name(by_num));
	if (victim.got)
		need_zero(ibv_destroy_qp(victim.qp));
	slow_page_close(&slow);
}

void hostile_races(struct ring_base *base)
{
	race(base, false);
	race(base, true);
	destroy_under_reader(base, true);
	destroy_under_reader(base, false);
}
