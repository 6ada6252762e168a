// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Multicast groups: which QPs listen to which address. */
#include <string.h>

#include "cmd.h"

_Static_assert(IFC_BIT(attach_to_mcg_in, qpn) ==
	       IFC_BIT(detach_from_mcg_in, qpn) &&
	       IFC_BIT(attach_to_mcg_in, multicast_gid) ==
	       IFC_BIT(detach_from_mcg_in, multicast_gid),
	       "both commands are read alike");

static const u8 *gid_of(const struct cmd *cmd)
{
	return CAT(attach_to_mcg_in, cmd->in, multicast_gid);
}

bool mcg_has(const struct hca *h, u32 slot, const u8 *gid)
{
	return h->mcg[slot].qpn && !memcmp(h->mcg[slot].gid, gid, GID_SIZE);
}

static struct mcg *find(struct hca *h, u32 qpn, const u8 *gid)
{
	u32 i;

	for (i = 0; i < HCA_MCGS; i++)
		if (h->mcg[i].qpn == qpn && mcg_has(h, i, gid))
			return &h->mcg[i];
	return NULL;
}

void mcg_forget(struct hca *h, u32 qpn)
{
	u32 i;

	for (i = 0; i < HCA_MCGS; i++)
		if (h->mcg[i].qpn == qpn)
			h->mcg[i].qpn = 0;
}

u8 cmd_attach_to_mcg(struct hca *h, const struct cmd *cmd)
{
	struct qp *qp = qp_get(h, GET(attach_to_mcg_in, cmd->in, qpn));
	u32 i;

	if (!qp || qp->st != MLX5_QP_ST_UD)
		return MLX5_CMD_STAT_BAD_RES_ERR;
	if (find(h, qp->qpn, gid_of(cmd)))
		return MLX5_CMD_STAT_OK;
	for (i = 0; i < HCA_MCGS; i++)
		if (!h->mcg[i].qpn)
			break;
	if (i == HCA_MCGS)
		return MLX5_CMD_STAT_NO_RES_ERR;
	h->mcg[i].qpn = qp->qpn;
	memcpy(h->mcg[i].gid, gid_of(cmd), GID_SIZE);
	return MLX5_CMD_STAT_OK;
}

u8 cmd_detach_from_mcg(struct hca *h, const struct cmd *cmd)
{
	struct mcg *mcg = find(h, GET(detach_from_mcg_in, cmd->in, qpn),
			       gid_of(cmd));

	if (!mcg)
		return MLX5_CMD_STAT_BAD_RES_ERR;
	mcg->qpn = 0;
	return MLX5_CMD_STAT_OK;
}
