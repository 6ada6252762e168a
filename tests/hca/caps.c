// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* What the device says that it can do. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cmd.h"

#define CAP_SIZE	(sizeof(union mlx5_ifc_hca_cap_union_bits) / 8)

struct cap_row {
	u16 type;
	u16 bits;
	u32 bit;
	u32 value;
};

#define CAP(type, layout, field, value) \
	{ type, IFC_BITS(layout, field), IFC_BIT(layout, field), value }
#define GEN(field, value) \
	CAP(MLX5_CAP_GENERAL, cmd_hca_cap, field, value)

#define ETH(field, value) \
	CAP(MLX5_CAP_ETHERNET_OFFLOADS, per_protocol_networking_offload_caps, \
	    field, value)
#define ODP(field)	CAP(MLX5_CAP_ODP, odp_cap, ODP_CAP(field), 1)
#define ODP_ALL(transport) \
	ODP(transport.send), ODP(transport.receive), ODP(transport.write), \
	ODP(transport.read), ODP(transport.atomic), ODP(transport.srq_receive)
/* In reserved fields of the kernel's layout; the names are rdma-core's. */
#define UNNAMED(bit, bits, value)	{ MLX5_CAP_GENERAL, bits, bit, value }

static const struct cap_row rows[] = {
	GEN(port_type, MLX5_CMD_HCA_CAP_PORT_TYPE_IB),
	GEN(num_ports, 1),
	GEN(ib_virt, 1),
	GEN(local_ca_ack_delay, 16),
	GEN(gid_table_size, MLX5_CMD_HCA_CAP_GID_TABLE_SIZE_8_GID_ENTRIES),
	GEN(pkey_table_size, MLX5_CMD_HCA_CAP_PKEY_TABLE_SIZE_128_ENTRIES),

	GEN(rc, 1),
	GEN(uc, 1),
	GEN(ud, 1),
	GEN(xrc, 1),
	GEN(atomic, 1),
	GEN(dct, 1),
	GEN(log_max_ra_req_dc, 4),
	GEN(log_max_ra_res_dc, 4),
	GEN(log_max_msg, 30),
	GEN(log_max_ra_req_qp, 4),
	GEN(log_max_ra_res_qp, 4),

	GEN(log_max_qp, 12),
	GEN(log_max_qp_sz, 15),
	GEN(max_wqe_sz_sq, HCA_MAX_SEND_WQE),
	GEN(max_wqe_sz_rq, 512),
	GEN(log_max_srq, 12),
	GEN(log_max_srq_sz, 15),
	GEN(log_max_rmp, 12),
	GEN(basic_cyclic_rcv_wqe, 1),
	GEN(tag_matching, 1),
	GEN(log_tag_matching_list_sz, 8),
	GEN(log_max_cq, 12),
	GEN(log_max_cq_sz, 20),
	GEN(cqe_version, 1),
	GEN(cq_moderation, 1),
	GEN(cq_oi, 1),
	GEN(log_max_eq, 6),
	GEN(log_max_eq_sz, 16),
	GEN(compact_address_vector, 1),

	/* Memory keys are changed by UMR work requests. */
	GEN(log_max_mkey, 16),
	GEN(log_max_mrw_sz, 48),
	GEN(log_max_klm_list_size, 16),
	GEN(log_max_bsf_list_size, 6),
	GEN(max_indirection, 4),
	GEN(imaicl, 1),
	GEN(pg, 1),
	GEN(umr_extended_translation_offset, 1),
	ODP_ALL(rc_odp_caps),
	ODP_ALL(xrc_odp_caps),
	ODP_ALL(dc_odp_caps),
	ODP(ud_odp_caps.send),
	GEN(sho, 1),
	UNNAMED(0x480, 1, 1),	/* sigerr_domain_and_sig_type */
	UNNAMED(0x148, 1, 1),	/* sig_crc32c */
	UNNAMED(0x1f0, 1, 1),	/* sig_block_4048 */
	UNNAMED(0x153, 1, 1),	/* dma_mmo_sq */
	UNNAMED(0x748, 1, 1),	/* dma_mmo_qp */
	UNNAMED(0x6b, 5, 30),	/* log_dma_mmo_max_size */

	/* Queues of raw packets. */
	GEN(eth_net_offloads, 1),
	GEN(log_max_sq, 12),
	GEN(log_max_rq, 12),
	GEN(log_max_wq_sz, 15),
	GEN(log_max_tis, 10),
	GEN(log_max_tir, 10),
	GEN(log_max_rqt, 10),
	GEN(log_max_rqt_size, 7),
	ETH(csum_cap, 1),
	ETH(vlan_cap, 1),
	ETH(max_lso_cap, 18),
	ETH(rss_ind_tbl_cap, 7),
	ETH(multi_pkt_send_wqe, 1),
	ETH(enhanced_multi_pkt_send_wqe, 1),
	ETH(scatter_fcs, 1),

	GEN(log_max_mcg, 8),
	GEN(max_qp_mcg, HCA_MCGS),
	GEN(log_max_pd, 16),
	GEN(log_max_xrcd, 10),
	GEN(log_max_transport_domain, 10),
	GEN(log_max_uctx, 8),
	GEN(log_pg_sz, MLX5_ADAPTER_PAGE_SHIFT),
	GEN(uar_sz, 5),
	GEN(log_bf_reg_size, 9),
	GEN(device_frequency_khz, 156250),
	GEN(device_frequency_mhz, 156),
	GEN(debug, 1),
	CAP(MLX5_CAP_DEBUG, debug_cap, resource_dump, 1),

	CAP(MLX5_CAP_ATOMIC, atomic_caps,
	    supported_atomic_req_8B_endianness_mode_1, 1),
	CAP(MLX5_CAP_ATOMIC, atomic_caps, atomic_operations,
	    MLX5_ATOMIC_OPS_CMP_SWAP | MLX5_ATOMIC_OPS_FETCH_ADD |
	    MLX5_ATOMIC_OPS_EXTENDED_CMP_SWAP |
	    MLX5_ATOMIC_OPS_EXTENDED_FETCH_ADD),
	CAP(MLX5_CAP_ATOMIC, atomic_caps, atomic_size_qp,
	    MLX5_ATOMIC_CAPS_ATOMIC_SIZE_QP_8_BYTES),
	CAP(MLX5_CAP_ATOMIC, atomic_caps, atomic_size_dc,
	    MLX5_ATOMIC_CAPS_ATOMIC_SIZE_DC_8_BYTES),
};

