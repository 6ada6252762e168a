// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
#include "config.h"

#include <check.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "client.h"

#define TIMEOUT_MS	20000
#define MAX_CQS		16
#define DIR_TEMPLATE	"/tmp/check_emu.XXXXXX"

struct header {
	u16 id;
	u16 cmd;
	u32 size;
	u32 flags;
	u32 error;
};

static struct {
	pid_t pid;
	int sock;
	int ctl;
	int memfd;
	u8 *mem;
	u64 used;
	u16 id;
	u64 cmdq;
	char dir[sizeof(DIR_TEMPLATE)];
	char path[sizeof(DIR_TEMPLATE) + 8];
	char ctl_path[sizeof(DIR_TEMPLATE) + 8];
	struct {
		u32 cqn;
		u64 buf;
		u64 dbr;
		u8 log_size;
		u32 ci;
	} cq[MAX_CQS];
	u32 cqs;
	struct {
		u64 buf;
		u32 ci;
	} eq;			/* the last one */
} emu;

static int connect_to(const char *path)
{
	struct sockaddr_un addr = { .sun_family = AF_UNIX };
	int sock = socket(AF_UNIX, SOCK_STREAM, 0);
	int i;

	ck_assert_int_ge(sock, 0);
	memcpy(addr.sun_path, path, strlen(path));
	for (i = 0; i < TIMEOUT_MS / 10; i++) {
		if (!connect(sock, (struct sockaddr *)&addr, sizeof(addr)))
			return sock;
		usleep(10000);
	}
	ck_abort_msg("the emulator does not listen");
	return -1;
}

static void start_program(const char *port)
{
	const char *program = getenv("MLX5EMU");

	memset(&emu, 0, sizeof(emu));
	memcpy(emu.dir, DIR_TEMPLATE, sizeof(emu.dir));
	ck_assert_ptr_nonnull(mkdtemp(emu.dir));
	snprintf(emu.path, sizeof(emu.path), "%s/vfu", emu.dir);
	snprintf(emu.ctl_path, sizeof(emu.ctl_path), "%s/ctl", emu.dir);
	emu.ctl = -1;
	emu.memfd = -1;
	emu.pid = fork();
	ck_assert_int_ge(emu.pid, 0);
	if (!emu.pid) {
		execl(program ? program : EMULATOR, "mlx5emu", "--socket",
		      emu.path, "--control", emu.ctl_path, "--port", port,
		      (char *)NULL);
		_exit(127);
	}
	emu.sock = connect_to(emu.path);
}

void emu_start_bare(void)
{
	start_program("infiniband");
}

static void map_memory(void)
{
	emu.memfd = memfd_create("guest", 0);
	ck_assert_int_ge(emu.memfd, 0);
	ck_assert_int_eq(ftruncate(emu.memfd, GUEST_SIZE), 0);
	emu.mem = mmap(NULL, GUEST_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED,
		       emu.memfd, 0);
	ck_assert_ptr_ne(emu.mem, MAP_FAILED);
	ck_assert_uint_eq(vfu_map(GUEST_BASE, GUEST_SIZE, emu.memfd, 0), 0);
	emu.cmdq = guest_alloc(PAGE);
	bar_store(offsetof(struct mlx5_init_seg, cmdq_addr_h), emu.cmdq >> 32,
		  4);
	bar_store(offsetof(struct mlx5_init_seg, cmdq_addr_l_sz),
		  emu.cmdq & 0xffffffff, 4);
}

void emu_start(void)
{
	emu_start_bare();
	map_memory();
}

void emu_start_ethernet(void)
{
	start_program("ethernet");
	map_memory();
}

int emu_socket(void)
{
	return emu.sock;
}

int emu_wait(void)
{
	int status, i;

	for (i = 0; i < TIMEOUT_MS / 10; i++) {
		if (waitpid(emu.pid, &status, WNOHANG) == emu.pid)
			return WIFEXITED(status) ? WEXITSTATUS(status) :
						   128 + WTERMSIG(status);
		usleep(10000);
	}
	kill(emu.pid, SIGKILL);
	waitpid(emu.pid, &status, 0);
	return -1;
}

