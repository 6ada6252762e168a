// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Random calls of WQ_READ and WQ_READ_BY_NUM, good and spoilt ones, from
 * processes with different capabilities and from several threads of each, while
 * objects come and go. Every answer must be the documented one. To be run as
 * root.
 *
 * usage: fuzz_ioctl CALLS [SEED]
 * The seed, which is printed, makes the same calls again; in what order those of
 * different threads come is not up to it.
 */
#include <errno.h>
#include <pthread.h>
#include <rdma/rdma_user_ioctl.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "caps.h"
#include "fuzz.h"
#include "poster_die.h"
#include "slab_count.h"
#include "tap.h"

#define THREADS 2		/* of each process */
#define CALLER_NICE 5
#define INJECT_PERCENT 15
#define INJECT_MAX 30		/* more than most calls can fail at */
#define WAIT_US 100000
#define PROGRESS 20000		/* calls between two lines about it */
#define WARM_UP 2000
#define LEAK_NOISE (128 << 10)

static const uint64_t caps[] = {
	CAPS_ALL,
	CAPS_ALL,
	0,
	CAP(CAP_NET_ADMIN),
	CAP(CAP_NET_ADMIN) | CAP(CAP_SYS_PTRACE),
	CAP(CAP_NET_ADMIN) | CAP(CAP_SYS_RAWIO),
};

#define CALLERS (ARRAY_SIZE(caps) * THREADS)

static struct fuzz_world world = { .base = { .rng = { 8 } } };
static struct fuzz_shared *shared;
static bool can_inject;

/* What a process is told to do */
struct job {
	uint64_t caps;
	uint64_t seed;
	uint32_t index;		/* of its first caller */
	uint32_t calls;		/* of each caller */
};

static void call_once(struct fuzz_caller *caller)
{
	bool inject = can_inject && rng_percent(&caller->rng, INJECT_PERCENT);
	struct fuzz_verdict verdict;
	struct fuzz_call call;
	bool injected = false;
	int got;

	fuzz_make(caller, &call);
	fuzz_mutate(caller, &call);
	fuzz_put(&caller->memory, call.address, call.bytes,
		 fuzz_call_size(&call));
	fuzz_predict(caller, call.address, &verdict);
	if (inject)
		fuzz_inject_start(caller->fail_nth,
				  rng_range(&caller->rng, 1, INJECT_MAX));
	got = ioctl(world.base.context->cmd_fd, RDMA_VERBS_IOCTL,
		    call.address) ? errno : 0;
	if (inject)
		injected = fuzz_inject_end(caller->fail_nth);
	if (got >= FUZZ_ERRNOS)
		die("errno %d", got);
	fuzz_judge(caller, call.address, &verdict, got, injected);
}

struct thread {
	const struct job *job;
	uint32_t index;
	pthread_t id;
};

static void *caller_main(void *arg)
{
	const struct thread *thread = arg;
	struct fuzz_caller caller = {
		.world = &world,
		.shared = shared,
		.rng = { thread->job->seed * CALLERS + thread->index },
		.caps = thread->job->caps,
		.index = thread->index,
	};

	fuzz_memory_map(&caller.memory);
	if (can_inject) {
		caller.fail_nth = fuzz_inject_open();
		need(caller.fail_nth >= 0);
	}
	for (; caller.turn < thread->job->calls; caller.turn++)
		call_once(&caller);
	return NULL;
}

static void process_main(const struct job *job)
{
	struct thread threads[THREADS];

	keep_caps(job->caps);
	/* What comes and goes is to be quicker than that */
	need(nice(CALLER_NICE) == CALLER_NICE);
	for (int i = 0; i < THREADS; i++) {
		threads[i] = (struct thread) { job, job->index + i, 0 };
		need_zero(pthread_create(&threads[i].id, NULL, caller_main,
					 &threads[i]));
	}
	for (int i = 0; i < THREADS; i++)
		need_zero(pthread_join(threads[i].id, NULL));
	_exit(0);
}

static pid_t start_process(const struct job *job)
{
	pid_t pid;

	fflush(stdout);
	pid = fork();
	need(pid >= 0);
	if (!pid) {
		need(!prctl(PR_SET_PDEATHSIG, SIGKILL));
		process_main(job);
	}
	return pid;
}

static void *churn_main(void *arg)
{
	(void)arg;
	fuzz_churn(&world, shared);
	return NULL;
}

static uint64_t count_calls(void)
{
	uint64_t sum = 0;

	for (int method = 0; method < FUZZ_METHODS; method++)
		for (int error = 0; error < FUZZ_ERRNOS; error++)
			sum += shared->errnos[method][error];
	return sum;
}

/* Returns whether every process came to its end; says now and then how far */
static bool wait_for_end(const pid_t *pids)
{
	uint64_t next = PROGRESS;
	bool well = true;

	for (size_t i = 0; i < ARRAY_SIZE(caps);) {
		int status;
		pid_t pid = waitpid(pids[i], &status, WNOHANG);

		need(pid >= 0);
		if (pid) {
			well &= WIFEXITED(status) && !WEXITSTATUS(status);
			i++;
			continue;
		}
		usleep(WAIT_US);
		if (count_calls() < next)
			continue;
		printf("# %llu calls, %u wrong\n",
		       (unsigned long long)next, shared->faults);
		fflush(stdout);
		next += PROGRESS;
	}
	return well;
}

