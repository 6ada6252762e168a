// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* What the library says in the process that posted, through its mapping */

#include "builder.h"
#include "mlx5wqe.h"
#include "poster_die.h"

/* WQEs between what was executed and what the doorbell record says */
static uint32_t count_wqes(const struct queue *q)
{
	uint16_t end = be32toh(q->ring.dbrec[MLX5_SND_DBR]);
	uint32_t index = q->start, count = 0;

	while ((uint16_t)index != end) {
		const struct mlx5_wqe_ctrl_seg *ctrl =
			(const void *)((const uint8_t *)q->ring.sq.buf +
				       index % q->ring.sq.wqe_cnt *
				       q->ring.sq.stride);
		uint32_t ds = be32toh(ctrl->qpn_ds) & 0x3f;

		if (!ds || count > q->ring.sq.wqe_cnt)
			die("QP %u: no WQE at index %u", q->qp->qp_num, index);
		index += (ds + 3) / 4;
		count++;
	}
	return count;
}

void own_print(FILE *file, const struct queue *q)
{
	const struct mlx5wqe_select select = {
		.range = MLX5WQE_RANGE_INDEX,
		.wqe_index = q->start & 0xffff,
		.count = count_wqes(q),
	};
	struct mlx5wqe_queue *queue;

	queue = mlx5wqe_open_qp(q->qp, MLX5WQE_SQ, MLX5WQE_OPEN_MAPPED);
	need(queue);
	need_zero(mlx5wqe_print(file, queue, &select, MLX5WQE_PRINT_JSON |
				MLX5WQE_PRINT_RAW, NULL));
	mlx5wqe_close(queue);
}
