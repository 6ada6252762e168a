// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The two sources over a kernel and a libmlx5 of the test's making: the linker
 * wraps the calls that leave the library. The kernel holds every call against
 * the uapi header and gives what the test says.
 */

#include <arpa/inet.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <infiniband/mlx5dv.h>
#include <infiniband/verbs.h>
#include <rdma/ib_user_ioctl_cmds.h>
#include <rdma/mlx5_user_wq_read.h>
#include <rdma/rdma_user_ioctl.h>
#include <rdma/rdma_user_ioctl_cmds.h>

#include "mlx5wqe.h"
#include "unit.h"

#define CMD_FD 1234
#define QP_HANDLE 5
#define SRQ_HANDLE 6
#define QPN 0x4a
#define SRQN 0x3001

/* The kernel, as each test sets it up */
static struct {
	int err;			/* what every call fails with */
	struct mlx5_ib_wq_read_info info;
	const uint8_t *ring;
	uint32_t most;			/* slots that one call returns */
	uint32_t extra;			/* slots that it claims beyond */
	/* what was asked last, and how often */
	unsigned int calls;
	uint16_t method;
	uint16_t handle_attr;
	uint64_t handle;
	struct mlx5_ib_wq_read_req req;
} kernel;

/* What libmlx5 says of the objects */
static struct {
	int err;
	int srq_err;
	struct mlx5dv_qp qp;
	struct mlx5dv_srq srq;
	uint32_t srq_max_wr;
} own;

static struct ibv_device device = { .name = "mlx5_7" };
static struct ibv_context context = { .device = &device, .cmd_fd = CMD_FD };
static struct ibv_qp qp = {
	.context = &context,
	.handle = QP_HANDLE,
	.qp_num = QPN,
	.qp_type = IBV_QPT_UD,
	.state = IBV_QPS_RTR,
};
static struct ibv_srq srq = { .context = &context, .handle = SRQ_HANDLE };

int __wrap_ioctl(int fd, unsigned long request, ...);
bool __wrap_mlx5dv_is_supported(struct ibv_device *dev);
int __wrap_mlx5dv_init_obj(struct mlx5dv_obj *obj, uint64_t type);
int __wrap_ibv_query_srq(struct ibv_srq *of, struct ibv_srq_attr *attr);

/* The attribute with this id, taken off the list by clearing its id */
static struct ib_uverbs_attr *take(struct ib_uverbs_ioctl_hdr *hdr, uint16_t id,
				   uint16_t len)
{
	unsigned int i;

	for (i = 0; i < hdr->num_attrs; i++) {
		if (hdr->attrs[i].attr_id != id)
			continue;
		ck_assert_uint_eq(hdr->attrs[i].len, len);
		ck_assert_uint_eq(hdr->attrs[i].flags,
				  UVERBS_ATTR_F_MANDATORY);
		ck_assert_uint_eq(hdr->attrs[i].attr_data.reserved, 0);
		hdr->attrs[i].attr_id = 0;
		return &hdr->attrs[i];
	}
	return NULL;
}

static void take_handle(struct ib_uverbs_ioctl_hdr *hdr)
{
	static const uint16_t ids[] = {
		MLX5_IB_ATTR_WQ_READ_QP_HANDLE, MLX5_IB_ATTR_WQ_READ_SRQ_HANDLE,
	};
	struct ib_uverbs_attr *attr;
	size_t i;

	kernel.handle_attr = 0;
	for (i = 0; i < ARRAY_SIZE(ids); i++) {
		attr = take(hdr, ids[i], 0);
		if (!attr)
			continue;
		kernel.handle_attr = ids[i];
		kernel.handle = attr->data;
	}
}

/* Slots from req.first on, up to the end of the ring, then from slot 0 */
static uint32_t give_slots(uint8_t *to)
{
	uint32_t shift = kernel.info.wqe_shift, i, slot;
	uint32_t count = kernel.req.count;

	if (count > kernel.most)
		count = kernel.most;
	for (i = 0; i < count; i++) {
		slot = (kernel.req.first + i) % kernel.info.wqe_cnt;
		memcpy(to + ((size_t)i << shift),
		       kernel.ring + ((size_t)slot << shift),
		       (size_t)1 << shift);
	}
	return count;
}

