/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/* The command interface: mailboxes, lengths, and who answers what. */
#ifndef HCA_CMD_H
#define HCA_CMD_H

#include "hca.h"

struct cmd {
	u16 opcode;
	u16 op_mod;
	const u8 *in;
	u32 in_len;
	u8 *out;	/* all zeros at first */
	u32 out_len;
};

/* Returns MLX5_CMD_STAT_*. in and out have the lengths that cmd_row asks. */
typedef u8 (*cmd_handler)(struct hca *h, const struct cmd *cmd);

struct cmd_row {
	u16 opcode;
	u32 min_in;
	u32 min_out;
	cmd_handler handler;
};

const struct cmd_row *cmd_find(u16 opcode);
const char *cmd_name(u16 opcode);

/* The driver rang the bell for the slots of the queue. */
void cmd_doorbell(struct hca *h, u32 slots);

/* A work queue's buffer in a context; its pages are the command's end. */
struct wq_layout {
	const u8 *pas;
	u32 page_offset;	/* in 64ths of a page */
	u8 log_size;
	u8 log_stride;
	u8 shift;
};

/* wq.c */
void wq_layout(const u8 *wq, struct wq_layout *l);
u8 wq_map(const struct cmd *cmd, const struct wq_layout *l, u8 log_max,
	  struct ring *ring, struct dma_buf *buf);

u8 cmd_nothing(struct hca *h, const struct cmd *cmd);
u8 cmd_query_hca_cap(struct hca *h, const struct cmd *cmd);
u8 cmd_set_hca_cap(struct hca *h, const struct cmd *cmd);
u8 cmd_query_adapter(struct hca *h, const struct cmd *cmd);
u8 cmd_query_issi(struct hca *h, const struct cmd *cmd);
u8 cmd_set_issi(struct hca *h, const struct cmd *cmd);
u8 cmd_query_special_contexts(struct hca *h, const struct cmd *cmd);
u8 cmd_query_pages(struct hca *h, const struct cmd *cmd);
u8 cmd_manage_pages(struct hca *h, const struct cmd *cmd);
u8 cmd_res_alloc(struct hca *h, const struct cmd *cmd);
u8 cmd_res_dealloc(struct hca *h, const struct cmd *cmd);
u8 cmd_access_reg(struct hca *h, const struct cmd *cmd);
u8 reg_resource_dump(struct hca *h, u8 *reg);
u8 cmd_query_hca_vport_context(struct hca *h, const struct cmd *cmd);
u8 cmd_modify_hca_vport_context(struct hca *h, const struct cmd *cmd);
u8 cmd_attach_to_mcg(struct hca *h, const struct cmd *cmd);
u8 cmd_detach_from_mcg(struct hca *h, const struct cmd *cmd);
u8 cmd_query_nic_vport_context(struct hca *h, const struct cmd *cmd);
u8 cmd_query_hca_vport_gid(struct hca *h, const struct cmd *cmd);
u8 cmd_query_hca_vport_pkey(struct hca *h, const struct cmd *cmd);
u8 cmd_mad_ifc(struct hca *h, const struct cmd *cmd);
u8 cmd_create_eq(struct hca *h, const struct cmd *cmd);
u8 cmd_destroy_eq(struct hca *h, const struct cmd *cmd);
u8 cmd_query_eq(struct hca *h, const struct cmd *cmd);
u8 cmd_create_cq(struct hca *h, const struct cmd *cmd);
u8 cmd_destroy_cq(struct hca *h, const struct cmd *cmd);
u8 cmd_query_cq(struct hca *h, const struct cmd *cmd);
u8 cmd_modify_cq(struct hca *h, const struct cmd *cmd);
u8 cmd_create_mkey(struct hca *h, const struct cmd *cmd);
u8 cmd_destroy_mkey(struct hca *h, const struct cmd *cmd);
u8 cmd_query_mkey(struct hca *h, const struct cmd *cmd);
u8 cmd_create_qp(struct hca *h, const struct cmd *cmd);
u8 cmd_destroy_qp(struct hca *h, const struct cmd *cmd);
u8 cmd_query_qp(struct hca *h, const struct cmd *cmd);
u8 cmd_modify_qp(struct hca *h, const struct cmd *cmd);
u8 cmd_page_fault_resume(struct hca *h, const struct cmd *cmd);
u8 cmd_create_srq(struct hca *h, const struct cmd *cmd);
u8 cmd_destroy_srq(struct hca *h, const struct cmd *cmd);
u8 cmd_query_rmp(struct hca *h, const struct cmd *cmd);
u8 cmd_query_xrc_srq(struct hca *h, const struct cmd *cmd);
u8 cmd_modify_rmp(struct hca *h, const struct cmd *cmd);
u8 cmd_arm_xrc_srq(struct hca *h, const struct cmd *cmd);
u8 cmd_query_xrq(struct hca *h, const struct cmd *cmd);
u8 cmd_arm_rq(struct hca *h, const struct cmd *cmd);
u8 cmd_create_wq(struct hca *h, const struct cmd *cmd);
u8 cmd_modify_wq(struct hca *h, const struct cmd *cmd);
u8 cmd_query_wq(struct hca *h, const struct cmd *cmd);
u8 cmd_destroy_wq(struct hca *h, const struct cmd *cmd);
u8 cmd_create_dct(struct hca *h, const struct cmd *cmd);
u8 cmd_drain_dct(struct hca *h, const struct cmd *cmd);
u8 cmd_query_dct(struct hca *h, const struct cmd *cmd);
u8 cmd_destroy_dct(struct hca *h, const struct cmd *cmd);
u8 cmd_arm_dct(struct hca *h, const struct cmd *cmd);
u8 cmd_create_tis(struct hca *h, const struct cmd *cmd);
u8 cmd_create_tir(struct hca *h, const struct cmd *cmd);
u8 cmd_create_rqt(struct hca *h, const struct cmd *cmd);
u8 cmd_create_psv(struct hca *h, const struct cmd *cmd);

#endif
