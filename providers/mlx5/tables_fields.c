// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Segments and their fields, in the order in which people read them. The
 * fields of a segment cover each of its bits once.
 *
 * Names and places are those of the structs of infiniband/mlx5dv.h. What it
 * lacks is given by offsets, and a comment names the source.
 */

#include <infiniband/mlx5dv.h>

#include "tables.h"

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))
#define SIZE_OF(type, member) sizeof(((struct type *)NULL)->member)

/* A member of the public struct as a whole, and a run of bits of one */
#define WHOLE(type, member, name_, brief_, flags_)			\
	{ .name = name_, .brief = brief_,				\
	  .offset = offsetof(struct type, member),			\
	  .size = SIZE_OF(type, member),				\
	  .bits = SIZE_OF(type, member) * 8, .flags = flags_ }
#define BITS(type, member, shift_, bits_, name_, brief_, flags_)	\
	{ .name = name_, .brief = brief_,				\
	  .offset = offsetof(struct type, member),			\
	  .size = SIZE_OF(type, member),				\
	  .shift = shift_, .bits = bits_, .flags = flags_ }
#define BYTES(type, member, name_, flags_)				\
	{ .name = name_, .offset = offsetof(struct type, member),	\
	  .size = SIZE_OF(type, member), .flags = FIELD_BYTES | (flags_) }

/* The same by offset, where there is no public struct */
#define WHOLE_AT(offset_, size_, name_, brief_, flags_)			\
	{ .name = name_, .brief = brief_, .offset = offset_,		\
	  .size = size_, .bits = (size_) * 8, .flags = flags_ }
#define BITS_AT(offset_, size_, shift_, bits_, name_, brief_, flags_)	\
	{ .name = name_, .brief = brief_, .offset = offset_,		\
	  .size = size_, .shift = shift_, .bits = bits_, .flags = flags_ }
#define BYTES_AT(offset_, size_, name_, flags_)				\
	{ .name = name_, .offset = offset_, .size = size_,		\
	  .flags = FIELD_BYTES | (flags_) }

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
	WHOLE(mlx5_wqe_eth_seg, mss, "mss", "mss", FIELD_TSO),			\
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
	     "inl hdr", 0),
};

/* VLAN insertion: DPDK struct mlx5_wqe_eseg */
static const struct field_desc eth_vlan_fields[] = {
	ETH_FIELDS,
	BITS(mlx5_wqe_eth_seg, inline_hdr_sz, 0, 10, "vlan_type", NULL, 0),
	WHOLE(mlx5_wqe_eth_seg, inline_hdr_start, "vlan_tag", "vlan",
	      FIELD_HEX),
};

/* A receive queue has no inline segments: there the top bit says nothing. */
#define ENTRY_FIELDS(brief_)						\
	WHOLE(mlx5_wqe_data_seg, addr, "addr", brief_,			\
	      FIELD_ADDR | FIELD_FIT_POINTER),				\
	BITS(mlx5_wqe_data_seg, byte_count, 31, 1, "reserved_0", NULL,	\
	     FIELD_RESERVED),						\
	BITS(mlx5_wqe_data_seg, byte_count, 0, 31, "byte_count", "len",	\
	     FIELD_FIT_NONZERO),					\
	WHOLE(mlx5_wqe_data_seg, lkey, "lkey", "lkey",			\
	      FIELD_HEX | FIELD_FIT_NONZERO)

static const struct field_desc data_fields[] = { ENTRY_FIELDS("va") };
static const struct field_desc gather_fields[] = { ENTRY_FIELDS("from va") };
static const struct field_desc scatter_fields[] = { ENTRY_FIELDS("to va") };

#define ENTRY_BYTES_MASK 0x7fffffffu

static const struct field_desc inline_fields[] = {
	/* The top bit is what makes it an inline segment. */
	BITS(mlx5_wqe_inl_data_seg, byte_count, 0, 31, "byte_count", "inl len",
	     0),
};

#define UMR_CTRL_FIELDS							\
	BITS(mlx5_wqe_umr_ctrl_seg, flags, 7, 1, "inline", NULL, 0),	\
	BITS(mlx5_wqe_umr_ctrl_seg, flags, 5, 2, "check_free", NULL, 0),	\
	BITS(mlx5_wqe_umr_ctrl_seg, flags, 4, 1, "translation_offset_en",	\
	     NULL, 0),							\
	BITS(mlx5_wqe_umr_ctrl_seg, flags, 3, 1, "check_qpn", NULL, 0),	\
	BITS(mlx5_wqe_umr_ctrl_seg, flags, 0, 3, "reserved_0", NULL,	\
	     FIELD_RESERVED),						\
	BYTES(mlx5_wqe_umr_ctrl_seg, rsvd0, "reserved_1", FIELD_RESERVED),	\
	WHOLE(mlx5_wqe_umr_ctrl_seg, klm_octowords, "klm_octowords", NULL,	\
	      0),							\
	WHOLE(mlx5_wqe_umr_ctrl_seg, mkey_mask, "mkey_mask", "mask",	\
	      FIELD_ADDR)

