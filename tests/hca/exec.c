// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Execute one work request; everything is looped back inside the port. */
#include <string.h>

#include "exec.h"

#define CHUNK		65536u
#define GRH_SIZE	40
#define GID_SIZE	16
#define QPN_MASK	0xffffffu
#define GRH_FLAG	(1u << 30)
#define QKEY_OF_SENDER	0x80000000u
#define IB_GRH_VERSION	6
#define IB_GRH_NEXT_HDR	0x1b

static u32 pd_of(const struct qp *qp)
{
	return GET(qpc, qp->ctx, pd);
}

static bool can_receive(const struct qp *qp)
{
	return qp->state == MLX5_QP_STATE_RTR ||
	       qp->state == MLX5_QP_STATE_RTS ||
	       qp->state == MLX5_QP_STATE_SQER ||
	       qp->state == MLX5_QP_STATE_SQD;
}

static struct qp *peer_of(struct run *run)
{
	struct qp *d = qp_get(run->h, GET(qpc, run->qp->ctx, remote_qpn));

	return d && d->st == run->qp->st && can_receive(d) ? d : NULL;
}

static bool reliable(const struct run *run)
{
	return run->qp->st == MLX5_QP_ST_RC;
}

/* Nobody there: a reliable sender goes on trying, others do not know. */
static int unheard(const struct run *run)
{
	return reliable(run) ? EXEC_WAIT : EXEC_OK;
}

/* The responder refuses: only a reliable sender is told. */
static int refuse(struct run *run, struct qp *d, u8 event, int syndrome)
{
	if (!reliable(run))
		return EXEC_OK;
	run->failed = d;
	run->event = event;
	return syndrome;
}

static bool solicited(const struct run *run)
{
	return run->w.flags & MLX5_WQE_CTRL_SOLICITED;
}

/* Copy a message from the WQE's pieces to a receive WQE's. */
static bool copy_lists(struct run *run, u64 skip)
{
	u64 left = run->w.local.len, pos = 0;
	u8 buf[CHUNK];

	while (left) {
		u64 n = MIN(left, CHUNK);

		if (!sgl_read(run->h, &run->w.local, pos, buf, n) ||
		    !sgl_write(run->h, &run->r.sgl, skip + pos, buf, n))
			return false;
		pos += n;
		left -= n;
	}
	return true;
}

static bool copy_to_remote(struct run *run)
{
	u64 left = run->w.local.len, pos = 0;
	u8 buf[CHUNK];

	while (left) {
		u64 n = MIN(left, CHUNK);

		if (!sgl_read(run->h, &run->w.local, pos, buf, n) ||
		    !mkey_write(run->h, run->w.rkey, run->w.raddr + pos, buf,
				n))
			return false;
		pos += n;
		left -= n;
	}
	return true;
}

static bool copy_from_remote(struct run *run)
{
	u64 left = run->w.local.len, pos = 0;
	u8 buf[CHUNK];

	while (left) {
		u64 n = MIN(left, CHUNK);

		if (!mkey_read(run->h, run->w.rkey, run->w.raddr + pos, buf,
			       n) ||
		    !sgl_write(run->h, &run->w.local, pos, buf, n))
			return false;
		pos += n;
		left -= n;
	}
	return true;
}

static bool local_readable(struct run *run)
{
	return sgl_check(run->h, &run->w.local, ACCESS_LOCAL_READ,
			 pd_of(run->qp));
}

static bool remote_allowed(struct run *run, const struct qp *d, u64 size,
			   u32 rights)
{
	return !size || mkey_check(run->h, run->w.rkey, run->w.raddr, size,
				   rights, pd_of(d));
}

/* A receive WQE that cannot take the message; its queue fails with it. */
static int bad_receive(struct run *run, struct qp *d, u8 local, int remote)
{
	rwqe_take(run->h, d, &run->r);
	complete_error(run->h, d, false, run->r.counter, 0, local,
		       vendor_syndrome(local));
	run->failed = d;
	return reliable(run) ? remote : EXEC_OK;
}

/* Fill the receive WQE that was peeked at; skip bytes are in front. */
static int deliver(struct run *run, struct qp *d, u64 skip)
{
	if (run->w.local.len + skip > run->r.sgl.len)
		return bad_receive(run, d, MLX5_CQE_SYNDROME_LOCAL_LENGTH_ERR,
				   MLX5_CQE_SYNDROME_REMOTE_INVAL_REQ_ERR);
	if (!sgl_check(run->h, &run->r.sgl, ACCESS_LOCAL_WRITE, pd_of(d)) ||
	    !copy_lists(run, skip))
		return bad_receive(run, d, MLX5_CQE_SYNDROME_LOCAL_PROT_ERR,
				   MLX5_CQE_SYNDROME_REMOTE_OP_ERR);
	rwqe_take(run->h, d, &run->r);
	return EXEC_OK;
}

static bool invalidate(struct run *run, const struct qp *d)
{
	struct mkey *mkey = mkey_get(run->h, run->w.imm);

	if (!mkey || !GET(mkc, mkey->ctx, en_rinval) ||
	    GET(mkc, mkey->ctx, pd) != pd_of(d))
		return false;
	SET(mkc, mkey->ctx, free, 1);
	return true;
}

