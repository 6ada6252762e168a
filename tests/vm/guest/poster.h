/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * What the poster asks of libibverbs, kept as it was asked, so that what the
 * tool under test reads out of the queues can be compared with it.
 */

#ifndef POSTER_H
#define POSTER_H

#include <infiniband/mlx5dv.h>
#include <infiniband/verbs.h>
#include <stdbool.h>
#include <stdint.h>

#include "poster_rng.h"

#define MAX_SGE 64
#define MAX_INLINE 1024
#define MAX_PEERS 4
#define MAX_ENDPOINTS 16
#define MAX_SRQS 2
#define REGIONS 4
#define REGION_SIZE (1U << 20)
/* Receives that sends wait for, over all senders of a sink */
#define NEED_RING 4096
/* Bytes of a GRH in front of what a UD QP receives */
#define GRH_SIZE 40
/* Room for requests beside those that sweep the lengths of inline data */
#define SWEEP_MARGIN 64
#define UD_QKEY 0x1badcafeU

/* Memory that work requests name, each region with keys of its own */
struct region {
	uint8_t *bytes;
	struct ibv_mr *mr;
};

/* A datagram's destination and what the address handle was made of */
struct destination {
	struct ibv_ah *ah;
	struct ibv_ah_attr attr;
};

struct fabric {
	struct ibv_context *context;
	struct ibv_pd *pd;
	struct ibv_device_attr device;
	struct ibv_port_attr port;
	union ibv_gid gid;
	struct region regions[REGIONS];
};

/* A receive request */
struct receive {
	uint64_t wr_id;
	uint32_t index;		/* free-running for an RQ, slot for an SRQ */
	uint32_t next;		/* SRQ: slot of the request after it */
	size_t capacity;
	int num_sge;
	struct ibv_sge sge[MAX_SGE];
};

/*
 * Where messages land: the RQ of a QP, or an SRQ. The n-th message posted to
 * it takes the n-th receive, because senders execute in the order in which
 * they posted (struct domain).
 */
struct sink {
	struct fabric *fabric;
	struct ibv_qp *qp;	/* or */
	struct ibv_srq *srq;
	uint32_t number;	/* QPN or SRQN */
	uint32_t max_wr;
	uint32_t max_sge;
	uint32_t overhead;	/* bytes that arrive in front of a message */
	uint32_t wqe_cnt;
	uint32_t stride;
	struct receive *receives;	/* ring of max_wr */
	uint32_t posted;	/* receives, free-running */
	uint32_t taken;
	uint32_t messages;	/* posted to it, free-running */
	size_t needs[NEED_RING];	/* bytes of the message, by number */
};

/* A send request */
struct send {
	struct ibv_send_wr wr;
	struct ibv_sge sge[MAX_SGE];
	uint32_t imm;		/* as the application means it, host order */
	size_t length;		/* bytes of payload */
	uint8_t inline_bytes[MAX_INLINE];
	const struct destination *destination;	/* UD */
	struct sink *sink;	/* where it takes a receive, or NULL */
	struct endpoint *peer;
	uint32_t index;		/* slots posted before it, free-running */
	uint32_t ds;		/* 16-byte units */
	uint32_t slots;
};

/* QPs that execute in the order in which they posted, one WQE after another */
struct domain {
	struct endpoint **fifo;	/* whose request is next, ring of size */
	uint32_t size;
	uint32_t members;
	uint32_t head;
	uint32_t tail;
};

struct endpoint {
	struct fabric *fabric;
	struct ibv_qp *qp;
	struct ibv_cq *send_cq;
	struct ibv_cq *recv_cq;
	struct ibv_qp_cap cap;
	struct mlx5dv_qp dv;
	struct domain *domain;
	struct sink *sink;	/* its own receives */
	struct endpoint *peers[MAX_PEERS];
	struct destination destinations[MAX_PEERS];
	unsigned int peer_cnt;
	bool sig_all;
	bool sweep;		/* every length of inline data, once */
	bool far;		/* across the end of the 16-bit counter */
	bool brim;		/* not a free slot */
	uint32_t max_slots;	/* of the widest WQE that it may post */
	struct send *sends;	/* ring of cap.max_send_wr */
	uint32_t posted;	/* requests, free-running */
	uint32_t done;
	uint32_t acked;		/* up to the last completion seen */
	uint32_t unsignaled;	/* requests since the last signaled one */
	uint32_t slots;		/* posted, free-running */
	uint32_t slots_done;
};

static inline struct send *endpoint_send(const struct endpoint *ep, uint32_t n)
{
	return &ep->sends[n % ep->cap.max_send_wr];
}

static inline struct receive *sink_receive(const struct sink *sink, uint32_t n)
{
	return &sink->receives[n % sink->max_wr];
}

/* poster_fabric.c: device, memory */
void fabric_open(struct fabric *fabric, const char *device, struct rng *rng);
void fabric_close(struct fabric *fabric);
/* @length bytes somewhere in some region; *@key gets lkey and rkey */
uint64_t fabric_memory(const struct fabric *fabric, struct rng *rng,
		       uint32_t length, uint32_t align, uint32_t *lkey,
		       uint32_t *rkey);

/* poster_wqe_size.c: the size of a WQE, from the request alone */
void send_measure(struct send *send, enum ibv_qp_type type);
/* 16-byte units in front of the payload */
uint32_t send_header_ds(enum ibv_qp_type type, enum ibv_wr_opcode opcode);

/* What a request has to be; zero means whatever comes */
struct wish {
	uint32_t min_slots;
	bool one_slot;		/* no payload */
	bool signaled;
	bool inline_exact;	/* inline_length bytes of inline data */
	uint32_t inline_length;
};

/* poster_make_send.c: fill the next free request of @ep */
struct send *make_send(struct endpoint *ep, struct rng *rng,
		       const struct wish *wish);

/* poster_sink.c */
/* Largest message that the next receive can take */
size_t sink_room(const struct sink *sink);
/* Note that a message of @length takes the next receive */
void sink_expect(struct sink *sink, size_t length);
/* Post @count receives; @loose: whatever fits no message as well */
void sink_post(struct sink *sink, struct rng *rng, uint32_t count, bool loose);

/* poster_flow.c: post and execute */
/* Post a chain of @count requests; executes others to make room */
void post_chain(struct endpoint *ep, struct rng *rng, uint32_t count,
		const struct wish *wish);
/* Execute the next @count requests of a domain and check the completions */
void domain_step(struct domain *domain, struct rng *rng, uint32_t count);
uint32_t domain_waiting(const struct domain *domain);
/* Collect the completions of requests executed since the last call */
void reap(struct endpoint *ep, uint32_t count);
/* Room for requests that needs no execution */
uint32_t endpoint_room(const struct endpoint *ep);

/* poster_expect.c: write what was asked as JSON */
void expect_send_queue(const char *path, const struct endpoint *ep);
void expect_receive_queue(const char *path, const struct sink *sink,
			  const struct endpoint *ep);

/* poster_own.c: what the library says in the process that owns the queue */
void own_write(const char *prefix, const struct endpoint *ep,
	       const struct sink *sink, struct rng *rng);

#endif /* POSTER_H */