/* Upper half of the offset, and unused bytes: linux/mlx5/qp.h */
static const struct field_desc umr_ctrl_fields[] = {
	UMR_CTRL_FIELDS,
	WHOLE(mlx5_wqe_umr_ctrl_seg, bsf_octowords, "bsf_octowords", NULL, 0),
	BYTES(mlx5_wqe_umr_ctrl_seg, rsvd1, "reserved_16", FIELD_RESERVED),
};

static const struct field_desc umr_ctrl_offset_fields[] = {
	UMR_CTRL_FIELDS,
	WHOLE(mlx5_wqe_umr_ctrl_seg, translation_offset, "translation_offset",
	      "offset", 0),
	WHOLE_AT(16, 4, "translation_offset_47_16", NULL, 0),
	BYTES_AT(20, 28, "reserved_20", FIELD_RESERVED),
};

/*
 * Bits of the public struct's bytes: struct mlx5_ifc_mkc_bits of
 * linux/mlx5/mlx5_ifc.h. mkey_mask says which fields count, and rdma-core
 * leaves in the others what the slot held before: reserved bits as well.
 */
static const struct field_desc mkey_fields[] = {
	WHOLE(mlx5_wqe_mkey_context_seg, start_addr, "start_addr", "start",
	      FIELD_ADDR),
	WHOLE(mlx5_wqe_mkey_context_seg, len, "len", "len", 0),
	BITS(mlx5_wqe_mkey_context_seg, free, 7, 1, "unused_0", NULL,
	     FIELD_UNUSED),
	BITS(mlx5_wqe_mkey_context_seg, free, 6, 1, "free", "free", 0),
	BITS(mlx5_wqe_mkey_context_seg, free, 5, 1, "unused_0_5", NULL,
	     FIELD_UNUSED),
	BITS(mlx5_wqe_mkey_context_seg, free, 2, 3, "access_mode_4_2", NULL,
	     0),
	BITS(mlx5_wqe_mkey_context_seg, free, 0, 2, "unused_0_0", NULL,
	     FIELD_UNUSED),
	BITS(mlx5_wqe_mkey_context_seg, reserved1, 3, 5, "unused_1", NULL,
	     FIELD_UNUSED),
	BITS(mlx5_wqe_mkey_context_seg, reserved1, 2, 1,
	     "relaxed_ordering_write", NULL, 0),
	BITS(mlx5_wqe_mkey_context_seg, reserved1, 1, 1, "unused_1_1", NULL,
	     FIELD_UNUSED),
	BITS(mlx5_wqe_mkey_context_seg, reserved1, 0, 1,
	     "small_fence_on_rdma_read_response", NULL, 0),
	BITS(mlx5_wqe_mkey_context_seg, access_flags, 7, 1, "umr_en", NULL, 0),
	BITS(mlx5_wqe_mkey_context_seg, access_flags, 6, 1, "atomic", NULL, 0),
	BITS(mlx5_wqe_mkey_context_seg, access_flags, 5, 1, "remote_write",
	     NULL, 0),
	BITS(mlx5_wqe_mkey_context_seg, access_flags, 4, 1, "remote_read",
	     NULL, 0),
	BITS(mlx5_wqe_mkey_context_seg, access_flags, 3, 1, "local_write",
	     NULL, 0),
	BITS(mlx5_wqe_mkey_context_seg, access_flags, 2, 1, "local_read", NULL,
	     0),
	BITS(mlx5_wqe_mkey_context_seg, access_flags, 0, 2, "access_mode_1_0",
	     NULL, 0),
	BITS(mlx5_wqe_mkey_context_seg, sf, 6, 2, "unused_3", NULL,
	     FIELD_UNUSED),
	BITS(mlx5_wqe_mkey_context_seg, sf, 4, 2, "ma_translation_mode", NULL,
	     0),
	BITS(mlx5_wqe_mkey_context_seg, sf, 0, 4, "unused_3_0", NULL,
	     FIELD_UNUSED),
	BITS(mlx5_wqe_mkey_context_seg, qpn_mkey, 8, 24, "qpn", NULL,
	     FIELD_HEX),
	BITS(mlx5_wqe_mkey_context_seg, qpn_mkey, 0, 8, "mkey_7_0", NULL,
	     FIELD_HEX),
	WHOLE(mlx5_wqe_mkey_context_seg, reserved2, "unused_8", NULL,
	      FIELD_UNUSED),
	BITS(mlx5_wqe_mkey_context_seg, flags_pd, 31, 1, "length64", NULL, 0),
	BITS(mlx5_wqe_mkey_context_seg, flags_pd, 30, 1, "bsf_en", NULL, 0),
	BITS(mlx5_wqe_mkey_context_seg, flags_pd, 29, 1, "sync_umr", NULL, 0),
	BITS(mlx5_wqe_mkey_context_seg, flags_pd, 27, 2, "unused_12", NULL,
	     FIELD_UNUSED),
	BITS(mlx5_wqe_mkey_context_seg, flags_pd, 26, 1,
	     "expected_sigerr_count", NULL, 0),
	BITS(mlx5_wqe_mkey_context_seg, flags_pd, 25, 1, "unused_12_25", NULL,
	     FIELD_UNUSED),
	BITS(mlx5_wqe_mkey_context_seg, flags_pd, 24, 1, "en_rinval", NULL, 0),
	BITS(mlx5_wqe_mkey_context_seg, flags_pd, 0, 24, "pd", NULL, 0),
	WHOLE(mlx5_wqe_mkey_context_seg, bsf_octword_size, "bsf_octword_size",
	      NULL, 0),
	BYTES_AT(36, 12, "unused_36", FIELD_UNUSED),
	WHOLE_AT(48, 2, "crossing_target_vhca_id", NULL, 0),
	WHOLE_AT(50, 2, "unused_50", NULL, FIELD_UNUSED),
	WHOLE(mlx5_wqe_mkey_context_seg, translations_octword_size,
	      "translations_octword_size", NULL, 0),
	BYTES(mlx5_wqe_mkey_context_seg, reserved4, "unused_56", FIELD_UNUSED),
	BITS(mlx5_wqe_mkey_context_seg, log_page_size, 7, 1, "unused_59",
	     NULL, FIELD_UNUSED),
	BITS(mlx5_wqe_mkey_context_seg, log_page_size, 6, 1,
	     "relaxed_ordering_read", NULL, 0),
	BITS(mlx5_wqe_mkey_context_seg, log_page_size, 0, 6, "log_page_size",
	     NULL, 0),
	BITS(mlx5_wqe_mkey_context_seg, reserved, 27, 5, "unused_60", NULL,
	     FIELD_UNUSED),
	BITS(mlx5_wqe_mkey_context_seg, reserved, 26, 1, "pcie_tph_en", NULL,
	     0),
	BITS(mlx5_wqe_mkey_context_seg, reserved, 24, 2, "pcie_tph_ph", NULL,
	     0),
	BITS(mlx5_wqe_mkey_context_seg, reserved, 16, 8,
	     "pcie_tph_steering_tag_index", NULL, 0),
	BITS(mlx5_wqe_mkey_context_seg, reserved, 0, 16, "unused_62", NULL,
	     FIELD_UNUSED),
};

