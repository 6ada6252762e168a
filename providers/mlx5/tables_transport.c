// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Segments of requests and of receive WQEs */

#include "tables_rows.h"

static const struct field_desc ctrl_fields[] = {
	BITS(mlx5_wqe_ctrl_seg, opmod_idx_opcode, 24, 8, "opmod", NULL,
	     FIELD_OPMOD | FIELD_HEX),
	BITS(mlx5_wqe_ctrl_seg, opmod_idx_opcode, 8, 16, "wqe_index", NULL, 0),
	BITS(mlx5_wqe_ctrl_seg, opmod_idx_opcode, 0, 8, "opcode", NULL,
	     FIELD_OPCODE | FIELD_HEX),
	BITS(mlx5_wqe_ctrl_seg, qpn_ds, 8, 24, "qpn", NULL, 0),
	BITS(mlx5_wqe_ctrl_seg, qpn_ds, 6, 2, "reserved_7", NULL,
	     FIELD_RESERVED),
	BITS(mlx5_wqe_ctrl_seg, qpn_ds, 0, 6, "ds", NULL, 0),
	WHOLE(mlx5_wqe_ctrl_seg, signature, "signature", NULL, FIELD_HEX),
	WHOLE(mlx5_wqe_ctrl_seg, dci_stream_channel_id, "stream_channel_id",
	      NULL, 0),
	WHOLE(mlx5_wqe_ctrl_seg, fm_ce_se, "fm_ce_se", NULL, FIELD_HEX),
	WHOLE(mlx5_wqe_ctrl_seg, imm, "imm", NULL, FIELD_IMM | FIELD_HEX),
};

static const struct field_desc raddr_fields[] = {
	WHOLE(mlx5_wqe_raddr_seg, raddr, "addr", "rva",
	      FIELD_ADDR | FIELD_FIT_POINTER),
	WHOLE(mlx5_wqe_raddr_seg, rkey, "rkey", "rkey",
	      FIELD_HEX | FIELD_FIT_NONZERO),
	WHOLE(mlx5_wqe_raddr_seg, reserved, "reserved_12", NULL,
	      FIELD_RESERVED),
};

static const struct field_desc atomic_fields[] = {
	WHOLE(mlx5_wqe_atomic_seg, swap_add, "swap_add", "swap_add",
	      FIELD_ADDR),
	WHOLE(mlx5_wqe_atomic_seg, compare, "compare", "compare", FIELD_ADDR),
};

/*
 * struct mlx5_wqe_masked_atomic_seg of linux/mlx5/qp.h; operands of 4 bytes as
 * in UCX ib_mlx5.h, longer ones in the same order.
 */
#define MASKED_CS_NUMBERS(size_)					\
	WHOLE_AT(0, size_, "swap_add", "swap", FIELD_ADDR),		\
	WHOLE_AT(size_, size_, "compare", "compare", FIELD_ADDR),	\
	WHOLE_AT(2 * (size_), size_, "swap_add_mask", "swap mask",	\
		 FIELD_ADDR),						\
	WHOLE_AT(3 * (size_), size_, "compare_mask", "compare mask",	\
		 FIELD_ADDR)
#define MASKED_CS_BYTES(size_)						\
	BYTES_AT(0, size_, "swap_add", 0),				\
	BYTES_AT(size_, size_, "compare", 0),				\
	BYTES_AT(2 * (size_), size_, "swap_add_mask", 0),		\
	BYTES_AT(3 * (size_), size_, "compare_mask", 0)
#define MASKED_FA_BYTES(size_)						\
	BYTES_AT(0, size_, "add", 0),					\
	BYTES_AT(size_, size_, "field_boundary", 0)

