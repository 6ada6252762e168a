// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * What a call must answer: the tables of kernel-patches/README.md and of
 * mlx5wqe_ioctl(4), in the order in which they say that things are checked,
 * and what uverbs checks before.
 */
#include "fuzz.h"

#include <errno.h>
#include <rdma/rdma_user_ioctl.h>
#include <string.h>

#include "caps.h"

#define CALL_SIZE_MAX 4096
#define NUM_BITS 24
#define PORT_BITS 8
#define KNOWN_IDS (MLX5_IB_ATTR_WQ_READ_DATA -				\
		   MLX5_IB_ATTR_WQ_READ_QP_HANDLE + 1)
#define HANDLES 3

/* What is found out step by step */
struct model {
	const struct fuzz_caller *caller;
	struct fuzz_verdict *verdict;
	const struct ib_uverbs_attr *attrs[KNOWN_IDS];	/* NULL: not given */
	bool writable;		/* the call itself */
};

bool fuzz_maybe(const struct fuzz_verdict *verdict, int value)
{
	return verdict->maybe[value / 64] >> value % 64 & 1;
}

static void maybe(struct fuzz_verdict *verdict, int value)
{
	verdict->maybe[value / 64] |= 1ULL << value % 64;
}

static const struct ib_uverbs_attr *attr_of(const struct model *model,
					    uint16_t id)
{
	return model->attrs[id - MLX5_IB_ATTR_WQ_READ_QP_HANDLE];
}

static enum fuzz_method method_of(const struct ib_uverbs_ioctl_hdr *hdr)
{
	if (hdr->object_id != UVERBS_OBJECT_DEVICE)
		return FUZZ_NO_METHOD;
	switch (hdr->method_id) {
	case MLX5_IB_METHOD_WQ_READ:
		return FUZZ_BY_HANDLE;
	case MLX5_IB_METHOD_WQ_READ_BY_NUM:
		return FUZZ_BY_NUM;
	default:
		return FUZZ_NO_METHOD;
	}
}

/* Other threads may be about to make or to destroy what has the handle */
static int check_handle(struct model *model, const struct ib_uverbs_attr *attr)
{
	const struct fuzz_world *world = model->caller->world;

	if (attr->attr_data.reserved || attr->len)
		return EINVAL;
	if (attr->attr_id == MLX5_IB_ATTR_WQ_READ_WQ_HANDLE && !world->has_wqs)
		return EINVAL;
	if ((int64_t)attr->data < 0)
		return EINVAL;
	if (attr->data >= FUZZ_NOTHING)
		return ENOENT;
	for (uint32_t i = 0; i < world->objects_n; i++)
		if (world->objects[i].handle == attr->data)
			return world->objects[i].attr == attr->attr_id ?
			       0 : EINVAL;
	maybe(model->verdict, ENOENT);
	maybe(model->verdict, EINVAL);
	maybe(model->verdict, EBUSY);
	return 0;
}

static int check_request(struct model *model, const struct ib_uverbs_attr *attr)
{
	const uint8_t *bytes = (const uint8_t *)(uintptr_t)attr->data;
	const size_t size = sizeof(model->verdict->req);

	if (attr->len > size) {
		model->verdict->long_request = true;
		if (fuzz_readable(&model->caller->memory, attr->data + size) <
		    attr->len - size)
			return EOPNOTSUPP;
		for (size_t i = size; i < attr->len; i++)
			if (bytes[i])
				return EOPNOTSUPP;
	}
	return attr->len < size || attr->attr_data.reserved ? EINVAL : 0;
}

static int check_answer(struct model *model, const struct ib_uverbs_attr *attr)
{
	size_t least = attr->attr_id == MLX5_IB_ATTR_WQ_READ_INFO ?
		       sizeof(struct mlx5_ib_wq_read_info) : 0;

	(void)model;
	return attr->len < least || attr->attr_data.reserved ? EINVAL : 0;
}

static int check_attr(struct model *model, const struct ib_uverbs_attr *attr)
{
	unsigned int i = attr->attr_id - MLX5_IB_ATTR_WQ_READ_QP_HANDLE;
	static int (*const checks[KNOWN_IDS])(struct model *model,
					      const struct ib_uverbs_attr *) = {
		check_handle, check_handle, check_handle, check_request,
		check_answer, check_answer,
	};
	int err;

	if (i >= KNOWN_IDS ||
	    (i < HANDLES && model->verdict->method == FUZZ_BY_NUM))
		return attr->flags & UVERBS_ATTR_F_MANDATORY ? EPROTONOSUPPORT :
							       0;
	if (model->attrs[i])
		return EINVAL;
	err = checks[i](model, attr);
	if (!err)
		model->attrs[i] = attr;
	return err;
}

