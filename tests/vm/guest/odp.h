/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/* On-demand paging, driven by requests whose pages are missing */
#ifndef GUEST_ODP_H
#define GUEST_ODP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "ring.h"

#define PAGE 4096
#define REGION_PAGES 24
#define REGION_SIZE (REGION_PAGES * PAGE)
#define ODP_MAX_SGE 10
#define ODP_MAX_COPIES 256
#define ODP_NOT_COUNTED UINT64_MAX
#define ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))

/* Types of fault events, by the names that the emulated adapter gives them */
enum odp_fault {
	FAULT_SRQ,
	FAULT_SEND,
	FAULT_RQ,
	FAULT_READ,
	FAULT_RDMA_READ,
	FAULT_RDMA_WRITE,
	FAULT_TYPES,
};

/* Readers of WQEs in mlx5_ib */
enum odp_reader { READER_SQ, READER_RQ, READER_SRQ, READERS };

enum odp_side { LOCAL, REMOTE, SIDES };

/* Memory of which the device has no pages but those that faults bring */
struct odp_region {
	uint8_t *bytes;
	struct ibv_mr *mr;
	uint32_t mrn;		/* as restrack numbers it */
};

/* What the kernel has counted for a region: pages, and faults handled */
struct odp_pages {
	uint64_t faulted;
	uint64_t handled;	/* ODP_NOT_COUNTED by the kernels before 7.3 */
	uint64_t invalidated;
};

struct odp_copy {
	uint64_t offset;
	uint64_t length;
};

/* What faults did, as everybody saw it who takes part in them */
struct odp_counts {
	struct odp_pages pages[SIDES];		/* the kernel's counters */
	uint32_t raised[FAULT_TYPES];		/* the adapter's */
	uint32_t resolved;
	uint32_t failed;
	uint32_t reads[READERS];		/* probes in the driver */
	struct odp_copy copies[ODP_MAX_COPIES];	/* out of users' queues */
	uint32_t copy_cnt;
};

enum odp_via { VIA_NOTHING, VIA_RQ, VIA_SRQ };

/* A kind of request, and the faults that it leads to on both sides */
struct odp_work {
	enum ibv_wr_opcode opcode;
	enum odp_via via;
	enum odp_fault fault[SIDES];
};

/* Pieces of memory */
struct odp_list {
	struct ibv_sge sge[ODP_MAX_SGE];
	uint32_t count;
};

/* Two connected RC QPs, one CQ each, and the rings of what is posted to */
struct odp_pair {
	struct ibv_cq *cq[SIDES];
	struct ibv_qp *qp[SIDES];
	struct ibv_srq *srq;
	struct ring sq;
	struct ring receives;	/* RQ or SRQ of the remote side */
	uint32_t received;	/* index of the receive that was posted last */
	uint32_t next;		/* and of the one that will be posted next */
};

struct odp {
	struct ring_base base;
	struct odp_region region[SIDES];
};

/* odp_pair.c */
void odp_region_make(struct odp *odp, struct odp_region *region);
void odp_region_free(const struct odp_region *region);
void odp_forget_pages(const struct odp *odp);
/* Queues for WQEs with so many pieces of memory */
void odp_pair_make(struct odp *odp, struct odp_pair *pair, enum odp_via via,
		   uint32_t depth, uint32_t pieces);
void odp_pair_free(const struct odp_pair *pair);
void odp_post_receive(struct odp_pair *pair, struct ibv_sge *sge,
		      uint32_t pieces);
/* @remote: NULL for requests that name no remote memory */
void odp_post(const struct odp_pair *pair, enum ibv_wr_opcode opcode,
	      struct ibv_sge *sge, uint32_t pieces,
	      const struct ibv_sge *remote);
/* The status of the next completion, IBV_WC_GENERAL_ERR if there is none */
enum ibv_wc_status odp_wait(const struct odp_pair *pair, enum odp_side side);
enum ibv_qp_state odp_state(const struct odp_pair *pair, enum odp_side side);

/* odp_counts.c */
extern const char *const odp_fault_names[FAULT_TYPES];
void odp_counts_start(void);
/* The number of the region that was registered last */
uint32_t odp_last_mrn(void);
/* All counts until now; the reads and copies are those since the last call */
void odp_counts_take(const struct odp *odp, struct odp_counts *counts);
void counts_subtract(struct odp_counts *now, const struct odp_counts *before);

/* odp_list.c */
uint64_t list_length(const struct odp_list *list);
/*
 * One long piece, or small ones that lie on two pages each. Some of many are
 * in memory that is always there.
 */
struct odp_list list_make(const struct odp *odp,
			  const struct odp_region *region, uint32_t pieces);
/* Where a request by address goes to, all in one piece */
struct odp_list list_range(const struct odp_region *region, uint64_t length);
/* Add what a fault on all pieces brings; no two pieces here share a page */
void list_pages(const struct odp_list *list, const struct odp_region *region,
		struct odp_pages *pages);
/*
 * Let its pages go, a piece at a time: where there are holes between them the
 * driver counts more invalidations than pages.
 */
void list_forget(const struct odp_list *list, const struct odp_region *region);
/*
 * Whether the bytes of one list are those of the other, which lies in a region
 * that has no other bytes: the number of faults.
 */
uint32_t list_compare(const struct odp_region *region,
		      const struct odp_list *from, const struct odp_list *to);

/* odp_expect.c */
/*
 * A fault on either side of the request of that number on a pair, and of the
 * receive that was posted last
 */
void expect_fault(struct odp_counts *want, const struct odp_pair *pair,
		  const struct odp_work *work, enum odp_side side,
		  uint32_t request, uint32_t pieces);
uint32_t counts_compare(const struct odp_counts *got,
			const struct odp_counts *want);
/* For a comparison with what another build of the driver does */
void counts_record(FILE *facts, const char *name, const struct odp_counts *got);

/* odp_cases.c: requests that fault on both sides, and those that fail */
void odp_cases(struct odp *odp, FILE *facts);
void odp_failures(struct odp *odp, FILE *facts);

/* odp_waiting.c: what the command says of a WQE that waits for its page */
void odp_waiting(struct odp *odp, const char *checker);

#endif /* GUEST_ODP_H */
