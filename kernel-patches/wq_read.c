// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Let user space read posted WQEs back.
 *
 * A call copies whole slots of one work queue as they are; to parse them is
 * the caller's business. The owner of the queue goes on writing to it
 * meanwhile, so what is copied is a snapshot at best.
 */

#include <linux/capability.h>
#include <linux/pid_namespace.h>
#include <linux/sched.h>
#include <linux/security.h>
#include <linux/slab.h>
#include <rdma/ib_umem.h>
#include <rdma/restrack.h>
#include <rdma/uverbs_ioctl.h>
#include <rdma/uverbs_std_types.h>
#include <rdma/mlx5_user_wq_read.h>
#include "mlx5_ib.h"
#include "qp.h"
#include "srq.h"
#include "wqe_bounds.h"

#define UVERBS_MODULE_NAME mlx5_ib
#include <rdma/uverbs_named_ioctl.h>

#define WQ_READ_NUM_BITS	24	/* of a QPN or an SRQN */
#define WQ_READ_PORT_BITS	8

/* What the device keeps about a queue, and what of it is reported */
struct wq_ctx {
	u16 opcode;		/* of the command that asks for it */
	u16 outlen;		/* bytes of the answer */
	u32 flags;		/* what is valid after @parse */
	void (*parse)(const void *out, struct mlx5_ib_wq_read_info *info);
};

#define WQ_CTX_STATE	MLX5_IB_WQ_READ_INFO_HW_STATE
#define WQ_CTX_FULL	(WQ_CTX_STATE | MLX5_IB_WQ_READ_INFO_HW_VALID | \
			 MLX5_IB_WQ_READ_INFO_COUNTER16)

/*
 * The bytes of a work queue, whatever kind of object it belongs to: in memory
 * of user space, in a buffer of the kernel, or where no CPU can read them.
 */
struct wq_src {
	struct mlx5_wqe_geom geom;
	struct ib_umem *umem;
	struct mlx5_frag_buf *kbuf;
	const struct wq_ctx *ctx;
};

/* One call of a method: what is asked, what of, and the answer */
struct wq_call {
	struct mlx5_ib_wq_read_req req;
	struct mlx5_ib_wq_read_info info;
	struct wq_src src;
	void *buf;
	size_t room;
};

static void wq_parse_qp_sq(const void *out, struct mlx5_ib_wq_read_info *info)
{
	const void *qpc = MLX5_ADDR_OF(query_qp_out, out, qpc);

	info->hw_state = MLX5_GET(qpc, qpc, state);
	info->hw_counter = MLX5_GET(qpc, qpc, hw_sq_wqebb_counter);
	info->sw_counter = MLX5_GET(qpc, qpc, sw_sq_wqebb_counter);
}

static void wq_parse_qp_rq(const void *out, struct mlx5_ib_wq_read_info *info)
{
	const void *qpc = MLX5_ADDR_OF(query_qp_out, out, qpc);

	info->hw_state = MLX5_GET(qpc, qpc, state);
	info->hw_counter = MLX5_GET(qpc, qpc, hw_rq_counter);
	info->sw_counter = MLX5_GET(qpc, qpc, sw_rq_counter);
}

static void wq_parse_sq(const void *out, struct mlx5_ib_wq_read_info *info)
{
	const void *sqc = MLX5_ADDR_OF(query_sq_out, out, sq_context);

	info->hw_state = MLX5_GET(sqc, sqc, state);
	info->hw_counter = MLX5_GET(sqc, sqc, wq.hw_counter);
	info->sw_counter = MLX5_GET(sqc, sqc, wq.sw_counter);
}

static void wq_parse_rq(const void *out, struct mlx5_ib_wq_read_info *info)
{
	const void *rqc = MLX5_ADDR_OF(query_rq_out, out, rq_context);

	info->hw_state = MLX5_GET(rqc, rqc, state);
	info->hw_counter = MLX5_GET(rqc, rqc, wq.hw_counter);
	info->sw_counter = MLX5_GET(rqc, rqc, wq.sw_counter);
}