static const struct field_desc masked_cs_4_fields[] = { MASKED_CS_NUMBERS(4) };
static const struct field_desc masked_cs_8_fields[] = { MASKED_CS_NUMBERS(8) };
static const struct field_desc masked_cs_16_fields[] = { MASKED_CS_BYTES(16) };
static const struct field_desc masked_cs_32_fields[] = { MASKED_CS_BYTES(32) };
static const struct field_desc masked_cs_64_fields[] = { MASKED_CS_BYTES(64) };
static const struct field_desc masked_cs_128_fields[] = {
	MASKED_CS_BYTES(128),
};

static const struct field_desc masked_fa_4_fields[] = {
	WHOLE_AT(0, 4, "add", "add", FIELD_ADDR),
	WHOLE_AT(4, 4, "field_boundary", "boundary", FIELD_ADDR),
	WHOLE_AT(8, 8, "reserved_8", NULL, FIELD_ADDR | FIELD_RESERVED),
};

static const struct field_desc masked_fa_8_fields[] = {
	WHOLE_AT(0, 8, "add", "add", FIELD_ADDR),
	WHOLE_AT(8, 8, "field_boundary", "boundary", FIELD_ADDR),
};

static const struct field_desc masked_fa_16_fields[] = { MASKED_FA_BYTES(16) };
static const struct field_desc masked_fa_32_fields[] = { MASKED_FA_BYTES(32) };
static const struct field_desc masked_fa_64_fields[] = { MASKED_FA_BYTES(64) };
static const struct field_desc masked_fa_128_fields[] = {
	MASKED_FA_BYTES(128),
};
static const struct field_desc masked_fa_256_fields[] = {
	MASKED_FA_BYTES(256),
};

/* struct mlx5_wqe_xrc_seg of linux/mlx5/qp.h; its rest is never written */
static const struct field_desc xrc_fields[] = {
	WHOLE_AT(0, 4, "xrc_srqn", "srqn", FIELD_FIT_NONZERO),
	BYTES_AT(4, 12, "unused_4", FIELD_UNUSED | FIELD_FIT_ZERO),
};

#define QKEY_FIELDS							\
	WHOLE(mlx5_wqe_av, key.qkey.qkey, "qkey", "qkey", FIELD_HEX),	\
	WHOLE(mlx5_wqe_av, key.qkey.reserved, "reserved_4", NULL,	\
	      FIELD_RESERVED)
#define DC_KEY_FIELDS							\
	WHOLE(mlx5_wqe_av, key.dc_key, "dc_key", "dc_key",		\
	      FIELD_ADDR | FIELD_FIT_NONZERO)

/* What the compact address vector has as well, but for the key */
#define AV_BASE_FIELDS(number_, brief_, rlid_flags_)			\
	BITS(mlx5_wqe_av, dqp_dct, 31, 1, "ext", NULL, 0),		\
	BITS(mlx5_wqe_av, dqp_dct, 24, 7, "reserved_8", NULL,		\
	     FIELD_RESERVED),						\
	BITS(mlx5_wqe_av, dqp_dct, 0, 24, number_, brief_,		\
	     FIELD_HEX | FIELD_FIT_NONZERO),				\
	WHOLE(mlx5_wqe_av, stat_rate_sl, "stat_rate_sl", NULL, 0),	\
	WHOLE(mlx5_wqe_av, fl_mlid, "fl_mlid", NULL, 0),		\
	WHOLE(mlx5_wqe_av, rlid, "rlid", "rlid", rlid_flags_)

#define AV_GRH_FIELDS							\
	WHOLE(mlx5_wqe_av, reserved0, "reserved_16", NULL,		\
	      FIELD_RESERVED),						\
	BYTES(mlx5_wqe_av, rmac, "rmac", 0),				\
	WHOLE(mlx5_wqe_av, tclass, "tclass", NULL, 0),			\
	WHOLE(mlx5_wqe_av, hop_limit, "hop_limit", NULL, 0),		\
	BITS(mlx5_wqe_av, grh_gid_fl, 31, 1, "reserved_28", NULL,	\
	     FIELD_RESERVED),						\
	BITS(mlx5_wqe_av, grh_gid_fl, 30, 1, "grh", NULL, 0),		\
	BITS(mlx5_wqe_av, grh_gid_fl, 20, 10, "sgid_index", NULL, 0),	\
	BITS(mlx5_wqe_av, grh_gid_fl, 0, 20, "flow_label", NULL, 0),	\
	BYTES(mlx5_wqe_av, rgid, "rgid", 0)

