/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/* What the opcodes do; engine.c decides when. */
#ifndef HCA_EXEC_H
#define HCA_EXEC_H

#include "wqe.h"

/* Otherwise a completion syndrome. */
enum { EXEC_OK = 0, EXEC_WAIT = -1 };

struct run {
	struct hca *h;
	struct qp *qp;
	struct wqe w;
	struct rwqe r;
	u32 byte_cnt;		/* for the requester's completion */
	struct qp *failed;	/* responder that has to go into error */
	u8 event;		/* and the event that it raises, 0 for none */
};

int exec_wqe(struct run *run);

/* complete.c */
void complete_request(struct hca *h, const struct qp *qp, const struct wqe *w,
		      u32 byte_cnt);
void complete_error(struct hca *h, const struct qp *qp, bool requester,
		    u16 counter, u8 opcode, u8 syndrome, u8 vendor);
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
};

void complete_receive(struct hca *h, const struct qp *qp,
		      const struct receipt *rc);

#endif
