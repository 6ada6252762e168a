// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Every command that the device knows: lengths and who answers it. */
#include "cmd.h"

/* The usual case: everything of the layouts that has a fixed size. */
#define CMD(op, layout, handler) \
	{ MLX5_CMD_OP_##op, IFC_SIZE(layout##_in), IFC_SIZE(layout##_out), \
	  handler }
/* The tail of the answer may be missing: callers ask for what they need. */
#define CMD_OUT(op, layout, field, handler) \
	{ MLX5_CMD_OP_##op, IFC_SIZE(layout##_in), \
	  IFC_END(layout##_out, field), handler }

static const struct cmd_row rows[] = {
	CMD(QUERY_HCA_CAP, query_hca_cap, cmd_query_hca_cap),
	CMD(QUERY_ADAPTER, query_adapter, cmd_query_adapter),
	CMD(INIT_HCA, init_hca, cmd_nothing),
	CMD(TEARDOWN_HCA, teardown_hca, cmd_nothing),
	CMD(ENABLE_HCA, enable_hca, cmd_nothing),
	CMD(DISABLE_HCA, disable_hca, cmd_nothing),
	CMD(QUERY_PAGES, query_pages, cmd_query_pages),
	CMD(MANAGE_PAGES, manage_pages, cmd_manage_pages),
	CMD(SET_HCA_CAP, set_hca_cap, cmd_set_hca_cap),
	CMD(QUERY_ISSI, query_issi, cmd_query_issi),
	CMD(SET_ISSI, set_issi, cmd_set_issi),
	CMD(CREATE_MKEY, create_mkey, cmd_create_mkey),
	CMD_OUT(QUERY_MKEY, query_mkey, memory_key_mkey_entry, cmd_query_mkey),
	CMD(DESTROY_MKEY, destroy_mkey, cmd_destroy_mkey),
	CMD(QUERY_SPECIAL_CONTEXTS, query_special_contexts,
	    cmd_query_special_contexts),
	CMD(PAGE_FAULT_RESUME, page_fault_resume, cmd_page_fault_resume),
	CMD(CREATE_EQ, create_eq, cmd_create_eq),
	CMD(DESTROY_EQ, destroy_eq, cmd_destroy_eq),
	CMD(QUERY_EQ, query_eq, cmd_query_eq),
	CMD(CREATE_CQ, create_cq, cmd_create_cq),
	CMD(DESTROY_CQ, destroy_cq, cmd_destroy_cq),
	CMD_OUT(QUERY_CQ, query_cq, cq_context, cmd_query_cq),
	CMD(MODIFY_CQ, modify_cq, cmd_modify_cq),
	CMD(CREATE_QP, create_qp, cmd_create_qp),
	CMD(DESTROY_QP, destroy_qp, cmd_destroy_qp),
	CMD(RST2INIT_QP, rst2init_qp, cmd_modify_qp),
	CMD(INIT2RTR_QP, init2rtr_qp, cmd_modify_qp),
	CMD(RTR2RTS_QP, rtr2rts_qp, cmd_modify_qp),
	CMD(RTS2RTS_QP, rts2rts_qp, cmd_modify_qp),
	CMD(SQERR2RTS_QP, sqerr2rts_qp, cmd_modify_qp),
	CMD(INIT2INIT_QP, init2init_qp, cmd_modify_qp),
	CMD(2ERR_QP, qp_2err, cmd_modify_qp),
	CMD(2RST_QP, qp_2rst, cmd_modify_qp),
	CMD_OUT(QUERY_QP, query_qp, qpc, cmd_query_qp),
	CMD(MAD_IFC, mad_ifc, cmd_mad_ifc),
	CMD(CREATE_XRC_SRQ, create_xrc_srq, cmd_create_srq),
	CMD(DESTROY_XRC_SRQ, destroy_xrc_srq, cmd_destroy_srq),
	CMD_OUT(QUERY_XRC_SRQ, query_xrc_srq, xrc_srq_context_entry,
		cmd_query_xrc_srq),
	CMD(ARM_XRC_SRQ, arm_xrc_srq, cmd_arm_xrc_srq),
	CMD(CREATE_XRQ, create_xrq, cmd_create_srq),
	CMD(DESTROY_XRQ, destroy_xrq, cmd_destroy_srq),
	CMD(QUERY_XRQ, query_xrq, cmd_query_xrq),
	CMD(ARM_RQ, arm_rq, cmd_arm_rq),
	CMD(CREATE_DCT, create_dct, cmd_create_dct),
	CMD(DRAIN_DCT, drain_dct, cmd_drain_dct),
	CMD_OUT(QUERY_DCT, query_dct, dct_context_entry, cmd_query_dct),
	CMD(DESTROY_DCT, destroy_dct, cmd_destroy_dct),
	CMD(ARM_DCT_FOR_KEY_VIOLATION, arm_dct, cmd_arm_dct),
	CMD(CREATE_SQ, create_sq, cmd_create_wq),
	CMD(MODIFY_SQ, modify_sq, cmd_modify_wq),
	CMD(QUERY_SQ, query_sq, cmd_query_wq),
	CMD(DESTROY_SQ, destroy_sq, cmd_destroy_wq),
	CMD(CREATE_RQ, create_rq, cmd_create_wq),
	CMD(MODIFY_RQ, modify_rq, cmd_modify_wq),
	CMD(QUERY_RQ, query_rq, cmd_query_wq),
	CMD(DESTROY_RQ, destroy_rq, cmd_destroy_wq),
	CMD(CREATE_TIS, create_tis, cmd_create_tis),
	CMD(DESTROY_TIS, destroy_tis, cmd_res_dealloc),
	CMD(CREATE_TIR, create_tir, cmd_create_tir),
	CMD(DESTROY_TIR, destroy_tir, cmd_res_dealloc),
	CMD(CREATE_RQT, create_rqt, cmd_create_rqt),
	CMD(DESTROY_RQT, destroy_rqt, cmd_res_dealloc),
	CMD(CREATE_PSV, create_psv, cmd_create_psv),
	CMD(DESTROY_PSV, destroy_psv, cmd_res_dealloc),
	CMD(CREATE_RMP, create_rmp, cmd_create_srq),
	CMD(MODIFY_RMP, modify_rmp, cmd_modify_rmp),
	CMD(DESTROY_RMP, destroy_rmp, cmd_destroy_srq),
	CMD(QUERY_RMP, query_rmp, cmd_query_rmp),
	CMD(QUERY_HCA_VPORT_CONTEXT, query_hca_vport_context,
	    cmd_query_hca_vport_context),
	CMD(QUERY_NIC_VPORT_CONTEXT, query_nic_vport_context,
	    cmd_query_nic_vport_context),
	CMD(MODIFY_HCA_VPORT_CONTEXT, modify_hca_vport_context,
	    cmd_modify_hca_vport_context),
	CMD(ATTACH_TO_MCG, attach_to_mcg, cmd_attach_to_mcg),
	CMD(DETACH_FROM_MCG, detach_from_mcg, cmd_detach_from_mcg),
	CMD(QUERY_HCA_VPORT_GID, query_hca_vport_gid, cmd_query_hca_vport_gid),
	CMD(QUERY_HCA_VPORT_PKEY, query_hca_vport_pkey,
	    cmd_query_hca_vport_pkey),
	CMD(ALLOC_PD, alloc_pd, cmd_res_alloc),
	CMD(DEALLOC_PD, dealloc_pd, cmd_res_dealloc),
	CMD(ALLOC_UAR, alloc_uar, cmd_res_alloc),
	CMD(DEALLOC_UAR, dealloc_uar, cmd_res_dealloc),
	CMD(ACCESS_REG, access_register, cmd_access_reg),
	CMD(ALLOC_XRCD, alloc_xrcd, cmd_res_alloc),
	CMD(DEALLOC_XRCD, dealloc_xrcd, cmd_res_dealloc),
	CMD(ALLOC_TRANSPORT_DOMAIN, alloc_transport_domain, cmd_res_alloc),
	CMD(DEALLOC_TRANSPORT_DOMAIN, dealloc_transport_domain,
	    cmd_res_dealloc),
	CMD(CREATE_UCTX, create_uctx, cmd_res_alloc),
	CMD(DESTROY_UCTX, destroy_uctx, cmd_res_dealloc),
};

const struct cmd_row *cmd_find(u16 opcode)
{
	u32 i;

	for (i = 0; i < ARRAY_SIZE(rows); i++)
		if (rows[i].opcode == opcode)
			return &rows[i];
	return NULL;
}

/* Steps of the driver's that need nothing of an emulated device. */
u8 cmd_nothing(struct hca *h, const struct cmd *cmd)
{
	(void)h;
	(void)cmd;
	return MLX5_CMD_STAT_OK;
}