static void wq_parse_rmp(const void *out, struct mlx5_ib_wq_read_info *info)
{
	const void *rmpc = MLX5_ADDR_OF(query_rmp_out, out, rmp_context);

	info->hw_state = MLX5_GET(rmpc, rmpc, state);
	info->hw_counter = MLX5_GET(rmpc, rmpc, wq.hw_counter);
	info->sw_counter = MLX5_GET(rmpc, rmpc, wq.sw_counter);
}

static void wq_parse_xrq(const void *out, struct mlx5_ib_wq_read_info *info)
{
	const void *xrqc = MLX5_ADDR_OF(query_xrq_out, out, xrq_context);

	info->hw_state = MLX5_GET(xrqc, xrqc, state);
	info->hw_counter = MLX5_GET(xrqc, xrqc, wq.hw_counter);
	info->sw_counter = MLX5_GET(xrqc, xrqc, wq.sw_counter);
}

static void wq_parse_xrc_srq(const void *out, struct mlx5_ib_wq_read_info *info)
{
	const void *srqc = MLX5_ADDR_OF(query_xrc_srq_out, out,
					xrc_srq_context_entry);

	info->hw_state = MLX5_GET(xrc_srqc, srqc, state);
}

static void wq_parse_srq(const void *out, struct mlx5_ib_wq_read_info *info)
{
	const void *srqc = MLX5_ADDR_OF(query_srq_out, out, srq_context_entry);

	info->hw_state = MLX5_GET(srqc, srqc, state);
}

static const struct wq_ctx wq_ctx_qp_sq = {
	.opcode = MLX5_CMD_OP_QUERY_QP,
	.outlen = MLX5_ST_SZ_BYTES(query_qp_out),
	.flags = WQ_CTX_FULL,
	.parse = wq_parse_qp_sq,
};

static const struct wq_ctx wq_ctx_qp_rq = {
	.opcode = MLX5_CMD_OP_QUERY_QP,
	.outlen = MLX5_ST_SZ_BYTES(query_qp_out),
	.flags = WQ_CTX_FULL,
	.parse = wq_parse_qp_rq,
};

static const struct wq_ctx wq_ctx_sq = {
	.opcode = MLX5_CMD_OP_QUERY_SQ,
	.outlen = MLX5_ST_SZ_BYTES(query_sq_out),
	.flags = WQ_CTX_FULL | MLX5_IB_WQ_READ_INFO_WQ_STATE,
	.parse = wq_parse_sq,
};

static const struct wq_ctx wq_ctx_rq = {
	.opcode = MLX5_CMD_OP_QUERY_RQ,
	.outlen = MLX5_ST_SZ_BYTES(query_rq_out),
	.flags = WQ_CTX_FULL | MLX5_IB_WQ_READ_INFO_WQ_STATE,
	.parse = wq_parse_rq,
};

static const struct wq_ctx wq_ctx_rmp = {
	.opcode = MLX5_CMD_OP_QUERY_RMP,
	.outlen = MLX5_ST_SZ_BYTES(query_rmp_out),
	.flags = WQ_CTX_FULL | MLX5_IB_WQ_READ_INFO_WQ_STATE,
	.parse = wq_parse_rmp,
};

static const struct wq_ctx wq_ctx_xrq = {
	.opcode = MLX5_CMD_OP_QUERY_XRQ,
	.outlen = MLX5_ST_SZ_BYTES(query_xrq_out),
	.flags = WQ_CTX_FULL,
	.parse = wq_parse_xrq,
};

/* These two contexts have no counters of what was posted and taken */
static const struct wq_ctx wq_ctx_xrc_srq = {
	.opcode = MLX5_CMD_OP_QUERY_XRC_SRQ,
	.outlen = MLX5_ST_SZ_BYTES(query_xrc_srq_out),
	.flags = WQ_CTX_STATE,
	.parse = wq_parse_xrc_srq,
};

static const struct wq_ctx wq_ctx_srq = {
	.opcode = MLX5_CMD_OP_QUERY_SRQ,
	.outlen = MLX5_ST_SZ_BYTES(query_srq_out),
	.flags = WQ_CTX_STATE,
	.parse = wq_parse_srq,
};

