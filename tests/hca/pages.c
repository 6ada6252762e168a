// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Memory that the driver lends to the firmware: taken, kept, given back. */
#include <stdlib.h>

#include "cmd.h"

enum {
	BOOT_PAGES = 4,
	INIT_PAGES = 16,
	MAX_PAGES = 65536,
};

/* As in the driver's pagealloc.c. */
enum { MLX5_PAGES_CANT_GIVE, MLX5_PAGES_GIVE, MLX5_PAGES_TAKE };
enum { MLX5_BOOT_PAGES = 1, MLX5_INIT_PAGES, MLX5_POST_INIT_PAGES };

u8 cmd_query_pages(struct hca *h, const struct cmd *cmd)
{
	static const u32 wanted[] = {
		[MLX5_BOOT_PAGES] = BOOT_PAGES,
		[MLX5_INIT_PAGES] = INIT_PAGES,
		[MLX5_POST_INIT_PAGES] = 0,
	};

	(void)h;
	if (!cmd->op_mod || cmd->op_mod >= ARRAY_SIZE(wanted))
		return MLX5_CMD_STAT_BAD_PARAM_ERR;
	SET(query_pages_out, cmd->out, num_pages, wanted[cmd->op_mod]);
	return MLX5_CMD_STAT_OK;
}

static u8 take(struct hca *h, const struct cmd *cmd, u32 n)
{
	const u8 *pas = CAT(manage_pages_in, cmd->in, pas);
	u64 *page;
	u32 i;

	if (n > MAX_PAGES - h->pages)
		return MLX5_CMD_STAT_LIM_ERR;
	if (cmd->in_len - IFC_OFF(manage_pages_in, pas) < 8ul * n)
		return MLX5_CMD_STAT_BAD_INP_LEN_ERR;
	page = realloc(h->page, (h->pages + n + 1) * sizeof(*page));
	if (!page)
		return MLX5_CMD_STAT_INT_ERR;
	h->page = page;
	for (i = 0; i < n; i++)
		h->page[h->pages++] = be_load(pas + 8ul * i, 8);
	return MLX5_CMD_STAT_OK;
}

static u8 give_back(struct hca *h, const struct cmd *cmd, u32 n)
{
	u8 *pas = AT(manage_pages_out, cmd->out, pas);
	u32 i;

	n = MIN(n, h->pages);
	if (cmd->out_len - IFC_OFF(manage_pages_out, pas) < 8ul * n)
		return MLX5_CMD_STAT_BAD_OUTP_LEN_ERR;
	for (i = 0; i < n; i++)
		be_store(pas + 8ul * i, 8, h->page[--h->pages]);
	SET(manage_pages_out, cmd->out, output_num_entries, n);
	return MLX5_CMD_STAT_OK;
}

u8 cmd_manage_pages(struct hca *h, const struct cmd *cmd)
{
	u32 n = GET(manage_pages_in, cmd->in, input_num_entries);

	switch (cmd->op_mod) {
	case MLX5_PAGES_CANT_GIVE:
		return MLX5_CMD_STAT_OK;
	case MLX5_PAGES_GIVE:
		return take(h, cmd, n);
	case MLX5_PAGES_TAKE:
		return give_back(h, cmd, n);
	default:
		return MLX5_CMD_STAT_BAD_PARAM_ERR;
	}
}

void pages_reset(struct hca *h)
{
	free(h->page);
	h->page = NULL;
	h->pages = 0;
}
