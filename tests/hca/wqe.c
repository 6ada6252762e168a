// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Read and take apart work-queue elements. */
#include <string.h>

#include "wqe.h"

#define DS		sizeof(struct mlx5_wqe_data_seg)
#define CTRL_SIZE	sizeof(struct mlx5_wqe_ctrl_seg)
#define RAW_INLINE	((u32)MLX5_INLINE_SEG)

#ifndef MLX5_TERMINATE_SCATTER_LIST_LKEY
/* Its name in older kernels. */
#define MLX5_TERMINATE_SCATTER_LIST_LKEY	MLX5_INVALID_LKEY
#endif

/* Which segments come between the control segment and the data. */
enum {
	SEG_RADDR = 1 << 0,
	SEG_ATOMIC = 1 << 1,
	SEG_AV = 1 << 2,	/* on datagram queues */
	SEG_UMR = 1 << 3,
	SEG_DATA = 1 << 4,
};

/* Types of QPs that may execute an opcode. */
#define RC		(1u << MLX5_QP_ST_RC)
#define UC		(1u << MLX5_QP_ST_UC)
#define UMR		(1u << MLX5_QP_ST_REG_UMR)
#define DATAGRAM	(1u << MLX5_QP_ST_UD | 1u << MLX5_QP_ST_QP0 | \
			 1u << MLX5_QP_ST_QP1)

static const struct {
	u8 opcode;
	u8 segs;
	u32 types;
} opcodes[] = {
	{ MLX5_OPCODE_NOP, 0, RC | UC | UMR | DATAGRAM },
	{ MLX5_OPCODE_SEND, SEG_AV | SEG_DATA, RC | UC | DATAGRAM },
	{ MLX5_OPCODE_SEND_IMM, SEG_AV | SEG_DATA, RC | UC | DATAGRAM },
	{ MLX5_OPCODE_SEND_INVAL, SEG_DATA, RC },
	{ MLX5_OPCODE_RDMA_WRITE, SEG_RADDR | SEG_DATA, RC | UC },
	{ MLX5_OPCODE_RDMA_WRITE_IMM, SEG_RADDR | SEG_DATA, RC | UC },
	{ MLX5_OPCODE_RDMA_READ, SEG_RADDR | SEG_DATA, RC },
	{ MLX5_OPCODE_ATOMIC_CS, SEG_RADDR | SEG_ATOMIC | SEG_DATA, RC },
	{ MLX5_OPCODE_ATOMIC_FA, SEG_RADDR | SEG_ATOMIC | SEG_DATA, RC },
	{ MLX5_OPCODE_UMR, SEG_UMR, RC | UC | UMR },
};

static bool read_slot(struct hca *h, const struct qp *qp, u16 index, u8 *dst)
{
	u64 slot = index & (qp->sq.cnt - 1);

	return buf_read(&h->dma, &qp->buf,
			qp->sq.offset + slot * MLX5_SEND_WQE_BB, dst,
			MLX5_SEND_WQE_BB);
}

bool wqe_read(struct hca *h, const struct qp *qp, u16 index, struct wqe *w)
{
	u32 i, ds;

	memset(w, 0, sizeof(*w));
	w->index = index;
	w->slots = 1;
	if (!read_slot(h, qp, index, w->raw))
		return false;
	ds = BE_GET(mlx5_wqe_ctrl_seg, w->raw, qpn_ds) & MLX5_WQE_CTRL_DS_MASK;
	w->size = ds * MLX5_SEND_WQE_DS;
	w->opcode = BE_GET(mlx5_wqe_ctrl_seg, w->raw, opmod_idx_opcode) &
		    MLX5_WQE_CTRL_OPCODE_MASK;
	w->flags = BE_GET(mlx5_wqe_ctrl_seg, w->raw, fm_ce_se);
	w->imm = BE_GET(mlx5_wqe_ctrl_seg, w->raw, imm);
	for (i = 1; i * MLX5_SEND_WQE_BB < w->size; i++)
		if (!read_slot(h, qp, index + i,
			       w->raw + i * MLX5_SEND_WQE_BB))
			return false;
	w->slots = i;
	return true;
}

