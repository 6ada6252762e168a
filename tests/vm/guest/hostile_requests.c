// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Calls that are malformed, and numbers of nothing */
#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "poster_die.h"
#include "hostile.h"
#include "tap.h"

#define FIRST_BAD_NUM (NUM_OF_NOTHING + 1)

static int want_errno(const char *what, unsigned long long value, int got,
		      int want)
{
	if (got == want)
		return 0;
	return tap_fault("%s %llu: errno %d, not %d", what, value, got, want);
}

/* Answer of a request whose flags, queue, num and port are as given */
static int try_request(struct ibv_context *context, const struct ring *ring,
		       bool by_num, struct mlx5_ib_wq_read_req req)
{
	struct uapi_read read = ring_read(ring, by_num);

	read.req = req;
	return uapi_read(context, &read);
}

static int bad_flags(struct ibv_context *context, const struct ring *ring,
		     bool by_num)
{
	int faults = 0;

	for (int bit = 0; bit < 32; bit++) {
		struct mlx5_ib_wq_read_req req = ring_read(ring, by_num).req;
		bool known = 1U << bit == MLX5_IB_WQ_READ_REQ_QUERY_HW;

		req.flags = 1U << bit;
		faults += want_errno("flag", bit,
				     try_request(context, ring, by_num, req),
				     known ? 0 : EOPNOTSUPP);
	}
	return faults;
}

static int bad_queues(struct ibv_context *context, const struct ring *ring,
		      bool by_num)
{
	const uint32_t queues[] = {
		3, 4, 31, 32, 33, 64, 1U << 31, UINT32_MAX,
	};
	int faults = 0;

	for (size_t i = 0; i < ARRAY_SIZE(queues); i++) {
		struct mlx5_ib_wq_read_req req = ring_read(ring, by_num).req;

		req.queue = queues[i];
		faults += want_errno("queue", queues[i],
				     try_request(context, ring, by_num, req),
				     EINVAL);
	}
	return faults;
}

/* What belongs to a request by number must be zero in one by handle */
static int num_with_handle(struct ibv_context *context, const struct ring *ring)
{
	const uint32_t values[] = { 1, 1U << 8, 1U << 24, UINT32_MAX };
	int faults = 0;

	for (size_t i = 0; i < ARRAY_SIZE(values); i++) {
		struct mlx5_ib_wq_read_req req = ring_read(ring, false).req;

		req.num = values[i];
		faults += want_errno("num", values[i],
				     try_request(context, ring, false, req),
				     EINVAL);
		req.num = 0;
		req.port = values[i];
		faults += want_errno("port", values[i],
				     try_request(context, ring, false, req),
				     EINVAL);
	}
	return faults;
}

static int wrong_kind(struct ibv_context *context, const struct ring *ring)
{
	int faults = 0;

	for (uint32_t queue = MLX5_IB_WQ_READ_SQ; queue <= MLX5_IB_WQ_READ_SRQ;
	     queue++) {
		struct mlx5_ib_wq_read_req req = { .queue = queue };
		bool of_srq = ring->queue == MLX5_IB_WQ_READ_SRQ;
		bool right = of_srq == (queue == MLX5_IB_WQ_READ_SRQ);

		faults += want_errno("queue", queue,
				     try_request(context, ring, false, req),
				     right ? 0 : EINVAL);
	}
	return faults;
}

struct attr {
	uint16_t id;
	uint16_t len;
	uint64_t data;
};

struct attr_case {
	const char *name;
	int want;
	uint16_t method;
	struct attr attrs[4];
};

static void run_attr_cases(struct ibv_context *context,
			   const struct attr_case *cases, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const struct attr *attr = cases[i].attrs;
		union uapi_call call;
		int got;

		uapi_begin(&call, cases[i].method);
		for (size_t j = 0; j < ARRAY_SIZE(cases[i].attrs); j++, attr++)
			if (attr->id)
				uapi_attr(&call, attr->id, attr->len,
					  attr->data);
		got = uapi_run(context, &call);
		tap_result(!want_errno("case", i, got, cases[i].want), "%s",
			   cases[i].name);
	}
}

