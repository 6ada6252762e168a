// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * vfio-user messages.  A message is read to its end and never beyond, so that
 * file descriptors can be told apart.  Numbers on this socket are those of the
 * machine, as are the structures of linux/vfio.h.
 */
#include <errno.h>
#include <linux/vfio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "vfu.h"

enum {
	CMD_VERSION = 1,
	CMD_DMA_MAP,
	CMD_DMA_UNMAP,
	CMD_GET_INFO,
	CMD_GET_REGION_INFO,
	CMD_GET_REGION_IO_FDS,
	CMD_GET_IRQ_INFO,
	CMD_SET_IRQS,
	CMD_REGION_READ,
	CMD_REGION_WRITE,
	CMD_RESET = 13,
};

enum {
	FLAG_REPLY = 1 << 0,
	FLAG_NO_REPLY = 1 << 4,
	FLAG_ERROR = 1 << 5,
};

enum {
	DMA_READABLE = 1 << 0,
	DMA_WRITABLE = 1 << 1,
	UNMAP_ALL = 1 << 1,
};

#define MAX_TRANSFER	65536u
#define MSIX_BAR_SIZE	(16u << 10)
#define CONFIG_SIZE	4096u

struct header {
	u16 id;
	u16 cmd;
	u32 size;
	u32 flags;
	u32 error;
};

struct version {
	u16 major;
	u16 minor;
	char json[];
};

struct dma_map_req {
	u32 argsz;
	u32 flags;
	u64 offset;
	u64 iova;
	u64 size;
};

struct dma_unmap_req {
	u32 argsz;
	u32 flags;
	u64 iova;
	u64 size;
};

struct region_io {
	u64 offset;
	u32 region;
	u32 count;
	u8 data[];
};

/* A request, and where its reply is put together. */
struct call {
	struct header h;
	const u8 *body;
	u32 len;
	u8 *out;
	u32 out_len;
	bool replied;
};

static bool write_all(int sock, const u8 *p, size_t n)
{
	while (n) {
		ssize_t done = send(sock, p, n, MSG_NOSIGNAL);

		if (done < 0 && errno == EINTR)
			continue;
		if (done <= 0)
			return false;
		p += done;
		n -= (size_t)done;
	}
	return true;
}

static void send_reply(struct vfu *v, struct call *c, int err)
{
	struct header h = {
		.id = c->h.id,
		.cmd = c->h.cmd,
		.size = sizeof(h) + (err ? 0 : c->out_len),
		.flags = FLAG_REPLY | (err ? FLAG_ERROR : 0),
		.error = (u32)err,
	};

	if (c->replied || c->h.flags & FLAG_NO_REPLY)
		return;
	c->replied = true;
	memcpy(v->reply, &h, sizeof(h));
	if (!write_all(v->sock, v->reply, h.size))
		hca_err(v->h, "the VMM does not take replies");
}

/* A descriptor that a handler wants to keep, -1 if none came. */
static int take_fd(struct vfu *v, u32 i)
{
	int fd = i < v->nfds ? v->fds[i] : -1;

	if (i < v->nfds)
		v->fds[i] = -1;
	return fd;
}

static int do_version(struct vfu *v, struct call *c)
{
	static const char json[] =
		"{\"capabilities\":{\"max_msg_fds\":16,"
		"\"max_data_xfer_size\":65536}}";
	struct version req, rep = { 0, 0 };

	if (c->len < sizeof(req))
		return EINVAL;
	memcpy(&req, c->body, sizeof(req));
	hca_info(v->h, "VMM speaks vfio-user %u.%u", req.major, req.minor);
	if (req.major != rep.major)
		return EINVAL;
	memcpy(c->out, &rep, sizeof(rep));
	memcpy(c->out + sizeof(rep), json, sizeof(json));
	c->out_len = sizeof(rep) + sizeof(json);
	return 0;
}

static int do_dma_map(struct vfu *v, struct call *c)
{
	struct dma_map_req req;
	int fd, err;

	if (c->len < sizeof(req))
		return EINVAL;
	memcpy(&req, c->body, sizeof(req));
	fd = take_fd(v, 0);
	err = dma_map(&v->h->dma, req.iova, req.size, fd, req.offset,
		      req.flags & DMA_WRITABLE);
	if (fd >= 0)
		close(fd);
	hca_trace(v->h, "map %llx + %llx: %d", (unsigned long long)req.iova,
		  (unsigned long long)req.size, err);
	return err;
}

static int do_dma_unmap(struct vfu *v, struct call *c)
{
	struct dma_unmap_req req;

	if (c->len < sizeof(req))
		return EINVAL;
	memcpy(&req, c->body, sizeof(req));
	memcpy(c->out, &req, sizeof(req));
	c->out_len = sizeof(req);
	if (!(req.flags & UNMAP_ALL))
		return dma_unmap(&v->h->dma, req.iova, req.size);
	dma_unmap_all(&v->h->dma);
	return 0;
}