static void serve(struct ib_uverbs_ioctl_hdr *hdr)
{
	uint32_t shift = kernel.info.wqe_shift;
	struct ib_uverbs_attr *attr, *info, *data = NULL;
	struct mlx5_ib_wq_read_info answer = kernel.info;
	unsigned int i;

	ck_assert_uint_eq(hdr->length, sizeof(*hdr) +
			  hdr->num_attrs * sizeof(hdr->attrs[0]));
	ck_assert_uint_eq(hdr->object_id, UVERBS_OBJECT_DEVICE);
	ck_assert_uint_eq(hdr->driver_id, RDMA_DRIVER_MLX5);
	ck_assert_uint_eq(hdr->reserved1 | hdr->reserved2, 0);
	kernel.method = hdr->method_id;

	attr = take(hdr, MLX5_IB_ATTR_WQ_READ_REQ, sizeof(kernel.req));
	memcpy(&kernel.req, (void *)(uintptr_t)attr->data, sizeof(kernel.req));
	info = take(hdr, MLX5_IB_ATTR_WQ_READ_INFO, sizeof(answer));
	take_handle(hdr);
	if (kernel.req.count) {
		ck_assert_uint_le((uint64_t)kernel.req.count << shift, 65535);
		/* no more than there is room for in the copy of a ring */
		ck_assert_uint_le(kernel.req.count, kernel.info.wqe_cnt);
		data = take(hdr, MLX5_IB_ATTR_WQ_READ_DATA,
			    (uint16_t)(kernel.req.count << shift));
		answer.count = give_slots((void *)(uintptr_t)data->data);
	}
	for (i = 0; i < hdr->num_attrs; i++)
		ck_assert_uint_eq(hdr->attrs[i].attr_id, 0);
	if (!(kernel.req.flags & MLX5_IB_WQ_READ_REQ_QUERY_HW)) {
		answer.flags &= ~(uint32_t)MLX5_IB_WQ_READ_INFO_HW_VALID;
		answer.hw_errno = 0;
	}
	answer.count += kernel.extra;
	memcpy((void *)(uintptr_t)info->data, &answer, sizeof(answer));
}

int __wrap_ioctl(int fd, unsigned long request, ...)
{
	va_list ap;
	void *arg;

	va_start(ap, request);
	arg = va_arg(ap, void *);
	va_end(ap);
	ck_assert_int_eq(fd, CMD_FD);
	ck_assert_uint_eq(request, RDMA_VERBS_IOCTL);
	kernel.calls++;
	if (kernel.err) {
		errno = kernel.err;
		return -1;
	}
	serve(arg);
	return 0;
}

bool __wrap_mlx5dv_is_supported(struct ibv_device *dev)
{
	return dev == &device;
}

int __wrap_mlx5dv_init_obj(struct mlx5dv_obj *obj, uint64_t type)
{
	uint64_t mask;

	if (own.err)
		return own.err;
	if (type == MLX5DV_OBJ_QP) {
		ck_assert_ptr_eq(obj->qp.in, &qp);
		mask = obj->qp.out->comp_mask;
		*obj->qp.out = own.qp;
		obj->qp.out->comp_mask &= mask;
		return 0;
	}
	ck_assert_uint_eq(type, MLX5DV_OBJ_SRQ);
	ck_assert_ptr_eq(obj->srq.in, &srq);
	mask = obj->srq.out->comp_mask;
	*obj->srq.out = own.srq;
	if (!(mask & MLX5DV_SRQ_MASK_SRQN))
		obj->srq.out->srqn = 0;
	return 0;
}

int __wrap_ibv_query_srq(struct ibv_srq *of, struct ibv_srq_attr *attr)
{
	ck_assert_ptr_eq(of, &srq);
	attr->max_wr = own.srq_max_wr;
	return own.srq_err;
}

static void forget(void)
{
	memset(&kernel, 0, sizeof(kernel));
	memset(&own, 0, sizeof(own));
}

/* A send queue of @wqe_cnt slots of 2^@shift bytes in a buffer with an RQ */
static void kernel_has(uint32_t wqe_cnt, uint32_t shift, const uint8_t *ring)
{
	kernel.info = (struct mlx5_ib_wq_read_info){
		.abi = MLX5_IB_WQ_READ_ABI,
		.flags = MLX5_IB_WQ_READ_INFO_HW_VALID,
		.buf_size = 4096 + ((uint64_t)wqe_cnt << shift),
		.offset = 4096,
		.wqe_cnt = wqe_cnt,
		.wqe_shift = shift,
		.wqn = 0x77,
		.qp_type = IBV_QPT_RC,
		.sw_state = IBV_QPS_RTS,
		.hw_state = 3,
		.hw_counter = 0x1000c,
		.sw_counter = 0x1004c,
	};
	kernel.ring = ring;
	kernel.most = UINT32_MAX;
}

