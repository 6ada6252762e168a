// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Queues of each kind, and rings full of old bytes */

#include <time.h>

#include "builder.h"
#include "poster_die.h"
#include "poster_emu.h"

#define PORT 1
#define COMPLETION_SECONDS 20
#define UNITS_PER_SLOT 4U
#define TURNS 2			/* round the ring before the requests */

#define CONNECTED_OPS (IBV_QP_EX_WITH_SEND | IBV_QP_EX_WITH_SEND_WITH_IMM | \
		       IBV_QP_EX_WITH_SEND_WITH_INV |			\
		       IBV_QP_EX_WITH_RDMA_WRITE |			\
		       IBV_QP_EX_WITH_RDMA_WRITE_WITH_IMM |		\
		       IBV_QP_EX_WITH_LOCAL_INV | IBV_QP_EX_WITH_BIND_MW)
#define RELIABLE_OPS (CONNECTED_OPS | IBV_QP_EX_WITH_RDMA_READ |	\
		      IBV_QP_EX_WITH_ATOMIC_CMP_AND_SWP |		\
		      IBV_QP_EX_WITH_ATOMIC_FETCH_AND_ADD)
#define MKEY_OPS (MLX5DV_QP_EX_WITH_MR_INTERLEAVED |			\
		  MLX5DV_QP_EX_WITH_MR_LIST |				\
		  MLX5DV_QP_EX_WITH_MKEY_CONFIGURE)

const char *const kind_names[KINDS] = {
	[KIND_RC] = "RC", [KIND_UC] = "UC", [KIND_UD] = "UD",
	[KIND_XRC] = "XRC_INI", [KIND_DCI] = "DCI", [KIND_ETH] = "RAW_PACKET",
};

static const struct recipe {
	enum ibv_qp_type type;
	uint64_t ops;
	uint64_t dv_ops;	/* raw WQEs are of all */
	bool may_copy;
	uint32_t max_inline;
	uint32_t max_sge;
} recipes[KINDS] = {
	[KIND_RC] = { IBV_QPT_RC, RELIABLE_OPS, MKEY_OPS, true, 508, 13 },
	[KIND_UC] = { IBV_QPT_UC, CONNECTED_OPS, 0, false, 300, 13 },
	[KIND_UD] = { IBV_QPT_UD, IBV_QP_EX_WITH_SEND |
		      IBV_QP_EX_WITH_SEND_WITH_IMM, 0, false, 300, 13 },
	[KIND_XRC] = { IBV_QPT_XRC_SEND, RELIABLE_OPS, 0, false, 300, 13 },
	[KIND_DCI] = { IBV_QPT_DRIVER, RELIABLE_OPS, 0, true, 300, 13 },
	[KIND_ETH] = { IBV_QPT_RAW_PACKET, IBV_QP_EX_WITH_SEND |
		       IBV_QP_EX_WITH_TSO, 0, false, 300, 8 },
};

static bool try_create(struct queue *q, bool copies)
{
	const struct recipe *recipe = &recipes[q->kind];
	struct ibv_qp_init_attr_ex attr = {
		.qp_type = recipe->type, .sq_sig_all = q->sig_all,
		.send_cq = q->cq, .recv_cq = q->cq, .pd = q->fabric->pd,
		.comp_mask = IBV_QP_INIT_ATTR_PD |
			     IBV_QP_INIT_ATTR_SEND_OPS_FLAGS,
		.send_ops_flags = recipe->ops,
		.cap = { .max_send_wr = 64, .max_send_sge = recipe->max_sge,
			 .max_inline_data = recipe->max_inline },
	};
	struct mlx5dv_qp_init_attr dv = {
		.comp_mask = MLX5DV_QP_INIT_ATTR_MASK_SEND_OPS_FLAGS,
		.send_ops_flags = recipe->dv_ops | MLX5DV_QP_EX_WITH_RAW_WQE,
	};

	if (copies)
		dv.send_ops_flags |= MLX5DV_QP_EX_WITH_MEMCPY;
	if (q->kind == KIND_DCI) {
		dv.comp_mask |= MLX5DV_QP_INIT_ATTR_MASK_DC;
		dv.dc_init_attr.dc_type = MLX5DV_DCTYPE_DCI;
	}
	if (q->kind == KIND_ETH) {
		attr.comp_mask |= IBV_QP_INIT_ATTR_MAX_TSO_HEADER;
		attr.max_tso_header = TSO_HEADER_MAX;
	}
	q->qp = mlx5dv_create_qp(q->fabric->context, &attr, &dv);
	if (!q->qp)
		return false;
	q->copies = copies;
	q->cap = attr.cap;
	return true;
}

