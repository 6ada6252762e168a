// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * How fast a full SQ of another process is read, next to process_vm_readv() of
 * the same bytes and to one call for each WQE; or a reader that goes on.
 *
 * usage: bench_read [TIMES]
 *        bench_read --rate PER_SECOND QPN
 * The second reads the SQ of QPN with the state and counters that the device
 * keeps, until there is no such queue any more.
 */
#include "mlx5wqe.h"
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "poster_die.h"
#include "ring_raw.h"
#include "uapi.h"

#define WQES 32768
#define WQE_SIZE 64
#define SQ_BYTES ((size_t)WQES * WQE_SIZE)
#define CALL_BYTES 65535
#define TIMES 60

/* What is read, and how */
struct bench {
	struct ibv_context *context;
	struct mlx5wqe_queue *queue;
	pid_t pid;
	uint32_t qpn;
	void *remote;
	uint8_t *buffer;
};

/* In memory of both processes */
static struct victim {
	uint32_t qpn;
	void *slots;
	_Atomic(int) ready;
} *victim;

static double now(void)
{
	struct timespec t;

	need(!clock_gettime(CLOCK_MONOTONIC, &t));
	return t.tv_sec + t.tv_nsec / 1e9;
}

/* The owner: an SQ of the largest size, full of random bytes */
static pid_t start_owner(void)
{
	static const struct raw_geometry geometry = { WQES, 0, 0 };
	static struct ring_base base = { .rng = { 6 } };
	struct ring sq, rq;
	pid_t pid = fork();

	need(pid >= 0);
	if (pid)
		return pid;
	need(!prctl(PR_SET_PDEATHSIG, SIGKILL));
	ring_base_open(&base);
	raw_qp_make(&base, &geometry, &sq, &rq);
	victim->qpn = sq.num;
	victim->slots = sq.slots;
	victim->ready = 1;
	for (;;)
		pause();
}

static void vm_read(const struct bench *bench)
{
	struct iovec to = { bench->buffer, SQ_BYTES };
	struct iovec from = { bench->remote, SQ_BYTES };

	need(process_vm_readv(bench->pid, &to, 1, &from, 1, 0) == SQ_BYTES);
}

static void ioctl_read(const struct bench *bench, uint32_t room)
{
	for (size_t done = 0; done < SQ_BYTES; ) {
		struct uapi_read read = {
			.req = {
				.queue = MLX5_IB_WQ_READ_SQ,
				.num = bench->qpn,
				.first = done / WQE_SIZE,
				.count = (SQ_BYTES - done) / WQE_SIZE,
			},
			.data = bench->buffer + done,
			.room = room,
		};

		need_zero(uapi_read(bench->context, &read));
		done += (size_t)read.info.count * WQE_SIZE;
	}
}

static void ioctl_whole(const struct bench *bench)
{
	ioctl_read(bench, CALL_BYTES);
}

static void ioctl_each(const struct bench *bench)
{
	ioctl_read(bench, WQE_SIZE);
}

static void library_read(const struct bench *bench, size_t size)
{
	for (size_t done = 0; done < SQ_BYTES; ) {
		size_t copied;

		need_zero(mlx5wqe_read(bench->queue, bench->buffer + done,
				       SQ_BYTES - done, done / WQE_SIZE, size,
				       &copied));
		done += copied;
	}
}

static void library_whole(const struct bench *bench)
{
	library_read(bench, SQ_BYTES);
}

static void library_each(const struct bench *bench)
{
	library_read(bench, WQE_SIZE);
}

/* As a user has it: the queue is opened, and asked for its state first */
static void library_show(const struct bench *bench)
{
	struct mlx5wqe_queue *queue = mlx5wqe_open_qpn(bench->context,
						       bench->qpn, MLX5WQE_SQ,
						       0);
	struct mlx5wqe_info info;
	size_t copied;

	need(queue);
	need_zero(mlx5wqe_query(queue, &info));
	need_zero(mlx5wqe_read(queue, bench->buffer, SQ_BYTES, 0, SQ_BYTES,
			       &copied));
	need(copied == SQ_BYTES);
	mlx5wqe_close(queue);
}

static struct way {
	const char *name;
	void (*read)(const struct bench *bench);
	unsigned int every;	/* of so many times it is its turn once */
	unsigned int times;
	double best, sum;
} ways[] = {
	{ "process_vm_readv()", vm_read, 1, 0, 0, 0 },
	{ "WQ_READ_BY_NUM", ioctl_whole, 1, 0, 0, 0 },
	{ "WQ_READ_BY_NUM, a call for each WQE", ioctl_each, 20, 0, 0, 0 },
	{ "mlx5wqe_read()", library_whole, 1, 0, 0, 0 },
	{ "mlx5wqe_read(), a call for each WQE", library_each, 20, 0, 0, 0 },
	{ "mlx5wqe_open_qpn(), _query(), _read()", library_show, 1, 0, 0, 0 },
};