int caps_init(struct hca *h)
{
	u32 i;

	h->caps.max = calloc(MLX5_CAP_NUM, CAP_SIZE);
	h->caps.cur = calloc(MLX5_CAP_NUM, CAP_SIZE);
	if (!h->caps.max || !h->caps.cur)
		return ENOMEM;
	for (i = 0; i < ARRAY_SIZE(rows); i++)
		ifc_store(h->caps.max + rows[i].type * CAP_SIZE, rows[i].bit,
			  rows[i].bits, rows[i].value);
	if (h->ethernet)
		SET(cmd_hca_cap, h->caps.max, port_type,
		    MLX5_CMD_HCA_CAP_PORT_TYPE_ETHERNET);
	caps_reset(h);
	return 0;
}

void caps_reset(struct hca *h)
{
	memcpy(h->caps.cur, h->caps.max, MLX5_CAP_NUM * CAP_SIZE);
}

/* op_mod: type of capabilities, and whether the maximum is asked for. */
u8 cmd_query_hca_cap(struct hca *h, const struct cmd *cmd)
{
	u32 type = cmd->op_mod >> 1;
	const u8 *from = cmd->op_mod & HCA_CAP_OPMOD_GET_CUR ? h->caps.cur :
							       h->caps.max;

	if (type >= MLX5_CAP_NUM)
		return MLX5_CMD_STAT_BAD_PARAM_ERR;
	memcpy(AT(query_hca_cap_out, cmd->out, capability),
	       from + type * CAP_SIZE, CAP_SIZE);
	return MLX5_CMD_STAT_OK;
}

u8 cmd_set_hca_cap(struct hca *h, const struct cmd *cmd)
{
	const u8 *from = CAT(set_hca_cap_in, cmd->in, capability);
	u32 type = cmd->op_mod >> 1;
	u8 *to = h->caps.cur + type * CAP_SIZE;

	switch (type) {
	case MLX5_SET_HCA_CAP_OP_MOD_GENERAL_DEVICE:
	case MLX5_SET_HCA_CAP_OP_MOD_ODP:
		memcpy(to, from, CAP_SIZE);
		return MLX5_CMD_STAT_OK;
	case MLX5_SET_HCA_CAP_OP_MOD_ATOMIC:
		/* The driver sends this field only. */
		SET(atomic_caps, to, atomic_req_8B_endianness_mode,
		    GET(atomic_caps, from, atomic_req_8B_endianness_mode));
		return MLX5_CMD_STAT_OK;
	default:
		return MLX5_CMD_STAT_BAD_PARAM_ERR;
	}
}

u8 cmd_query_adapter(struct hca *h, const struct cmd *cmd)
{
	static const char psid[] = "EMU0000000001";
	u8 *adapter = AT(query_adapter_out, cmd->out, query_adapter_struct);

	(void)h;
	SET(query_adapter_param_block, adapter, ieee_vendor_id, 0x2c9);
	SET(query_adapter_param_block, adapter, vsd_vendor_id, 0x15b3);
	memcpy(AT(query_adapter_param_block, adapter, vsd_contd_psid), psid,
	       sizeof(psid) - 1);
	return MLX5_CMD_STAT_OK;
}

/* Version 1 of the interface is the only one, and a bit in the list. */
u8 cmd_query_issi(struct hca *h, const struct cmd *cmd)
{
	(void)h;
	SET(query_issi_out, cmd->out, current_issi, 1);
	SET(query_issi_out, cmd->out, supported_issi_dw0, 1 << 1);
	return MLX5_CMD_STAT_OK;
}

u8 cmd_set_issi(struct hca *h, const struct cmd *cmd)
{
	(void)h;
	return GET(set_issi_in, cmd->in, current_issi) == 1 ?
		MLX5_CMD_STAT_OK : MLX5_CMD_STAT_BAD_PARAM_ERR;
}

/* Keys beyond those that CREATE_MKEY hands out. */
u8 cmd_query_special_contexts(struct hca *h, const struct cmd *cmd)
{
	(void)h;
	SET(query_special_contexts_out, cmd->out, resd_lkey, 0xff00);
	SET(query_special_contexts_out, cmd->out, null_mkey, 0xfe00);
	return MLX5_CMD_STAT_OK;
}
