/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/* The emulated adapter: its state, and what its parts offer each other. */
#ifndef HCA_H
#define HCA_H

#include "dma.h"
#include "hw.h"
#include "log.h"
#include "table.h"

#define HCA_VECTORS	64
#define HCA_PORT_LID	1
#define HCA_MTU		4096
#define HCA_MCGS	256
#define GID_SIZE	16
#define MAD_SIZE	256u
#define HCA_GID_PREFIX	0xfe80000000000000ull
#define HCA_MAX_SEND_WQE	(MLX5_SEND_WQE_MAX_WQEBBS * MLX5_SEND_WQE_BB)
#define HCA_UAR_FIRST	16	/* pages; the initial segment is before */
#define HCA_UAR_END	2048
#define HCA_BAR_SIZE	((u64)HCA_UAR_END << MLX5_ADAPTER_PAGE_SHIFT)

struct hca;

/* Plain numbers that the device hands out and takes back. */
enum res_kind {
	RES_UAR,
	RES_PD,
	RES_TD,
	RES_XRCD,
	RES_UCTX,
	RES_TIS,
	RES_TIR,
	RES_RQT,
	RES_PSV,
	RES_KINDS,
};

struct eq {
	u32 eqn;
	u8 ctx[IFC_SIZE(eqc)];
	struct dma_buf buf;
	u8 log_size;
	u16 vector;
	u64 events[4];
	u32 pi;
	u32 ci;
};

enum cq_arm { CQ_IDLE, CQ_ARM_SOLICITED, CQ_ARM_ANY };

struct cq {
	u32 cqn;
	u8 ctx[IFC_SIZE(cqc)];
	struct dma_buf buf;
	u8 log_size;
	u8 entry_size;
	u64 dbr;
	u32 eqn;
	u32 pi;
	u32 solicited_pi;	/* pi after the last solicited completion */
	enum cq_arm arm;
	bool overflow;
};

/* A ring of work-queue elements within a buffer; cnt is 0 if there is none. */
struct ring {
	u32 cnt;
	u32 stride;
	u64 offset;
};

struct srq {
	u32 srqn;
	u16 opcode;		/* of the command that created it */
	u8 ctx[IFC_SIZE(xrqc)];	/* rmpc, xrc_srqc or xrqc */
	/* Where completions go, if not to the QP's own */
	u32 pd;
	u32 cqn;
	u32 user_index;
	struct dma_buf buf;
	struct ring ring;
	u64 dbr;
	u16 head;		/* slot that is taken next */
	u16 taken;		/* counts all that were taken */
	u16 limit;		/* event when fewer remain; 0: not armed */
	bool linked;
	bool broken;
};

#define QP_MAX_FAULTS	16

/* An error that a test asked for. */
struct fault {
	u16 index;
	u8 syndrome;
	u8 vendor;
};

/* As the driver's page-fault events have them; no bit: a shared queue. */
enum fault_type {
	FAULT_REQUESTER = 1 << 0,
	FAULT_WRITE = 1 << 1,
	FAULT_RDMA = 1 << 2,	/* a range by key, not the pieces of a WQE */
	FAULT_TYPES = 1 << 3,
};

/* Pages that the driver has to bring. */
struct page_fault {
	u8 type;		/* enum fault_type */
	u32 wq;
	u16 index;
	u32 key;
	u64 va;
	u32 len;
};

/* All of these take their numbers out of one space, as doorbells do. */
enum queue_kind { QUEUE_QP, QUEUE_SQ, QUEUE_RQ, QUEUE_DCT };

