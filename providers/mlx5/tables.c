// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB

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
#define BYTES(type, member, name_, brief_)				\
	{ .name = name_, .brief = brief_,				\
	  .offset = offsetof(struct type, member),			\
	  .size = SIZE_OF(type, member), .flags = FIELD_BYTES }

static const struct field_desc ctrl_fields[] = {
	BITS(mlx5_wqe_ctrl_seg, opmod_idx_opcode, 24, 8, "opmod", NULL, FIELD_HEX),
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
	WHOLE(mlx5_wqe_ctrl_seg, imm, "imm", NULL, FIELD_HEX),
};

static const struct field_desc raddr_fields[] = {
	WHOLE(mlx5_wqe_raddr_seg, raddr, "addr", "rva", FIELD_ADDR),
	WHOLE(mlx5_wqe_raddr_seg, rkey, "rkey", "rkey", FIELD_HEX),
	WHOLE(mlx5_wqe_raddr_seg, reserved, "reserved_12", NULL,
	      FIELD_RESERVED),
};

static const struct field_desc atomic_fields[] = {
	WHOLE(mlx5_wqe_atomic_seg, swap_add, "swap_add", "swap_add",
	      FIELD_ADDR),
	WHOLE(mlx5_wqe_atomic_seg, compare, "compare", "compare", FIELD_ADDR),
};

/* The fields that the compact address vector has as well */
#define AV_BASE_FIELDS							\
	WHOLE(mlx5_wqe_av, key.qkey.qkey, "qkey", "qkey", FIELD_HEX),		\
	WHOLE(mlx5_wqe_av, key.qkey.reserved, "reserved_4", NULL,	\
	      FIELD_RESERVED),						\
	BITS(mlx5_wqe_av, dqp_dct, 31, 1, "ext", NULL, 0),		\
	BITS(mlx5_wqe_av, dqp_dct, 24, 7, "reserved_8", NULL,		\
	     FIELD_RESERVED),						\
	BITS(mlx5_wqe_av, dqp_dct, 0, 24, "dqpn", "rqpn", FIELD_HEX),		\
	WHOLE(mlx5_wqe_av, stat_rate_sl, "stat_rate_sl", NULL, 0),	\
	WHOLE(mlx5_wqe_av, fl_mlid, "fl_mlid", NULL, 0),		\
	WHOLE(mlx5_wqe_av, rlid, "rlid", "rlid", 0)

static const struct field_desc av_compact_fields[] = {
	AV_BASE_FIELDS,
};

static const struct field_desc av_fields[] = {
	AV_BASE_FIELDS,
	WHOLE(mlx5_wqe_av, reserved0, "reserved_16", NULL, FIELD_RESERVED),
	BYTES(mlx5_wqe_av, rmac, "rmac", NULL),
	WHOLE(mlx5_wqe_av, tclass, "tclass", NULL, 0),
	WHOLE(mlx5_wqe_av, hop_limit, "hop_limit", NULL, 0),
	BITS(mlx5_wqe_av, grh_gid_fl, 31, 1, "reserved_28", NULL,
	     FIELD_RESERVED),
	BITS(mlx5_wqe_av, grh_gid_fl, 30, 1, "grh", NULL, 0),
	BITS(mlx5_wqe_av, grh_gid_fl, 20, 10, "sgid_index", NULL, 0),
	BITS(mlx5_wqe_av, grh_gid_fl, 0, 20, "flow_label", NULL, 0),
	BYTES(mlx5_wqe_av, rgid, "rgid", NULL),
};

static const struct field_desc data_fields[] = {
	WHOLE(mlx5_wqe_data_seg, addr, "addr", "va", FIELD_ADDR),
	/* In a receive WQE; in a send WQE it makes the segment an inline one */
	BITS(mlx5_wqe_data_seg, byte_count, 31, 1, "reserved_0", NULL,
	     FIELD_RESERVED),
	BITS(mlx5_wqe_data_seg, byte_count, 0, 31, "byte_count", "len", 0),
	WHOLE(mlx5_wqe_data_seg, lkey, "lkey", "lkey", FIELD_HEX),
};

static const struct field_desc inline_fields[] = {
	BITS(mlx5_wqe_inl_data_seg, byte_count, 0, 31, "byte_count", "inl len",
	     0),
};

