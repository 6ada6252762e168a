// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Queues that are read by number while everything else happens to them: see
 * race.h.
 *
 * usage: race NAME ROUNDS [NAME ROUNDS]...
 */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "poster_die.h"
#include "race.h"
#include "slab_count.h"
#include "tap.h"

#define ROUNDS_MIN 90
/*
 * Free objects may count as in use: those of a slab that a CPU allocates from,
 * and since 7.0 a sheaf. There are two CPUs, and two counts are compared.
 */
#define KEPT_FREE 4
#define SHEAF 60

struct race_shared *shared;

pid_t race_fork(void)
{
	pid_t pid;

	fflush(stdout);
	pid = fork();
	need(pid >= 0);
	if (!pid)
		need(!prctl(PR_SET_PDEATHSIG, SIGKILL));
	return pid;
}

bool race_ended_well(pid_t pid)
{
	int status;

	need(waitpid(pid, &status, 0) == pid);
	return WIFEXITED(status) && !WEXITSTATUS(status);
}

uint64_t race_now_ms(void)
{
	struct timespec now;

	need(!clock_gettime(CLOCK_MONOTONIC, &now));
	return now.tv_sec * 1000ULL + now.tv_nsec / 1000000;
}

static const struct race {
	const char *name;
	const char *what;
	uint32_t (*run)(uint32_t rounds);
	uint32_t rounds_at_once;	/* at most */
} races[] = {
	{ "read", "read while their owner lives", race_read, 1 },
	{ "churn", "made, modified and destroyed while read", race_churn, 1 },
	{ "kill", "owner killed while read", race_kill, 2 * RACE_KILL_OBJECTS },
	{ "slow", "destroyed under a reader that waits for its memory",
	  race_slow, 1 },
	{ "unbind", "driver unbound while read", race_unbind,
	  2 * RACE_OWNERS * RACE_OBJECTS },
	{ "unload", "driver removed while read", race_unload,
	  2 * RACE_OWNERS * RACE_OBJECTS },
};

/* The objects of a cache that the second growth has more than the first */
static long long growth(const struct slab_count counts[3], const char *name)
{
	return slab_objects(&counts[2], name) -
	       2 * slab_objects(&counts[1], name) +
	       slab_objects(&counts[0], name);
}

/*
 * What is left behind once is as much after N rounds as after 2 N, what each
 * event leaves behind is twice as much.
 */
static bool nothing_leaks(const struct race *race,
			  const struct slab_count counts[3], uint32_t rounds)
{
	long long events = rounds / race->rounds_at_once;
	bool well = true;

	for (unsigned int i = 0; i < counts[2].n; i++) {
		const struct slab_class *class = &counts[2].classes[i];
		long long more = growth(counts, class->name);
		long long noise = KEPT_FREE * (class->per_slab + SHEAF);

		if (more <= events / 4 + noise)
			continue;
		printf("# %s: %lld objects of %s more for %lld events more, noise is %lld\n",
		       race->name, more, class->name, events, noise);
		well = false;
	}
	return well;
}

static void run_race(const struct race *race, uint32_t rounds)
{
	static struct slab_count counts[3];
	uint32_t third = rounds / 3, first, second;
	uint64_t start;
	bool well;

	/* The first time fills caches */
	well = race->run(ROUNDS_MIN);
	slab_count(&counts[0]);
	start = race_now_ms();
	first = race->run(third);
	slab_count(&counts[1]);
	second = race->run(rounds - third);
	printf("# %s: %u rounds in %llu ms\n", race->name, first + second,
	       (unsigned long long)(race_now_ms() - start));
	slab_count(&counts[2]);
	tap_result(well && first && second, "%u times %s", first + second,
		   race->what);
	tap_result(nothing_leaks(race, counts,
				 second > first ? second - first : 0),
		   "%s leaves no memory behind", race->name);
}

static const struct race *find_race(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(races); i++)
		if (!strcmp(races[i].name, name))
			return &races[i];
	die("there is no race %s", name);
}

int main(int argc, char **argv)
{
	if (argc < 3 || argc % 2 == 0)
		die("usage: race NAME ROUNDS [NAME ROUNDS]...");
	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE,
		      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	need(shared != MAP_FAILED);
	for (int i = 1; i < argc; i += 2) {
		uint32_t rounds = strtoul(argv[i + 1], NULL, 10);

		if (rounds < ROUNDS_MIN)
			die("%d rounds at least", ROUNDS_MIN);
		run_race(find_race(argv[i]), rounds);
	}
	return tap_done();
}
