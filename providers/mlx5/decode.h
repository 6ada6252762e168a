/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/* What the parts of the decoder share: where it is, and what it reports. */

#ifndef MLX5WQE_DECODE_H
#define MLX5WQE_DECODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bytes.h"
#include "ctrl.h"
#include "mlx5wqe.h"
#include "tables.h"

struct decoder {
	const uint8_t *bytes;
	size_t length;		/* of the WQE, not of what the caller has */
	size_t pos;
	const struct mlx5wqe_context *context;
	const struct opcode_desc *opcode;	/* NULL: not known */
	const struct form_desc *form;		/* NULL: not known */
	mlx5wqe_event_fn fn;
	void *arg;
};

/* Which segment a variant is; @length bytes are there, few or many. */
enum segment_id segment_resolve(enum segment_id id, const uint8_t *bytes,
				size_t length);

/*
 * Bytes that a segment takes with its tail and the tail's padding, never more
 * than @rest. *@want and *@have are what the tail should and does have. The
 * caller has checked that at least the fixed part is there.
 */
size_t segment_extent(const struct segment_desc *desc, const uint8_t *bytes,
		      size_t rest, size_t *want, size_t *have);

/* What stands next in a list of data and inline segments; 4 bytes are there. */
enum segment_id payload_id(const uint8_t *bytes);

/* The entry that says that a scatter list ends here; 16 bytes are there. */
bool is_terminator(const uint8_t *entry);

/* All return what the caller's function returned. */
int emit_warning(struct decoder *d, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
int decode_segment(struct decoder *d, enum segment_id id);
int decode_payload(struct decoder *d);
/* @length bytes that are no segment */
int decode_bytes(struct decoder *d, size_t length);
/* All that is left, as bytes, and the same for want of more of them */
int decode_raw(struct decoder *d);
int decode_cut(struct decoder *d, const struct segment_desc *desc);
/* @length bytes that should be zero and belong to no other segment */
int decode_filler(struct decoder *d, size_t length);

/* Lists and BSFs of a UMR, behind its mkey context */
int decode_umr_body(struct decoder *d);

#endif /* MLX5WQE_DECODE_H */
