// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Segments of tag matching, of queues that wait, and of engines */

#include "tables_rows.h"

static const struct field_desc gather_fields[] = { ENTRY_FIELDS("from va") };
static const struct field_desc scatter_fields[] = { ENTRY_FIELDS("to va") };

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

_Static_assert(sizeof(struct mlx5_wqe_tm_seg) == 32, "TM segment");

const struct segment_desc offload_segments[SEG_COUNT - SEG_OFFLOAD_FIRST] = {
	[SEG_TM - SEG_OFFLOAD_FIRST] = SEGMENT("tm", 32, tm_fields),
	[SEG_WAIT - SEG_OFFLOAD_FIRST] = SEGMENT("wait", 16, wait_fields),
	[SEG_WAIT_DATA - SEG_OFFLOAD_FIRST] = SEGMENT("wait_data", 32, wait_data_fields),
	[SEG_ENABLE - SEG_OFFLOAD_FIRST] = SEGMENT("enable", 16, enable_fields),
	[SEG_MMO - SEG_OFFLOAD_FIRST] = SEGMENT("mmo", 16, mmo_fields),
	[SEG_GATHER - SEG_OFFLOAD_FIRST] = SEGMENT("gather", 16, gather_fields),
	[SEG_SCATTER - SEG_OFFLOAD_FIRST] = SEGMENT("scatter", 16, scatter_fields),
	[SEG_GTA_CTRL - SEG_OFFLOAD_FIRST] = SEGMENT("gta_ctrl", 48, gta_ctrl_fields),
	[SEG_GTA_STE - SEG_OFFLOAD_FIRST] = SEGMENT("gta_ste", 64, gta_ste_fields),
	[SEG_FLOW_UPDATE - SEG_OFFLOAD_FIRST] = SEGMENT("flow_update", 48, flow_update_fields),
	[SEG_ARGUMENT - SEG_OFFLOAD_FIRST] = SEGMENT("argument", 64, argument_fields),
	[SEG_ASO_CTRL - SEG_OFFLOAD_FIRST] = SEGMENT("aso_ctrl", 48, aso_ctrl_fields),
	[SEG_ASO_DATA - SEG_OFFLOAD_FIRST] = SEGMENT("aso_data", 64, aso_data_fields),
};
