// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Opcodes, their opmods, and the segments of each in order.
 *
 * Where a comment names no other source, rdma-core builds it like that.
 */

#include <infiniband/mlx5dv.h>

#include "tables.h"

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

/* Opcodes of linux/mlx5/device.h, or as said, that mlx5dv.h lacks */
enum {
	OPCODE_WAIT = 0x0f,			/* DPDK mlx5_prm.h */
	OPCODE_RCV_ENABLE = 0x16,		/* MLNX_OFED libmlx5 */
	OPCODE_SEND_ENABLE = 0x17,		/* DPDK mlx5_prm.h, SEND_EN */
	OPCODE_BIND_MW = 0x18,
	OPCODE_GET_PSV = 0x21,
	OPCODE_CHECK_PSV = 0x22,
	OPCODE_DUMP = 0x23,
	OPCODE_RGET_PSV = 0x26,
	OPCODE_RCHECK_PSV = 0x27,
	OPCODE_ENHANCED_MPSW = 0x29,
	OPCODE_ACCESS_ASO = 0x2d,
};

#define C (1 << LEAD_CONNECTED)
#define E (1 << LEAD_ETH)
#define A (1 << LEAD_AV)
#define I (1 << LEAD_IPOIB)
#define D (1 << LEAD_DC)
#define X (1 << LEAD_XRC)

#define FORM(opmod_, name_, leads_, ...)				\
	{ .name = name_, .opmod = opmod_, .leads = leads_,		\
	  .layout = { SEG_CTRL, __VA_ARGS__ } }

/* The body may be there: a request that was cancelled becomes a NOP */
static const struct form_desc nop_forms[] = {
	FORM(0, NULL, 0, SEG_REST),
};

static const struct form_desc send_forms[] = {
	FORM(0, NULL, C | E | A | I | D | X, SEG_LEAD, SEG_PAYLOAD),
};

static const struct form_desc send_imm_forms[] = {
	FORM(0, NULL, C | A | I | D | X, SEG_LEAD, SEG_PAYLOAD),
};

static const struct form_desc send_inval_forms[] = {
	FORM(0, NULL, C | D | X, SEG_LEAD, SEG_PAYLOAD),
};

static const struct form_desc rdma_forms[] = {
	FORM(0, NULL, C | D | X, SEG_LEAD, SEG_RADDR, SEG_PAYLOAD),
};

#define TSO(opmod_, name_, leads_)					\
	{ .name = name_, .opmod = opmod_, .leads = leads_, .tso = true,	\
	  .layout = { SEG_CTRL, SEG_LEAD, SEG_PAYLOAD } }

/* Opmod 1: DPDK, for adapters before the enhanced multi-packet WQE */
static const struct form_desc tso_forms[] = {
	TSO(0, NULL, E | I),
	TSO(1, "MPW", E),
};

static const struct form_desc atomic_forms[] = {
	FORM(0, NULL, C | D | X, SEG_LEAD, SEG_RADDR, SEG_ATOMIC, SEG_PAYLOAD),
};

/*
 * Extended atomics: UCX ib_mlx5.h has 8 | log2(operand) - 2 for the opmod; the
 * sizes are those of atomic_size_qp in mlx5_ifc.h, as far as they fit a WQE.
 * Without an extension: struct mlx5_wqe_masked_atomic_seg in linux/mlx5/qp.h.
 */
#define MASKED(opmod_, name_, segment_)					\
	FORM(opmod_, name_, C | D | X, SEG_LEAD, SEG_RADDR, segment_,	\
	     SEG_PAYLOAD)

static const struct form_desc masked_cs_forms[] = {
	MASKED(0x00, NULL, SEG_MASKED_ATOMIC),
	MASKED(0x08, "4 bytes", SEG_MASKED_CS_4),
	MASKED(0x09, "8 bytes", SEG_MASKED_CS_8),
	MASKED(0x0a, "16 bytes", SEG_MASKED_CS_16),
	MASKED(0x0b, "32 bytes", SEG_MASKED_CS_32),
	MASKED(0x0c, "64 bytes", SEG_MASKED_CS_64),
	MASKED(0x0d, "128 bytes", SEG_MASKED_CS_128),
};

static const struct form_desc masked_fa_forms[] = {
	MASKED(0x08, "4 bytes", SEG_MASKED_FA_4),
	MASKED(0x09, "8 bytes", SEG_MASKED_FA_8),
	MASKED(0x0a, "16 bytes", SEG_MASKED_FA_16),
	MASKED(0x0b, "32 bytes", SEG_MASKED_FA_32),
	MASKED(0x0c, "64 bytes", SEG_MASKED_FA_64),
	MASKED(0x0d, "128 bytes", SEG_MASKED_FA_128),
	MASKED(0x0e, "256 bytes", SEG_MASKED_FA_256),
};

/* DPDK mlx5_prm.h */
static const struct form_desc wait_forms[] = {
	FORM(0, "CQ", 0, SEG_WAIT),
	FORM(1, "DATA", 0, SEG_WAIT_DATA),
	FORM(2, "TIME", 0, SEG_WAIT_DATA),
};

