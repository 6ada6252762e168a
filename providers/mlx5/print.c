// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* The one walk over a queue, which drives a writer. */

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "bytes.h"
#include "mlx5wqe.h"
#include "write_wqe.h"
#include "writer.h"

#define PRINT_FLAGS ((uint32_t)(MLX5WQE_PRINT_JSON | MLX5WQE_PRINT_PRETTY | \
				MLX5WQE_PRINT_VERBOSE | MLX5WQE_PRINT_RAW))

struct printer {
	struct writer writer;
	uint32_t flags;
	bool begun;
	unsigned int total;	/* warnings written */
	struct warnings warnings;
};

static const char *const kind_names[] = {
	[MLX5WQE_SQ] = "sq",
	[MLX5WQE_RQ] = "rq",
	[MLX5WQE_SRQ] = "srq",
};

static const char *const source_names[] = {
	[MLX5WQE_SOURCE_KERNEL] = "kernel",
	[MLX5WQE_SOURCE_MAPPED] = "mapped",
};

/* A number whose names may be wanting: the name, or else the number itself */
static void write_named(struct writer *w, const char *name, const char *symbol,
			uint32_t number)
{
	if (symbol)
		write_string(w, name, "", symbol);
	else
		write_number(w, name, name, VALUE_DEC, number);
}

static void write_owner(struct writer *w, const struct mlx5wqe_info *info)
{
	bool named = info->comp_mask & MLX5WQE_INFO_OWNER;

	if (!named && !(info->flags & MLX5WQE_INFO_FLAG_KERNEL))
		return;
	write_open(w, PART_OWNER, "owner");
	if (!named)
		w->ops->value(w, &(struct value){
			.name = "kernel", .brief = "", .form = VALUE_BOOL,
			.number = true, .string = "kernel" });
	else
		write_number(w, "pid", "pid", VALUE_DEC, info->owner);
	if (info->owner_comm[0])
		write_string(w, "comm", "", info->owner_comm);
	write_close(w);
}

static void write_counters(struct writer *w, const struct mlx5wqe_info *info)
{
	bool produced = info->comp_mask & MLX5WQE_INFO_PRODUCER;
	bool consumed = info->comp_mask & MLX5WQE_INFO_CONSUMER;

	if (produced)
		write_number(w, "producer", "producer", VALUE_DEC,
			     info->producer);
	if (consumed)
		write_number(w, "consumer", "consumer", VALUE_DEC,
			     info->consumer);
	if (produced && consumed)
		write_number(w, "posted", "posted", VALUE_DEC,
			     (uint16_t)(info->producer - info->consumer));
}

static void write_queue(struct printer *p, const struct mlx5wqe_info *info)
{
	bool srq = info->kind == MLX5WQE_SRQ;
	struct writer *w = &p->writer;
	char hex[16];

	snprintf(hex, sizeof(hex), "0x%" PRIx32, info->number);
	write_open(w, PART_QUEUE, "queue");
	w->ops->value(w, &(struct value){ .name = srq ? "srqn" : "qpn",
					  .brief = srq ? "SRQ" : "QP",
					  .form = VALUE_DEC,
					  .number = info->number,
					  .string = hex });
	if (info->comp_mask & MLX5WQE_INFO_QP_TYPE)
		write_named(w, "type", mlx5wqe_qp_type_name(info->qp_type),
			    info->qp_type);
	write_string(w, "wq", srq ? NULL : "", kind_names[info->kind]);
	if (info->comp_mask & MLX5WQE_INFO_STATE)
		write_named(w, "state", mlx5wqe_state_name(info->state),
			    info->state);
	write_owner(w, info);
	write_number(w, "wqe_cnt", "slots", VALUE_DEC, info->wqe_cnt);
	write_number(w, "stride", "stride", VALUE_DEC, info->stride);
	write_counters(w, info);
	write_string(w, "source", "source", source_names[info->source]);
	write_close(w);
}

static void queue_warnings(struct printer *p, const struct mlx5wqe_info *info)
{
	uint16_t posted = (uint16_t)(info->producer - info->consumer);

	/* A device may keep no counters of a queue, which is nothing wrong. */
	if (info->hw_errno && info->hw_errno != EOPNOTSUPP)
		warnings_add(&p->warnings, "the device does not answer (%s): its counters are not known",
		     strerror((int)info->hw_errno));
	if (info->comp_mask & MLX5WQE_INFO_PRODUCER &&
	    info->comp_mask & MLX5WQE_INFO_CONSUMER && posted > info->wqe_cnt)
		warnings_add(&p->warnings, "counters that say %u posted in %u slots cannot be right: what is pending is not known",
		     posted, info->wqe_cnt);
}

