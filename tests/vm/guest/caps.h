/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
#ifndef GUEST_CAPS_H
#define GUEST_CAPS_H

#include <linux/capability.h>
#include <stdint.h>

#define CAP(name) (1ULL << (name))
#define CAPS_ALL UINT64_MAX

/* Drop all capabilities of this thread but these, for good */
void keep_caps(uint64_t keep);

#endif /* GUEST_CAPS_H */