void emu_stop(void)
{
	int status;

	close(emu.sock);
	if (emu.ctl >= 0)
		close(emu.ctl);
	status = emu_wait();
	unlink(emu.path);
	unlink(emu.ctl_path);
	rmdir(emu.dir);
	if (emu.mem)
		munmap(emu.mem, GUEST_SIZE);
	if (emu.memfd >= 0)
		close(emu.memfd);
	ck_assert_int_eq(status, 0);
}

void vfu_send(u16 cmd, const void *body, u32 len, int fd)
{
	struct header h = { ++emu.id, cmd, sizeof(h) + len, 0, 0 };
	union {
		char space[CMSG_SPACE(sizeof(int))];
		struct cmsghdr align;
	} control;
	struct iovec iov[] = {
		{ &h, sizeof(h) }, { (void *)(uintptr_t)body, len },
	};
	struct msghdr m = { .msg_iov = iov, .msg_iovlen = len ? 2 : 1 };
	struct cmsghdr *c;

	memset(&control, 0, sizeof(control));
	if (fd >= 0) {
		m.msg_control = &control;
		m.msg_controllen = sizeof(control);
		c = CMSG_FIRSTHDR(&m);
		c->cmsg_level = SOL_SOCKET;
		c->cmsg_type = SCM_RIGHTS;
		c->cmsg_len = CMSG_LEN(sizeof(fd));
		memcpy(CMSG_DATA(c), &fd, sizeof(fd));
	}
	ck_assert_int_eq(sendmsg(emu.sock, &m, MSG_NOSIGNAL),
			 (ssize_t)h.size);
}

static void read_all(int sock, void *dst, size_t n)
{
	struct pollfd p = { .fd = sock, .events = POLLIN };
	u8 *to = dst;

	while (n) {
		ssize_t got;

		ck_assert_int_eq(poll(&p, 1, TIMEOUT_MS), 1);
		got = read(sock, to, n);
		ck_assert_int_gt(got, 0);
		to += got;
		n -= (size_t)got;
	}
}

void vfu_receive(struct vfu_reply *reply)
{
	struct header h;

	read_all(emu.sock, &h, sizeof(h));
	ck_assert_uint_eq(h.id, emu.id);
	ck_assert_uint_ge(h.size, sizeof(h));
	ck_assert_uint_le(h.size - sizeof(h), sizeof(reply->body));
	/* 1: a reply; 0x20: that tells of an error */
	ck_assert_uint_eq(h.flags, h.error ? 0x21 : 1);
	reply->error = h.error;
	reply->len = h.size - sizeof(h);
	read_all(emu.sock, reply->body, reply->len);
}

u32 vfu_call(u16 cmd, const void *body, u32 len, int fd)
{
	static struct vfu_reply reply;

	vfu_send(cmd, body, len, fd);
	vfu_receive(&reply);
	return reply.error;
}

u32 vfu_map(u64 iova, u64 size, int fd, u64 offset)
{
	struct {
		u32 argsz, flags;
		u64 offset, iova, size;
	} req = { sizeof(req), 3, offset, iova, size };

	return vfu_call(VFU_DMA_MAP, &req, sizeof(req), fd);
}

u32 vfu_access(u16 cmd, u32 region, u64 offset, void *data, u32 count)
{
	static struct vfu_reply reply;
	static struct {
		u64 offset;
		u32 region, count;
		u8 data[65536];
	} req;
	u32 head = offsetof(typeof(req), data);

	req.offset = offset;
	req.region = region;
	req.count = count;
	if (cmd == VFU_WRITE)
		memcpy(req.data, data, count);
	vfu_send(cmd, &req, head + (cmd == VFU_WRITE ? count : 0), -1);
	vfu_receive(&reply);
	if (reply.error)
		return reply.error;
	ck_assert_uint_eq(reply.len, head + (cmd == VFU_READ ? count : 0));
	ck_assert_mem_eq(reply.body, &req, head);
	if (cmd == VFU_READ)
		memcpy(data, reply.body + head, count);
	return 0;
}

void bar_store(u64 offset, u64 value, u32 size)
{
	u8 data[8];

	be_store(data, size, value);
	ck_assert_uint_eq(vfu_access(VFU_WRITE, REGION_BAR0, offset, data,
				     size), 0);
}

