/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/* One work queue: its geometry, and the source that its bytes come from. */

#ifndef MLX5WQE_QUEUE_H
#define MLX5WQE_QUEUE_H

#include <stddef.h>
#include <stdint.h>

#include "bounds.h"
#include "mlx5wqe.h"

struct mlx5wqe_queue;

/* All return 0 or a positive errno value. */
struct source_ops {
	/*
	 * State and counters, now. If @ring is not NULL, slots from slot 0 are
	 * copied right after them, at most @room bytes, and *@copied says how
	 * many bytes of whole slots that were.
	 */
	int (*sample)(struct mlx5wqe_queue *queue, struct mlx5wqe_info *info,
		      void *ring, size_t room, size_t *copied);
	/* @span lies within the queue's geometry */
	int (*copy)(struct mlx5wqe_queue *queue,
		    const struct mlx5_wqe_span *span, void *buffer);
	/* Free what the source has allocated; may be NULL */
	void (*release)(struct mlx5wqe_queue *queue);
};

struct mlx5wqe_queue {
	const struct source_ops *ops;
	struct mlx5_wqe_geom geom;
	struct mlx5wqe_info fixed;	/* what does not change in its life */
	union {
		struct {
			struct ibv_context *context;
			uint32_t method;
			uint16_t handle_attr;	/* 0: by number */
			uint32_t handle;
			uint32_t qp_type;
		} kernel;
		struct {
			const uint8_t *buffer;
			const uint32_t *producer;	/* doorbell record */
			const struct ibv_qp *qp;	/* NULL: an SRQ */
		} mapped;
		struct {
			uint8_t *ring;
			struct mlx5wqe_image about;
		} image;
	};
};

/* Sources. They fill a queue that is all zero. */
struct ibv_context;
struct ibv_qp;
struct ibv_srq;

int source_kernel_qp(struct mlx5wqe_queue *queue, struct ibv_qp *qp,
		     enum mlx5wqe_kind kind);
int source_kernel_srq(struct mlx5wqe_queue *queue, struct ibv_srq *srq);
int source_kernel_number(struct mlx5wqe_queue *queue,
			 struct ibv_context *context, uint32_t number,
			 enum mlx5wqe_kind kind);
int source_mapped_qp(struct mlx5wqe_queue *queue, struct ibv_qp *qp,
		     enum mlx5wqe_kind kind);
int source_mapped_srq(struct mlx5wqe_queue *queue, struct ibv_srq *srq);

/* What no queue of a device exceeds, and a copy may allocate */
#define RING_MAX_BYTES (UINT64_C(1) << 31)

/*
 * One copy of all slots with the state that was read just before. The caller
 * frees *@ring. Returns 0 or a positive errno value.
 */
int queue_snapshot(struct mlx5wqe_queue *queue, struct mlx5wqe_info *info,
		   uint8_t **ring);

#endif /* MLX5WQE_QUEUE_H */
