/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Work queues of this process whose content and geometry are known: as
 * libmlx5 mapped them, not as the kernel reports them.
 */
#ifndef GUEST_RING_H
#define GUEST_RING_H

#include <infiniband/mlx5dv.h>
#include <infiniband/verbs.h>
#include <stdbool.h>
#include <stdint.h>

#include "poster_rng.h"
#include "uapi.h"

struct ring {
	char name[32];
	uint16_t handle_attr;	/* how WQ_READ takes the object */
	uint32_t handle;
	uint32_t num;		/* QPN or SRQN */
	uint32_t port;		/* of a QP1 */
	uint32_t wqn;		/* which the device knows */
	uint32_t queue;		/* enum mlx5_ib_wq_read_queue */
	uint8_t *slots;		/* NULL: the object has no such queue */
	uint32_t wqe_cnt;
	uint32_t stride;
	uint64_t offset;
	uint64_t buf_size;
	uint32_t qp_type;
	uint32_t sw_state;
	uint32_t hw_state;
	uint32_t flags;		/* of an answer, without asking the device */
	uint32_t hw_flags;	/* and with asking it */
	uint32_t hw_errno;	/* why it does not tell counters */
	uint32_t taken;		/* by the device, and posted: 16 bits */
	uint32_t posted;
	uint32_t owner;
};

/* What the device tells of most queues */
#define RING_HW_QP (MLX5_IB_WQ_READ_INFO_HW_VALID |			\
		    MLX5_IB_WQ_READ_INFO_COUNTER16 |			\
		    MLX5_IB_WQ_READ_INFO_HW_STATE)
#define RING_HW_WQ (RING_HW_QP | MLX5_IB_WQ_READ_INFO_WQ_STATE)

/* What the queues of a test are made on */
struct ring_base {
	struct ibv_context *context;
	struct ibv_pd *pd;
	struct ibv_cq *cq;
	struct ibv_cq_ex *extended_cq;	/* NULL until tag matching needs it */
	struct ibv_mr *mr;
	struct mlx5dv_devx_uar *uar;	/* NULL until ring_raw needs it */
	struct rng rng;
	uint8_t buffer[4096];
};

/* The first device, or NULL if there is none */
struct ibv_context *ring_open_device(void);

void ring_base_open(struct ring_base *base);

/*
 * A QP in state INIT whose rings are full of random bytes, with @recvs posted
 * receives at the start of its RQ.
 */
struct ibv_qp *ring_make_qp(struct ring_base *base, enum ibv_qp_type type,
			    uint32_t max_send, uint32_t max_recv,
			    struct ibv_srq *srq, uint32_t recvs);
void ring_of_qp(struct ring *ring, struct ibv_qp *qp, uint32_t queue,
		uint32_t recvs);
/* The rings of any QP, filled with random bytes */
void ring_fill_qp(struct ring_base *base, struct ibv_qp *qp);
/* Likewise of one in state RESET whose SQ and RQ are objects of their own */
void ring_of_raw_qp(struct ring *ring, struct ibv_qp *qp, uint32_t queue);

/* A receive WQ, in state RESET */
void ring_of_wq(struct ring_base *base, struct ring *ring, struct ibv_wq *wq);

/* An SRQ, likewise; the linked list in its slots is left alone */
struct ibv_srq *ring_make_srq(struct ring_base *base, uint32_t max_wr,
			      uint32_t recvs);
struct ibv_xrcd *ring_open_xrcd(struct ring_base *base);
/* Of another type than basic, or NULL */
struct ibv_srq *ring_make_srq_ex(struct ring_base *base, enum ibv_srq_type type,
				 struct ibv_xrcd *xrcd, uint32_t max_wr);
void ring_of_srq(struct ring *ring, struct ibv_srq *srq, uint32_t recvs);

/* A read of @ring, by handle or by number, that asks for nothing yet */
struct uapi_read ring_read(const struct ring *ring, bool by_num);

/* The first field of an answer about @ring that is not as it should be */
struct ring_difference {
	const char *field;	/* NULL: none */
	uint64_t got, want;
};

/* All fields but those that say which slots came, with or without counters */
struct ring_difference ring_compare(const struct ring *ring,
				    const struct mlx5_ib_wq_read_info *info,
				    bool query);

/* How many of @count slots from @first on @data has as they are in the ring */
uint32_t ring_slots_equal(const struct ring *ring, uint32_t first,
			  uint32_t count, const uint8_t *data);

#endif /* GUEST_RING_H */
