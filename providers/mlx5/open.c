// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Which source serves a queue. */

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>

#include <infiniband/verbs.h>

#include "mlx5wqe.h"
#include "queue.h"

#define OPEN_FLAGS ((uint32_t)(MLX5WQE_OPEN_KERNEL | MLX5WQE_OPEN_MAPPED))

static bool flags_valid(uint32_t flags)
{
	return !(flags & ~OPEN_FLAGS) && flags != OPEN_FLAGS;
}

static bool of_a_qp(enum mlx5wqe_kind kind)
{
	return kind == MLX5WQE_SQ || kind == MLX5WQE_RQ;
}

/* The kernel cannot serve this queue: an old one, or a type it does not read */
static bool may_fall_back(int err, uint32_t flags)
{
	return !(flags & MLX5WQE_OPEN_KERNEL) &&
	       (err == EPROTONOSUPPORT || err == EOPNOTSUPP);
}

/* NULL and errno if what was asked for is not valid, or without memory */
static struct mlx5wqe_queue *begin(bool valid)
{
	if (valid)
		return calloc(1, sizeof(struct mlx5wqe_queue));
	errno = EINVAL;
	return NULL;
}

static struct mlx5wqe_queue *finish(struct mlx5wqe_queue *queue, int err)
{
	if (!err)
		return queue;
	free(queue);
	errno = err;
	return NULL;
}

struct mlx5wqe_queue *mlx5wqe_open_qp(struct ibv_qp *qp, enum mlx5wqe_kind kind,
				      uint32_t flags)
{
	struct mlx5wqe_queue *queue = begin(qp && flags_valid(flags) &&
					    of_a_qp(kind));
	int err = EOPNOTSUPP;

	if (!queue)
		return NULL;
	if (!(flags & MLX5WQE_OPEN_MAPPED))
		err = source_kernel_qp(queue, qp, kind);
	if (err && may_fall_back(err, flags))
		err = source_mapped_qp(queue, qp, kind);
	return finish(queue, err);
}

struct mlx5wqe_queue *mlx5wqe_open_srq(struct ibv_srq *srq, uint32_t flags)
{
	struct mlx5wqe_queue *queue = begin(srq && flags_valid(flags));
	int err = EOPNOTSUPP;

	if (!queue)
		return NULL;
	if (!(flags & MLX5WQE_OPEN_MAPPED))
		err = source_kernel_srq(queue, srq);
	if (err && may_fall_back(err, flags))
		err = source_mapped_srq(queue, srq);
	return finish(queue, err);
}

static struct mlx5wqe_queue *open_number(struct ibv_context *context,
					 uint32_t number,
					 enum mlx5wqe_kind kind, bool valid)
{
	struct mlx5wqe_queue *queue = begin(context && valid);

	if (!queue)
		return NULL;
	return finish(queue,
		      source_kernel_number(queue, context, number, kind));
}

struct mlx5wqe_queue *mlx5wqe_open_qpn(struct ibv_context *context,
				       uint32_t qpn, enum mlx5wqe_kind kind,
				       uint32_t flags)
{
	return open_number(context, qpn, kind, !flags && of_a_qp(kind));
}

struct mlx5wqe_queue *mlx5wqe_open_srqn(struct ibv_context *context,
					uint32_t srqn, uint32_t flags)
{
	return open_number(context, srqn, MLX5WQE_SRQ, !flags);
}
