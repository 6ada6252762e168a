// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
#include "ring_raw.h"

#include <rdma/ib_user_verbs.h>
#include <rdma/mlx5-abi.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "poster_die.h"

#define SQ_SLOT_SIZE 64
#define DOORBELL_SIZE 64
#define SOME_USER_INDEX 0x1234
#define WORD sizeof(uint32_t)

struct create_qp_answer {
	struct ib_uverbs_create_qp_resp core;
	struct mlx5_ib_create_qp_resp driver;
};

/* The doorbell record has to be aligned, and goes in front */
static uint8_t *map_rings(size_t size)
{
	size_t page = sysconf(_SC_PAGESIZE);
	uint8_t *map = mmap(NULL, page + size, PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	need(map != MAP_FAILED);
	return map + page;
}

/* A doorbell page; libmlx5's contexts have none of their own from the start */
static uint32_t uar_page(struct ring_base *base)
{
	if (!base->uar)
		base->uar = mlx5dv_devx_alloc_uar(base->context,
						  MLX5DV_UAR_ALLOC_TYPE_NC);
	need(base->uar);
	return base->uar->page_id;
}

static void run_command(const struct ring_base *base, const void *cmd,
			size_t size)
{
	need(write(base->context->cmd_fd, cmd, size) == (ssize_t)size);
}

static struct ib_uverbs_create_qp_resp
create_qp(struct ring_base *base, const struct raw_geometry *geom,
	  uint8_t *slots, uint8_t *doorbell)
{
	struct create_qp_answer answer = {};
	const struct ib_uverbs_create_qp core = {
		.response = (uintptr_t)&answer,
		.pd_handle = base->pd->handle,
		.send_cq_handle = base->cq->handle,
		.recv_cq_handle = base->cq->handle,
		.max_send_wr = !!geom->sq_wqe_cnt,
		.max_recv_wr = !!geom->rq_wqe_cnt,
		.max_send_sge = !!geom->sq_wqe_cnt,
		.max_recv_sge = !!geom->rq_wqe_cnt,
		.qp_type = IBV_QPT_RC,
	};
	const struct mlx5_ib_create_qp driver = {
		.buf_addr = (uintptr_t)slots,
		.db_addr = (uintptr_t)doorbell,
		.sq_wqe_count = geom->sq_wqe_cnt,
		.rq_wqe_count = geom->rq_wqe_cnt,
		.rq_wqe_shift = geom->rq_wqe_shift,
		.flags = MLX5_QP_FLAG_UAR_PAGE_INDEX,
		.uidx = SOME_USER_INDEX,
		.bfreg_index = uar_page(base),
	};
	uint8_t cmd[sizeof(struct ib_uverbs_cmd_hdr) + sizeof(core) +
		    sizeof(driver)];
	const struct ib_uverbs_cmd_hdr hdr = {
		.command = IB_USER_VERBS_CMD_CREATE_QP,
		.in_words = sizeof(cmd) / WORD,
		.out_words = sizeof(answer) / WORD,
	};

	memcpy(cmd, &hdr, sizeof(hdr));
	memcpy(cmd + sizeof(hdr), &core, sizeof(core));
	memcpy(cmd + sizeof(hdr) + sizeof(core), &driver, sizeof(driver));
	run_command(base, cmd, sizeof(cmd));
	return answer.core;
}

struct raw_object raw_qp_make_on(struct ring_base *base,
				 const struct raw_geometry *geom,
				 uint8_t *slots, uint8_t *doorbell)
{
	struct ib_uverbs_create_qp_resp qp = create_qp(base, geom, slots,
						       doorbell);

	return (struct raw_object) { .handle = qp.qp_handle, .num = qp.qpn };
}

uint32_t raw_qp_make(struct ring_base *base, const struct raw_geometry *geom,
		     struct ring *sq, struct ring *rq)
{
	size_t rq_size = (size_t)geom->rq_wqe_cnt << geom->rq_wqe_shift;
	size_t size = rq_size + (size_t)geom->sq_wqe_cnt * SQ_SLOT_SIZE;
	uint8_t *slots = map_rings(size);
	struct ib_uverbs_create_qp_resp qp;

	rng_fill(&base->rng, slots, size);
	qp = create_qp(base, geom, slots, slots - DOORBELL_SIZE);
	*rq = (struct ring) {
		.handle_attr = MLX5_IB_ATTR_WQ_READ_QP_HANDLE,
		.handle = qp.qp_handle,
		.num = qp.qpn,
		.wqn = qp.qpn,
		.queue = MLX5_IB_WQ_READ_RQ,
		.slots = geom->rq_wqe_cnt ? slots : NULL,
		.wqe_cnt = geom->rq_wqe_cnt,
		.stride = 1U << geom->rq_wqe_shift,
		.buf_size = size,
		.qp_type = IBV_QPT_RC,
		.sw_state = IBV_QPS_RESET,
		.hw_flags = RING_HW_QP,
		.owner = getpid(),
	};
	snprintf(rq->name, sizeof(rq->name), "raw RQ of %u by %u",
		 rq->wqe_cnt, rq->stride);
	*sq = *rq;
	sq->queue = MLX5_IB_WQ_READ_SQ;
	sq->slots = geom->sq_wqe_cnt ? slots + rq_size : NULL;
	sq->wqe_cnt = geom->sq_wqe_cnt;
	sq->stride = SQ_SLOT_SIZE;
	sq->offset = rq_size;
	snprintf(sq->name, sizeof(sq->name), "raw SQ of %u behind %zu",
		 sq->wqe_cnt, rq_size);
	return qp.qp_handle;
}

void raw_qp_destroy(struct ring_base *base, uint32_t handle)
{
	struct ib_uverbs_destroy_qp_resp answer;
	struct {
		struct ib_uverbs_cmd_hdr hdr;
		struct ib_uverbs_destroy_qp core;
	} cmd = {
		.hdr = {
			.command = IB_USER_VERBS_CMD_DESTROY_QP,
			.in_words = sizeof(cmd) / WORD,
			.out_words = sizeof(answer) / WORD,
		},
		.core = {
			.response = (uintptr_t)&answer,
			.qp_handle = handle,
		},
	};

	run_command(base, &cmd, sizeof(cmd));
}

void raw_qp_modify(struct ring_base *base, uint32_t handle,
		   enum ibv_qp_state state)
{
	struct {
		struct ib_uverbs_cmd_hdr hdr;
		struct ib_uverbs_modify_qp core;
	} cmd = {
		.hdr = {
			.command = IB_USER_VERBS_CMD_MODIFY_QP,
			.in_words = sizeof(cmd) / WORD,
		},
		.core = {
			.qp_handle = handle,
			.attr_mask = IBV_QP_STATE,
			.qp_state = state,
		},
	};

	if (state == IBV_QPS_INIT) {
		cmd.core.attr_mask |= IBV_QP_PKEY_INDEX | IBV_QP_PORT |
				      IBV_QP_ACCESS_FLAGS;
		cmd.core.port_num = 1;
	}
	run_command(base, &cmd, sizeof(cmd));
}

struct raw_object raw_srq_make_on(struct ring_base *base, uint32_t max_wr,
				  uint8_t *slots, uint8_t *doorbell)
{
	struct {
		struct ib_uverbs_create_srq_resp core;
		struct mlx5_ib_create_srq_resp driver;
	} answer = {};
	struct {
		struct ib_uverbs_cmd_hdr hdr;
		struct ib_uverbs_create_srq core;
		struct mlx5_ib_create_srq driver;
	} cmd = {
		.hdr = {
			.command = IB_USER_VERBS_CMD_CREATE_SRQ,
			.in_words = sizeof(cmd) / WORD,
			.out_words = sizeof(answer) / WORD,
		},
		.core = {
			.response = (uintptr_t)&answer,
			.pd_handle = base->pd->handle,
			.max_wr = max_wr,
			.max_sge = 1,
		},
		.driver = {
			.buf_addr = (uintptr_t)slots,
			.db_addr = (uintptr_t)doorbell,
			.uidx = SOME_USER_INDEX,
		},
	};

	run_command(base, &cmd, sizeof(cmd));
	return (struct raw_object) {
		.handle = answer.core.srq_handle,
		.num = answer.driver.srqn,
	};
}

void raw_srq_limit(struct ring_base *base, uint32_t handle, uint32_t limit)
{
	struct {
		struct ib_uverbs_cmd_hdr hdr;
		struct ib_uverbs_modify_srq core;
	} cmd = {
		.hdr = {
			.command = IB_USER_VERBS_CMD_MODIFY_SRQ,
			.in_words = sizeof(cmd) / WORD,
		},
		.core = {
			.srq_handle = handle,
			.attr_mask = IBV_SRQ_LIMIT,
			.srq_limit = limit,
		},
	};

	run_command(base, &cmd, sizeof(cmd));
}

void raw_srq_destroy(struct ring_base *base, uint32_t handle)
{
	struct ib_uverbs_destroy_srq_resp answer;
	struct {
		struct ib_uverbs_cmd_hdr hdr;
		struct ib_uverbs_destroy_srq core;
	} cmd = {
		.hdr = {
			.command = IB_USER_VERBS_CMD_DESTROY_SRQ,
			.in_words = sizeof(cmd) / WORD,
			.out_words = sizeof(answer) / WORD,
		},
		.core = {
			.response = (uintptr_t)&answer,
			.srq_handle = handle,
		},
	};

	run_command(base, &cmd, sizeof(cmd));
}
