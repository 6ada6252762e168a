/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * How the rows of the tables of segments are written. The fields of a segment
 * stand in the order in which people read them, and cover each of its bits
 * once.
 *
 * Names and places are those of the structs of infiniband/mlx5dv.h. What it
 * lacks is given by offsets, and a comment names the source.
 */

#ifndef MLX5WQE_TABLES_ROWS_H
#define MLX5WQE_TABLES_ROWS_H

#include <infiniband/mlx5dv.h>

#include "tables.h"

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))
#define SIZE_OF(type, member) sizeof(((struct type *)NULL)->member)

/* A member of the public struct as a whole, and a run of bits of one */
#define WHOLE(type, member, name_, brief_, flags_)			\
	{ .name = name_, .brief = brief_,				\
	  .offset = offsetof(struct type, member),			\
	  .size = SIZE_OF(type, member),				\
	  .bits = SIZE_OF(type, member) * 8, .flags = flags_ }
#define BITS(type, member, shift_, bits_, name_, brief_, flags_)	\
	{ .name = name_, .brief = brief_,				\
	  .offset = offsetof(struct type, member),			\
	  .size = SIZE_OF(type, member),				\
	  .shift = shift_, .bits = bits_, .flags = flags_ }
#define BYTES(type, member, name_, flags_)				\
	{ .name = name_, .offset = offsetof(struct type, member),	\
	  .size = SIZE_OF(type, member), .flags = FIELD_BYTES | (flags_) }

/* The same by offset, where there is no public struct */
#define WHOLE_AT(offset_, size_, name_, brief_, flags_)			\
	{ .name = name_, .brief = brief_, .offset = offset_,		\
	  .size = size_, .bits = (size_) * 8, .flags = flags_ }
#define BITS_AT(offset_, size_, shift_, bits_, name_, brief_, flags_)	\
	{ .name = name_, .brief = brief_, .offset = offset_,		\
	  .size = size_, .shift = shift_, .bits = bits_, .flags = flags_ }
#define BYTES_AT(offset_, size_, name_, flags_)				\
	{ .name = name_, .offset = offset_, .size = size_,		\
	  .flags = FIELD_BYTES | (flags_) }

/* A receive queue has no inline segments: there the top bit says nothing. */
#define ENTRY_FIELDS(brief_)						\
	WHOLE(mlx5_wqe_data_seg, addr, "addr", brief_,			\
	      FIELD_ADDR | FIELD_FIT_POINTER),				\
	BITS(mlx5_wqe_data_seg, byte_count, 31, 1, "reserved_0", NULL,	\
	     FIELD_RESERVED),						\
	BITS(mlx5_wqe_data_seg, byte_count, 0, 31, "byte_count", "len",	\
	     FIELD_FIT_NONZERO),					\
	WHOLE(mlx5_wqe_data_seg, lkey, "lkey", "lkey",			\
	      FIELD_HEX | FIELD_FIT_NONZERO)

#define SEGMENT(name_, size_, fields_)					\
	{ .name = name_, .size = size_, .fields = fields_,		\
	  .field_cnt = ARRAY_SIZE(fields_) }
#define WITH_TAIL(name_, size_, fields_, tail_, offset_, word_, mask_)	\
	{ .name = name_, .size = size_, .fields = fields_,		\
	  .field_cnt = ARRAY_SIZE(fields_), .tail = tail_,		\
	  .tail_offset = offset_, .tail_size = word_, .tail_mask = mask_ }

#endif /* MLX5WQE_TABLES_ROWS_H */