START_TEST(own_qp)
{
	struct mlx5wqe_queue *queue;
	struct mlx5wqe_info info;

	kernel_has(128, 6, NULL);
	queue = mlx5wqe_open_qp(&qp, MLX5WQE_RQ, 0);
	ck_assert_ptr_nonnull(queue);
	ck_assert_uint_eq(kernel.calls, 1);
	ck_assert_uint_eq(kernel.method, MLX5_IB_METHOD_WQ_READ);
	ck_assert_uint_eq(kernel.handle_attr, MLX5_IB_ATTR_WQ_READ_QP_HANDLE);
	ck_assert_uint_eq(kernel.handle, QP_HANDLE);
	ck_assert_uint_eq(kernel.req.queue, MLX5_IB_WQ_READ_RQ);
	ck_assert_uint_eq(kernel.req.num, 0);
	ck_assert_uint_eq(kernel.req.count, 0);

	ck_assert_int_eq(mlx5wqe_query(queue, &info), 0);
	ck_assert_uint_eq(kernel.req.flags, MLX5_IB_WQ_READ_REQ_QUERY_HW);
	ck_assert_uint_eq(info.comp_mask, MLX5WQE_INFO_QP_TYPE |
			  MLX5WQE_INFO_STATE | MLX5WQE_INFO_PRODUCER |
			  MLX5WQE_INFO_CONSUMER);
	ck_assert_uint_eq(info.flags, 0);
	ck_assert_uint_eq(info.kind, MLX5WQE_RQ);
	ck_assert_uint_eq(info.source, MLX5WQE_SOURCE_KERNEL);
	ck_assert_uint_eq(info.number, QPN);
	ck_assert_uint_eq(info.wqn, 0x77);
	ck_assert_uint_eq(info.qp_type, MLX5WQE_QPT_RC);
	ck_assert_uint_eq(info.state, IBV_QPS_RTS);
	ck_assert_uint_eq(info.wqe_cnt, 128);
	ck_assert_uint_eq(info.stride, 64);
	/* the low 16 bits of the counters */
	ck_assert_uint_eq(info.producer, 0x4c);
	ck_assert_uint_eq(info.consumer, 0x0c);
	ck_assert_str_eq(info.device, "mlx5_7");
	ck_assert_str_eq(info.owner_comm, "");
	mlx5wqe_close(queue);
}
END_TEST

START_TEST(own_srq)
{
	struct mlx5wqe_queue *queue;
	struct mlx5wqe_info info;

	kernel_has(128, 6, NULL);
	queue = mlx5wqe_open_srq(&srq, MLX5WQE_OPEN_KERNEL);
	ck_assert_ptr_nonnull(queue);
	ck_assert_uint_eq(kernel.method, MLX5_IB_METHOD_WQ_READ);
	ck_assert_uint_eq(kernel.handle_attr, MLX5_IB_ATTR_WQ_READ_SRQ_HANDLE);
	ck_assert_uint_eq(kernel.handle, SRQ_HANDLE);
	ck_assert_uint_eq(kernel.req.queue, MLX5_IB_WQ_READ_SRQ);

	ck_assert_int_eq(mlx5wqe_query(queue, &info), 0);
	ck_assert_uint_eq(info.kind, MLX5WQE_SRQ);
	ck_assert_uint_eq(info.number, 0x77);
	/* neither type nor state: those are of a QP */
	ck_assert_uint_eq(info.comp_mask, MLX5WQE_INFO_PRODUCER |
			  MLX5WQE_INFO_CONSUMER);
	ck_assert_uint_eq(info.qp_type | info.state, 0);
	mlx5wqe_close(queue);
}
END_TEST

START_TEST(by_number)
{
	struct mlx5wqe_queue *queue;
	struct mlx5wqe_info info;

	kernel_has(128, 6, NULL);
	kernel.info.owner = (uint32_t)getpid();
	kernel.info.flags |= MLX5_IB_WQ_READ_INFO_KERNEL |
			     MLX5_IB_WQ_READ_INFO_SIGNATURE;
	prctl(PR_SET_NAME, "owner of it");
	queue = mlx5wqe_open_qpn(&context, QPN, MLX5WQE_SQ, 0);
	ck_assert_ptr_nonnull(queue);
	ck_assert_uint_eq(kernel.method, MLX5_IB_METHOD_WQ_READ_BY_NUM);
	ck_assert_uint_eq(kernel.handle_attr, 0);
	ck_assert_uint_eq(kernel.req.queue, MLX5_IB_WQ_READ_SQ);
	ck_assert_uint_eq(kernel.req.num, QPN);
	ck_assert_uint_eq(kernel.req.port, 0);

	ck_assert_int_eq(mlx5wqe_query(queue, &info), 0);
	ck_assert(info.comp_mask & MLX5WQE_INFO_OWNER);
	ck_assert_uint_eq(info.owner, (uint32_t)getpid());
	ck_assert_str_eq(info.owner_comm, "owner of it");
	ck_assert_uint_eq(info.flags, MLX5WQE_INFO_FLAG_KERNEL |
			  MLX5WQE_INFO_FLAG_SIGNATURE);
	mlx5wqe_close(queue);

	queue = mlx5wqe_open_srqn(&context, SRQN, 0);
	ck_assert_ptr_nonnull(queue);
	ck_assert_uint_eq(kernel.req.queue, MLX5_IB_WQ_READ_SRQ);
	ck_assert_uint_eq(kernel.req.num, SRQN);
	ck_assert_int_eq(mlx5wqe_query(queue, &info), 0);
	ck_assert_uint_eq(info.number, SRQN);
	mlx5wqe_close(queue);
}
END_TEST

