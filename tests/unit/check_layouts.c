// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The tables against the kernel's own headers: structs of linux/mlx5/qp.h, and
 * bits of linux/mlx5/mlx5_ifc.h, where one u8 stands for one bit.
 */

#include <linux/types.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;

/* What the kernel's headers expect to find */
#define BIT(n) (1ul << (n))
#define BIT_ULL(n) (1ull << (n))
#define DECLARE_FLEX_ARRAY(type, name)					\
	struct { struct { } empty_##name; type name[]; }
#define cpu_to_be32(x) (x)
#define MLX5_ST_SZ_BYTES(type) (sizeof(struct mlx5_ifc_##type##_bits) / 8)

#include <linux/mlx5/mlx5_ifc.h>
#include "kernel_structs.h"

#include "tables.h"
#include "unit.h"

struct place {
	enum segment_id segment;
	const char *field;
	size_t bit;
	size_t bits;		/* of the member */
	size_t size;		/* of the struct, bits */
};

/* A field that is a member, or a part of one */
#define MEMBER(segment_, field_, type, member)				\
	{ segment_, field_, offsetof(struct type, member) * 8,		\
	  sizeof(((struct type *)NULL)->member) * 8,			\
	  sizeof(struct type) * 8 }
#define SAME(segment_, type, member)					\
	MEMBER(segment_, #member, type, member)
#define IFC(segment_, field_, type, member)				\
	{ segment_, field_, offsetof(struct mlx5_ifc_##type##_bits, member), \
	  sizeof(((struct mlx5_ifc_##type##_bits *)NULL)->member),	\
	  sizeof(struct mlx5_ifc_##type##_bits) }
#define MKC(member) IFC(SEG_MKEY, #member, mkc, member)
#define TLS(member) IFC(SEG_TLS_STATIC, #member, tls_static_params, member)

/* Fields that are the member, bit for bit */
static const struct place exact[] = {
	SAME(SEG_XRC, mlx5_wqe_xrc_seg, xrc_srqn),
	SAME(SEG_MASKED_ATOMIC, mlx5_wqe_masked_atomic_seg, swap_add),
	SAME(SEG_MASKED_ATOMIC, mlx5_wqe_masked_atomic_seg, compare),
	SAME(SEG_MASKED_ATOMIC, mlx5_wqe_masked_atomic_seg, swap_add_mask),
	SAME(SEG_MASKED_ATOMIC, mlx5_wqe_masked_atomic_seg, compare_mask),
	MEMBER(SEG_DC_AV, "dc_key", mlx5_av, key.dc_key),
	MEMBER(SEG_AV, "qkey", mlx5_av, key.qkey.qkey),
	SAME(SEG_AV, mlx5_av, stat_rate_sl),
	SAME(SEG_AV, mlx5_av, fl_mlid),
	SAME(SEG_AV, mlx5_av, rlid),
	SAME(SEG_AV, mlx5_av, rmac),
	SAME(SEG_AV, mlx5_av, tclass),
	SAME(SEG_AV, mlx5_av, hop_limit),
	SAME(SEG_AV, mlx5_av, rgid),
	SAME(SEG_ETH_VLAN, mlx5_wqe_eth_seg, swp_outer_l4_offset),
	SAME(SEG_ETH_VLAN, mlx5_wqe_eth_seg, swp_outer_l3_offset),
	SAME(SEG_ETH_VLAN, mlx5_wqe_eth_seg, swp_inner_l4_offset),
	SAME(SEG_ETH_VLAN, mlx5_wqe_eth_seg, swp_inner_l3_offset),
	SAME(SEG_ETH_VLAN, mlx5_wqe_eth_seg, swp_flags),
	SAME(SEG_ETH_VLAN, mlx5_wqe_eth_seg, mss),
	SAME(SEG_ETH_VLAN, mlx5_wqe_eth_seg, flow_table_metadata),
	MEMBER(SEG_ETH_VLAN, "vlan_tag", mlx5_wqe_eth_seg, inline_hdr.start),
	MEMBER(SEG_UMR_CTRL, "klm_octowords", mlx5_wqe_umr_ctrl_seg,
	       xlt_octowords),
	SAME(SEG_UMR_CTRL, mlx5_wqe_umr_ctrl_seg, bsf_octowords),
	SAME(SEG_UMR_CTRL, mlx5_wqe_umr_ctrl_seg, mkey_mask),
	MEMBER(SEG_UMR_CTRL_OFFSET, "translation_offset",
	       mlx5_wqe_umr_ctrl_seg, xlt_offset),
	MEMBER(SEG_UMR_CTRL_OFFSET, "translation_offset_47_16",
	       mlx5_wqe_umr_ctrl_seg, xlt_offset_47_16),
	MKC(free), MKC(access_mode_4_2), MKC(relaxed_ordering_write),
	MKC(small_fence_on_rdma_read_response), MKC(umr_en),
	IFC(SEG_MKEY, "atomic", mkc, a), IFC(SEG_MKEY, "remote_write", mkc, rw),
	IFC(SEG_MKEY, "remote_read", mkc, rr),
	IFC(SEG_MKEY, "local_write", mkc, lw),
	IFC(SEG_MKEY, "local_read", mkc, lr), MKC(access_mode_1_0),
	MKC(ma_translation_mode), MKC(qpn), MKC(mkey_7_0), MKC(length64),
	MKC(bsf_en), MKC(sync_umr), MKC(expected_sigerr_count),
	MKC(en_rinval), MKC(pd), MKC(start_addr), MKC(len),
	MKC(bsf_octword_size), MKC(crossing_target_vhca_id),
	MKC(translations_octword_size), MKC(relaxed_ordering_read),
	MKC(log_page_size),
	MEMBER(SEG_KLM, "byte_count", mlx5_klm, bcount),
	MEMBER(SEG_KLM, "mkey", mlx5_klm, key),
	MEMBER(SEG_KLM, "addr", mlx5_klm, va),
	MEMBER(SEG_KSM, "mkey", mlx5_ksm, key),
	MEMBER(SEG_KSM, "addr", mlx5_ksm, va),
	MEMBER(SEG_REPEAT_BLOCK, "byte_count", mlx5_stride_block_ctrl_seg,
	       bcount_per_cycle),
	SAME(SEG_REPEAT_BLOCK, mlx5_stride_block_ctrl_seg, op),
	SAME(SEG_REPEAT_BLOCK, mlx5_stride_block_ctrl_seg, repeat_count),
	MEMBER(SEG_REPEAT_BLOCK, "num_ent", mlx5_stride_block_ctrl_seg,
	       num_entries),
	SAME(SEG_REPEAT_ENTRY, mlx5_stride_block_entry, stride),
	MEMBER(SEG_REPEAT_ENTRY, "byte_count", mlx5_stride_block_entry,
	       bcount),
	MEMBER(SEG_REPEAT_ENTRY, "mkey", mlx5_stride_block_entry, key),
	MEMBER(SEG_REPEAT_ENTRY, "addr", mlx5_stride_block_entry, va),
	MEMBER(SEG_BSF_INLINE, "check_byte_mask", mlx5_bsf,
	       basic.check_byte_mask),
	MEMBER(SEG_BSF_INLINE, "wire_copy_mask_or_bs_selector", mlx5_bsf,
	       basic.wire.bs_selector),
	MEMBER(SEG_BSF_INLINE, "mem_bs_selector", mlx5_bsf,
	       basic.mem.bs_selector),
	MEMBER(SEG_BSF_INLINE, "raw_data_size", mlx5_bsf, basic.raw_data_size),
	MEMBER(SEG_BSF_INLINE, "t_init_gen_pro_size", mlx5_bsf,
	       ext.t_init_gen_pro_size),
	MEMBER(SEG_BSF_INLINE, "rsvd_epi_size", mlx5_bsf, ext.rsvd_epi_size),
	MEMBER(SEG_BSF_INLINE, "wire_tfs_psv", mlx5_bsf, ext.w_tfs_psv),
	MEMBER(SEG_BSF_INLINE, "mem_tfs_psv", mlx5_bsf, ext.m_tfs_psv),
	MEMBER(SEG_BSF_INLINE, "wire_dif_apptag", mlx5_bsf, w_inl.dif_apptag),
	MEMBER(SEG_BSF_INLINE, "wire_dif_reftag", mlx5_bsf, w_inl.dif_reftag),
	MEMBER(SEG_BSF_INLINE, "wire_sig_type", mlx5_bsf, w_inl.sig_type),
	MEMBER(SEG_BSF_INLINE, "wire_rp_inv_seed", mlx5_bsf,
	       w_inl.rp_inv_seed),
	MEMBER(SEG_BSF_INLINE, "wire_dif_inc_ref_guard_check", mlx5_bsf,
	       w_inl.dif_inc_ref_guard_check),
	MEMBER(SEG_BSF_INLINE, "wire_dif_app_bitmask_check", mlx5_bsf,
	       w_inl.dif_app_bitmask_check),
	MEMBER(SEG_BSF_INLINE, "mem_dif_reftag", mlx5_bsf, m_inl.dif_reftag),
	MEMBER(SEG_BSF_INLINE, "mem_dif_app_bitmask_check", mlx5_bsf,
	       m_inl.dif_app_bitmask_check),
	TLS(const_2), TLS(tls_version), TLS(const_1), TLS(encryption_standard),
	TLS(initial_record_number), TLS(resync_tcp_sn), TLS(gcm_iv),
	TLS(implicit_iv), TLS(dek_index),
	SAME(SEG_TLS_PROGRESS, mlx5_wqe_tls_progress_params_seg, tis_tir_num),
	MEMBER(SEG_SET_PSV, "psv_index", mlx5_seg_set_psv, psv_num),
	SAME(SEG_SET_PSV, mlx5_seg_set_psv, syndrome),
	SAME(SEG_SET_PSV, mlx5_seg_set_psv, status),
	MEMBER(SEG_GET_PSV, "lkey", mlx5_seg_get_psv, l_key),
	MEMBER(SEG_GET_PSV, "addr", mlx5_seg_get_psv, va),
	MEMBER(SEG_GET_PSV, "psv_index_0", mlx5_seg_get_psv, psv_index[0]),
	MEMBER(SEG_GET_PSV, "psv_index_3", mlx5_seg_get_psv, psv_index[3]),
	SAME(SEG_CHECK_PSV, mlx5_seg_check_psv, err_coalescing_op),
	SAME(SEG_CHECK_PSV, mlx5_seg_check_psv, xport_err_op),
	SAME(SEG_CHECK_PSV, mlx5_seg_check_psv, xport_err_mask),
	MEMBER(SEG_CHECK_PSV, "lkey", mlx5_seg_check_psv, l_key),
	MEMBER(SEG_CHECK_PSV, "addr", mlx5_seg_check_psv, va),
	SAME(SEG_FMR, mlx5_wqe_fmr_seg, mem_key),
	SAME(SEG_FMR, mlx5_wqe_fmr_seg, buf_list),
	SAME(SEG_FMR, mlx5_wqe_fmr_seg, start_addr),
	SAME(SEG_FMR, mlx5_wqe_fmr_seg, reg_len),
	SAME(SEG_FMR, mlx5_wqe_fmr_seg, offset),
	SAME(SEG_FMR, mlx5_wqe_fmr_seg, page_size),
	SAME(SEG_FLOW_UPDATE, mlx5_wqe_flow_update_ctrl_seg, flow_idx_update),
	SAME(SEG_FLOW_UPDATE, mlx5_wqe_flow_update_ctrl_seg, dest_handle),
	SAME(SEG_ARGUMENT, mlx5_wqe_header_modify_argument_update_seg,
	     argument_list),
	SAME(SEG_SIGNATURE, mlx5_rwqe_sig, signature),
};

/* Fields that are some bits of the member */
static const struct place within[] = {
	MEMBER(SEG_AV, "dqpn", mlx5_av, dqp_dct),
	MEMBER(SEG_AV, "flow_label", mlx5_av, grh_gid_fl),
	MEMBER(SEG_ETH_VLAN, "cs_flags", mlx5_wqe_eth_seg, cs_flags),
	MEMBER(SEG_ETH_VLAN, "vlan_insert", mlx5_wqe_eth_seg, inline_hdr.sz),
	MEMBER(SEG_UMR_CTRL, "inline", mlx5_wqe_umr_ctrl_seg, flags),
	MEMBER(SEG_MTT, "addr", mlx5_mtt, ptag),
	MEMBER(SEG_BSF_INLINE, "bsf_size", mlx5_bsf, basic.bsf_size_sbs),
	MEMBER(SEG_BSF_INLINE, "wire_psv", mlx5_bsf, basic.w_bfs_psv),
	MEMBER(SEG_BSF_INLINE, "mem_psv", mlx5_bsf, basic.m_bfs_psv),
	MEMBER(SEG_BSF_INLINE, "wire_inl_valid", mlx5_bsf, w_inl.vld_refresh),
	MEMBER(SEG_BSF_INLINE, "mem_inl_valid", mlx5_bsf, m_inl.vld_refresh),
	MEMBER(SEG_GET_PSV, "num_psv", mlx5_seg_get_psv, num_psv),
	MEMBER(SEG_CHECK_PSV, "num_psv", mlx5_seg_check_psv, num_psv),
	MEMBER(SEG_FMR, "atomic", mlx5_wqe_fmr_seg, flags),
};

static const struct field_desc *find(const struct place *place)
{
	const struct segment_desc *desc = segment_desc(place->segment);
	size_t i;

	for (i = 0; i < desc->field_cnt; i++)
		if (!strcmp(desc->fields[i].name, place->field))
			return &desc->fields[i];
	ck_abort_msg("%s has no %s", desc->name, place->field);
	return NULL;
}

/* Of the field in its segment, counted from the top as wires do */
static void field_place(const struct field_desc *field, size_t *bit,
			size_t *bits)
{
	*bit = field->offset * 8u;
	*bits = field->size * 8u;
	if (field->flags & FIELD_BYTES)
		return;
	*bit += *bits - field->shift - field->bits;
	*bits = field->bits;
}

START_TEST(members)
{
	const struct place *place = &exact[_i];
	size_t bit, bits;

	field_place(find(place), &bit, &bits);
	ck_assert_uint_eq(segment_desc(place->segment)->size * 8, place->size);
	ck_assert_msg(bit == place->bit && bits == place->bits,
		      "%s: bit %zu of %zu, not %zu of %zu", place->field, bit,
		      bits, place->bit, place->bits);
}
END_TEST

START_TEST(parts_of_members)
{
	const struct place *place = &within[_i];
	size_t bit, bits;

	field_place(find(place), &bit, &bits);
	ck_assert_uint_eq(segment_desc(place->segment)->size * 8, place->size);
	ck_assert_uint_ge(bit, place->bit);
	ck_assert_uint_le(bit + bits, place->bit + place->bits);
}
END_TEST

Suite *unit_suite(void)
{
	Suite *suite = suite_create("layouts");
	TCase *tc = tcase_create("layouts");

	tcase_add_loop_test(tc, members, 0, ARRAY_SIZE(exact));
	tcase_add_loop_test(tc, parts_of_members, 0, ARRAY_SIZE(within));
	suite_add_tcase(suite, tc);
	return suite;
}
