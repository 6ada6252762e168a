// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Read and take apart work-queue elements. */
#include <string.h>

#include "wqe.h"

#define DS		sizeof(struct mlx5_wqe_data_seg)
#define CTRL_SIZE	sizeof(struct mlx5_wqe_ctrl_seg)
#define RAW_INLINE	((u32)MLX5_INLINE_SEG)
#define OPMOD_SHIFT	24
#define SRQN_MASK	0xffffffu

#ifndef MLX5_TERMINATE_SCATTER_LIST_LKEY
/* Its name in older kernels. */
#define MLX5_TERMINATE_SCATTER_LIST_LKEY	MLX5_INVALID_LKEY
#endif

/* Which segments come between the control segment and the data. */
enum {
	SEG_RADDR = 1 << 0,
	SEG_ATOMIC = 1 << 1,
	SEG_MASKED = 1 << 2,
	SEG_AV = 1 << 3,
	SEG_XRC = 1 << 4,
	SEG_ETH = 1 << 5,
	SEG_DATA = 1 << 6,
	SEG_REST = 1 << 7,	/* whatever it is, is taken apart elsewhere */
	SEG_WHOM = 1 << 8,	/* AV, XRC or ETH, by the type of the queue */
};

/* Types of QPs that may execute an opcode. */
#define RC		(1u << MLX5_QP_ST_RC)
#define UC		(1u << MLX5_QP_ST_UC)
#define UMR		(1u << MLX5_QP_ST_REG_UMR)
#define DATAGRAM	(1u << MLX5_QP_ST_UD | 1u << MLX5_QP_ST_QP0 | \
			 1u << MLX5_QP_ST_QP1)
#define XRC		(1u << MLX5_QP_ST_XRC)
#define DCI		(1u << MLX5_QP_ST_DCI)
#define ETH		(1u << MLX5_QP_ST_RAW_ETHERTYPE)
#define RELIABLE	(RC | XRC | DCI)
#define ANY		(~0u)

