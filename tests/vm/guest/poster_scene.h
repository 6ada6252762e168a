/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
#ifndef POSTER_SCENE_H
#define POSTER_SCENE_H

#include "poster.h"

/* Everything that one seed makes */
struct scene {
	struct rng rng;
	struct fabric fabric;
	struct endpoint endpoints[MAX_ENDPOINTS];
	struct domain domains[MAX_ENDPOINTS];
	struct sink *srqs[MAX_SRQS];
	unsigned int endpoint_cnt;
	unsigned int domain_cnt;
	unsigned int srq_cnt;
};

/*
 * @thorough: also every length of inline data, and a QP that is driven across
 * the end of the 16-bit counter.
 */
void scene_open(struct scene *scene, const char *device, uint64_t seed,
		bool thorough);
/*
 * Drive every queue round its ring, and leave requests pending in each, in
 * front of and behind the end of the ring. @last: nothing is posted after this.
 */
void scene_advance(struct scene *scene, bool last);
/* Write what is pending, and what the library says of it, into @directory */
void scene_write(struct scene *scene, const char *directory);
/* Let the adapter execute what is pending, and check that it all succeeds */
void scene_finish(struct scene *scene);
void scene_close(struct scene *scene);

#endif /* POSTER_SCENE_H */