static void handle_cases(struct ring_base *base, const struct ring *sq,
			 const struct ring *srq)
{
	struct mlx5_ib_wq_read_req plain = { .queue = MLX5_IB_WQ_READ_SQ };
	struct mlx5_ib_wq_read_info answer;
	const uint16_t m = MLX5_IB_METHOD_WQ_READ;
	const uint16_t qp_id = MLX5_IB_ATTR_WQ_READ_QP_HANDLE;
	const uint16_t wq_id = MLX5_IB_ATTR_WQ_READ_WQ_HANDLE;
	const struct attr qp = { qp_id, 0, sq->handle };
	const struct attr on_srq = { MLX5_IB_ATTR_WQ_READ_SRQ_HANDLE, 0,
				     srq->handle };
	const struct attr req = { MLX5_IB_ATTR_WQ_READ_REQ, sizeof(plain),
				  (uintptr_t)&plain };
	const struct attr info = { MLX5_IB_ATTR_WQ_READ_INFO, sizeof(answer),
				   (uintptr_t)&answer };
	const struct attr_case cases[] = {
		{ "a good call", 0, m, { qp, req, info } },
		{ "no handle", EINVAL, m, { req, info } },
		{ "two handles", EINVAL, m, { qp, on_srq, req, info } },
		{ "the same handle twice", EINVAL, m, { qp, qp, req, info } },
		{ "handle of an SRQ as one of a QP", EINVAL, m,
		  { { qp_id, 0, srq->handle }, req, info } },
		{ "handle of a PD as one of a QP", EINVAL, m,
		  { { qp_id, 0, base->pd->handle }, req, info } },
		{ "handle of a QP as one of a WQ", EINVAL, m,
		  { { wq_id, 0, sq->handle }, req, info } },
		{ "handle of nothing", ENOENT, m,
		  { { qp_id, 0, 0x7ffffff }, req, info } },
		{ "handle of 32 bits", ENOENT, m,
		  { { qp_id, 0, UINT32_MAX }, req, info } },
		{ "negative handle", EINVAL, m,
		  { { qp_id, 0, UINT64_MAX }, req, info } },
		{ "handle with a length", EINVAL, m,
		  { { qp_id, 8, sq->handle }, req, info } },
	};

	run_attr_cases(base->context, cases, ARRAY_SIZE(cases));
}

static void attr_cases(struct ring_base *base, const struct ring *sq)
{
	static struct mlx5_ib_wq_read_req reqs[4];
	static struct mlx5_ib_wq_read_info infos[4];
	struct mlx5_ib_wq_read_req by_num = { .num = sq->num };
	struct mlx5_ib_wq_read_req one = { .count = 1 };
	const uint16_t m = MLX5_IB_METHOD_WQ_READ;
	const uint16_t n = MLX5_IB_METHOD_WQ_READ_BY_NUM;
	const uint16_t req_id = MLX5_IB_ATTR_WQ_READ_REQ;
	const uint16_t info_id = MLX5_IB_ATTR_WQ_READ_INFO;
	const uint16_t last_id = MLX5_IB_ATTR_WQ_READ_DATA;
	const struct attr qp = { MLX5_IB_ATTR_WQ_READ_QP_HANDLE, 0,
				 sq->handle };
	const struct attr req = { req_id, sizeof(reqs[0]), (uintptr_t)reqs };
	const struct attr info = { info_id, sizeof(infos[0]),
				   (uintptr_t)infos };
	const struct attr num = { req_id, sizeof(by_num), (uintptr_t)&by_num };
	const struct attr_case cases[] = {
		{ "no request", EINVAL, m, { qp, info } },
		{ "no room for the answer", EINVAL, m, { qp, req } },
		{ "slots asked for without room", EINVAL, m,
		  { qp, { req_id, sizeof(one), (uintptr_t)&one }, info } },
		{ "request too short", EINVAL, m,
		  { qp, { req_id, sizeof(reqs[0]) - 1, req.data }, info } },
		{ "longer request, zero", 0, m,
		  { qp, { req_id, 2 * sizeof(reqs[0]), req.data }, info } },
		{ "longer request, not zero", EOPNOTSUPP, m,
		  { qp, { req_id, 2 * sizeof(reqs[0]),
			  (uintptr_t)&reqs[2] }, info } },
		{ "answer too short", EINVAL, m,
		  { qp, req, { info_id, sizeof(infos[0]) - 1, info.data } } },
		{ "longer answer", 0, m,
		  { qp, req, { info_id, sizeof(infos), info.data } } },
		{ "unknown attribute", EPROTONOSUPPORT, m,
		  { qp, req, info, { last_id + 1, 0, 0 } } },
		{ "a good call by number", 0, n, { num, info } },
		{ "handle in a call by number", EPROTONOSUPPORT, n,
		  { qp, num, info } },
		{ "no request by number", EINVAL, n, { info } },
		{ "no room for the answer by number", EINVAL, n, { num } },
		{ "request at no address", EFAULT, m,
		  { qp, { req_id, sizeof(reqs[0]), 0 }, info } },
		{ "answer to no address", EFAULT, m,
		  { qp, req, { info_id, sizeof(infos[0]), 0 } } },
	};

	memset(infos, 0xff, sizeof(infos));
	reqs[3].count = 1;
	run_attr_cases(base->context, cases, ARRAY_SIZE(cases));
	tap_result(infos[0].abi == MLX5_IB_WQ_READ_ABI && !infos[1].abi &&
			   !infos[3].owner,
		   "the rest of a longer answer is zero");
}

