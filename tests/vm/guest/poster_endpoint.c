// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* QPs and SRQs */

#include "poster_die.h"
#include "poster_endpoint.h"

#define PORT 1
#define MAX_DS 63
#define MTU IBV_MTU_1024

/* Whether the device makes a QP with these capabilities */
static bool possible(const struct fabric *fabric, struct ibv_cq *cq,
		     enum ibv_qp_type type, struct ibv_qp_cap cap)
{
	struct ibv_qp_init_attr init = {
		.send_cq = cq, .recv_cq = cq, .qp_type = type, .cap = cap,
	};
	struct ibv_qp *qp = ibv_create_qp(fabric->pd, &init);

	if (!qp)
		return false;
	need_zero(ibv_destroy_qp(qp));
	return true;
}

/* The largest value of one capability, all others being 1 */
static uint32_t largest(const struct fabric *fabric, struct ibv_cq *cq,
			enum ibv_qp_type type, size_t member, uint32_t top)
{
	uint32_t low = 1, high = top;

	while (low < high) {
		struct ibv_qp_cap cap = {
			.max_send_wr = 1, .max_recv_wr = 1,
			.max_send_sge = 1, .max_recv_sge = 1,
		};
		uint32_t middle = low + (high - low + 1) / 2;

		memcpy((char *)&cap + member, &middle, sizeof(middle));
		if (possible(fabric, cq, type, cap))
			low = middle;
		else
			high = middle - 1;
	}
	return low;
}

/*
 * 16-byte units of payload. A WQE says its own size in 6 bits; libmlx5 goes by
 * what the device claims, which may be more.
 */
static uint32_t max_payload(enum ibv_qp_type type)
{
	return MAX_DS - send_header_ds(type, type == IBV_QPT_UD ?
				       IBV_WR_SEND : IBV_WR_RDMA_WRITE);
}

static uint32_t max_inline(enum ibv_qp_type type)
{
	return max_payload(type) * 16 - 4;
}

void endpoint_limits(const struct fabric *fabric, enum ibv_qp_type type,
		     struct limits *limits)
{
	struct ibv_cq *cq = ibv_create_cq(fabric->context, 1, NULL, NULL, 0);

	need(cq);
	limits->max_send_sge = largest(fabric, cq, type,
				       offsetof(struct ibv_qp_cap,
						max_send_sge),
				       max_payload(type));
	limits->max_recv_sge = largest(fabric, cq, type,
				       offsetof(struct ibv_qp_cap,
						max_recv_sge), MAX_SGE);
	limits->max_inline = largest(fabric, cq, type,
				     offsetof(struct ibv_qp_cap,
					      max_inline_data),
				     max_inline(type));
	need_zero(ibv_destroy_cq(cq));
}

/* The widest WQE that requests within the capabilities make */
static uint32_t widest(const struct endpoint *ep)
{
	struct send send = { .wr = { .sg_list = send.sge } };
	uint32_t slots, i;

	send.wr.opcode = ep->qp->qp_type == IBV_QPT_UD ? IBV_WR_SEND :
							 IBV_WR_RDMA_WRITE;
	send.wr.num_sge = ep->cap.max_send_sge;
	for (i = 0; i < ep->cap.max_send_sge; i++)
		send.sge[i].length = 1;
	send_measure(&send, ep->qp->qp_type);
	slots = send.slots;

	send.wr.send_flags = IBV_SEND_INLINE;
	send.wr.num_sge = 1;
	send.sge[0].length = ep->cap.max_inline_data;
	send_measure(&send, ep->qp->qp_type);
	return send.slots > slots ? send.slots : slots;
}

static struct sink *rq_sink(struct endpoint *ep)
{
	struct sink *sink = calloc(1, sizeof(*sink));

	need(sink);
	sink->fabric = ep->fabric;
	sink->qp = ep->qp;
	sink->number = ep->qp->qp_num;
	sink->max_wr = ep->cap.max_recv_wr;
	sink->max_sge = ep->cap.max_recv_sge;
	sink->overhead = ep->qp->qp_type == IBV_QPT_UD ? GRH_SIZE : 0;
	sink->wqe_cnt = ep->dv.rq.wqe_cnt;
	sink->stride = ep->dv.rq.stride;
	sink->receives = calloc(sink->max_wr, sizeof(*sink->receives));
	need(sink->receives);
	return sink;
}

void endpoint_create(struct endpoint *ep, struct fabric *fabric,
		     enum ibv_qp_type type, struct sink *srq,
		     const struct ibv_qp_cap *cap)
{
	struct mlx5dv_obj obj = {};
	struct ibv_qp_init_attr init = {
		.qp_type = type, .srq = srq ? srq->srq : NULL, .cap = *cap,
		.sq_sig_all = ep->sig_all,
	};

	ep->fabric = fabric;
	/* max_send_wr may be rounded up, to less than twice what is asked */
	ep->send_cq = ibv_create_cq(fabric->context, cap->max_send_wr * 2 + 2,
				    NULL, NULL, 0);
	need(ep->send_cq);
	ep->recv_cq = ibv_create_cq(fabric->context, 4096, NULL, NULL, 0);
	need(ep->recv_cq);
	init.send_cq = ep->send_cq;
	init.recv_cq = ep->recv_cq;
	ep->qp = ibv_create_qp(fabric->pd, &init);
	need(ep->qp);
	ep->cap = init.cap;
	if (ep->cap.max_send_sge > MAX_SGE || ep->cap.max_recv_sge > MAX_SGE ||
	    ep->cap.max_inline_data > MAX_INLINE)
		die("the device gives more than this test can hold");
	if (ep->cap.max_inline_data > max_inline(type))
		ep->cap.max_inline_data = max_inline(type);
	obj.qp.in = ep->qp;
	obj.qp.out = &ep->dv;
	need_zero(mlx5dv_init_obj(&obj, MLX5DV_OBJ_QP));
	ep->max_slots = widest(ep);
	ep->sends = calloc(ep->cap.max_send_wr, sizeof(*ep->sends));
	need(ep->sends);
	ep->sink = srq ? srq : rq_sink(ep);
}

