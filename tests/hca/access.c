// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Memory that work requests name: whether it may be used, and is there. */
#include "exec.h"

#define CHUNK		65536u

/* A driver that could not bring the pages makes the request fail. */
static int absent(struct run *run, const struct page_fault *fault,
		  int syndrome)
{
	if (run->qp->fault_failed) {
		run->qp->fault_failed = false;
		return syndrome;
	}
	run->fault = *fault;
	return EXEC_FAULT;
}

struct key_use requester_use(const struct run *run, u32 rights)
{
	return (struct key_use){
		.rights = rights,
		.pd = GET(qpc, run->qp->ctx, pd),
		.qpn = run->qp->qpn,
	};
}

int access_local(struct run *run, u32 rights)
{
	struct key_use use = requester_use(run, rights);
	struct page_fault fault = {
		.type = FAULT_REQUESTER |
			(rights & ACCESS_LOCAL_WRITE ? FAULT_WRITE : 0),
		.wq = run->qp->qpn,
		.index = run->w.index,
		.len = run->w.local.len,
	};

	switch (sgl_check(run->h, &run->w.local, &use)) {
	case KEY_OK:
		return EXEC_OK;
	case KEY_ABSENT:
		return absent(run, &fault, MLX5_CQE_SYNDROME_LOCAL_PROT_ERR);
	default:
		return MLX5_CQE_SYNDROME_LOCAL_PROT_ERR;
	}
}

int access_remote(struct run *run, const struct responder *d, u64 size,
		  u32 rights)
{
	struct key_use use = {
		.rights = rights, .pd = d->pd, .qpn = d->owner.qpn,
	};
	struct page_fault fault = {
		.type = FAULT_RDMA |
			(rights & ACCESS_REMOTE_READ ? 0 : FAULT_WRITE),
		.key = run->w.rkey,
		.va = run->w.raddr,
		.len = size,
	};

	if (!size)
		return EXEC_OK;
	switch (mkey_check(run->h, run->w.rkey, run->w.raddr, size, &use)) {
	case KEY_OK:
		return EXEC_OK;
	case KEY_ABSENT:
		return absent(run, &fault,
			      MLX5_CQE_SYNDROME_REMOTE_ACCESS_ERR);
	default:
		return MLX5_CQE_SYNDROME_REMOTE_ACCESS_ERR;
	}
}

/* Only as much of the receive WQE as the message fills. */
int access_receive(struct run *run, const struct responder *d, u64 size)
{
	struct key_use use = { .rights = ACCESS_LOCAL_WRITE, .pd = d->pd };
	struct page_fault fault = {
		.type = d->srqn ? 0 : FAULT_WRITE,
		.wq = d->srqn ? d->srqn : d->owner.qpn,
		.index = run->r.counter,
		.len = size,
	};
	enum key_result result = KEY_OK;
	u32 i;

	for (i = 0; i < run->r.sgl.count && size && result == KEY_OK; i++) {
		const struct sge *s = &run->r.sgl.sge[i];
		u64 n = MIN(size, s->len);

		result = mkey_check(run->h, s->key, s->addr, n, &use);
		size -= n;
	}
	if (result == KEY_ABSENT)
		return absent(run, &fault, MLX5_CQE_SYNDROME_REMOTE_OP_ERR);
	return result == KEY_OK ? EXEC_OK : MLX5_CQE_SYNDROME_REMOTE_OP_ERR;
}

/* Copy a message from the WQE's pieces to a receive WQE's. */
bool copy_to_receiver(struct run *run, u64 skip)
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

bool copy_to_remote(struct run *run)
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

bool copy_from_remote(struct run *run)
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