static const struct field_desc klm_fields[] = {
	WHOLE(mlx5_wqe_umr_klm_seg, address, "addr", "klm va", FIELD_ADDR),
	WHOLE(mlx5_wqe_umr_klm_seg, byte_count, "byte_count", "len", 0),
	WHOLE(mlx5_wqe_umr_klm_seg, mkey, "mkey", "mkey", FIELD_HEX),
};

/* struct mlx5_ksm of linux/mlx5/qp.h */
static const struct field_desc ksm_fields[] = {
	WHOLE_AT(8, 8, "addr", "ksm va", FIELD_ADDR),
	WHOLE_AT(4, 4, "mkey", "mkey", FIELD_HEX),
	WHOLE_AT(0, 4, "reserved_0", NULL, FIELD_RESERVED),
};

/* struct mlx5_mtt of linux/mlx5/qp.h, MLX5_EN_RD and _WR of device.h */
static const struct field_desc mtt_fields[] = {
	BITS_AT(0, 8, 3, 61, "addr", "mtt", FIELD_ADDR | FIELD_IN_PLACE),
	BITS_AT(0, 8, 2, 1, "reserved_7", NULL, FIELD_RESERVED),
	BITS_AT(0, 8, 1, 1, "write", NULL, 0),
	BITS_AT(0, 8, 0, 1, "read", NULL, 0),
};

static const struct field_desc repeat_block_fields[] = {
	WHOLE(mlx5_wqe_umr_repeat_block_seg, byte_count, "byte_count",
	      "block len", 0),
	WHOLE(mlx5_wqe_umr_repeat_block_seg, op, "op", NULL, FIELD_HEX),
	WHOLE(mlx5_wqe_umr_repeat_block_seg, repeat_count, "repeat_count",
	      "repeat", 0),
	WHOLE(mlx5_wqe_umr_repeat_block_seg, reserved, "reserved_12", NULL,
	      FIELD_RESERVED),
	WHOLE(mlx5_wqe_umr_repeat_block_seg, num_ent, "num_ent", "entries", 0),
};

