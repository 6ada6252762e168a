// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Execute one work request; everything is looped back inside the port. */
#include "exec.h"

/* Nobody there: a reliable sender goes on trying, others do not know. */
static int unheard(const struct run *run, int err)
{
	return err == EXEC_WAIT && !reliable(run) ? EXEC_OK : err;
}

static int refuse_access(struct run *run, const struct responder *d)
{
	return refuse(run, d, MLX5_EVENT_TYPE_WQ_ACCESS_ERROR,
		      MLX5_CQE_SYNDROME_REMOTE_ACCESS_ERR);
}

static bool invalidate(struct run *run, const struct responder *d)
{
	struct mkey *mkey = mkey_get(run->h, run->w.imm);

	if (!mkey || !GET(mkc, mkey->ctx, en_rinval) ||
	    GET(mkc, mkey->ctx, pd) != d->pd)
		return false;
	SET(mkc, mkey->ctx, free, 1);
	return true;
}

static int exec_send(struct run *run)
{
	int err = access_local(run, ACCESS_LOCAL_READ);
	struct responder d;

	if (err)
		return err;
	err = find_responder(run, &d);
	if (!err)
		err = peek(run, &d);
	if (err)
		return unheard(run, err);
	if (run->w.opcode == MLX5_OPCODE_SEND_INVAL && !invalidate(run, &d))
		return refuse_access(run, &d);
	err = deliver(run, &d, 0);
	if (!err && !run->failed)
		tell_receiver(run, &d);
	return err;
}

/* The responder's part of the rights is in its context, too. */
static int check_remote(struct run *run, const struct responder *d, u64 size,
			u32 rights, bool enabled)
{
	int err = enabled ? access_remote(run, d, size, rights) :
			    MLX5_CQE_SYNDROME_REMOTE_ACCESS_ERR;

	return err && err != EXEC_FAULT ? refuse_access(run, d) : err;
}

static int exec_write(struct run *run)
{
	bool imm = run->w.opcode == MLX5_OPCODE_RDMA_WRITE_IMM;
	int err = access_local(run, ACCESS_LOCAL_READ);
	struct responder d;

	if (err)
		return err;
	err = find_responder(run, &d);
	if (!err && imm)
		err = peek(run, &d);
	if (err)
		return unheard(run, err);
	if (!GET(qpc, d.qp->ctx, rwe))
		return refuse_access(run, &d);
	err = access_remote(run, &d, run->w.local.len, ACCESS_REMOTE_WRITE);
	if (err == EXEC_FAULT)
		return err;
	if (err || !copy_to_remote(run))
		return refuse_access(run, &d);
	if (imm) {
		rwqe_take(run->h, d.qp, d.srqn, &run->r);
		tell_receiver(run, &d);
	}
	return EXEC_OK;
}

static int exec_read(struct run *run)
{
	struct responder d;
	int err = find_responder(run, &d);

	if (err)
		return unheard(run, err);
	err = check_remote(run, &d, run->w.local.len, ACCESS_REMOTE_READ,
			   GET(qpc, d.qp->ctx, rre));
	if (!err)
		err = access_local(run, ACCESS_LOCAL_WRITE);
	if (err)
		return err;
	if (!copy_from_remote(run))
		return MLX5_CQE_SYNDROME_LOCAL_PROT_ERR;
	run->byte_cnt = run->w.local.len;
	return EXEC_OK;
}

/* Each bit of the boundary is the last of a field: it passes no carry on. */
static u64 add_fields(u64 a, u64 b, u64 boundary)
{
	u64 sum = 0, carry = 0, bit;

	for (bit = 1; bit; bit <<= 1) {
		u64 ones = !!(a & bit) + !!(b & bit) + carry;

		if (ones & 1)
			sum |= bit;
		carry = boundary & bit ? 0 : ones >> 1;
	}
	return sum;
}

static u64 atomic_result(const struct wqe *w, u64 old)
{
	switch (w->opcode) {
	case MLX5_OPCODE_ATOMIC_FA:
		return old + w->swap_add;
	case MLX5_OPCODE_ATOMIC_MASKED_FA:
		/* The boundary is where others have what to compare with. */
		return add_fields(old, w->swap_add, w->compare);
	default:
		if ((old ^ w->compare) & w->compare_mask)
			return old;
		return (old & ~w->swap_mask) | (w->swap_add & w->swap_mask);
	}
}

/* Guest memory is in the order of the guest, which is ours. */
static int exec_atomic(struct run *run)
{
	struct responder d;
	u64 old, new;
	int err;

	if (run->w.local.len != sizeof(old))
		return MLX5_CQE_SYNDROME_LOCAL_LENGTH_ERR;
	err = find_responder(run, &d);
	if (err)
		return unheard(run, err);
	if (run->w.raddr % sizeof(old))
		return refuse(run, &d, MLX5_EVENT_TYPE_WQ_INVAL_REQ_ERROR,
			      MLX5_CQE_SYNDROME_REMOTE_INVAL_REQ_ERR);
	err = check_remote(run, &d, sizeof(old), ACCESS_ATOMIC,
			   GET(qpc, d.qp->ctx, rae));
	if (!err)
		err = access_local(run, ACCESS_LOCAL_WRITE);
	if (err)
		return err;
	if (!mkey_read(run->h, run->w.rkey, run->w.raddr, &old, sizeof(old)))
		return refuse_access(run, &d);
	new = atomic_result(&run->w, old);
	if (!mkey_write(run->h, run->w.rkey, run->w.raddr, &new, sizeof(new)))
		return refuse_access(run, &d);
	if (!sgl_write(run->h, &run->w.local, 0, &old, sizeof(old)))
		return MLX5_CQE_SYNDROME_LOCAL_PROT_ERR;
	run->byte_cnt = sizeof(old);
	return EXEC_OK;
}

static bool is_datagram(const struct qp *qp)
{
	return qp->st == MLX5_QP_ST_UD || qp->st == MLX5_QP_ST_QP0 ||
	       qp->st == MLX5_QP_ST_QP1;
}

int exec_wqe(struct run *run)
{
	if (run->qp->kind == QUEUE_SQ)
		return exec_packet(run);
	switch (run->w.opcode) {
	case MLX5_OPCODE_NOP:
	case MLX5_OPCODE_SET_PSV:
		return EXEC_OK;
	case MLX5_OPCODE_SEND:
	case MLX5_OPCODE_SEND_IMM:
	case MLX5_OPCODE_SEND_INVAL:
		return is_datagram(run->qp) ? exec_datagram(run) :
					      exec_send(run);
	case MLX5_OPCODE_RDMA_WRITE:
	case MLX5_OPCODE_RDMA_WRITE_IMM:
		return exec_write(run);
	case MLX5_OPCODE_RDMA_READ:
		return exec_read(run);
	case MLX5_OPCODE_ATOMIC_CS:
	case MLX5_OPCODE_ATOMIC_FA:
	case MLX5_OPCODE_ATOMIC_MASKED_CS:
	case MLX5_OPCODE_ATOMIC_MASKED_FA:
		return exec_atomic(run);
	case MLX5_OPCODE_UMR:
		return exec_umr(run);
	case OPCODE_MMO:
		return exec_mmo(run);
	default:
		return MLX5_CQE_SYNDROME_LOCAL_QP_OP_ERR;
	}
}
