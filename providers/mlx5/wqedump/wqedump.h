/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
#ifndef WQEDUMP_H
#define WQEDUMP_H

#include <stdint.h>

#define PROGRAM "ibv_wqedump"

enum exit_status {
	EXIT_OK = 0,
	EXIT_FAILED = 1,
	EXIT_USAGE = 2,
	EXIT_MALFORMED = 3,	/* printed, but not all of it made sense */
};

struct ibv_context;

/* "PROGRAM: text" to stderr, cut at some length and safe for a terminal */
void complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

/*
 * Open the mlx5 device called @name, or the only one there is if @name is NULL.
 * Says what is wrong and returns NULL if that cannot be done.
 */
struct ibv_context *device_open(const char *name);

/* A decimal or 0x number up to @max; anything else is complained about. */
int parse_number(const char *what, const char *text, uint32_t max,
		 uint32_t *number);

void print_version(void);

/*
 * Subcommands. @argv[0] is the program's name, the subcommand is left out. They
 * return enum exit_status; that stdout was written is checked behind them.
 */
int cmd_decode(int argc, char **argv);
int cmd_diff(int argc, char **argv);
int cmd_show(int argc, char **argv);

#endif /* WQEDUMP_H */