static const struct opcode_row {
	u8 opcode;
	u8 opmod;
	u16 segs;
	u32 types;
} opcodes[] = {
	{ MLX5_OPCODE_NOP, 0, 0, ANY },
	{ MLX5_OPCODE_SEND, 0, SEG_WHOM | SEG_DATA, ANY & ~UMR },
	{ MLX5_OPCODE_SEND_IMM, 0, SEG_WHOM | SEG_DATA,
	  RELIABLE | UC | DATAGRAM },
	{ MLX5_OPCODE_SEND_INVAL, 0, SEG_WHOM | SEG_DATA, RELIABLE },
	{ MLX5_OPCODE_LSO, 0, SEG_WHOM | SEG_DATA, ETH },
	{ MLX5_OPCODE_ENHANCED_MPSW, 0, SEG_WHOM | SEG_DATA, ETH },
	{ MLX5_OPCODE_DUMP, 0, SEG_DATA, ETH },
	{ MLX5_OPCODE_RDMA_WRITE, 0, SEG_WHOM | SEG_RADDR | SEG_DATA,
	  RELIABLE | UC },
	{ MLX5_OPCODE_RDMA_WRITE_IMM, 0, SEG_WHOM | SEG_RADDR | SEG_DATA,
	  RELIABLE | UC },
	{ MLX5_OPCODE_RDMA_READ, 0, SEG_WHOM | SEG_RADDR | SEG_DATA,
	  RELIABLE },
	{ MLX5_OPCODE_ATOMIC_CS, 0,
	  SEG_WHOM | SEG_RADDR | SEG_ATOMIC | SEG_DATA, RELIABLE },
	{ MLX5_OPCODE_ATOMIC_FA, 0,
	  SEG_WHOM | SEG_RADDR | SEG_ATOMIC | SEG_DATA, RELIABLE },
	{ MLX5_OPCODE_ATOMIC_MASKED_CS, 0,
	  SEG_WHOM | SEG_RADDR | SEG_MASKED | SEG_DATA, RELIABLE },
	{ MLX5_OPCODE_ATOMIC_MASKED_CS, OPMOD_EXTENDED_8B,
	  SEG_WHOM | SEG_RADDR | SEG_MASKED | SEG_DATA, RELIABLE },
	{ MLX5_OPCODE_ATOMIC_MASKED_FA, OPMOD_EXTENDED_8B,
	  SEG_WHOM | SEG_RADDR | SEG_ATOMIC | SEG_DATA, RELIABLE },
	{ MLX5_OPCODE_UMR, 0, SEG_REST, RELIABLE | UC | UMR },
	{ MLX5_OPCODE_SET_PSV, 0, SEG_REST, RELIABLE | UMR },
	{ OPCODE_MMO, OPMOD_MMO_DMA, SEG_REST, RC | DCI },
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
	w->opmod = BE_GET(mlx5_wqe_ctrl_seg, w->raw, opmod_idx_opcode) >>
		   OPMOD_SHIFT;
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

/* Of an address vector only the first part may be there. */
static u32 av_size(const u8 *p)
{
	return BE_GET(mlx5_av, p, dqp_dct) & MLX5_EXTENDED_UD_AV ?
		sizeof(struct mlx5_av) : offsetof(struct mlx5_av, reserved0);
}

/* Headers of a packet begin within the segment and may go on behind it. */
static u32 eth_size(const u8 *p)
{
	u32 end = offsetof(struct mlx5_wqe_eth_seg, inline_hdr.data) +
		  BE_GET(mlx5_wqe_eth_seg, p, inline_hdr.sz);

	return end <= DS ? DS : (end + DS - 1) / DS * DS;
}

static u32 take_av(struct wqe *w, const u8 *p)
{
	w->av = p;
	w->av_full = av_size(p) == sizeof(struct mlx5_av);
	return av_size(p);
}

static u32 take_xrc(struct wqe *w, const u8 *p)
{
	w->srqn = BE_GET(mlx5_wqe_xrc_seg, p, xrc_srqn) & SRQN_MASK;
	return sizeof(struct mlx5_wqe_xrc_seg);
}

static u32 take_eth(struct wqe *w, const u8 *p)
{
	(void)w;
	return eth_size(p);
}

static u32 take_raddr(struct wqe *w, const u8 *p)
{
	w->raddr = BE_GET(mlx5_wqe_raddr_seg, p, raddr);
	w->rkey = BE_GET(mlx5_wqe_raddr_seg, p, rkey);
	return sizeof(struct mlx5_wqe_raddr_seg);
}

static u32 take_atomic(struct wqe *w, const u8 *p)
{
	w->swap_add = BE_GET(mlx5_wqe_atomic_seg, p, swap_add);
	w->compare = BE_GET(mlx5_wqe_atomic_seg, p, compare);
	w->swap_mask = ~0ull;
	w->compare_mask = ~0ull;
	return sizeof(struct mlx5_wqe_atomic_seg);
}

static u32 take_masked(struct wqe *w, const u8 *p)
{
	w->swap_add = BE_GET(mlx5_wqe_masked_atomic_seg, p, swap_add);
	w->compare = BE_GET(mlx5_wqe_masked_atomic_seg, p, compare);
	w->swap_mask = BE_GET(mlx5_wqe_masked_atomic_seg, p, swap_add_mask);
	w->compare_mask = BE_GET(mlx5_wqe_masked_atomic_seg, p, compare_mask);
	return sizeof(struct mlx5_wqe_masked_atomic_seg);
}

/* In the order in which they come. */
static const struct {
	u16 seg;
	u32 (*take)(struct wqe *w, const u8 *p);
} takers[] = {
	{ SEG_AV, take_av },
	{ SEG_XRC, take_xrc },
	{ SEG_ETH, take_eth },
	{ SEG_RADDR, take_raddr },
	{ SEG_ATOMIC, take_atomic },
	{ SEG_MASKED, take_masked },
};

static u8 parse_segments(struct wqe *w, u16 segs)
{
	u32 i, pos = CTRL_SIZE;

	/* The buffer is longer than the WQE: nothing is read beyond it. */
	for (i = 0; i < ARRAY_SIZE(takers) && pos <= w->size; i++)
		if (segs & takers[i].seg)
			pos += takers[i].take(w, w->raw + pos);
	if (pos > w->size)
		return MLX5_CQE_SYNDROME_LOCAL_QP_OP_ERR;
	if (segs & SEG_REST) {
		w->rest = w->raw + pos;
		w->rest_size = w->size - pos;
	}
	while (segs & SEG_DATA && pos < w->size) {
		u32 size = parse_data(&w->local, w->raw + pos, w->size - pos);

		if (!size)
			return MLX5_CQE_SYNDROME_LOCAL_QP_OP_ERR;
		pos += size;
	}
	return w->local.len > MSG_MAX ? MLX5_CQE_SYNDROME_LOCAL_LENGTH_ERR : 0;
}

static u16 whom(u8 st)
{
	if ((DATAGRAM | DCI) >> st & 1)
		return SEG_AV;
	if (XRC >> st & 1)
		return SEG_XRC;
	return ETH >> st & 1 ? SEG_ETH : 0;
}

u8 wqe_parse(const struct qp *qp, struct wqe *w)
{
	const struct opcode_row *row;
	u16 segs;

	for (row = opcodes; row < opcodes + ARRAY_SIZE(opcodes); row++)
		if (row->opcode == w->opcode && row->opmod == w->opmod)
			break;
	if (row == opcodes + ARRAY_SIZE(opcodes) ||
	    !(row->types >> qp->st & 1))
		return MLX5_CQE_SYNDROME_LOCAL_QP_OP_ERR;
	segs = row->segs;
	if (segs & SEG_WHOM)
		segs |= whom(qp->st);
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

static enum rwqe_result peek_srq(struct hca *h, u32 srqn, struct rwqe *r)
{
	const struct srq *srq = table_get(&h->srqs, srqn);
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

enum rwqe_result rwqe_peek(struct hca *h, const struct qp *qp, u32 srqn,
			   struct rwqe *r)
{
	u32 head = GET(qpc, qp->ctx, wq_signature) ?
		   sizeof(struct mlx5_rwqe_sig) : 0;
	u64 slot = qp->rq_ci & (qp->rq.cnt - 1);

	if (srqn)
		return peek_srq(h, srqn, r);
	if (!qp->rq.cnt || qp_rq_pi(h, qp) == qp->rq_ci)
		return RWQE_NONE;
	if (!buf_read(&h->dma, &qp->buf, slot * qp->rq.stride, r->raw,
		      qp->rq.stride))
		return RWQE_BROKEN;
	r->counter = qp->rq_ci;
	parse_scatter(&r->sgl, r->raw + head, qp->rq.stride - head);
	return RWQE_OK;
}

void rwqe_take(struct hca *h, struct qp *qp, u32 srqn, const struct rwqe *r)
{
	if (srqn)
		srq_take(h, table_get(&h->srqs, srqn), r->next);
	else
		qp->rq_ci++;
}

enum key_result sgl_check(struct hca *h, const struct sgl *l,
			  const struct key_use *use)
{
	enum key_result result = KEY_OK;
	u32 i;

	for (i = 0; i < l->count && result == KEY_OK; i++)
		if (!l->sge[i].data)
			result = mkey_check(h, l->sge[i].key, l->sge[i].addr,
					    l->sge[i].len, use);
	return result;
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