static const struct field_desc repeat_entry_fields[] = {
	WHOLE(mlx5_wqe_umr_repeat_ent_seg, va, "addr", "entry va", FIELD_ADDR),
	WHOLE(mlx5_wqe_umr_repeat_ent_seg, byte_count, "byte_count", "len", 0),
	WHOLE(mlx5_wqe_umr_repeat_ent_seg, stride, "stride", "stride", 0),
	WHOLE(mlx5_wqe_umr_repeat_ent_seg, memkey, "mkey", "mkey", FIELD_HEX),
};

/* struct mlx5_bsf of linux/mlx5/qp.h; sizes and types of rdma-core's wqe.h */
#define BSF_BASIC_FIELDS						\
	BITS_AT(0, 1, 6, 2, "bsf_size", NULL, 0),			\
	BITS_AT(0, 1, 5, 1, "reserved_0", NULL, FIELD_RESERVED),	\
	BITS_AT(0, 1, 4, 1, "same_block_structure", NULL, 0),		\
	BITS_AT(0, 1, 2, 2, "reserved_0_2", NULL, FIELD_RESERVED),	\
	BITS_AT(0, 1, 0, 2, "bsf_type", NULL, 0),			\
	WHOLE_AT(1, 1, "check_byte_mask", "check", FIELD_HEX),		\
	WHOLE_AT(2, 1, "wire_copy_mask_or_bs_selector", NULL, FIELD_HEX),	\
	WHOLE_AT(3, 1, "mem_bs_selector", NULL, FIELD_HEX),		\
	WHOLE_AT(4, 4, "raw_data_size", "bsf len", 0),			\
	WHOLE_AT(8, 1, "wire_bfs", NULL, FIELD_HEX),			\
	BITS_AT(8, 4, 0, 24, "wire_psv", "wire psv", 0),		\
	WHOLE_AT(12, 1, "mem_bfs", NULL, FIELD_HEX),			\
	BITS_AT(12, 4, 0, 24, "mem_psv", "mem psv", 0)

#define BSF_EXTENDED_FIELDS						\
	WHOLE_AT(16, 4, "t_init_gen_pro_size", NULL, FIELD_HEX),	\
	WHOLE_AT(20, 4, "rsvd_epi_size", NULL, FIELD_HEX),		\
	WHOLE_AT(24, 4, "wire_tfs_psv", NULL, FIELD_HEX),		\
	WHOLE_AT(28, 4, "mem_tfs_psv", NULL, FIELD_HEX)

/* struct mlx5_bsf_inl of linux/mlx5/qp.h */
#define BSF_DIF_FIELDS(at_, domain_)					\
	BITS_AT(at_, 2, 15, 1, domain_ "_inl_valid", NULL, 0),		\
	BITS_AT(at_, 2, 14, 1, domain_ "_refresh_dif", NULL, 0),	\
	BITS_AT(at_, 2, 0, 14, domain_ "_inl_reserved_0", NULL,		\
		FIELD_RESERVED),					\
	WHOLE_AT((at_) + 2, 2, domain_ "_dif_apptag", NULL, FIELD_HEX),	\
	WHOLE_AT((at_) + 4, 4, domain_ "_dif_reftag", NULL, FIELD_HEX),	\
	WHOLE_AT((at_) + 8, 1, domain_ "_sig_type", NULL, 0),		\
	WHOLE_AT((at_) + 9, 1, domain_ "_rp_inv_seed", NULL, FIELD_HEX),	\
	BYTES_AT((at_) + 10, 3, domain_ "_inl_reserved_10",		\
		 FIELD_RESERVED),					\
	WHOLE_AT((at_) + 13, 1, domain_ "_dif_inc_ref_guard_check", NULL,	\
		 FIELD_HEX),						\
	WHOLE_AT((at_) + 14, 2, domain_ "_dif_app_bitmask_check", NULL,	\
		 FIELD_HEX)

static const struct field_desc bsf_basic_fields[] = { BSF_BASIC_FIELDS };

static const struct field_desc bsf_extended_fields[] = {
	BSF_BASIC_FIELDS,
	BSF_EXTENDED_FIELDS,
};

static const struct field_desc bsf_inline_fields[] = {
	BSF_BASIC_FIELDS,
	BSF_EXTENDED_FIELDS,
	BSF_DIF_FIELDS(32, "wire"),
	BSF_DIF_FIELDS(48, "mem"),
};

