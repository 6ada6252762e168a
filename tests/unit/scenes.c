// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB

#include <errno.h>
#include <string.h>

#include <infiniband/mlx5dv.h>

#include "scenes.h"
#include "unit.h"
#include "wqe.h"

#define QPN 74
#define IBV_QPS_RTS_VALUE 3
#define IBV_QPS_ERR_VALUE 6

static struct fake *queue_of(enum mlx5wqe_kind kind, uint32_t qp_type,
			     uint32_t state, uint32_t wqe_cnt)
{
	struct fake *fake = fake_new(kind, wqe_cnt, 6, 0);
	struct mlx5wqe_info *info = &fake->state;

	info->comp_mask = MLX5WQE_INFO_OWNER;
	info->owner = 312;
	strcpy(info->owner_comm, "ib_write_bw");
	if (kind == MLX5WQE_SRQ)
		return fake;
	info->comp_mask |= MLX5WQE_INFO_QP_TYPE | MLX5WQE_INFO_STATE;
	info->qp_type = qp_type;
	info->state = state;
	return fake;
}

static void put(struct fake *fake, struct wqe *wqe)
{
	wqe_end(wqe);
	fake_put(fake, wqe->index, wqe->bytes, wqe->length);
}

/* One of each kind of request on an RC queue, the last around its end */
static struct fake *make_requests(void)
{
	struct fake *fake = queue_of(MLX5WQE_SQ, MLX5WQE_QPT_RC,
				     IBV_QPS_RTS_VALUE, 16);
	struct wqe wqe;

	wqe_begin(&wqe, MLX5_OPCODE_RDMA_WRITE, 26, QPN,
		  MLX5_WQE_CTRL_CQ_UPDATE);
	wqe_raddr(&wqe, 0x7f5a1c000000, 0x1800ad);
	wqe_data(&wqe, 65536, 0x1801bc, 0x55d0c8e41000);
	put(fake, &wqe);

	wqe_begin(&wqe, MLX5_OPCODE_RDMA_WRITE_IMM, 27, QPN,
		  MLX5_WQE_CTRL_SOLICITED);
	wqe.imm = 0xdeadbeef;
	wqe_raddr(&wqe, 0x7f5a1c010000, 0x1800ad);
	wqe_inline(&wqe, "hello, world", 12);
	put(fake, &wqe);

	wqe_begin(&wqe, MLX5_OPCODE_RDMA_READ, 28, QPN,
		  MLX5_WQE_CTRL_CQ_UPDATE | MLX5_WQE_CTRL_FENCE);
	wqe_raddr(&wqe, 0x7f5a1c020000, 0x1800ad);
	wqe_data(&wqe, 4096, 0x1801bc, 0x55d0c8e51000);
	put(fake, &wqe);

	wqe_begin(&wqe, MLX5_OPCODE_ATOMIC_CS, 29, QPN, 0);
	wqe_raddr(&wqe, 0x7f5a1c030008, 0x1800ad);
	wqe_atomic(&wqe, 0x1122334455667788, UINT64_MAX);
	wqe_data(&wqe, 8, 0x1801bc, 0x55d0c8e61000);
	put(fake, &wqe);

	wqe_begin(&wqe, MLX5_OPCODE_ATOMIC_FA, 30, QPN,
		  MLX5_WQE_CTRL_INITIATOR_SMALL_FENCE);
	wqe_raddr(&wqe, 0x7f5a1c030010, 0x1800ad);
	wqe_atomic(&wqe, 1, 0);
	wqe_data(&wqe, 8, 0x1801bc, 0x55d0c8e61008);
	put(fake, &wqe);

	wqe_begin(&wqe, MLX5_OPCODE_SEND, 31, QPN, 0);
	wqe_data(&wqe, 1, 0x1801bc, 0x55d0c8e71000);
	wqe_data(&wqe, 0x7fffffff, UINT32_MAX, UINT64_MAX);
	wqe_inline(&wqe, "twenty-nine bytes in two ends", 29);
	put(fake, &wqe);
	fake_counters(fake, 33, 26);
	return fake;
}

static struct fake *make_datagrams(void)
{
	struct fake *fake = queue_of(MLX5WQE_SQ, MLX5WQE_QPT_UD,
				     IBV_QPS_RTS_VALUE, 4);
	struct wqe wqe;

	wqe_begin(&wqe, MLX5_OPCODE_SEND, 0, QPN, MLX5_WQE_CTRL_CQ_UPDATE);
	wqe_av_compact(&wqe, 0x11111111, 0x4b, 5);
	wqe_data(&wqe, 100, 0x1801bc, 0x55d0c8e41000);
	put(fake, &wqe);

