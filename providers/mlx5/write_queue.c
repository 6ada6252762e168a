// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <time.h>

#include "write_queue.h"

#define NANOSECONDS 1000000000u

static const char *const kind_names[] = {
	[MLX5WQE_SQ] = "sq",
	[MLX5WQE_RQ] = "rq",
	[MLX5WQE_SRQ] = "srq",
};

static const char *const source_names[] = {
	[MLX5WQE_SOURCE_KERNEL] = "kernel",
	[MLX5WQE_SOURCE_MAPPED] = "mapped",
	[MLX5WQE_SOURCE_IMAGE] = "image",
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

void write_state(struct writer *w, const struct mlx5wqe_info *info)
{
	if (info->comp_mask & MLX5WQE_INFO_STATE)
		write_named(w, "state", mlx5wqe_state_name(info->state),
			    info->state);
}

void write_counters(struct writer *w, const struct mlx5wqe_info *info)
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

void write_queue(struct writer *w, const struct mlx5wqe_info *info)
{
	bool srq = info->kind == MLX5WQE_SRQ;
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
	write_state(w, info);
	write_owner(w, info);
	write_number(w, "wqe_cnt", "slots", VALUE_DEC, info->wqe_cnt);
	write_number(w, "stride", "stride", VALUE_DEC, info->stride);
	write_counters(w, info);
	write_string(w, "source", "source", source_names[info->source]);
	write_close(w);
}

void write_time(struct writer *w, const char *name, const char *brief,
		uint64_t nanoseconds)
{
	time_t seconds = (time_t)(nanoseconds / NANOSECONDS);
	char day[32], text[48];
	struct tm tm;

	if (!gmtime_r(&seconds, &tm) ||
	    !strftime(day, sizeof(day), "%Y-%m-%dT%H:%M:%S", &tm))
		return;
	snprintf(text, sizeof(text), "%s.%09" PRIu64 "Z", day,
		 nanoseconds % NANOSECONDS);
	write_string(w, name, brief, text);
}

/* One-line text has a counter only if it moved while the slots were read. */
static void write_after(struct writer *w, const char *name, const char *brief,
			uint32_t after, bool moved)
{
	write_number(w, name, moved ? brief : NULL, VALUE_DEC, after);
}

static void write_state_after(struct writer *w,
			      const struct mlx5wqe_info *info,
			      const struct mlx5wqe_image *image)
{
	bool moved;

	if (image->comp_mask & MLX5WQE_INFO_STATE &&
	    image->state_after != info->state)
		write_named(w, "state_after",
			    mlx5wqe_state_name(image->state_after),
			    image->state_after);
	moved = image->producer_after != info->producer;
	if (image->comp_mask & MLX5WQE_INFO_PRODUCER)
		write_after(w, "producer_after", "then producer",
			    image->producer_after, moved);
	moved = image->consumer_after != info->consumer;
	if (image->comp_mask & MLX5WQE_INFO_CONSUMER)
		write_after(w, "consumer_after", "then consumer",
			    image->consumer_after, moved);
}

void write_image(struct writer *w, const struct mlx5wqe_info *info,
		 const struct mlx5wqe_image *image)
{
	write_open(w, PART_IMAGE, "image");
	write_time(w, "time", "image of", image->time);
	write_time(w, "time_after", NULL, image->time_after);
	write_string(w, "host", "host", image->host);
	write_string(w, "kernel", "kernel", image->kernel);
	write_string(w, "machine", "", image->machine);
	write_string(w, "program", "by", image->program);
	write_string(w, "source", "source", source_names[image->source]);
	write_state_after(w, info, image);
	write_close(w);
}