static u8 receive_opcode(u8 opcode)
{
	switch (opcode) {
	case MLX5_OPCODE_SEND_IMM:
		return MLX5_CQE_RESP_SEND_IMM;
	case MLX5_OPCODE_SEND_INVAL:
		return MLX5_CQE_RESP_SEND_INV;
	case MLX5_OPCODE_RDMA_WRITE_IMM:
		return MLX5_CQE_RESP_WR_IMM;
	default:
		return MLX5_CQE_RESP_SEND;
	}
}

static void tell_receiver(struct run *run, struct qp *d)
{
	struct receipt rc = {
		.cqe_opcode = receive_opcode(run->w.opcode),
		.counter = run->r.counter,
		.byte_cnt = run->w.local.len,
		.imm = run->w.imm,
		.solicited = solicited(run),
	};

	complete_receive(run->h, d, &rc);
}

static int peek(struct run *run, struct qp *d)
{
	switch (rwqe_peek(run->h, d, &run->r)) {
	case RWQE_OK:
		return EXEC_OK;
	case RWQE_BROKEN:
		run->failed = d;
		run->event = MLX5_EVENT_TYPE_WQ_CATAS_ERROR;
		return reliable(run) ? MLX5_CQE_SYNDROME_REMOTE_OP_ERR :
				       EXEC_WAIT;
	default:
		return EXEC_WAIT;
	}
}

static int exec_send(struct run *run)
{
	struct qp *d = peer_of(run);
	int err;

	if (!local_readable(run))
		return MLX5_CQE_SYNDROME_LOCAL_PROT_ERR;
	if (!d)
		return unheard(run);
	err = peek(run, d);
	if (err)
		return err == EXEC_WAIT ? unheard(run) : err;
	if (run->w.opcode == MLX5_OPCODE_SEND_INVAL && !invalidate(run, d))
		return refuse(run, d, MLX5_EVENT_TYPE_WQ_ACCESS_ERROR,
			      MLX5_CQE_SYNDROME_REMOTE_ACCESS_ERR);
	err = deliver(run, d, 0);
	if (!err && !run->failed)
		tell_receiver(run, d);
	return err;
}

static int exec_write(struct run *run)
{
	bool imm = run->w.opcode == MLX5_OPCODE_RDMA_WRITE_IMM;
	struct qp *d = peer_of(run);
	int err = EXEC_OK;

	if (!local_readable(run))
		return MLX5_CQE_SYNDROME_LOCAL_PROT_ERR;
	if (!d)
		return unheard(run);
	if (imm)
		err = peek(run, d);
	if (err)
		return err == EXEC_WAIT ? unheard(run) : err;
	if (!GET(qpc, d->ctx, rwe) ||
	    !remote_allowed(run, d, run->w.local.len, ACCESS_REMOTE_WRITE) ||
	    !copy_to_remote(run))
		return refuse(run, d, MLX5_EVENT_TYPE_WQ_ACCESS_ERROR,
			      MLX5_CQE_SYNDROME_REMOTE_ACCESS_ERR);
	if (imm) {
		rwqe_take(run->h, d, &run->r);
		tell_receiver(run, d);
	}
	return EXEC_OK;
}

static int exec_read(struct run *run)
{
	struct qp *d = peer_of(run);

	if (!d)
		return unheard(run);
	if (!GET(qpc, d->ctx, rre) ||
	    !remote_allowed(run, d, run->w.local.len, ACCESS_REMOTE_READ))
		return refuse(run, d, MLX5_EVENT_TYPE_WQ_ACCESS_ERROR,
			      MLX5_CQE_SYNDROME_REMOTE_ACCESS_ERR);
	if (!sgl_check(run->h, &run->w.local, ACCESS_LOCAL_WRITE,
		       pd_of(run->qp)) ||
	    !copy_from_remote(run))
		return MLX5_CQE_SYNDROME_LOCAL_PROT_ERR;
	run->byte_cnt = run->w.local.len;
	return EXEC_OK;
}

/* Guest memory is in the order of the guest, which is ours. */
static int exec_atomic(struct run *run)
{
	struct qp *d = peer_of(run);
	u64 old, new;

	if (run->w.local.len != sizeof(old))
		return MLX5_CQE_SYNDROME_LOCAL_LENGTH_ERR;
	if (!d)
		return unheard(run);
	if (run->w.raddr % sizeof(old))
		return refuse(run, d, MLX5_EVENT_TYPE_WQ_INVAL_REQ_ERROR,
			      MLX5_CQE_SYNDROME_REMOTE_INVAL_REQ_ERR);
	if (!GET(qpc, d->ctx, rae) ||
	    !remote_allowed(run, d, sizeof(old), ACCESS_ATOMIC) ||
	    !mkey_read(run->h, run->w.rkey, run->w.raddr, &old, sizeof(old)))
		return refuse(run, d, MLX5_EVENT_TYPE_WQ_ACCESS_ERROR,
			      MLX5_CQE_SYNDROME_REMOTE_ACCESS_ERR);
	if (run->w.opcode == MLX5_OPCODE_ATOMIC_FA)
		new = old + run->w.swap_add;
	else
		new = old == run->w.compare ? run->w.swap_add : old;
	if (!sgl_check(run->h, &run->w.local, ACCESS_LOCAL_WRITE,
		       pd_of(run->qp)))
		return MLX5_CQE_SYNDROME_LOCAL_PROT_ERR;
	if (!mkey_write(run->h, run->w.rkey, run->w.raddr, &new, sizeof(new)))
		return refuse(run, d, MLX5_EVENT_TYPE_WQ_ACCESS_ERROR,
			      MLX5_CQE_SYNDROME_REMOTE_ACCESS_ERR);
	if (!sgl_write(run->h, &run->w.local, 0, &old, sizeof(old)))
		return MLX5_CQE_SYNDROME_LOCAL_PROT_ERR;
	run->byte_cnt = sizeof(old);
	return EXEC_OK;
}

