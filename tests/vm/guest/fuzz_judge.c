// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Whether a call did what it must, and nothing else */
#include "fuzz.h"

#include <errno.h>
#include <rdma/rdma_user_ioctl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define FAULTS_SHOWN 3		/* of each caller */
#define ATTRS_SHOWN 12
#define LOOK_EVERYWHERE 64	/* every so many calls */

static void show_call(const struct fuzz_verdict *verdict)
{
	const struct fuzz_call *call = &verdict->call;
	const struct mlx5_ib_wq_read_req *req = &verdict->req;

	printf("#   method %#x, %u attributes\n", call->hdr.method_id,
	       call->attrs_n);
	for (uint32_t i = 0; i < call->attrs_n && i < ATTRS_SHOWN; i++) {
		const struct ib_uverbs_attr *attr = &call->hdr.attrs[i];

		printf("#   id %#x len %u flags %#x reserved %#x data %#llx\n",
		       attr->attr_id, attr->len, attr->flags,
		       attr->attr_data.reserved,
		       (unsigned long long)attr->data);
	}
	printf("#   request: flags %#x queue %u num %#x port %u first %u count %u\n",
	       req->flags, req->queue, req->num, req->port, req->first,
	       req->count);
	if (verdict->target)
		printf("#   of %s\n", verdict->target->ring.name);
}

static void fault(struct fuzz_caller *caller,
		  const struct fuzz_verdict *verdict, const char *what,
		  unsigned long long got, unsigned long long want)
{
	atomic_fetch_add(&caller->shared->faults, 1);
	if (caller->faults++ >= FAULTS_SHOWN)
		return;
	flockfile(stdout);
	printf("# caller %u, call %u: %s is %llu, not %llu\n", caller->index,
	       caller->turn, what, got, want);
	show_call(verdict);
	fflush(stdout);
	funlockfile(stdout);
}

static void count_event(const struct fuzz_caller *caller, enum fuzz_event event)
{
	atomic_fetch_add(&caller->shared->events[event], 1);
}

static bool is_allowed(const struct fuzz_verdict *verdict, int got,
		       bool injected)
{
	if (got == verdict->want || (got && fuzz_maybe(verdict, got)))
		return true;
	if (!injected)
		return false;
	/* uverbs takes a longer request that it cannot look at for too new */
	return got == ENOMEM || got == EFAULT ||
	       (got == EOPNOTSUPP && verdict->long_request);
}

/* Where answers are to be written, in full */
static void spans_of(const struct fuzz_verdict *verdict,
		     struct fuzz_span spans[2])
{
	const struct ib_uverbs_attr *attrs[] = { verdict->data, verdict->info };

	for (int i = 0; i < 2; i++)
		spans[i] = (struct fuzz_span) {
			attrs[i] ? attrs[i]->data : 0,
			attrs[i] ? attrs[i]->len : 0,
		};
}

static bool overlap(const struct fuzz_span spans[2])
{
	return spans[0].at < spans[1].at + spans[1].size &&
	       spans[1].at < spans[0].at + spans[0].size;
}

/* The kernel marks attributes that it has written, and leaves all else */
static bool is_marked(uint64_t address, const struct fuzz_verdict *verdict,
		      int got, bool slots)
{
	struct fuzz_call expect = verdict->call;
	size_t size = fuzz_call_size(&expect);

	if (!expect.attrs_n || got == EFAULT)
		return true;
	for (uint32_t i = 0; i < expect.attrs_n && !got; i++) {
		const struct ib_uverbs_attr *attr =
			&verdict->call.hdr.attrs[i];

		if (attr == verdict->info || (slots && attr == verdict->data))
			expect.hdr.attrs[i].flags |=
				UVERBS_ATTR_F_VALID_OUTPUT;
	}
	return !memcmp(expect.bytes, (const void *)(uintptr_t)address, size);
}

/* Of an answer about whatever queue */
static void judge_form(struct fuzz_caller *caller,
		       const struct fuzz_verdict *verdict,
		       const struct mlx5_ib_wq_read_info *info)
{
	const uint8_t *tail = (const uint8_t *)(uintptr_t)verdict->info->data;
	uint64_t bytes = (uint64_t)info->wqe_cnt << info->wqe_shift;

	for (size_t i = sizeof(*info); i < verdict->info->len; i++)
		if (tail[i]) {
			fault(caller, verdict, "byte behind the answer",
			      tail[i], 0);
			return;
		}
	if (info->abi != MLX5_IB_WQ_READ_ABI)
		fault(caller, verdict, "abi", info->abi, MLX5_IB_WQ_READ_ABI);
	if (info->offset + bytes > info->buf_size)
		fault(caller, verdict, "end of the queue",
		      info->offset + bytes, info->buf_size);
	if (info->count > verdict->req.count)
		fault(caller, verdict, "count", info->count,
		      verdict->req.count);
	if (info->count && (uint64_t)info->count << info->wqe_shift >
			   verdict->data->len)
		fault(caller, verdict, "slots that fit", info->count,
		      verdict->data->len >> info->wqe_shift);
}