/* States of the device (PRM, QPC) as those of verbs; else what the driver says */
START_TEST(states)
{
	static const struct {
		uint32_t hw_state, state;
	} cases[] = {
		{ 0, IBV_QPS_RESET }, { 1, IBV_QPS_INIT }, { 2, IBV_QPS_RTR },
		{ 3, IBV_QPS_RTS }, { 4, IBV_QPS_SQE }, { 5, IBV_QPS_SQD },
		{ 6, IBV_QPS_ERR }, { 7, IBV_QPS_SQD }, { 8, IBV_QPS_UNKNOWN },
		{ 9, IBV_QPS_UNKNOWN }, { UINT32_MAX, IBV_QPS_UNKNOWN },
	};
	struct mlx5wqe_queue *queue;
	struct mlx5wqe_info info;

	kernel_has(128, 6, NULL);
	kernel.info.sw_state = IBV_QPS_UNKNOWN;
	kernel.info.hw_state = cases[_i].hw_state;
	queue = mlx5wqe_open_qp(&qp, MLX5WQE_SQ, 0);
	ck_assert_int_eq(mlx5wqe_query(queue, &info), 0);
	ck_assert_uint_eq(info.state, cases[_i].state);
	mlx5wqe_close(queue);
}
END_TEST

/* A device that is gone is when people look. */
START_TEST(device_does_not_answer)
{
	struct mlx5wqe_queue *queue;
	struct mlx5wqe_info info;

	kernel_has(128, 6, NULL);
	kernel.info.flags = 0;
	kernel.info.hw_errno = ETIMEDOUT;
	kernel.info.sw_state = IBV_QPS_SQD;
	queue = mlx5wqe_open_qp(&qp, MLX5WQE_SQ, 0);
	ck_assert_int_eq(mlx5wqe_query(queue, &info), 0);
	ck_assert_uint_eq(info.hw_errno, ETIMEDOUT);
	ck_assert_uint_eq(info.state, IBV_QPS_SQD);
	ck_assert_uint_eq(info.comp_mask, MLX5WQE_INFO_QP_TYPE |
			  MLX5WQE_INFO_STATE);
	ck_assert_uint_eq(info.producer | info.consumer, 0);
	mlx5wqe_close(queue);
}
END_TEST

static void expect_errno(struct mlx5wqe_queue *queue, int err)
{
	int got = errno;

	ck_assert_ptr_null(queue);
	ck_assert_int_eq(got, err);
	errno = 0;
}

/* What the kernel says; a kernel without the methods says ENOTTY or so. */
START_TEST(errors_of_the_kernel)
{
	static const struct {
		int kernel, err;
	} cases[] = {
		{ ENOTTY, EPROTONOSUPPORT },
		{ EPROTONOSUPPORT, EPROTONOSUPPORT },
		{ EOPNOTSUPP, EOPNOTSUPP }, { EPERM, EPERM },
		{ ENOENT, ENOENT }, { ENODATA, ENODATA }, { EIO, EIO },
		{ EINVAL, EINVAL }, { ENOMEM, ENOMEM },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		kernel.err = cases[i].kernel;
		expect_errno(mlx5wqe_open_qpn(&context, QPN, MLX5WQE_SQ, 0),
			     cases[i].err);
		expect_errno(mlx5wqe_open_srqn(&context, SRQN, 0),
			     cases[i].err);
		expect_errno(mlx5wqe_open_qp(&qp, MLX5WQE_SQ,
					     MLX5WQE_OPEN_KERNEL),
			     cases[i].err);
		expect_errno(mlx5wqe_open_srq(&srq, MLX5WQE_OPEN_KERNEL),
			     cases[i].err);
	}
	ck_assert_uint_eq(kernel.calls, 4 * ARRAY_SIZE(cases));
}
END_TEST

/* Another driver's method of that number leaves the answer as it was. */
START_TEST(answer_of_another_method)
{
	kernel_has(128, 6, NULL);
	kernel.info.abi = 0;
	expect_errno(mlx5wqe_open_qpn(&context, QPN, MLX5WQE_SQ, 0),
		     EPROTONOSUPPORT);
}
END_TEST

START_TEST(geometry_of_the_kernel)
{
	kernel_has(0, 6, NULL);
	expect_errno(mlx5wqe_open_qpn(&context, QPN, MLX5WQE_SQ, 0), ENODATA);
	kernel_has(128, 6, NULL);
	kernel.info.buf_size--;
	expect_errno(mlx5wqe_open_qpn(&context, QPN, MLX5WQE_SQ, 0), EINVAL);
	kernel_has(128, 6, NULL);
	kernel.info.wqe_shift = 32;
	expect_errno(mlx5wqe_open_qpn(&context, QPN, MLX5WQE_SQ, 0), EINVAL);
}
END_TEST