static int read_to(struct ibv_context *context, const struct ring *ring,
		   bool by_num, void *data, uint32_t room)
{
	struct uapi_read read = ring_read(ring, by_num);

	read.req.count = UINT32_MAX;
	read.data = data;
	read.room = room;
	return uapi_read(context, &read);
}

/* The ring has more bytes than a page, two pages are mapped */
static void bad_memory(struct ibv_context *context, const struct ring *ring,
		       bool by_num)
{
	const size_t page = sysconf(_SC_PAGESIZE);
	uint8_t *map = mmap(NULL, 4 * page, PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	uint8_t *last = map + page - ring->stride;
	void *kernel = (void *)(UINTPTR_MAX - page + 1);
	int faults = 0;

	need(map != MAP_FAILED);
	need(!mprotect(map + page, page, PROT_NONE));
	need(!mprotect(map + 2 * page, page, PROT_READ));
	need(!munmap(map + 3 * page, page));

	const struct {
		const char *name;
		void *data;
		uint32_t room;
		int want;
	} cases[] = {
		{ "one slot before a guard page", last, ring->stride, 0 },
		{ "a byte short of two slots", last, 2 * ring->stride - 1, 0 },
		{ "across into a guard page", last, 2 * ring->stride, EFAULT },
		{ "guard page", map + page, ring->stride, EFAULT },
		{ "read-only", map + 2 * page, ring->stride, EFAULT },
		{ "unmapped", map + 3 * page, ring->stride, EFAULT },
		{ "first page", (void *)1, ring->stride, EFAULT },
		{ "kernel", kernel, ring->stride, EFAULT },
		{ "too small and unmapped", map + 3 * page, 1, ENOSPC },
	};
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++)
		faults += want_errno(cases[i].name, i,
				     read_to(context, ring, by_num,
					     cases[i].data, cases[i].room),
				     cases[i].want);
	tap_result(!faults, "%s %s: buffers that are not there", ring->name,
		   way_name(by_num));
	munmap(map, 3 * page);
}

void hostile_requests(struct ring_base *base, const struct ring *sq,
		      const struct ring *rq, const struct ring *srq)
{
	const struct ring *rings[] = { sq, rq, srq };
	struct ibv_context *context = base->context;

	for (size_t i = 0; i < ARRAY_SIZE(rings); i++) {
		const char *name = rings[i]->name;

		for (int by_num = 0; by_num <= 1; by_num++) {
			const char *way = way_name(by_num);

			tap_result(!bad_flags(context, rings[i], by_num),
				   "%s %s: unknown flags", name, way);
			tap_result(!bad_queues(context, rings[i], by_num),
				   "%s %s: no such queue value", name, way);
			bad_memory(context, rings[i], by_num);
		}
		tap_result(!num_with_handle(context, rings[i]),
			   "%s: number or port with a handle", name);
		tap_result(!wrong_kind(context, rings[i]),
			   "%s: queue of another kind of object", name);
	}
	handle_cases(base, sq, srq);
	attr_cases(base, sq);
}

static int by_num(struct ibv_context *context, uint32_t queue, uint32_t num,
		  uint32_t port)
{
	struct uapi_read read = {
		.req = { .queue = queue, .num = num, .port = port },
	};

	return uapi_read(context, &read);
}