/* Also waits for all that was stored before. */
u32 bar_load(u64 offset)
{
	u8 data[4];

	ck_assert_uint_eq(vfu_access(VFU_READ, REGION_BAR0, offset, data,
				     sizeof(data)), 0);
	return be_load(data, sizeof(data));
}

u64 guest_alloc(u32 size)
{
	u64 addr = GUEST_BASE + emu.used;

	emu.used += (size + PAGE - 1) / PAGE * PAGE;
	ck_assert_uint_le(emu.used, GUEST_SIZE);
	memset(guest(addr), 0, size);
	return addr;
}

u8 *guest(u64 addr)
{
	ck_assert_uint_lt(addr - GUEST_BASE, GUEST_SIZE);
	return emu.mem + (addr - GUEST_BASE);
}

int guest_fd(void)
{
	return emu.memfd;
}

u8 *cmd_slot(void)
{
	u8 *slot = guest(emu.cmdq);

	memset(slot, 0, sizeof(struct mlx5_cmd_layout));
	BE_SET(mlx5_cmd_layout, slot, type, MLX5_PCI_CMD_XPORT);
	BE_SET(mlx5_cmd_layout, slot, status_own, CMD_OWNER_HW);
	return slot;
}

/* Each block has a page of its own. */
u64 cmd_chain(u32 blocks, u8 token)
{
	u64 first = guest_alloc(blocks ? blocks * PAGE : PAGE);
	u32 i;

	for (i = 0; i < blocks; i++) {
		u8 *b = guest(first + (u64)i * PAGE);

		BE_SET(mlx5_cmd_prot_block, b, block_num, i);
		BE_SET(mlx5_cmd_prot_block, b, token, token);
		if (i + 1 < blocks)
			BE_SET(mlx5_cmd_prot_block, b, next,
			       first + (u64)(i + 1) * PAGE);
	}
	return first;
}

void cmd_ring(void)
{
	bar_store(offsetof(struct mlx5_init_seg, cmd_dbell), 1, 4);
	bar_load(0);
}

static u32 blocks_for(u32 len)
{
	u32 head = BE_SIZE(mlx5_cmd_layout, in);

	return len > head ? (len - head + MLX5_CMD_DATA_BLOCK_SIZE - 1) /
			    MLX5_CMD_DATA_BLOCK_SIZE : 0;
}

/* Copy between a buffer and the data that follows a slot's first bytes. */
static void copy_chain(u64 chain, u8 *buf, u32 len, bool in)
{
	while (len) {
		u32 n = MIN(len, (u32)MLX5_CMD_DATA_BLOCK_SIZE);

		if (in)
			memcpy(guest(chain), buf, n);
		else
			memcpy(buf, guest(chain), n);
		buf += n;
		len -= n;
		chain += PAGE;
	}
}

u8 cmd_deliver(const void *in, u32 in_len, void *out, u32 out_len)
{
	static const u8 token = 0x77;
	u64 mark = emu.used;
	u64 ic = cmd_chain(blocks_for(in_len), token);
	u64 oc = cmd_chain(blocks_for(out_len), token);
	u32 in_head = MIN(in_len, (u32)BE_SIZE(mlx5_cmd_layout, in));
	u32 out_head = MIN(out_len, (u32)BE_SIZE(mlx5_cmd_layout, out));
	u8 *slot = cmd_slot();
	u8 status;

	memcpy(slot + offsetof(struct mlx5_cmd_layout, in), in, in_head);
	copy_chain(ic, (u8 *)(uintptr_t)in + in_head, in_len - in_head, true);
	BE_SET(mlx5_cmd_layout, slot, inlen, in_len);
	BE_SET(mlx5_cmd_layout, slot, outlen, out_len);
	BE_SET(mlx5_cmd_layout, slot, in_ptr, in_len > in_head ? ic : 0);
	BE_SET(mlx5_cmd_layout, slot, out_ptr, out_len > out_head ? oc : 0);
	BE_SET(mlx5_cmd_layout, slot, token, token);
	cmd_ring();
	status = BE_GET(mlx5_cmd_layout, slot, status_own);
	ck_assert_uint_eq(status & CMD_OWNER_HW, 0);
	memcpy(out, slot + offsetof(struct mlx5_cmd_layout, out), out_head);
	copy_chain(oc, (u8 *)out + out_head, out_len - out_head, false);
	emu.used = mark;
	return status >> 1;
}

