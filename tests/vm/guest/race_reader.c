// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Readers, who go round all queues of all owners */
#include <errno.h>
#include <sched.h>
#include <string.h>
#include <unistd.h>

#include "poster_die.h"
#include "race.h"

#define READERS 2
#define QUERY_EVERY 4	/* asking the device takes long, and is for others */

static pid_t readers[READERS];

/* A fault of a reader, which is not the process that counts results */
static void fault(const char *what, unsigned long long got)
{
	if (atomic_fetch_add(&shared->faults, 1) < 10)
		printf("# reader: %s: %#llx\n", what, got);
	fflush(stdout);
}

static void note_owner(uint32_t num, bool srq, uint32_t pid)
{
	uint32_t before;

	if (num >= KERNEL_NUM_MAX)
		return;
	before = atomic_exchange(&shared->last_owner[srq][num], pid);
	if (before && before != pid)
		atomic_fetch_add(&shared->changed, 1);
}

static void check_answer(const struct uapi_read *read)
{
	const struct mlx5_ib_wq_read_info *info = &read->info;
	const uint64_t *words = read->data;
	uint64_t wrong;

	if (info->wqn != read->req.num)
		fault("wqn", info->wqn);
	if (info->hw_errno)
		fault("hw_errno", info->hw_errno);
	if (!race_answer_is_right(read, &wrong))
		fault("count or word", wrong);
	note_owner(info->wqn, read->req.queue == MLX5_IB_WQ_READ_SRQ,
		   (uint32_t)(words[0] >> 32));
	atomic_fetch_add(&shared->read, 1);
}

static uint32_t which_queue(uint64_t object, uint32_t turn)
{
	if (object & OBJECT_SRQ)
		return MLX5_IB_WQ_READ_SRQ;
	return turn % 2 ? MLX5_IB_WQ_READ_SQ : MLX5_IB_WQ_READ_RQ;
}

/* Unless it is condemned or no longer the one that was looked up */
static void note_read(_Atomic(uint64_t) *slot, uint64_t object, uint32_t queue)
{
	uint64_t seen = object;

	while (!(seen & (OBJECT_CONDEMNED | OBJECT_READ(queue))) &&
	       seen >> OBJECT_GENERATION_SHIFT ==
			object >> OBJECT_GENERATION_SHIFT &&
	       !atomic_compare_exchange_weak(slot, &seen,
					     seen | OBJECT_READ(queue)))
		;
}

static int read_object(struct ibv_context *context, _Atomic(uint64_t) *slot,
		       uint64_t object, uint32_t turn)
{
	/* From a cache of the kernel that leaks are looked for in */
	static uint64_t data[RACE_PAGE / sizeof(uint64_t)];
	struct uapi_read read = {
		.req = {
			.flags = turn % QUERY_EVERY ?
				0 : MLX5_IB_WQ_READ_REQ_QUERY_HW,
			.queue = which_queue(object, turn),
			.num = object & OBJECT_NUM,
			.first = turn,
			.count = UINT32_MAX,
		},
		.data = data,
		.room = sizeof(data),
	};
	int error = uapi_read(context, &read);

	if (error == ENOENT) {
		atomic_fetch_add(&shared->gone, 1);
		/* Let the owners make another one */
		sched_yield();
	}
	if (error)
		return error;
	check_answer(&read);
	note_read(slot, object, read.req.queue);
	return 0;
}

/* All QPs and SRQs once, or until the device is no longer there */
static bool sweep(struct ibv_context *context, uint32_t *turn)
{
	for (uint32_t i = 0; i < shared->width * RACE_OWNERS; i++) {
		struct race_owner *owner = &shared->owners[i % RACE_OWNERS];
		_Atomic(uint64_t) *slot = &owner->objects[i / RACE_OWNERS];
		uint64_t object = *slot;
		int error;

		if (shared->stop)
			return true;
		if (!object)
			continue;
		error = read_object(context, slot, object, (*turn)++);
		if (!error || error == ENOENT)
			continue;
		if (error != EIO || !shared->unplugs)
			fault("errno", error);
		return false;
	}
	return true;
}

static void reader_main(uint32_t turn)
{
	struct ibv_context *context = ring_open_device();

	while (!shared->stop) {
		if (context && sweep(context, &turn)) {
			/* Each time another turn for each queue */
			turn++;
			continue;
		}
		if (!shared->unplugs)
			break;
		atomic_fetch_add(&shared->unplugged, 1);
		if (context)
			ibv_close_device(context);
		usleep(20000);
		context = ring_open_device();
	}
	_exit(0);
}

void race_readers_start(uint32_t width, bool unplugs)
{
	memset(shared, 0, sizeof(*shared));
	shared->width = width;
	shared->unplugs = unplugs;
	for (uint32_t i = 0; i < READERS; i++) {
		readers[i] = race_fork();
		if (!readers[i])
			reader_main(i);
	}
}

bool race_readers_end(void)
{
	bool well = true;

	shared->stop = true;
	for (int i = 0; i < READERS; i++)
		well &= race_ended_well(readers[i]);
	printf("# %u reads, %u of nothing, %u numbers changed hands, %u without a device\n",
	       shared->read, shared->gone, shared->changed, shared->unplugged);
	return well && !shared->faults && shared->read;
}