static void number_cases(struct ibv_context *context, const struct ring *sq,
			 const struct ring *srq)
{
	const uint32_t nothing = NUM_OF_NOTHING, bit = FIRST_BAD_NUM;
	const struct {
		const char *name;
		uint32_t queue, num, port;
		int want;
	} cases[] = {
		{ "QPN of nothing", 0, nothing, 0, ENOENT },
		{ "QPN of nothing, RQ", 1, nothing, 0, ENOENT },
		{ "QPN of 25 bits", 0, FIRST_BAD_NUM, 0, EINVAL },
		{ "QPN with a bit above", 0, sq->num | bit, 0, EINVAL },
		{ "QPN of 32 bits", 0, UINT32_MAX, 0, EINVAL },
		{ "QPN with a port", 0, sq->num, 1, EINVAL },
		{ "QPN of nothing with a port", 0, nothing, 1, EINVAL },
		{ "QP1 without a port", 0, 1, 0, ENOENT },
		{ "QP1", 0, 1, 1, 0 },
		{ "QP1, RQ", 1, 1, 1, 0 },
		{ "QP1 of no port", 0, 1, 255, ENOENT },
		{ "QP1 of port 256", 0, 1, 256, EINVAL },
		{ "QP1 of port 257", 0, 1, 257, EINVAL },
		{ "QP1 of port 2^32-1", 0, 1, UINT32_MAX, EINVAL },
		{ "QP0 without a port", 0, 0, 0, ENOENT },
		{ "QP0 of no port", 0, 0, 255, ENOENT },
		{ "SRQN of nothing", 2, nothing, 0, ENOENT },
		{ "SRQN of 25 bits", 2, FIRST_BAD_NUM, 0, EINVAL },
		{ "SRQN of 32 bits", 2, UINT32_MAX, 0, EINVAL },
		{ "SRQN with a bit above", 2, srq->num | bit, 0, EINVAL },
		{ "SRQN with a port", 2, srq->num, 1, EINVAL },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++)
		tap_result(!want_errno("case", i,
				       by_num(context, cases[i].queue,
					      cases[i].num, cases[i].port),
				       cases[i].want),
			   "%s", cases[i].name);
}

/*
 * All numbers up to a little above those in use: one is ours, some are the
 * kernel's, and the rest are nobody's. A queue of the kernel may be one that a
 * QP does not have.
 */
static void scan_numbers(struct ibv_context *context, const struct ring *ring,
			 const char *what)
{
	unsigned int own = 0, kernel = 0, other = 0;

	for (uint32_t num = 0; num < ring->num + 64; num++) {
		struct uapi_read read = {
			.req = { .queue = ring->queue, .num = num },
		};
		int got = uapi_read(context, &read);

		if (!got && read.info.flags & MLX5_IB_WQ_READ_INFO_KERNEL)
			kernel++;
		else if (!got && num == ring->num)
			own++;
		else if (got != ENOENT && got != ENODATA)
			other += tap_fault("%s %u: errno %d", what, num, got);
	}
	/* QP0 and QP1 are found by their port */
	if (ring->queue != MLX5_IB_WQ_READ_SRQ && !kernel_tracks_umr())
		kernel++;
	tap_result(own == 1 && kernel && !other,
		   "every %s: one is ours, some are the kernel's", what);
}

static void destroyed(struct ring_base *base)
{
	struct ibv_srq *srq = ring_make_srq(base, 4, 0);
	struct ibv_qp *qp = ring_make_qp(base, IBV_QPT_RC, 4, 4, NULL, 0);
	struct ring rings[2];

	ring_of_qp(&rings[0], qp, MLX5_IB_WQ_READ_SQ, 0);
	ring_of_srq(&rings[1], srq, 0);
	need_zero(read_one(base->context, &rings[0], true));
	need_zero(read_one(base->context, &rings[1], true));
	need_zero(ibv_destroy_qp(qp));
	need_zero(ibv_destroy_srq(srq));
	for (size_t i = 0; i < ARRAY_SIZE(rings); i++)
		for (int num = 0; num <= 1; num++) {
			int got = read_one(base->context, &rings[i], num);

			tap_result(!want_errno("destroyed", i, got, ENOENT),
				   "%s %s: destroyed", rings[i].name,
				   way_name(num));
		}
}

static void other_context(struct ring_base *base, const struct ring *sq)
{
	struct ibv_context *other = ibv_open_device(base->context->device);

	need(other);
	tap_result(!want_errno("other", 0, read_one(other, sq, false), ENOENT),
		   "handle of another context");
	tap_result(!want_errno("other", 0, read_one(other, sq, true), 0),
		   "number of a queue of another context");
	ibv_close_device(other);
}

void hostile_numbers(struct ring_base *base, const struct ring *sq,
		     const struct ring *srq)
{
	number_cases(base->context, sq, srq);
	scan_numbers(base->context, sq, "QPN");
	scan_numbers(base->context, srq, "SRQN");
	destroyed(base);
	other_context(base, sq);
}
