// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Post random requests through the builders of libibverbs and libmlx5 on
 * queues that the emulated adapter holds, write down what was asked, and let a
 * command compare it with what the tool reads:
 *
 *	builder [-d DEVICE] -s SEED -o DIRECTORY COMMAND...
 *
 * COMMAND is run with DIRECTORY as its last argument. DIRECTORY/skipped.json
 * says what could not be posted, and why. Nothing is executed but what fills
 * the rings with old bytes before.
 */

#include <limits.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "builder.h"
#include "poster_die.h"
#include "poster_emu.h"

#define MAX_REQUESTS 32
#define MAX_BATCH 3
#define MAX_LEFT 5

/* More of the kind that has the most builders */
static const enum queue_kind kinds[] = {
	KIND_RC, KIND_RC, KIND_RC, KIND_RC, KIND_UC, KIND_UC, KIND_UD, KIND_UD,
	KIND_XRC, KIND_XRC, KIND_DCI, KIND_DCI, KIND_ETH, KIND_ETH,
};

#define QUEUES (sizeof(kinds) / sizeof(kinds[0]))
#define NO_COPIES "the QP can be made without it only"

extern char **environ;

struct options {
	const char *device;
	const char *directory;
	uint64_t seed;
	char **command;
};

static void usage(void)
{
	die("usage: builder [-d DEVICE] -s SEED -o DIRECTORY COMMAND...");
}

static void parse(struct options *options, int argc, char **argv)
{
	char *end = NULL;
	int option;

	while ((option = getopt(argc, argv, "+d:o:s:")) != -1) {
		switch (option) {
		case 'd':
			options->device = optarg;
			break;
		case 'o':
			options->directory = optarg;
			break;
		case 's':
			options->seed = strtoul(optarg, &end, 0);
			break;
		default:
			usage();
		}
	}
	options->command = argv + optind;
	if (!options->directory || optind == argc || !end || *end)
		usage();
}

/* Returns whether the command is satisfied */
static bool compare(const struct options *options)
{
	char *argv[16];
	int status, n;
	pid_t pid;

	for (n = 0; options->command[n]; n++) {
		if (n + 2 >= 16)
			die("command too long");
		argv[n] = options->command[n];
	}
	argv[n++] = (char *)options->directory;
	argv[n] = NULL;
	need_zero(posix_spawnp(&pid, argv[0], NULL, NULL, argv, environ));
	need(waitpid(pid, &status, 0) == pid);
	return WIFEXITED(status) && !WEXITSTATUS(status);
}

static FILE *open_file(const struct options *options, const char *name)
{
	char path[PATH_MAX];
	FILE *file;

	if (snprintf(path, sizeof(path), "%s/%s", options->directory, name) >=
	    (int)sizeof(path))
		die("path too long");
	file = fopen(path, "w");
	need(file);
	return file;
}

static void close_file(FILE *file)
{
	if (ferror(file) || fclose(file))
		die("cannot write what was asked");
}

static void skip(FILE *skipped, enum queue_kind kind, const char *builder,
		 const char *reason)
{
	fprintf(skipped, "%s\n{\"type\": \"%s\", \"builder\": \"%s\", "
		"\"reason\": \"%s\"}", ftell(skipped) > 1 ? "," : "",
		kind_names[kind], builder, reason);
}

static const char *missing(const struct queue *q,
			   const struct request *request)
{
	if (request->needs == OBJECT_COPY)
		return q->copies ? NULL : NO_COPIES;
	return q->objects->missing[request->needs];
}

/* All requests that go with the queue; what does not is noted */
static uint32_t choose(const struct queue *q, FILE *skipped,
		       const struct request **chosen)
{
	const struct request *tables[] = { verbs_requests, dv_requests }, *row;
	uint32_t count = 0, i;

	for (i = 0; i < 2; i++) {
		for (row = tables[i]; row->name; row++) {
			const char *reason = missing(q, row);

			if (!(row->kinds & 1U << q->kind))
				continue;
			if (reason)
				skip(skipped, q->kind, row->name, reason);
			else if (row->post && count < MAX_REQUESTS)
				chosen[count++] = row;
		}
	}
	return count;
}

static void shuffle(struct rng *rng, const struct request **requests,
		    uint32_t count)
{
	uint32_t i;

	for (i = count; i > 1; i--) {
		uint32_t j = rng_range(rng, 0, i - 1);
		const struct request *swap = requests[i - 1];

		requests[i - 1] = requests[j];
		requests[j] = swap;
	}
}

