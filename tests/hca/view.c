// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
#include "view.h"
#include "wqe.h"

static void add_ring(struct text *out, const struct ring *ring, u16 hw, u16 sw)
{
	text_add(out, "\"wqe_cnt\":%u,\"stride\":%u,\"offset\":%llu,"
		 "\"hw_counter\":%u,\"sw_counter\":%u,\"pending\":[",
		 ring->cnt, ring->stride, (unsigned long long)ring->offset, hw,
		 sw);
}

static void add_raw(struct text *out, const u8 *raw, size_t size)
{
	text_add(out, "\"raw\":\"");
	text_add_hex(out, raw, size);
	text_add(out, "\"}");
}

static void add_sq(struct hca *h, const struct qp *qp, struct text *out)
{
	u16 pi = qp_sq_pi(h, qp);
	u32 left = MIN((u16)(pi - qp->sq_ci), qp->sq.cnt);
	u16 index = qp->sq_ci;
	const char *comma = "";
	struct wqe w;

	add_ring(out, &qp->sq, qp->sq_ci, pi);
	while (left && wqe_read(h, qp, index, &w)) {
		text_add(out, "%s{\"index\":%u,\"opcode\":%u,\"ds\":%u,",
			 comma, index, w.opcode, w.size / MLX5_SEND_WQE_DS);
		add_raw(out, w.raw, w.size);
		comma = ",";
		index += w.slots;
		left -= MIN(left, w.slots);
	}
	text_add(out, "]}");
}

static void add_rq(struct hca *h, const struct qp *qp, struct text *out)
{
	u16 pi = qp_rq_pi(h, qp);
	u32 left = MIN((u16)(pi - qp->rq_ci), qp->rq.cnt);
	u16 index = qp->rq_ci;
	const char *comma = "";
	u8 raw[RWQE_MAX_SIZE];

	add_ring(out, &qp->rq, qp->rq_ci, pi);
	for (; left; left--, index++) {
		u64 slot = index & (qp->rq.cnt - 1);

		if (!buf_read(&h->dma, &qp->buf, slot * qp->rq.stride, raw,
			      qp->rq.stride))
			break;
		text_add(out, "%s{\"index\":%u,", comma, index);
		add_raw(out, raw, qp->rq.stride);
		comma = ",";
	}
	text_add(out, "]}");
}

void view_qp(struct hca *h, const struct qp *qp, struct text *out)
{
	text_add(out, "{\"qpn\":%u,\"type\":\"%s\",\"state\":\"%s\","
		 "\"held\":%s", qp->qpn, queue_type_name(qp),
		 qp_state_name(qp->state), qp->held ? "true" : "false");
	if (qp->sq.cnt) {
		text_add(out, ",\"sq\":{");
		add_sq(h, qp, out);
	}
	if (qp->rq.cnt) {
		text_add(out, ",\"rq\":{");
		add_rq(h, qp, out);
	}
	text_add(out, "}");
}

void view_rq(struct hca *h, const struct qp *rq, struct text *out)
{
	text_add(out, "{\"rqn\":%u,\"state\":\"%s\",", rq->qpn,
		 qp_state_name(rq->state));
	add_rq(h, rq, out);
}

void view_srq(struct hca *h, const struct srq *srq, struct text *out)
{
	u16 pi = srq_posted(h, srq);
	u32 left = MIN((u16)(pi - srq->taken), srq->ring.cnt);
	u16 slot = srq->head, next;
	const char *comma = "";
	u8 raw[RWQE_MAX_SIZE];

	text_add(out, "{\"srqn\":%u,\"wqe_cnt\":%u,\"stride\":%u,"
		 "\"hw_counter\":%u,\"sw_counter\":%u,\"head\":%u,"
		 "\"pending\":[", srq->srqn, srq->ring.cnt, srq->ring.stride,
		 srq->taken, pi, srq->head);
	for (; left && srq_read(h, srq, slot, raw, &next); left--) {
		text_add(out, "%s{\"index\":%u,", comma, slot);
		add_raw(out, raw, srq->ring.stride);
		comma = ",";
		slot = next;
	}
	text_add(out, "]}");
}

static void add_srqs(const struct hca *h, struct text *out)
{
	const char *comma = "";
	struct srq *srq;
	u32 i;

	text_add(out, "\"srqs\":[");
	table_for_each(&h->srqs, i, srq) {
		text_add(out, "%s%u", comma, i);
		comma = ",";
	}
	text_add(out, "]");
}

static void add_queues(const struct hca *h, const char *name,
		       enum queue_kind kind, struct text *out)
{
	const char *comma = "";
	struct qp *qp;
	u32 i;

	text_add(out, "\"%s\":[", name);
	table_for_each(&h->qps, i, qp) {
		if (qp->kind != kind)
			continue;
		text_add(out, "%s%u", comma, i);
		comma = ",";
	}
	text_add(out, "]");
}

void view_list(const struct hca *h, struct text *out)
{
	static const struct {
		const char *name;
		enum queue_kind kind;
	} kinds[] = {
		{ "sqs", QUEUE_SQ }, { "rqs", QUEUE_RQ }, { "dcts", QUEUE_DCT },
	};
	u32 i;

	text_add(out, "{");
	add_queues(h, "qps", QUEUE_QP, out);
	text_add(out, ",");
	add_srqs(h, out);
	for (i = 0; i < ARRAY_SIZE(kinds); i++) {
		text_add(out, ",");
		add_queues(h, kinds[i].name, kinds[i].kind, out);
	}
	text_add(out, "}");
}

static const char *const fault_names[FAULT_TYPES] = {
	[0] = "srq",
	[FAULT_REQUESTER] = "send",
	[FAULT_WRITE] = "rq",
	[FAULT_REQUESTER | FAULT_WRITE] = "read",
	[FAULT_RDMA] = "rdma_read",
	[FAULT_RDMA | FAULT_WRITE] = "rdma_write",
};

static void add_fault(const struct qp *qp, struct text *out)
{
	const struct page_fault *f = &qp->page_fault;

	text_add(out, "{\"qpn\":%u,\"raised\":%s,\"type\":\"%s\",", qp->qpn,
		 qp->unraised ? "false" : "true", fault_names[f->type]);
	if (f->type & FAULT_RDMA)
		text_add(out, "\"key\":%u,\"va\":%llu,\"len\":%u}", f->key,
			 (unsigned long long)f->va, f->len);
	else
		text_add(out, "\"wq\":%u,\"index\":%u}", f->wq, f->index);
}

void view_faults(const struct hca *h, struct text *out)
{
	const char *comma = "";
	struct qp *qp;
	u32 i;

	text_add(out, "{\"held\":%s,\"raised\":{",
		 h->hold_faults ? "true" : "false");
	for (i = 0; i < FAULT_TYPES; i++) {
		if (!fault_names[i])
			continue;
		text_add(out, "%s\"%s\":%u", comma, fault_names[i],
			 h->faults_raised[i]);
		comma = ",";
	}
	text_add(out, "},\"resolved\":%u,\"failed\":%u,\"waiting\":[",
		 h->faults_resolved, h->faults_failed);
	comma = "";
	table_for_each(&h->qps, i, qp) {
		if (!qp->faulted)
			continue;
		text_add(out, "%s", comma);
		add_fault(qp, out);
		comma = ",";
	}
	text_add(out, "]}");
}
