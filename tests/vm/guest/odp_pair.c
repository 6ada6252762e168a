// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Memory without pages, and queues to use it with */

#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "odp.h"
#include "poster_die.h"

#define PORT 1
#define COMPLETION_SECONDS 60
#define POLL_US 200
#define SRQ_LINK 2	/* where a slot has the index of the next: 16 bits */

void odp_region_make(struct odp *odp, struct odp_region *region)
{
	region->bytes = mmap(NULL, REGION_SIZE, PROT_READ | PROT_WRITE,
			     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	need(region->bytes != MAP_FAILED);
	/* Registration takes the pages that are there: none */
	region->mr = ibv_reg_mr(odp->base.pd, region->bytes, REGION_SIZE,
				IBV_ACCESS_ON_DEMAND | IBV_ACCESS_LOCAL_WRITE |
				IBV_ACCESS_REMOTE_WRITE |
				IBV_ACCESS_REMOTE_READ);
	need(region->mr);
	region->mrn = odp_last_mrn();
}

void odp_region_free(const struct odp_region *region)
{
	need_zero(ibv_dereg_mr(region->mr));
	munmap(region->bytes, REGION_SIZE);
}

void odp_forget_pages(const struct odp *odp)
{
	for (int i = 0; i < SIDES; i++)
		need(!madvise(odp->region[i].bytes, REGION_SIZE,
			      MADV_DONTNEED));
}

static struct ibv_srq *make_srq(struct odp *odp, uint32_t depth,
				uint32_t pieces)
{
	struct ibv_srq_init_attr attr = {
		.attr = { .max_wr = depth, .max_sge = pieces },
	};
	struct ibv_srq *srq = ibv_create_srq(odp->base.pd, &attr);

	need(srq);
	return srq;
}

static struct ibv_qp *make_qp(struct odp *odp, struct ibv_cq *cq,
			      struct ibv_srq *srq, uint32_t depth,
			      uint32_t pieces)
{
	struct ibv_qp_init_attr attr = {
		.qp_type = IBV_QPT_RC,
		.send_cq = cq,
		.recv_cq = cq,
		.srq = srq,
		.sq_sig_all = 1,
		.cap = {
			.max_send_wr = depth,
			.max_recv_wr = depth,
			.max_send_sge = pieces,
			.max_recv_sge = pieces,
		},
	};
	struct ibv_qp *qp = ibv_create_qp(odp->base.pd, &attr);

	need(qp);
	return qp;
}

static void connect_to(struct ibv_qp *qp, uint32_t remote)
{
	struct ibv_qp_attr attr = {
		.qp_state = IBV_QPS_INIT,
		.port_num = PORT,
		.qp_access_flags = IBV_ACCESS_REMOTE_WRITE |
				   IBV_ACCESS_REMOTE_READ,
		.path_mtu = IBV_MTU_1024,
		.dest_qp_num = remote,
		.max_dest_rd_atomic = 1,
		.max_rd_atomic = 1,
		.min_rnr_timer = 12,
		.timeout = 14,
		.retry_cnt = 7,
		.rnr_retry = 7,
		.ah_attr = { .dlid = 1, .port_num = PORT },
	};

	need_zero(ibv_modify_qp(qp, &attr, IBV_QP_STATE | IBV_QP_PKEY_INDEX |
				IBV_QP_PORT | IBV_QP_ACCESS_FLAGS));
	attr.qp_state = IBV_QPS_RTR;
	need_zero(ibv_modify_qp(qp, &attr, IBV_QP_STATE | IBV_QP_AV |
				IBV_QP_PATH_MTU | IBV_QP_DEST_QPN |
				IBV_QP_RQ_PSN | IBV_QP_MAX_DEST_RD_ATOMIC |
				IBV_QP_MIN_RNR_TIMER));
	attr.qp_state = IBV_QPS_RTS;
	need_zero(ibv_modify_qp(qp, &attr, IBV_QP_STATE | IBV_QP_SQ_PSN |
				IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT |
				IBV_QP_RNR_RETRY | IBV_QP_MAX_QP_RD_ATOMIC));
}

void odp_pair_make(struct odp *odp, struct odp_pair *pair, enum odp_via via,
		   uint32_t depth, uint32_t pieces)
{
	*pair = (struct odp_pair) {};
	if (via == VIA_SRQ)
		pair->srq = make_srq(odp, depth, pieces);
	for (int i = 0; i < SIDES; i++) {
		pair->cq[i] = ibv_create_cq(odp->base.context, 2 * depth, NULL,
					    NULL, 0);
		need(pair->cq[i]);
		pair->qp[i] = make_qp(odp, pair->cq[i],
				      i == REMOTE ? pair->srq : NULL, depth,
				      pieces);
	}
	for (int i = 0; i < SIDES; i++)
		connect_to(pair->qp[i], pair->qp[!i]->qp_num);
	ring_of_qp(&pair->sq, pair->qp[LOCAL], MLX5_IB_WQ_READ_SQ, 0);
	if (pair->srq)
		ring_of_srq(&pair->receives, pair->srq, 0);
	else
		ring_of_qp(&pair->receives, pair->qp[REMOTE],
			   MLX5_IB_WQ_READ_RQ, 0);
}

void odp_pair_free(const struct odp_pair *pair)
{
	for (int i = 0; i < SIDES; i++) {
		need_zero(ibv_destroy_qp(pair->qp[i]));
		need_zero(ibv_destroy_cq(pair->cq[i]));
	}
	if (pair->srq)
		need_zero(ibv_destroy_srq(pair->srq));
}

/* libmlx5 links the slots of an SRQ in the order in which it will post them */
static uint32_t next_slot(const struct odp_pair *pair)
{
	const struct ring *srq = &pair->receives;
	const uint8_t *slot = srq->slots + (size_t)pair->next * srq->stride;

	return slot[SRQ_LINK] << 8 | slot[SRQ_LINK + 1];
}

void odp_post_receive(struct odp_pair *pair, struct ibv_sge *sge,
		      uint32_t pieces)
{
	struct ibv_recv_wr *bad, wr = { .sg_list = sge, .num_sge = pieces };

	pair->received = pair->next;
	pair->next = pair->srq ? next_slot(pair) : pair->next + 1;
	if (pair->srq)
		need_zero(ibv_post_srq_recv(pair->srq, &wr, &bad));
	else
		need_zero(ibv_post_recv(pair->qp[REMOTE], &wr, &bad));
}

void odp_post(const struct odp_pair *pair, enum ibv_wr_opcode opcode,
	      struct ibv_sge *sge, uint32_t pieces,
	      const struct ibv_sge *remote)
{
	struct ibv_send_wr *bad, wr = {
		.opcode = opcode,
		.sg_list = sge,
		.num_sge = pieces,
	};

	if (remote) {
		wr.wr.rdma.remote_addr = remote->addr;
		wr.wr.rdma.rkey = remote->lkey;
	}
	need_zero(ibv_post_send(pair->qp[LOCAL], &wr, &bad));
}

enum ibv_wc_status odp_wait(const struct odp_pair *pair, enum odp_side side)
{
	time_t end = time(NULL) + COMPLETION_SECONDS;
	struct ibv_wc wc;
	int n;

	while (!(n = ibv_poll_cq(pair->cq[side], 1, &wc)) && time(NULL) < end)
		usleep(POLL_US);
	return n == 1 ? wc.status : IBV_WC_GENERAL_ERR;
}

enum ibv_qp_state odp_state(const struct odp_pair *pair, enum odp_side side)
{
	struct ibv_qp_init_attr init;
	struct ibv_qp_attr attr;

	need_zero(ibv_query_qp(pair->qp[side], &attr, IBV_QP_STATE, &init));
	return attr.qp_state;
}
