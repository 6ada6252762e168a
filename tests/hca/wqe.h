/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/* Work-queue elements, taken apart. */
#ifndef HCA_WQE_H
#define HCA_WQE_H

#include "hca.h"

#define WQE_MAX_DS	63
#define WQE_BUF_SIZE	HCA_MAX_SEND_WQE
#define RWQE_MAX_SIZE	2048
#define MSG_MAX		(1ull << 30)

/* Names that only rdma-core's headers have. */
enum {
	OPCODE_MMO = 0x2f,
	OPMOD_MMO_DMA = 1,
	/* Extended atomics: sizes from 4 bytes on. */
	OPMOD_EXTENDED_8B = 9,
};

/* A piece of a message: inline bytes if data is set, else by key. */
struct sge {
	const u8 *data;
	u64 addr;
	u32 len;
	u32 key;
};

struct sgl {
	u32 count;
	u64 len;
	struct sge sge[RWQE_MAX_SIZE / sizeof(struct mlx5_wqe_data_seg)];
};

struct wqe {
	u8 raw[WQE_BUF_SIZE];
	u16 index;
	u8 opcode;
	u8 opmod;
	u8 flags;	/* fm_ce_se */
	u32 size;	/* bytes */
	u32 slots;	/* basic blocks, at least 1 */
	u32 imm;
	u64 raddr;
	u32 rkey;
	u64 swap_add;
	u64 compare;
	u64 swap_mask;
	u64 compare_mask;
	u32 srqn;	/* XRC: where the message goes */
	const u8 *av;	/* datagrams and DC */
	bool av_full;	/* with the part that names a GID */
	const u8 *rest;	/* local work: all that follows the control segment */
	u32 rest_size;
	struct sgl local;
};

/* A receive WQE, not yet taken. */
struct rwqe {
	u8 raw[RWQE_MAX_SIZE];
	u16 counter;	/* as completions tell it */
	u16 next;	/* SRQ: what comes after it */
	struct sgl sgl;
};

/* Read a whole WQE of the send queue; false if its memory is missing. */
bool wqe_read(struct hca *h, const struct qp *qp, u16 index, struct wqe *w);
/* Take it apart; returns a completion syndrome, 0 for success. */
u8 wqe_parse(const struct qp *qp, struct wqe *w);

enum rwqe_result { RWQE_OK, RWQE_NONE, RWQE_BROKEN };
/* srqn: the shared queue to take it from, 0 for the QP's own. */
enum rwqe_result rwqe_peek(struct hca *h, const struct qp *qp, u32 srqn,
			   struct rwqe *r);
void rwqe_take(struct hca *h, struct qp *qp, u32 srqn, const struct rwqe *r);

enum key_result sgl_check(struct hca *h, const struct sgl *l,
			  const struct key_use *use);
/* Copy between guest memory and a buffer, from a position of the message. */
bool sgl_read(struct hca *h, const struct sgl *l, u64 pos, void *dst, u64 n);
bool sgl_write(struct hca *h, const struct sgl *l, u64 pos, const void *src,
	       u64 n);

#endif
