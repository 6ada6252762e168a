// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * How fast ibv_wqedump decode reads a log and how much memory it takes, next to
 * grep and hexdump -C, which read the same bytes in the same run. The log is
 * made while it is read. Usage: bench_log COMMAND [MIB]
 */

#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MIB (1024ul * 1024)
#define SMALL_MIB 16ul
#define DEFAULT_MIB 1024ul
#define BLOCK_BYTES (256 * 1024u)

extern char **environ;

static const char *const noise[] = {
	"Nov 30 16:25:40 node7 kernel: [  408.380181] usb 1-1: new high-speed USB device number 2 using xhci_hcd\n",
	"2024-01-31T10:00:00.12345Z INFO  trainer step=1234 loss=0.2345 lr=1e-4 tokens/s=123456 elapsed 12.3s\n",
	"[1,7]<stderr>:[node01:12345:0:12345] ucp_worker.c:1800 UCX INFO ep_cfg[3]: tag(rc_mlx5/mlx5_0:1)\n",
	"node7:1:2 [1] NCCL INFO Channel 00/16 :    0   1   2   3   4   5   6   7\n",
	"00000000: 45 00 00 3c 1c 46 40 00 40 06 b1 e6 ac 10 0a 63  E..<.F@.@......c\n",
};

/* Once a block; the first of its kind is an error, those behind it flushes */
static const char dump[] =
	"mlx5: node7: got completion with error:\n"
	"00000000 00000000 00000000 00000000\n"
	"00000000 00000000 00000000 00000000\n"
	"00000002 00000000 00000000 00000000\n"
	"00000000 0000f905 08012abe 0dd0c1d3\n";

enum kind { LINES, ONE_LINE };

struct result {
	double seconds;
	long rss;		/* KiB */
};

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

static void make_block(char *block, enum kind kind)
{
	size_t at = 0, length, i = 0;

	if (kind == ONE_LINE) {
		memset(block, 'x', BLOCK_BYTES);
		for (i = 0; i < BLOCK_BYTES; i += 10)
			block[i] = ' ';
		return;
	}
	while (at < BLOCK_BYTES) {
		const char *text = noise[i++ % (sizeof(noise) / sizeof(noise[0]))];

		length = strlen(text);
		if (at + length + sizeof(dump) > BLOCK_BYTES) {
			memset(block + at, '\n', BLOCK_BYTES - at);
			memcpy(block + at, dump, sizeof(dump) - 1);
			return;
		}
		memcpy(block + at, text, length);
		at += length;
	}
}

static void write_all(int fd, const char *bytes, size_t length)
{
	ssize_t n;

	while (length) {
		n = write(fd, bytes, length);
		if (n < 0 && errno != EINTR)
			die("write");
		if (n > 0) {
			bytes += n;
			length -= (size_t)n;
		}
	}
}

static pid_t start(const char *const *argv, int *input)
{
	posix_spawn_file_actions_t actions;
	int pipes[2], err;
	pid_t pid;

	if (pipe2(pipes, O_CLOEXEC))
		die("pipe");
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, pipes[0], STDIN_FILENO);
	posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null",
					 O_WRONLY, 0);
	posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO,
					 STDERR_FILENO);
	err = posix_spawnp(&pid, argv[0], &actions, NULL,
			   (char *const *)argv, environ);
	posix_spawn_file_actions_destroy(&actions);
	if (err) {
		errno = err;
		die(argv[0]);
	}
	close(pipes[0]);
	*input = pipes[1];
	return pid;
}

static struct result run(const char *const *argv, enum kind kind,
			 unsigned long mib)
{
	static char block[BLOCK_BYTES];
	struct result result;
	struct rusage usage;
	unsigned long i;
	double begin;
	int input;
	pid_t pid;

	make_block(block, kind);
	begin = now();
	pid = start(argv, &input);
	for (i = 0; i < mib * MIB / BLOCK_BYTES; i++)
		write_all(input, block, sizeof(block));
	close(input);
	if (wait4(pid, NULL, 0, &usage) != pid)
		die("wait4");
	result.seconds = now() - begin;
	result.rss = usage.ru_maxrss;
	return result;
}

static void report(const char *name, enum kind kind,
		   const char *const *argv, unsigned long mib)
{
	struct result small = run(argv, kind, SMALL_MIB);
	struct result large = run(argv, kind, mib);

	printf("%-24s %-9s %5lu MiB in %7.2f s, %7.1f MiB/s; memory %ld KiB for %lu MiB, %ld KiB for %lu MiB\n",
	       name, kind == LINES ? "lines" : "one line", mib, large.seconds,
	       (double)mib / large.seconds, small.rss, SMALL_MIB, large.rss,
	       mib);
	fflush(stdout);
}

int main(int argc, char **argv)
{
	unsigned long mib = argc > 2 ? strtoul(argv[2], NULL, 0) : DEFAULT_MIB;
	const char *text[] = { argv[1], "decode", NULL };
	const char *json[] = { argv[1], "decode", "-j", NULL };
	const char *grep[] = { "grep", "-c", "completion with error", NULL };
	const char *hexdump[] = { "hexdump", "-C", NULL };

	if (argc < 2 || !mib) {
		fprintf(stderr, "usage: bench_log COMMAND [MIB]\n");
		return EXIT_FAILURE;
	}
	signal(SIGPIPE, SIG_IGN);
	report("ibv_wqedump decode", LINES, text, mib);
	report("ibv_wqedump decode -j", LINES, json, mib);
	report("ibv_wqedump decode", ONE_LINE, text, mib);
	report("grep", LINES, grep, mib);
	/* hexdump takes far longer: a sixteenth says enough. */
	report("hexdump -C", LINES, hexdump, mib / 16 ? mib / 16 : 1);
	return EXIT_SUCCESS;
}
