/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/* The guest's memory, as the VMM maps it for the device. */
#ifndef HCA_DMA_H
#define HCA_DMA_H

#include "hw.h"

struct dma_map {
	u64 iova;
	u64 size;
	u8 *mem;		/* NULL: a range without memory of ours */
	bool writable;
};

struct dma {
	struct dma_map *map;
	u32 count;
	u32 room;
};

/* Map size bytes of fd at offset, or nothing if fd is -1. Errno value. */
int dma_map(struct dma *dma, u64 iova, u64 size, int fd, u64 offset,
	    bool writable);
/* Errno value; ENOENT if no whole mapping lies in the range. */
int dma_unmap(struct dma *dma, u64 iova, u64 size);
void dma_unmap_all(struct dma *dma);

/* Memory behind an address; NULL unless all of it is in one mapping. */
u8 *dma_ptr(const struct dma *dma, u64 iova, u64 size, bool write);
/* False, and an unknown part copied, if some of the range is not mapped. */
bool dma_read(const struct dma *dma, u64 iova, void *dst, u64 size);
bool dma_write(const struct dma *dma, u64 iova, const void *src, u64 size);
/* Whether the whole range can be read or written. */
bool dma_valid(const struct dma *dma, u64 iova, u64 size, bool write);

/*
 * A buffer of whole pages somewhere in guest memory, whose data starts at an
 * offset in the first of them: the memory of a work, completion or event
 * queue, or of an mkey.
 */
struct dma_buf {
	u64 *page;
	u32 count;
	u8 shift;
	u64 offset;
};

/* Take the list of big-endian page addresses; false without memory. */
bool buf_init(struct dma_buf *buf, const u8 *pas, u32 count, u8 shift,
	      u64 offset);
void buf_exit(struct dma_buf *buf);
bool buf_read(const struct dma *dma, const struct dma_buf *buf, u64 pos,
	      void *dst, u64 size);
bool buf_write(const struct dma *dma, const struct dma_buf *buf, u64 pos,
	       const void *src, u64 size);
/* Whether the buffer's page list covers the range. */
bool buf_covers(const struct dma_buf *buf, u64 pos, u64 size);

/* Pages of 1 << shift bytes that hold size bytes from offset on. */
u64 buf_pages(u64 offset, u64 size, u8 shift);

#endif
