// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Memory keys: who may touch which memory, and where it is. */
#include <stdlib.h>
#include <string.h>

#include "cmd.h"

#define MAX_WORDS	(4u << 20)
#define MAX_DEPTH	4	/* the max_indirection that the device claims */
#define ANY_QPN		0xffffffu
#define REPEAT_BLOCK	0x400	/* in place of a key: what follows repeats */

void mkey_free(void *obj)
{
	struct mkey *mkey = obj;

	free(mkey->xlt);
	free(mkey);
}

struct mkey *mkey_get(const struct hca *h, u32 key)
{
	struct mkey *mkey = table_get(&h->mkeys, key >> 8);

	return mkey && GET(mkc, mkey->ctx, mkey_7_0) == (key & 0xff) ? mkey :
								      NULL;
}

bool mkey_resize(struct mkey *mkey, u32 words)
{
	u64 *xlt;

	if (words <= mkey->words)
		return true;
	if (words > MAX_WORDS)
		return false;
	xlt = realloc(mkey->xlt, words * sizeof(*xlt));
	if (!xlt)
		return false;
	memset(xlt + mkey->words, 0, (words - mkey->words) * sizeof(*xlt));
	mkey->xlt = xlt;
	mkey->words = words;
	return true;
}

static u8 mode_of(const struct mkey *mkey)
{
	return GET(mkc, mkey->ctx, access_mode_4_2) << 2 |
	       GET(mkc, mkey->ctx, access_mode_1_0);
}

static u8 mkey_setup(struct hca *h, struct mkey *mkey, const struct cmd *cmd)
{
	u64 octwords = GET(create_mkey_in, cmd->in,
			   translations_octword_actual_size);
	const u8 *xlt = CAT(create_mkey_in, cmd->in, klm_pas_mtt);
	u32 room = cmd->in_len - IFC_OFF(create_mkey_in, klm_pas_mtt);
	u64 i;

	if (mode_of(mkey) > MLX5_MKC_ACCESS_MODE_KSM ||
	    2 * octwords > MAX_WORDS ||
	    GET(create_mkey_in, cmd->in, mkey_umem_valid))
		return MLX5_CMD_STAT_BAD_PARAM_ERR;
	if (!res_exists(h, RES_PD, GET(mkc, mkey->ctx, pd)))
		return MLX5_CMD_STAT_BAD_RES_ERR;
	if (16 * octwords > room)
		return MLX5_CMD_STAT_BAD_INP_LEN_ERR;
	if (!mkey_resize(mkey, 2 * octwords))
		return MLX5_CMD_STAT_INT_ERR;
	mkey->paged = GET(create_mkey_in, cmd->in, pg_access);
	for (i = 0; i < 2 * octwords; i++)
		mkey->xlt[i] = be_load(xlt + 8 * i, 8);
	return MLX5_CMD_STAT_OK;
}

u8 cmd_create_mkey(struct hca *h, const struct cmd *cmd)
{
	struct mkey *mkey = calloc(1, sizeof(*mkey));
	u8 status;

	if (!mkey)
		return MLX5_CMD_STAT_INT_ERR;
	memcpy(mkey->ctx, CAT(create_mkey_in, cmd->in, memory_key_mkey_entry),
	       sizeof(mkey->ctx));
	status = mkey_setup(h, mkey, cmd);
	if (!status) {
		mkey->index = table_add(&h->mkeys, mkey);
		status = mkey->index ? MLX5_CMD_STAT_OK :
				       MLX5_CMD_STAT_NO_RES_ERR;
	}
	if (status) {
		mkey_free(mkey);
		return status;
	}
	hca_cmd(h, "mkey %x: mode %u, %llx + %llx, %u words", mkey->index,
		mode_of(mkey),
		(unsigned long long)GET(mkc, mkey->ctx, start_addr),
		(unsigned long long)GET(mkc, mkey->ctx, len), mkey->words);
	SET(create_mkey_out, cmd->out, mkey_index, mkey->index);
	return MLX5_CMD_STAT_OK;
}

u8 cmd_destroy_mkey(struct hca *h, const struct cmd *cmd)
{
	struct mkey *mkey = table_del(&h->mkeys, GET(destroy_mkey_in, cmd->in,
						     mkey_index));

	if (!mkey)
		return MLX5_CMD_STAT_BAD_RES_ERR;
	mkey_free(mkey);
	return MLX5_CMD_STAT_OK;
}

