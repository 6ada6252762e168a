// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Requests that change memory keys, copy memory, or are a WQE already: those
 * of struct mlx5dv_qp_ex, and those of struct ibv_qp_ex that build a UMR.
 */

#include "builder.h"
#include "poster_die.h"

#define RC (1U << KIND_RC)
#define UC (1U << KIND_UC)
#define UD (1U << KIND_UD)
#define XRC (1U << KIND_XRC)
#define DCI (1U << KIND_DCI)
#define ETH (1U << KIND_ETH)
#define RELIABLE (RC | XRC | DCI)

#define UNIT 16U
#define MAX_UNITS 63U
#define MAX_WINDOW (1U << 20)
#define MAX_ENTRY 4096U
#define MAX_STRIDE 0xffffU
#define PERCENT_UNBIND 25

static const uint32_t mkey_flags[OBJECTS] = {
	[OBJECT_MKEY] = MLX5DV_MKEY_INIT_ATTR_FLAGS_INDIRECT,
	[OBJECT_SIGNED_MKEY] = MLX5DV_MKEY_INIT_ATTR_FLAGS_INDIRECT |
			       MLX5DV_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE,
	[OBJECT_CRYPTO_MKEY] = MLX5DV_MKEY_INIT_ATTR_FLAGS_INDIRECT |
			       MLX5DV_MKEY_INIT_ATTR_FLAGS_CRYPTO,
};

static const enum ibv_mw_type window_types[OBJECTS] = {
	[OBJECT_MW_1] = IBV_MW_TYPE_1,
	[OBJECT_MW_2] = IBV_MW_TYPE_2,
};

void objects_create(struct objects *objects, const struct fabric *fabric)
{
	unsigned int i;

	for (i = 0; i < OBJECTS; i++) {
		struct mlx5dv_mkey_init_attr attr = {
			.pd = fabric->pd, .create_flags = mkey_flags[i],
			.max_entries = MKEY_ENTRIES,
		};

		errno = 0;
		if (mkey_flags[i])
			objects->mkeys[i] = mlx5dv_create_mkey(&attr);
		else if (window_types[i])
			objects->windows[i] = ibv_alloc_mw(fabric->pd,
							   window_types[i]);
		else
			continue;
		if (!objects->mkeys[i] && !objects->windows[i])
			objects->missing[i] = strerror(errno);
	}
}

void objects_destroy(struct objects *objects)
{
	unsigned int i;

	for (i = 0; i < OBJECTS; i++) {
		if (objects->mkeys[i])
			need_zero(mlx5dv_destroy_mkey(objects->mkeys[i]));
		if (objects->windows[i])
			need_zero(ibv_dealloc_mw(objects->windows[i]));
	}
}

/* Every set of these rights, as often as any other */
static uint32_t ask_access(struct queue *q, struct rng *rng)
{
	static const uint32_t all = IBV_ACCESS_LOCAL_WRITE |
				    IBV_ACCESS_REMOTE_WRITE |
				    IBV_ACCESS_REMOTE_READ |
				    IBV_ACCESS_REMOTE_ATOMIC;
	uint32_t access = rng_next(rng) & all;

	ask_number(q, "local_write", !!(access & IBV_ACCESS_LOCAL_WRITE));
	ask_number(q, "remote_write", !!(access & IBV_ACCESS_REMOTE_WRITE));
	ask_number(q, "remote_read", !!(access & IBV_ACCESS_REMOTE_READ));
	ask_number(q, "atomic", !!(access & IBV_ACCESS_REMOTE_ATOMIC));
	return access;
}

/* @other: bytes of what the WQE has to take beside it */
static uint32_t list_room(const struct queue *q, uint32_t other)
{
	uint32_t room = (q->cap.max_inline_data + 4 - other) / UNIT;

	return room < MKEY_ENTRIES ? room : MKEY_ENTRIES;
}

static uint32_t ask_list(struct queue *q, struct rng *rng, struct ibv_sge *sge,
			 uint32_t room)
{
	uint32_t count = rng_range(rng, 1, room), i;

	for (i = 0; i < count; i++)
		sge[i] = random_entry(q, rng, 1, MAX_ENTRY);
	/* cppcheck-suppress uninitvar ; count is at least 1 */
	ask_entries(q, sge, count);
	return count;
}