/* struct mlx5_crypto_bsf of rdma-core's wqe.h */
static const struct field_desc bsf_crypto_fields[] = {
	BITS_AT(0, 1, 6, 2, "bsf_size", NULL, 0),
	BITS_AT(0, 1, 2, 4, "reserved_0", NULL, FIELD_RESERVED),
	BITS_AT(0, 1, 0, 2, "bsf_type", NULL, 0),
	BITS_AT(1, 1, 4, 4, "reserved_1", NULL, FIELD_RESERVED),
	BITS_AT(1, 1, 0, 4, "encryption_order", "order", 0),
	WHOLE_AT(2, 1, "reserved_2", NULL, FIELD_RESERVED),
	BITS_AT(3, 1, 4, 4, "reserved_3", NULL, FIELD_RESERVED),
	BITS_AT(3, 1, 0, 4, "encryption_standard", NULL, 0),
	WHOLE_AT(4, 4, "raw_data_size", "bsf len", 0),
	WHOLE_AT(8, 1, "bs_pointer", NULL, 0),
	BYTES_AT(9, 7, "reserved_9", FIELD_RESERVED),
	BYTES_AT(16, 16, "xts_init_tweak", 0),
	WHOLE_AT(32, 1, "reserved_32", NULL, FIELD_RESERVED),
	BITS_AT(32, 4, 0, 24, "dek_ptr", "dek", 0),
	BYTES_AT(36, 4, "reserved_36", FIELD_RESERVED),
	BYTES_AT(40, 8, "keytag", 0),
	BYTES_AT(48, 16, "reserved_48", FIELD_RESERVED),
};

/* struct mlx5_ifc_tls_static_params_bits of linux/mlx5/mlx5_ifc.h */
static const struct field_desc tls_static_fields[] = {
	BITS_AT(0, 1, 6, 2, "const_2", NULL, 0),
	BITS_AT(0, 1, 2, 4, "tls_version", "tls version", 0),
	BITS_AT(0, 1, 0, 2, "const_1", NULL, 0),
	BITS_AT(0, 4, 4, 20, "reserved_1", NULL, FIELD_RESERVED),
	BITS_AT(0, 4, 0, 4, "encryption_standard", NULL, 0),
	WHOLE_AT(4, 4, "reserved_4", NULL, FIELD_RESERVED),
	WHOLE_AT(8, 8, "initial_record_number", "record", FIELD_ADDR),
	WHOLE_AT(16, 4, "resync_tcp_sn", "tcp sn", 0),
	BYTES_AT(20, 4, "gcm_iv", 0),
	BYTES_AT(24, 8, "implicit_iv", 0),
	WHOLE_AT(32, 1, "reserved_32", NULL, FIELD_RESERVED),
	BITS_AT(32, 4, 0, 24, "dek_index", "dek", 0),
	BYTES_AT(36, 28, "reserved_36", FIELD_RESERVED),
};

/* struct mlx5_wqe_tls_progress_params_seg, mlx5_ifc_tls_progress_params_bits */
static const struct field_desc tls_progress_fields[] = {
	WHOLE_AT(0, 4, "tis_tir_num", "tis/tir", 0),
	WHOLE_AT(4, 4, "next_record_tcp_sn", "tcp sn", 0),
	WHOLE_AT(8, 4, "hw_resync_tcp_sn", NULL, 0),
	BITS_AT(12, 1, 6, 2, "record_tracker_state", NULL, 0),
	BITS_AT(12, 1, 4, 2, "auth_state", NULL, 0),
	BITS_AT(12, 1, 0, 4, "reserved_12", NULL, FIELD_RESERVED),
	BITS_AT(12, 4, 0, 24, "hw_offset_record_number", NULL, 0),
};

/* struct mlx5_seg_set_psv of linux/mlx5/qp.h; the signature as in rdma-core */
static const struct field_desc set_psv_fields[] = {
	WHOLE_AT(0, 4, "psv_index", "psv", 0),
	WHOLE_AT(4, 2, "syndrome", NULL, FIELD_HEX),
	WHOLE_AT(6, 2, "status", NULL, FIELD_HEX),
	WHOLE_AT(8, 8, "transient_signature", "sig", FIELD_ADDR),
};

#define PSV_LIST_FIELDS							\
	BITS_AT(19, 1, 4, 4, "num_psv", "psvs", 0),			\
	BITS_AT(19, 1, 0, 4, "reserved_19", NULL, FIELD_RESERVED),	\
	WHOLE_AT(24, 8, "addr", "va", FIELD_ADDR),			\
	WHOLE_AT(20, 4, "lkey", "lkey", FIELD_HEX),			\
	WHOLE_AT(32, 4, "psv_index_0", "psv", 0),			\
	WHOLE_AT(36, 4, "psv_index_1", NULL, 0),			\
	WHOLE_AT(40, 4, "psv_index_2", NULL, 0),			\
	WHOLE_AT(44, 4, "psv_index_3", NULL, 0)