u8 cmd_query_mkey(struct hca *h, const struct cmd *cmd)
{
	const struct mkey *mkey = table_get(&h->mkeys,
					    GET(query_mkey_in, cmd->in,
						mkey_index));

	if (!mkey)
		return MLX5_CMD_STAT_BAD_RES_ERR;
	memcpy(AT(query_mkey_out, cmd->out, memory_key_mkey_entry), mkey->ctx,
	       sizeof(mkey->ctx));
	/* op_mod 1 asks for what comes behind the context, too. */
	if (cmd->op_mod && cmd->out_len >= IFC_SIZE(query_mkey_out))
		memcpy(AT(query_mkey_out, cmd->out, bsf0_klm0_pas_mtt0_1),
		       mkey->bsf, IFC_END(query_mkey_out, bsf1_klm1_pas_mtt2_3) -
		       IFC_OFF(query_mkey_out, bsf0_klm0_pas_mtt0_1));
	return MLX5_CMD_STAT_OK;
}

/* What to do with a range: check it (no data), or copy it. */
struct walk {
	struct key_use use;
	bool absent;	/* it was allowed, but the pages are not there */
	u8 *dst;
	const u8 *src;
};

#define WRITES	(ACCESS_LOCAL_WRITE | ACCESS_REMOTE_WRITE | ACCESS_ATOMIC)
/* Bits of an entry in the list of pages. */
#define MTT_READABLE	(1u << 0)
#define MTT_WRITABLE	(1u << 1)

static bool touch(struct hca *h, struct walk *w, const struct dma_buf *buf,
		  u64 pos, u64 size)
{
	if (w->dst) {
		if (!buf_read(&h->dma, buf, pos, w->dst, size))
			return false;
		w->dst += size;
		return true;
	}
	if (w->src) {
		if (!buf_write(&h->dma, buf, pos, w->src, size))
			return false;
		w->src += size;
		return true;
	}
	return buf_covers(buf, pos, size);
}

static bool touch_physical(struct hca *h, struct walk *w, u64 addr, u64 size)
{
	bool ok;

	if (w->dst) {
		ok = dma_read(&h->dma, addr, w->dst, size);
		w->dst += size;
		return ok;
	}
	if (w->src) {
		ok = dma_write(&h->dma, addr, w->src, size);
		w->src += size;
		return ok;
	}
	return true;
}

static u32 rights_of(const struct mkey *mkey)
{
	const u8 *c = mkey->ctx;

	return (GET(mkc, c, lr) ? ACCESS_LOCAL_READ : 0) |
	       (GET(mkc, c, lw) ? ACCESS_LOCAL_WRITE : 0) |
	       (GET(mkc, c, rr) ? ACCESS_REMOTE_READ : 0) |
	       (GET(mkc, c, rw) ? ACCESS_REMOTE_WRITE : 0) |
	       (GET(mkc, c, a) ? ACCESS_ATOMIC : 0);
}

/* A memory window may be bound to one QP. */
static bool bound_to_other(const struct mkey *mkey, u32 qpn)
{
	u32 owner = GET(mkc, mkey->ctx, qpn);

	return owner && owner != ANY_QPN && qpn && qpn != owner;
}

static bool permitted(const struct mkey *mkey, const struct key_use *use,
		      u64 va, u64 size)
{
	const u8 *c = mkey->ctx;
	u64 start = GET(mkc, c, start_addr);
	u64 len = GET(mkc, c, len);

	if (GET(mkc, c, free) || use->rights & ~rights_of(mkey))
		return false;
	if (use->pd != ANY_PD && use->pd != GET(mkc, c, pd))
		return false;
	if (bound_to_other(mkey, use->qpn))
		return false;
	if (GET(mkc, c, length64))
		return true;
	return va >= start && va - start <= len && size <= len - (va - start);
}

static bool walk(struct hca *h, struct walk *w, u32 key, u64 va, u64 size,
		 u32 depth);

/* Each page's entry says whether it can be read and written now. */
static bool present(const struct walk *w, const struct dma_buf *buf, u64 pos,
		    u64 size)
{
	u64 need = w->src || w->use.rights & WRITES ? MTT_WRITABLE :
						      MTT_READABLE;
	u64 i;

	if (!size)
		return true;
	for (i = pos >> buf->shift; i <= (pos + size - 1) >> buf->shift; i++)
		if (i >= buf->count || !(buf->page[i] & need))
			return false;
	return true;
}

static bool walk_mtt(struct hca *h, struct walk *w, const struct mkey *mkey,
		     u64 va, u64 size)
{
	u8 shift = GET(mkc, mkey->ctx, log_page_size);
	u64 start = GET(mkc, mkey->ctx, start_addr);
	struct dma_buf buf = {
		.page = mkey->xlt,
		.count = mkey->words,
		.shift = shift,
	};
	/* Pages begin below the start address if that is within a page. */
	u64 pos = va - (start & ~((1ull << shift) - 1));

	if (mkey->paged && !present(w, &buf, pos, size)) {
		w->absent = true;
		return false;
	}
	return touch(h, w, &buf, pos, size);
}

