// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Receive WQEs. The first byte of the input chooses the kind of queue. */

#include "invariant.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct mlx5wqe_context context = { .kind = MLX5WQE_RQ };

	if (!size)
		return 0;
	if (data[0] & 1)
		context.kind = MLX5WQE_SRQ;
	if (data[0] & 2)
		context.qp_type = MLX5WQE_QPT_RC;
	if (data[0] & 4)
		context.flags |= MLX5WQE_INFO_FLAG_SIGNATURE;
	if (data[0] & 8)
		context.flags |= MLX5WQE_INFO_FLAG_STRIDING;
	check_wqe(data + 1, size - 1, &context);
	return 0;
}