/* 11 bytes up to the end of the segment */
#define RESERVED_AFTER_SIGNATURE					\
	{ .name = "reserved_5", .offset = 5, .size = 3, .bits = 24,	\
	  .flags = FIELD_RESERVED },					\
	{ .name = "reserved_8", .offset = 8, .size = 8, .bits = 64,	\
	  .flags = FIELD_RESERVED }

static const struct field_desc next_fields[] = {
	WHOLE(mlx5_wqe_srq_next_seg, rsvd0, "reserved_0", NULL,
	      FIELD_RESERVED),
	WHOLE(mlx5_wqe_srq_next_seg, next_wqe_index, "next_wqe_index", "next",
	      0),
	WHOLE(mlx5_wqe_srq_next_seg, signature, "signature", NULL, FIELD_HEX),
	RESERVED_AFTER_SIGNATURE,
};

/* struct mlx5_rwqe_sig of the driver: no public struct */
static const struct field_desc signature_fields[] = {
	{ .name = "reserved_0", .offset = 0, .size = 4, .bits = 32,
	  .flags = FIELD_RESERVED },
	{ .name = "signature", .offset = 4, .size = 1, .bits = 8,
	  .flags = FIELD_HEX },
	RESERVED_AFTER_SIGNATURE,
};

#define SEGMENT(name_, size_, fields_)					\
	{ .name = name_, .size = size_, .fields = fields_,		\
	  .field_cnt = ARRAY_SIZE(fields_) }

#define AV_COMPACT_SIZE 16
#define SIGNATURE_SIZE 16

_Static_assert(sizeof(struct mlx5_wqe_ctrl_seg) == 16, "ctrl segment");
_Static_assert(sizeof(struct mlx5_wqe_raddr_seg) == 16, "raddr segment");
_Static_assert(sizeof(struct mlx5_wqe_atomic_seg) == 16, "atomic segment");
_Static_assert(sizeof(struct mlx5_wqe_data_seg) == 16, "data segment");
_Static_assert(sizeof(struct mlx5_wqe_srq_next_seg) == 16, "next segment");
_Static_assert(sizeof(struct mlx5_wqe_av) == 48, "address vector");
_Static_assert(offsetof(struct mlx5_wqe_av, reserved0) == AV_COMPACT_SIZE,
	       "the compact address vector is the front of the full one");

const struct segment_desc segment_descs[SEG_COUNT] = {
	[SEG_CTRL] = SEGMENT("ctrl", sizeof(struct mlx5_wqe_ctrl_seg),
			     ctrl_fields),
	[SEG_RADDR] = SEGMENT("raddr", sizeof(struct mlx5_wqe_raddr_seg),
			      raddr_fields),
	[SEG_ATOMIC] = SEGMENT("atomic", sizeof(struct mlx5_wqe_atomic_seg),
			       atomic_fields),
	[SEG_AV] = SEGMENT("av", sizeof(struct mlx5_wqe_av), av_fields),
	[SEG_AV_COMPACT] = SEGMENT("av", AV_COMPACT_SIZE, av_compact_fields),
	[SEG_DATA] = SEGMENT("data", sizeof(struct mlx5_wqe_data_seg),
			     data_fields),
	[SEG_INLINE] = SEGMENT("inline", sizeof(struct mlx5_wqe_inl_data_seg),
			       inline_fields),
	[SEG_NEXT] = SEGMENT("next", sizeof(struct mlx5_wqe_srq_next_seg),
			     next_fields),
	[SEG_SIGNATURE] = SEGMENT("signature", SIGNATURE_SIZE,
				  signature_fields),
	[SEG_RAW] = { .name = "raw" },
};

#define SENDS { SEG_CTRL, SEG_PAYLOAD }
#define REMOTE { SEG_CTRL, SEG_RADDR, SEG_PAYLOAD }
#define ATOMICS { SEG_CTRL, SEG_RADDR, SEG_ATOMIC, SEG_PAYLOAD }

#define DECODED(opcode_, name_, datagram_, ...)				\
	{ .opcode = opcode_, .name = name_, .decoded = true,		\
	  .datagram = datagram_, .layout = __VA_ARGS__ }
#define NAMED(opcode_, name_)						\
	{ .opcode = opcode_, .name = name_, .layout = { SEG_CTRL } }