static int check_attrs(struct model *model)
{
	struct fuzz_verdict *verdict = model->verdict;
	const struct ib_uverbs_ioctl_hdr *hdr = &verdict->call.hdr;

	for (uint32_t i = 0; i < hdr->num_attrs; i++) {
		int err = check_attr(model, &hdr->attrs[i]);

		if (err)
			return err;
	}
	verdict->info = attr_of(model, MLX5_IB_ATTR_WQ_READ_INFO);
	verdict->data = attr_of(model, MLX5_IB_ATTR_WQ_READ_DATA);
	if (!verdict->info || !attr_of(model, MLX5_IB_ATTR_WQ_READ_REQ))
		return EINVAL;
	return 0;
}

/* Of the request, before any queue is looked for */
static int begin(struct model *model)
{
	const struct ib_uverbs_attr *attr =
		attr_of(model, MLX5_IB_ATTR_WQ_READ_REQ);
	struct mlx5_ib_wq_read_req *req = &model->verdict->req;

	if (fuzz_readable(&model->caller->memory, attr->data) < sizeof(*req))
		return EFAULT;
	memcpy(req, (const void *)(uintptr_t)attr->data, sizeof(*req));
	if (req->flags & ~(uint32_t)MLX5_IB_WQ_READ_REQ_QUERY_HW)
		return EOPNOTSUPP;
	if (req->queue > MLX5_IB_WQ_READ_SRQ)
		return EINVAL;
	return req->count && !model->verdict->data ? EINVAL : 0;
}

/* Which of the object's queues may be asked for */
static bool has_queue(uint16_t handle_attr, uint32_t queue)
{
	switch (handle_attr) {
	case MLX5_IB_ATTR_WQ_READ_QP_HANDLE:
		return queue == MLX5_IB_WQ_READ_SQ ||
		       queue == MLX5_IB_WQ_READ_RQ;
	case MLX5_IB_ATTR_WQ_READ_SRQ_HANDLE:
		return queue == MLX5_IB_WQ_READ_SRQ;
	default:
		return queue == MLX5_IB_WQ_READ_RQ;
	}
}

static bool is_srq(const struct mlx5_ib_wq_read_req *req)
{
	return req->queue == MLX5_IB_WQ_READ_SRQ;
}

static const struct fuzz_target *
target_of_handle(const struct model *model, const struct ib_uverbs_attr *attr)
{
	const struct fuzz_world *world = model->caller->world;

	for (uint32_t i = 0; i < world->targets_n; i++) {
		const struct ring *ring = &world->targets[i].ring;

		if (ring->handle_attr == attr->attr_id &&
		    ring->handle == attr->data &&
		    ring->queue == model->verdict->req.queue)
			return &world->targets[i];
	}
	return NULL;
}

/* A queue of which nothing is known but that it may be there */
static void find_anything(struct fuzz_verdict *verdict)
{
	maybe(verdict, ENODATA);
	maybe(verdict, EOPNOTSUPP);
	if (verdict->req.count)
		maybe(verdict, ENOSPC);
}

static int find_by_handle(struct model *model)
{
	struct fuzz_verdict *verdict = model->verdict;
	const struct ib_uverbs_attr *attr = NULL;

	for (int i = 0; i < HANDLES; i++) {
		if (!model->attrs[i])
			continue;
		if (attr)
			return EINVAL;
		attr = model->attrs[i];
	}
	if (!attr || !has_queue(attr->attr_id, verdict->req.queue) ||
	    verdict->req.num || verdict->req.port)
		return EINVAL;
	verdict->target = target_of_handle(model, attr);
	if (verdict->target)
		return verdict->target->by_handle;
	find_anything(verdict);
	return 0;
}

static const struct fuzz_target *target_of_num(const struct model *model)
{
	const struct mlx5_ib_wq_read_req *req = &model->verdict->req;
	const struct fuzz_world *world = model->caller->world;

	for (uint32_t i = 0; i < world->targets_n; i++) {
		const struct fuzz_target *target = &world->targets[i];

		if (target->by_num != ENOENT && target->ring.num == req->num &&
		    target->ring.port == req->port &&
		    target->ring.queue == req->queue)
			return target;
	}
	return NULL;
}

static bool has_cap(const struct model *model, uint64_t cap)
{
	return model->caller->caps & cap;
}

static int find_stranger(struct model *model)
{
	struct fuzz_verdict *verdict = model->verdict;

	if (verdict->req.num >= FUZZ_NOTHING)
		return ENOENT;
	maybe(verdict, ENOENT);
	if (!has_cap(model, CAP(CAP_SYS_PTRACE)) ||
	    !has_cap(model, CAP(CAP_SYS_RAWIO)))
		maybe(verdict, EPERM);
	find_anything(verdict);
	return 0;
}

