// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * A queue whose buffer is a dma-buf: everything about it is told, but no byte
 * of it is read. Kernels before 7.3 make no such queue.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/udmabuf.h>
#include <rdma/ib_user_verbs.h>
#include <rdma/mlx5-abi.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "hostile.h"
#include "poster_die.h"
#include "tap.h"

/* Of rdma/ib_user_ioctl_cmds.h and ib_user_ioctl_verbs.h, since 7.3 */
#define ATTR_CREATE_SRQ_BUF_UMEM (UVERBS_ATTR_CREATE_SRQ_RESP_SRQ_NUM + 1)
#define BUFFER_TYPE_DMABUF 0

struct buffer_desc {
	uint32_t type;
	int32_t fd;
	uint32_t flags;
	uint32_t optional_flags;
	uint64_t addr;
	uint64_t length;
};

#define SLOTS 32
#define SLOT_SHIFT 6
#define SGES 2	/* with a header of 16 bytes they take a slot of 64 */
#define BYTES (SLOTS << SLOT_SHIFT)

/* Memory as a dma-buf, or -1 */
static int make_dmabuf(void)
{
	struct udmabuf_create create = { .size = sysconf(_SC_PAGESIZE) };
	int maker = open("/dev/udmabuf", O_RDWR | O_CLOEXEC);
	int fd;

	if (maker < 0)
		return -1;
	create.memfd = memfd_create("queue", MFD_ALLOW_SEALING);
	need(!ftruncate(create.memfd, create.size));
	need(!fcntl(create.memfd, F_ADD_SEALS, F_SEAL_SHRINK));
	fd = ioctl(maker, UDMABUF_CREATE, &create);
	close(create.memfd);
	close(maker);
	return fd;
}

static int create_srq(struct ring_base *base, int fd, struct ring *ring)
{
	static uint64_t doorbell[8] __attribute__((aligned(64)));
	const struct mlx5_ib_create_srq driver = {
		.db_addr = (uintptr_t)doorbell,
	};
	const struct buffer_desc desc = {
		.type = BUFFER_TYPE_DMABUF,
		.fd = fd,
		.length = BYTES,
	};
	struct mlx5_ib_create_srq_resp answer;
	uint32_t max_wr, max_sge;
	union uapi_call call;
	int err;

	uapi_begin_on(&call, UVERBS_OBJECT_SRQ, UVERBS_METHOD_SRQ_CREATE);
	uapi_attr(&call, UVERBS_ATTR_CREATE_SRQ_HANDLE, 0, 0);
	uapi_attr(&call, UVERBS_ATTR_CREATE_SRQ_PD_HANDLE, 0,
		  base->pd->handle);
	uapi_attr(&call, UVERBS_ATTR_CREATE_SRQ_USER_HANDLE, sizeof(uint64_t),
		  0);
	uapi_attr(&call, UVERBS_ATTR_CREATE_SRQ_MAX_WR, sizeof(uint32_t),
		  SLOTS - 1);
	uapi_attr(&call, UVERBS_ATTR_CREATE_SRQ_MAX_SGE, sizeof(uint32_t),
		  SGES);
	uapi_attr(&call, UVERBS_ATTR_CREATE_SRQ_LIMIT, sizeof(uint32_t), 0);
	uapi_attr(&call, UVERBS_ATTR_CREATE_SRQ_TYPE, sizeof(uint64_t),
		  IBV_SRQT_BASIC);
	uapi_attr(&call, UVERBS_ATTR_CREATE_SRQ_RESP_MAX_WR, sizeof(max_wr),
		  (uintptr_t)&max_wr);
	uapi_attr(&call, UVERBS_ATTR_CREATE_SRQ_RESP_MAX_SGE, sizeof(max_sge),
		  (uintptr_t)&max_sge);
	uapi_attr(&call, ATTR_CREATE_SRQ_BUF_UMEM, sizeof(desc),
		  (uintptr_t)&desc);
	uapi_attr(&call, UVERBS_ATTR_UHW_IN, sizeof(driver),
		  (uintptr_t)&driver);
	uapi_attr(&call, UVERBS_ATTR_UHW_OUT, sizeof(answer),
		  (uintptr_t)&answer);
	err = uapi_run(base->context, &call);
	if (err)
		return err;
	*ring = (struct ring) {
		.handle_attr = MLX5_IB_ATTR_WQ_READ_SRQ_HANDLE,
		.handle = call.hdr.attrs[0].data,
		.num = answer.srqn,
		.queue = MLX5_IB_WQ_READ_SRQ,
	};
	return 0;
}

static void destroy_srq(struct ring_base *base, uint32_t handle)
{
	struct ib_uverbs_destroy_srq_resp answer;
	union uapi_call call;

	uapi_begin_on(&call, UVERBS_OBJECT_SRQ, UVERBS_METHOD_SRQ_DESTROY);
	uapi_attr(&call, UVERBS_ATTR_DESTROY_SRQ_HANDLE, 0, handle);
	uapi_attr(&call, UVERBS_ATTR_DESTROY_SRQ_RESP, sizeof(answer),
		  (uintptr_t)&answer);
	need_zero(uapi_run(base->context, &call));
}

static void check_no_buffer(struct ibv_context *context,
			    const struct ring *ring, bool by_num)
{
	struct uapi_read read = ring_read(ring, by_num);
	const struct mlx5_ib_wq_read_info *info = &read.info;
	int slots = read_one(context, ring, by_num);
	int got;

	read.req.flags = MLX5_IB_WQ_READ_REQ_QUERY_HW;
	got = uapi_read(context, &read);
	tap_result(!got && info->flags == (MLX5_IB_WQ_READ_INFO_NO_BUFFER |
					   RING_HW_WQ) &&
			   info->wqe_cnt == SLOTS &&
			   info->wqe_shift == SLOT_SHIFT &&
			   info->buf_size == BYTES && !info->offset &&
			   info->wqn == ring->num &&
			   info->owner == (uint32_t)getpid(),
		   "dma-buf %s: errno %d, flags 0x%x", way_name(by_num), got,
		   info->flags);
	tap_result(slots == EOPNOTSUPP, "dma-buf %s: slots: errno %d",
		   way_name(by_num), slots);
}

void hostile_dmabuf(struct ring_base *base)
{
	int fd = make_dmabuf();
	struct ring ring;
	int err;

	if (fd < 0) {
		tap_skip(strerror(errno), "dma-buf");
		return;
	}
	err = create_srq(base, fd, &ring);
	close(fd);
	if (err) {
		tap_skip(strerror(err), "dma-buf");
		return;
	}
	check_no_buffer(base->context, &ring, false);
	check_no_buffer(base->context, &ring, true);
	destroy_srq(base, ring.handle);
}
