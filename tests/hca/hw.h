/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * The device's data layouts, as the kernel's own headers describe them:
 * mlx5_ifc.h for commands and contexts, device.h, qp.h and cq.h for what lies
 * in queues.  mlx5_hw.h and opnames.h are made from them when building.
 */
#ifndef HCA_HW_H
#define HCA_HW_H

#include <linux/types.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;

/* What the kernel's headers expect to find. */
#ifndef __packed
#define __packed		__attribute__((packed))
#endif
#define BIT(n)			(1ul << (n))
#define BIT_ULL(n)		(1ull << (n))
#define GENMASK(h, l)		((~0ul << (l)) & (~0ul >> (63 - (h))))
#define PAGE_SIZE		4096
#define DECLARE_FLEX_ARRAY(type, name) \
	struct { struct { } empty_##name; type name[]; }
#define struct_group(name, ...)	__VA_ARGS__
/* Only constants pass through this: they stay numbers here. */
#define cpu_to_be32(x)		(x)

#include <linux/mlx5/mlx5_ifc.h>
#include "mlx5_hw.h"

u64 be_load(const void *p, size_t size);
void be_store(void *p, size_t size, u64 value);
u64 ifc_load(const void *p, size_t bit, size_t bits);
void ifc_store(void *p, size_t bit, size_t bits, u64 value);

/* A field of a layout in mlx5_ifc.h: one u8 there is one bit here. */
#define IFC_BIT(type, field)	offsetof(struct mlx5_ifc_##type##_bits, field)
#define IFC_BITS(type, field) \
	sizeof(((struct mlx5_ifc_##type##_bits *)0)->field)
#define IFC_SIZE(type)		(sizeof(struct mlx5_ifc_##type##_bits) / 8)
#define IFC_OFF(type, field)	(IFC_BIT(type, field) / 8)
#define IFC_END(type, field) \
	((IFC_BIT(type, field) + IFC_BITS(type, field)) / 8)

#define GET(type, p, field) \
	ifc_load(p, IFC_BIT(type, field), IFC_BITS(type, field))
#define SET(type, p, field, value) \
	ifc_store(p, IFC_BIT(type, field), IFC_BITS(type, field), value)
#define AT(type, p, field)	((u8 *)(p) + IFC_OFF(type, field))
#define CAT(type, p, field)	((const u8 *)(p) + IFC_OFF(type, field))

/*
 * Fields of the page fault scheme that reads WQEs. Newer kernels know another
 * one besides and have a group for each.
 */
#ifdef HAVE_ODP_SCHEME_GROUP
#define ODP_CAP(field)	transport_page_fault_scheme_cap.field
#define RESUME_ERROR	page_fault_info.trans_page_fault_info.error
#define RESUME_TOKEN	page_fault_info.trans_page_fault_info.fault_token
#else
#define ODP_CAP(field)	field
#define RESUME_ERROR	error
#define RESUME_TOKEN	token
#endif

/* A big-endian field of a C structure, wherever that lies in memory. */
#define BE_SIZE(type, field)	sizeof(((struct type *)0)->field)
#define BE_GET(type, p, field) \
	be_load((const u8 *)(p) + offsetof(struct type, field), \
		BE_SIZE(type, field))
#define BE_SET(type, p, field, value) \
	be_store((u8 *)(p) + offsetof(struct type, field), \
		 BE_SIZE(type, field), value)

#define ARRAY_SIZE(a)		(sizeof(a) / sizeof((a)[0]))
#define MIN(a, b)		((a) < (b) ? (a) : (b))

#endif
