// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Decodes an RDMA WRITE of an RC QP, in C and in C++. Some functions of its own
 * have the names of functions inside the library.
 */
#include <infiniband/mlx5wqe.h>

#include <stdio.h>
#include <string.h>

int write_hex(void);
int decode_raw(void);

int write_hex(void)
{
	return 1;
}

int decode_raw(void)
{
	return 2;
}

static int print_field(const struct mlx5wqe_event *event, void *arg)
{
	(void)arg;
	if (event->type == MLX5WQE_EVENT_SEGMENT)
		printf("%s:", event->name);
	else if (event->type == MLX5WQE_EVENT_SEGMENT_END)
		printf("\n");
	else if (event->type == MLX5WQE_EVENT_WARNING)
		printf(" warning");
	else if (event->bits >= 31) /* byte_count */
		printf(" %s 0x%llx", event->name,
		       (unsigned long long)event->value);
	return 0;
}

int main(void)
{
	/* QP 0x43, index 0, 3 units of 16 bytes */
	static const uint8_t wqe[48] = {
		0x00, 0x00, 0x00, 0x08, 0x00, 0x00, 0x43, 0x03,
		0x00, 0x00, 0x00, 0x08, 0x00, 0x00, 0x00, 0x00,
		0x00, 0x00, 0x7f, 0x0e, 0x2d, 0x48, 0x70, 0x00,
		0x00, 0x00, 0x06, 0x05, 0x00, 0x00, 0x00, 0x00,
		0x00, 0x01, 0x00, 0x00, 0x00, 0x00, 0x05, 0x04,
		0x00, 0x00, 0x7f, 0x06, 0x75, 0xe1, 0x40, 0x00,
	};
	struct mlx5wqe_context context;

	memset(&context, 0, sizeof(context));
	context.kind = MLX5WQE_SQ;
	context.qp_type = MLX5WQE_QPT_RC;
	if (mlx5wqe_decode(wqe, sizeof(wqe), &context, print_field, NULL))
		return 1;
	return write_hex() + decode_raw() - 3;
}
