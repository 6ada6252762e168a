// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Owners of queues, and what they do to them themselves or by being killed */
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "poster_die.h"
#include "poster_emu.h"
#include "race.h"

#define WORD_DEAD 0xdeadU
#define LATEST_KILL_US 3000
#define READ_OBJECTS 12
#define RESTLESS_SHARE 8	/* of the objects, one is made anew */

struct maker {
	struct race_owner *owner;
	struct ring_base base;
	struct race_memory memory;
	struct raw_object objects[RACE_OBJECTS];
	uint32_t generation;
};

static struct maker *maker_open(struct race_owner *owner)
{
	struct maker *maker = calloc(1, sizeof(*maker));

	need(maker);
	maker->owner = owner;
	maker->memory = race_memory_map(shared->width);
	ring_base_open(&maker->base);
	return maker;
}

/* Every third one is an SRQ, unless all are to be QPs */
static void make(struct maker *maker, uint32_t i)
{
	bool srq = ++maker->generation % 3 == 0 && !shared->only_qps;
	struct raw_object *object = &maker->objects[i];

	race_page_fill(&maker->memory, i, race_live_word(getpid()));
	*object = race_make(&maker->base, &maker->memory, i, srq);
	maker->owner->objects[i] =
		(uint64_t)maker->generation << OBJECT_GENERATION_SHIFT |
		(srq ? OBJECT_SRQ : 0) | object->num;
	maker->owner->made++;
}

/* From no modification to all of them */
static void modify(struct maker *maker, uint32_t i)
{
	static const enum ibv_qp_state states[] = {
		IBV_QPS_INIT, IBV_QPS_ERR, IBV_QPS_RESET,
	};
	uint32_t handle = maker->objects[i].handle;
	uint32_t steps = maker->generation / 3 % (ARRAY_SIZE(states) + 1);

	if (!(maker->owner->objects[i] & OBJECT_SRQ))
		for (uint32_t step = 0; step < steps; step++)
			raw_qp_modify(&maker->base, handle, states[step]);
	else if (steps)
		raw_srq_limit(&maker->base, handle, steps);
}

/* How many of its queues were read. Its number stays where readers find it */
static uint32_t destroy(struct maker *maker, uint32_t i)
{
	uint64_t object = atomic_fetch_or(&maker->owner->objects[i],
					 OBJECT_CONDEMNED);
	uint32_t handle = maker->objects[i].handle;

	if (object & OBJECT_SRQ)
		raw_srq_destroy(&maker->base, handle);
	else
		raw_qp_destroy(&maker->base, handle);
	race_page_fill(&maker->memory, i, WORD_DEAD);
	return race_queues_read(object);
}

pid_t race_owner_churns(struct race_owner *owner, uint32_t rounds)
{
	pid_t pid = race_fork();
	struct maker *maker;

	if (pid)
		return pid;
	maker = maker_open(owner);
	while (owner->rounds < rounds) {
		make(maker, 0);
		modify(maker, 0);
		owner->rounds += destroy(maker, 0);
	}
	_exit(0);
}

pid_t race_owner_holds(struct race_owner *owner)
{
	uint32_t restless = shared->width / RESTLESS_SHARE;
	pid_t pid = race_fork();
	struct maker *maker;

	if (pid)
		return pid;
	/* It would say that it lost the device */
	if (shared->unplugs)
		need(freopen("/dev/null", "w", stderr));
	maker = maker_open(owner);
	for (uint32_t i = 0; i < shared->width; i++)
		make(maker, i);
	while (!restless)
		pause();
	for (uint32_t i = 0; ; i = (i + 1) % restless) {
		modify(maker, i);
		destroy(maker, i);
		make(maker, i);
	}
}

uint32_t race_owner_takes(struct race_owner *owner)
{
	uint32_t rounds = 0;

	for (uint32_t i = 0; i < shared->width; i++) {
		uint64_t object = atomic_exchange(&owner->objects[i], 0);

		if (!(object & OBJECT_CONDEMNED))
			rounds += race_queues_read(object);
	}
	owner->made = 0;
	return rounds;
}

uint32_t race_read(uint32_t rounds)
{
	pid_t owner;
	int status;

	race_readers_start(READ_OBJECTS, false);
	owner = race_owner_holds(&shared->owners[0]);
	while (shared->read < rounds && !waitpid(owner, &status, WNOHANG))
		usleep(1000);
	if (kill(owner, SIGKILL) || waitpid(owner, &status, 0) != owner)
		return 0;
	return race_readers_end() ? shared->read : 0;
}

static uint32_t churn(uint32_t rounds, bool reuse)
{
	pid_t owners[RACE_OWNERS];
	uint32_t done = 0;
	bool well = true;

	race_readers_start(1, false);
	shared->only_qps = reuse;
	free(emu_ask("reuse %s", reuse ? "on" : "off"));
	for (int i = 0; i < RACE_OWNERS; i++)
		owners[i] = race_owner_churns(&shared->owners[i],
					      rounds / RACE_OWNERS + 1);
	for (int i = 0; i < RACE_OWNERS; i++)
		well &= race_ended_well(owners[i]);
	free(emu_ask("reuse off"));
	for (int i = 0; i < RACE_OWNERS; i++)
		done += shared->owners[i].rounds;
	well &= race_readers_end() && shared->gone;
	well &= !reuse || shared->changed;
	return well ? done : 0;
}

/* Half of them QPs whose numbers go from one owner to the next at once */
uint32_t race_churn(uint32_t rounds)
{
	uint32_t reused = churn(rounds / 2, true);
	uint32_t rested = churn(rounds / 2, false);

	return reused && rested ? reused + rested : 0;
}

/* Killed when it has made some objects, or has begun to make them anew */
static bool kill_one(struct race_owner *owner, struct rng *rng)
{
	uint32_t enough = rng_range(rng, 1, 2 * RACE_KILL_OBJECTS);
	pid_t pid = race_owner_holds(owner);
	int status;

	while (owner->made < enough && !waitpid(pid, &status, WNOHANG))
		usleep(100);
	usleep(rng_range(rng, 0, LATEST_KILL_US));
	if (kill(pid, SIGKILL) || waitpid(pid, &status, 0) != pid)
		return false;
	owner->rounds += race_owner_takes(owner);
	return WIFSIGNALED(status);
}

/* One process for the owners of each place, which kills one after the other */
static pid_t start_killer(uint32_t place, uint32_t rounds)
{
	struct race_owner *owner = &shared->owners[place];
	struct rng rng = { place };
	pid_t pid = race_fork();

	if (pid)
		return pid;
	while (owner->rounds < rounds)
		if (!kill_one(owner, &rng))
			_exit(1);
	_exit(0);
}

uint32_t race_kill(uint32_t rounds)
{
	pid_t killers[RACE_OWNERS];
	uint32_t done = 0;
	bool well = true;

	race_readers_start(RACE_KILL_OBJECTS, false);
	for (int i = 0; i < RACE_OWNERS; i++)
		killers[i] = start_killer(i, rounds / RACE_OWNERS + 1);
	for (int i = 0; i < RACE_OWNERS; i++) {
		well &= race_ended_well(killers[i]);
		done += shared->owners[i].rounds;
	}
	return race_readers_end() && well ? done : 0;
}