static const struct form_desc enable_forms[] = {
	FORM(0, NULL, 0, SEG_ENABLE),
};

static const struct form_desc fmr_forms[] = {
	FORM(0, NULL, 0, SEG_FMR),
};

/* Opmods of TLS: linux/mlx5/device.h, and mlx5e in en_accel/ktls_txrx.c */
static const struct form_desc umr_forms[] = {
	FORM(0, NULL, 0, SEG_UMR_CTRL_ANY, SEG_MKEY, SEG_UMR_BODY),
	FORM(1, "TLS_TIS_STATIC_PARAMS", 0, SEG_UMR_CTRL_ANY, SEG_MKEY,
	     SEG_TLS_STATIC),
	FORM(2, "TLS_TIR_STATIC_PARAMS", 0, SEG_UMR_CTRL_ANY, SEG_MKEY,
	     SEG_TLS_STATIC),
};

static const struct form_desc set_psv_forms[] = {
	FORM(0, NULL, 0, SEG_SET_PSV),
	FORM(1, "TLS_TIS_PROGRESS_PARAMS", 0, SEG_TLS_PROGRESS),
	FORM(2, "TLS_TIR_PROGRESS_PARAMS", 0, SEG_TLS_PROGRESS),
};

/* mlx5e in en_accel/ktls_rx.c, which has the number of a TIR for a PSV's */
static const struct form_desc get_psv_forms[] = {
	FORM(0, NULL, 0, SEG_GET_PSV),
	FORM(1, "TLS_TIS_PROGRESS_PARAMS", 0, SEG_GET_PSV),
	FORM(2, "TLS_TIR_PROGRESS_PARAMS", 0, SEG_GET_PSV),
};

static const struct form_desc check_psv_forms[] = {
	FORM(0, NULL, 0, SEG_CHECK_PSV),
};

/* mlx5e in en_accel/ktls_tx.c */
static const struct form_desc dump_forms[] = {
	FORM(0, NULL, 0, SEG_PAYLOAD),
};

static const struct form_desc tag_matching_forms[] = {
	FORM(0, NULL, 0, SEG_TM, SEG_PAYLOAD),
};

/* mlx5e in en_tx.c and en/xdp.c */
static const struct form_desc mpsw_forms[] = {
	FORM(0, NULL, 0, SEG_ETH_ANY, SEG_PAYLOAD),
};

/* mlx5_core in steering/hws/send.h; opmod 1 as in steering/sws/dr_send.c */
static const struct form_desc flow_forms[] = {
	FORM(0, "STE", 0, SEG_GTA_CTRL, SEG_GTA_STE,
	     SEG_GTA_STE | SEG_OPTIONAL),
	FORM(1, "MODIFY_ARGUMENT", 0, SEG_FLOW_UPDATE, SEG_ARGUMENT),
};

/* mlx5_core in lib/aso.h; opmods 1, 3 and 4: DPDK mlx5_prm.h */
#define ASO(opmod_, name_)						\
	FORM(opmod_, name_, 0, SEG_ASO_CTRL, SEG_ASO_DATA | SEG_OPTIONAL)

static const struct form_desc aso_forms[] = {
	ASO(0, "IPSEC"),
	ASO(1, "CONNECTION_TRACKING"),
	ASO(2, "FLOW_METER"),
	ASO(3, "RACE_AVOIDANCE"),
	ASO(4, "FLOW_HIT"),
	ASO(5, "MACSEC"),
};

/* Opmods but 1: DPDK mlx5_prm.h, and DOCA's headers for SHA and EC */
#define MMO(opmod_, name_)						\
	FORM(opmod_, name_, 0, SEG_MMO, SEG_GATHER, SEG_SCATTER)

static const struct form_desc mmo_forms[] = {
	MMO(0, "SHA"),
	MMO(1, "DMA"),
	MMO(2, "COMPRESS"),
	MMO(3, "DECOMPRESS"),
	MMO(4, "REGEX"),
	MMO(6, "CRYPTO"),
	MMO(7, "EC"),
};

#define OPCODE(value_, name_, imm_, forms_)				\
	[value_] = { .name = name_, .imm = imm_, .forms = forms_,	\
		     .form_cnt = ARRAY_SIZE(forms_) }
#define NAMED(value_, name_) [value_] = { .name = name_ }

