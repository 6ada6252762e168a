/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/* Writes what was found in logs, as text or JSON. */

#ifndef WQEDUMP_EMIT_H
#define WQEDUMP_EMIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "groups.h"
#include "item.h"
#include "write_wqe.h"
#include "writer.h"

#define SYNDROMES 256u
#define REMARKS_MAX 1000u
#define REMARK_TEXT_MAX 256u

struct remark {
	const char *file;
	uint64_t line;
	char text[REMARK_TEXT_MAX];
};

struct emitter {
	struct writer writer;
	bool all;		/* flushes as well whose cause is known */
	bool have_wq;
	enum mlx5wqe_kind kind;	/* of WQEs that stand alone */
	uint32_t qp_type;
	const char *file;	/* NULL: the only one */
	uint64_t items;
	uint64_t wqe_warnings;
	uint64_t remark_count;
	int error;
	bool told[SYNDROMES];	/* what a syndrome means; once is enough */
	bool begun;		/* nothing is written before there is something */
	struct remark remarks[REMARKS_MAX];
	struct groups groups;
};

void emit_item(struct emitter *emitter, const struct item *item);
void emit_remark(struct emitter *emitter, uint64_t line, const char *text);

/* Complete the document; there is none if nothing was found. */
void emit_end(struct emitter *emitter);

#endif /* WQEDUMP_EMIT_H */