	wqe_begin(&wqe, MLX5_OPCODE_SEND_IMM, 1, QPN, 0);
	wqe.imm = 0x01020304;
	wqe_av(&wqe, 0x80010000, 0xffffff, 0xffff);
	wqe_inline(&wqe, "", 0);
	wqe_data(&wqe, 101, 0x1801bc, 0x55d0c8e51000);
	put(fake, &wqe);
	fake_counters(fake, 3, 0);
	return fake;
}

/* One completed, two pending, one never posted */
static struct fake *make_receives(void)
{
	struct fake *fake = queue_of(MLX5WQE_RQ, MLX5WQE_QPT_UC,
				     IBV_QPS_RTS_VALUE, 4);
	struct wqe wqe = {};

	wqe_data(&wqe, 4096, 0x1801bc, 0x55d0c8e41000);
	wqe_data(&wqe, 0, MLX5_INVALID_LKEY, 0);
	fake_put(fake, 0, wqe.bytes, wqe.length);
	fake_put(fake, 1, wqe.bytes, wqe.length);

	wqe.length = 0;
	wqe_data(&wqe, 1, 0x1801bc, 0x55d0c8e42000);
	wqe_data(&wqe, 2, 0x1801bc, 0x55d0c8e43000);
	wqe_data(&wqe, 3, 0x1801bc, 0x55d0c8e44000);
	wqe_data(&wqe, 4, 0x1801bc, 0x55d0c8e45000);
	fake_put(fake, 2, wqe.bytes, wqe.length);
	fake_counters(fake, 3, 1);
	return fake;
}

/* Own mapping: it has no consumer, which for an SRQ would say nothing */
static struct fake *make_shared(void)
{
	struct fake *fake = queue_of(MLX5WQE_SRQ, 0, 0, 3);
	struct wqe wqe = {};

	wqe_next(&wqe, 2, 0);
	wqe_data(&wqe, 4096, 0x1801bc, 0x55d0c8e41000);
	wqe_data(&wqe, 0, MLX5_INVALID_LKEY, 0);
	fake_put(fake, 0, wqe.bytes, wqe.length);
	wqe.length = 0;
	wqe_next(&wqe, 1, 0xc3);
	wqe_data(&wqe, 1, 0x1801bc, 0x55d0c8e42000);
	fake_put(fake, 2, wqe.bytes, wqe.length);
	fake->state.source = MLX5WQE_SOURCE_MAPPED;
	fake->state.comp_mask |= MLX5WQE_INFO_PRODUCER;
	fake->state.producer = 65535;
	return fake;
}

/* A bit of everything that warns, of a kernel's queue of an unknown type */
static struct fake *make_damaged(void)
{
	struct fake *fake = queue_of(MLX5WQE_SQ, 0x99, IBV_QPS_ERR_VALUE, 8);
	struct wqe wqe;

	fake->state.comp_mask &= ~(uint64_t)MLX5WQE_INFO_OWNER;
	fake->state.flags = MLX5WQE_INFO_FLAG_KERNEL;
	strcpy(fake->state.owner_comm, "");
	fake->state.hw_errno = ETIMEDOUT;

	/* counter 16: slot 0; not decoded */
	wqe_begin(&wqe, MLX5_OPCODE_UMR, 16, QPN, 0);
	wqe.opmod = 1;
	wqe_bytes(&wqe, "sixteen of them.", 16);
	put(fake, &wqe);
	/* slot 1: unknown, of another QP */
	wqe_begin(&wqe, 0xfe, 17, QPN + 1, 0xff);
	put(fake, &wqe);
	/* slot 2: reserved bits, an inline length beyond the end */
	wqe_begin(&wqe, MLX5_OPCODE_RDMA_WRITE, 18, QPN, 0);
	wqe_raddr(&wqe, 1, 2);
	wqe_bytes(&wqe, "\x80\0\0\x0d" "twelve bytes", 16);
	wqe.bytes[31] = 1;
	put(fake, &wqe);
	/* slot 3: what is left of something; slots 4 to 7: nothing */
	memset(fake->ring + 3 * 64, 0xff, 64);
	return fake;
}

const struct scene scenes[SCENE_COUNT] = {
	{ "requests", make_requests, MLX5WQE_RANGE_PENDING },
	{ "datagrams", make_datagrams, MLX5WQE_RANGE_PENDING },
	{ "receives", make_receives, MLX5WQE_RANGE_ALL },
	{ "shared", make_shared, MLX5WQE_RANGE_ALL },
	{ "damaged", make_damaged, MLX5WQE_RANGE_ALL },
};
