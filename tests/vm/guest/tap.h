/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Test Anything Protocol on stdout. Programs of one test each; not for
 * threads or child processes.
 */
#ifndef GUEST_TAP_H
#define GUEST_TAP_H

#include <stdbool.h>

/* One result: "ok N - NAME", or "not ok N - NAME" */
void tap_result(bool ok, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* A result that cannot be had here, and why */
void tap_skip(const char *reason, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* A line of explanation. Returns 1, to be added to a count of failures */
int tap_fault(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The plan. Returns the exit status of the program */
int tap_done(void);

#endif /* GUEST_TAP_H */