u8 cmd_run(const void *in, u32 in_len, void *out, u32 out_len)
{
	ck_assert_uint_eq(cmd_deliver(in, in_len, out, out_len), 0);
	/* The first byte of every answer is its status. */
	return *(u8 *)out;
}

u32 new_pd(void)
{
	u8 in[IFC_SIZE(alloc_pd_in)] = { 0 }, out[IFC_SIZE(alloc_pd_out)];

	SET(alloc_pd_in, in, opcode, MLX5_CMD_OP_ALLOC_PD);
	ck_assert_uint_eq(cmd_run(in, sizeof(in), out, sizeof(out)), 0);
	return GET(alloc_pd_out, out, pd);
}

static void put_pages(u8 *pas, u64 addr, u32 pages)
{
	u32 i;

	for (i = 0; i < pages; i++)
		be_store(pas + 8ul * i, 8, addr + (u64)i * PAGE);
}

u8 try_eq(u8 log_size, u8 log_page, u32 vector, u32 pages, u64 events,
	  u32 *eqn)
{
	u8 in[IFC_SIZE(create_eq_in) + 512] = { 0 };
	u8 out[IFC_SIZE(create_eq_out)];
	u8 *ctx = AT(create_eq_in, in, eq_context_entry);
	u64 buf = guest_alloc(pages * PAGE);
	u8 status;

	SET(create_eq_in, in, opcode, MLX5_CMD_OP_CREATE_EQ);
	SET(eqc, ctx, log_eq_size, log_size);
	SET(eqc, ctx, log_page_size, log_page);
	SET(eqc, ctx, intr, vector);
	SET(create_eq_in, in, event_bitmask[0], events);
	put_pages(AT(create_eq_in, in, pas), buf, pages);
	status = cmd_run(in, IFC_SIZE(create_eq_in) + 8 * pages, out,
			 sizeof(out));
	*eqn = GET(create_eq_out, out, eq_number);
	emu.eq.buf = buf;
	emu.eq.ci = 0;
	return status;
}

u32 new_eq(u8 log_size, u64 events)
{
	u32 pages = ((sizeof(struct mlx5_eqe) << log_size) + PAGE - 1) / PAGE;
	u32 eqn, i;

	ck_assert_uint_eq(try_eq(log_size, 0, 0, pages, events, &eqn), 0);
	/* The first round has owner bits of 0. */
	for (i = 0; i < 1u << log_size; i++)
		BE_SET(mlx5_eqe,
		       guest(emu.eq.buf + i * sizeof(struct mlx5_eqe)),
		       owner, 1);
	return eqn;
}

const u8 *next_eqe(void)
{
	const u8 *eqe = guest(emu.eq.buf +
			      emu.eq.ci * sizeof(struct mlx5_eqe));

	if (BE_GET(mlx5_eqe, eqe, owner))
		return NULL;
	emu.eq.ci++;
	return eqe;
}

u8 try_cq(u32 eqn, u8 log_size, u8 log_page, u32 pages, u32 *cqn)
{
	u8 in[IFC_SIZE(create_cq_in) + 512] = { 0 };
	u8 out[IFC_SIZE(create_cq_out)];
	u8 *ctx = AT(create_cq_in, in, cq_context);
	u64 buf = guest_alloc(pages * PAGE), dbr = guest_alloc(PAGE);
	u8 status;

	SET(create_cq_in, in, opcode, MLX5_CMD_OP_CREATE_CQ);
	SET(cqc, ctx, log_cq_size, log_size);
	SET(cqc, ctx, log_page_size, log_page);
	SET(cqc, ctx, c_eqn_or_apu_element, eqn);
	SET(cqc, ctx, dbr_addr, dbr);
	put_pages(AT(create_cq_in, in, pas), buf, pages);
	status = cmd_run(in, IFC_SIZE(create_cq_in) + 8 * pages, out,
			 sizeof(out));
	if (status)
		return status;
	*cqn = GET(create_cq_out, out, cqn);
	ck_assert_uint_lt(emu.cqs, MAX_CQS);
	emu.cq[emu.cqs].cqn = *cqn;
	emu.cq[emu.cqs].buf = buf;
	emu.cq[emu.cqs].dbr = dbr;
	emu.cq[emu.cqs].log_size = log_size;
	emu.cqs++;
	return 0;
}