static uint32_t ask_interleaved(struct queue *q, struct rng *rng,
				struct mlx5dv_mr_interleaved *data,
				uint32_t room, uint32_t *repeat)
{
	uint32_t count = rng_range(rng, 1, room - 1), i;

	*repeat = rng_range(rng, 1, 1000);
	ask_number(q, "repeat", *repeat);
	fprintf(q->file, ", \"interleaved\": [");
	for (i = 0; i < count; i++) {
		struct ibv_sge sge = random_entry(q, rng, 1, MAX_ENTRY);

		data[i] = (struct mlx5dv_mr_interleaved){
			.addr = sge.addr, .bytes_count = sge.length,
			.bytes_skip = rng_range(rng, 0,
						MAX_STRIDE - sge.length),
			.lkey = sge.lkey,
		};
		fprintf(q->file, "%s{\"addr\": \"0x%llx\", \"count\": %u, "
			"\"skip\": %u, \"lkey\": %u}", i ? ", " : "",
			(unsigned long long)sge.addr, sge.length,
			data[i].bytes_skip, sge.lkey);
	}
	fprintf(q->file, "]");
	return count;
}

static void mr_list(struct queue *q, struct rng *rng)
{
	struct mlx5dv_mkey *mkey = q->objects->mkeys[OBJECT_MKEY];
	struct ibv_sge sge[MKEY_ENTRIES];
	uint32_t access, count;

	ask(q, rng, "mr_list", IBV_SEND_INLINE);
	ask_number(q, "mkey", mkey->lkey);
	access = ask_access(q, rng);
	count = ask_list(q, rng, sge, list_room(q, 0));
	mlx5dv_wr_mr_list(q->dv, mkey, access, count, sge);
	ask_end(q);
}

static void mr_interleaved(struct queue *q, struct rng *rng)
{
	struct mlx5dv_mkey *mkey = q->objects->mkeys[OBJECT_MKEY];
	struct mlx5dv_mr_interleaved data[MKEY_ENTRIES];
	uint32_t access, count, repeat;

	ask(q, rng, "mr_interleaved", IBV_SEND_INLINE);
	ask_number(q, "mkey", mkey->lkey);
	access = ask_access(q, rng);
	count = ask_interleaved(q, rng, data, list_room(q, 0), &repeat);
	mlx5dv_wr_mr_interleaved(q->dv, mkey, access, repeat, count, data);
	ask_end(q);
}

/* One or the other; @room of entries */
static void set_layout(struct queue *q, struct rng *rng, uint32_t room)
{
	struct mlx5dv_mr_interleaved data[MKEY_ENTRIES];
	struct ibv_sge sge[MKEY_ENTRIES];
	uint32_t count, repeat;

	if (rng_percent(rng, 50)) {
		count = ask_list(q, rng, sge, room);
		mlx5dv_wr_set_mkey_layout_list(q->dv, count, sge);
		return;
	}
	count = ask_interleaved(q, rng, data, room, &repeat);
	mlx5dv_wr_set_mkey_layout_interleaved(q->dv, repeat, count, data);
}

/* Any of the setters, in any order */
static void mkey_configure(struct queue *q, struct rng *rng)
{
	struct mlx5dv_mkey *mkey = q->objects->mkeys[OBJECT_MKEY];
	struct mlx5dv_mkey_conf_attr attr = {};
	bool layout = rng_percent(rng, 60), access = rng_percent(rng, 60);
	bool access_first = rng_percent(rng, 50);

	ask(q, rng, "mkey_configure", IBV_SEND_INLINE);
	ask_number(q, "mkey", mkey->lkey);
	mlx5dv_wr_mkey_configure(q->dv, mkey, layout + access, &attr);
	if (access && access_first)
		mlx5dv_wr_set_mkey_access_flags(q->dv, ask_access(q, rng));
	if (layout)
		set_layout(q, rng, list_room(q, 0));
	if (access && !access_first)
		mlx5dv_wr_set_mkey_access_flags(q->dv, ask_access(q, rng));
	ask_end(q);
}

/* One side of a signature, and what it points to */
struct domain_of {
	struct mlx5dv_sig_block_domain domain;
	struct mlx5dv_sig_t10dif dif;
	struct mlx5dv_sig_crc crc;
};

