// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* What was asked of a builder, one JSON object a request */

#include <inttypes.h>

#include "builder.h"

static const char *boolean(unsigned int value)
{
	return value ? "true" : "false";
}

void ask(struct queue *q, struct rng *rng, const char *builder,
	 unsigned int flags)
{
	if (rng_percent(rng, 50))
		flags |= IBV_SEND_SIGNALED;
	if (rng_percent(rng, 30))
		flags |= IBV_SEND_SOLICITED;
	if (q->kind != KIND_UD && q->kind != KIND_ETH && rng_percent(rng, 20))
		flags |= IBV_SEND_FENCE;
	q->qpx->wr_id = q->asked;
	q->qpx->wr_flags = flags;
	fprintf(q->file, "%s\n{\"builder\": \"%s\", \"signaled\": %s, "
		"\"solicited\": %s, \"fence\": %s", q->asked ? "," : "",
		builder, boolean(flags & IBV_SEND_SIGNALED),
		boolean(flags & IBV_SEND_SOLICITED),
		boolean(flags & IBV_SEND_FENCE));
	q->asked++;
}

void ask_number(struct queue *q, const char *name, uint64_t value)
{
	fprintf(q->file, ", \"%s\": %" PRIu64, name, value);
}

void ask_address(struct queue *q, const char *name, uint64_t value)
{
	fprintf(q->file, ", \"%s\": \"0x%" PRIx64 "\"", name, value);
}

void ask_bytes(struct queue *q, const char *name, const void *bytes,
	       size_t length)
{
	const uint8_t *byte = bytes;

	fprintf(q->file, ", \"%s\": \"", name);
	while (length--)
		fprintf(q->file, "%02x", *byte++);
	fprintf(q->file, "\"");
}

void ask_text(struct queue *q, const char *name, const char *text)
{
	fprintf(q->file, ", \"%s\": \"%s\"", name, text);
}

void ask_entries(struct queue *q, const struct ibv_sge *sge, size_t count)
{
	size_t i;

	fprintf(q->file, ", \"sge\": [");
	for (i = 0; i < count; i++)
		fprintf(q->file, "%s{\"addr\": \"0x%" PRIx64
			"\", \"length\": %u, \"lkey\": %u}", i ? ", " : "",
			sge[i].addr, sge[i].length, sge[i].lkey);
	fprintf(q->file, "]");
}

void ask_end(struct queue *q)
{
	fprintf(q->file, "}");
}
