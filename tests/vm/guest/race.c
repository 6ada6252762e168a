// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Queues that are read by number while everything else happens to them. Every
 * owner fills its rings with one word of its own before it makes a queue of
 * them, and with another word after the queue is gone, so that whatever a
 * reader gets tells whose memory it was, and when.
 *
 * usage: race ROUNDS [churn|kill|slow|unbind]...
 * Without a name all but "unbind", which takes the driver off the device.
 */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "hostile.h"
#include "poster_die.h"
#include "poster_emu.h"
#include "ring_raw.h"
#include "slab_bytes.h"
#include "slow_page.h"
#include "tap.h"

#define OWNERS 2
#define READERS 2
#define SQ_SLOTS 64
#define RQ_SLOTS 48	/* no power of two */
#define RQ_SHIFT 6
#define SLOT 64
#define RING_BYTES ((SQ_SLOTS + RQ_SLOTS) * SLOT)
#define DOORBELL 64
#define PAGE 4096
#define WORD_LIVE 0x4c495645U	/* or-ed with the owner in the high half */
#define WORD_DEAD 0xdeadU
#define WAIT_MS 20000
/* What a round may leave behind: less than any object that it makes */
#define LEAK_PER_ROUND 128
#define LEAK_NOISE (128 << 10)
#define LEAK_NOISE_BIND (1 << 20)	/* the driver itself comes and goes */

static const struct raw_geometry geometry = { SQ_SLOTS, RQ_SLOTS, RQ_SHIFT };

/* Between the processes of a race */
struct owner {
	_Atomic(uint32_t) num;		/* 0: none yet */
	_Atomic(uint32_t) pid;
	_Atomic(uint32_t) rounds;
};

static struct shared {
	struct owner owners[OWNERS];
	_Atomic(uint32_t) stop;
	_Atomic(uint32_t) read, gone, changed, unplugged, faults;
	/* Of each number that was read, who owned it last */
	_Atomic(uint32_t) last_owner[KERNEL_NUM_MAX];
} *shared;

/* Memory for the rings of an owner, with a doorbell record in front */
struct memory {
	uint8_t *doorbell;
	uint64_t *ring;
};

static struct memory memory_map(void)
{
	uint8_t *map = mmap(NULL, PAGE + RING_BYTES, PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	need(map != MAP_FAILED);
	return (struct memory) { map + PAGE - DOORBELL,
				 (uint64_t *)(map + PAGE) };
}

static void memory_fill(const struct memory *memory, uint64_t word)
{
	for (size_t i = 0; i < RING_BYTES / sizeof(word); i++)
		memory->ring[i] = word;
}

static uint64_t live_word(uint32_t pid)
{
	return (uint64_t)pid << 32 | WORD_LIVE;
}

/* A fault of a reader, which is not the process that counts results */
static void reader_fault(const char *what, unsigned long long got)
{
	if (atomic_fetch_add(&shared->faults, 1) < 10)
		printf("# reader: %s: %#llx\n", what, got);
	fflush(stdout);
}

static void note_owner(uint32_t num, uint32_t pid)
{
	uint32_t before;

	if (num >= KERNEL_NUM_MAX)
		return;
	before = atomic_exchange(&shared->last_owner[num], pid);
	if (before && before != pid)
		atomic_fetch_add(&shared->changed, 1);
}

/*
 * The queue may be another one than when its number was looked up; but what
 * comes back belongs together.
 */
static void check_answer(const struct uapi_read *read)
{
	const struct mlx5_ib_wq_read_info *info = &read->info;
	bool sq = read->req.queue == MLX5_IB_WQ_READ_SQ;
	const uint64_t *words = read->data;
	uint64_t want = live_word(info->owner);

	if (info->wqn != read->req.num)
		reader_fault("wqn", info->wqn);
	if (info->hw_errno)
		reader_fault("hw_errno", info->hw_errno);
	if (info->count != (sq ? SQ_SLOTS : RQ_SLOTS))
		reader_fault("count", info->count);
	/* The process may be gone when its queues are torn down */
	if (!info->owner)
		want = words[0];
	for (size_t i = 0; i < info->count * SLOT / sizeof(*words); i++)
		if (words[i] != want || (uint32_t)words[i] != WORD_LIVE) {
			reader_fault("word", words[i]);
			break;
		}
	note_owner(info->wqn, (uint32_t)(words[0] >> 32));
	atomic_fetch_add(&shared->read, 1);
}

static struct ibv_context *open_device(void)
{
	struct ibv_device **devices = ibv_get_device_list(NULL);
	struct ibv_context *context = NULL;

