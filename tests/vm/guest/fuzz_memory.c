// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Where calls, requests and answers of a caller are, and what is around them */
#include "fuzz.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "poster_die.h"

#define GUARD_SIZE 4096
#define NEAR 512	/* bytes around what may be written that are looked at */

static size_t min(size_t a, size_t b)
{
	return a < b ? a : b;
}

static size_t max(size_t a, size_t b)
{
	return a > b ? a : b;
}

static uint8_t *map_area(int protection, int file)
{
	int flags = file < 0 ? MAP_PRIVATE | MAP_ANONYMOUS : MAP_SHARED;
	uint8_t *map = mmap(NULL, GUARD_SIZE + FUZZ_AREA_SIZE + GUARD_SIZE,
			    PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	need(map != MAP_FAILED);
	map += GUARD_SIZE;
	need(mmap(map, FUZZ_AREA_SIZE, protection, flags | MAP_FIXED, file,
		  0) == map);
	return map;
}

void fuzz_memory_map(struct fuzz_memory *memory)
{
	struct rng rng = { 7 };
	int file = memfd_create("fixed", MFD_CLOEXEC);

	need(file >= 0);
	need(!ftruncate(file, FUZZ_AREA_SIZE));
	for (int i = 0; i < FUZZ_FIXED; i++)
		memory->areas[i] = map_area(PROT_READ | PROT_WRITE, -1);
	memory->areas[FUZZ_FIXED] = map_area(PROT_READ, file);
	memory->fixed = map_area(PROT_READ | PROT_WRITE, file);
	close(file);
	memory->pattern = map_area(PROT_READ | PROT_WRITE, -1);
	rng_fill(&rng, memory->pattern, FUZZ_AREA_SIZE);
	memcpy(memory->areas[FUZZ_DATA], memory->pattern, FUZZ_AREA_SIZE);
	memcpy(memory->areas[FUZZ_INFO], memory->pattern, FUZZ_AREA_SIZE);
}

/* Bytes of an area from @address on, 0 if it is not in it */
static size_t rest_of(const uint8_t *area, uint64_t address)
{
	uint64_t at = address - (uintptr_t)area;

	return at < FUZZ_AREA_SIZE ? FUZZ_AREA_SIZE - at : 0;
}

static size_t rest_of_first(const struct fuzz_memory *memory, uint64_t address,
			    int areas)
{
	for (int i = 0; i < areas; i++) {
		size_t rest = rest_of(memory->areas[i], address);

		if (rest)
			return rest;
	}
	return 0;
}

size_t fuzz_readable(const struct fuzz_memory *memory, uint64_t address)
{
	return rest_of_first(memory, address, FUZZ_AREAS);
}

size_t fuzz_writable(const struct fuzz_memory *memory, uint64_t address)
{
	return rest_of_first(memory, address, FUZZ_FIXED);
}

void fuzz_put(struct fuzz_memory *memory, uint64_t address, const void *from,
	      size_t size)
{
	size_t rest = fuzz_readable(memory, address);
	uint8_t *to = (uint8_t *)(uintptr_t)address;

	if (rest_of(memory->areas[FUZZ_FIXED], address))
		to = memory->fixed + (FUZZ_AREA_SIZE - rest);
	memcpy(to, from, min(size, rest));
}

/* Whether area and pattern are the same from @from to @to */
static bool same(const struct fuzz_memory *memory, const uint8_t *area,
		 size_t from, size_t to)
{
	return from >= to ||
	       !memcmp(area + from, memory->pattern + from, to - from);
}

/* What of a span lies in an area, as offsets */
struct piece {
	size_t from, to;
};

static struct piece piece_of(const uint8_t *area, const struct fuzz_span *span)
{
	uint64_t start = (uintptr_t)area;
	uint64_t from = span->at, to = span->at + span->size;

	if (from < start)
		from = start;
	if (to > start + FUZZ_AREA_SIZE)
		to = start + FUZZ_AREA_SIZE;
	if (from >= to)
		return (struct piece) { 0, 0 };
	return (struct piece) { from - start, to - start };
}

/* Whether what is around @look is whole, but for the two spans */
static bool area_whole(const struct fuzz_memory *memory, const uint8_t *area,
		       const struct fuzz_span *look,
		       const struct fuzz_span written[2])
{
	struct piece at = piece_of(area, look);
	struct piece a = piece_of(area, &written[0]);
	struct piece b = piece_of(area, &written[1]);
	struct piece low = a.from < b.from ? a : b;
	struct piece high = a.from < b.from ? b : a;

	if (at.from == at.to)
		return true;
	at.from = at.from > NEAR ? at.from - NEAR : 0;
	at.to = at.to + NEAR < FUZZ_AREA_SIZE ? at.to + NEAR : FUZZ_AREA_SIZE;
	return same(memory, area, at.from, min(low.from, at.to)) &&
	       same(memory, area, max(low.to, at.from),
		    min(high.from, at.to)) &&
	       same(memory, area, max(max(low.to, high.to), at.from), at.to);
}

bool fuzz_pattern_whole(const struct fuzz_memory *memory,
			const struct fuzz_span *look,
			const struct fuzz_span written[2])
{
	return area_whole(memory, memory->areas[FUZZ_DATA], look, written) &&
	       area_whole(memory, memory->areas[FUZZ_INFO], look, written);
}

void fuzz_pattern_restore(struct fuzz_memory *memory,
			  const struct fuzz_span spans[2])
{
	for (int i = 0; i < 2 * 2; i++) {
		uint8_t *area = memory->areas[i / 2 ? FUZZ_DATA : FUZZ_INFO];
		struct piece piece = piece_of(area, &spans[i % 2]);

		memcpy(area + piece.from, memory->pattern + piece.from,
		       piece.to - piece.from);
	}
}