/* Up to MAX_BATCH requests with one doorbell, round the list from @first */
static uint32_t post_batch(struct queue *q, struct rng *rng,
			   const struct request **requests, uint32_t count,
			   uint32_t first)
{
	uint32_t batch = rng_range(rng, 1, MAX_BATCH), n = 0;

	if (requests[first % count]->alone) {
		requests[first % count]->post(q, rng);
		q->pending++;
		return 1;
	}
	ibv_wr_start(q->qpx);
	do {
		const struct request *request = requests[(first + n) % count];

		if (request->alone || request->wqes > queue_room(q))
			break;
		request->post(q, rng);
		q->pending += request->wqes;
		n++;
	} while (n < batch);
	need_zero(ibv_wr_complete(q->qpx));
	return n;
}

/* All in random order, but for the first, which is the one likely to wrap */
static void fill(struct queue *q, struct rng *rng,
		 const struct request **requests, uint32_t count,
		 uint32_t first)
{
	const struct request *swap = requests[0];
	uint32_t next = 0;

	requests[0] = requests[first % count];
	requests[first % count] = swap;
	shuffle(rng, requests + 1, count - 1);
	while (queue_room(q) >= 3)
		next += post_batch(q, rng, requests, count, next);
}

static void write_views(const struct options *options, const struct queue *q)
{
	uint32_t qpn = q->qp->qp_num;
	char name[64], *line = emu_ask("qp %u", qpn);
	FILE *file;

	snprintf(name, sizeof(name), "qp-%u.emulator.json", qpn);
	file = open_file(options, name);
	fprintf(file, "%s\n", line);
	free(line);
	close_file(file);
	snprintf(name, sizeof(name), "sq-%u.mapped.json", qpn);
	file = open_file(options, name);
	own_print(file, q);
	close_file(file);
}

/* How many queues of its kind there were before, in this seed and others */
static uint32_t turn_of(uint64_t seed, uint32_t queue)
{
	uint32_t all = 0, before = 0, i;

	for (i = 0; i < QUEUES; i++) {
		all += kinds[i] == kinds[queue];
		before += i < queue && kinds[i] == kinds[queue];
	}
	return (seed - 1) * all + before;
}

static void post_all(struct queue *q, struct rng *rng, uint32_t turn,
		     const struct options *options, FILE *skipped)
{
	const struct request *requests[MAX_REQUESTS];
	uint32_t count = choose(q, skipped, requests), left;
	char name[64];

	/* First every builder goes beyond the last slot of the ring, if it can */
	left = turn < count ? 1 : rng_range(rng, 2, MAX_LEFT);
	queue_soil(q, rng, left);
	snprintf(name, sizeof(name), "sq-%u.expected.json", q->qp->qp_num);
	q->file = open_file(options, name);
	fprintf(q->file, "{\"owner\": {\"pid\": %d, \"comm\": \"builder\"}, "
		"\"qpn\": %u, \"type\": \"%s\", \"wq\": \"sq\", "
		"\"state\": \"RTS\", \"wqe_cnt\": %u, \"stride\": %u, "
		"\"consumer\": %u, \"sig_all\": %s, \"wrs\": [", (int)getpid(),
		q->qp->qp_num, kind_names[q->kind], q->ring.sq.wqe_cnt,
		q->ring.sq.stride, q->start & 0xffff,
		q->sig_all ? "true" : "false");
	fill(q, rng, requests, count, turn);
	fprintf(q->file, "\n]}\n");
	close_file(q->file);
	write_views(options, q);
}

static void post_queues(struct queue *queues, const struct fabric *fabric,
			struct objects *objects, struct rng *rng,
			const struct options *options)
{
	FILE *skipped = open_file(options, "skipped.json");
	uint32_t i;

	fprintf(skipped, "[");
	for (i = 0; i < QUEUES; i++) {
		struct queue *q = &queues[i];

		q->fabric = fabric;
		q->objects = objects;
		q->kind = kinds[i];
		if (queue_create(q, rng))
			post_all(q, rng, turn_of(options->seed, i), options,
				 skipped);
		else
			skip(skipped, q->kind, "*", strerror(errno));
	}
	fprintf(skipped, "\n]\n");
	close_file(skipped);
}

int main(int argc, char **argv)
{
	static struct queue queues[QUEUES];
	static struct fabric fabric;
	struct options options = { .device = "mlx5_0" };
	struct objects objects = {};
	struct rng rng;
	bool satisfied;
	uint32_t i;

	parse(&options, argc, argv);
	rng.state = options.seed;
	fabric_open(&fabric, options.device, &rng);
	objects_create(&objects, &fabric);
	post_queues(queues, &fabric, &objects, &rng, &options);
	satisfied = compare(&options);
	for (i = 0; i < QUEUES; i++)
		if (queues[i].qp)
			queue_destroy(&queues[i]);
	objects_destroy(&objects);
	fabric_close(&fabric);
	return satisfied ? 0 : 1;
}
