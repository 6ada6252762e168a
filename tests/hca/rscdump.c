// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The RESOURCE_DUMP register: contexts as raw segments, for `rdma -r resource`.
 * What follows the header of a segment is modelled on the query commands; no
 * document was at hand that describes it.
 */
#include <string.h>

#include "cmd.h"

/* The kernel finds the first three by name in the menu. */
enum {
	SEGMENT_QUERY_QP = 0x1000,
	SEGMENT_QUERY_CQ = 0x1001,
	SEGMENT_QUERY_MKEY = 0x1002,
	SEGMENT_COMMAND = 0xfffa,
	SEGMENT_TERMINATE = 0xfffb,
	SEGMENT_INFO = 0xfffe,
	SEGMENT_MENU = 0xffff,
};

struct dump {
	u8 data[4096];
	u32 len;
};

static u8 *add_segment(struct dump *d, u16 type, u32 size)
{
	u8 *seg = d->data + d->len;

	SET(resource_dump_segment_header, seg, segment_type, type);
	SET(resource_dump_segment_header, seg, length_dw, size / 4);
	d->len += size;
	return seg;
}

static u8 query_cq(struct hca *h, u32 index, u8 *ctx)
{
	const struct cq *cq = table_get(&h->cqs, index);

	if (!cq)
		return MLX5_CMD_STAT_BAD_RES_ERR;
	memcpy(ctx, cq->ctx, sizeof(cq->ctx));
	SET(cqc, ctx, producer_counter, cq->pi);
	return MLX5_CMD_STAT_OK;
}

static u8 query_mkey(struct hca *h, u32 index, u8 *ctx)
{
	const struct mkey *mkey = table_get(&h->mkeys, index);

	if (!mkey)
		return MLX5_CMD_STAT_BAD_RES_ERR;
	memcpy(ctx, mkey->ctx, sizeof(mkey->ctx));
	return MLX5_CMD_STAT_OK;
}

static const struct {
	u16 type;
	const char *name;
	u32 size;
	u32 ctx;	/* where the context is in the query's answer */
	u8 (*query)(struct hca *h, u32 index, u8 *ctx);
} objects[] = {
	{ SEGMENT_QUERY_QP, "PRM_QUERY_QP", IFC_END(query_qp_out, qpc),
	  IFC_OFF(query_qp_out, qpc), qp_query },
	{ SEGMENT_QUERY_CQ, "PRM_QUERY_CQ", IFC_END(query_cq_out, cq_context),
	  IFC_OFF(query_cq_out, cq_context), query_cq },
	{ SEGMENT_QUERY_MKEY, "PRM_QUERY_MKEY",
	  IFC_END(query_mkey_out, memory_key_mkey_entry),
	  IFC_OFF(query_mkey_out, memory_key_mkey_entry), query_mkey },
};

static void add_menu(struct dump *d)
{
	u8 *seg = add_segment(d, SEGMENT_MENU,
			      IFC_SIZE(resource_dump_menu_segment) +
			      ARRAY_SIZE(objects) *
			      IFC_SIZE(resource_dump_menu_record));
	u8 *rec = AT(resource_dump_menu_segment, seg, record);
	u32 i;

	SET(resource_dump_menu_segment, seg, num_of_records,
	    ARRAY_SIZE(objects));
	for (i = 0; i < ARRAY_SIZE(objects); i++) {
		SET(resource_dump_menu_record, rec, segment_type,
		    objects[i].type);
		SET(resource_dump_menu_record, rec, must_have_index1, 1);
		SET(resource_dump_menu_record, rec, support_index1, 1);
		memcpy(AT(resource_dump_menu_record, rec, segment_name),
		       objects[i].name, strlen(objects[i].name));
		rec += IFC_SIZE(resource_dump_menu_record);
	}
}

static u8 add_object(struct hca *h, struct dump *d, u16 type, u32 index)
{
	u8 *seg;
	u32 i;

	for (i = 0; i < ARRAY_SIZE(objects); i++)
		if (objects[i].type == type)
			break;
	if (i == ARRAY_SIZE(objects))
		return MLX5_CMD_STAT_BAD_PARAM_ERR;
	seg = add_segment(d, type, IFC_SIZE(resource_dump_resource_segment) +
				   objects[i].size);
	SET(resource_dump_resource_segment, seg, index1, index);
	/* An object that is gone leaves an empty context. */
	objects[i].query(h, index,
			 AT(resource_dump_resource_segment, seg, payload) +
			 objects[i].ctx);
	return MLX5_CMD_STAT_OK;
}

u8 reg_resource_dump(struct hca *h, u8 *reg)
{
	u16 type = GET(resource_dump, reg, segment_type);
	u32 index = GET(resource_dump, reg, index1);
	u32 key = GET(resource_dump, reg, mkey);
	u64 addr = GET(resource_dump, reg, address);
	struct key_use use = { .rights = ACCESS_LOCAL_WRITE, .pd = ANY_PD };
	struct dump d = { .len = 0 };
	u8 status = MLX5_CMD_STAT_OK;
	u8 *seg;

	seg = add_segment(&d, SEGMENT_INFO,
			  IFC_SIZE(resource_dump_info_segment));
	SET(resource_dump_info_segment, seg, dump_version, 1);
	seg = add_segment(&d, SEGMENT_COMMAND,
			  IFC_SIZE(resource_dump_command_segment));
	SET(resource_dump_command_segment, seg, segment_called, type);
	SET(resource_dump_command_segment, seg, index1, index);
	if (type == SEGMENT_MENU)
		add_menu(&d);
	else
		status = add_object(h, &d, type, index);
	if (status)
		return status;
	add_segment(&d, SEGMENT_TERMINATE,
		    IFC_SIZE(resource_dump_terminate_segment));

	d.len = MIN(d.len, GET(resource_dump, reg, size));
	if (mkey_check(h, key, addr, d.len, &use) != KEY_OK ||
	    !mkey_write(h, key, addr, d.data, d.len))
		return MLX5_CMD_STAT_BAD_PARAM_ERR;
	SET(resource_dump, reg, more_dump, 0);
	SET(resource_dump, reg, seq_num, GET(resource_dump, reg, seq_num) + 1);
	SET(resource_dump, reg, size, d.len);
	return MLX5_CMD_STAT_OK;
}
