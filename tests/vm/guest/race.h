/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Owners make queues, readers read them by number, and something happens to
 * both. Every owner fills the memory of a queue with one word of its own before
 * it makes the queue, and with another word after the queue is gone, so that
 * whatever a reader gets tells whose memory it was, and when.
 *
 * A round is one queue, the SQ or RQ of an RC QP or an SRQ, that a reader has
 * read and that then met the event, with readers reading on.
 */
#ifndef GUEST_RACE_H
#define GUEST_RACE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "hostile.h"
#include "ring_raw.h"

#define RACE_OWNERS 16
#define RACE_OBJECTS 64		/* of an owner, at most */
#define RACE_KILL_OBJECTS 32	/* of one that is to be killed */

/* A QP or SRQ in 64 bits. One that is condemned is its owner's alone */
#define OBJECT_NUM 0xffffffU
#define OBJECT_SRQ (1U << 24)
#define OBJECT_CONDEMNED (1U << 25)	/* the owner destroys it */
#define OBJECT_READ(queue) (1U << (26 + (queue)))	/* once at least */
#define OBJECT_GENERATION_SHIFT 32	/* what tells it from the one before */

struct race_owner {
	_Atomic(uint64_t) objects[RACE_OBJECTS];	/* 0: none yet */
	_Atomic(uint32_t) made;
	_Atomic(uint32_t) rounds;
};

/* Between the processes of a race; zero at its start */
struct race_shared {
	struct race_owner owners[RACE_OWNERS];
	uint32_t width;		/* QPs and SRQs of each owner */
	bool unplugs;		/* the device may go away */
	bool only_qps;
	_Atomic(uint32_t) stop;
	_Atomic(uint32_t) read, gone, changed, unplugged, faults;
	/* Of each number of a QP or an SRQ that was read, who owned it last */
	_Atomic(uint32_t) last_owner[2][KERNEL_NUM_MAX];
};

extern struct race_shared *shared;

/* A child that dies with its parent: 0 in the child */
pid_t race_fork(void);
bool race_ended_well(pid_t pid);
uint64_t race_now_ms(void);

/* race_reader.c */
void race_readers_start(uint32_t width, bool unplugs);
/* Whether they found anything and everything was right */
bool race_readers_end(void);

/* How many queues of an object were read */
uint32_t race_queues_read(uint64_t object);

/* race_owner.c: one QP or SRQ after the other, for that many rounds */
pid_t race_owner_churns(struct race_owner *owner, uint32_t rounds);
/* All of them, and then a few of them anew, until it is killed */
pid_t race_owner_holds(struct race_owner *owner);
/* How many queues of an owner that has gone make a round; they are forgotten */
uint32_t race_owner_takes(struct race_owner *owner);

/*
 * What happens. Until at least that many rounds are done, of which the number
 * is returned; 0 if anything went wrong.
 */
uint32_t race_read(uint32_t rounds);	/* nothing: rounds are reads */
uint32_t race_churn(uint32_t rounds);
uint32_t race_kill(uint32_t rounds);
uint32_t race_slow(uint32_t rounds);
uint32_t race_unbind(uint32_t rounds);
uint32_t race_unload(uint32_t rounds);

/*
 * The memory of one QP or SRQ is a page, which is full of one word: both rings
 * of a QP, or the ring of an SRQ.
 */
#define RACE_PAGE 4096
#define RACE_RQ_SLOTS 24	/* no power of two */
#define RACE_SQ_SLOTS 32
#define RACE_SRQ_SLOTS 64

struct race_memory {
	uint64_t *pages;
	uint8_t *doorbell;
};

struct race_memory race_memory_map(uint32_t pages);
uint64_t race_live_word(uint32_t pid);
void race_page_fill(const struct race_memory *memory, uint32_t i,
		    uint64_t word);
struct raw_object race_make(struct ring_base *base,
			    const struct race_memory *memory, uint32_t i,
			    bool srq);

/* What reading one of its queues must give, all slots of it */
struct race_ring {
	uint32_t slots;
	uint32_t slot_size;
};

extern const struct race_ring race_rings[];	/* by the queue of a request */

/* Whether a full answer has the owner's live word everywhere, and no other */
bool race_answer_is_right(const struct uapi_read *read, uint64_t *wrong);

#endif /* GUEST_RACE_H */