/* struct mlx5_seg_get_psv and _check_psv of linux/mlx5/qp.h; num_psv: mlx5e */
static const struct field_desc get_psv_fields[] = {
	BYTES_AT(0, 19, "reserved_0", FIELD_RESERVED),
	PSV_LIST_FIELDS,
};

static const struct field_desc check_psv_fields[] = {
	WHOLE_AT(0, 2, "reserved_0", NULL, FIELD_RESERVED),
	WHOLE_AT(2, 2, "err_coalescing_op", NULL, FIELD_HEX),
	WHOLE_AT(4, 2, "reserved_4", NULL, FIELD_RESERVED),
	WHOLE_AT(6, 2, "xport_err_op", NULL, FIELD_HEX),
	WHOLE_AT(8, 2, "reserved_8", NULL, FIELD_RESERVED),
	WHOLE_AT(10, 2, "xport_err_mask", NULL, FIELD_HEX),
	BYTES_AT(12, 7, "reserved_12", FIELD_RESERVED),
	PSV_LIST_FIELDS,
};

/* struct mlx5_wqe_fmr_seg and MLX5_WQE_FMR_PERM_* of linux/mlx5/qp.h */
static const struct field_desc fmr_fields[] = {
	BITS_AT(0, 4, 31, 1, "atomic", NULL, 0),
	BITS_AT(0, 4, 30, 1, "remote_write", NULL, 0),
	BITS_AT(0, 4, 29, 1, "remote_read", NULL, 0),
	BITS_AT(0, 4, 28, 1, "local_write", NULL, 0),
	BITS_AT(0, 4, 27, 1, "local_read", NULL, 0),
	BITS_AT(0, 4, 0, 27, "reserved_0", NULL, FIELD_RESERVED),
	WHOLE_AT(4, 4, "mem_key", "mkey", FIELD_HEX),
	WHOLE_AT(8, 8, "buf_list", "list", FIELD_ADDR),
	WHOLE_AT(16, 8, "start_addr", "start", FIELD_ADDR),
	WHOLE_AT(24, 8, "reg_len", "len", 0),
	WHOLE_AT(32, 4, "offset", NULL, 0),
	WHOLE_AT(36, 4, "page_size", NULL, 0),
	BYTES_AT(40, 8, "reserved_40", FIELD_RESERVED),
};

/* The place of the opcode in its byte: rdma-core's qp.c */
static const struct field_desc tm_fields[] = {
	BITS(mlx5_wqe_tm_seg, opcode, 4, 4, "opcode", "tm op", 0),
	BITS(mlx5_wqe_tm_seg, opcode, 0, 4, "reserved_0", NULL,
	     FIELD_RESERVED),
	BITS(mlx5_wqe_tm_seg, flags, 7, 1, "cqe_req", NULL, 0),
	BITS(mlx5_wqe_tm_seg, flags, 6, 1, "sw_cnt_valid", NULL, 0),
	BITS(mlx5_wqe_tm_seg, flags, 0, 6, "reserved_1", NULL, FIELD_RESERVED),
	WHOLE(mlx5_wqe_tm_seg, index, "index", "index", 0),
	BYTES(mlx5_wqe_tm_seg, rsvd0, "unused_4", FIELD_UNUSED),
	WHOLE(mlx5_wqe_tm_seg, sw_cnt, "sw_cnt", NULL, 0),
	BYTES(mlx5_wqe_tm_seg, rsvd1, "unused_8", FIELD_UNUSED),
	WHOLE(mlx5_wqe_tm_seg, append_tag, "append_tag", "tag", FIELD_ADDR),
	WHOLE(mlx5_wqe_tm_seg, append_mask, "append_mask", "mask",
	      FIELD_ADDR),
};

/* struct mlx5_wqe_qseg of DPDK mlx5_prm.h */
#define QSEG_FIELDS(number_)						\
	BYTES_AT(0, 8, "reserved_0", FIELD_RESERVED),			\
	WHOLE_AT(8, 4, "index", "until", 0),				\
	WHOLE_AT(12, 1, "reserved_12", NULL, FIELD_RESERVED),		\
	BITS_AT(12, 4, 0, 24, number_, number_, FIELD_HEX)

static const struct field_desc wait_fields[] = { QSEG_FIELDS("cqn") };
static const struct field_desc enable_fields[] = { QSEG_FIELDS("qpn") };

