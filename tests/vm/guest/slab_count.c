// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
#include "slab_bytes.h"

#include <glob.h>
#include <unistd.h>

#include "poster_die.h"

#define SETTLE_US 500000

/* Objects that are free must not be counted as in use */
static void shrink(void)
{
	glob_t found;

	if (glob("/sys/kernel/slab/*/shrink", 0, NULL, &found))
		return;
	for (size_t i = 0; i < found.gl_pathc; i++) {
		FILE *file = fopen(found.gl_pathv[i], "w");

		if (file) {
			fputs("1\n", file);
			fclose(file);
		}
	}
	globfree(&found);
}

static int is_counted(const char *name)
{
	return !strncmp(name, "kmalloc-", strlen("kmalloc-")) ||
	       !strcmp(name, "task_struct") ||
	       !strcmp(name, "radix_tree_node");
}

long long slab_bytes(void)
{
	long long bytes = 0, active, size;
	char line[256], name[64];
	FILE *file;

	usleep(SETTLE_US);
	shrink();
	file = fopen("/proc/slabinfo", "r");
	need(file);
	while (fgets(line, sizeof(line), file))
		if (sscanf(line, "%63s %lld %*d %lld", name, &active,
			   &size) == 3 && is_counted(name))
			bytes += active * size;
	fclose(file);
	need(bytes);
	return bytes;
}
