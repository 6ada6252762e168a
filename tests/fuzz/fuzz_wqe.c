// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Send WQEs. The first byte of the input chooses the type of QP. */

#include "invariant.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const uint32_t types[] = {
		MLX5WQE_QPT_NONE, MLX5WQE_QPT_RC, MLX5WQE_QPT_UD,
		MLX5WQE_QPT_RAW_PACKET, MLX5WQE_QPT_XRC_INI, MLX5WQE_QPT_DCI,
		MLX5WQE_QPT_DRIVER, UINT32_MAX,
	};
	struct mlx5wqe_context context = { .kind = MLX5WQE_SQ };

	if (!size)
		return 0;
	context.qp_type = types[data[0] & 7];
	context.comp_mask = data[0] >> 3 & 3;
	check_wqe(data + 1, size - 1, &context);
	return 0;
}