/* Without a GRH there must be a LID. */
static const struct field_desc av_compact_fields[] = {
	QKEY_FIELDS,
	AV_BASE_FIELDS("dqpn", "rqpn", FIELD_FIT_NONZERO),
};

static const struct field_desc av_fields[] = {
	QKEY_FIELDS,
	AV_BASE_FIELDS("dqpn", "rqpn", 0),
	AV_GRH_FIELDS,
};

static const struct field_desc dc_av_compact_fields[] = {
	DC_KEY_FIELDS,
	AV_BASE_FIELDS("dctn", "dctn", FIELD_FIT_NONZERO),
};

static const struct field_desc dc_av_fields[] = {
	DC_KEY_FIELDS,
	AV_BASE_FIELDS("dctn", "dctn", 0),
	AV_GRH_FIELDS,
};

/* struct mlx5_wqe_eth_pad of mlx5_ib */
static const struct field_desc pad_fields[] = {
	BYTES_AT(0, 16, "reserved_0", FIELD_RESERVED),
};

/*
 * Names from struct mlx5_wqe_eth_seg of linux/mlx5/qp.h, which says what the
 * reserved words of the public struct are.
 */
#define ETH_FIELDS							\
	WHOLE_AT(0, 1, "swp_outer_l4_offset", NULL, 0),			\
	WHOLE_AT(1, 1, "swp_outer_l3_offset", NULL, 0),			\
	WHOLE_AT(2, 1, "swp_inner_l4_offset", NULL, 0),			\
	WHOLE_AT(3, 1, "swp_inner_l3_offset", NULL, 0),			\
	BITS(mlx5_wqe_eth_seg, cs_flags, 4, 4, "cs_flags", "csum",	\
	     FIELD_HEX | FIELD_IN_PLACE),				\
	BITS(mlx5_wqe_eth_seg, cs_flags, 0, 4, "reserved_4", NULL,	\
	     FIELD_RESERVED),						\
	WHOLE(mlx5_wqe_eth_seg, rsvd1, "swp_flags", NULL, FIELD_HEX),	\
	WHOLE(mlx5_wqe_eth_seg, mss, "mss", "mss",		\
	      FIELD_TSO | FIELD_BRIEF_SET),			\
	WHOLE(mlx5_wqe_eth_seg, rsvd2, "flow_table_metadata", NULL,	\
	      FIELD_HEX),						\
	BITS(mlx5_wqe_eth_seg, inline_hdr_sz, 15, 1, "vlan_insert",	\
	     NULL, 0),							\
	BITS(mlx5_wqe_eth_seg, inline_hdr_sz, 14, 1, "trailer_insert",	\
	     NULL, 0),							\
	BITS(mlx5_wqe_eth_seg, inline_hdr_sz, 13, 1, "reserved_12",	\
	     NULL, FIELD_RESERVED),					\
	BITS(mlx5_wqe_eth_seg, inline_hdr_sz, 10, 3, "trailer_hdr",	\
	     NULL, 0)

#define INLINE_HDR_MASK 0x3ffu

static const struct field_desc eth_fields[] = {
	ETH_FIELDS,
	BITS(mlx5_wqe_eth_seg, inline_hdr_sz, 0, 10, "inline_hdr_sz",
	     "inl hdr", FIELD_BRIEF_SET),
};

/* VLAN insertion: DPDK struct mlx5_wqe_eseg */
static const struct field_desc eth_vlan_fields[] = {
	ETH_FIELDS,
	BITS(mlx5_wqe_eth_seg, inline_hdr_sz, 0, 10, "vlan_type", NULL, 0),
	WHOLE(mlx5_wqe_eth_seg, inline_hdr_start, "vlan_tag", "vlan",
	      FIELD_HEX),
};

