// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "stored.h"
#include "unit.h"

FILE *open_stored(const char *name, const char *mode)
{
	const char *srcdir = getenv("srcdir");
	char path[4096];
	FILE *file;

	snprintf(path, sizeof(path), "%s/tests/vectors/%s",
		 srcdir ? srcdir : ".", name);
	file = fopen(path, mode);
	if (!file)
		ck_abort_msg("%s: %s", path, strerror(errno));
	return file;
}

static char *stored(const char *name)
{
	FILE *file = open_stored(name, "r");
	char *text = NULL;
	size_t size = 0;

	if (getdelim(&text, &size, '\0', file) < 0)
		ck_abort_msg("%s is empty", name);
	fclose(file);
	return text;
}

static void store(const char *name, const char *text)
{
	FILE *file = open_stored(name, "w");

	fputs(text, file);
	if (fclose(file))
		ck_abort_msg("%s: %s", name, strerror(errno));
}

void expect_stored(const char *name, const char *text)
{
	char *expected;

	if (getenv("UPDATE_VECTORS"))
		store(name, text);
	expected = stored(name);
	ck_assert_str_eq(text, expected);
	free(expected);
}