enum { WAY_VM, WAY_IOCTL, WAY_IOCTL_EACH, WAY_LIBRARY, WAY_LIBRARY_EACH,
       WAY_SHOW, WAY_COUNT };

static void run_way(struct way *way, const struct bench *bench,
		    const uint8_t *want)
{
	double start, taken;

	memset(bench->buffer, 0, SQ_BYTES);
	start = now();
	way->read(bench);
	taken = now() - start;
	need(!memcmp(bench->buffer, want, SQ_BYTES));
	if (!way->times++ || taken < way->best)
		way->best = taken;
	way->sum += taken;
}

static void report(void)
{
	printf("2 MiB SQ of another process, best and mean:\n");
	for (int i = 0; i < WAY_COUNT; i++)
		printf("%9.3f ms %9.3f ms %8.1f MB/s  %s (%u times)\n",
		       ways[i].best * 1e3, ways[i].sum / ways[i].times * 1e3,
		       SQ_BYTES / ways[i].best / 1e6, ways[i].name,
		       ways[i].times);
	printf("throughput of WQ_READ_BY_NUM to process_vm_readv(): %.2f\n",
	       ways[WAY_VM].best / ways[WAY_IOCTL].best);
	printf("throughput of mlx5wqe_read() to process_vm_readv(): %.2f\n",
	       ways[WAY_VM].best / ways[WAY_LIBRARY].best);
	printf("WQ_READ_BY_NUM is faster than a call for each WQE: %.1f times\n",
	       ways[WAY_IOCTL_EACH].best / ways[WAY_IOCTL].best);
	printf("mlx5wqe_read() is faster than a call for each WQE: %.1f times\n",
	       ways[WAY_LIBRARY_EACH].best / ways[WAY_LIBRARY].best);
}

static struct ibv_context *open_device(void)
{
	struct ibv_context *context = ring_open_device();

	need(context);
	return context;
}

static void compare_ways(unsigned int times)
{
	struct bench bench;
	uint8_t *want;

	victim = mmap(NULL, sizeof(*victim), PROT_READ | PROT_WRITE,
		      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	need(victim != MAP_FAILED);
	bench.pid = start_owner();
	while (!victim->ready && !waitpid(bench.pid, NULL, WNOHANG))
		usleep(1000);
	need(victim->ready);
	bench.qpn = victim->qpn;
	bench.remote = victim->slots;
	bench.context = open_device();
	bench.queue = mlx5wqe_open_qpn(bench.context, bench.qpn, MLX5WQE_SQ,
				       0);
	need(bench.queue);
	bench.buffer = malloc(SQ_BYTES);
	want = malloc(SQ_BYTES);
	need(bench.buffer && want);
	vm_read(&bench);
	memcpy(want, bench.buffer, SQ_BYTES);
	for (unsigned int i = 0; i < times; i++)
		for (int j = 0; j < WAY_COUNT; j++)
			if (i % ways[j].every == 0)
				run_way(&ways[j], &bench, want);
	report();
}

static void wait_until(struct timespec *when, long ns)
{
	when->tv_nsec += ns;
	if (when->tv_nsec >= 1000000000) {
		when->tv_nsec -= 1000000000;
		when->tv_sec++;
	}
	clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, when, NULL);
}

static void read_on(unsigned int rate, uint32_t qpn)
{
	static uint8_t buffer[SQ_BYTES];
	struct mlx5wqe_queue *queue = mlx5wqe_open_qpn(open_device(), qpn,
						       MLX5WQE_SQ, 0);
	double start = now();
	struct timespec next;
	unsigned int reads;

	need(queue);
	need(!clock_gettime(CLOCK_MONOTONIC, &next));
	for (reads = 0; ; reads++) {
		struct mlx5wqe_info info;
		size_t copied;

		if (mlx5wqe_query(queue, &info) ||
		    mlx5wqe_read(queue, buffer, sizeof(buffer), 0,
				 sizeof(buffer), &copied))
			break;
		wait_until(&next, 1000000000 / rate);
	}
	need(reads);
	printf("reads: %u, %.1f a second\n", reads, reads / (now() - start));
}

int main(int argc, char **argv)
{
	if (argc == 4 && !strcmp(argv[1], "--rate") && atoi(argv[2]) > 0)
		read_on(atoi(argv[2]), strtoul(argv[3], NULL, 0));
	else if (argc == 1 || (argc == 2 && atoi(argv[1]) > 0))
		compare_ways(argc == 2 ? atoi(argv[1]) : TIMES);
	else
		die("usage: bench_read [TIMES] | --rate PER_SECOND QPN");
	return 0;
}
