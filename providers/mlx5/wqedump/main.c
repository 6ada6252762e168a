// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB

#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "wqedump.h"
#include "writer.h"

#define COMPLAINT_MAX 8192	/* a path, and what is said about it */

static char program[] = PROGRAM;

static const struct command {
	const char *name;
	int (*run)(int argc, char **argv);
	const char *help;
} commands[] = {
	{ "show", cmd_show, "show the posted WQEs of one queue, or of saved images" },
	{ "diff", cmd_diff, "compare two saved images of a queue" },
	{ "decode", cmd_decode, "explain dumps and error messages in logs" },
};

#define COMMAND_COUNT (sizeof(commands) / sizeof(commands[0]))

void complain(const char *format, ...)
{
	char text[COMPLAINT_MAX];
	va_list ap;

	va_start(ap, format);
	vsnprintf(text, sizeof(text), format, ap);
	va_end(ap);
	fputs(PROGRAM ": ", stderr);
	write_printable(stderr, text);
	fputc('\n', stderr);
}

int parse_number(const char *what, const char *text, uint32_t max,
		 uint32_t *number)
{
	unsigned long long value;
	char *end;

	errno = 0;
	value = strtoull(text, &end, strncasecmp(text, "0x", 2) ? 10 : 16);
	if (*text < '0' || *text > '9' || *end || errno) {
		complain("%s: '%s' is not a number", what, text);
		return -1;
	}
	if (value > max) {
		complain("%s: %s is more than %u", what, text, max);
		return -1;
	}
	*number = (uint32_t)value;
	return 0;
}

void print_version(void)
{
	puts(PROGRAM " " PACKAGE_VERSION);
}

static void usage(FILE *file)
{
	size_t i;

	fputs("usage: " PROGRAM " COMMAND [OPTION...]\n\n", file);
	for (i = 0; i < COMMAND_COUNT; i++)
		fprintf(file, "  %-8s %s\n", commands[i].name,
			commands[i].help);
	fputs("\n  -h, --help     this text; '" PROGRAM
	      " COMMAND --help' for a command\n"
	      "  -V, --version  version\n", file);
}

/*
 * A device or file that is opened must not take the place of a stream that is
 * closed: what is printed would go there. Opened the wrong way round, the stream
 * still fails when it is used.
 */
static int keep_streams(void)
{
	int fd;

	for (fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0 &&
		    open("/dev/null", fd ? O_RDONLY : O_WRONLY) != fd)
			return -1;
	return 0;
}

static int check_output(int status)
{
	errno = 0;
	if (!fflush(stdout) && !ferror(stdout))
		return status;
	if (status != EXIT_FAILED)
		complain("cannot write: %s", strerror(errno ? errno : EIO));
	return EXIT_FAILED;
}

static int run(int argc, char **argv)
{
	const char *word = argc > 1 ? argv[1] : "";
	size_t i;

	for (i = 0; i < COMMAND_COUNT; i++) {
		if (strcmp(word, commands[i].name))
			continue;
		argv[1] = program;
		return commands[i].run(argc - 1, argv + 1);
	}
	if (!strcmp(word, "-h") || !strcmp(word, "--help")) {
		usage(stdout);
		return EXIT_OK;
	}
	if (!strcmp(word, "-V") || !strcmp(word, "--version")) {
		print_version();
		return EXIT_OK;
	}
	if (*word)
		complain("unknown command '%s'", word);
	usage(stderr);
	return EXIT_USAGE;
}

int main(int argc, char **argv)
{
	if (keep_streams())
		return EXIT_FAILED;
	return check_output(run(argc, argv));
}
