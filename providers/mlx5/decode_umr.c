// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Lists of translations and block signature formats of a UMR. Their lengths
 * are in the UMR control segment, their kind is in the mkey context, if it is
 * anywhere: only the kernel says it.
 */

#include <infiniband/mlx5dv.h>

#include "decode.h"

#define UMR_CTRL_AT sizeof(struct mlx5_wqe_ctrl_seg)
#define MKEY_AT (UMR_CTRL_AT + sizeof(struct mlx5_wqe_umr_ctrl_seg))
#define LIST_AT (MKEY_AT + sizeof(struct mlx5_wqe_mkey_context_seg))

#define ENTRY_SIZE 16u
#define MTT_SIZE 8u
#define REPEAT_BLOCK_OP 0x400u	/* MLX5_STRIDE_BLOCK_OP of linux/mlx5/qp.h */
#define MTT_FLAGS 3u		/* MLX5_EN_RD and _WR */
#define MTT_PAGE 0xfffu
#define MTT_UNUSED_BITS 12	/* at the top of an address */

/* Which fields of the mkey count: MLX5_MKEY_MASK_* of linux/mlx5/device.h */
#define MASK_LEN 0x1u
#define MASK_PAGES 0x43u	/* LEN, PAGE_SIZE, START_ADDR */

/* Fields of the mkey */
#define LENGTH64 0x80000000u
#define LOG_PAGE_SIZE 0x1fu

/* MLX5_MKC_ACCESS_MODE_* of linux/mlx5/mlx5_ifc.h */
enum access_mode {
	ACCESS_MODE_MTT = 1,
	ACCESS_MODE_KLMS = 2,
	ACCESS_MODE_KSM = 3,
};

/* From bsf_size and bsf_type; rdma-core's wqe.h */
static const uint8_t bsf_segments[4] = {
	SEG_BSF_BASIC, SEG_BSF_EXTENDED, SEG_BSF_INLINE, SEG_BSF_INLINE,
};

#define BSF_SIZE_SHIFT 6
#define BSF_TYPE_MASK 3u
#define BSF_TYPE_CRYPTO 1u

/* A big-endian member of a public struct; the bytes are there. */
#define GET(bytes, type, member)					\
	get_be((bytes) + offsetof(struct type, member),			\
	       sizeof(((struct type *)NULL)->member))

static uint8_t access_mode(const struct decoder *d)
{
	const uint8_t *mkey = d->bytes + MKEY_AT;

	return (uint8_t)((mkey[0] >> 2 & 7) << 2 | (mkey[2] & 3));
}

/* Length without the zeros that pad a list */
static size_t used_length(const uint8_t *list, size_t length, size_t unit)
{
	while (length >= unit && all_zero(list + length - unit, unit))
		length -= unit;
	return length;
}

/* Bytes of KLMs up to the one that @bytes end in; all if none does */
static size_t klms_of(const uint8_t *list, size_t length, uint64_t bytes)
{
	uint64_t count;
	size_t at;

	for (at = 0; bytes && at + ENTRY_SIZE <= length; at += ENTRY_SIZE) {
		count = GET(list + at, mlx5_wqe_umr_klm_seg, byte_count);
		bytes -= count < bytes ? count : bytes;
	}
	return bytes ? length : at;
}

/* Bytes of MTTs for @bytes from @start on */
static size_t mtts_of(size_t length, uint64_t start, uint64_t bytes,
		      unsigned int page_shift)
{
	uint64_t page = UINT64_C(1) << page_shift;
	uint64_t pages;

	if (bytes >= length / MTT_SIZE * page)
		return length;
	pages = ((start & (page - 1)) + bytes + page - 1) >> page_shift;
	return pages * MTT_SIZE < length ? pages * MTT_SIZE : length;
}

/*
 * How much of a list of @length bytes the memory key has a use for. mlx5_ib
 * announces lists in units of 64 bytes but writes their entries only: what
 * follows is left over from an older WQE.
 */
static size_t needed_length(struct decoder *d, enum segment_id id,
			    size_t length)
{
	const uint8_t *mkey = d->bytes + MKEY_AT;
	uint64_t mask = GET(d->bytes + UMR_CTRL_AT, mlx5_wqe_umr_ctrl_seg,
			    mkey_mask);
	uint64_t len = GET(mkey, mlx5_wqe_mkey_context_seg, len);

	if (GET(mkey, mlx5_wqe_mkey_context_seg, flags_pd) & LENGTH64)
		return length;
	if (id == SEG_KLM && mask & MASK_LEN)
		return klms_of(d->bytes + d->pos, length, len);
	if (id == SEG_MTT && (mask & MASK_PAGES) == MASK_PAGES)
		return mtts_of(length,
			       GET(mkey, mlx5_wqe_mkey_context_seg, start_addr),
			       len,
			       GET(mkey, mlx5_wqe_mkey_context_seg,
				   log_page_size) & LOG_PAGE_SIZE);
	return length;
}

static bool is_repeat_block(const uint8_t *list, size_t length)
{
	return length >= 2 * ENTRY_SIZE &&
	       GET(list, mlx5_wqe_umr_repeat_block_seg, op) ==
		       REPEAT_BLOCK_OP &&
	       !GET(list, mlx5_wqe_umr_repeat_block_seg, reserved) &&
	       GET(list, mlx5_wqe_umr_repeat_block_seg, num_ent);
}

