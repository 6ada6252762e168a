// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "dma.h"

#define DMA_PAGE	4096ull
#define DMA_MAX_MAPS	4096

static bool overlaps(const struct dma *dma, u64 iova, u64 size)
{
	u32 i;

	for (i = 0; i < dma->count; i++) {
		const struct dma_map *m = &dma->map[i];

		if (iova < m->iova + m->size && m->iova < iova + size)
			return true;
	}
	return false;
}

static int make_room(struct dma *dma)
{
	struct dma_map *map;
	u32 room = dma->room ? 2 * dma->room : 64;

	if (dma->count < dma->room)
		return 0;
	if (room > DMA_MAX_MAPS)
		return ENOSPC;
	map = realloc(dma->map, room * sizeof(*map));
	if (!map)
		return ENOMEM;
	dma->map = map;
	dma->room = room;
	return 0;
}

/* Memory beyond the end of the file would be a SIGBUS for us. */
static int check_file(int fd, u64 offset, u64 size)
{
	struct stat st;

	if (fstat(fd, &st))
		return errno;
	if (st.st_size < 0 || offset > (u64)st.st_size ||
	    size > (u64)st.st_size - offset)
		return EINVAL;
	return 0;
}

int dma_map(struct dma *dma, u64 iova, u64 size, int fd, u64 offset,
	    bool writable)
{
	struct dma_map m = { iova, size, NULL, writable };
	int prot = PROT_READ | (writable ? PROT_WRITE : 0);
	int err;

	if (!size || (iova | size | offset) % DMA_PAGE || iova + size < iova)
		return EINVAL;
	if (overlaps(dma, iova, size))
		return EEXIST;
	err = make_room(dma);
	if (err)
		return err;
	if (fd >= 0) {
		err = check_file(fd, offset, size);
		if (err)
			return err;
		m.mem = mmap(NULL, size, prot, MAP_SHARED, fd, (off_t)offset);
		if (m.mem == MAP_FAILED)
			return errno;
	}
	dma->map[dma->count++] = m;
	return 0;
}

static void drop(struct dma *dma, u32 i)
{
	if (dma->map[i].mem)
		munmap(dma->map[i].mem, dma->map[i].size);
	dma->map[i] = dma->map[--dma->count];
}

int dma_unmap(struct dma *dma, u64 iova, u64 size)
{
	int err = ENOENT;
	u32 i = 0;

	if (iova + size < iova)
		return EINVAL;
	while (i < dma->count) {
		const struct dma_map *m = &dma->map[i];

		if (m->iova < iova || m->iova + m->size > iova + size) {
			i++;
			continue;
		}
		drop(dma, i);
		err = 0;
	}
	return err;
}

void dma_unmap_all(struct dma *dma)
{
	while (dma->count)
		drop(dma, dma->count - 1);
	free(dma->map);
	dma->map = NULL;
	dma->room = 0;
}

u8 *dma_ptr(const struct dma *dma, u64 iova, u64 size, bool write)
{
	u32 i;

	for (i = 0; i < dma->count; i++) {
		const struct dma_map *m = &dma->map[i];

		if (iova < m->iova || iova - m->iova >= m->size)
			continue;
		if (size > m->size - (iova - m->iova))
			return NULL;
		if (!m->mem || (write && !m->writable))
			return NULL;
		return m->mem + (iova - m->iova);
	}
	return NULL;
}

/* Neighbouring pages may be in different mappings: never go further. */
static u64 page_rest(u64 iova, u64 size)
{
	return MIN(size, DMA_PAGE - iova % DMA_PAGE);
}

bool dma_read(const struct dma *dma, u64 iova, void *dst, u64 size)
{
	u8 *to = dst;

	while (size) {
		u64 n = page_rest(iova, size);
		const u8 *from = dma_ptr(dma, iova, n, false);

		if (!from)
			return false;
		memcpy(to, from, n);
		iova += n;
		to += n;
		size -= n;
	}
	return true;
}

bool dma_write(const struct dma *dma, u64 iova, const void *src, u64 size)
{
	const u8 *from = src;

	while (size) {
		u64 n = page_rest(iova, size);
		u8 *to = dma_ptr(dma, iova, n, true);

		if (!to)
			return false;
		memcpy(to, from, n);
		iova += n;
		from += n;
		size -= n;
	}
	return true;
}

bool dma_valid(const struct dma *dma, u64 iova, u64 size, bool write)
{
	while (size) {
		u64 n = page_rest(iova, size);

		if (!dma_ptr(dma, iova, n, write))
			return false;
		iova += n;
		size -= n;
	}
	return true;
}

u64 buf_pages(u64 offset, u64 size, u8 shift)
{
	u64 bytes = offset + size;

	return (bytes >> shift) + !!(bytes & ((1ull << shift) - 1));
}

bool buf_init(struct dma_buf *buf, const u8 *pas, u32 count, u8 shift,
	      u64 offset)
{
	u32 i;

	buf->page = calloc(count ? count : 1, sizeof(*buf->page));
	if (!buf->page)
		return false;
	for (i = 0; i < count; i++)
		buf->page[i] = be_load(pas + 8ul * i, 8);
	buf->count = count;
	buf->shift = shift;
	buf->offset = offset;
	return true;
}

void buf_exit(struct dma_buf *buf)
{
	free(buf->page);
	buf->page = NULL;
	buf->count = 0;
}

bool buf_covers(const struct dma_buf *buf, u64 pos, u64 size)
{
	u64 start = buf->offset + pos;

	if (!size)
		return true;
	if (start < pos || start + size - 1 < start)
		return false;
	return (start + size - 1) >> buf->shift < buf->count;
}

/* Where pos is, and how much of the page follows; the range is covered. */
static u64 buf_addr(const struct dma_buf *buf, u64 pos, u64 *rest)
{
	u64 start = buf->offset + pos;
	u64 in_page = start & ((1ull << buf->shift) - 1);
	/* The low bits of an entry are flags, not address. */
	u64 page = buf->page[start >> buf->shift] & ~(DMA_PAGE - 1);

	*rest = MIN(*rest, (1ull << buf->shift) - in_page);
	return page + in_page;
}

bool buf_read(const struct dma *dma, const struct dma_buf *buf, u64 pos,
	      void *dst, u64 size)
{
	u8 *to = dst;

	if (!buf_covers(buf, pos, size))
		return false;
	while (size) {
		u64 n = size;
		u64 addr = buf_addr(buf, pos, &n);

		if (!dma_read(dma, addr, to, n))
			return false;
		pos += n;
		to += n;
		size -= n;
	}
	return true;
}

bool buf_write(const struct dma *dma, const struct dma_buf *buf, u64 pos,
	       const void *src, u64 size)
{
	const u8 *from = src;

	if (!buf_covers(buf, pos, size))
		return false;
	while (size) {
		u64 n = size;
		u64 addr = buf_addr(buf, pos, &n);

		if (!dma_write(dma, addr, from, n))
			return false;
		pos += n;
		from += n;
		size -= n;
	}
	return true;
}
