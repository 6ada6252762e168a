// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Queues that are read while their driver loses the device or is removed */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

#include "poster_die.h"
#include "race.h"

#define DRIVER "/sys/bus/auxiliary/drivers/mlx5_ib.rdma/"
#define DEVICE "mlx5_core.rdma.0"
#define MODULE "/lib/modules/%s/updates/mlx5_ib.ko"
#define WAIT_MS 60000	/* a busy machine, not a slow kernel */
#define READ_IN_100 70	/* queues that readers should have read by then */

/* The ways in which the device goes away and comes back */
struct way {
	bool (*off)(void);
	bool (*on)(void);
};

static bool write_file(const char *path, const char *text)
{
	FILE *file = fopen(path, "w");
	bool well = file && fputs(text, file) >= 0;

	if (file && fclose(file))
		well = false;
	return well;
}

static bool unbind(void)
{
	return write_file(DRIVER "unbind", DEVICE);
}

static bool bind(void)
{
	return write_file(DRIVER "bind", DEVICE);
}

static bool unload(void)
{
	return !syscall(SYS_delete_module, "mlx5_ib", O_NONBLOCK);
}

static bool load(void)
{
	struct utsname name;
	char path[sizeof(MODULE) + sizeof(name.release)];
	bool well;
	int fd;

	need(!uname(&name));
	snprintf(path, sizeof(path), MODULE, name.release);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	well = fd >= 0 && !syscall(SYS_finit_module, fd, "", 0);
	if (fd >= 0)
		close(fd);
	return well;
}

static bool device_is_there(void)
{
	struct ibv_context *context = ring_open_device();

	if (context)
		ibv_close_device(context);
	return context;
}

static bool owners_are_read(void)
{
	/* An object has five thirds of a queue */
	uint32_t read = 0, all = RACE_OWNERS * shared->width * 5 / 3;

	for (int i = 0; i < RACE_OWNERS; i++) {
		struct race_owner *owner = &shared->owners[i];

		if (owner->made < shared->width)
			return false;
		for (uint32_t j = 0; j < shared->width; j++)
			read += race_queues_read(owner->objects[j]);
	}
	return read * 100 >= all * READ_IN_100;
}

static bool wait_for(bool (*condition)(void))
{
	uint64_t until = race_now_ms() + WAIT_MS;

	while (!condition()) {
		if (race_now_ms() > until)
			return false;
		usleep(10000);
	}
	return true;
}

/* The owners lose the device as well, and are made anew on the next one */
static bool unplug_once(const struct way *way, uint32_t *done)
{
	pid_t owners[RACE_OWNERS];
	bool well;

	for (int i = 0; i < RACE_OWNERS; i++)
		owners[i] = race_owner_holds(&shared->owners[i]);
	well = wait_for(owners_are_read);
	well &= way->off();
	for (int i = 0; i < RACE_OWNERS; i++) {
		need(!kill(owners[i], SIGKILL));
		need(waitpid(owners[i], NULL, 0) == owners[i]);
		*done += race_owner_takes(&shared->owners[i]);
	}
	return way->on() && wait_for(device_is_there) && well;
}

/* As many as one time is enough for, but not more than fit */
static uint32_t width_for(uint32_t rounds)
{
	uint32_t width = rounds / RACE_OWNERS + 1;

	return width < RACE_OBJECTS ? width : RACE_OBJECTS;
}

static uint32_t unplug(const struct way *way, uint32_t rounds)
{
	uint32_t done = 0, times = 0;
	bool well = true;

	race_readers_start(width_for(rounds), true);
	for (; well && done < rounds; times++)
		well = unplug_once(way, &done);
	printf("# %u times\n", times);
	return race_readers_end() && well && shared->unplugged ? done : 0;
}

uint32_t race_unbind(uint32_t rounds)
{
	static const struct way way = { unbind, bind };

	return unplug(&way, rounds);
}

uint32_t race_unload(uint32_t rounds)
{
	static const struct way way = { unload, load };

	return unplug(&way, rounds);
}