static const struct field_desc data_fields[] = { ENTRY_FIELDS("va") };

#define ENTRY_BYTES_MASK 0x7fffffffu

static const struct field_desc inline_fields[] = {
	/* The top bit is what makes it an inline segment. */
	BITS(mlx5_wqe_inl_data_seg, byte_count, 0, 31, "byte_count", "inl len",
	     0),
};

/* UCX keeps notes of its own in the unused bytes. */
static const struct field_desc next_fields[] = {
	WHOLE(mlx5_wqe_srq_next_seg, rsvd0, "unused_0", NULL, FIELD_UNUSED),
	WHOLE(mlx5_wqe_srq_next_seg, next_wqe_index, "next_wqe_index", "next",
	      0),
	WHOLE(mlx5_wqe_srq_next_seg, signature, "signature", NULL, FIELD_HEX),
	BYTES(mlx5_wqe_srq_next_seg, rsvd1, "unused_5", FIELD_UNUSED),
};

/* struct mlx5_rwqe_sig of linux/mlx5/qp.h */
static const struct field_desc signature_fields[] = {
	WHOLE_AT(0, 4, "reserved_0", NULL, FIELD_RESERVED),
	WHOLE_AT(4, 1, "signature", NULL, FIELD_HEX),
	BYTES_AT(5, 11, "reserved_5", FIELD_RESERVED),
};

#define AV_COMPACT_SIZE 16
#define ETH_HEAD_SIZE offsetof(struct mlx5_wqe_eth_seg, inline_hdr_start)
#define ETH_VLAN_SIZE offsetof(struct mlx5_wqe_eth_seg, inline_hdr)

_Static_assert(sizeof(struct mlx5_wqe_ctrl_seg) == 16, "ctrl segment");
_Static_assert(sizeof(struct mlx5_wqe_raddr_seg) == 16, "raddr segment");
_Static_assert(sizeof(struct mlx5_wqe_atomic_seg) == 16, "atomic segment");
_Static_assert(sizeof(struct mlx5_wqe_data_seg) == 16, "data segment");
_Static_assert(sizeof(struct mlx5_wqe_srq_next_seg) == 16, "next segment");
_Static_assert(sizeof(struct mlx5_mprq_wqe) == 32, "WQE of a striding RQ");
_Static_assert(sizeof(struct mlx5_wqe_av) == 48, "address vector");
_Static_assert(offsetof(struct mlx5_wqe_av, reserved0) == AV_COMPACT_SIZE,
	       "the compact address vector is the front of the full one");
_Static_assert(offsetof(struct mlx5_wqe_eth_seg, cs_flags) == 4,
	       "software parser offsets are in front of the checksum flags");
_Static_assert(ETH_HEAD_SIZE == 14 && ETH_VLAN_SIZE == 16,
	       "Ethernet segment");