/* The queries of all contexts have the number where one of a QP has it */
#define WQ_QUERY_LIKE_QP(cmd, num)					\
	static_assert(MLX5_ST_SZ_BYTES(query_##cmd##_in) ==		\
		      MLX5_ST_SZ_BYTES(query_qp_in) &&			\
		      __mlx5_bit_off(query_##cmd##_in, num) ==		\
		      __mlx5_bit_off(query_qp_in, qpn))

WQ_QUERY_LIKE_QP(sq, sqn);
WQ_QUERY_LIKE_QP(rq, rqn);
WQ_QUERY_LIKE_QP(rmp, rmpn);
WQ_QUERY_LIKE_QP(xrq, xrqn);
WQ_QUERY_LIKE_QP(xrc_srq, xrc_srqn);
WQ_QUERY_LIKE_QP(srq, srqn);

static int wq_query(struct mlx5_ib_dev *dev, const struct wq_ctx *ctx,
		    struct mlx5_ib_wq_read_info *info)
{
	u32 in[MLX5_ST_SZ_DW(query_qp_in)] = {};
	void *out;
	int err;

	out = kvzalloc(ctx->outlen, GFP_KERNEL);
	if (!out)
		return -ENOMEM;

	MLX5_SET(query_qp_in, in, opcode, ctx->opcode);
	MLX5_SET(query_qp_in, in, qpn, info->wqn);
	err = mlx5_cmd_exec(dev->mdev, in, sizeof(in), out, ctx->outlen);
	if (!err)
		ctx->parse(out, info);
	kvfree(out);
	return err;
}

/*
 * The device may be what failed, while the buffer is still there and is what
 * is left to look at: no failure to ask the device fails the call.
 */
static void wq_query_hw(struct mlx5_ib_dev *dev, struct wq_call *call)
{
	struct mlx5_ib_wq_read_info *info = &call->info;
	const struct wq_ctx *ctx = call->src.ctx;
	int err;

	err = wq_query(dev, ctx, info);
	if (!err) {
		/* Doorbells and doorbell records of WQs carry 16 bits */
		info->hw_counter &= U16_MAX;
		info->sw_counter &= U16_MAX;
		info->flags |= ctx->flags;
		if (!(ctx->flags & MLX5_IB_WQ_READ_INFO_HW_VALID))
			err = -EOPNOTSUPP;
	}
	info->hw_errno = -err;
}

/*
 * The creating thread may have gone, its process is what matters. The task is
 * there as long as the entry is referenced.
 */
static void wq_set_owner(struct mlx5_ib_wq_read_info *info,
			 const struct rdma_restrack_entry *res)
{
	if (rdma_is_kernel_res(res))
		info->flags |= MLX5_IB_WQ_READ_INFO_KERNEL;
	else if (res->task)
		info->owner = task_tgid_vnr(res->task);
}

/* The types of QPs that are served, and what they are called in an answer */
static const struct wq_qp_type {
	enum ib_qp_type type;
	u32 name;
} wq_qp_types[] = {
	{ IB_QPT_SMI, MLX5_IB_WQ_READ_QPT_SMI },
	{ IB_QPT_RC, IB_UVERBS_QPT_RC },
	{ IB_QPT_UC, IB_UVERBS_QPT_UC },
	{ IB_QPT_UD, IB_UVERBS_QPT_UD },
	{ IB_QPT_RAW_PACKET, IB_UVERBS_QPT_RAW_PACKET },
	{ IB_QPT_XRC_INI, IB_UVERBS_QPT_XRC_INI },
	{ IB_QPT_XRC_TGT, IB_UVERBS_QPT_XRC_TGT },
	{ MLX5_IB_QPT_HW_GSI, MLX5_IB_WQ_READ_QPT_GSI },
	{ MLX5_IB_QPT_REG_UMR, MLX5_IB_WQ_READ_QPT_REG_UMR },
	{ MLX5_IB_QPT_DCI, MLX5_IB_WQ_READ_QPT_DCI },
};

static const struct wq_qp_type *wq_find_qp_type(const struct mlx5_ib_qp *qp)
{
	int i;

	/* What the queues behind an RSS QP are is not up to the QP */
	if (qp->is_rss)
		return NULL;
	for (i = 0; i < ARRAY_SIZE(wq_qp_types); i++)
		if (wq_qp_types[i].type == qp->type)
			return &wq_qp_types[i];
	return NULL;
}

/*
 * struct mlx5_ib_qp has a union. These have a raw_packet_qp in it, whose two
 * queues are objects of their own, the others that are served a trans_qp.
 */
static bool wq_is_raw_qp(const struct mlx5_ib_qp *qp)
{
	return qp->type == IB_QPT_RAW_PACKET ||
	       qp->flags & IB_QP_CREATE_SOURCE_QPN;
}

static int wq_src_from_raw(struct wq_call *call, struct mlx5_ib_qp *qp,
			   bool is_sq)
{
	struct mlx5_ib_raw_packet_qp *raw = &qp->raw_packet_qp;
	struct wq_src *src = &call->src;

	/* The kernel makes none of these, with a source QPN neither */
	if (call->info.flags & MLX5_IB_WQ_READ_INFO_KERNEL)
		return -EOPNOTSUPP;

	if (is_sq) {
		src->umem = raw->sq.ubuffer.umem;
		src->ctx = &wq_ctx_sq;
		call->info.wqn = raw->sq.base.mqp.qpn;
	} else {
		src->umem = raw->rq.base.ubuffer.umem;
		src->ctx = &wq_ctx_rq;
		call->info.wqn = raw->rq.base.mqp.qpn;
	}
	return 0;
}

static int wq_src_from_trans(struct wq_call *call, struct mlx5_ib_qp *qp,
			     bool is_sq)
{
	struct mlx5_ib_qp_base *base = &qp->trans_qp.base;
	struct wq_src *src = &call->src;

	if (call->info.flags & MLX5_IB_WQ_READ_INFO_KERNEL)
		src->kbuf = &qp->buf;
	else
		src->umem = base->ubuffer.umem;
	src->geom.offset = is_sq ? qp->sq.offset : qp->rq.offset;
	src->ctx = is_sq ? &wq_ctx_qp_sq : &wq_ctx_qp_rq;
	call->info.wqn = base->mqp.qpn;
	return 0;
}

static int wq_src_from_qp(struct wq_call *call, void *obj)
{
	bool is_sq = call->req.queue == MLX5_IB_WQ_READ_SQ;
	struct wq_src *src = &call->src;
	const struct wq_qp_type *type;
	struct ib_qp *ibqp = obj;
	struct mlx5_ib_wq *wq;
	struct mlx5_ib_qp *qp;

	/* The handle of an XRC target QP is no mlx5_ib_qp, its real_qp is */
	qp = to_mqp(ibqp->real_qp);
	wq_set_owner(&call->info, &qp->ibqp.res);

	/* A QP1 is a wrapper, which lives longer than the QP that it wraps */
	if (qp->type == IB_QPT_GSI)
		qp = to_mqp(qp->gsi.rx_qp);

	type = wq_find_qp_type(qp);
	if (!type)
		return -EOPNOTSUPP;

	/* A target QP has no queues, but what these fields say is not stated */
	wq = is_sq ? &qp->sq : &qp->rq;
	if (qp->type == IB_QPT_XRC_TGT || wq->wqe_cnt <= 0)
		return -ENODATA;

	src->geom.wqe_cnt = wq->wqe_cnt;
	src->geom.wqe_shift = wq->wqe_shift;
	call->info.qp_type = type->name;
	call->info.sw_state = READ_ONCE(qp->state);
	if (qp->flags_en & MLX5_QP_FLAG_SIGNATURE)
		call->info.flags |= MLX5_IB_WQ_READ_INFO_SIGNATURE;
	return wq_is_raw_qp(qp) ? wq_src_from_raw(call, qp, is_sq) :
				  wq_src_from_trans(call, qp, is_sq);
}

/* What an SRQ is to the device depends on its type, and on the interface */
static const struct wq_ctx *wq_ctx_of_srq(const struct mlx5_ib_srq *srq)
{
	if (!to_mdev(srq->ibsrq.device)->mdev->issi)
		return &wq_ctx_srq;
	switch (srq->msrq.common.res) {
	case MLX5_RES_XSRQ:
		return &wq_ctx_xrc_srq;
	case MLX5_RES_XRQ:
		return &wq_ctx_xrq;
	default:
		return &wq_ctx_rmp;
	}
}

static u32 wq_name_of_srq(const struct ib_srq *ibsrq)
{
	switch (ibsrq->srq_type) {
	case IB_SRQT_XRC:
		return MLX5_IB_WQ_READ_QPT_XRC_SRQ;
	case IB_SRQT_TM:
		return MLX5_IB_WQ_READ_QPT_TM_SRQ;
	default:
		return MLX5_IB_WQ_READ_QPT_NONE;
	}
}

static int wq_src_from_srq(struct wq_call *call, void *obj)
{
	struct wq_src *src = &call->src;
	struct ib_srq *ibsrq = obj;
	struct mlx5_ib_srq *srq = to_msrq(ibsrq);

	if (srq->msrq.max <= 0)
		return -ENODATA;

	wq_set_owner(&call->info, &ibsrq->res);
	if (call->info.flags & MLX5_IB_WQ_READ_INFO_KERNEL)
		src->kbuf = &srq->buf;
	else
		src->umem = srq->umem;
	src->geom.wqe_cnt = srq->msrq.max;
	src->geom.wqe_shift = srq->msrq.wqe_shift;
	src->ctx = wq_ctx_of_srq(srq);

	call->info.wqn = srq->msrq.srqn;
	call->info.qp_type = wq_name_of_srq(ibsrq);
	if (srq->wq_sig)
		call->info.flags |= MLX5_IB_WQ_READ_INFO_SIGNATURE;
	return 0;
}

/* Only user space has these, and nobody keeps a record of who made them */
static int wq_src_from_wq(struct wq_call *call, void *obj)
{
	struct wq_src *src = &call->src;
	struct ib_wq *ibwq = obj;
	struct mlx5_ib_rwq *rwq = to_mrwq(ibwq);

	src->umem = rwq->umem;
	src->geom.wqe_cnt = rwq->wqe_count;
	src->geom.wqe_shift = rwq->wqe_shift;
	src->ctx = &wq_ctx_rq;

	call->info.wqn = rwq->core_qp.qpn;
	call->info.qp_type = MLX5_IB_WQ_READ_QPT_WQ;
	call->info.sw_state = READ_ONCE(ibwq->state);
	if (rwq->wq_sig)
		call->info.flags |= MLX5_IB_WQ_READ_INFO_SIGNATURE;
	return 0;
}

static int wq_copy(const struct wq_src *src, u32 first, u32 count, void *buf)
{
	const struct mlx5_wqe_geom *geom = &src->geom;
	size_t bytes = (size_t)count << geom->wqe_shift;
	size_t copied = 0;
	int err;

	if (src->kbuf)
		err = mlx5_ib_read_kernel_wqe_common(src->kbuf, buf, bytes,
						     first, geom->offset,
						     geom->wqe_cnt,
						     geom->wqe_shift, bytes,
						     &copied);
	else
		err = mlx5_ib_read_user_wqe_common(src->umem, buf, bytes,
						   first, geom->offset,
						   geom->wqe_cnt,
						   geom->wqe_shift, bytes,
						   &copied);
	if (err)
		return err;
	return copied == bytes ? 0 : -EIO;
}

static int wq_copy_slots(struct wq_call *call)
{
	const struct mlx5_wqe_geom *geom = &call->src.geom;
	struct mlx5_wqe_range range;
	int err;

	err = mlx5_wqe_range(geom, call->req.first, call->req.count,
			     call->room, &range);
	if (err)
		return err;

	err = wq_copy(&call->src, range.first, range.run, call->buf);
	if (!err && range.count > range.run)
		err = wq_copy(&call->src, 0, range.count - range.run,
			      call->buf +
			      ((size_t)range.run << geom->wqe_shift));
	if (err)
		return err;

	call->info.first = range.first;
	call->info.count = range.count;
	return 0;
}

/*
 * Fill the answer. The caller keeps the object alive, which somebody may be
 * waiting to destroy. Sleeps in a firmware command at most, and never touches
 * user memory: a page fault there takes as long as user space wants it to.
 */
static int wq_read(struct mlx5_ib_dev *dev, struct wq_call *call)
{
	struct mlx5_ib_wq_read_info *info = &call->info;
	struct wq_src *src = &call->src;

	if (src->kbuf)
		src->geom.buf_size = src->kbuf->size;
	else if (src->umem)
		src->geom.buf_size = src->umem->length;
	/* The pages of a dma-buf belong to its exporter */
	if (!src->kbuf && (!src->umem || src->umem->is_dmabuf))
		info->flags |= MLX5_IB_WQ_READ_INFO_NO_BUFFER;

	info->abi = MLX5_IB_WQ_READ_ABI;
	info->buf_size = src->geom.buf_size;
	info->offset = src->geom.offset;
	info->wqe_cnt = src->geom.wqe_cnt;
	info->wqe_shift = src->geom.wqe_shift;

	if (call->req.flags & MLX5_IB_WQ_READ_REQ_QUERY_HW)
		wq_query_hw(dev, call);

	if (!call->req.count)
		return 0;
	if (info->flags & MLX5_IB_WQ_READ_INFO_NO_BUFFER)
		return -EOPNOTSUPP;
	return wq_copy_slots(call);
}

/* The length of an attribute has 16 bits, which bounds the buffer as well */
static int wq_call_begin(struct uverbs_attr_bundle *attrs,
			 struct wq_call *call)
{
	int err;

	err = uverbs_copy_from_or_zero(&call->req, attrs,
				       MLX5_IB_ATTR_WQ_READ_REQ);
	if (err)
		return err;
	if (call->req.flags & ~MLX5_IB_WQ_READ_REQ_QUERY_HW)
		return -EOPNOTSUPP;
	if (call->req.queue > MLX5_IB_WQ_READ_SRQ)
		return -EINVAL;
	if (!call->req.count)
		return 0;

	if (!uverbs_attr_is_valid(attrs, MLX5_IB_ATTR_WQ_READ_DATA))
		return -EINVAL;
	call->room = uverbs_attr_get_len(attrs, MLX5_IB_ATTR_WQ_READ_DATA);
	/* Only what was filled is copied out: wq_copy() fills all or fails */
	call->buf = kvmalloc(call->room, GFP_KERNEL_ACCOUNT);
	return call->buf ? 0 : -ENOMEM;
}

/* No reference to another process' object is held any more */
static int wq_call_end(struct uverbs_attr_bundle *attrs, struct wq_call *call,
		       int err)
{
	const struct mlx5_ib_wq_read_info *info = &call->info;

	if (!err && info->count)
		err = uverbs_copy_to(attrs, MLX5_IB_ATTR_WQ_READ_DATA,
				     call->buf,
				     (size_t)info->count << info->wqe_shift);
	if (!err)
		err = uverbs_copy_to_struct_or_zero(attrs,
						    MLX5_IB_ATTR_WQ_READ_INFO,
						    info, sizeof(*info));
	kvfree(call->buf);
	return err;
}

/* The handles that WQ_READ takes, and which queues each kind of object has */
static const struct wq_handle {
	u16 attr;
	u16 queues;
	int (*find)(struct wq_call *call, void *obj);
} wq_handles[] = {
	{
		.attr = MLX5_IB_ATTR_WQ_READ_QP_HANDLE,
		.queues = BIT(MLX5_IB_WQ_READ_SQ) | BIT(MLX5_IB_WQ_READ_RQ),
		.find = wq_src_from_qp,
	},
	{
		.attr = MLX5_IB_ATTR_WQ_READ_SRQ_HANDLE,
		.queues = BIT(MLX5_IB_WQ_READ_SRQ),
		.find = wq_src_from_srq,
	},
	{
		.attr = MLX5_IB_ATTR_WQ_READ_WQ_HANDLE,
		.queues = BIT(MLX5_IB_WQ_READ_RQ),
		.find = wq_src_from_wq,
	},
};

static int wq_read_by_handle(struct mlx5_ib_dev *dev, struct wq_call *call,
			     struct uverbs_attr_bundle *attrs)
{
	const struct wq_handle *handle = NULL;
	int err;
	int i;

	for (i = 0; i < ARRAY_SIZE(wq_handles); i++) {
		if (!uverbs_attr_is_valid(attrs, wq_handles[i].attr))
			continue;
		if (handle)
			return -EINVAL;
		handle = &wq_handles[i];
	}
	if (!handle || !(handle->queues & BIT(call->req.queue)))
		return -EINVAL;
	if (call->req.num || call->req.port)
		return -EINVAL;

	err = handle->find(call, uverbs_attr_get_obj(attrs, handle->attr));
	if (err)
		return err;
	return wq_read(dev, call);
}

static int
UVERBS_HANDLER(MLX5_IB_METHOD_WQ_READ)(struct uverbs_attr_bundle *attrs)
{
	struct ib_ucontext *ucontext;
	struct wq_call call = {};
	int err;

	ucontext = ib_uverbs_get_ucontext(attrs);
	if (IS_ERR(ucontext))
		return PTR_ERR(ucontext);

	err = wq_call_begin(attrs, &call);
	if (!err)
		err = wq_read_by_handle(to_mdev(ucontext->device), &call,
					attrs);
	return wq_call_end(attrs, &call, err);
}

/*
 * Who has no pid for a process cannot read its memory. In the initial namespace
 * every process has one, and all that have gone had one.
 */
static bool wq_owner_is_visible(const struct rdma_restrack_entry *res)
{
	if (task_active_pid_ns(current) == &init_pid_ns)
		return true;
	return res->task && task_tgid_vnr(res->task);
}

/*
 * Another process' queue needs what reading its memory needs, a queue of the
 * kernel needs what reading kernel memory needs: it shows DMA addresses and
 * keys. CAP_NET_ADMIN comes on top, as for every raw dump of nldev.
 */
static int wq_may_access(const struct rdma_restrack_entry *res)
{
	if (rdma_is_kernel_res(res)) {
		if (!capable(CAP_SYS_RAWIO))
			return -EPERM;
		return security_locked_down(LOCKDOWN_KCORE);
	}
	if (!capable(CAP_SYS_PTRACE) || !wq_owner_is_visible(res))
		return -EPERM;
	return 0;
}

static int wq_read_qp_by_num(struct mlx5_ib_dev *dev, struct wq_call *call)
{
	const struct mlx5_ib_wq_read_req *req = &call->req;
	struct rdma_restrack_entry *res;
	int err;

	if (req->num >> WQ_READ_NUM_BITS || req->port >> WQ_READ_PORT_BITS)
		return -EINVAL;
	/* Every port has a QP0 and a QP1, all other numbers are unique */
	if (req->port && req->num > 1)
		return -EINVAL;

	res = rdma_restrack_get_byid(&dev->ib_dev, RDMA_RESTRACK_QP,
				     req->num | req->port << WQ_READ_NUM_BITS);
	if (IS_ERR(res))
		return PTR_ERR(res);

	err = wq_may_access(res);
	if (!err)
		err = wq_src_from_qp(call, container_of(res, struct ib_qp,
							res));
	if (!err)
		err = wq_read(dev, call);
	rdma_restrack_put(res);
	return err;
}

/*
 * A reference keeps an SRQ in memory, but not in the device, which may have
 * told the state of another one by the same number.
 */
static bool wq_srq_is_there(struct mlx5_ib_dev *dev,
			    const struct mlx5_core_srq *msrq)
{
	struct mlx5_core_srq *found = mlx5_cmd_get_srq(dev, msrq->srqn);

	if (found)
		mlx5_core_res_put(&found->common);
	return found == msrq;
}

static int wq_read_srq_by_num(struct mlx5_ib_dev *dev, struct wq_call *call)
{
	const struct mlx5_ib_wq_read_req *req = &call->req;
	struct mlx5_core_srq *msrq;
	struct ib_srq *ibsrq;
	int err;

	if (req->num >> WQ_READ_NUM_BITS || req->port)
		return -EINVAL;

	/* The restrack id of an SRQ is not its number */
	msrq = mlx5_cmd_get_srq(dev, req->num);
	if (!msrq)
		return -ENOENT;

	ibsrq = &to_mibsrq(msrq)->ibsrq;
	err = wq_may_access(&ibsrq->res);
	if (!err)
		err = wq_src_from_srq(call, ibsrq);
	if (!err)
		err = wq_read(dev, call);
	if (!err && !wq_srq_is_there(dev, msrq))
		err = -ENOENT;
	mlx5_core_res_put(&msrq->common);
	return err;
}

static int
UVERBS_HANDLER(MLX5_IB_METHOD_WQ_READ_BY_NUM)(struct uverbs_attr_bundle *attrs)
{
	struct ib_ucontext *ucontext;
	struct wq_call call = {};
	struct mlx5_ib_dev *dev;
	int err;

	ucontext = ib_uverbs_get_ucontext(attrs);
	if (IS_ERR(ucontext))
		return PTR_ERR(ucontext);
	dev = to_mdev(ucontext->device);

	/* Before any look-up: numbers must not be probed for */
	if (!capable(CAP_NET_ADMIN))
		return -EPERM;

	err = wq_call_begin(attrs, &call);
	if (!err && call.req.queue == MLX5_IB_WQ_READ_SRQ)
		err = wq_read_srq_by_num(dev, &call);
	else if (!err)
		err = wq_read_qp_by_num(dev, &call);
	return wq_call_end(attrs, &call, err);
}

DECLARE_UVERBS_NAMED_METHOD(MLX5_IB_METHOD_WQ_READ,
			    UVERBS_ATTR_IDR(MLX5_IB_ATTR_WQ_READ_QP_HANDLE,
					    UVERBS_OBJECT_QP,
					    UVERBS_ACCESS_READ,
					    UA_OPTIONAL),
			    UVERBS_ATTR_IDR(MLX5_IB_ATTR_WQ_READ_SRQ_HANDLE,
					    UVERBS_OBJECT_SRQ,
					    UVERBS_ACCESS_READ,
					    UA_OPTIONAL),
			    UVERBS_ATTR_IDR(MLX5_IB_ATTR_WQ_READ_WQ_HANDLE,
					    UVERBS_OBJECT_WQ,
					    UVERBS_ACCESS_READ,
					    UA_OPTIONAL),
			    UVERBS_ATTR_PTR_IN(MLX5_IB_ATTR_WQ_READ_REQ,
					       UVERBS_ATTR_STRUCT(struct mlx5_ib_wq_read_req,
								  count),
					       UA_MANDATORY),
			    UVERBS_ATTR_PTR_OUT(MLX5_IB_ATTR_WQ_READ_INFO,
						UVERBS_ATTR_STRUCT(struct mlx5_ib_wq_read_info,
								   owner),
						UA_MANDATORY),
			    UVERBS_ATTR_PTR_OUT(MLX5_IB_ATTR_WQ_READ_DATA,
						UVERBS_ATTR_MIN_SIZE(0),
						UA_OPTIONAL));

DECLARE_UVERBS_NAMED_METHOD(MLX5_IB_METHOD_WQ_READ_BY_NUM,
			    UVERBS_ATTR_PTR_IN(MLX5_IB_ATTR_WQ_READ_REQ,
					       UVERBS_ATTR_STRUCT(struct mlx5_ib_wq_read_req,
								  count),
					       UA_MANDATORY),
			    UVERBS_ATTR_PTR_OUT(MLX5_IB_ATTR_WQ_READ_INFO,
						UVERBS_ATTR_STRUCT(struct mlx5_ib_wq_read_info,
								   owner),
						UA_MANDATORY),
			    UVERBS_ATTR_PTR_OUT(MLX5_IB_ATTR_WQ_READ_DATA,
						UVERBS_ATTR_MIN_SIZE(0),
						UA_OPTIONAL));

ADD_UVERBS_METHODS(mlx5_ib_wq_read, UVERBS_OBJECT_DEVICE,
		   &UVERBS_METHOD(MLX5_IB_METHOD_WQ_READ),
		   &UVERBS_METHOD(MLX5_IB_METHOD_WQ_READ_BY_NUM));

const struct uapi_definition mlx5_ib_wq_read_defs[] = {
	UAPI_DEF_CHAIN_OBJ_TREE(UVERBS_OBJECT_DEVICE, &mlx5_ib_wq_read),
	{},
};
