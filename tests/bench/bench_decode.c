// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * How many WQEs a second are decoded, and printed as text and as JSON, next to
 * what hexdump -C does with the same bytes. Usage: bench_decode [WQES]
 */

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "mlx5wqe.h"
#include "write_wqe.h"
#include "writer.h"

#define WQE_BYTES 64u
#define DEFAULT_COUNT 200000ul

extern char **environ;

/* What a busy RC queue holds: slots of 64 bytes, from perftest and UCX */
static const uint8_t samples[][WQE_BYTES] = {
	/* RDMA_WRITE, one entry */
	{ 0, 0, 0, 0x08, 0, 0, 0x4a, 3, 0, 0, 0, 8, 0, 0, 0, 0,
	  0, 0, 0x7f, 0x5a, 0x1c, 0, 0, 0, 0, 0x18, 0, 0xad, 0, 0, 0, 0,
	  0, 1, 0, 0, 0, 0x18, 1, 0xbc, 0, 0, 0x55, 0xd0, 0xc8, 0xe4, 0x10 },
	/* SEND, three entries */
	{ 0, 0, 0, 0x0a, 0, 0, 0x4a, 4, 0, 0, 0, 0x0a, 0, 0, 0, 0,
	  0, 0, 0x10, 0, 0, 0x18, 1, 0xbc, 0, 0, 0x55, 0xd0, 0xc8, 0xe4, 0x10,
	  0, 0, 0, 0, 100, 0, 0x18, 1, 0xbc, 0, 0, 0x55, 0xd0, 0xc8, 0xe5, 0,
	  0, 0, 0, 0, 1, 0, 0x18, 1, 0xbc, 0, 0, 0x55, 0xd0, 0xc8, 0xe6, 0 },
	/* SEND, 44 bytes inline */
	{ 0, 0, 0, 0x0a, 0, 0, 0x4a, 4, 0, 0, 0, 8, 0, 0, 0, 0,
	  0x80, 0, 0, 44, 'f', 'o', 'r', 't', 'y', '-', 'f', 'o', 'u', 'r' },
	/* ATOMIC_FA */
	{ 0, 0, 0, 0x12, 0, 0, 0x4a, 4, 0, 0, 0, 8, 0, 0, 0, 0,
	  0, 0, 0x7f, 0x5a, 0x1c, 0, 0, 8, 0, 0x18, 0, 0xad, 0, 0, 0, 0,
	  0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0,
	  0, 0, 0, 8, 0, 0x18, 1, 0xbc, 0, 0, 0x55, 0xd0, 0xc8, 0xe7, 0 },
};

#define SAMPLES (sizeof(samples) / sizeof(samples[0]))

static void die(const char *what)
{
	perror(what);
	exit(EXIT_FAILURE);
}

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void report(const char *what, unsigned long count, double seconds)
{
	printf("%-10s %10.0f WQEs/s %8.1f MB/s\n", what,
	       (double)count / seconds,
	       (double)count * WQE_BYTES / seconds / 1e6);
}

static uint8_t *make_queue(unsigned long count)
{
	uint8_t *queue = malloc(count * WQE_BYTES);
	unsigned long i;

	if (!queue)
		die("malloc");
	for (i = 0; i < count; i++) {
		memcpy(queue + i * WQE_BYTES, samples[i % SAMPLES], WQE_BYTES);
		queue[i * WQE_BYTES + 1] = (uint8_t)(i >> 8);
		queue[i * WQE_BYTES + 2] = (uint8_t)i;
	}
	return queue;
}

static size_t wqe_length(const uint8_t *wqe)
{
	return wqe[7] * 16u;
}

static struct mlx5wqe_context context_of(unsigned long i)
{
	return (struct mlx5wqe_context){
		.comp_mask = MLX5WQE_CONTEXT_QPN | MLX5WQE_CONTEXT_INDEX,
		.kind = MLX5WQE_SQ, .qp_type = MLX5WQE_QPT_RC, .qpn = 0x4a,
		.index = (uint32_t)(i & 0xffff),
	};
}

static int count_event(const struct mlx5wqe_event *event, void *arg)
{
	*(unsigned long *)arg += event->type == MLX5WQE_EVENT_FIELD;
	return 0;
}

static double bench_decode(const uint8_t *queue, unsigned long count)
{
	unsigned long i, fields = 0;
	struct mlx5wqe_context context;
	double start = now();

	for (i = 0; i < count; i++) {
		context = context_of(i);
		if (mlx5wqe_decode(queue + i * WQE_BYTES,
				   wqe_length(queue + i * WQE_BYTES), &context,
				   count_event, &fields))
			die("decode");
	}
	if (!fields)
		die("no fields");
	return now() - start;
}

static double bench_write(const uint8_t *queue, unsigned long count, bool json)
{
	FILE *file = fopen("/dev/null", "w");
	struct warnings warnings = {};
	struct mlx5wqe_context context;
	const uint8_t *wqe = queue;
	struct writer writer;
	unsigned long i;
	double start;

	if (!file)
		die("/dev/null");
	start = now();
	for (i = 0; i < count; i++, wqe += WQE_BYTES) {
		if (json)
			writer_init_json(&writer, file, false);
		else
			writer_init_text(&writer, file, false);
		context = context_of(i);
		write_open(&writer, PART_WQE, NULL);
		write_number(&writer, "index", "wqe", VALUE_DEC, i);
		write_ctrl(&writer, wqe, wqe_length(wqe));
		write_segments(&writer, &warnings, wqe, wqe_length(wqe),
			       &context);
		if (write_warnings(&writer, &warnings))
			die("a warning");
		write_close(&writer);
	}
	if (fclose(file))
		die("/dev/null");
	warnings_free(&warnings);
	return now() - start;
}

static double bench_hexdump(const uint8_t *queue, unsigned long count)
{
	char path[] = "/tmp/bench_decode.XXXXXX";
	char *args[] = { (char *)"hexdump", (char *)"-C", (char *)"-v", path,
			 NULL };
	posix_spawn_file_actions_t actions;
	int fd = mkstemp(path), status;
	double start;
	pid_t pid;

	if (fd < 0 || write(fd, queue, count * WQE_BYTES) !=
			      (ssize_t)(count * WQE_BYTES))
		die(path);
	close(fd);
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null",
					 O_WRONLY, 0);
	start = now();
	errno = posix_spawnp(&pid, args[0], &actions, NULL, args, environ);
	if (errno || waitpid(pid, &status, 0) != pid || status)
		die("hexdump");
	start = now() - start;
	unlink(path);
	return start;
}

int main(int argc, char **argv)
{
	unsigned long count = DEFAULT_COUNT;
	double text, hexdump;
	uint8_t *queue;

	if (argc > 1)
		count = strtoul(argv[1], NULL, 0);
	if (!count || count > 1ul << 24) {
		fprintf(stderr, "usage: bench_decode [WQES]\n");
		return 2;
	}
	queue = make_queue(count);
	report("decode", count, bench_decode(queue, count));
	text = bench_write(queue, count, false);
	report("text", count, text);
	report("json", count, bench_write(queue, count, true));
	hexdump = bench_hexdump(queue, count);
	report("hexdump -C", count, hexdump);
	printf("text takes %.2f of the time of hexdump -C\n", text / hexdump);
	free(queue);
	return 0;
}