u32 new_cq(u32 eqn, u8 log_size)
{
	u32 pages = ((sizeof(struct mlx5_cqe64) << log_size) + PAGE - 1) /
		    PAGE;
	u32 cqn, i;

	ck_assert_uint_eq(try_cq(eqn, log_size, 0, pages, &cqn), 0);
	/* Nothing there yet that could be taken for a completion. */
	for (i = 0; i < 1u << log_size; i++)
		BE_SET(mlx5_cqe64,
		       guest(emu.cq[emu.cqs - 1].buf +
			     i * sizeof(struct mlx5_cqe64)),
		       op_own, MLX5_CQE_INVALID << 4 | 1);
	return cqn;
}

const u8 *next_cqe(u32 cqn)
{
	u32 i, slot, owner;
	const u8 *cqe;

	for (i = 0; emu.cq[i].cqn != cqn; i++)
		ck_assert_uint_lt(i, emu.cqs);
	slot = emu.cq[i].ci & ((1u << emu.cq[i].log_size) - 1);
	owner = emu.cq[i].ci >> emu.cq[i].log_size & 1;
	cqe = guest(emu.cq[i].buf + slot * sizeof(struct mlx5_cqe64));
	if (BE_GET(mlx5_cqe64, cqe, op_own) >> 4 == MLX5_CQE_INVALID ||
	    (BE_GET(mlx5_cqe64, cqe, op_own) & 1) != owner)
		return NULL;
	emu.cq[i].ci++;
	be_store(guest(emu.cq[i].dbr), 4, emu.cq[i].ci & 0xffffff);
	return cqe;
}

const u8 *await_cqe(u32 cqn)
{
	const u8 *cqe = next_cqe(cqn);
	int tries = 10000;

	while (!cqe && tries--) {
		usleep(1000);
		cqe = next_cqe(cqn);
	}
	return cqe;
}

u32 new_mkey(u32 pd, u32 rights, u64 addr, u64 len)
{
	u32 pages = (len + PAGE - 1) / PAGE;
	u8 in[IFC_SIZE(create_mkey_in) + 4096] = { 0 };
	u8 out[IFC_SIZE(create_mkey_out)];
	u8 *ctx = AT(create_mkey_in, in, memory_key_mkey_entry);

	SET(create_mkey_in, in, opcode, MLX5_CMD_OP_CREATE_MKEY);
	SET(create_mkey_in, in, translations_octword_actual_size,
	    (pages + 1) / 2);
	SET(mkc, ctx, access_mode_1_0, MLX5_MKC_ACCESS_MODE_MTT);
	SET(mkc, ctx, log_page_size, 12);
	SET(mkc, ctx, start_addr, addr);
	SET(mkc, ctx, len, len);
	SET(mkc, ctx, pd, pd);
	SET(mkc, ctx, mkey_7_0, KEY_BYTE);
	SET(mkc, ctx, lr, !!(rights & MLX5_PERM_LOCAL_READ));
	SET(mkc, ctx, lw, !!(rights & MLX5_PERM_LOCAL_WRITE));
	SET(mkc, ctx, rr, !!(rights & MLX5_PERM_REMOTE_READ));
	SET(mkc, ctx, rw, !!(rights & MLX5_PERM_REMOTE_WRITE));
	SET(mkc, ctx, a, !!(rights & MLX5_PERM_ATOMIC));
	put_pages(AT(create_mkey_in, in, klm_pas_mtt), addr / PAGE * PAGE,
		  pages);
	ck_assert_uint_eq(cmd_run(in, IFC_SIZE(create_mkey_in) +
				      (pages + 1) / 2 * 16, out, sizeof(out)),
			  0);
	return GET(create_mkey_out, out, mkey_index) << 8 | KEY_BYTE;
}

