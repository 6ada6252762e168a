// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* UMR work requests: change a memory key and its list of pages. */
#include <stdlib.h>
#include <string.h>

#include "cmd.h"

#define OCTWORD		16u
#define CTRL_SIZE	sizeof(struct mlx5_wqe_umr_ctrl_seg)
#define MKEY_SIZE	sizeof(struct mlx5_mkey_seg)
#define XLT_OFF		(CTRL_SIZE + MKEY_SIZE)
#define XLT_MAX		(1u << 20)	/* more than 16 bits of octwords */
#define BSF_ALIGN	64u

/* Which fields of the context a bit of mkey_mask changes. */
static const struct {
	u64 mask;
	u16 bit;
	u16 bits;
} fields[] = {
#define FIELD(mask, field) { mask, IFC_BIT(mkc, field), IFC_BITS(mkc, field) }
	FIELD(MLX5_MKEY_MASK_LEN, len),
	FIELD(MLX5_MKEY_MASK_LEN, length64),
	FIELD(MLX5_MKEY_MASK_PAGE_SIZE, log_page_size),
	FIELD(MLX5_MKEY_MASK_START_ADDR, start_addr),
	FIELD(MLX5_MKEY_MASK_PD, pd),
	FIELD(MLX5_MKEY_MASK_EN_RINVAL, en_rinval),
	FIELD(MLX5_MKEY_MASK_BSF_EN, bsf_en),
	FIELD(MLX5_MKEY_MASK_KEY, mkey_7_0),
	FIELD(MLX5_MKEY_MASK_QPN, qpn),
	FIELD(MLX5_MKEY_MASK_LR, lr),
	FIELD(MLX5_MKEY_MASK_LW, lw),
	FIELD(MLX5_MKEY_MASK_RR, rr),
	FIELD(MLX5_MKEY_MASK_RW, rw),
	FIELD(MLX5_MKEY_MASK_A, a),
	FIELD(MLX5_MKEY_MASK_SMALL_FENCE, small_fence_on_rdma_read_response),
	FIELD(MLX5_MKEY_MASK_RELAXED_ORDERING_WRITE, relaxed_ordering_write),
	FIELD(MLX5_MKEY_MASK_RELAXED_ORDERING_READ, relaxed_ordering_read),
	FIELD(MLX5_MKEY_MASK_FREE, free),
#undef FIELD
};

static void set_fields(struct mkey *mkey, u64 mask, const u8 *from)
{
	u32 i;

	for (i = 0; i < ARRAY_SIZE(fields); i++)
		if (mask & fields[i].mask)
			ifc_store(mkey->ctx, fields[i].bit, fields[i].bits,
				  ifc_load(from, fields[i].bit,
					   fields[i].bits));
}

/* The new entries: in the WQE itself, or where a data segment points. */
static u8 get_xlt(struct hca *h, const struct key_use *use, const u8 *seg,
		  u32 size, u8 flags, u8 *xlt, u32 *bytes)
{
	const u8 *data = seg + XLT_OFF;
	u32 room = size - XLT_OFF;
	u32 lkey, len;
	u64 addr;

	if (flags & MLX5_UMR_INLINE) {
		*bytes = MIN(*bytes, room);
		memcpy(xlt, data, *bytes);
		return 0;
	}
	if (room < sizeof(struct mlx5_wqe_data_seg))
		return MLX5_CQE_SYNDROME_LOCAL_QP_OP_ERR;
	len = BE_GET(mlx5_wqe_data_seg, data, byte_count);
	lkey = BE_GET(mlx5_wqe_data_seg, data, lkey);
	addr = BE_GET(mlx5_wqe_data_seg, data, addr);
	*bytes = MIN(*bytes, len);
	if (mkey_check(h, lkey, addr, *bytes, use) != KEY_OK ||
	    !mkey_read(h, lkey, addr, xlt, *bytes))
		return MLX5_CQE_SYNDROME_LOCAL_PROT_ERR;
	return 0;
}

static u32 xlt_bytes(const u8 *seg)
{
	return OCTWORD * BE_GET(mlx5_wqe_umr_ctrl_seg, seg, xlt_octowords);
}