	if (devices && devices[0])
		context = ibv_open_device(devices[0]);
	if (devices)
		ibv_free_device_list(devices);
	return context;
}

static void reader_once(struct ibv_context *context, uint32_t num,
			uint32_t turn, int *error)
{
	/* From a cache of the kernel that slab_bytes() looks at */
	static uint64_t data[SQ_SLOTS * SLOT / sizeof(uint64_t)];
	struct uapi_read read = {
		.req = {
			.flags = MLX5_IB_WQ_READ_REQ_QUERY_HW,
			.queue = turn % 2,
			.num = num,
			.first = turn,
			.count = UINT32_MAX,
		},
		.data = data,
		.room = sizeof(data),
	};

	*error = uapi_read(context, &read);
	if (!*error)
		check_answer(&read);
	else if (*error == ENOENT)
		atomic_fetch_add(&shared->gone, 1);
}

/* The device may go away under it if @unplugged; then it waits for another */
static void reader_main(bool unplugged)
{
	struct ibv_context *context = open_device();

	for (uint32_t turn = 0; !shared->stop; turn++) {
		uint32_t num = shared->owners[turn / 2 % OWNERS].num;
		int error = 0;

		if (context && num)
			reader_once(context, num, turn, &error);
		if (context && (!error || error == ENOENT))
			continue;
		if (!unplugged) {
			reader_fault("errno", error);
			break;
		}
		if (error && error != EIO)
			reader_fault("errno", error);
		atomic_fetch_add(&shared->unplugged, 1);
		if (context)
			ibv_close_device(context);
		usleep(1000);
		context = open_device();
	}
	_exit(0);
}

/* Make, modify and destroy, until told to stop or @rounds times */
static void owner_main(struct owner *self, uint32_t rounds)
{
	static struct ring_base base = { .rng = { 3 } };
	struct memory memory = memory_map();

	ring_base_open(&base);
	self->pid = getpid();
	for (uint32_t i = 0; i < rounds && !shared->stop; i++) {
		struct raw_qp qp;

		memory_fill(&memory, live_word(getpid()));
		qp = raw_qp_make_on(&base, &geometry, (void *)memory.ring,
				    memory.doorbell);
		self->num = qp.num;
		raw_qp_modify(&base, qp.handle, IBV_QPS_INIT);
		raw_qp_modify(&base, qp.handle, IBV_QPS_ERR);
		raw_qp_modify(&base, qp.handle, IBV_QPS_RESET);
		raw_qp_destroy(&base, qp.handle);
		memory_fill(&memory, WORD_DEAD);
		self->rounds++;
	}
	_exit(0);
}

static pid_t start_child(void)
{
	pid_t pid;

	fflush(stdout);
	pid = fork();
	need(pid >= 0);
	if (!pid)
		need(!prctl(PR_SET_PDEATHSIG, SIGKILL));
	return pid;
}

static pid_t start_owner(struct owner *owner, uint32_t rounds)
{
	pid_t pid = start_child();

	if (!pid)
		owner_main(owner, rounds);
	return pid;
}

struct readers {
	pid_t pids[READERS];
};

static struct readers readers_start(bool unplugged)
{
	struct readers readers;

