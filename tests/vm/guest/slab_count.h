/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
#ifndef GUEST_SLAB_BYTES_H
#define GUEST_SLAB_BYTES_H

/*
 * Bytes of the kernel's objects in use from the caches that RDMA objects and
 * processes come from. Waits for what is still being freed.
 */
long long slab_bytes(void);

#endif /* GUEST_SLAB_BYTES_H */