static int do_get_info(struct vfu *v, struct call *c)
{
	struct {
		u32 argsz, flags, regions, irqs;
	} rep = { sizeof(rep), VFIO_DEVICE_FLAGS_RESET | VFIO_DEVICE_FLAGS_PCI,
		  VFIO_PCI_NUM_REGIONS, VFIO_PCI_NUM_IRQS };

	(void)v;
	memcpy(c->out, &rep, sizeof(rep));
	c->out_len = sizeof(rep);
	return 0;
}

static u64 region_size(u32 region)
{
	switch (region) {
	case VFIO_PCI_BAR0_REGION_INDEX:
		return HCA_BAR_SIZE;
	case VFIO_PCI_BAR2_REGION_INDEX:
		return MSIX_BAR_SIZE;
	case VFIO_PCI_CONFIG_REGION_INDEX:
		return CONFIG_SIZE;
	default:
		return 0;
	}
}

static int do_get_region_info(struct vfu *v, struct call *c)
{
	struct vfio_region_info info;

	(void)v;
	if (c->len < sizeof(info))
		return EINVAL;
	memcpy(&info, c->body, sizeof(info));
	if (info.index >= VFIO_PCI_NUM_REGIONS)
		return EINVAL;
	info.argsz = sizeof(info);
	info.cap_offset = 0;
	info.offset = 0;
	info.size = region_size(info.index);
	info.flags = info.size ? VFIO_REGION_INFO_FLAG_READ |
				 VFIO_REGION_INFO_FLAG_WRITE : 0;
	memcpy(c->out, &info, sizeof(info));
	c->out_len = sizeof(info);
	return 0;
}

static int do_get_irq_info(struct vfu *v, struct call *c)
{
	struct vfio_irq_info info;

	(void)v;
	if (c->len < sizeof(info))
		return EINVAL;
	memcpy(&info, c->body, sizeof(info));
	if (info.index >= VFIO_PCI_NUM_IRQS)
		return EINVAL;
	info.argsz = sizeof(info);
	info.count = info.index == VFIO_PCI_MSIX_IRQ_INDEX ? HCA_VECTORS : 0;
	info.flags = VFIO_IRQ_INFO_EVENTFD;
	memcpy(c->out, &info, sizeof(info));
	c->out_len = sizeof(info);
	return 0;
}

static void connect_irq(struct hca *h, u32 vector, int fd)
{
	if (h->irq[vector] >= 0)
		close(h->irq[vector]);
	h->irq[vector] = fd;
}

static int do_set_irqs(struct vfu *v, struct call *c)
{
	struct vfio_irq_set set;
	u32 i;

	if (c->len < sizeof(set))
		return EINVAL;
	memcpy(&set, c->body, sizeof(set));
	/* Nothing raises any other kind of interrupt. */
	if (set.index != VFIO_PCI_MSIX_IRQ_INDEX)
		return set.index < VFIO_PCI_NUM_IRQS ? 0 : EINVAL;
	if (set.start > HCA_VECTORS || set.count > HCA_VECTORS - set.start)
		return EINVAL;
	if (set.flags & VFIO_IRQ_SET_DATA_NONE && !set.count)
		for (i = 0; i < HCA_VECTORS; i++)
			connect_irq(v->h, i, -1);
	if (set.flags & VFIO_IRQ_SET_DATA_EVENTFD)
		for (i = 0; i < set.count; i++)
			connect_irq(v->h, set.start + i, take_fd(v, i));
	return 0;
}

/* Returns an errno value, and the request that the body starts with. */
static int get_region_io(const struct call *c, struct region_io *io)
{
	if (c->len < sizeof(*io))
		return EINVAL;
	memcpy(io, c->body, sizeof(*io));
	if (io->region >= VFIO_PCI_NUM_REGIONS || io->count > MAX_TRANSFER ||
	    io->offset > region_size(io->region) ||
	    io->count > region_size(io->region) - io->offset)
		return EINVAL;
	return 0;
}

static int do_region_read(struct vfu *v, struct call *c)
{
	struct region_io io;
	int err = get_region_io(c, &io);
	u8 *data = c->out + sizeof(io);

	if (err)
		return err;
	memcpy(c->out, &io, sizeof(io));
	c->out_len = sizeof(io) + io.count;
	switch (io.region) {
	case VFIO_PCI_CONFIG_REGION_INDEX:
		pci_read(v->h, io.offset, data, io.count);
		break;
	case VFIO_PCI_BAR0_REGION_INDEX:
		bar_read(v->h, io.offset, data, io.count);
		break;
	default:
		memset(data, 0, io.count);
	}
	return 0;
}