/* struct mlx5_wqe_wseg and MLX5_WAIT_COND_* of DPDK mlx5_prm.h */
static const struct field_desc wait_data_fields[] = {
	BITS_AT(0, 4, 5, 27, "reserved_0", NULL, FIELD_RESERVED),
	BITS_AT(0, 4, 4, 1, "invert", NULL, 0),
	BITS_AT(0, 4, 0, 4, "operation", "op", 0),
	BITS_AT(8, 8, 3, 61, "addr", "va", FIELD_ADDR | FIELD_IN_PLACE),
	BITS_AT(8, 8, 0, 3, "action_on_fail", NULL, 0),
	WHOLE_AT(4, 4, "lkey", "lkey", FIELD_HEX),
	WHOLE_AT(16, 8, "value", "value", FIELD_ADDR),
	WHOLE_AT(24, 8, "mask", "mask", FIELD_ADDR),
};

/* struct mlx5_mmo_metadata_seg of rdma-core's wqe.h */
static const struct field_desc mmo_fields[] = {
	WHOLE_AT(0, 4, "mmo_control_31_0", NULL, FIELD_HEX),
	WHOLE_AT(8, 8, "addr", "opaque va", FIELD_ADDR),
	WHOLE_AT(4, 4, "lkey", "lkey", FIELD_HEX),
};

/* struct mlx5hws_wqe_gta_ctrl_seg of mlx5_core, steering/hws/send.h */
static const struct field_desc gta_ctrl_fields[] = {
	BITS_AT(0, 4, 28, 4, "op", "op", 0),
	BITS_AT(0, 4, 0, 28, "direct_index", "index", FIELD_HEX),
	WHOLE_AT(4, 4, "stc_ix_0", "stc", FIELD_HEX),
	WHOLE_AT(8, 4, "stc_ix_1", NULL, FIELD_HEX),
	WHOLE_AT(12, 4, "stc_ix_2", NULL, FIELD_HEX),
	WHOLE_AT(16, 4, "stc_ix_3", NULL, FIELD_HEX),
	WHOLE_AT(20, 4, "stc_ix_4", NULL, FIELD_HEX),
	BYTES_AT(24, 24, "reserved_24", FIELD_RESERVED),
};

/* struct mlx5hws_wqe_gta_data_seg_ste; a jumbo tag covers action and tag */
static const struct field_desc gta_ste_fields[] = {
	WHOLE_AT(0, 4, "rsvd0_ctr_id", NULL, FIELD_HEX),
	WHOLE_AT(4, 4, "rsvd1_definer", NULL, FIELD_HEX),
	BYTES_AT(8, 12, "reserved_8", FIELD_RESERVED),
	BYTES_AT(20, 12, "action", 0),
	BYTES_AT(32, 32, "tag", 0),
};

/* struct mlx5_wqe_flow_update_ctrl_seg of linux/mlx5/qp.h */
static const struct field_desc flow_update_fields[] = {
	WHOLE_AT(0, 4, "flow_idx_update", "index", FIELD_HEX),
	WHOLE_AT(4, 4, "dest_handle", "handle", FIELD_HEX),
	BYTES_AT(8, 40, "reserved_8", FIELD_RESERVED),
};

/* struct mlx5_wqe_header_modify_argument_update_seg of linux/mlx5/qp.h */
static const struct field_desc argument_fields[] = {
	BYTES_AT(0, 64, "argument_list", 0),
};

/* struct mlx5_wqe_aso_ctrl_seg of mlx5_core, lib/aso.h; bits: en/tc/meter.c */
static const struct field_desc aso_ctrl_fields[] = {
	BITS_AT(0, 8, 1, 63, "addr", "va", FIELD_ADDR | FIELD_IN_PLACE),
	BITS_AT(0, 8, 0, 1, "read_enable", NULL, 0),
	WHOLE_AT(8, 4, "lkey", "lkey", FIELD_HEX),
	WHOLE_AT(12, 1, "data_mask_mode", NULL, FIELD_HEX),
	WHOLE_AT(13, 1, "condition_1_0_operand", NULL, FIELD_HEX),
	WHOLE_AT(14, 1, "condition_1_0_offset", NULL, FIELD_HEX),
	WHOLE_AT(15, 1, "data_offset_condition_operand", NULL, FIELD_HEX),
	WHOLE_AT(16, 4, "condition_0_data", NULL, FIELD_HEX),
	WHOLE_AT(20, 4, "condition_0_mask", NULL, FIELD_HEX),
	WHOLE_AT(24, 4, "condition_1_data", NULL, FIELD_HEX),
	WHOLE_AT(28, 4, "condition_1_mask", NULL, FIELD_HEX),
	WHOLE_AT(32, 8, "bitwise_data", "data", FIELD_ADDR),
	WHOLE_AT(40, 8, "data_mask", "mask", FIELD_ADDR),
};