/* Whether every word is a page and says who may do what there */
static bool looks_like_mtts(const uint8_t *list, size_t length)
{
	uint64_t word;
	size_t at;

	for (at = 0; at + MTT_SIZE <= length; at += MTT_SIZE) {
		word = get_be(list + at, MTT_SIZE);
		if (!(word & MTT_FLAGS) || word & MTT_PAGE & ~MTT_FLAGS ||
		    word >> (64 - MTT_UNUSED_BITS))
			return false;
	}
	return length >= MTT_SIZE;
}

static bool looks_like_ksms(const uint8_t *list, size_t length)
{
	size_t at;

	for (at = 0; at + ENTRY_SIZE <= length; at += ENTRY_SIZE)
		if (get_be(list + at, 4) || !get_be(list + at + 4, 4))
			return false;
	return length >= ENTRY_SIZE;
}

static int decode_run(struct decoder *d, enum segment_id id, size_t end)
{
	int ret = 0;

	while (!ret && d->pos + segment_desc(id)->size <= end)
		ret = decode_segment(d, id);
	return ret;
}

static int decode_blocks(struct decoder *d, size_t end)
{
	const uint8_t *block = d->bytes + d->pos;
	size_t entries, room;
	int ret;

	entries = GET(block, mlx5_wqe_umr_repeat_block_seg, num_ent);
	room = (end - d->pos) / ENTRY_SIZE - 1;
	ret = decode_segment(d, SEG_REPEAT_BLOCK);
	if (!ret && entries > room)
		ret = emit_warning(d, "the repeat block has %zu entries, its list has room for %zu",
				   entries, room);
	if (entries > room)
		entries = room;
	return ret ? ret : decode_run(d, SEG_REPEAT_ENTRY,
				      d->pos + entries * ENTRY_SIZE);
}

/* The kind of list that stands at the position, of @length bytes without pad */
static enum segment_id list_id(struct decoder *d, size_t length,
			       bool *guessed)
{
	const uint8_t *list = d->bytes + d->pos;

	*guessed = false;
	switch (access_mode(d)) {
	case ACCESS_MODE_MTT:
		return SEG_MTT;
	case ACCESS_MODE_KSM:
		return SEG_KSM;
	default:
		break;
	}
	if (is_repeat_block(list, length))
		return SEG_REPEAT_BLOCK;
	if (access_mode(d) == ACCESS_MODE_KLMS)
		return SEG_KLM;
	*guessed = true;
	if (looks_like_mtts(list, length))
		return SEG_MTT;
	if (looks_like_ksms(list, length))
		return SEG_KSM;
	*guessed = false;
	return SEG_KLM;
}

static int decode_list(struct decoder *d, size_t length)
{
	const uint8_t *list = d->bytes + d->pos;
	size_t end = d->pos + length;
	size_t used, needed, unit;
	enum segment_id id;
	bool guessed;
	int ret = 0;

	used = used_length(list, length, MTT_SIZE);
	id = list_id(d, used, &guessed);
	unit = id == SEG_MTT ? MTT_SIZE : ENTRY_SIZE;
	used = used_length(list, length, unit);
	needed = needed_length(d, id, used);
	if (used && guessed)
		ret = emit_warning(d, "the mkey context does not say what its list is made of: it looks like %s entries",
				   segment_desc(id)->name);
	if (!ret && used && id == SEG_REPEAT_BLOCK)
		ret = decode_blocks(d, end);
	else if (!ret)
		ret = decode_run(d, id, d->pos + needed);
	if (ret)
		return ret;
	return needed < used ? decode_bytes(d, end - d->pos) :
			       decode_filler(d, end - d->pos);
}

static int decode_bsfs(struct decoder *d, size_t end)
{
	enum segment_id id;
	uint8_t head;
	int ret = 0;

	while (!ret && d->pos < end) {
		head = d->bytes[d->pos];
		id = bsf_segments[head >> BSF_SIZE_SHIFT];
		if ((head & BSF_TYPE_MASK) == BSF_TYPE_CRYPTO)
			id = SEG_BSF_CRYPTO;
		ret = decode_segment(d, id);
	}
	return ret;
}

/* @length bytes of a part that has been announced, or what is left of it */
static int clip(struct decoder *d, const char *part, size_t *length)
{
	size_t rest = d->length - d->pos;
	size_t want = *length;

	if (want <= rest)
		return 0;
	*length = rest;
	return emit_warning(d, "%s of %zu bytes at byte %zu is beyond the WQE, which has %zu left",
			    part, want, d->pos, rest);
}

int decode_umr_body(struct decoder *d)
{
	const uint8_t *ctrl = d->bytes + UMR_CTRL_AT;
	size_t list, bsf = 0;
	int ret;

	if (d->pos != LIST_AT)
		return 0;	/* cut short, and shown already */
	if (!(ctrl[0] & MLX5_WQE_UMR_CTRL_FLAG_INLINE))
		return decode_payload(d);

	list = GET(ctrl, mlx5_wqe_umr_ctrl_seg, klm_octowords) * ENTRY_SIZE;
	if (!(ctrl[0] & MLX5_WQE_UMR_CTRL_FLAG_TRNSLATION_OFFSET))
		bsf = GET(ctrl, mlx5_wqe_umr_ctrl_seg, bsf_octowords) * ENTRY_SIZE;
	ret = clip(d, "a list", &list);
	if (!ret)
		ret = decode_list(d, list);
	if (!ret)
		ret = clip(d, "a BSF", &bsf);
	return ret ? ret : decode_bsfs(d, d->pos + bsf);
}