static int do_region_write(struct vfu *v, struct call *c)
{
	struct region_io io;
	int err = get_region_io(c, &io);
	const u8 *data = c->body + sizeof(io);

	if (err)
		return err;
	if (c->len - sizeof(io) < io.count)
		return EINVAL;
	memcpy(c->out, &io, sizeof(io));
	c->out_len = sizeof(io);
	switch (io.region) {
	case VFIO_PCI_CONFIG_REGION_INDEX:
		pci_write(v->h, io.offset, data, io.count);
		break;
	case VFIO_PCI_BAR0_REGION_INDEX:
		/* Let the virtual CPU go on before the work is done. */
		send_reply(v, c, 0);
		bar_write(v->h, io.offset, data, io.count);
		break;
	}
	return 0;
}

static int do_reset(struct vfu *v, struct call *c)
{
	(void)c;
	hca_reset(v->h);
	return 0;
}

static const struct {
	u16 cmd;
	int (*handler)(struct vfu *v, struct call *c);
} handlers[] = {
	{ CMD_VERSION, do_version },
	{ CMD_DMA_MAP, do_dma_map },
	{ CMD_DMA_UNMAP, do_dma_unmap },
	{ CMD_GET_INFO, do_get_info },
	{ CMD_GET_REGION_INFO, do_get_region_info },
	{ CMD_GET_IRQ_INFO, do_get_irq_info },
	{ CMD_SET_IRQS, do_set_irqs },
	{ CMD_REGION_READ, do_region_read },
	{ CMD_REGION_WRITE, do_region_write },
	{ CMD_RESET, do_reset },
};

static void drop_fds(struct vfu *v)
{
	u32 i;

	for (i = 0; i < v->nfds; i++)
		if (v->fds[i] >= 0)
			close(v->fds[i]);
	v->nfds = 0;
}

static void handle(struct vfu *v)
{
	struct call c = {
		.body = v->msg + sizeof(struct header),
		.len = v->have - sizeof(struct header),
		.out = v->reply + sizeof(struct header),
	};
	int err = ENOTSUP;
	u32 i;

	memcpy(&c.h, v->msg, sizeof(c.h));
	for (i = 0; i < ARRAY_SIZE(handlers); i++)
		if (handlers[i].cmd == c.h.cmd)
			err = handlers[i].handler(v, &c);
	if (err)
		hca_info(v->h, "vfio-user command %u: error %d", c.h.cmd, err);
	send_reply(v, &c, err);
	drop_fds(v);
}

static void keep_fds(struct vfu *v, struct msghdr *m)
{
	struct cmsghdr *c;

	for (c = CMSG_FIRSTHDR(m); c; c = CMSG_NXTHDR(m, c)) {
		size_t n = (c->cmsg_len - CMSG_LEN(0)) / sizeof(int);
		size_t i;

		if (c->cmsg_level != SOL_SOCKET || c->cmsg_type != SCM_RIGHTS)
			continue;
		for (i = 0; i < n; i++) {
			int fd;

			memcpy(&fd, CMSG_DATA(c) + i * sizeof(fd), sizeof(fd));
			if (v->nfds < VFU_MAX_FDS)
				v->fds[v->nfds++] = fd;
			else
				close(fd);
		}
	}
}

/* Bytes that are still to come of the header, or of the message; 0: bad. */
static size_t wanted(const struct vfu *v)
{
	struct header h;

	if (v->have < sizeof(h))
		return sizeof(h) - v->have;
	memcpy(&h, v->msg, sizeof(h));
	if (h.size < sizeof(h) || h.size > VFU_MAX_MSG)
		return 0;
	return h.size - v->have;
}

static bool complete(const struct vfu *v)
{
	struct header h;

	if (v->have < sizeof(h))
		return false;
	memcpy(&h, v->msg, sizeof(h));
	return v->have == h.size;
}

enum vfu_result vfu_serve(struct vfu *v)
{
	union {
		char space[CMSG_SPACE(sizeof(int) * VFU_MAX_FDS)];
		struct cmsghdr align;
	} control;
	struct iovec iov;
	struct msghdr m = {
		.msg_iov = &iov,
		.msg_iovlen = 1,
		.msg_control = &control,
		.msg_controllen = sizeof(control),
	};
	ssize_t n;

	iov.iov_base = v->msg + v->have;
	iov.iov_len = wanted(v);
	n = recvmsg(v->sock, &m, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
	if (n < 0)
		return errno == EAGAIN || errno == EINTR ? VFU_AGAIN :
							   VFU_CLOSED;
	keep_fds(v, &m);
	if (!n)
		return VFU_CLOSED;
	v->have += (size_t)n;
	if (complete(v)) {
		handle(v);
		v->have = 0;
	} else if (!wanted(v)) {
		hca_err(v->h, "a vfio-user message has an impossible size");
		return VFU_BROKEN;
	}
	return VFU_AGAIN;
}

void vfu_exit(struct vfu *v)
{
	drop_fds(v);
	if (v->sock >= 0)
		close(v->sock);
	v->sock = -1;
}
