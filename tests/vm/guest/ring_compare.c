// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
#include "ring.h"

#include <string.h>

struct ring_difference ring_compare(const struct ring *ring,
				    const struct mlx5_ib_wq_read_info *info,
				    bool query)
{
	const struct ring_difference fields[] = {
		{ "abi", info->abi, MLX5_IB_WQ_READ_ABI },
		{ "flags", info->flags,
		  ring->flags | (query ? ring->hw_flags : 0) },
		{ "buf_size", info->buf_size, ring->buf_size },
		{ "offset", info->offset, ring->offset },
		{ "wqe_cnt", info->wqe_cnt, ring->wqe_cnt },
		{ "stride", 1ULL << info->wqe_shift, ring->stride },
		{ "wqn", info->wqn, ring->wqn },
		{ "qp_type", info->qp_type, ring->qp_type },
		{ "sw_state", info->sw_state, ring->sw_state },
		{ "hw_state", info->hw_state, query ? ring->hw_state : 0 },
		{ "hw_counter", info->hw_counter, query ? ring->taken : 0 },
		{ "sw_counter", info->sw_counter, query ? ring->posted : 0 },
		{ "hw_errno", info->hw_errno, query ? ring->hw_errno : 0 },
		{ "owner", info->owner, ring->owner },
	};

	for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++)
		if (fields[i].got != fields[i].want)
			return fields[i];
	return (struct ring_difference) { NULL, 0, 0 };
}

uint32_t ring_slots_equal(const struct ring *ring, uint32_t first,
			  uint32_t count, const uint8_t *data)
{
	for (uint32_t i = 0; i < count; i++) {
		uint32_t slot = (first % ring->wqe_cnt + i) % ring->wqe_cnt;

		if (memcmp(data + (size_t)i * ring->stride,
			   ring->slots + (size_t)slot * ring->stride,
			   ring->stride))
			return i;
	}
	return count;
}
