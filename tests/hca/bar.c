// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* BAR 0: the initial segment, then pages of doorbells. */
#include <string.h>

#include "cmd.h"

#define FW_MAJOR	20
#define FW_MINOR	35
#define FW_SUBMINOR	4000
#define CMDIF_REV	5
#define LOG_CMDQ_SIZE	5
#define LOG_CMDQ_STRIDE	6
#define CMDQ_MASK	((u64)MLX5_ADAPTER_PAGE_SIZE - 1)
#define TICKS_PER_MSEC	156250ull

/* Doorbells in a page, beside those that the kernel's headers name. */
#define EQ_DOORBELL_ARM	0x40
#define EQ_DOORBELL	0x48
#define BF_STEP		0x100
#define CQ_SOLICITED	((u32)MLX5_CQ_DB_REQ_NOT_SOL)

#define ISEG(field)	offsetof(struct mlx5_init_seg, field)
#define ISEG_SIZE	sizeof(struct mlx5_init_seg)

static u8 *put(u8 *seg, size_t offset, u32 value)
{
	be_store(seg + offset, 4, value);
	return seg;
}

/* All that is not written here reads as zero: initialised and healthy. */
static void build_iseg(struct hca *h, u8 *seg)
{
	u64 ticks = clock_ns() / 1000 * TICKS_PER_MSEC / 1000;

	memset(seg, 0, ISEG_SIZE);
	put(seg, ISEG(fw_rev), FW_MINOR << 16 | FW_MAJOR);
	put(seg, ISEG(cmdif_rev_fw_sub), CMDIF_REV << 16 | FW_SUBMINOR);
	put(seg, ISEG(cmdq_addr_h), h->cmdq >> 32);
	put(seg, ISEG(cmdq_addr_l_sz), (h->cmdq & 0xffffffff) |
				       LOG_CMDQ_SIZE << 4 | LOG_CMDQ_STRIDE);
	put(seg, ISEG(internal_timer_h), ticks >> 32);
	put(seg, ISEG(internal_timer_l), ticks & 0xffffffff);
	put(seg, ISEG(health_counter), h->health & 0xffffff);
}

void bar_read(struct hca *h, u64 offset, void *dst, u32 size)
{
	u8 seg[ISEG_SIZE];

	memset(dst, 0, size);
	if (offset >= ISEG_SIZE)
		return;
	/* The driver takes a counter that stands still for a dead device. */
	if (offset <= ISEG(health_counter))
		h->health++;
	build_iseg(h, seg);
	memcpy(dst, seg + offset, MIN(size, ISEG_SIZE - offset));
}

static void write_iseg(struct hca *h, u64 offset, const u8 *src, u32 size)
{
	u64 value;

	if (size != 4)
		return;
	value = be_load(src, size);
	switch (offset) {
	case ISEG(cmdq_addr_h):
		h->cmdq = (h->cmdq & 0xffffffff) | value << 32;
		break;
	case ISEG(cmdq_addr_l_sz):
		h->cmdq = (h->cmdq & ~0xffffffffull) | (value & ~CMDQ_MASK);
		break;
	case ISEG(cmd_dbell):
		cmd_doorbell(h, value);
		break;
	}
}

/* The doorbell is the start of a WQE's control segment. */
static void ring_sq(struct hca *h, const u8 *src)
{
	u32 qpn = BE_GET(mlx5_wqe_ctrl_seg, src, qpn_ds) >>
		  MLX5_WQE_CTRL_QPN_SHIFT;
	struct qp *qp = queue_get(h, qpn);

	if (qp)
		engine_run(h, qp);
	else
		hca_info(h, "doorbell for QP %u, which is not there", qpn);
}

static void write_uar(struct hca *h, u32 offset, const u8 *src, u32 size)
{
	u32 word;

	if (offset >= MLX5_BF_OFFSET) {
		if (!(offset % BF_STEP) && size >= 8)
			ring_sq(h, src);
	} else if (offset == MLX5_CQ_DOORBELL && size == 8) {
		word = be_load(src, 4);
		cq_arm(h, be_load(src + 4, 4) & 0xffffff, word & 0xffffff,
		       word & CQ_SOLICITED);
	} else if ((offset == EQ_DOORBELL_ARM || offset == EQ_DOORBELL) &&
		   size == 4) {
		eq_doorbell(h, be_load(src, 4));
	}
}

void bar_write(struct hca *h, u64 offset, const void *src, u32 size)
{
	u32 page = offset >> MLX5_ADAPTER_PAGE_SHIFT;

	if (page < HCA_UAR_FIRST)
		write_iseg(h, offset, src, size);
	else
		write_uar(h, offset & (MLX5_ADAPTER_PAGE_SIZE - 1), src, size);
}
