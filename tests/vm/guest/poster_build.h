/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
#ifndef POSTER_BUILD_H
#define POSTER_BUILD_H

#include "poster_scene.h"

/* Make the QPs, SRQs and domains of a scene whose fabric is open */
void build_queues(struct scene *scene, bool thorough);

#endif /* POSTER_BUILD_H */
