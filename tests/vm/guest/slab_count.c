// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
#include "slab_count.h"

#include <glob.h>
#include <stdbool.h>
#include <unistd.h>

#include "poster_die.h"

#define SETTLE_US 300000
#define SETTLE_TRIES 20
#define ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))

/* What the driver, uverbs and the processes that use them are made of */
static const char *const counted[] = {
	"kmalloc-", "radix_tree_node", "filp", "mm_struct", "task_struct",
};

static bool is_counted(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(counted); i++)
		if (!strncmp(name, counted[i], strlen(counted[i])))
			return true;
	return false;
}

static void tell(const char *path, const char *what)
{
	FILE *file = fopen(path, "w");

	if (!file)
		return;
	fputs(what, file);
	fclose(file);
}

/*
 * Objects that are free must not be counted as in use. kfree_rcu() keeps them
 * for seconds, unless memory is short, as which drop_caches counts; those that
 * wait for their next use are given back by each cache.
 */
static void shrink(void)
{
	char path[128];
	glob_t found;

	tell("/proc/sys/vm/drop_caches", "2\n");
	for (size_t i = 0; i < ARRAY_SIZE(counted); i++) {
		snprintf(path, sizeof(path), "/sys/kernel/slab/%s*/shrink",
			 counted[i]);
		if (glob(path, 0, NULL, &found))
			continue;
		for (size_t j = 0; j < found.gl_pathc; j++)
			tell(found.gl_pathv[j], "1\n");
		globfree(&found);
	}
}

static struct slab_class *find(struct slab_count *count, const char *name)
{
	for (unsigned int i = 0; i < count->n; i++)
		if (!strcmp(count->classes[i].name, name))
			return &count->classes[i];
	return NULL;
}

static void add(struct slab_count *count, const char *name, long long objects,
		long long size, int per_slab)
{
	struct slab_class *class = find(count, name);

	if (!class) {
		need(count->n < SLAB_CLASSES_MAX);
		class = &count->classes[count->n++];
		snprintf(class->name, sizeof(class->name), "%s", name);
	}
	class->objects += objects;
	class->bytes += objects * size;
	if (per_slab > class->per_slab)
		class->per_slab = per_slab;
}

/* kmalloc-cg-64, kmalloc-rnd-07-64 and the like are kmalloc-64 */
static void class_name(char *name)
{
	static const char kmalloc[] = "kmalloc-";
	char *from = strstr(name, kmalloc);
	const char *size = strrchr(name, '-');

	if (!from)
		return;
	memmove(name, kmalloc, strlen(kmalloc));
	memmove(name + strlen(kmalloc), size + 1, strlen(size));
}

static void count_now(struct slab_count *count)
{
	char line[256], name[48];
	long long active, size;
	int per_slab;
	FILE *file;

	shrink();
	memset(count, 0, sizeof(*count));
	file = fopen("/proc/slabinfo", "r");
	need(file);
	while (fgets(line, sizeof(line), file))
		if (sscanf(line, "%47s %lld %*d %lld %d", name, &active, &size,
			   &per_slab) == 4 && is_counted(name)) {
			class_name(name);
			add(count, name, active, size, per_slab);
		}
	fclose(file);
	need(count->n);
}

/* What was freed may be in use until a grace period or a worker is over */
void slab_count(struct slab_count *count)
{
	struct slab_count before;
	int tries = 0;

	count_now(count);
	do {
		before = *count;
		usleep(SETTLE_US);
		count_now(count);
	} while (memcmp(&before, count, sizeof(before)) &&
		 ++tries < SETTLE_TRIES);
}

long long slab_objects(const struct slab_count *count, const char *name)
{
	for (unsigned int i = 0; i < count->n; i++)
		if (!strcmp(count->classes[i].name, name))
			return count->classes[i].objects;
	return 0;
}

long long slab_bytes(void)
{
	static struct slab_count count;
	long long bytes = 0;

	slab_count(&count);
	for (unsigned int i = 0; i < count.n; i++)
		bytes += count.classes[i].bytes;
	return bytes;
}
