/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/* Queues that are printed and compared with what is stored of them. */

#ifndef SCENES_H
#define SCENES_H

#include "fake.h"

struct scene {
	const char *name;	/* of the stored files */
	struct fake *(*make)(void);
	enum mlx5wqe_range range;
};

#define SCENE_COUNT 5

extern const struct scene scenes[SCENE_COUNT];

#endif /* SCENES_H */