void endpoint_add_destination(struct endpoint *ep, struct endpoint *peer,
			      struct rng *rng)
{
	struct destination *to = &ep->destinations[ep->peer_cnt];

	to->attr.dlid = ep->fabric->port.lid;
	to->attr.sl = rng_range(rng, 0, 15);
	to->attr.port_num = PORT;
	to->attr.is_global = rng_percent(rng, 50);
	if (to->attr.is_global) {
		to->attr.grh.dgid = ep->fabric->gid;
		to->attr.grh.flow_label = rng_range(rng, 0, (1 << 20) - 1);
		to->attr.grh.hop_limit = rng_range(rng, 1, 255);
		to->attr.grh.traffic_class = rng_range(rng, 0, 255);
	}
	to->ah = ibv_create_ah(ep->fabric->pd, &to->attr);
	need(to->ah);
	ep->peers[ep->peer_cnt++] = peer;
}

static void to_init(struct endpoint *ep)
{
	struct ibv_qp_attr attr = {
		.qp_state = IBV_QPS_INIT, .port_num = PORT, .qkey = UD_QKEY,
		.qp_access_flags = IBV_ACCESS_REMOTE_WRITE,
	};
	int mask = IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT;

	if (ep->qp->qp_type == IBV_QPT_RC)
		attr.qp_access_flags |= IBV_ACCESS_REMOTE_READ |
					IBV_ACCESS_REMOTE_ATOMIC;
	mask |= ep->qp->qp_type == IBV_QPT_UD ? IBV_QP_QKEY :
						IBV_QP_ACCESS_FLAGS;
	need_zero(ibv_modify_qp(ep->qp, &attr, mask));
}

static void to_rtr(struct endpoint *ep)
{
	struct ibv_qp_attr attr = {
		.qp_state = IBV_QPS_RTR, .path_mtu = MTU,
		.dest_qp_num = ep->peers[0]->qp->qp_num,
		.max_dest_rd_atomic = 1, .min_rnr_timer = 12,
		.ah_attr = { .dlid = ep->fabric->port.lid, .port_num = PORT },
	};
	int mask = IBV_QP_STATE;

	if (ep->qp->qp_type != IBV_QPT_UD)
		mask |= IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN |
			IBV_QP_RQ_PSN;
	if (ep->qp->qp_type == IBV_QPT_RC)
		mask |= IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER;
	need_zero(ibv_modify_qp(ep->qp, &attr, mask));
}

static void to_rts(struct endpoint *ep)
{
	struct ibv_qp_attr attr = {
		.qp_state = IBV_QPS_RTS, .timeout = 14, .retry_cnt = 7,
		.rnr_retry = 7, .max_rd_atomic = 1,
	};
	int mask = IBV_QP_STATE | IBV_QP_SQ_PSN;

	if (ep->qp->qp_type == IBV_QPT_RC)
		mask |= IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY |
			IBV_QP_MAX_QP_RD_ATOMIC;
	need_zero(ibv_modify_qp(ep->qp, &attr, mask));
}

void endpoint_start(struct endpoint *ep)
{
	to_init(ep);
	to_rtr(ep);
	to_rts(ep);
}

void endpoint_destroy(struct endpoint *ep)
{
	unsigned int i;

	for (i = 0; i < ep->peer_cnt; i++)
		if (ep->destinations[i].ah)
			need_zero(ibv_destroy_ah(ep->destinations[i].ah));
	need_zero(ibv_destroy_qp(ep->qp));
	need_zero(ibv_destroy_cq(ep->send_cq));
	need_zero(ibv_destroy_cq(ep->recv_cq));
	if (!ep->sink->srq) {
		free(ep->sink->receives);
		free(ep->sink);
	}
	free(ep->sends);
}

struct sink *srq_create(struct fabric *fabric, uint32_t max_wr,
			uint32_t max_sge, uint32_t overhead)
{
	struct ibv_srq_init_attr init = {
		.attr = { .max_wr = max_wr, .max_sge = max_sge },
	};
	struct sink *sink = calloc(1, sizeof(*sink));
	struct mlx5dv_srq dv = { .comp_mask = MLX5DV_SRQ_MASK_SRQN };
	struct mlx5dv_obj obj = { .srq = { .out = &dv } };

	need(sink);
	sink->srq = ibv_create_srq(fabric->pd, &init);
	need(sink->srq);
	obj.srq.in = sink->srq;
	need_zero(mlx5dv_init_obj(&obj, MLX5DV_OBJ_SRQ));
	sink->fabric = fabric;
	sink->number = dv.srqn;
	sink->max_wr = max_wr;
	sink->max_sge = init.attr.max_sge;
	sink->overhead = overhead;
	sink->wqe_cnt = 0;
	sink->stride = dv.stride;
	sink->receives = calloc(max_wr, sizeof(*sink->receives));
	need(sink->receives);
	return sink;
}

void srq_destroy(struct sink *sink)
{
	need_zero(ibv_destroy_srq(sink->srq));
	free(sink->receives);
	free(sink);
}