static bool add_sge(struct sgl *l, const struct sge *sge)
{
	if (!sge->len)
		return true;
	if (l->count == ARRAY_SIZE(l->sge))
		return false;
	l->sge[l->count++] = *sge;
	l->len += sge->len;
	return true;
}

/* Bytes that the segment at p takes, 0 if it does not fit. */
static u32 parse_data(struct sgl *l, const u8 *p, u32 room)
{
	u32 count = be_load(p, 4);
	struct sge sge = { .len = count };
	u32 size = DS;

	if (count & RAW_INLINE) {
		sge.len = count & ~RAW_INLINE;
		sge.data = p + sizeof(struct mlx5_wqe_inline_seg);
		if (sge.len > MLX5_WQE_INLINE_SEG_BYTE_COUNT_MASK)
			return 0;
		size = (sizeof(struct mlx5_wqe_inline_seg) + sge.len + DS - 1) /
		       DS * DS;
	} else {
		sge.key = BE_GET(mlx5_wqe_data_seg, p, lkey);
		sge.addr = BE_GET(mlx5_wqe_data_seg, p, addr);
	}
	return size <= room && add_sge(l, &sge) ? size : 0;
}

static u8 parse_segments(struct wqe *w, u8 segs)
{
	const u8 *p = w->raw + CTRL_SIZE;
	const u8 *end = w->raw + w->size;
	u32 fixed = (segs & SEG_AV ? sizeof(struct mlx5_av) : 0) +
		    (segs & SEG_RADDR ? sizeof(struct mlx5_wqe_raddr_seg) : 0) +
		    (segs & SEG_ATOMIC ? sizeof(struct mlx5_wqe_atomic_seg) : 0);

	if (w->size < CTRL_SIZE + fixed)
		return MLX5_CQE_SYNDROME_LOCAL_QP_OP_ERR;
	if (segs & SEG_UMR) {
		w->umr = p;
		w->umr_size = end - p;
	}
	if (segs & SEG_AV) {
		w->av = p;
		p += sizeof(struct mlx5_av);
	}
	if (segs & SEG_RADDR) {
		w->raddr = BE_GET(mlx5_wqe_raddr_seg, p, raddr);
		w->rkey = BE_GET(mlx5_wqe_raddr_seg, p, rkey);
		p += sizeof(struct mlx5_wqe_raddr_seg);
	}
	if (segs & SEG_ATOMIC) {
		w->swap_add = BE_GET(mlx5_wqe_atomic_seg, p, swap_add);
		w->compare = BE_GET(mlx5_wqe_atomic_seg, p, compare);
		p += sizeof(struct mlx5_wqe_atomic_seg);
	}
	while (segs & SEG_DATA && p < end) {
		u32 size = parse_data(&w->local, p, end - p);

		if (!size)
			return MLX5_CQE_SYNDROME_LOCAL_QP_OP_ERR;
		p += size;
	}
	return w->local.len > MSG_MAX ? MLX5_CQE_SYNDROME_LOCAL_LENGTH_ERR : 0;
}

u8 wqe_parse(const struct qp *qp, struct wqe *w)
{
	u8 segs;
	u32 i;

	for (i = 0; i < ARRAY_SIZE(opcodes); i++)
		if (opcodes[i].opcode == w->opcode)
			break;
	if (i == ARRAY_SIZE(opcodes))
		return MLX5_CQE_SYNDROME_LOCAL_QP_OP_ERR;
	if (!(opcodes[i].types >> qp->st & 1))
		return MLX5_CQE_SYNDROME_LOCAL_QP_OP_ERR;
	segs = opcodes[i].segs;
	if (!(DATAGRAM >> qp->st & 1))
		segs &= ~SEG_AV;
	return parse_segments(w, segs);
}