/* The masks that libibverbs and libmlx5 ask for, by kind of queue */
static void to_rts(struct queue *q)
{
	static const int connect = IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU |
				   IBV_QP_DEST_QPN | IBV_QP_RQ_PSN;
	static const int responder = IBV_QP_MAX_DEST_RD_ATOMIC |
				     IBV_QP_MIN_RNR_TIMER;
	static const int requester = IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT |
				     IBV_QP_RNR_RETRY |
				     IBV_QP_MAX_QP_RD_ATOMIC;
	static const int init = IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT;
	static const struct {
		int init, rtr, rts;
	} masks[KINDS] = {
		[KIND_RC] = { init | IBV_QP_ACCESS_FLAGS, connect | responder,
			      IBV_QP_STATE | IBV_QP_SQ_PSN | requester },
		[KIND_UC] = { init | IBV_QP_ACCESS_FLAGS, connect,
			      IBV_QP_STATE | IBV_QP_SQ_PSN },
		[KIND_UD] = { init | IBV_QP_QKEY, IBV_QP_STATE,
			      IBV_QP_STATE | IBV_QP_SQ_PSN },
		[KIND_XRC] = { init | IBV_QP_ACCESS_FLAGS, connect,
			       IBV_QP_STATE | IBV_QP_SQ_PSN | requester },
		[KIND_DCI] = { init, IBV_QP_STATE | IBV_QP_PATH_MTU | IBV_QP_AV,
			       IBV_QP_STATE | IBV_QP_SQ_PSN | requester },
		[KIND_ETH] = { IBV_QP_STATE | IBV_QP_PORT, IBV_QP_STATE,
			       IBV_QP_STATE },
	};
	struct ibv_qp_attr attr = {
		.qp_state = IBV_QPS_INIT, .port_num = PORT, .qkey = UD_QKEY,
		.path_mtu = IBV_MTU_1024, .dest_qp_num = q->qp->qp_num,
		.max_dest_rd_atomic = 1, .min_rnr_timer = 12, .timeout = 14,
		.retry_cnt = 7, .rnr_retry = 7, .max_rd_atomic = 1,
		.ah_attr = { .dlid = q->fabric->port.lid, .port_num = PORT },
	};

	need_zero(ibv_modify_qp(q->qp, &attr, masks[q->kind].init));
	attr.qp_state = IBV_QPS_RTR;
	need_zero(ibv_modify_qp(q->qp, &attr, masks[q->kind].rtr));
	attr.qp_state = IBV_QPS_RTS;
	need_zero(ibv_modify_qp(q->qp, &attr, masks[q->kind].rts));
}

static void make_address(struct queue *q, struct rng *rng)
{
	struct ibv_ah_attr *attr = &q->ah_attr;

	attr->dlid = rng_range(rng, 1, 0xbfff);
	attr->sl = rng_range(rng, 0, 15);
	attr->src_path_bits = rng_range(rng, 0, 127);
	attr->port_num = PORT;
	attr->is_global = rng_percent(rng, 50);
	if (attr->is_global) {
		rng_fill(rng, attr->grh.dgid.raw, sizeof(attr->grh.dgid.raw));
		attr->grh.flow_label = rng_range(rng, 0, (1 << 20) - 1);
		attr->grh.hop_limit = rng_range(rng, 1, 255);
		attr->grh.traffic_class = rng_range(rng, 0, 255);
	}
	q->ah = ibv_create_ah(q->fabric->pd, attr);
	need(q->ah);
}

bool queue_create(struct queue *q, struct rng *rng)
{
	struct mlx5dv_obj obj = { .qp = { .out = &q->ring } };
	int error;

	q->sig_all = rng_percent(rng, 25);
	q->cq = ibv_create_cq(q->fabric->context, 1024, NULL, NULL, 0);
	need(q->cq);
	if (!(recipes[q->kind].may_copy && try_create(q, true)) &&
	    !try_create(q, false)) {
		error = errno;
		need_zero(ibv_destroy_cq(q->cq));
		errno = error;
		return false;
	}
	obj.qp.in = q->qp;
	need_zero(mlx5dv_init_obj(&obj, MLX5DV_OBJ_QP));
	q->qpx = ibv_qp_to_qp_ex(q->qp);
	need(q->qpx);
	q->dv = mlx5dv_qp_ex_from_ibv_qp_ex(q->qpx);
	to_rts(q);
	free(emu_ask("hold %u", q->qp->qp_num));
	if (q->kind == KIND_UD || q->kind == KIND_DCI)
		make_address(q, rng);
	return true;
}

void queue_destroy(struct queue *q)
{
	if (q->ah)
		need_zero(ibv_destroy_ah(q->ah));
	need_zero(ibv_destroy_qp(q->qp));
	need_zero(ibv_destroy_cq(q->cq));
}

uint32_t queue_room(const struct queue *q)
{
	return q->cap.max_send_wr - q->pending;
}

static void wait_completion(struct queue *q)
{
	time_t end = time(NULL) + COMPLETION_SECONDS;
	struct ibv_wc wc;
	int n;

	do {
		n = ibv_poll_cq(q->cq, 1, &wc);
		if (n < 0)
			die("QP %u: cannot poll", q->qp->qp_num);
	} while (!n && time(NULL) < end);
	if (!n)
		die("QP %u: no completion", q->qp->qp_num);
	if (wc.status != IBV_WC_SUCCESS)
		die("QP %u: %s, vendor 0x%x", q->qp->qp_num,
		    ibv_wc_status_str(wc.status), wc.vendor_err);
}

static void execute_all(struct queue *q)
{
	if (!q->pending)
		return;
	emu_step(q->qp->qp_num, q->pending);
	while (q->pending) {
		wait_completion(q);
		q->pending--;
	}
}

void queue_soil(struct queue *q, struct rng *rng, uint32_t left)
{
	uint32_t widest = q->ring.sq.wqe_cnt / q->cap.max_send_wr;
	uint32_t end = TURNS * q->ring.sq.wqe_cnt - left;

	/* Its size is 6 bits of a WQE */
	if (widest > 15)
		widest = 15;
	while (q->start < end) {
		uint32_t slots = end - q->start < widest ? end - q->start :
							   widest;

		if (!queue_room(q))
			execute_all(q);
		ibv_wr_start(q->qpx);
		post_nop(q, rng, slots * UNITS_PER_SLOT,
			 MLX5_WQE_CTRL_CQ_UPDATE);
		need_zero(ibv_wr_complete(q->qpx));
		q->start += slots;
		q->pending++;
	}
	execute_all(q);
}