START_TEST(no_cpu_can_read_it)
{
	struct mlx5wqe_queue *queue;
	uint8_t byte;

	kernel_has(128, 6, NULL);
	kernel.info.flags |= MLX5_IB_WQ_READ_INFO_NO_BUFFER;
	queue = mlx5wqe_open_qpn(&context, QPN, MLX5WQE_SQ, 0);
	ck_assert_ptr_nonnull(queue);
	ck_assert_int_eq(mlx5wqe_read(queue, &byte, 1, 0, 1, NULL),
			 EOPNOTSUPP);
	ck_assert_uint_eq(kernel.calls, 1);
	mlx5wqe_close(queue);
}
END_TEST

static uint8_t *random_ring(size_t length)
{
	struct rng rng = { length };
	uint8_t *ring = malloc(length);

	ck_assert_ptr_nonnull(ring);
	rng_fill(&rng, ring, length);
	return ring;
}

/* 2000 slots of 64 bytes: 65535 bytes a call are 1023 slots */
START_TEST(long_reads)
{
	static const uint32_t most[] = { UINT32_MAX, 1000, 7, 1 };
	size_t length = 2000 * 64, room, copied;
	uint8_t *ring = random_ring(length), *buffer = malloc(length);
	struct mlx5wqe_queue *queue;
	size_t i;

	kernel_has(2000, 6, ring);
	queue = mlx5wqe_open_qpn(&context, QPN, MLX5WQE_SQ, 0);
	for (i = 0; i < ARRAY_SIZE(most); i++) {
		kernel.most = most[i];
		for (room = 0; room < length; room = room * 3 + 61) {
			memset(buffer, 0, length);
			ck_assert_int_eq(mlx5wqe_read(queue, buffer, room, 2003,
						      length, &copied), 0);
			/* index 2003 is slot 3; 1997 are left */
			ck_assert_uint_eq(copied, room < 1997 * 64 ? room :
					  1997 * 64);
			ck_assert_mem_eq(buffer, ring + 3 * 64, copied);
			if (copied < length)
				ck_assert_uint_eq(buffer[copied], 0);
		}
	}
	kernel.calls = 0;
	kernel.most = UINT32_MAX;
	ck_assert_int_eq(mlx5wqe_read(queue, buffer, length, 0, length, NULL),
			 0);
	ck_assert_uint_eq(kernel.calls, 2);
	ck_assert_mem_eq(buffer, ring, length);
	mlx5wqe_close(queue);
	free(buffer);
	free(ring);
}
END_TEST

static int collect(const struct mlx5wqe_info *info,
		   const struct mlx5wqe_wqe *wqe, void *arg)
{
	(void)info;
	fwrite(wqe->bytes, 1, wqe->length, arg);
	return 0;
}

/* An answer of no slot would never end, one of too many would overrun. */
START_TEST(wrong_counts)
{
	struct mlx5wqe_select all = { .range = MLX5WQE_RANGE_ALL };
	uint8_t *ring = random_ring(16 * 64);
	struct mlx5wqe_queue *queue;
	uint8_t buffer[128];
	size_t copied = 3;

	kernel_has(16, 6, ring);
	queue = mlx5wqe_open_qpn(&context, QPN, MLX5WQE_SQ, 0);
	kernel.most = 0;
	ck_assert_int_eq(mlx5wqe_read(queue, buffer, 128, 0, 128, &copied),
			 EPROTO);
	ck_assert_int_eq(mlx5wqe_read(queue, buffer, 128, 0, 1, &copied),
			 EPROTO);
	kernel.most = UINT32_MAX;
	kernel.extra = 1;
	ck_assert_int_eq(mlx5wqe_read(queue, buffer, 128, 0, 128, &copied),
			 EPROTO);
	ck_assert_int_eq(mlx5wqe_walk(queue, &all, NULL, collect, NULL),
			 EPROTO);
	kernel.extra = UINT32_MAX - 1;
	ck_assert_int_eq(mlx5wqe_read(queue, buffer, 128, 0, 128, &copied),
			 EPROTO);
	ck_assert_uint_eq(copied, 3);
	mlx5wqe_close(queue);
	free(ring);
}
END_TEST

/*
 * The number may be that of a new queue by the time of the next call. Bytes of
 * another geometry or type would be taken for what they are not.
 */
