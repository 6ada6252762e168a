// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Fetch commands from their slots and mailboxes, check them, answer them. */
#include <stdlib.h>
#include <string.h>

#include "cmd.h"

#define CMD_MAX_LEN	(4u << 20)
#define CMD_SLOT	sizeof(struct mlx5_cmd_layout)
#define CMD_INLINE	BE_SIZE(mlx5_cmd_layout, in)
#define CMD_BLOCK	sizeof(struct mlx5_cmd_prot_block)
/* The low bits of a mailbox pointer are reserved. */
#define CMD_BLOCK_ALIGN	MLX5_CMD_DATA_BLOCK_SIZE
#define CMD_MIN_IN	IFC_OFF(cmd_in, command)
#define CMD_MIN_OUT	IFC_OFF(cmd_out, command_output)

/* Delivery status: the kernel's names, but these are not in its headers. */
enum {
	MLX5_CMD_DELIVERY_STAT_OK = 0x0,
	MLX5_CMD_DELIVERY_STAT_TOK_ERR = 0x2,
	MLX5_CMD_DELIVERY_STAT_BAD_BLK_NUM_ERR = 0x3,
	MLX5_CMD_DELIVERY_STAT_OUT_PTR_ALIGN_ERR = 0x4,
	MLX5_CMD_DELIVERY_STAT_IN_PTR_ALIGN_ERR = 0x5,
	MLX5_CMD_DELIVERY_STAT_FW_ERR = 0x6,
	MLX5_CMD_DELIVERY_STAT_IN_LENGTH_ERR = 0x7,
	MLX5_CMD_DELIVERY_STAT_OUT_LENGTH_ERR = 0x8,
	MLX5_CMD_DELIVERY_STAT_CMD_DESCR_ERR = 0x10,
};

static const struct {
	u16 opcode;
	const char *name;
} names[] = {
#include "opnames.h"
};

const char *cmd_name(u16 opcode)
{
	u32 i;

	for (i = 0; i < ARRAY_SIZE(names); i++)
		if (names[i].opcode == opcode)
			return names[i].name;
	return "unknown";
}

/*
 * Walk the chain of blocks behind a command and copy out of or into them.
 * Blocks are numbered, so a chain that loops is seen at its first repetition.
 */
static u8 copy_blocks(struct hca *h, u64 block, u8 token, u8 *data, u32 len,
		      bool to_guest)
{
	u32 num;

	for (num = 0; len; num++) {
		u32 n = MIN(len, (u32)MLX5_CMD_DATA_BLOCK_SIZE);
		u8 *b = dma_ptr(&h->dma, block, CMD_BLOCK, to_guest);

		if (block % CMD_BLOCK_ALIGN)
			return to_guest ?
				MLX5_CMD_DELIVERY_STAT_OUT_PTR_ALIGN_ERR :
				MLX5_CMD_DELIVERY_STAT_IN_PTR_ALIGN_ERR;
		if (!block || !b)
			return MLX5_CMD_DELIVERY_STAT_CMD_DESCR_ERR;
		if (BE_GET(mlx5_cmd_prot_block, b, token) != token)
			return MLX5_CMD_DELIVERY_STAT_TOK_ERR;
		if (BE_GET(mlx5_cmd_prot_block, b, block_num) != num)
			return MLX5_CMD_DELIVERY_STAT_BAD_BLK_NUM_ERR;
		if (to_guest)
			memcpy(b, data, n);
		else
			memcpy(data, b, n);
		data += n;
		len -= n;
		block = BE_GET(mlx5_cmd_prot_block, b, next);
	}
	return MLX5_CMD_DELIVERY_STAT_OK;
}

static u8 fetch(struct hca *h, const u8 *slot, u8 *in, u32 len)
{
	u32 head = MIN(len, (u32)CMD_INLINE);

	memcpy(in, slot + offsetof(struct mlx5_cmd_layout, in), head);
	return copy_blocks(h, BE_GET(mlx5_cmd_layout, slot, in_ptr),
			   BE_GET(mlx5_cmd_layout, slot, token), in + head,
			   len - head, false);
}