static void judge_slots(struct fuzz_caller *caller,
			const struct fuzz_verdict *verdict,
			const struct mlx5_ib_wq_read_info *info)
{
	const struct mlx5_ib_wq_read_req *req = &verdict->req;
	const struct ring *ring = &verdict->target->ring;
	uint32_t fit = verdict->data->len / ring->stride;
	uint32_t count = req->count < ring->wqe_cnt ? req->count :
						      ring->wqe_cnt;
	uint32_t equal;

	if (count > fit)
		count = fit;
	if (info->count != count) {
		fault(caller, verdict, "count", info->count, count);
		return;
	}
	if (info->first != req->first % ring->wqe_cnt)
		fault(caller, verdict, "first", info->first,
		      req->first % ring->wqe_cnt);
	equal = ring_slots_equal(ring, req->first, count,
				 (const void *)(uintptr_t)verdict->data->data);
	if (equal != count)
		fault(caller, verdict, "slots that are as in the ring", equal,
		      count);
	count_event(caller, FUZZ_COMPARED);
	if (info->first + count > ring->wqe_cnt)
		count_event(caller, FUZZ_WRAPPED);
}

/* Of an answer about a queue that is known */
static void judge_known(struct fuzz_caller *caller,
			const struct fuzz_verdict *verdict,
			struct mlx5_ib_wq_read_info info, bool whole,
			bool injected)
{
	bool asked = verdict->req.flags & MLX5_IB_WQ_READ_REQ_QUERY_HW;
	struct ring_difference found;

	/* The device may not have been asked for want of memory */
	if (injected && info.hw_errno == ENOMEM) {
		asked = false;
		info.hw_errno = 0;
	}
	found = ring_compare(&verdict->target->ring, &info, asked);
	if (found.field)
		fault(caller, verdict, found.field, found.got, found.want);
	if (asked)
		count_event(caller, FUZZ_ASKED);
	if (verdict->req.count && whole)
		judge_slots(caller, verdict, &info);
}

static void judge_answer(struct fuzz_caller *caller,
			 const struct fuzz_verdict *verdict,
			 const struct mlx5_ib_wq_read_info *info, bool whole,
			 bool injected)
{
	const struct fuzz_target *target = verdict->target;

	judge_form(caller, verdict, info);
	if (injected)
		count_event(caller, FUZZ_SURVIVED);
	if (target && !target->unknown) {
		judge_known(caller, verdict, *info, whole, injected);
		return;
	}
	if (target && !(info->flags & MLX5_IB_WQ_READ_INFO_KERNEL))
		fault(caller, verdict, "flags of a kernel's queue",
		      info->flags, MLX5_IB_WQ_READ_INFO_KERNEL);
	if (info->count)
		count_event(caller, target ? FUZZ_KERNEL : FUZZ_STRANGE);
}

/*
 * What was not to be written is as it was. With EFAULT a part may have been
 * written before the rest could not be.
 */
static void judge_memory(struct fuzz_caller *caller,
			 const struct fuzz_verdict *verdict, int got,
			 size_t slots_size)
{
	struct fuzz_memory *memory = &caller->memory;
	struct fuzz_span spans[2], written[2];
	bool whole = true;

	spans_of(verdict, spans);
	memcpy(written, spans, sizeof(written));
	if (!got)
		written[0].size = slots_size;
	else if (got != EFAULT)
		written[0].size = written[1].size = 0;
	for (int i = 0; i < 2; i++)
		whole &= fuzz_pattern_whole(memory, &spans[i], written);
	for (int i = FUZZ_DATA; i <= FUZZ_INFO; i++) {
		const struct fuzz_span all = {
			(uintptr_t)memory->areas[i], FUZZ_AREA_SIZE
		};

		if (caller->turn % LOOK_EVERYWHERE == 0)
			whole &= fuzz_pattern_whole(memory, &all, written);
	}
	if (!whole)
		fault(caller, verdict, "memory as it was", 0, 1);
	if (!got || got == EFAULT || !whole)
		fuzz_pattern_restore(memory, spans);
}

void fuzz_judge(struct fuzz_caller *caller, uint64_t address,
		const struct fuzz_verdict *verdict, int got, bool injected)
{
	struct mlx5_ib_wq_read_info info = {};
	struct fuzz_span spans[2];

	atomic_fetch_add(&caller->shared->errnos[verdict->method][got], 1);
	if (injected)
		count_event(caller, FUZZ_INJECTED);
	spans_of(verdict, spans);
	if (!is_allowed(verdict, got, injected)) {
		fault(caller, verdict, "errno", got, verdict->want);
	} else if (!got) {
		memcpy(&info, (const void *)(uintptr_t)verdict->info->data,
		       sizeof(info));
		judge_answer(caller, verdict, &info, !overlap(spans),
			     injected);
	}
	if (!is_marked(address, verdict, got, info.count))
		fault(caller, verdict, "call as it was", 0, 1);
	judge_memory(caller, verdict, got,
		     (size_t)info.count << info.wqe_shift);
}