static void ask_dif(struct queue *q, struct rng *rng,
		    struct mlx5dv_sig_t10dif *dif)
{
	dif->bg_type = rng_percent(rng, 50) ? MLX5DV_SIG_T10DIF_CRC :
					      MLX5DV_SIG_T10DIF_CSUM;
	dif->bg = rng_percent(rng, 50) ? 0xffff : 0;
	dif->app_tag = rng_next(rng);
	dif->ref_tag = rng_next(rng);
	dif->flags = rng_range(rng, 0, 7);
	fprintf(q->file, "\"crc\": %s, \"bg\": %u, \"app_tag\": %u, "
		"\"ref_tag\": %u, \"remap\": %u, \"app_escape\": %u, "
		"\"app_ref_escape\": %u",
		dif->bg_type == MLX5DV_SIG_T10DIF_CRC ? "true" : "false",
		dif->bg, dif->app_tag, dif->ref_tag,
		!!(dif->flags & MLX5DV_SIG_T10DIF_FLAG_REF_REMAP),
		!!(dif->flags & MLX5DV_SIG_T10DIF_FLAG_APP_ESCAPE),
		!!(dif->flags & MLX5DV_SIG_T10DIF_FLAG_APP_REF_ESCAPE));
}

static void ask_crc(struct queue *q, struct rng *rng,
		    struct mlx5dv_sig_crc *crc)
{
	static const char *const names[] = {
		[MLX5DV_SIG_CRC_TYPE_CRC32] = "crc32",
		[MLX5DV_SIG_CRC_TYPE_CRC32C] = "crc32c",
		[MLX5DV_SIG_CRC_TYPE_CRC64_XP10] = "crc64",
	};

	crc->type = rng_range(rng, MLX5DV_SIG_CRC_TYPE_CRC32,
			      MLX5DV_SIG_CRC_TYPE_CRC64_XP10);
	crc->seed = rng_percent(rng, 50) ? 0 :
		    crc->type == MLX5DV_SIG_CRC_TYPE_CRC64_XP10 ? UINT64_MAX :
								  UINT32_MAX;
	fprintf(q->file, "\"kind\": \"%s\", \"seed\": %llu", names[crc->type],
		(unsigned long long)crc->seed);
}

static void ask_domain(struct queue *q, struct rng *rng, const char *name,
		       struct domain_of *of)
{
	static const unsigned int sizes[] = {
		[MLX5DV_BLOCK_SIZE_512] = 512, [MLX5DV_BLOCK_SIZE_520] = 520,
		[MLX5DV_BLOCK_SIZE_4048] = 4048,
		[MLX5DV_BLOCK_SIZE_4096] = 4096,
		[MLX5DV_BLOCK_SIZE_4160] = 4160,
	};

	/* Few sizes, so that both sides often have the same */
	of->domain.block_size = rng_percent(rng, 60) ? MLX5DV_BLOCK_SIZE_512 :
		rng_range(rng, MLX5DV_BLOCK_SIZE_512, MLX5DV_BLOCK_SIZE_4160);
	fprintf(q->file, ", \"%s\": {\"block_size\": %u, ", name,
		sizes[of->domain.block_size]);
	if (rng_percent(rng, 50)) {
		of->domain.sig_type = MLX5DV_SIG_TYPE_T10DIF;
		of->domain.sig.dif = &of->dif;
		ask_dif(q, rng, &of->dif);
	} else {
		of->domain.sig_type = MLX5DV_SIG_TYPE_CRC;
		of->domain.sig.crc = &of->crc;
		ask_crc(q, rng, &of->crc);
	}
	fprintf(q->file, "}");
}

static void set_signature(struct queue *q, struct rng *rng)
{
	struct domain_of mem = {}, wire = {};
	struct mlx5dv_sig_block_attr attr = { .check_mask = rng_next(rng) };
	unsigned int sides = rng_range(rng, 1, 3);

	if (sides & 1) {
		ask_domain(q, rng, "mem", &mem);
		attr.mem = &mem.domain;
	}
	if (sides & 2) {
		ask_domain(q, rng, "wire", &wire);
		attr.wire = &wire.domain;
	}
	ask_number(q, "check_mask", attr.check_mask);
	mlx5dv_wr_set_mkey_sig_block(q->dv, &attr);
}

