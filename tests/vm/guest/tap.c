// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
#include "tap.h"

#include <stdarg.h>
#include <stdio.h>

static unsigned int results;
static unsigned int failures;

static void print_result(bool ok, const char *format, va_list args)
{
	printf("%s %u - ", ok ? "ok" : "not ok", ++results);
	vprintf(format, args);
	failures += !ok;
}

void tap_result(bool ok, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	print_result(ok, format, args);
	va_end(args);
	putchar('\n');
	fflush(stdout);
}

void tap_skip(const char *reason, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	print_result(true, format, args);
	va_end(args);
	printf(" # SKIP %s\n", reason);
	fflush(stdout);
}

int tap_fault(const char *format, ...)
{
	va_list args;

	printf("# ");
	va_start(args, format);
	vprintf(format, args);
	va_end(args);
	putchar('\n');
	return 1;
}

int tap_done(void)
{
	printf("1..%u\n", results);
	if (failures)
		printf("# %u of %u failed\n", failures, results);
	fflush(stdout);
	return results && !failures ? 0 : 1;
}
