// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* What faults must lead to, and what they have led to */

#include <stdio.h>

#include "odp.h"
#include "poster_die.h"
#include "tap.h"

#define SQ_SLOT 64
#define WQE_UNIT 16
/* The driver reads so much of a queue at most */
#define READ_SIZE PAGE

static void expect_copy(struct odp_counts *want, uint64_t offset,
			uint64_t length)
{
	if (want->copy_cnt == ODP_MAX_COPIES)
		die("too many copies for this test");
	want->copies[want->copy_cnt++] = (struct odp_copy) {
		.offset = offset,
		.length = length,
	};
}

/* What the driver copies of a ring to see a WQE of so many bytes */
static void expect_read(struct odp_counts *want, enum odp_reader reader,
			const struct ring *ring, uint32_t index, uint64_t size)
{
	uint64_t slot = index % ring->wqe_cnt;
	uint64_t length = (ring->wqe_cnt - slot) * ring->stride;

	if (length > READ_SIZE)
		length = READ_SIZE;
	want->reads[reader]++;
	expect_copy(want, ring->offset + slot * ring->stride, length);
	if (size > length)
		expect_copy(want, ring->offset, size - length);
}

void expect_fault(struct odp_counts *want, const struct odp_pair *pair,
		  const struct odp_work *work, enum odp_side side,
		  uint32_t request, uint32_t pieces)
{
	uint32_t units = pieces + (work->via == VIA_NOTHING ? 2 : 1);
	uint32_t slots = (units * WQE_UNIT + SQ_SLOT - 1) / SQ_SLOT;

	want->raised[work->fault[side]]++;
	if (side == LOCAL)
		expect_read(want, READER_SQ, &pair->sq, request * slots,
			    units * WQE_UNIT);
	else if (work->via != VIA_NOTHING)
		expect_read(want, pair->srq ? READER_SRQ : READER_RQ,
			    &pair->receives, pair->received,
			    pair->receives.stride);
}

static uint32_t differ(const char *what, uint64_t got, uint64_t want)
{
	return got == want ? 0 : tap_fault("%s: %lu, expected %lu", what, got,
					   want);
}

uint32_t counts_compare(const struct odp_counts *got,
			const struct odp_counts *want)
{
	static const char *const readers[] = {
		"reads of the SQ", "reads of the RQ", "reads of the SRQ",
	};
	uint32_t faults = 0;

	for (int i = 0; i < SIDES; i++) {
		const struct odp_pages *g = &got->pages[i];
		const struct odp_pages *w = &want->pages[i];

		faults += differ("pages faulted", g->faulted, w->faulted);
		if (g->handled != ODP_NOT_COUNTED)
			faults += differ("faults handled", g->handled,
					 w->handled);
		faults += differ("pages invalidated", g->invalidated,
				 w->invalidated);
	}
	for (int i = 0; i < FAULT_TYPES; i++)
		faults += differ(odp_fault_names[i], got->raised[i],
				 want->raised[i]);
	faults += differ("resolved", got->resolved, want->resolved);
	faults += differ("failed", got->failed, want->failed);
	for (int i = 0; i < READERS; i++)
		faults += differ(readers[i], got->reads[i], want->reads[i]);
	faults += differ("copies", got->copy_cnt, want->copy_cnt);
	for (uint32_t i = 0; i < want->copy_cnt && i < got->copy_cnt; i++) {
		faults += differ("offset of a copy", got->copies[i].offset,
				 want->copies[i].offset);
		faults += differ("length of a copy", got->copies[i].length,
				 want->copies[i].length);
	}
	return faults;
}

void counts_record(FILE *facts, const char *name,
		   const struct odp_counts *got)
{
	fprintf(facts, "%s: resolved %u failed %u\n", name, got->resolved,
		got->failed);
	for (int i = 0; i < SIDES; i++)
		fprintf(facts, "  pages %lu handled %lu invalidated %lu\n",
			got->pages[i].faulted, got->pages[i].handled,
			got->pages[i].invalidated);
	for (int i = 0; i < FAULT_TYPES; i++)
		fprintf(facts, "  %s %u\n", odp_fault_names[i],
			got->raised[i]);
	for (int i = 0; i < READERS; i++)
		fprintf(facts, "  reads %u\n", got->reads[i]);
	for (uint32_t i = 0; i < got->copy_cnt; i++)
		fprintf(facts, "  copy %lu at %lu\n", got->copies[i].length,
			got->copies[i].offset);
}