/*
 * Signature errors of a key are counted in a bit, whose first value is part of
 * its first configuration.
 */
static struct mlx5dv_mkey *ask_signed(struct queue *q)
{
	struct mlx5dv_mkey *mkey = q->objects->mkeys[OBJECT_SIGNED_MKEY];
	bool *configured = &q->objects->configured[OBJECT_SIGNED_MKEY];

	ask_number(q, "mkey", mkey->lkey);
	ask_number(q, "first", !*configured);
	*configured = true;
	return mkey;
}

/* Bytes of a block signature format, which stands behind the list */
#define BSF_ROOM 64

static void sig_block(struct queue *q, struct rng *rng)
{
	struct mlx5dv_mkey_conf_attr attr = {};
	struct mlx5dv_mkey *mkey;

	ask(q, rng, "set_mkey_sig_block", IBV_SEND_INLINE);
	mkey = ask_signed(q);
	mlx5dv_wr_mkey_configure(q->dv, mkey, 3, &attr);
	mlx5dv_wr_set_mkey_access_flags(q->dv, ask_access(q, rng));
	set_layout(q, rng, list_room(q, BSF_ROOM) / 4 * 4);
	set_signature(q, rng);
	ask_end(q);
}

static void sig_reset(struct queue *q, struct rng *rng)
{
	struct mlx5dv_mkey_conf_attr attr = {
		.conf_flags = MLX5DV_MKEY_CONF_FLAG_RESET_SIG_ATTR,
	};
	struct mlx5dv_mkey *mkey;

	ask(q, rng, "reset_sig_attr", IBV_SEND_INLINE);
	mkey = ask_signed(q);
	mlx5dv_wr_mkey_configure(q->dv, mkey, 1, &attr);
	mlx5dv_wr_set_mkey_access_flags(q->dv, ask_access(q, rng));
	ask_end(q);
}

static struct ibv_mw_bind_info ask_window(struct queue *q, struct rng *rng)
{
	struct ibv_mw_bind_info info = {};
	const struct region *region =
		&q->fabric->regions[rng_range(rng, 0, REGIONS - 1)];
	uint64_t offset;

	if (rng_percent(rng, PERCENT_UNBIND)) {
		ask_number(q, "length", 0);
		return info;
	}
	info.mr = region->mr;
	info.length = rng_range(rng, 1, MAX_WINDOW);
	offset = rng_range(rng, 0, REGION_SIZE - info.length);
	info.addr = (uintptr_t)region->bytes + offset;
	info.mw_access_flags = ask_access(q, rng);
	ask_number(q, "length", info.length);
	ask_address(q, "addr", info.addr);
	ask_number(q, "lkey", info.mr->lkey);
	return info;
}

static void bind_window_2(struct queue *q, struct rng *rng)
{
	struct ibv_mw *mw = q->objects->windows[OBJECT_MW_2];
	uint32_t rkey = (mw->rkey & ~0xffU) | rng_range(rng, 0, 0xff);
	struct ibv_mw_bind_info info;

	ask(q, rng, "bind_mw", 0);
	ask_number(q, "window_type", 2);
	ask_number(q, "mkey", mw->rkey);
	ask_number(q, "rkey", rkey);
	info = ask_window(q, rng);
	if (info.length && rng_percent(rng, 30)) {
		info.mw_access_flags |= IBV_ACCESS_ZERO_BASED;
		ask_number(q, "zero_based", 1);
	}
	ibv_wr_bind_mw(q->qpx, mw, rkey, &info);
	ask_end(q);
}

/* There is no builder for windows of type 1: this is ibv_bind_mw(). */
static void bind_window_1(struct queue *q, struct rng *rng)
{
	struct ibv_mw *mw = q->objects->windows[OBJECT_MW_1];
	struct ibv_mw_bind bind = {};

	ask(q, rng, "bind_mw_1", 0);
	ask_number(q, "window_type", 1);
	ask_number(q, "mkey", mw->rkey);
	ask_number(q, "rkey", ibv_inc_rkey(mw->rkey));
	bind.bind_info = ask_window(q, rng);
	bind.send_flags = q->qpx->wr_flags;
	need_zero(ibv_bind_mw(q->qp, mw, &bind));
	ask_end(q);
}