u8 try_qp(struct queue *q)
{
	u8 in[IFC_SIZE(create_qp_in) + 4096] = { 0 };
	u8 out[IFC_SIZE(create_qp_out)];
	u8 *ctx = AT(create_qp_in, in, qpc);
	u32 rq = q->rq_type ? 0 : 16u << q->log_rq << q->log_rq_stride;
	u32 sq = q->no_sq ? 0 : (u32)MLX5_SEND_WQE_BB << q->log_sq;
	u32 pages = q->pages ? q->pages : (rq + sq + PAGE - 1) / PAGE;
	u8 status;

	q->buf = guest_alloc(pages * PAGE);
	q->sq = q->buf + rq;
	q->dbr = guest_alloc(PAGE);
	SET(create_qp_in, in, opcode, MLX5_CMD_OP_CREATE_QP);
	SET(create_qp_in, in, uid, q->uid);
	SET(qpc, ctx, st, q->st);
	SET(qpc, ctx, pd, q->pd);
	SET(qpc, ctx, log_sq_size, q->log_sq);
	SET(qpc, ctx, no_sq, q->no_sq);
	SET(qpc, ctx, log_rq_size, q->log_rq);
	SET(qpc, ctx, log_rq_stride, q->log_rq_stride);
	SET(qpc, ctx, rq_type, q->rq_type);
	SET(qpc, ctx, srqn_rmpn_xrqn, q->srqn);
	SET(qpc, ctx, xrcd, q->xrcd);
	SET(qpc, ctx, cqn_snd, q->cqn);
	SET(qpc, ctx, cqn_rcv, q->cqn);
	SET(qpc, ctx, dbr_addr, q->dbr);
	SET(qpc, ctx, user_index, 0x1234);
	put_pages(AT(create_qp_in, in, pas), q->buf, pages);
	status = cmd_run(in, IFC_SIZE(create_qp_in) + 8 * pages, out,
			 sizeof(out));
	q->qpn = GET(create_qp_out, out, qpn);
	return status;
}

void new_qp(struct queue *q)
{
	ck_assert_uint_eq(try_qp(q), 0);
}

u8 move_qp(const struct queue *q, u16 opcode, u32 remote)
{
	u8 in[IFC_SIZE(rst2init_qp_in)] = { 0 };
	u8 out[IFC_SIZE(rst2init_qp_out)];
	u8 *ctx = AT(rst2init_qp_in, in, qpc);

	SET(rst2init_qp_in, in, opcode, opcode);
	SET(rst2init_qp_in, in, qpn, q->qpn);
	SET(qpc, ctx, pd, q->pd);
	SET(qpc, ctx, cqn_snd, q->cqn);
	SET(qpc, ctx, cqn_rcv, q->cqn);
	SET(qpc, ctx, remote_qpn, remote);
	SET(qpc, ctx, q_key, 0x11111111);
	SET(qpc, ctx, rre, !!(q->rights & MLX5_QP_OPTPAR_RRE));
	SET(qpc, ctx, rwe, !!(q->rights & MLX5_QP_OPTPAR_RWE));
	SET(qpc, ctx, rae, !!(q->rights & MLX5_QP_OPTPAR_RAE));
	return cmd_run(in, sizeof(in), out, sizeof(out));
}

void connect_qp(const struct queue *q, u32 remote)
{
	ck_assert_uint_eq(move_qp(q, MLX5_CMD_OP_RST2INIT_QP, remote), 0);
	ck_assert_uint_eq(move_qp(q, MLX5_CMD_OP_INIT2RTR_QP, remote), 0);
	ck_assert_uint_eq(move_qp(q, MLX5_CMD_OP_RTR2RTS_QP, remote), 0);
}

u8 query_qp(u32 qpn, u8 *qpc)
{
	u8 in[IFC_SIZE(query_qp_in)] = { 0 };
	u8 out[IFC_SIZE(query_qp_out)];
	u8 status;

	SET(query_qp_in, in, opcode, MLX5_CMD_OP_QUERY_QP);
	SET(query_qp_in, in, qpn, qpn);
	status = cmd_run(in, sizeof(in), out, sizeof(out));
	memcpy(qpc, AT(query_qp_out, out, qpc), IFC_SIZE(qpc));
	return status;
}