static bool run(uint32_t calls, uint64_t seed)
{
	pid_t pids[ARRAY_SIZE(caps)];
	pthread_t churn;
	bool well;

	memset(shared, 0, sizeof(*shared));
	for (size_t i = 0; i < ARRAY_SIZE(caps); i++) {
		const struct job job = {
			caps[i], seed, i * THREADS,
			(calls + CALLERS - 1) / CALLERS,
		};

		pids[i] = start_process(&job);
	}
	need_zero(pthread_create(&churn, NULL, churn_main, NULL));
	well = wait_for_end(pids);
	shared->stop = true;
	need_zero(pthread_join(churn, NULL));
	return well;
}

/* Outcomes that are to be met, each so many times in a hundred thousand */
static const struct floor {
	enum fuzz_method method;
	int error;
	uint32_t least;
} floors[] = {
	{ FUZZ_BY_HANDLE, 0, 5000 },
	{ FUZZ_BY_HANDLE, EINVAL, 5000 },
	{ FUZZ_BY_HANDLE, ENOENT, 500 },
	{ FUZZ_BY_HANDLE, EPROTONOSUPPORT, 500 },
	{ FUZZ_BY_HANDLE, EOPNOTSUPP, 500 },
	{ FUZZ_BY_HANDLE, EFAULT, 500 },
	{ FUZZ_BY_HANDLE, ENODATA, 500 },
	{ FUZZ_BY_HANDLE, ENOSPC, 100 },
	{ FUZZ_BY_NUM, 0, 5000 },
	{ FUZZ_BY_NUM, EPERM, 5000 },
	{ FUZZ_BY_NUM, EINVAL, 500 },
	{ FUZZ_BY_NUM, ENOENT, 500 },
	{ FUZZ_BY_NUM, EPROTONOSUPPORT, 500 },
	{ FUZZ_BY_NUM, EOPNOTSUPP, 500 },
	{ FUZZ_BY_NUM, EFAULT, 500 },
	{ FUZZ_BY_NUM, ENODATA, 500 },
	{ FUZZ_BY_NUM, ENOSPC, 100 },
	{ FUZZ_NO_METHOD, EINVAL, 500 },
	{ FUZZ_NO_METHOD, EPROTONOSUPPORT, 500 },
	{ FUZZ_NO_METHOD, EFAULT, 50 },
};

static const struct {
	const char *name;
	uint32_t least;
} events[FUZZ_EVENTS] = {
	[FUZZ_COMPARED] = { "slots compared with a ring", 5000 },
	[FUZZ_WRAPPED] = { "of them beyond the wrap", 500 },
	[FUZZ_ASKED] = { "the device asked", 100 },
	[FUZZ_KERNEL] = { "slots of the kernel's", 100 },
	[FUZZ_STRANGE] = { "slots of what comes and goes", 20 },
	[FUZZ_INJECTED] = { "made to fail", 1000 },
	[FUZZ_SURVIVED] = { "successful all the same", 1 },
};

static const char *const methods[FUZZ_METHODS] = {
	"by handle", "by number", "of no method",
};

static void report_floors(uint64_t calls)
{
	for (size_t i = 0; i < ARRAY_SIZE(floors); i++) {
		const struct floor *floor = &floors[i];
		uint64_t got = shared->errnos[floor->method][floor->error];

		tap_result(got * 100000 >= calls * floor->least,
			   "calls %s: %s", methods[floor->method],
			   floor->error ? strerrorname_np(floor->error) :
					  "success");
	}
	for (int i = 0; i < FUZZ_EVENTS; i++) {
		if (i >= FUZZ_INJECTED && !can_inject)
			tap_skip("not in this kernel", "calls: %s",
				 events[i].name);
		else
			tap_result(shared->events[i] * 100000 >=
				   calls * events[i].least,
				   "calls: %s", events[i].name);
	}
}

static void print_counts(void)
{
	for (int method = 0; method < FUZZ_METHODS; method++)
		for (int error = 0; error < FUZZ_ERRNOS; error++)
			if (shared->errnos[method][error])
				printf("# %s: %llu %s\n", methods[method],
				       (unsigned long long)
				       shared->errnos[method][error],
				       error ? strerrorname_np(error) :
					       "success");
	for (int i = 0; i < FUZZ_EVENTS; i++)
		printf("# %s: %llu\n", events[i].name,
		       (unsigned long long)shared->events[i]);
	printf("# %u rounds of objects that come and go\n", shared->made);
}

/* Once before the memory is looked at, as the first time fills caches */
int main(int argc, char **argv)
{
	uint32_t calls = argc > 1 ? strtoul(argv[1], NULL, 10) : 0;
	uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 0) :
				   (uint64_t)time(NULL);
	long long grown;
	bool well;

	if (!calls)
		die("usage: fuzz_ioctl CALLS [SEED]");
	printf("# seed %llu\n", (unsigned long long)seed);
	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE,
		      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	need(shared != MAP_FAILED);
	can_inject = fuzz_inject_setup();
	fuzz_world_make(&world);
	well = run(WARM_UP, ~seed);
	well &= !shared->faults;
	grown = -slab_bytes();
	well &= run(calls, seed);
	grown += slab_bytes();
	print_counts();
	printf("# %lld bytes of kernel memory more\n", grown);
	tap_result(well && !shared->faults && count_calls() >= calls,
		   "%llu calls answered as documented",
		   (unsigned long long)count_calls());
	report_floors(count_calls());
	tap_result(shared->made, "objects came and went meanwhile");
	tap_result(grown < LEAK_NOISE, "no memory is left behind");
	return tap_done();
}