START_TEST(number_of_another_queue)
{
	static const struct {
		const char *what;
		size_t offset, size;
		struct mlx5_ib_wq_read_info info;
		int err;
	} changes[] = {
#define CHANGE(member, value, err)					\
	{ #member, offsetof(struct mlx5_ib_wq_read_info, member),	\
	  sizeof(kernel.info.member), { .member = value }, err }
		CHANGE(wqe_cnt, 32, ESTALE), CHANGE(offset, 64, ESTALE),
		CHANGE(buf_size, 1u << 20, ESTALE), CHANGE(wqn, 1, ESTALE),
		CHANGE(qp_type, MLX5_IB_WQ_READ_QPT_DCI, ESTALE),
		CHANGE(flags, MLX5_IB_WQ_READ_INFO_NO_BUFFER, ESTALE),
		CHANGE(flags, MLX5_IB_WQ_READ_INFO_SIGNATURE, ESTALE),
		/* these change as a queue is used */
		CHANGE(flags, MLX5_IB_WQ_READ_INFO_HW_VALID, 0),
		CHANGE(sw_state, 6, 0), CHANGE(hw_state, 6, 0),
		CHANGE(hw_counter, 9, 0), CHANGE(sw_counter, 9, 0),
		CHANGE(hw_errno, EIO, 0), CHANGE(owner, 1, 0),
#undef CHANGE
	};
	struct mlx5wqe_select all = { .range = MLX5WQE_RANGE_ALL };
	uint8_t *ring = random_ring(16 * 64), buffer[64];
	struct mlx5wqe_queue *queue;
	struct mlx5wqe_info info;
	size_t at = changes[_i].offset;

	kernel_has(16, 6, ring);
	kernel.info.qp_type = MLX5WQE_QPT_RC;
	queue = mlx5wqe_open_qpn(&context, QPN, MLX5WQE_SQ, 0);
	ck_assert_ptr_nonnull(queue);
	memcpy((uint8_t *)&kernel.info + at,
	       (const uint8_t *)&changes[_i].info + at, changes[_i].size);
	/* where the bytes come from is not what this is about */
	kernel.most = 0;
	ck_assert_int_eq(mlx5wqe_query(queue, &info), changes[_i].err);
	if (changes[_i].err) {
		ck_assert_int_eq(mlx5wqe_read(queue, buffer, 64, 0, 64, NULL),
				 ESTALE);
		ck_assert_int_eq(mlx5wqe_walk(queue, &all, NULL, collect, NULL),
				 ESTALE);
	}
	mlx5wqe_close(queue);
	free(ring);
}
END_TEST

START_TEST(number_of_another_stride)
{
	struct mlx5wqe_queue *queue;
	struct mlx5wqe_info info;

	kernel_has(16, 6, NULL);
	queue = mlx5wqe_open_qpn(&context, QPN, MLX5WQE_SQ, 0);
	ck_assert_ptr_nonnull(queue);
	kernel.info.wqe_shift = 4;
	ck_assert_int_eq(mlx5wqe_query(queue, &info), ESTALE);
	kernel.info.wqe_shift = 6;
	ck_assert_int_eq(mlx5wqe_query(queue, &info), 0);
	mlx5wqe_close(queue);
}
END_TEST

/* Slots of 64 KiB do not fit into one call. */
START_TEST(slots_beyond_a_call)
{
	struct mlx5wqe_queue *queue;
	uint8_t byte;

	kernel_has(2, 16, NULL);
	queue = mlx5wqe_open_qpn(&context, QPN, MLX5WQE_SQ, 0);
	ck_assert_int_eq(mlx5wqe_read(queue, &byte, 1, 0, 1, NULL),
			 EOPNOTSUPP);
	mlx5wqe_close(queue);
}
END_TEST

/*
 * Counters and bytes of a walk come in one call if that can hold all slots, and
 * in order if it takes more.
 */
START_TEST(walk_takes_one_copy)
{
	static const struct {
		uint32_t wqe_cnt, most, calls;
	} cases[] = {
		{ 1023, UINT32_MAX, 1 }, { 1024, UINT32_MAX, 2 },
		{ 16, 5, 4 }, { 16, 0, 2 },
	};
	struct mlx5wqe_select select = { .range = MLX5WQE_RANGE_ALL };
	size_t length = (size_t)cases[_i].wqe_cnt * 64, size;
	uint8_t *ring = random_ring(length);
	struct mlx5wqe_queue *queue;
	char *seen;
	FILE *file = open_memstream(&seen, &size);

	kernel_has(cases[_i].wqe_cnt, 6, ring);
	kernel.info.flags = 0;
	queue = mlx5wqe_open_srqn(&context, SRQN, 0);
	kernel.calls = 0;
	kernel.most = cases[_i].most;
	ck_assert_int_eq(mlx5wqe_walk(queue, &select, NULL, collect, file),
			 kernel.most ? 0 : EPROTO);
	fclose(file);
	ck_assert_uint_eq(kernel.calls, cases[_i].calls);
	if (kernel.most) {
		ck_assert_uint_eq(size, length);
		ck_assert_mem_eq(seen, ring, length);
	}
	free(seen);
	mlx5wqe_close(queue);
	free(ring);
}
END_TEST

static __be32 doorbells[2];

