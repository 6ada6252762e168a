/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Requests that the extended API of libibverbs and the builders of libmlx5
 * make, and what was asked of them, for compare_builders.py.
 */

#ifndef BUILDER_H
#define BUILDER_H

#include <stdio.h>

#include "poster.h"

enum queue_kind {
	KIND_RC,
	KIND_UC,
	KIND_UD,
	KIND_XRC,
	KIND_DCI,
	KIND_ETH,
	KINDS,
};

/* What a request needs beside memory */
enum object {
	OBJECT_NONE,
	OBJECT_MKEY,
	OBJECT_SIGNED_MKEY,
	OBJECT_CRYPTO_MKEY,
	OBJECT_MW_1,
	OBJECT_MW_2,
	OBJECT_COPY,		/* QPs that copy memory */
	OBJECTS,
};

#define MKEY_ENTRIES 16
#define TSO_HEADER_MAX 128

struct objects {
	struct mlx5dv_mkey *mkeys[OBJECTS];
	struct ibv_mw *windows[OBJECTS];
	bool configured[OBJECTS];	/* keys, once at least */
	const char *missing[OBJECTS];	/* why, or NULL: it is there */
};

struct queue {
	const struct fabric *fabric;
	struct objects *objects;
	enum queue_kind kind;
	struct ibv_cq *cq;
	struct ibv_qp *qp;
	struct ibv_qp_ex *qpx;
	struct mlx5dv_qp_ex *dv;
	struct mlx5dv_qp ring;
	struct ibv_qp_cap cap;
	struct ibv_ah *ah;	/* UD, DCI */
	struct ibv_ah_attr ah_attr;
	bool sig_all;
	bool copies;
	uint32_t start;		/* slots posted and executed, free-running */
	uint32_t pending;	/* requests */
	uint32_t asked;
	FILE *file;		/* what was asked, as JSON */
};

struct request {
	const char *name;
	unsigned int kinds;	/* bits of 1 << enum queue_kind */
	enum object needs;
	uint32_t wqes;		/* at most */
	bool alone;		/* not between ibv_wr_start and _complete */
	void (*post)(struct queue *q, struct rng *rng);
};

/* builder_queue.c */
extern const char *const kind_names[KINDS];
/* False and errno: the device does not make such a queue */
bool queue_create(struct queue *q, struct rng *rng);
/*
 * Drive it round its ring until @left slots are left to its end, and leave
 * random bytes in every slot.
 */
void queue_soil(struct queue *q, struct rng *rng, uint32_t left);
void queue_destroy(struct queue *q);
uint32_t queue_room(const struct queue *q);

/* builder_own.c */
void own_print(FILE *file, const struct queue *q);

/* builder_ask.c: one request as JSON */
void ask(struct queue *q, struct rng *rng, const char *builder,
	 unsigned int flags);
void ask_number(struct queue *q, const char *name, uint64_t value);
void ask_address(struct queue *q, const char *name, uint64_t value);
void ask_bytes(struct queue *q, const char *name, const void *bytes,
	       size_t length);
void ask_text(struct queue *q, const char *name, const char *text);
void ask_entries(struct queue *q, const struct ibv_sge *sge, size_t count);
void ask_end(struct queue *q);

/* builder_verbs.c, builder_dv.c: rows end with one that has no name */
extern const struct request verbs_requests[];
extern const struct request dv_requests[];
void objects_create(struct objects *objects, const struct fabric *fabric);
void objects_destroy(struct objects *objects);
/* A WQE that does nothing, of @ds units */
void post_nop(struct queue *q, struct rng *rng, uint32_t ds,
	      unsigned int fm_ce_se);
struct ibv_sge random_entry(struct queue *q, struct rng *rng, uint32_t low,
			    uint32_t high);

#endif /* BUILDER_H */