/*
 * A pattern of pieces, out of each of which comes the next part at every
 * repetition.  First two words: bytes of one repetition and the mark, number
 * of repetitions and of pieces; then each piece's stride, bytes and key, and
 * address.
 */
static bool walk_repeat(struct hca *h, struct walk *w,
			const struct mkey *mkey, u64 pos, u64 size, u32 depth)
{
	u64 round = mkey->xlt[0] >> 32;
	u32 rounds = mkey->xlt[1] >> 32, pieces = mkey->xlt[1] & 0xffff;

	if (!round || 2ull * pieces + 2 > mkey->words)
		return !size;
	while (size && pos / round < rounds) {
		u64 in = pos % round, n = 0;
		u32 i;

		for (i = 0; i < pieces && !n; i++) {
			u64 piece = mkey->xlt[2 + 2 * i];
			u64 bytes = piece >> 32 & 0xffff;
			u64 at = mkey->xlt[3 + 2 * i] +
				 pos / round * (piece >> 48) + in;

			if (in >= bytes) {
				in -= bytes;
				continue;
			}
			n = MIN(size, bytes - in);
			if (!walk(h, w, piece & 0xffffffff, at, n, depth))
				return false;
		}
		if (!n)
			return false;
		pos += n;
		size -= n;
	}
	return !size;
}

/* A list of other keys' ranges; KSM entries all have the same size. */
static bool walk_klms(struct hca *h, struct walk *w, const struct mkey *mkey,
		      u64 va, u64 size, u32 depth)
{
	u64 fixed = mode_of(mkey) == MLX5_MKC_ACCESS_MODE_KSM ?
		    1ull << GET(mkc, mkey->ctx, log_page_size) : 0;
	u64 pos = va - GET(mkc, mkey->ctx, start_addr);
	u32 i;

	for (i = 0; size && i + 1 < mkey->words; i += 2) {
		u64 len = fixed ? fixed : mkey->xlt[i] >> 32;
		u32 key = mkey->xlt[i] & 0xffffffff;
		u64 n;

		if (pos >= len) {
			pos -= len;
			continue;
		}
		n = MIN(size, len - pos);
		if (!walk(h, w, key, mkey->xlt[i + 1] + pos, n, depth))
			return false;
		size -= n;
		pos = 0;
	}
	return !size;
}

/* Remote rights are the list's to give; its parts need the local ones. */
static u32 rights_of_parts(u32 rights)
{
	return rights & WRITES ? ACCESS_LOCAL_WRITE :
	       rights ? ACCESS_LOCAL_READ : 0;
}

static bool walk_list(struct hca *h, struct walk *w, const struct mkey *mkey,
		      u64 va, u64 size, u32 depth)
{
	struct key_use use = w->use;
	bool ok;

	w->use.rights = rights_of_parts(use.rights);
	w->use.qpn = 0;
	if (mode_of(mkey) == MLX5_MKC_ACCESS_MODE_KLMS && mkey->words > 1 &&
	    (mkey->xlt[0] & 0xffffffff) == REPEAT_BLOCK)
		ok = walk_repeat(h, w, mkey,
				 va - GET(mkc, mkey->ctx, start_addr), size,
				 depth + 1);
	else
		ok = walk_klms(h, w, mkey, va, size, depth + 1);
	w->use = use;
	return ok;
}

static bool walk(struct hca *h, struct walk *w, u32 key, u64 va, u64 size,
		 u32 depth)
{
	const struct mkey *mkey = mkey_get(h, key);

	if (!mkey || depth > MAX_DEPTH ||
	    !permitted(mkey, &w->use, va, size))
		return false;
	switch (mode_of(mkey)) {
	case MLX5_MKC_ACCESS_MODE_PA:
		return touch_physical(h, w, va, size);
	case MLX5_MKC_ACCESS_MODE_MTT:
		return walk_mtt(h, w, mkey, va, size);
	case MLX5_MKC_ACCESS_MODE_KLMS:
	case MLX5_MKC_ACCESS_MODE_KSM:
		return walk_list(h, w, mkey, va, size, depth);
	default:
		return false;
	}
}

enum key_result mkey_check(struct hca *h, u32 key, u64 va, u64 size,
			   const struct key_use *use)
{
	struct walk w = { .use = *use };

	if (walk(h, &w, key, va, size, 0))
		return KEY_OK;
	return w.absent ? KEY_ABSENT : KEY_DENIED;
}

bool mkey_read(struct hca *h, u32 key, u64 va, void *dst, u64 size)
{
	struct walk w = { .use.pd = ANY_PD, .dst = dst };

	return walk(h, &w, key, va, size, 0);
}

bool mkey_write(struct hca *h, u32 key, u64 va, const void *src, u64 size)
{
	struct walk w = { .use.pd = ANY_PD, .src = src };

	return walk(h, &w, key, va, size, 0);
}
