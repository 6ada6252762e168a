// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* The QPs and SRQs of a race and their memory */
#include <sys/mman.h>

#include "poster_die.h"
#include "race.h"

#define SLOT_SHIFT 6
#define WORD_LIVE 0x4c495645U	/* or-ed with the owner in the high half */

const struct race_ring race_rings[] = {
	[MLX5_IB_WQ_READ_SQ] = { RACE_SQ_SLOTS, 1 << SLOT_SHIFT },
	[MLX5_IB_WQ_READ_RQ] = { RACE_RQ_SLOTS, 1 << SLOT_SHIFT },
	[MLX5_IB_WQ_READ_SRQ] = { RACE_SRQ_SLOTS, 32 },
};

/* The doorbell records lie in one page: no device looks at them */
struct race_memory race_memory_map(uint32_t pages)
{
	uint8_t *map = mmap(NULL, (size_t)RACE_PAGE * (pages + 1),
			    PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	need(map != MAP_FAILED);
	return (struct race_memory) {
		.pages = (uint64_t *)(map + RACE_PAGE),
		.doorbell = map,
	};
}

static uint64_t *page_of(const struct race_memory *memory, uint32_t i)
{
	return memory->pages + (size_t)i * RACE_PAGE / sizeof(uint64_t);
}

void race_page_fill(const struct race_memory *memory, uint32_t i,
		    uint64_t word)
{
	uint64_t *page = page_of(memory, i);

	for (size_t j = 0; j < RACE_PAGE / sizeof(word); j++)
		page[j] = word;
}

uint64_t race_live_word(uint32_t pid)
{
	return (uint64_t)pid << 32 | WORD_LIVE;
}

struct raw_object race_make(struct ring_base *base,
			    const struct race_memory *memory, uint32_t i,
			    bool srq)
{
	static const struct raw_geometry geometry = {
		RACE_SQ_SLOTS, RACE_RQ_SLOTS, SLOT_SHIFT,
	};
	uint8_t *slots = (uint8_t *)page_of(memory, i);

	if (srq)
		return raw_srq_make_on(base, RACE_SRQ_SLOTS - 1, slots,
				       memory->doorbell);
	return raw_qp_make_on(base, &geometry, slots, memory->doorbell);
}

uint32_t race_queues_read(uint64_t object)
{
	uint32_t n = 0;

	for (size_t queue = 0; queue < ARRAY_SIZE(race_rings); queue++)
		n += !!(object & OBJECT_READ(queue));
	return n;
}

/*
 * The queue may be another one than when its number was looked up; but what
 * comes back belongs together.
 */
bool race_answer_is_right(const struct uapi_read *read, uint64_t *wrong)
{
	const struct mlx5_ib_wq_read_info *info = &read->info;
	const struct race_ring *ring = &race_rings[read->req.queue];
	const uint64_t *words = read->data;
	size_t size = (size_t)ring->slots * ring->slot_size;
	uint64_t want = race_live_word(info->owner);

	*wrong = info->count;
	if (info->count != ring->slots ||
	    1U << info->wqe_shift != ring->slot_size)
		return false;
	/* The process may be gone when its queues are torn down */
	if (!info->owner)
		want = words[0];
	for (size_t i = 0; i < size / sizeof(*words); i++)
		if (words[i] != want || (uint32_t)words[i] != WORD_LIVE) {
			*wrong = words[i];
			return false;
		}
	return true;
}