static u8 answer(struct hca *h, u8 *slot, u8 *out, u32 len)
{
	u32 head = MIN(len, (u32)CMD_INLINE);

	memcpy(slot + offsetof(struct mlx5_cmd_layout, out), out, head);
	return copy_blocks(h, BE_GET(mlx5_cmd_layout, slot, out_ptr),
			   BE_GET(mlx5_cmd_layout, slot, token), out + head,
			   len - head, true);
}

static u8 dispatch(struct hca *h, struct cmd *cmd)
{
	const struct cmd_row *row = cmd_find(cmd->opcode);
	u8 status;

	hca_cmd(h, "%s op_mod %x in %u out %u", cmd_name(cmd->opcode),
		cmd->op_mod, cmd->in_len, cmd->out_len);
	if (!row)
		status = MLX5_CMD_STAT_BAD_OP_ERR;
	else if (cmd->in_len < row->min_in)
		status = MLX5_CMD_STAT_BAD_INP_LEN_ERR;
	else if (cmd->out_len < row->min_out)
		status = MLX5_CMD_STAT_BAD_OUTP_LEN_ERR;
	else
		status = row->handler(h, cmd);
	if (status) {
		hca_info(h, "%s (%x) op_mod %x: status %x",
			 cmd_name(cmd->opcode), cmd->opcode, cmd->op_mod,
			 status);
		memset(cmd->out, 0, cmd->out_len);
	}
	SET(cmd_out, cmd->out, status, status);
	return status;
}

/* Lengths are checked; in and out are ours. */
static u8 execute(struct hca *h, u8 *slot, u8 *in, u32 in_len, u8 *out,
		  u32 out_len)
{
	struct cmd cmd = { .in = in, .in_len = in_len, .out = out,
			   .out_len = out_len };
	u8 err = fetch(h, slot, in, in_len);

	if (err)
		return err;
	cmd.opcode = GET(cmd_in, in, opcode);
	cmd.op_mod = GET(cmd_in, in, op_mod);
	dispatch(h, &cmd);
	return answer(h, slot, out, out_len);
}

static u8 deliver(struct hca *h, u8 *slot)
{
	u32 in_len = BE_GET(mlx5_cmd_layout, slot, inlen);
	u32 out_len = BE_GET(mlx5_cmd_layout, slot, outlen);
	u8 err = MLX5_CMD_DELIVERY_STAT_FW_ERR;
	u8 *in, *out;

	if (BE_GET(mlx5_cmd_layout, slot, type) != MLX5_PCI_CMD_XPORT)
		return MLX5_CMD_DELIVERY_STAT_CMD_DESCR_ERR;
	if (in_len < CMD_MIN_IN || in_len > CMD_MAX_LEN)
		return MLX5_CMD_DELIVERY_STAT_IN_LENGTH_ERR;
	if (out_len < CMD_MIN_OUT || out_len > CMD_MAX_LEN)
		return MLX5_CMD_DELIVERY_STAT_OUT_LENGTH_ERR;
	in = malloc(in_len);
	out = calloc(1, out_len);
	if (in && out)
		err = execute(h, slot, in, in_len, out, out_len);
	free(in);
	free(out);
	return err;
}

static void run_slot(struct hca *h, u32 num)
{
	u8 *slot = dma_ptr(&h->dma, h->cmdq + num * CMD_SLOT, CMD_SLOT, true);
	u32 vector = 1u << num;
	u32 eqn = h->cmd_eqn;
	u8 event[BE_SIZE(mlx5_eqe_cmd, vector)];
	u8 err;

	if (!slot) {
		hca_err(h, "command slot %u is not in memory", num);
		return;
	}
	err = deliver(h, slot);
	if (err)
		hca_info(h, "command slot %u: delivery status %x", num, err);
	/* Everything else must be seen before the ownership returns. */
	__atomic_store_n(slot + offsetof(struct mlx5_cmd_layout, status_own),
			 (u8)(err << 1), __ATOMIC_SEQ_CST);

	/* The commands that make and end the command EQ are polled for. */
	if (!eqn || eqn != h->cmd_eqn)
		return;
	be_store(event, sizeof(event), vector);
	eq_post(h, eqn, MLX5_EVENT_TYPE_CMD, 0, event, sizeof(event));
}

void cmd_doorbell(struct hca *h, u32 slots)
{
	u32 i;

	for (i = 0; i < MLX5_MAX_COMMANDS; i++)
		if (slots >> i & 1)
			run_slot(h, i);
}