/* Opcodes that mlx5dv.h lacks, of the kernel's linux/mlx5/device.h */
enum {
	KERNEL_OPCODE_BIND_MW = 0x18,
	KERNEL_OPCODE_GET_PSV = 0x21,
	KERNEL_OPCODE_CHECK_PSV = 0x22,
	KERNEL_OPCODE_DUMP = 0x23,
	KERNEL_OPCODE_RGET_PSV = 0x26,
	KERNEL_OPCODE_RCHECK_PSV = 0x27,
	KERNEL_OPCODE_ENHANCED_MPSW = 0x29,
	KERNEL_OPCODE_ACCESS_ASO = 0x2d,
};

/* and those with which one queue waits for another or starts it */
enum {
	CROSS_OPCODE_WAIT = 0x0f,
	CROSS_OPCODE_RCV_ENABLE = 0x16,
	CROSS_OPCODE_SEND_ENABLE = 0x17,
};

static const struct opcode_desc opcode_descs[] = {
	NAMED(MLX5_OPCODE_NOP, "NOP"),
	NAMED(MLX5_OPCODE_SEND_INVAL, "SEND_INVAL"),
	DECODED(MLX5_OPCODE_RDMA_WRITE, "RDMA_WRITE", false, REMOTE),
	DECODED(MLX5_OPCODE_RDMA_WRITE_IMM, "RDMA_WRITE_IMM", false, REMOTE),
	DECODED(MLX5_OPCODE_SEND, "SEND", true, SENDS),
	DECODED(MLX5_OPCODE_SEND_IMM, "SEND_IMM", true, SENDS),
	NAMED(MLX5_OPCODE_TSO, "TSO"),
	NAMED(CROSS_OPCODE_WAIT, "WAIT"),
	DECODED(MLX5_OPCODE_RDMA_READ, "RDMA_READ", false, REMOTE),
	DECODED(MLX5_OPCODE_ATOMIC_CS, "ATOMIC_CS", false, ATOMICS),
	DECODED(MLX5_OPCODE_ATOMIC_FA, "ATOMIC_FA", false, ATOMICS),
	NAMED(MLX5_OPCODE_ATOMIC_MASKED_CS, "ATOMIC_MASKED_CS"),
	NAMED(MLX5_OPCODE_ATOMIC_MASKED_FA, "ATOMIC_MASKED_FA"),
	NAMED(CROSS_OPCODE_RCV_ENABLE, "RCV_ENABLE"),
	NAMED(CROSS_OPCODE_SEND_ENABLE, "SEND_ENABLE"),
	NAMED(KERNEL_OPCODE_BIND_MW, "BIND_MW"),
	NAMED(MLX5_OPCODE_FMR, "FMR"),
	NAMED(MLX5_OPCODE_LOCAL_INVAL, "LOCAL_INVAL"),
	NAMED(MLX5_OPCODE_CONFIG_CMD, "CONFIG_CMD"),
	NAMED(MLX5_OPCODE_SET_PSV, "SET_PSV"),
	NAMED(KERNEL_OPCODE_GET_PSV, "GET_PSV"),
	NAMED(KERNEL_OPCODE_CHECK_PSV, "CHECK_PSV"),
	NAMED(KERNEL_OPCODE_DUMP, "DUMP"),
	NAMED(MLX5_OPCODE_UMR, "UMR"),
	NAMED(KERNEL_OPCODE_RGET_PSV, "RGET_PSV"),
	NAMED(KERNEL_OPCODE_RCHECK_PSV, "RCHECK_PSV"),
	NAMED(MLX5_OPCODE_TAG_MATCHING, "TAG_MATCHING"),
	NAMED(KERNEL_OPCODE_ENHANCED_MPSW, "ENHANCED_MPSW"),
	NAMED(MLX5_OPCODE_FLOW_TBL_ACCESS, "FLOW_TBL_ACCESS"),
	NAMED(KERNEL_OPCODE_ACCESS_ASO, "ACCESS_ASO"),
	NAMED(MLX5_OPCODE_MMO, "MMO"),
};

const struct opcode_desc *opcode_find(uint32_t opcode)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(opcode_descs); i++)
		if (opcode_descs[i].opcode == opcode)
			return &opcode_descs[i];
	return NULL;
}
