// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* The port: addresses, keys, state. */
#include <string.h>

#include "cmd.h"

#define ALL_ENTRIES	0xffff
#define GIDS		8
#define PKEYS		128
#define DEFAULT_PKEY	0xffff
#define PHYS_LINK_UP	5
#define PORT_ACTIVE	4	/* enum ib_port_state */
#define SUBNET_TIMEOUT	18
#define ETHERNET_MTU	1500

/* Of a management datagram; the values are the InfiniBand specification's. */
#define MAD_METHOD	3
#define MAD_STATUS	4
#define MAD_GET_RESP	0x81
#define MAD_UNSUPPORTED	0x000c

/* Bits of the port's capabilities; the last ones can be changed. */
#define CAP_MASK1	0x02514868
#define CAP_IS_SM	(1u << 1)
#define CAP_NOTICE	(1u << 3)
#define CAP_CM		(1u << 16)
#define CAP_DEVICE_MGMT	(1u << 19)
#define CAP_CHANGEABLE	(CAP_IS_SM | CAP_NOTICE | CAP_CM | CAP_DEVICE_MGMT)

void vport_reset(struct hca *h)
{
	h->cap_mask1 = CAP_MASK1;
}

u8 cmd_query_hca_vport_context(struct hca *h, const struct cmd *cmd)
{
	u8 *c = AT(query_hca_vport_context_out, cmd->out, hca_vport_context);

	SET(hca_vport_context, c, has_smi, 1);
	SET(hca_vport_context, c, port_physical_state, PHYS_LINK_UP);
	SET(hca_vport_context, c, vport_state, PORT_ACTIVE);
	SET(hca_vport_context, c, port_state, PORT_ACTIVE);
	SET(hca_vport_context, c, system_image_guid, h->guid);
	SET(hca_vport_context, c, port_guid, h->guid);
	SET(hca_vport_context, c, node_guid, h->guid);
	SET(hca_vport_context, c, cap_mask1, h->cap_mask1);
	SET(hca_vport_context, c, cap_mask1_field_select, CAP_CHANGEABLE);
	SET(hca_vport_context, c, lid, HCA_PORT_LID);
	SET(hca_vport_context, c, sm_lid, HCA_PORT_LID);
	SET(hca_vport_context, c, subnet_timeout, SUBNET_TIMEOUT);
	return MLX5_CMD_STAT_OK;
}

/* Of the other fields, which field_select names, none can be changed. */
u8 cmd_modify_hca_vport_context(struct hca *h, const struct cmd *cmd)
{
	const u8 *c = CAT(modify_hca_vport_context_in, cmd->in,
			  hca_vport_context);
	u32 mask = GET(hca_vport_context, c, cap_mask1_field_select);
	u32 value = GET(hca_vport_context, c, cap_mask1);

	if (mask & ~CAP_CHANGEABLE)
		return MLX5_CMD_STAT_BAD_PARAM_ERR;
	h->cap_mask1 = (h->cap_mask1 & ~mask) | (value & mask);
	return MLX5_CMD_STAT_OK;
}

/* All lists of addresses are empty; nobody filters here. */
u8 cmd_query_nic_vport_context(struct hca *h, const struct cmd *cmd)
{
	u8 *c = AT(query_nic_vport_context_out, cmd->out, nic_vport_context);

	SET(nic_vport_context, c, mtu, ETHERNET_MTU);
	SET(nic_vport_context, c, system_image_guid, h->guid);
	SET(nic_vport_context, c, port_guid, h->guid);
	SET(nic_vport_context, c, node_guid, h->guid);
	/* The upper and the lower half of the GUID make the address. */
	SET(nic_vport_context, c, permanent_address.mac_addr_47_32,
	    h->guid >> 48);
	SET(nic_vport_context, c, permanent_address.mac_addr_31_0,
	    (h->guid >> 40 & 0xff) << 24 | (h->guid & 0xffffff));
	return MLX5_CMD_STAT_OK;
}

/* How many entries an index asks for, 0 if there is no such entry. */
static u32 entries(u32 index, u32 size)
{
	if (index == ALL_ENTRIES)
		return size;
	return index < size;
}

/* Only the first entry of either table is in use. */
u8 cmd_query_hca_vport_gid(struct hca *h, const struct cmd *cmd)
{
	u32 index = GET(query_hca_vport_gid_in, cmd->in, gid_index);
	u8 *gid = AT(query_hca_vport_gid_out, cmd->out, gid);
	u32 n = entries(index, GIDS);

	if (!n)
		return MLX5_CMD_STAT_BAD_PARAM_ERR;
	if (cmd->out_len < IFC_OFF(query_hca_vport_gid_out, gid) + 16 * n)
		return MLX5_CMD_STAT_BAD_OUTP_LEN_ERR;
	SET(query_hca_vport_gid_out, cmd->out, gids_num, n);
	if (index && index != ALL_ENTRIES)
		return MLX5_CMD_STAT_OK;
	be_store(gid, 8, HCA_GID_PREFIX);
	be_store(gid + 8, 8, h->guid);
	return MLX5_CMD_STAT_OK;
}

u8 cmd_query_hca_vport_pkey(struct hca *h, const struct cmd *cmd)
{
	u32 index = GET(query_hca_vport_pkey_in, cmd->in, pkey_index);
	u8 *pkey = AT(query_hca_vport_pkey_out, cmd->out, pkey);
	u32 n = entries(index, PKEYS);

	(void)h;
	if (!n)
		return MLX5_CMD_STAT_BAD_PARAM_ERR;
	if (cmd->out_len < IFC_OFF(query_hca_vport_pkey_out, pkey) +
			   IFC_SIZE(pkey) * n)
		return MLX5_CMD_STAT_BAD_OUTP_LEN_ERR;
	if (!index || index == ALL_ENTRIES)
		SET(pkey, pkey, pkey, DEFAULT_PKEY);
	return MLX5_CMD_STAT_OK;
}

/*
 * The port's agent.  Its attributes are those of the commands above; asked by
 * datagram, it knows none.
 */
u8 cmd_mad_ifc(struct hca *h, const struct cmd *cmd)
{
	u8 *mad = AT(mad_ifc_out, cmd->out, response_mad_packet);

	(void)h;
	memcpy(mad, CAT(mad_ifc_in, cmd->in, mad), MAD_SIZE);
	mad[MAD_METHOD] = MAD_GET_RESP;
	be_store(mad + MAD_STATUS, 2, MAD_UNSUPPORTED);
	return MLX5_CMD_STAT_OK;
}