/* A scatter list ends at the WQE's end or at a special key. */
static void parse_scatter(struct sgl *l, const u8 *p, u32 size)
{
	l->count = 0;
	l->len = 0;
	for (; size >= DS; size -= DS, p += DS) {
		struct sge sge = {
			.len = BE_GET(mlx5_wqe_data_seg, p, byte_count) &
			       ~RAW_INLINE,
			.key = BE_GET(mlx5_wqe_data_seg, p, lkey),
			.addr = BE_GET(mlx5_wqe_data_seg, p, addr),
		};

		if (sge.key == MLX5_TERMINATE_SCATTER_LIST_LKEY)
			return;
		add_sge(l, &sge);
	}
}

static enum rwqe_result peek_srq(struct hca *h, const struct qp *qp,
				 struct rwqe *r)
{
	const struct srq *srq = table_get(&h->srqs, qp->srqn);
	u32 head;

	if (!srq || srq_posted(h, srq) == srq->taken)
		return RWQE_NONE;
	if (!srq_read(h, srq, srq->head, r->raw, &r->next))
		return RWQE_BROKEN;
	head = srq->linked ? sizeof(struct mlx5_wqe_srq_next_seg) : 0;
	r->counter = srq->head;
	parse_scatter(&r->sgl, r->raw + head, srq->ring.stride - head);
	return RWQE_OK;
}

enum rwqe_result rwqe_peek(struct hca *h, const struct qp *qp, struct rwqe *r)
{
	u32 head = GET(qpc, qp->ctx, wq_signature) ?
		   sizeof(struct mlx5_rwqe_sig) : 0;
	u64 slot = qp->rq_ci & (qp->rq.cnt - 1);

	if (qp->srqn)
		return peek_srq(h, qp, r);
	if (!qp->rq.cnt || qp_rq_pi(h, qp) == qp->rq_ci)
		return RWQE_NONE;
	if (!buf_read(&h->dma, &qp->buf, slot * qp->rq.stride, r->raw,
		      qp->rq.stride))
		return RWQE_BROKEN;
	r->counter = qp->rq_ci;
	parse_scatter(&r->sgl, r->raw + head, qp->rq.stride - head);
	return RWQE_OK;
}

void rwqe_take(struct hca *h, struct qp *qp, const struct rwqe *r)
{
	if (qp->srqn)
		srq_take(h, table_get(&h->srqs, qp->srqn), r->next);
	else
		qp->rq_ci++;
}

bool sgl_check(struct hca *h, const struct sgl *l, u32 rights, u32 pd)
{
	u32 i;

	for (i = 0; i < l->count; i++)
		if (!l->sge[i].data &&
		    !mkey_check(h, l->sge[i].key, l->sge[i].addr,
				l->sge[i].len, rights, pd))
			return false;
	return true;
}

static bool read_sge(struct hca *h, const struct sge *s, u64 skip, u8 *dst,
		     u64 n)
{
	if (!s->data)
		return mkey_read(h, s->key, s->addr + skip, dst, n);
	memcpy(dst, s->data + skip, n);
	return true;
}

bool sgl_read(struct hca *h, const struct sgl *l, u64 pos, void *dst, u64 n)
{
	u8 *to = dst;
	u32 i;

	for (i = 0; i < l->count && n; i++) {
		u64 part;

		if (pos >= l->sge[i].len) {
			pos -= l->sge[i].len;
			continue;
		}
		part = MIN(n, l->sge[i].len - pos);
		if (!read_sge(h, &l->sge[i], pos, to, part))
			return false;
		to += part;
		n -= part;
		pos = 0;
	}
	return !n;
}

bool sgl_write(struct hca *h, const struct sgl *l, u64 pos, const void *src,
	       u64 n)
{
	const u8 *from = src;
	u32 i;

	for (i = 0; i < l->count && n; i++) {
		const struct sge *s = &l->sge[i];
		u64 part;

		if (pos >= s->len) {
			pos -= s->len;
			continue;
		}
		part = MIN(n, s->len - pos);
		if (s->data || !mkey_write(h, s->key, s->addr + pos, from, part))
			return false;
		from += part;
		n -= part;
		pos = 0;
	}
	return !n;
}
