/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * A VMM, a driver and a tester for the emulator, as far as its tests need
 * them.  Everything fails the running test if the emulator does not answer.
 */
#ifndef HCA_CLIENT_H
#define HCA_CLIENT_H

#include "hw.h"

#define GUEST_BASE	0x40000000ull
#define GUEST_SIZE	(16u << 20)
#define PAGE		4096u
#define KEY_BYTE	0x5a

/* vfio-user, by the numbers of its specification. */
enum {
	VFU_VERSION = 1,
	VFU_DMA_MAP = 2,
	VFU_DMA_UNMAP = 3,
	VFU_GET_INFO = 4,
	VFU_REGION_INFO = 5,
	VFU_IRQ_INFO = 7,
	VFU_SET_IRQS = 8,
	VFU_READ = 9,
	VFU_WRITE = 10,
	VFU_RESET = 13,
};

enum { REGION_BAR0 = 0, REGION_BAR2 = 2, REGION_CONFIG = 7 };

struct vfu_reply {
	u32 error;
	u32 len;
	u8 body[70000];
};

/* Start the emulator, connect, map memory.  Test fixtures. */
void emu_start(void);
/* Disconnect; the emulator must end by itself with status 0. */
void emu_stop(void);
/* The same with an Ethernet port. */
void emu_start_ethernet(void);
/* Only start and connect: no memory is mapped. */
void emu_start_bare(void);
int emu_socket(void);
/* Wait for the end of the emulator and return its exit status. */
int emu_wait(void);

/* Send one message and receive its reply. */
void vfu_send(u16 cmd, const void *body, u32 len, int fd);
void vfu_receive(struct vfu_reply *reply);
u32 vfu_call(u16 cmd, const void *body, u32 len, int fd);
u32 vfu_map(u64 iova, u64 size, int fd, u64 offset);
u32 vfu_access(u16 cmd, u32 region, u64 offset, void *data, u32 count);
void bar_store(u64 offset, u64 value, u32 size);
u32 bar_load(u64 offset);

/* Guest memory: addresses as the device sees them. */
u64 guest_alloc(u32 size);
u8 *guest(u64 addr);
int guest_fd(void);

/* One command through mailboxes; returns the delivery status. */
u8 cmd_deliver(const void *in, u32 in_len, void *out, u32 out_len);
/* The same; the delivery must succeed, returns the command's status. */
u8 cmd_run(const void *in, u32 in_len, void *out, u32 out_len);

/* For what cmd_deliver() does not do: a slot and chains of blocks by hand. */
u8 *cmd_slot(void);
u64 cmd_chain(u32 blocks, u8 token);
void cmd_ring(void);

/* Objects; the ones without a status must succeed. */
u32 new_pd(void);
u32 new_eq(u8 log_size, u64 events);
u8 try_eq(u8 log_size, u8 log_page, u32 vector, u32 pages, u64 events,
	  u32 *eqn);
u32 new_cq(u32 eqn, u8 log_size);
u8 try_cq(u32 eqn, u8 log_size, u8 log_page, u32 pages, u32 *cqn);
u32 new_mkey(u32 pd, u32 rights, u64 addr, u64 len);

struct queue {
	u8 st;
	u8 log_sq;
	u8 log_rq;
	u8 log_rq_stride;
	u8 rq_type;
	bool no_sq;
	u32 pd;
	u32 cqn;
	u32 srqn;
	u32 xrcd;
	u16 uid;
	u32 rights;	/* RRE, RWE, RAE as in opt_param_mask */
	u32 pages;	/* 0: as many as are needed */
	/* results */
	u32 qpn;
	u64 buf;
	u64 sq;
	u64 dbr;
	u16 pi;
	u8 opmod;	/* of the WQEs to come */
};

u8 try_qp(struct queue *q);
void new_qp(struct queue *q);
u8 move_qp(const struct queue *q, u16 opcode, u32 remote);
void connect_qp(const struct queue *q, u32 remote);
u8 query_qp(u32 qpn, u8 *qpc);
u32 new_rmp(u32 pd, u8 log_size, u8 log_stride, u64 *buf, u64 *dbr);

/* Write a WQE of the send queue from its control segment on, and ring. */
void post_wqe(struct queue *q, u8 opcode, u8 ds, u8 flags, u32 imm,
	      const void *segs, u32 size);
u8 *put_raddr(u8 *p, u64 addr, u32 key);
u8 *put_data(u8 *p, u64 addr, u32 key, u32 count);
void post_receive(struct queue *q, u64 addr, u32 key, u32 len);

/* The next event of the last EQ, in its first round; NULL if there is none. */
const u8 *next_eqe(void);

/*
 * The next completion of a CQ that new_cq() made, NULL if there is none: now, or
 * in the time that it takes where no doorbell is rung.
 */
const u8 *next_cqe(u32 cqn);
const u8 *await_cqe(u32 cqn);

/* Control socket: one line in, one line out. */
const char *ctl(const char *line);
int ctl_connect(void);

#endif
