/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * A fuzzer of the methods in rdma/mlx5_user_wq_read.h. fuzz_make.c makes a good
 * call, fuzz_mutate.c spoils it, fuzz_model.c says what it must answer by the
 * documentation, and fuzz_judge.c compares.
 */
#ifndef GUEST_FUZZ_H
#define GUEST_FUZZ_H

#include <stdatomic.h>
#include <stdbool.h>

#include "hostile.h"

/* Handles and numbers from here on are nobody's */
#define FUZZ_NOTHING 0x100000U

/* Memory of one caller; behind each area is a page that nobody may touch */
enum fuzz_area {
	FUZZ_DATA,	/* these two are full of a pattern between calls */
	FUZZ_INFO,
	FUZZ_REQ,
	FUZZ_CALL,
	FUZZ_FIXED,	/* read-only */
	FUZZ_AREAS
};

#define FUZZ_AREA_SIZE (17 * 4096)	/* more than an attribute can be long */

struct fuzz_memory {
	uint8_t *areas[FUZZ_AREAS];
	uint8_t *fixed;		/* FUZZ_FIXED where it can be written */
	uint8_t *pattern;
};

void fuzz_memory_map(struct fuzz_memory *memory);
/* How many bytes can be read or written from @address on */
size_t fuzz_readable(const struct fuzz_memory *memory, uint64_t address);
size_t fuzz_writable(const struct fuzz_memory *memory, uint64_t address);
/* As many of the bytes as there is memory for */
void fuzz_put(struct fuzz_memory *memory, uint64_t address, const void *from,
	      size_t size);

/* Bytes that a call may have written */
struct fuzz_span {
	uint64_t at;
	size_t size;
};

/* The pattern is whole where @look is and around, but for what was written */
bool fuzz_pattern_whole(const struct fuzz_memory *memory,
			const struct fuzz_span *look,
			const struct fuzz_span written[2]);
void fuzz_pattern_restore(struct fuzz_memory *memory,
			  const struct fuzz_span spans[2]);

/* An object of the context: what takes its handle, 0 if nothing does */
struct fuzz_object {
	uint32_t handle;
	uint16_t attr;
};

/* A queue that is there all the time, and what asking for it answers */
struct fuzz_target {
	struct ring ring;
	int by_handle, by_num;
	bool kernel;		/* to be read by who may read the kernel's */
	bool unknown;		/* nothing else is known of it */
};

#define FUZZ_OBJECTS 48
#define FUZZ_TARGETS 64

struct fuzz_world {
	struct ring_base base;
	struct fuzz_object objects[FUZZ_OBJECTS];
	struct fuzz_target targets[FUZZ_TARGETS];
	uint32_t objects_n, targets_n;
	bool has_wqs;		/* the device, on an Ethernet port only */
};

void fuzz_world_make(struct fuzz_world *world);

/* What comes and goes meanwhile, and what was counted; between processes */
#define FUZZ_FLEETING 8
#define FUZZ_ERRNOS 134
enum fuzz_method { FUZZ_BY_HANDLE, FUZZ_BY_NUM, FUZZ_NO_METHOD, FUZZ_METHODS };

enum fuzz_event {
	FUZZ_COMPARED,		/* slots, with those in the ring */
	FUZZ_WRAPPED,
	FUZZ_ASKED,		/* the device */
	FUZZ_KERNEL,		/* bytes of the kernel's */
	FUZZ_STRANGE,		/* a queue of which nothing is known */
	FUZZ_INJECTED,		/* a failure */
	FUZZ_SURVIVED,		/* with success */
	FUZZ_EVENTS
};

struct fuzz_shared {
	_Atomic(uint32_t) handles[FUZZ_FLEETING];
	_Atomic(uint32_t) nums[FUZZ_FLEETING];
	_Atomic(uint32_t) made;
	_Atomic(uint32_t) stop;
	_Atomic(uint32_t) faults;
	_Atomic(uint64_t) errnos[FUZZ_METHODS][FUZZ_ERRNOS];
	_Atomic(uint64_t) events[FUZZ_EVENTS];
};

/* Make and destroy objects in the context of @world until told to stop */
void fuzz_churn(struct fuzz_world *world, struct fuzz_shared *shared);

#define FUZZ_ATTRS 256
struct fuzz_call {
	union {
		struct ib_uverbs_ioctl_hdr hdr;
		uint8_t bytes[sizeof(struct ib_uverbs_ioctl_hdr) +
			      FUZZ_ATTRS * sizeof(struct ib_uverbs_attr)];
	};
	uint32_t attrs_n;	/* whatever the header says */
	uint64_t address;	/* where the kernel is told to look */
	uint64_t req;		/* where the request was put */
};

/* Bytes of header and attributes */
size_t fuzz_call_size(const struct fuzz_call *call);

/* One who calls */
struct fuzz_caller {
	const struct fuzz_world *world;
	struct fuzz_shared *shared;
	struct fuzz_memory memory;
	struct rng rng;
	uint64_t caps;
	uint32_t index;		/* of the caller */
	uint32_t turn;		/* of the call */
	uint32_t faults;
	int fail_nth;		/* a file that makes it fail, or -1 */
};

/* What a call must answer */
struct fuzz_verdict {
	int want;		/* 0 or the errno value */
	uint64_t maybe[3];	/* others, for what others may do meanwhile */
	enum fuzz_method method;
	struct fuzz_call call;	/* as the kernel finds it, if it can */
	const struct fuzz_target *target;	/* NULL: nothing is known */
	struct mlx5_ib_wq_read_req req;
	const struct ib_uverbs_attr *data, *info;	/* NULL: not given */
	bool long_request;
};

bool fuzz_maybe(const struct fuzz_verdict *verdict, int value);

/* Make a good call, and spoil it */
void fuzz_make(struct fuzz_caller *caller, struct fuzz_call *call);
void fuzz_mutate(struct fuzz_caller *caller, struct fuzz_call *call);

/* What the call at @address must answer, by the documentation */
void fuzz_predict(const struct fuzz_caller *caller, uint64_t address,
		  struct fuzz_verdict *verdict);

/* @got is the errno value; @injected: something was made to fail */
void fuzz_judge(struct fuzz_caller *caller, uint64_t address,
		const struct fuzz_verdict *verdict, int got, bool injected);

/* Words that are worth trying as any number, and random ones */
uint32_t fuzz_word(struct rng *rng);

/* Failures that the kernel can be asked for: whether it can, and each call's */
bool fuzz_inject_setup(void);
int fuzz_inject_open(void);
void fuzz_inject_start(int file, uint32_t nth);
/* Whether it happened */
bool fuzz_inject_end(int file);

#endif /* GUEST_FUZZ_H */
