// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Segments that change memory keys, signatures and TLS contexts */

#include "tables_rows.h"

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
	BITS(mlx5_wqe_mkey_context_seg, free, 6, 1, "free", "free",
	     FIELD_BRIEF_SET),
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

const struct segment_desc umr_segments[SEG_OFFLOAD_FIRST - SEG_UMR_FIRST] = {
	[SEG_UMR_CTRL - SEG_UMR_FIRST] = SEGMENT("umr_ctrl", 48, umr_ctrl_fields),
	[SEG_UMR_CTRL_OFFSET - SEG_UMR_FIRST] = SEGMENT("umr_ctrl", 48,
					umr_ctrl_offset_fields),
	[SEG_MKEY - SEG_UMR_FIRST] = SEGMENT("mkey", 64, mkey_fields),
	[SEG_KLM - SEG_UMR_FIRST] = SEGMENT("klm", 16, klm_fields),
	[SEG_KSM - SEG_UMR_FIRST] = SEGMENT("ksm", 16, ksm_fields),
	[SEG_MTT - SEG_UMR_FIRST] = SEGMENT("mtt", 8, mtt_fields),
	[SEG_REPEAT_BLOCK - SEG_UMR_FIRST] = SEGMENT("repeat_block", 16, repeat_block_fields),
	[SEG_REPEAT_ENTRY - SEG_UMR_FIRST] = SEGMENT("repeat_entry", 16, repeat_entry_fields),
	[SEG_BSF_BASIC - SEG_UMR_FIRST] = SEGMENT("bsf", 16, bsf_basic_fields),
	[SEG_BSF_EXTENDED - SEG_UMR_FIRST] = SEGMENT("bsf", 32, bsf_extended_fields),
	[SEG_BSF_INLINE - SEG_UMR_FIRST] = SEGMENT("bsf", 64, bsf_inline_fields),
	[SEG_BSF_CRYPTO - SEG_UMR_FIRST] = SEGMENT("bsf_crypto", 64, bsf_crypto_fields),
	[SEG_TLS_STATIC - SEG_UMR_FIRST] = SEGMENT("tls_static", 64, tls_static_fields),
	[SEG_TLS_PROGRESS - SEG_UMR_FIRST] = SEGMENT("tls_progress", 16, tls_progress_fields),
	[SEG_SET_PSV - SEG_UMR_FIRST] = SEGMENT("set_psv", 16, set_psv_fields),
	[SEG_GET_PSV - SEG_UMR_FIRST] = SEGMENT("get_psv", 48, get_psv_fields),
	[SEG_CHECK_PSV - SEG_UMR_FIRST] = SEGMENT("check_psv", 48, check_psv_fields),
	[SEG_FMR - SEG_UMR_FIRST] = SEGMENT("fmr", 48, fmr_fields),
};