static void own_has(uint8_t *ring, uint32_t wqe_cnt, uint32_t stride)
{
	doorbells[MLX5_RCV_DBR] = htonl(0x10005);
	doorbells[MLX5_SND_DBR] = htonl(0xfffe);
	own.qp.dbrec = doorbells;
	own.qp.sq.buf = ring;
	own.qp.sq.wqe_cnt = wqe_cnt;
	own.qp.sq.stride = stride;
	own.qp.rq.buf = ring + stride;
	own.qp.rq.wqe_cnt = wqe_cnt - 1;
	own.qp.rq.stride = stride;
	own.srq.buf = ring;
	own.srq.dbrec = doorbells;
	own.srq.stride = stride;
	own.srq.srqn = SRQN;
	own.srq_max_wr = wqe_cnt - 1;
}

static void expect_bytes(struct mlx5wqe_queue *queue, const uint8_t *ring,
			 size_t length)
{
	uint8_t *buffer = malloc(length + 1);
	size_t copied;

	ck_assert_int_eq(mlx5wqe_read(queue, buffer, length + 1, 0, SIZE_MAX,
				      &copied), 0);
	ck_assert_uint_eq(copied, length);
	ck_assert_mem_eq(buffer, ring, length);
	free(buffer);
}

START_TEST(own_mapping)
{
	uint8_t *ring = random_ring(4 * 64);
	struct mlx5wqe_queue *queue;
	struct mlx5wqe_info info;

	own_has(ring, 4, 64);
	prctl(PR_SET_NAME, "myself");
	queue = mlx5wqe_open_qp(&qp, MLX5WQE_SQ, MLX5WQE_OPEN_MAPPED);
	ck_assert_ptr_nonnull(queue);
	ck_assert_int_eq(mlx5wqe_query(queue, &info), 0);
	ck_assert_uint_eq(info.comp_mask, MLX5WQE_INFO_QP_TYPE |
			  MLX5WQE_INFO_STATE | MLX5WQE_INFO_OWNER |
			  MLX5WQE_INFO_PRODUCER);
	ck_assert_uint_eq(info.source, MLX5WQE_SOURCE_MAPPED);
	ck_assert_uint_eq(info.number, QPN);
	ck_assert_uint_eq(info.wqn, QPN);
	ck_assert_uint_eq(info.qp_type, MLX5WQE_QPT_UD);
	ck_assert_uint_eq(info.state, IBV_QPS_RTR);
	ck_assert_uint_eq(info.owner, (uint32_t)getpid());
	ck_assert_str_eq(info.owner_comm, "myself");
	ck_assert_str_eq(info.device, "mlx5_7");
	ck_assert_uint_eq(info.wqe_cnt, 4);
	ck_assert_uint_eq(info.stride, 64);
	ck_assert_uint_eq(info.producer, 0xfffe);
	ck_assert_uint_eq(info.consumer, 0);
	expect_bytes(queue, ring, 4 * 64);
	mlx5wqe_close(queue);

	/* 3 slots, which is no power of two */
	queue = mlx5wqe_open_qp(&qp, MLX5WQE_RQ, MLX5WQE_OPEN_MAPPED);
	ck_assert_int_eq(mlx5wqe_query(queue, &info), 0);
	ck_assert_uint_eq(info.producer, 5);
	ck_assert_uint_eq(info.wqe_cnt, 3);
	expect_bytes(queue, ring + 64, 3 * 64);
	mlx5wqe_close(queue);

	queue = mlx5wqe_open_srq(&srq, MLX5WQE_OPEN_MAPPED);
	ck_assert_int_eq(mlx5wqe_query(queue, &info), 0);
	ck_assert_uint_eq(info.comp_mask, MLX5WQE_INFO_OWNER |
			  MLX5WQE_INFO_PRODUCER);
	ck_assert_uint_eq(info.number, SRQN);
	ck_assert_uint_eq(info.producer, 5);
	ck_assert_uint_eq(info.wqe_cnt, 4);
	expect_bytes(queue, ring, 4 * 64);
	mlx5wqe_close(queue);
	ck_assert_uint_eq(kernel.calls, 0);
	free(ring);
}
END_TEST

/* The device knows them by numbers of their own, if libmlx5 tells. */
START_TEST(own_mapping_of_a_raw_packet_qp)
{
	static const struct {
		uint64_t mask;
		enum mlx5wqe_kind kind;
		uint32_t wqn;
	} cases[] = {
		{ MLX5DV_QP_MASK_RAW_QP_HANDLES, MLX5WQE_SQ, 0x51 },
		{ MLX5DV_QP_MASK_RAW_QP_HANDLES, MLX5WQE_RQ, 0x52 },
		{ 0, MLX5WQE_RQ, QPN },
	};
	uint8_t ring[4 * 64] = {};
	struct mlx5wqe_queue *queue;
	struct mlx5wqe_info info;

	own_has(ring, 4, 64);
	own.qp.comp_mask = cases[_i].mask;
	own.qp.sqn = 0x51;
	own.qp.rqn = 0x52;
	queue = mlx5wqe_open_qp(&qp, cases[_i].kind, MLX5WQE_OPEN_MAPPED);
	ck_assert_int_eq(mlx5wqe_query(queue, &info), 0);
	ck_assert_uint_eq(info.number, QPN);
	ck_assert_uint_eq(info.wqn, cases[_i].wqn);
	mlx5wqe_close(queue);
}
END_TEST