const struct segment_desc transport_segments[SEG_UMR_FIRST] = {
	[SEG_CTRL] = SEGMENT("ctrl", 16, ctrl_fields),
	[SEG_RADDR] = SEGMENT("raddr", 16, raddr_fields),
	[SEG_ATOMIC] = SEGMENT("atomic", 16, atomic_fields),
	[SEG_MASKED_ATOMIC] = SEGMENT("masked_atomic", 32, masked_cs_8_fields),
	[SEG_MASKED_CS_4] = SEGMENT("masked_atomic", 16, masked_cs_4_fields),
	[SEG_MASKED_CS_8] = SEGMENT("masked_atomic", 32, masked_cs_8_fields),
	[SEG_MASKED_CS_16] = SEGMENT("masked_atomic", 64,
				     masked_cs_16_fields),
	[SEG_MASKED_CS_32] = SEGMENT("masked_atomic", 128,
				     masked_cs_32_fields),
	[SEG_MASKED_CS_64] = SEGMENT("masked_atomic", 256,
				     masked_cs_64_fields),
	[SEG_MASKED_CS_128] = SEGMENT("masked_atomic", 512,
				      masked_cs_128_fields),
	[SEG_MASKED_FA_4] = SEGMENT("masked_atomic", 16, masked_fa_4_fields),
	[SEG_MASKED_FA_8] = SEGMENT("masked_atomic", 16, masked_fa_8_fields),
	[SEG_MASKED_FA_16] = SEGMENT("masked_atomic", 32, masked_fa_16_fields),
	[SEG_MASKED_FA_32] = SEGMENT("masked_atomic", 64, masked_fa_32_fields),
	[SEG_MASKED_FA_64] = SEGMENT("masked_atomic", 128,
				     masked_fa_64_fields),
	[SEG_MASKED_FA_128] = SEGMENT("masked_atomic", 256,
				      masked_fa_128_fields),
	[SEG_MASKED_FA_256] = SEGMENT("masked_atomic", 512,
				      masked_fa_256_fields),
	[SEG_XRC] = SEGMENT("xrc", 16, xrc_fields),
	[SEG_AV] = SEGMENT("av", sizeof(struct mlx5_wqe_av), av_fields),
	[SEG_AV_COMPACT] = SEGMENT("av", AV_COMPACT_SIZE, av_compact_fields),
	[SEG_DC_AV] = SEGMENT("av", sizeof(struct mlx5_wqe_av), dc_av_fields),
	[SEG_DC_AV_COMPACT] = SEGMENT("av", AV_COMPACT_SIZE,
				      dc_av_compact_fields),
	[SEG_PAD] = SEGMENT("pad", 16, pad_fields),
	[SEG_ETH] = WITH_TAIL("eth", ETH_HEAD_SIZE, eth_fields, "inline_hdr",
			      offsetof(struct mlx5_wqe_eth_seg, inline_hdr_sz),
			      SIZE_OF(mlx5_wqe_eth_seg, inline_hdr_sz),
			      INLINE_HDR_MASK),
	[SEG_ETH_VLAN] = SEGMENT("eth", ETH_VLAN_SIZE, eth_vlan_fields),
	[SEG_DATA] = SEGMENT("data", 16, data_fields),
	[SEG_INLINE] = WITH_TAIL("inline", sizeof(struct mlx5_wqe_inl_data_seg),
				 inline_fields, "data", 0, 4,
				 ENTRY_BYTES_MASK),
	[SEG_NEXT] = SEGMENT("next", sizeof(struct mlx5_wqe_srq_next_seg),
			     next_fields),
	[SEG_SIGNATURE] = SEGMENT("signature", 16, signature_fields),
};

#define VARIANT(offset_, mask_, set_, clear_)				\
	{ .offset = offset_, .mask = mask_, .set = set_, .clear = clear_ }

const struct variant_desc variant_descs[SEG_VARIANTS_END - SEG_VARIANTS] = {
	[SEG_AV_ANY - SEG_VARIANTS] =
		VARIANT(offsetof(struct mlx5_wqe_av, dqp_dct), 0x80, SEG_AV,
			SEG_AV_COMPACT),
	[SEG_DC_AV_ANY - SEG_VARIANTS] =
		VARIANT(offsetof(struct mlx5_wqe_av, dqp_dct), 0x80, SEG_DC_AV,
			SEG_DC_AV_COMPACT),
	[SEG_ETH_ANY - SEG_VARIANTS] =
		VARIANT(offsetof(struct mlx5_wqe_eth_seg, inline_hdr_sz), 0x80,
			SEG_ETH_VLAN, SEG_ETH),
	[SEG_UMR_CTRL_ANY - SEG_VARIANTS] =
		VARIANT(offsetof(struct mlx5_wqe_umr_ctrl_seg, flags),
			MLX5_WQE_UMR_CTRL_FLAG_TRNSLATION_OFFSET,
			SEG_UMR_CTRL_OFFSET, SEG_UMR_CTRL),
};
