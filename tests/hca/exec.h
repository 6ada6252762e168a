/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/* What the opcodes do; engine.c decides when. */
#ifndef HCA_EXEC_H
#define HCA_EXEC_H

#include "wqe.h"

/* Otherwise a completion syndrome. */
enum { EXEC_OK = 0, EXEC_WAIT = -1, EXEC_FAULT = -2 };

/* Where a completion goes, and whose it says that it is. */
struct cqe_owner {
	u32 qpn;
	u32 cqn;
	u32 user_index;
};

/* Who receives a message. */
struct responder {
	struct qp *qp;		/* NULL: nobody there */
	u32 srqn;		/* 0: the QP's own receive queue */
	u32 pd;
	struct cqe_owner owner;
};

struct run {
	struct hca *h;
	struct qp *qp;
	struct wqe w;
	struct rwqe r;
	u32 byte_cnt;		/* for the requester's completion */
	struct qp *failed;	/* responder that has to go into error */
	u8 event;		/* and the event that it raises, 0 for none */
	struct page_fault fault;
	u8 mad[MAD_SIZE];	/* an answer on its way */
};

int exec_wqe(struct run *run);

/* fault.c: ask the driver for the pages of run->fault. */
void fault_raise(struct run *run);

/* datagram.c */
int exec_datagram(struct run *run);

/* sa.c: turn a request of MAD_SIZE into its answer; false: not for it. */
bool sa_answer(struct hca *h, u8 *mad);

/* local.c: work that nobody else takes part in. */
int exec_umr(struct run *run);
int exec_mmo(struct run *run);
int exec_packet(struct run *run);

/*
 * access.c: all functions return EXEC_OK, EXEC_FAULT or the syndrome for the
 * requester's completion.
 */
int access_local(struct run *run, u32 rights);
int access_remote(struct run *run, const struct responder *d, u64 size,
		  u32 rights);
int access_receive(struct run *run, const struct responder *d, u64 size);
bool copy_to_receiver(struct run *run, u64 skip);
bool copy_to_remote(struct run *run);
bool copy_from_remote(struct run *run);
struct key_use requester_use(const struct run *run, u32 rights);

/* responder.c */
bool can_receive(const struct qp *qp);
/* Where a QP's receptions go as far as the QP says. */
struct responder responder_of(const struct hca *h, struct qp *qp);
/* EXEC_WAIT: nobody there (yet). */
int find_responder(struct run *run, struct responder *d);
/* The responder refuses: only a reliable sender is told. */
int refuse(struct run *run, const struct responder *d, u8 event,
	   int syndrome);
bool reliable(const struct run *run);
/* Look at the next receive WQE. */
int peek(struct run *run, const struct responder *d);
/* Fill the receive WQE that was peeked at; skip bytes are in front. */
int deliver(struct run *run, const struct responder *d, u64 skip);
/* Complete the receive WQE. */
void tell_receiver(struct run *run, const struct responder *d);

/* complete.c */
struct cqe_owner requester_of(const struct qp *qp);
void complete_request(struct hca *h, const struct qp *qp, const struct wqe *w,
		      u32 byte_cnt);
/* requester: as opposed to responder. */
void complete_error(struct hca *h, const struct cqe_owner *owner,
		    bool requester, u16 counter, u8 opcode, u8 syndrome,
		    u8 vendor);
/* What reports of real adapters show along with a syndrome, 0 if unknown. */
u8 vendor_syndrome(u8 syndrome);

struct receipt {
	u8 cqe_opcode;
	u16 counter;
	u32 byte_cnt;
	u32 imm;
	bool solicited;
	const struct qp *src;	/* datagrams only */
	bool grh;
	bool pkey;		/* a pkey in place of immediate data */
};

void complete_receive(struct hca *h, const struct cqe_owner *owner,
		      const struct receipt *rc);
u8 receive_opcode(u8 opcode);

#endif