/* Only where the kernel cannot, not where it must not */
START_TEST(falls_back)
{
	static const int cannot[] = { ENOTTY, EPROTONOSUPPORT, EOPNOTSUPP };
	static const int must_not[] = { EPERM, ENODATA, EIO, EINVAL, EACCES };
	uint8_t *ring = random_ring(4 * 64);
	struct mlx5wqe_queue *queue;
	size_t i;

	own_has(ring, 4, 64);
	for (i = 0; i < ARRAY_SIZE(cannot); i++) {
		kernel.err = cannot[i];
		queue = mlx5wqe_open_qp(&qp, MLX5WQE_SQ, 0);
		ck_assert_ptr_nonnull(queue);
		expect_bytes(queue, ring, 4 * 64);
		mlx5wqe_close(queue);
		queue = mlx5wqe_open_srq(&srq, 0);
		ck_assert_ptr_nonnull(queue);
		expect_bytes(queue, ring, 4 * 64);
		mlx5wqe_close(queue);
	}
	for (i = 0; i < ARRAY_SIZE(must_not); i++) {
		kernel.err = must_not[i];
		expect_errno(mlx5wqe_open_qp(&qp, MLX5WQE_SQ, 0), must_not[i]);
		expect_errno(mlx5wqe_open_srq(&srq, 0), must_not[i]);
	}
	free(ring);
}
END_TEST

static void expect_mapped_errno(int err)
{
	expect_errno(mlx5wqe_open_qp(&qp, MLX5WQE_SQ, MLX5WQE_OPEN_MAPPED),
		     err);
	expect_errno(mlx5wqe_open_srq(&srq, MLX5WQE_OPEN_MAPPED), err);
}

START_TEST(mapping_that_does_not_do)
{
	uint8_t *ring = random_ring(4 * 64);

	own_has(ring, 4, 48);
	expect_mapped_errno(EOPNOTSUPP);
	own_has(ring, 4, 0);
	expect_mapped_errno(ENODATA);
	own_has(ring, 4, 64);
	own.qp.sq.buf = NULL;
	own.srq.buf = NULL;
	expect_mapped_errno(ENODATA);
	own_has(ring, 4, 64);
	own.qp.sq.wqe_cnt = 0;
	expect_errno(mlx5wqe_open_qp(&qp, MLX5WQE_SQ, MLX5WQE_OPEN_MAPPED),
		     ENODATA);
	own.srq_err = EIO;
	expect_errno(mlx5wqe_open_srq(&srq, MLX5WQE_OPEN_MAPPED), EIO);
	own.err = ENOTSUP;
	expect_mapped_errno(ENOTSUP);
	free(ring);
}
END_TEST

static TCase *kernel_cases(void)
{
	TCase *tc = tcase_create("kernel");

	tcase_set_timeout(tc, CASE_TIMEOUT);
	tcase_add_checked_fixture(tc, forget, NULL);
	tcase_add_test(tc, own_qp);
	tcase_add_test(tc, own_srq);
	tcase_add_test(tc, by_number);
	tcase_add_loop_test(tc, states, 0, 11);
	tcase_add_test(tc, device_does_not_answer);
	tcase_add_test(tc, errors_of_the_kernel);
	tcase_add_test(tc, answer_of_another_method);
	tcase_add_test(tc, geometry_of_the_kernel);
	tcase_add_test(tc, no_cpu_can_read_it);
	tcase_add_test(tc, long_reads);
	tcase_add_test(tc, wrong_counts);
	tcase_add_loop_test(tc, number_of_another_queue, 0, 14);
	tcase_add_test(tc, number_of_another_stride);
	tcase_add_test(tc, slots_beyond_a_call);
	tcase_add_loop_test(tc, walk_takes_one_copy, 0, 4);
	return tc;
}

static TCase *mapped_cases(void)
{
	TCase *tc = tcase_create("mapped");

	tcase_add_checked_fixture(tc, forget, NULL);
	tcase_add_test(tc, own_mapping);
	tcase_add_loop_test(tc, own_mapping_of_a_raw_packet_qp, 0, 3);
	tcase_add_test(tc, falls_back);
	tcase_add_test(tc, mapping_that_does_not_do);
	return tc;
}

Suite *unit_suite(void)
{
	Suite *suite = suite_create("sources");

	suite_add_tcase(suite, kernel_cases());
	suite_add_tcase(suite, mapped_cases());
	return suite;
}