struct qp {
	u32 qpn;
	enum queue_kind kind;
	u16 uid;		/* 0: created by the kernel for itself */
	u8 st;
	u8 state;
	u8 ctx[IFC_SIZE(qpc)];	/* of the other kinds: as if they were a QP */
	u8 own[IFC_SIZE(rqc)];	/* sqc, rqc or dctc, as the driver gave it */
	struct dma_buf buf;
	struct ring sq;
	struct ring rq;
	u32 srqn;		/* 0: none */
	u16 sq_ci;
	u16 rq_ci;
	bool held;
	bool waiting;		/* for the receiver */
	bool faulted;		/* for pages */
	bool unraised;		/* without an event so far */
	bool fault_failed;	/* the driver could not bring them */
	bool last_wqe_told;
	u32 steps;		/* a held queue may still execute so many */
	u32 executed;		/* since the last step command */
	u32 faults;
	struct fault fault[QP_MAX_FAULTS];
	struct page_fault page_fault;	/* if faulted */
};

/* Twice struct mlx5_bsf: of signature and encryption. */
#define MKEY_BSF_MAX	128

struct mkey {
	u32 index;
	u8 ctx[IFC_SIZE(mkc)];
	u64 *xlt;		/* MTTs, or pairs of words for KLMs */
	u32 words;
	bool paged;		/* entries tell whether pages are there */
	u8 bsf[MKEY_BSF_MAX];	/* kept, not carried out */
};

/* A QP that listens to a multicast address; none if qpn is 0. */
struct mcg {
	u32 qpn;
	u8 gid[GID_SIZE];
};

struct hca_caps {
	u8 *max;
	u8 *cur;
};

struct hca {
	struct log log;
	struct dma dma;
	int irq[HCA_VECTORS];
	u64 guid;
	bool ethernet;		/* the port's type */
	u8 config[4096];	/* PCI configuration space */
	u8 config_mask[4096];	/* the bits that can be written */

	u64 cmdq;		/* address of the command queue */
	u32 cmd_eqn;		/* 0: command completions are polled */
	u32 health;
	struct hca_caps caps;
	u32 cap_mask1;		/* of the port */
	u64 *page;		/* given by the driver */
	u32 pages;

	struct table res[RES_KINDS];
	struct table eqs;
	struct table cqs;
	struct table qps;
	struct table srqs;
	struct table mkeys;

	struct mcg mcg[HCA_MCGS];
	u8 mlid[HCA_MCGS][GID_SIZE];	/* groups that have a LID */
	u32 mlids;

	bool hold_all;
	bool hold_faults;
	u32 faults_raised[FAULT_TYPES];	/* since the program started */
	u32 faults_resolved;
	u32 faults_failed;
	u64 poll_at;		/* when to look again at waiting queues */
};

int hca_init(struct hca *h);
void hca_exit(struct hca *h);
/* Forget everything that the driver set up. */
void hca_reset(struct hca *h);

/* pci.c */
void pci_init(struct hca *h);
void pci_read(const struct hca *h, u32 offset, void *dst, u32 size);
void pci_write(struct hca *h, u32 offset, const void *src, u32 size);
void irq_raise(struct hca *h, u32 vector);

/* bar.c */
void bar_read(struct hca *h, u64 offset, void *dst, u32 size);
void bar_write(struct hca *h, u64 offset, const void *src, u32 size);

/* caps.c */
int caps_init(struct hca *h);
void caps_reset(struct hca *h);
#define cap(h, field)	GET(cmd_hca_cap, (h)->caps.cur, field)

/* pages.c */
void pages_reset(struct hca *h);

/* res.c */
int res_init(struct hca *h);
void res_exit(struct hca *h);
bool res_exists(const struct hca *h, enum res_kind kind, u32 num);

/* eq.c */
void eq_free(void *eq);
/* data: up to 28 bytes of event data. */
void eq_post(struct hca *h, u32 eqn, u8 type, u8 sub_type, const void *data,
	     size_t size);
/* Post to the EQ that was created for this type of event. */
void eq_post_async(struct hca *h, u8 type, u8 sub_type, const void *data,
		   size_t size);
/* An event about a QP or SRQ; the type of queue is MLX5_EVENT_QUEUE_TYPE_*. */
void eq_post_queue_event(struct hca *h, u8 type, u8 queue_type, u32 num);
void eq_doorbell(struct hca *h, u32 value);

