/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
#ifndef GUEST_SLAB_COUNT_H
#define GUEST_SLAB_COUNT_H

#define SLAB_CLASSES_MAX 64

/*
 * Objects of the kernel in use, in the caches that RDMA objects and processes
 * come from; all kmalloc caches of a size are one.
 */
struct slab_class {
	char name[48];
	long long objects;
	long long bytes;
	int per_slab;
};

struct slab_count {
	struct slab_class classes[SLAB_CLASSES_MAX];
	unsigned int n;
};

/* Waits until nothing changes any more, for some seconds at most */
void slab_count(struct slab_count *count);

/* Of a class, 0 if there is no such class */
long long slab_objects(const struct slab_count *count, const char *name);

/* All bytes of them, counted likewise */
long long slab_bytes(void);

#endif /* GUEST_SLAB_COUNT_H */
