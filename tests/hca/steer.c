// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Between queues and the wire, which is not there: only references count. */
#include "cmd.h"

u8 cmd_create_tis(struct hca *h, const struct cmd *cmd)
{
	u32 td = GET(create_tis_in, cmd->in, ctx.transport_domain);

	return res_exists(h, RES_TD, td) ? cmd_res_alloc(h, cmd) :
					   MLX5_CMD_STAT_BAD_RES_ERR;
}

u8 cmd_create_tir(struct hca *h, const struct cmd *cmd)
{
	const u8 *c = CAT(create_tir_in, cmd->in, ctx);
	bool found;

	switch (GET(tirc, c, disp_type)) {
	case MLX5_TIRC_DISP_TYPE_DIRECT:
		found = queue_find(h, GET(tirc, c, inline_rqn), QUEUE_RQ);
		break;
	case MLX5_TIRC_DISP_TYPE_INDIRECT:
		found = res_exists(h, RES_RQT, GET(tirc, c, indirect_table));
		break;
	default:
		return MLX5_CMD_STAT_BAD_PARAM_ERR;
	}
	return found && res_exists(h, RES_TD, GET(tirc, c, transport_domain)) ?
		cmd_res_alloc(h, cmd) : MLX5_CMD_STAT_BAD_RES_ERR;
}

u8 cmd_create_rqt(struct hca *h, const struct cmd *cmd)
{
	const u8 *c = CAT(create_rqt_in, cmd->in, rqt_context);
	const u8 *list = CAT(rqtc, c, rq_num);
	u32 i, n = GET(rqtc, c, rqt_actual_size);

	if (!n || n > GET(rqtc, c, rqt_max_size) ||
	    n > 1u << cap(h, log_max_rqt_size) ||
	    GET(rqtc, c, rq_vhca_id_format))
		return MLX5_CMD_STAT_BAD_PARAM_ERR;
	if (n > (cmd->in + cmd->in_len - list) / IFC_SIZE(rq_num))
		return MLX5_CMD_STAT_BAD_INP_LEN_ERR;
	for (i = 0; i < n; i++)
		if (!queue_find(h, GET(rq_num, list + i * IFC_SIZE(rq_num),
				       rq_num), QUEUE_RQ))
			return MLX5_CMD_STAT_BAD_RES_ERR;
	return cmd_res_alloc(h, cmd);
}