static u8 set_xlt(struct hca *h, struct mkey *mkey,
		  const struct key_use *use, const u8 *seg, u32 size)
{
	u8 flags = BE_GET(mlx5_wqe_umr_ctrl_seg, seg, flags);
	u32 bytes = xlt_bytes(seg);
	u64 first = 0;
	u8 syndrome;
	u8 *xlt;
	u32 i;

	if (!bytes || size <= XLT_OFF)
		return 0;
	if (flags & MLX5_UMR_TRANSLATION_OFFSET_EN)
		first = BE_GET(mlx5_wqe_umr_ctrl_seg, seg,
			       xlt_offset_47_16) << 16 |
			BE_GET(mlx5_wqe_umr_ctrl_seg, seg, xlt_offset);
	xlt = malloc(XLT_MAX);
	if (!xlt)
		return MLX5_CQE_SYNDROME_LOCAL_QP_OP_ERR;
	syndrome = get_xlt(h, use, seg, size, flags, xlt, &bytes);
	first *= OCTWORD / 8;
	if (!syndrome && (first > UINT32_MAX / 2 ||
			  !mkey_resize(mkey, first + bytes / 8)))
		syndrome = MLX5_CQE_SYNDROME_LOCAL_QP_OP_ERR;
	for (i = 0; !syndrome && i < bytes / 8; i++)
		mkey->xlt[first + i] = be_load(xlt + 8ul * i, 8);
	mkey->paged = true;
	free(xlt);
	return syndrome;
}

/* The description of signatures or encryption comes after the list. */
static u8 set_bsf(struct mkey *mkey, const u8 *seg, u32 size)
{
	u8 flags = BE_GET(mlx5_wqe_umr_ctrl_seg, seg, flags);
	u32 list = flags & MLX5_UMR_INLINE ? xlt_bytes(seg) :
					     sizeof(struct mlx5_wqe_data_seg);
	u32 bytes, at;

	/* In its place is the offset of a partial update. */
	if (flags & MLX5_UMR_TRANSLATION_OFFSET_EN)
		return 0;
	bytes = OCTWORD * BE_GET(mlx5_wqe_umr_ctrl_seg, seg, bsf_octowords);
	at = XLT_OFF + (xlt_bytes(seg) ? (list + BSF_ALIGN - 1) / BSF_ALIGN *
					 BSF_ALIGN : 0);
	if (bytes > sizeof(mkey->bsf) || (bytes && at + bytes > size))
		return MLX5_CQE_SYNDROME_LOCAL_QP_OP_ERR;
	memcpy(mkey->bsf, seg + at, bytes);
	return 0;
}

/* The names say when it fails: a window is not bound twice. */
static bool free_as_asked(const struct mkey *mkey, u8 flags)
{
	bool is_free = GET(mkc, mkey->ctx, free);

	return !(flags & MLX5_UMR_CHECK_FREE && is_free) &&
	       !(flags & MLX5_UMR_CHECK_NOT_FREE && !is_free);
}

u8 umr_exec(struct hca *h, u32 key, const struct key_use *use, const u8 *seg,
	    u32 size)
{
	struct mkey *mkey = table_get(&h->mkeys, key >> 8);
	u8 syndrome;

	if (size < XLT_OFF || !mkey || !GET(mkc, mkey->ctx, umr_en) ||
	    (use->pd != GET(mkc, mkey->ctx, pd) && use->qpn))
		return MLX5_CQE_SYNDROME_LOCAL_QP_OP_ERR;
	if (!free_as_asked(mkey, BE_GET(mlx5_wqe_umr_ctrl_seg, seg, flags)))
		return MLX5_CQE_SYNDROME_MW_BIND_ERR;
	syndrome = set_xlt(h, mkey, use, seg, size);
	if (!syndrome)
		syndrome = set_bsf(mkey, seg, size);
	if (syndrome)
		return syndrome;
	set_fields(mkey, BE_GET(mlx5_wqe_umr_ctrl_seg, seg, mkey_mask),
		   seg + CTRL_SIZE);
	hca_trace(h, "UMR of mkey %x: %llx + %llx, free %u", key,
		  (unsigned long long)GET(mkc, mkey->ctx, start_addr),
		  (unsigned long long)GET(mkc, mkey->ctx, len),
		  (unsigned int)GET(mkc, mkey->ctx, free));
	return 0;
}