/* cq.c */
void cq_free(void *cq);
/* Complete struct mlx5_cqe64's owner bit and write it. */
void cq_post(struct hca *h, u32 cqn, u8 *cqe, bool solicited);
void cq_arm(struct hca *h, u32 cqn, u32 ci, bool solicited_only);

/* srq.c */
void srq_free(void *srq);
u16 srq_posted(struct hca *h, const struct srq *srq);
/* The slot that follows in the order of the device; false: list is broken. */
bool srq_read(struct hca *h, const struct srq *srq, u16 slot, u8 *wqe,
	      u16 *next);
void srq_take(struct hca *h, struct srq *srq, u16 next);

/* qp.c */
void qp_free(void *qp);
/* Whatever has the number; qp_get: only QPs. */
struct qp *queue_get(const struct hca *h, u32 num);
struct qp *queue_find(const struct hca *h, u32 num, enum queue_kind kind);
struct qp *qp_get(const struct hca *h, u32 qpn);
/* Give it a number; MLX5_CMD_STAT_*. */
u8 queue_add(struct hca *h, struct qp *qp);
struct qp *qp_special(const struct hca *h, u8 st);
/* The posted counters of the doorbell record. */
u16 qp_sq_pi(struct hca *h, const struct qp *qp);
u16 qp_rq_pi(struct hca *h, const struct qp *qp);
bool qp_is_user(const struct qp *qp);
const char *qp_state_name(u8 state);
const char *queue_type_name(const struct qp *qp);
u8 qp_query(struct hca *h, u32 qpn, u8 *qpc);

/* qpmodify.c: change the state, with all that follows from it. */
void queue_enter(struct hca *h, struct qp *qp, u8 state);

/* vport.c */
void vport_reset(struct hca *h);

/* mcg.c */
bool mcg_has(const struct hca *h, u32 slot, const u8 *gid);
void mcg_forget(struct hca *h, u32 qpn);

/* fault.c: raise the events that were held back, and those to come. */
void fault_release(struct hca *h);

/* mkey.c */
enum {
	ACCESS_LOCAL_READ = 1 << 0,
	ACCESS_LOCAL_WRITE = 1 << 1,
	ACCESS_REMOTE_READ = 1 << 2,
	ACCESS_REMOTE_WRITE = 1 << 3,
	ACCESS_ATOMIC = 1 << 4,
};
#define ANY_PD		(~0u)

/* What somebody wants to do with memory. */
struct key_use {
	u32 rights;
	u32 pd;
	u32 qpn;	/* 0: not on behalf of a QP */
};

enum key_result { KEY_OK, KEY_DENIED, KEY_ABSENT };

void mkey_free(void *mkey);
struct mkey *mkey_get(const struct hca *h, u32 key);
/* Whether key gives the right to all bytes of the range, and has them now. */
enum key_result mkey_check(struct hca *h, u32 key, u64 va, u64 size,
			   const struct key_use *use);
/* Copy bytes of a range that was checked; false if memory is missing. */
bool mkey_read(struct hca *h, u32 key, u64 va, void *dst, u64 size);
bool mkey_write(struct hca *h, u32 key, u64 va, const void *src, u64 size);
bool mkey_resize(struct mkey *mkey, u32 words);

/* umr.c: returns a completion syndrome, 0 for success. */
u8 umr_exec(struct hca *h, u32 key, const struct key_use *use, const u8 *seg,
	    u32 size);

/* engine.c */
void engine_run(struct hca *h, struct qp *qp);
/* Complete all posted WQEs of a QP in error. */
void engine_flush(struct hca *h, struct qp *qp);
/* Put the QP in error. */
void engine_error(struct hca *h, struct qp *qp);
/* Look at the queues that wait for memory to change. */
void engine_poll(struct hca *h);
/* Milliseconds until engine_poll() has work, -1 if it has none. */
int engine_timeout(struct hca *h);

#endif
