// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* What an image holds, in its order. */

#include <string.h>

#include "image.h"

#define NUMBER_MAX 0xffffff	/* QPNs, SRQNs and others have 24 bits */
#define COUNTER_MAX 0xffff

#define STRING(member) { #member, offsetof(struct mlx5wqe_image, member) }
#define NUMBER(name, member, max) \
	{ name, offsetof(struct mlx5wqe_info, member), \
	  sizeof(((struct mlx5wqe_info *)0)->member), max }

const struct image_string image_strings[IMAGE_STRINGS] = {
	STRING(program), STRING(host), STRING(kernel), STRING(machine),
};

/* What is not bounded here is bounded by the geometry, or by nothing. */
const struct image_number image_numbers[IMAGE_NUMBERS] = {
	NUMBER("known", comp_mask, UINT32_MAX),
	NUMBER("flags", flags, UINT32_MAX),
	NUMBER("kind", kind, MLX5WQE_SRQ),
	NUMBER("source", source, MLX5WQE_SOURCE_MAPPED),
	NUMBER("number", number, NUMBER_MAX),
	NUMBER("wqn", wqn, NUMBER_MAX),
	NUMBER("qp_type", qp_type, UINT32_MAX),
	NUMBER("state", state, UINT32_MAX),
	NUMBER("owner", owner, UINT32_MAX),
	NUMBER("wqe_cnt", wqe_cnt, UINT32_MAX),
	NUMBER("stride", stride, UINT32_MAX),
	NUMBER("producer", producer, COUNTER_MAX),
	NUMBER("consumer", consumer, COUNTER_MAX),
	NUMBER("hw_errno", hw_errno, UINT32_MAX),
};

const struct image_number image_after_numbers[IMAGE_AFTER_NUMBERS] = {
	NUMBER("known after", comp_mask, UINT32_MAX),
	NUMBER("state after", state, UINT32_MAX),
	NUMBER("producer after", producer, COUNTER_MAX),
	NUMBER("consumer after", consumer, COUNTER_MAX),
	NUMBER("hw_errno after", hw_errno, UINT32_MAX),
};

uint32_t image_get(const struct image_number *number,
		   const struct mlx5wqe_info *info)
{
	const uint8_t *from = (const uint8_t *)info + number->member;
	uint64_t wide;
	uint32_t value;

	if (number->size == sizeof(wide)) {
		memcpy(&wide, from, sizeof(wide));
		return (uint32_t)wide;
	}
	memcpy(&value, from, sizeof(value));
	return value;
}

void image_set(const struct image_number *number, struct mlx5wqe_info *info,
	       uint32_t value)
{
	uint8_t *to = (uint8_t *)info + number->member;
	uint64_t wide = value;

	if (number->size == sizeof(wide))
		memcpy(to, &wide, sizeof(wide));
	else
		memcpy(to, &value, sizeof(value));
}