u32 new_rmp(u32 pd, u8 log_size, u8 log_stride, u64 *buf, u64 *dbr)
{
	u8 in[IFC_SIZE(create_rmp_in) + 64] = { 0 };
	u8 out[IFC_SIZE(create_rmp_out)];
	u8 *wq = AT(create_rmp_in, in, ctx.wq);

	*buf = guest_alloc(PAGE);
	*dbr = guest_alloc(PAGE);
	SET(create_rmp_in, in, opcode, MLX5_CMD_OP_CREATE_RMP);
	SET(wq, wq, pd, pd);
	SET(wq, wq, log_wq_sz, log_size);
	SET(wq, wq, log_wq_stride, log_stride);
	SET(wq, wq, dbr_addr, *dbr);
	put_pages(AT(wq, wq, pas), *buf, 1);
	ck_assert_uint_eq(cmd_run(in, IFC_SIZE(create_rmp_in) + 8, out,
				  sizeof(out)), 0);
	return GET(create_rmp_out, out, rmpn);
}

/* Doorbell of the first page of doorbells, 16 pages into the BAR. */
void post_wqe(struct queue *q, u8 opcode, u8 ds, u8 flags, u32 imm,
	      const void *segs, u32 size)
{
	u32 mask = (1u << q->log_sq) - 1;
	u8 wqe[1024] = { 0 };
	u32 i, slots = ds > 4 ? (ds + 3u) / 4 : 1;

	BE_SET(mlx5_wqe_ctrl_seg, wqe, opmod_idx_opcode,
	       (u32)q->opmod << 24 |
	       (u32)q->pi << MLX5_WQE_CTRL_WQE_INDEX_SHIFT | opcode);
	BE_SET(mlx5_wqe_ctrl_seg, wqe, qpn_ds,
	       q->qpn << MLX5_WQE_CTRL_QPN_SHIFT | ds);
	BE_SET(mlx5_wqe_ctrl_seg, wqe, fm_ce_se, flags);
	BE_SET(mlx5_wqe_ctrl_seg, wqe, imm, imm);
	if (size)
		memcpy(wqe + sizeof(struct mlx5_wqe_ctrl_seg), segs, size);
	for (i = 0; i < slots; i++)
		memcpy(guest(q->sq + (u64)((q->pi + i) & mask) *
			     MLX5_SEND_WQE_BB),
		       wqe + i * MLX5_SEND_WQE_BB, MLX5_SEND_WQE_BB);
	q->pi += slots;
	be_store(guest(q->dbr) + 4, 4, q->pi);
	bar_store(16 * PAGE + MLX5_BF_OFFSET, be_load(wqe, 8), 8);
	bar_load(0);
}

u8 *put_raddr(u8 *p, u64 addr, u32 key)
{
	BE_SET(mlx5_wqe_raddr_seg, p, raddr, addr);
	BE_SET(mlx5_wqe_raddr_seg, p, rkey, key);
	return p + sizeof(struct mlx5_wqe_raddr_seg);
}

u8 *put_data(u8 *p, u64 addr, u32 key, u32 count)
{
	BE_SET(mlx5_wqe_data_seg, p, byte_count, count);
	BE_SET(mlx5_wqe_data_seg, p, lkey, key);
	BE_SET(mlx5_wqe_data_seg, p, addr, addr);
	return p + sizeof(struct mlx5_wqe_data_seg);
}

void post_receive(struct queue *q, u64 addr, u32 key, u32 len)
{
	u32 pi = be_load(guest(q->dbr), 4);
	u64 slot = pi & ((1u << q->log_rq) - 1);

	put_data(guest(q->buf + (slot * 16 << q->log_rq_stride)), addr, key,
		 len);
	be_store(guest(q->dbr), 4, (pi + 1) & 0xffff);
}

int ctl_connect(void)
{
	return connect_to(emu.ctl_path);
}

const char *ctl(const char *line)
{
	static char answer[65536];
	size_t n = 0;

	if (emu.ctl < 0)
		emu.ctl = ctl_connect();
	ck_assert_int_eq(send(emu.ctl, line, strlen(line), MSG_NOSIGNAL),
			 (ssize_t)strlen(line));
	ck_assert_int_eq(send(emu.ctl, "\n", 1, MSG_NOSIGNAL), 1);
	do {
		ck_assert_uint_lt(n, sizeof(answer));
		read_all(emu.ctl, answer + n, 1);
	} while (answer[n++] != '\n');
	answer[n - 1] = '\0';
	return answer;
}