static const struct field_desc aso_data_fields[] = {
	BYTES_AT(0, 64, "bytewise_data", 0),
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
_Static_assert(sizeof(struct mlx5_wqe_tm_seg) == 32, "TM segment");
_Static_assert(sizeof(struct mlx5_wqe_umr_ctrl_seg) == 48, "UMR control");
_Static_assert(offsetof(struct mlx5_wqe_umr_ctrl_seg, rsvd1) == 16,
	       "upper half of the translation offset");
_Static_assert(sizeof(struct mlx5_wqe_mkey_context_seg) == 64, "mkey context");
_Static_assert(offsetof(struct mlx5_wqe_mkey_context_seg, reserved3) == 36,
	       "reserved words of the mkey context");
_Static_assert(sizeof(struct mlx5_wqe_umr_klm_seg) == 16, "KLM");
_Static_assert(sizeof(struct mlx5_wqe_umr_repeat_block_seg) == 16,
	       "repeat block");
_Static_assert(sizeof(struct mlx5_wqe_umr_repeat_ent_seg) == 16,
	       "entry of a repeat block");

#define SEGMENT(name_, size_, fields_)					\
	{ .name = name_, .size = size_, .fields = fields_,		\
	  .field_cnt = ARRAY_SIZE(fields_) }
#define WITH_TAIL(name_, size_, fields_, tail_, offset_, word_, mask_)	\
	{ .name = name_, .size = size_, .fields = fields_,		\
	  .field_cnt = ARRAY_SIZE(fields_), .tail = tail_,		\
	  .tail_offset = offset_, .tail_size = word_, .tail_mask = mask_ }

const struct segment_desc segment_descs[SEG_COUNT] = {
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
	[SEG_UMR_CTRL] = SEGMENT("umr_ctrl", 48, umr_ctrl_fields),
	[SEG_UMR_CTRL_OFFSET] = SEGMENT("umr_ctrl", 48,
					umr_ctrl_offset_fields),
	[SEG_MKEY] = SEGMENT("mkey", 64, mkey_fields),
	[SEG_KLM] = SEGMENT("klm", 16, klm_fields),
	[SEG_KSM] = SEGMENT("ksm", 16, ksm_fields),
	[SEG_MTT] = SEGMENT("mtt", 8, mtt_fields),
	[SEG_REPEAT_BLOCK] = SEGMENT("repeat_block", 16, repeat_block_fields),
	[SEG_REPEAT_ENTRY] = SEGMENT("repeat_entry", 16, repeat_entry_fields),
	[SEG_BSF_BASIC] = SEGMENT("bsf", 16, bsf_basic_fields),
	[SEG_BSF_EXTENDED] = SEGMENT("bsf", 32, bsf_extended_fields),
	[SEG_BSF_INLINE] = SEGMENT("bsf", 64, bsf_inline_fields),
	[SEG_BSF_CRYPTO] = SEGMENT("bsf_crypto", 64, bsf_crypto_fields),
	[SEG_TLS_STATIC] = SEGMENT("tls_static", 64, tls_static_fields),
	[SEG_TLS_PROGRESS] = SEGMENT("tls_progress", 16, tls_progress_fields),
	[SEG_SET_PSV] = SEGMENT("set_psv", 16, set_psv_fields),
	[SEG_GET_PSV] = SEGMENT("get_psv", 48, get_psv_fields),
	[SEG_CHECK_PSV] = SEGMENT("check_psv", 48, check_psv_fields),
	[SEG_FMR] = SEGMENT("fmr", 48, fmr_fields),
	[SEG_TM] = SEGMENT("tm", 32, tm_fields),
	[SEG_WAIT] = SEGMENT("wait", 16, wait_fields),
	[SEG_WAIT_DATA] = SEGMENT("wait_data", 32, wait_data_fields),
	[SEG_ENABLE] = SEGMENT("enable", 16, enable_fields),
	[SEG_MMO] = SEGMENT("mmo", 16, mmo_fields),
	[SEG_GATHER] = SEGMENT("gather", 16, gather_fields),
	[SEG_SCATTER] = SEGMENT("scatter", 16, scatter_fields),
	[SEG_GTA_CTRL] = SEGMENT("gta_ctrl", 48, gta_ctrl_fields),
	[SEG_GTA_STE] = SEGMENT("gta_ste", 64, gta_ste_fields),
	[SEG_FLOW_UPDATE] = SEGMENT("flow_update", 48, flow_update_fields),
	[SEG_ARGUMENT] = SEGMENT("argument", 64, argument_fields),
	[SEG_ASO_CTRL] = SEGMENT("aso_ctrl", 48, aso_ctrl_fields),
	[SEG_ASO_DATA] = SEGMENT("aso_data", 64, aso_data_fields),
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
