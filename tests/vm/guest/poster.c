// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Post random work requests on queues that the emulated adapter holds, write
 * down what was asked, and let a command compare it with what the tool reads:
 *
 *	poster [-d DEVICE] [-n SNAPSHOTS] [-t] -s SEED -o DIRECTORY COMMAND...
 *
 * COMMAND is run once for each snapshot, with the directory of the snapshot as
 * its last argument. All that was posted has to complete with success.
 */

#include <limits.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "poster_die.h"
#include "poster_emu.h"
#include "poster_scene.h"

extern char **environ;

struct options {
	const char *device;
	const char *directory;
	uint64_t seed;
	unsigned int snapshots;
	bool thorough;
	char **command;
};

static void usage(void)
{
	die("usage: poster [-d DEVICE] [-n SNAPSHOTS] [-t] -s SEED "
	    "-o DIRECTORY COMMAND...");
}

static unsigned long number(const char *text)
{
	char *end;
	unsigned long value;

	errno = 0;
	value = strtoul(text, &end, 0);
	if (errno || end == text || *end)
		usage();
	return value;
}

static void parse(struct options *options, int argc, char **argv)
{
	int option;

	while ((option = getopt(argc, argv, "+d:n:o:s:t")) != -1) {
		switch (option) {
		case 'd':
			options->device = optarg;
			break;
		case 'n':
			options->snapshots = number(optarg);
			break;
		case 'o':
			options->directory = optarg;
			break;
		case 's':
			options->seed = number(optarg);
			break;
		case 't':
			options->thorough = true;
			break;
		default:
			usage();
		}
	}
	options->command = argv + optind;
	if (!options->directory || optind == argc)
		usage();
}

/* Returns whether the command is satisfied */
static bool compare(char **command, char *directory)
{
	char *argv[16];
	int status, n;
	pid_t pid;

	for (n = 0; command[n]; n++) {
		if (n + 2 >= 16)
			die("command too long");
		argv[n] = command[n];
	}
	argv[n++] = directory;
	argv[n] = NULL;
	need_zero(posix_spawnp(&pid, argv[0], NULL, NULL, argv, environ));
	need(waitpid(pid, &status, 0) == pid);
	return WIFEXITED(status) && !WEXITSTATUS(status);
}

static bool snapshot(struct scene *scene, const struct options *options,
		     unsigned int n)
{
	char directory[PATH_MAX];

	scene_advance(scene, n + 1 == options->snapshots);
	if (snprintf(directory, sizeof(directory), "%s/%u", options->directory,
		     n) >= (int)sizeof(directory))
		die("path too long");
	need(!mkdir(directory, 0755));
	scene_write(scene, directory);
	return compare(options->command, directory);
}

int main(int argc, char **argv)
{
	static struct scene scene;
	struct options options = { .device = "mlx5_0", .snapshots = 2 };
	bool satisfied = true;
	unsigned int i;

	parse(&options, argc, argv);
	emu_hold_all();
	scene_open(&scene, options.device, options.seed, options.thorough);
	for (i = 0; i < options.snapshots; i++)
		satisfied &= snapshot(&scene, &options, i);
	scene_finish(&scene);
	scene_close(&scene);
	return satisfied ? 0 : 1;
}