	memset(shared, 0, sizeof(*shared));
	for (int i = 0; i < READERS; i++) {
		readers.pids[i] = start_child();
		if (!readers.pids[i])
			reader_main(unplugged);
	}
	return readers;
}

static bool ended_well(pid_t pid)
{
	int status;

	need(waitpid(pid, &status, 0) == pid);
	return WIFEXITED(status) && !WEXITSTATUS(status);
}

static bool readers_end(const struct readers *readers)
{
	bool well = true;

	shared->stop = true;
	for (int i = 0; i < READERS; i++)
		well &= ended_well(readers->pids[i]);
	printf("# %u reads, %u of nothing, %u numbers changed hands, %u without a device\n",
	       shared->read, shared->gone, shared->changed, shared->unplugged);
	return well && !shared->faults && shared->read;
}

static bool churn(uint32_t rounds)
{
	struct readers readers = readers_start(false);
	pid_t owners[OWNERS];
	bool well = true;

	free(emu_ask("reuse on"));
	for (int i = 0; i < OWNERS; i++)
		owners[i] = start_owner(&shared->owners[i], rounds);
	for (int i = 0; i < OWNERS; i++)
		well &= ended_well(owners[i]);
	free(emu_ask("reuse off"));
	for (int i = 0; i < OWNERS; i++)
		well &= shared->owners[i].rounds == rounds;
	return readers_end(&readers) && well && shared->gone;
}

/* An owner is killed wherever it is in making and destroying queues */
static bool kill_owners(uint32_t rounds)
{
	struct readers readers = readers_start(false);
	struct rng rng = { 4 };
	bool well = true;

	for (uint32_t i = 0; i < rounds; i++) {
		struct owner *owner = &shared->owners[i % OWNERS];
		uint32_t before = owner->rounds;
		pid_t pid = start_owner(owner, UINT32_MAX);
		int status;

		while (owner->rounds == before &&
		       !waitpid(pid, &status, WNOHANG))
			usleep(100);
		usleep(rng_next(&rng) % 3000);
		need(!kill(pid, SIGKILL));
		need(waitpid(pid, &status, 0) == pid);
		well &= WIFSIGNALED(status);
	}
	return readers_end(&readers) && well;
}

struct slow_reader {
	struct ibv_context *context;
	struct uapi_read read;
	int got;
};

static void *read_slowly(void *arg)
{
	struct slow_reader *reader = arg;

	reader->got = uapi_read(reader->context, &reader->read);
	return NULL;
}

static uint64_t now_ms(void)
{
	struct timespec now;

	need(!clock_gettime(CLOCK_MONOTONIC, &now));
	return now.tv_sec * 1000ULL + now.tv_nsec / 1000000;
}

/* The reader waits for its page as long as the queue is destroyed */
static bool slow_once(struct ring_base *base, const struct memory *memory,
		      struct slow_page *slow, uint64_t *longest)
{
	struct raw_qp qp = raw_qp_make_on(base, &geometry,
					  (void *)memory->ring,
					  memory->doorbell);
	struct slow_reader reader = {
		.context = base->context,
		.read = {
			.req = { .num = qp.num, .count = SQ_SLOTS },
			.data = slow->page,
			.room = slow->size,
		},
	};
	uint64_t start, taken;
	pthread_t thread;
	bool wanted;