static int find_by_num(struct model *model)
{
	struct fuzz_verdict *verdict = model->verdict;
	const struct mlx5_ib_wq_read_req *req = &verdict->req;
	const struct fuzz_target *target;

	if (req->num >> NUM_BITS || req->port >> PORT_BITS)
		return EINVAL;
	if (req->port && (is_srq(req) || req->num > 1))
		return EINVAL;
	target = target_of_num(model);
	if (!target)
		return find_stranger(model);
	if (!has_cap(model, target->kernel ? CAP(CAP_SYS_RAWIO) :
					     CAP(CAP_SYS_PTRACE)))
		return EPERM;
	verdict->target = target;
	if (target->unknown)
		find_anything(verdict);
	return target->by_num;
}

/* Answers are written when the queue has been let go */
static int end(struct model *model, uint64_t bytes)
{
	const struct fuzz_memory *memory = &model->caller->memory;
	struct fuzz_verdict *verdict = model->verdict;

	if (bytes && fuzz_writable(memory, verdict->data->data) < bytes)
		return EFAULT;
	if (fuzz_writable(memory, verdict->info->data) < verdict->info->len)
		return EFAULT;
	return model->writable ? 0 : EFAULT;
}

static int read_known(struct model *model, const struct ring *ring)
{
	const struct fuzz_verdict *verdict = model->verdict;
	uint64_t count = verdict->req.count;
	uint64_t fit;

	if (!count)
		return end(model, 0);
	fit = verdict->data->len / ring->stride;
	if (!fit)
		return ENOSPC;
	if (count > ring->wqe_cnt)
		count = ring->wqe_cnt;
	return end(model, (count < fit ? count : fit) * ring->stride);
}

/* How much of the data is written is not known, but that the answer is */
static int read_unknown(struct model *model)
{
	struct fuzz_verdict *verdict = model->verdict;

	if (verdict->req.count &&
	    fuzz_writable(&model->caller->memory, verdict->data->data) <
	    verdict->data->len)
		maybe(verdict, EFAULT);
	return end(model, 0);
}

static int run_method(struct model *model)
{
	struct fuzz_verdict *verdict = model->verdict;
	bool by_num = verdict->method == FUZZ_BY_NUM;
	int err;

	err = check_attrs(model);
	if (err)
		return err;
	if (by_num && !has_cap(model, CAP(CAP_NET_ADMIN)))
		return EPERM;
	err = begin(model);
	if (err)
		return err;
	err = by_num ? find_by_num(model) : find_by_handle(model);
	if (err)
		return err;
	if (!verdict->target || verdict->target->unknown)
		return read_unknown(model);
	return read_known(model, &verdict->target->ring);
}

static int run(struct model *model, uint64_t address)
{
	const struct fuzz_memory *memory = &model->caller->memory;
	struct fuzz_verdict *verdict = model->verdict;
	const void *from = (const void *)(uintptr_t)address;
	struct fuzz_call *call = &verdict->call;
	size_t size;

	if (fuzz_readable(memory, address) < sizeof(call->hdr))
		return EFAULT;
	memcpy(&call->hdr, from, sizeof(call->hdr));
	size = sizeof(call->hdr) +
	       call->hdr.num_attrs * sizeof(struct ib_uverbs_attr);
	if (call->hdr.length > CALL_SIZE_MAX || call->hdr.length != size)
		return EINVAL;
	if (call->hdr.reserved1 || call->hdr.reserved2)
		return EPROTONOSUPPORT;
	if (call->hdr.driver_id != RDMA_DRIVER_MLX5)
		return EINVAL;
	verdict->method = method_of(&call->hdr);
	if (verdict->method == FUZZ_NO_METHOD)
		return EPROTONOSUPPORT;
	if (fuzz_readable(memory, address) < size)
		return EFAULT;
	memcpy(call->bytes, from, size);
	call->attrs_n = call->hdr.num_attrs;
	model->writable = fuzz_writable(memory, address) >= size;
	return run_method(model);
}

void fuzz_predict(const struct fuzz_caller *caller, uint64_t address,
		  struct fuzz_verdict *verdict)
{
	struct model model = { .caller = caller, .verdict = verdict };

	memset(verdict->maybe, 0, sizeof(verdict->maybe));
	verdict->method = FUZZ_NO_METHOD;
	verdict->call.attrs_n = 0;
	verdict->target = NULL;
	verdict->data = verdict->info = NULL;
	verdict->long_request = false;
	verdict->want = run(&model, address);
}