static void local_inv(struct queue *q, struct rng *rng)
{
	uint32_t rkey = rng_next(rng);

	ask(q, rng, "local_inv", 0);
	ask_number(q, "window_type", 2);
	ask_number(q, "mkey", rkey);
	ask_number(q, "rkey", 0);
	ask_number(q, "length", 0);
	ibv_wr_local_inv(q->qpx, rkey);
	ask_end(q);
}

static void copy_memory(struct queue *q, struct rng *rng)
{
	struct ibv_sge from = random_entry(q, rng, 1, MAX_WINDOW), to = from;

	to.addr = fabric_memory(q->fabric, rng, from.length, 1, &to.lkey,
				NULL);
	ask(q, rng, "memcpy", 0);
	ask_address(q, "from", from.addr);
	ask_number(q, "from_lkey", from.lkey);
	ask_address(q, "to", to.addr);
	ask_number(q, "to_lkey", to.lkey);
	ask_number(q, "length", from.length);
	mlx5dv_wr_memcpy(q->dv, to.lkey, to.addr, from.lkey, from.addr,
			 from.length);
	ask_end(q);
}

static void make_nop(struct queue *q, struct rng *rng, uint8_t *wqe,
		     uint32_t ds, unsigned int fm_ce_se)
{
	memset(wqe, 0, UNIT);
	rng_fill(rng, wqe + UNIT, (ds - 1) * UNIT);
	/* The index is for libmlx5 to fill in */
	mlx5dv_set_ctrl_seg((struct mlx5_wqe_ctrl_seg *)wqe, 0, MLX5_OPCODE_NOP,
			    0, q->qp->qp_num, fm_ce_se, ds, 0,
			    rng_next(rng));
}

void post_nop(struct queue *q, struct rng *rng, uint32_t ds,
	      unsigned int fm_ce_se)
{
	uint8_t wqe[MAX_UNITS * UNIT] __attribute__((aligned(8)));

	make_nop(q, rng, wqe, ds, fm_ce_se);
	mlx5dv_wr_raw_wqe(q->dv, wqe);
}

static void raw_wqe(struct queue *q, struct rng *rng)
{
	uint32_t room = q->ring.sq.wqe_cnt / q->cap.max_send_wr * 4;
	uint32_t ds = rng_range(rng, 1, room < MAX_UNITS ? room : MAX_UNITS);
	uint8_t wqe[MAX_UNITS * UNIT] __attribute__((aligned(8)));
	unsigned int flags;

	ask(q, rng, "raw_wqe", 0);
	flags = q->qpx->wr_flags & IBV_SEND_SIGNALED ? MLX5_WQE_CTRL_CQ_UPDATE :
						       0;
	make_nop(q, rng, wqe, ds, flags);
	ask_bytes(q, "wqe", wqe, ds * UNIT);
	mlx5dv_wr_raw_wqe(q->dv, wqe);
	ask_end(q);
}

const struct request dv_requests[] = {
	{ "mr_list", RC, OBJECT_MKEY, 1, .post = mr_list },
	{ "mr_interleaved", RC, OBJECT_MKEY, 1, .post = mr_interleaved },
	{ "mkey_configure", RC, OBJECT_MKEY, 1, .post = mkey_configure },
	{ "set_mkey_sig_block", RC, OBJECT_SIGNED_MKEY, 3, .post = sig_block },
	{ "reset_sig_attr", RC, OBJECT_SIGNED_MKEY, 1, .post = sig_reset },
	{ "set_mkey_crypto", RC, OBJECT_CRYPTO_MKEY, 1, .post = NULL },
	{ "bind_mw", RELIABLE | UC, OBJECT_MW_2, 1, .post = bind_window_2 },
	{ "bind_mw_1", RC | UC, OBJECT_MW_1, 1, true, bind_window_1 },
	{ "local_inv", RELIABLE | UC, OBJECT_NONE, 1, .post = local_inv },
	{ "memcpy", RC | DCI, OBJECT_COPY, 1, .post = copy_memory },
	{ "raw_wqe", RELIABLE | UC | UD | ETH, OBJECT_NONE, 1,
	  .post = raw_wqe },
	{}
};
