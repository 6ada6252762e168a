/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
#ifndef MLX5WQE_OWNER_H
#define MLX5WQE_OWNER_H

#include "mlx5wqe.h"

/* Fill in the owner and its command; 0 is nobody that can be named. */
void owner_fill(struct mlx5wqe_info *info, uint32_t pid);

#endif /* MLX5WQE_OWNER_H */
