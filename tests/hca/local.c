// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Work that nobody else takes part in. */
#include "exec.h"

int exec_umr(struct run *run)
{
	struct key_use use = requester_use(run, ACCESS_LOCAL_READ);

	/* The driver changes keys of all protection domains in its queue. */
	if (run->qp->st == MLX5_QP_ST_REG_UMR)
		use.qpn = 0;
	return umr_exec(run->h, run->w.imm, &use, run->w.rest,
			run->w.rest_size);
}

/* Where a copy comes from or goes to; no length means the longest. */
static struct sge segment(const u8 *p)
{
	return (struct sge){
		.len = BE_GET(mlx5_wqe_data_seg, p, byte_count),
		.key = BE_GET(mlx5_wqe_data_seg, p, lkey),
		.addr = BE_GET(mlx5_wqe_data_seg, p, addr),
	};
}

static bool allowed(struct run *run, const struct sge *s, u32 rights)
{
	struct key_use use = requester_use(run, rights);

	return mkey_check(run->h, s->key, s->addr, s->len, &use) == KEY_OK;
}

/* What the copy leaves in the memory of its first segment is not modelled. */
int exec_mmo(struct run *run)
{
	const u32 ds = sizeof(struct mlx5_wqe_data_seg);
	struct sge from, to;
	u8 buf[4096];
	u64 pos, n;

	if (run->w.rest_size < 3 * ds)
		return MLX5_CQE_SYNDROME_LOCAL_QP_OP_ERR;
	from = segment(run->w.rest + ds);
	to = segment(run->w.rest + 2 * ds);
	if (from.len != to.len || !from.len || from.len > MSG_MAX)
		return MLX5_CQE_SYNDROME_LOCAL_LENGTH_ERR;
	if (!allowed(run, &from, ACCESS_LOCAL_READ) ||
	    !allowed(run, &to, ACCESS_LOCAL_WRITE))
		return MLX5_CQE_SYNDROME_LOCAL_PROT_ERR;
	for (pos = 0; pos < from.len; pos += n) {
		n = MIN(from.len - pos, sizeof(buf));
		if (!mkey_read(run->h, from.key, from.addr + pos, buf, n) ||
		    !mkey_write(run->h, to.key, to.addr + pos, buf, n))
			return MLX5_CQE_SYNDROME_LOCAL_PROT_ERR;
	}
	return EXEC_OK;
}

/* There is no wire: packets are read as far as keys go, and dropped. */
int exec_packet(struct run *run)
{
	return access_local(run, ACCESS_LOCAL_READ);
}