static struct qp *datagram_peer(struct run *run)
{
	u32 qpn = BE_GET(mlx5_av, run->w.av, dqp_dct) & QPN_MASK;
	u32 qkey = BE_GET(mlx5_av, run->w.av, key.qkey.qkey);
	struct qp *d;

	if (qpn <= 1) {
		d = qp_special(run->h, qpn ? MLX5_QP_ST_QP1 : MLX5_QP_ST_QP0);
		return d && can_receive(d) ? d : NULL;
	}
	d = qp_get(run->h, qpn);
	if (!d || !can_receive(d))
		return NULL;
	if (qkey & QKEY_OF_SENDER)
		qkey = GET(qpc, run->qp->ctx, q_key);
	if (d->st == MLX5_QP_ST_UD)
		return qkey == GET(qpc, d->ctx, q_key) ? d : NULL;
	return d->st == MLX5_QP_ST_QP1 ? d : NULL;
}

/* What comes before the payload of a datagram; zeros without a route. */
static void build_grh(const struct run *run, u8 *grh, bool present)
{
	const u8 *av = run->w.av;
	u32 flow = BE_GET(mlx5_av, av, grh_gid_fl) & 0xfffff;

	memset(grh, 0, GRH_SIZE);
	if (!present)
		return;
	be_store(grh, 4, (u32)IB_GRH_VERSION << 28 |
			 (u32)BE_GET(mlx5_av, av, tclass) << 20 | flow);
	be_store(grh + 4, 2, run->w.local.len & 0xffff);
	grh[6] = IB_GRH_NEXT_HDR;
	grh[7] = BE_GET(mlx5_av, av, hop_limit);
	be_store(grh + 8, 8, HCA_GID_PREFIX);
	be_store(grh + 16, 8, run->h->guid);
	memcpy(grh + 24, av + offsetof(struct mlx5_av, rgid), GID_SIZE);
}

static int exec_datagram(struct run *run)
{
	struct qp *d = datagram_peer(run);
	bool grh = BE_GET(mlx5_av, run->w.av, grh_gid_fl) & GRH_FLAG;
	struct receipt rc = {
		.cqe_opcode = receive_opcode(run->w.opcode),
		.byte_cnt = run->w.local.len + GRH_SIZE,
		.imm = run->w.imm,
		.solicited = solicited(run),
		.src = run->qp,
		.grh = grh,
	};
	u8 area[GRH_SIZE];
	int err;

	if (run->w.local.len > HCA_MTU)
		return MLX5_CQE_SYNDROME_LOCAL_LENGTH_ERR;
	if (!local_readable(run))
		return MLX5_CQE_SYNDROME_LOCAL_PROT_ERR;
	if (!d || peek(run, d) != EXEC_OK)
		return EXEC_OK;
	err = deliver(run, d, GRH_SIZE);
	if (err || run->failed)
		return err;
	build_grh(run, area, grh);
	sgl_write(run->h, &run->r.sgl, 0, area, GRH_SIZE);
	rc.counter = run->r.counter;
	complete_receive(run->h, d, &rc);
	return EXEC_OK;
}

static int exec_umr(struct run *run)
{
	return umr_exec(run->h, run->w.imm, pd_of(run->qp), run->w.umr,
			run->w.umr_size);
}

int exec_wqe(struct run *run)
{
	switch (run->w.opcode) {
	case MLX5_OPCODE_NOP:
		return EXEC_OK;
	case MLX5_OPCODE_SEND:
	case MLX5_OPCODE_SEND_IMM:
	case MLX5_OPCODE_SEND_INVAL:
		return run->w.av ? exec_datagram(run) : exec_send(run);
	case MLX5_OPCODE_RDMA_WRITE:
	case MLX5_OPCODE_RDMA_WRITE_IMM:
		return exec_write(run);
	case MLX5_OPCODE_RDMA_READ:
		return exec_read(run);
	case MLX5_OPCODE_ATOMIC_CS:
	case MLX5_OPCODE_ATOMIC_FA:
		return exec_atomic(run);
	case MLX5_OPCODE_UMR:
		return exec_umr(run);
	default:
		return MLX5_CQE_SYNDROME_LOCAL_QP_OP_ERR;
	}
}