static const struct opcode_desc opcode_descs[] = {
	OPCODE(MLX5_OPCODE_NOP, "NOP", NULL, nop_forms),
	OPCODE(MLX5_OPCODE_SEND_INVAL, "SEND_INVAL", "inv rkey",
	       send_inval_forms),
	OPCODE(MLX5_OPCODE_RDMA_WRITE, "RDMA_WRITE", NULL, rdma_forms),
	OPCODE(MLX5_OPCODE_RDMA_WRITE_IMM, "RDMA_WRITE_IMM", "imm",
	       rdma_forms),
	OPCODE(MLX5_OPCODE_SEND, "SEND", NULL, send_forms),
	OPCODE(MLX5_OPCODE_SEND_IMM, "SEND_IMM", "imm", send_imm_forms),
	OPCODE(MLX5_OPCODE_TSO, "TSO", NULL, tso_forms),
	OPCODE(OPCODE_WAIT, "WAIT", NULL, wait_forms),
	OPCODE(MLX5_OPCODE_RDMA_READ, "RDMA_READ", NULL, rdma_forms),
	OPCODE(MLX5_OPCODE_ATOMIC_CS, "ATOMIC_CS", NULL, atomic_forms),
	OPCODE(MLX5_OPCODE_ATOMIC_FA, "ATOMIC_FA", NULL, atomic_forms),
	OPCODE(MLX5_OPCODE_ATOMIC_MASKED_CS, "ATOMIC_MASKED_CS", NULL,
	       masked_cs_forms),
	OPCODE(MLX5_OPCODE_ATOMIC_MASKED_FA, "ATOMIC_MASKED_FA", NULL,
	       masked_fa_forms),
	OPCODE(OPCODE_RCV_ENABLE, "RCV_ENABLE", NULL, enable_forms),
	OPCODE(OPCODE_SEND_ENABLE, "SEND_ENABLE", NULL, enable_forms),
	NAMED(OPCODE_BIND_MW, "BIND_MW"),
	OPCODE(MLX5_OPCODE_FMR, "FMR", NULL, fmr_forms),
	NAMED(MLX5_OPCODE_LOCAL_INVAL, "LOCAL_INVAL"),
	NAMED(MLX5_OPCODE_CONFIG_CMD, "CONFIG_CMD"),
	OPCODE(MLX5_OPCODE_SET_PSV, "SET_PSV", NULL, set_psv_forms),
	OPCODE(OPCODE_GET_PSV, "GET_PSV", NULL, get_psv_forms),
	OPCODE(OPCODE_CHECK_PSV, "CHECK_PSV", NULL, check_psv_forms),
	OPCODE(OPCODE_DUMP, "DUMP", "tis", dump_forms),
	OPCODE(MLX5_OPCODE_UMR, "UMR", "mkey", umr_forms),
	NAMED(OPCODE_RGET_PSV, "RGET_PSV"),
	NAMED(OPCODE_RCHECK_PSV, "RCHECK_PSV"),
	OPCODE(MLX5_OPCODE_TAG_MATCHING, "TAG_MATCHING", NULL,
	       tag_matching_forms),
	OPCODE(OPCODE_ENHANCED_MPSW, "ENHANCED_MPSW", NULL, mpsw_forms),
	OPCODE(MLX5_OPCODE_FLOW_TBL_ACCESS, "FLOW_TBL_ACCESS", NULL,
	       flow_forms),
	OPCODE(OPCODE_ACCESS_ASO, "ACCESS_ASO", "obj", aso_forms),
	OPCODE(MLX5_OPCODE_MMO, "MMO", NULL, mmo_forms),
};

const struct lead_desc lead_descs[LEAD_COUNT] = {
	[LEAD_CONNECTED] = { "an RC or UC QP", { SEG_END } },
	[LEAD_ETH] = { "an Ethernet send queue", { SEG_ETH_ANY } },
	[LEAD_AV] = { "a UD QP", { SEG_AV_ANY } },
	[LEAD_IPOIB] = { "an IPoIB QP", { SEG_AV_ANY, SEG_PAD, SEG_ETH_ANY } },
	[LEAD_DC] = { "a DC initiator", { SEG_DC_AV_ANY } },
	[LEAD_XRC] = { "an XRC QP", { SEG_XRC } },
};

static const struct {
	uint32_t qp_type;
	uint8_t leads;
} qp_types[] = {
	{ MLX5WQE_QPT_GSI, A },
	{ MLX5WQE_QPT_RC, C },
	{ MLX5WQE_QPT_UC, C },
	{ MLX5WQE_QPT_UD, A | I },
	{ MLX5WQE_QPT_RAW_PACKET, E },
	{ MLX5WQE_QPT_XRC_INI, X },
	{ MLX5WQE_QPT_XRC_TGT, X },
	/* Of the driver's own types only the DC initiator sends */
	{ MLX5WQE_QPT_DRIVER, D },
	{ MLX5WQE_QPT_REG_UMR, C },
	{ MLX5WQE_QPT_DCI, D },
	{ MLX5WQE_QPT_SMI, A },
};

uint8_t leads_of_qp_type(uint32_t qp_type)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(qp_types); i++)
		if (qp_types[i].qp_type == qp_type)
			return qp_types[i].leads;
	return C | E | A | I | D | X;
}

const struct opcode_desc *opcode_find(uint32_t opcode)
{
	if (opcode >= ARRAY_SIZE(opcode_descs) || !opcode_descs[opcode].name)
		return NULL;
	return &opcode_descs[opcode];
}

const struct form_desc *form_find(const struct opcode_desc *opcode,
				  uint8_t opmod)
{
	uint8_t i;

	for (i = 0; i < opcode->form_cnt; i++)
		if (opcode->forms[i].opmod == opmod)
			return &opcode->forms[i];
	return NULL;
}
