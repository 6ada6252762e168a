// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "log.h"

#define NSEC_PER_SEC	1000000000ull

static const char *const level_names[] = {
	[LOG_ERROR] = "error",
	[LOG_INFO] = "info",
	[LOG_CMD] = "cmd",
	[LOG_TRACE] = "trace",
};

uint64_t clock_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * NSEC_PER_SEC + (uint64_t)now.tv_nsec;
}

void log_init(struct log *log, enum log_level level)
{
	log->level = level;
	log->start_ns = clock_ns();
}

int log_parse_level(const char *name, enum log_level *level)
{
	unsigned int i;

	for (i = 0; i < sizeof(level_names) / sizeof(level_names[0]); i++) {
		if (!strcmp(name, level_names[i])) {
			*level = (enum log_level)i;
			return 0;
		}
	}
	return EINVAL;
}

void log_print(const struct log *log, enum log_level level, const char *fmt,
	       ...)
{
	uint64_t ms = (clock_ns() - log->start_ns) / 1000000;
	va_list ap;

	if (level > log->level)
		return;
	fprintf(stderr, "[%5llu.%03llu] ", (unsigned long long)(ms / 1000),
		(unsigned long long)(ms % 1000));
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
}