static void begin(struct printer *p, const struct mlx5wqe_info *info)
{
	struct writer *w = &p->writer;

	if (p->begun)
		return;
	p->begun = true;
	write_open(w, PART_DOCUMENT, NULL);
	write_string(w, "schema", NULL, "mlx5wqe-show/1");
	write_string(w, "device", "", info->device);
	write_queue(p, info);
	write_open(w, PART_WQES, "wqes");
}

static void end(struct printer *p, const struct mlx5wqe_info *info)
{
	begin(p, info);
	write_close(&p->writer);
	queue_warnings(p, info);
	p->total += write_warnings(&p->writer, &p->warnings);
	write_close(&p->writer);
}

static int print_segments(struct printer *p, const struct mlx5wqe_info *info,
			  const struct mlx5wqe_wqe *wqe)
{
	struct mlx5wqe_context context = {
		.comp_mask = MLX5WQE_CONTEXT_QPN | MLX5WQE_CONTEXT_INDEX,
		.kind = info->kind,
		.qp_type = info->qp_type,
		.flags = info->flags,
		.qpn = info->number,
		.index = wqe->index,
	};

	return write_segments(&p->writer, &p->warnings, wqe->bytes, wqe->length,
			      &context);
}

static void wqe_warnings(struct printer *p, const struct mlx5wqe_wqe *wqe)
{
	if (wqe->flags & MLX5WQE_WQE_TRUNCATED)
		warnings_add(&p->warnings, "the WQE is longer than its queue");
	if (wqe->flags & MLX5WQE_WQE_OVERRUN)
		warnings_add(&p->warnings, "the WQE claims %u slots, of which the last are not posted",
		     wqe->slots);
}

/* Slots that no WQE accounts for: never used, or the middle of an older one */
static void write_loose(struct printer *p, const struct mlx5wqe_wqe *wqe)
{
	struct writer *w = &p->writer;
	bool empty = all_zero(wqe->bytes, wqe->length);

	write_string(w, "loose", "", empty ? "empty" : "no WQE starts here");
	write_open(w, PART_SEGMENTS, "segments");
	if (!empty) {
		write_open(w, PART_SEGMENT, NULL);
		write_string(w, "type", NULL, "raw");
		write_bytes(w, "data", NULL, wqe->bytes, wqe->length);
		write_close(w);
	}
	write_close(w);
}

static int print_wqe(const struct mlx5wqe_info *info,
		     const struct mlx5wqe_wqe *wqe, void *arg)
{
	bool loose = wqe->flags & MLX5WQE_WQE_LOOSE;
	struct printer *p = arg;
	struct writer *w = &p->writer;
	int ret = 0;

	begin(p, info);
	write_open(w, PART_WQE, NULL);
	if (loose)
		write_number(w, "slots", "slots", VALUE_DEC, wqe->slots);
	else
		write_number(w, "index", "wqe", VALUE_DEC, wqe->index);
	write_number(w, "slot", loose ? "from slot" : NULL, VALUE_DEC,
		     wqe->slot);
	if (wqe->flags & MLX5WQE_WQE_PENDING_KNOWN)
		w->ops->value(w, &(struct value){
			.name = "pending", .brief = "", .form = VALUE_BOOL,
			.number = !!(wqe->flags & MLX5WQE_WQE_PENDING),
			.string = "pending" });
	if (loose) {
		write_loose(p, wqe);
	} else {
		if (info->kind == MLX5WQE_SQ)
			write_ctrl(w, wqe->bytes, wqe->length);
		ret = print_segments(p, info, wqe);
		wqe_warnings(p, wqe);
	}
	if (p->flags & MLX5WQE_PRINT_RAW)
		write_bytes(w, "raw", "raw", wqe->bytes, wqe->length);
	p->total += write_warnings(&p->writer, &p->warnings);
	write_close(w);
	return ret;
}

static int stream_error(FILE *file)
{
	errno = 0;
	if (fflush(file) || ferror(file))
		return errno ? errno : EIO;
	return 0;
}

int mlx5wqe_print_sized(FILE *file, struct mlx5wqe_queue *queue,
			const struct mlx5wqe_select *select, size_t select_size,
			uint32_t flags, unsigned int *warnings)
{
	struct printer p = { .flags = flags };
	struct mlx5wqe_info info;
	int ret;

	if (!file || flags & ~PRINT_FLAGS)
		return EINVAL;
	if (flags & MLX5WQE_PRINT_JSON)
		writer_init_json(&p.writer, file,
				 flags & MLX5WQE_PRINT_PRETTY);
	else
		writer_init_text(&p.writer, file,
				 flags & MLX5WQE_PRINT_VERBOSE);

	ret = mlx5wqe_walk_sized(queue, select, select_size, &info,
				 sizeof(info), print_wqe, &p);
	if (!ret)
		end(&p, &info);
	if (warnings)
		*warnings = p.total;
	if (!ret && p.warnings.lost)
		ret = ENOMEM;
	warnings_free(&p.warnings);
	return ret ? ret : stream_error(file);
}