	need_zero(pthread_create(&thread, NULL, read_slowly, &reader));
	wanted = slow_page_wanted(slow, WAIT_MS);
	start = now_ms();
	raw_qp_destroy(base, qp.handle);
	taken = now_ms() - start;
	if (taken > *longest)
		*longest = taken;
	slow_page_give(slow);
	need_zero(pthread_join(thread, NULL));
	return wanted && !reader.got;
}

/* Were the destruction to wait for the page, it would never come back */
static bool slow_readers(uint32_t rounds)
{
	static struct ring_base base = { .rng = { 5 } };
	struct memory memory = memory_map();
	struct slow_page slow;
	uint64_t longest = 0;
	bool well = true;

	ring_base_open(&base);
	memory_fill(&memory, live_word(getpid()));
	for (uint32_t i = 0; i < rounds; i++) {
		need(slow_page_open(&slow));
		well &= slow_once(&base, &memory, &slow, &longest);
		slow_page_close(&slow);
	}
	printf("# the longest destruction took %llu ms\n",
	       (unsigned long long)longest);
	need_zero(ibv_dereg_mr(base.mr));
	need_zero(ibv_destroy_cq(base.cq));
	need_zero(ibv_dealloc_pd(base.pd));
	ibv_close_device(base.context);
	memset(&base, 0, sizeof(base));
	return well && longest < WAIT_MS;
}

#define DRIVER "/sys/bus/auxiliary/drivers/mlx5_ib.rdma/"
#define DEVICE "mlx5_core.rdma.0"

static bool write_file(const char *path, const char *text)
{
	FILE *file = fopen(path, "w");
	bool well = file && fputs(text, file) >= 0;

	if (file && fclose(file))
		well = false;
	return well;
}

static void wait_for_device(uint64_t until)
{
	struct ibv_context *context;

	while (!(context = open_device()) && now_ms() < until)
		usleep(1000);
	if (context)
		ibv_close_device(context);
}

/* The owners lose the device as well, and are made anew on the next one */
static bool unbind(uint32_t rounds)
{
	struct readers readers = readers_start(true);
	bool well = true;

	for (uint32_t i = 0; i < rounds && well; i++) {
		struct owner *owner = &shared->owners[0];
		pid_t pid = start_owner(owner, UINT32_MAX);
		uint32_t before = shared->read;
		uint64_t until = now_ms() + WAIT_MS;

		while (shared->read < before + 10 && now_ms() < until)
			usleep(1000);
		well &= shared->read >= before + 10;
		well &= write_file(DRIVER "unbind", DEVICE);
		owner->num = 0;
		need(!kill(pid, SIGKILL));
		need(waitpid(pid, NULL, 0) == pid);
		well &= write_file(DRIVER "bind", DEVICE);
		wait_for_device(until);
	}
	return readers_end(&readers) && well && shared->unplugged;
}

static const struct race {
	const char *name;
	const char *what;
	bool (*run)(uint32_t rounds);
	long long noise;
	bool reuses;		/* numbers go from one owner to the other */
	bool on_request;
} races[] = {
	{ "churn", "made, modified and destroyed while read", churn,
	  LEAK_NOISE, true, false },
	{ "kill", "owners killed while read", kill_owners, LEAK_NOISE, false,
	  false },
	{ "slow", "destroyed under a reader that waits for its memory",
	  slow_readers, LEAK_NOISE, false, false },
	{ "unbind", "driver unbound while read", unbind, LEAK_NOISE_BIND,
	  false, true },
};

/* Once before the memory is looked at, as the first time fills caches */
static void run_race(const struct race *race, uint32_t rounds)
{
	bool well = race->run(rounds / 10 + 1);
	long long grown = -slab_bytes();
	uint64_t start = now_ms();

	well &= race->run(rounds);
	printf("# %s: %u rounds in %llu ms\n", race->name, rounds,
	       (unsigned long long)(now_ms() - start));
	grown += slab_bytes();
	printf("# %s: %lld bytes of kernel memory more\n", race->name, grown);
	tap_result(well, "%u times %s", rounds, race->what);
	if (race->reuses)
		tap_result(shared->changed, "%u numbers changed hands",
			   shared->changed);
	tap_result(grown < rounds * (long long)LEAK_PER_ROUND + race->noise,
		   "%s leaves no memory behind", race->name);
}

static bool is_wanted(const struct race *race, char **names)
{
	if (!*names)
		return !race->on_request;
	for (; *names; names++)
		if (!strcmp(race->name, *names))
			return true;
	return false;
}

int main(int argc, char **argv)
{
	uint32_t rounds = argc > 1 ? strtoul(argv[1], NULL, 10) : 0;

	if (!rounds)
		die("usage: race ROUNDS [churn|kill|slow|unbind]...");
	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE,
		      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	need(shared != MAP_FAILED);
	for (size_t i = 0; i < ARRAY_SIZE(races); i++)
		if (is_wanted(&races[i], argv + 2))
			run_race(&races[i], rounds);
	return tap_done();
}
