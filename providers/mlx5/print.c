// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* The one walk over a queue, which drives a writer. */

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "mlx5wqe.h"
#include "stream.h"
#include "write_queue.h"
#include "write_wqe.h"
#include "writer.h"

#define PRINT_FLAGS ((uint32_t)(MLX5WQE_PRINT_JSON | MLX5WQE_PRINT_PRETTY | \
				MLX5WQE_PRINT_VERBOSE | MLX5WQE_PRINT_RAW))

struct printer {
	struct writer writer;
	struct mlx5wqe_queue *queue;
	uint32_t flags;
	bool begun;
	unsigned int total;	/* warnings written */
	struct warnings warnings;
};

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
	struct mlx5wqe_image image;

	if (p->begun)
		return;
	p->begun = true;
	write_open(w, PART_DOCUMENT, NULL);
	write_string(w, "schema", NULL, "mlx5wqe-show/1");
	write_string(w, "device", "", info->device);
	write_queue(w, info);
	if (!mlx5wqe_image_query(p->queue, &image))
		write_image(w, info, &image);
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

static int print_wqe(const struct mlx5wqe_info *info,
		     const struct mlx5wqe_wqe *wqe, void *arg)
{
	struct printer *p = arg;
	struct writer *w = &p->writer;
	int ret;

	begin(p, info);
	write_open(w, PART_WQE, NULL);
	ret = write_wqe(w, &p->warnings, info, wqe,
			p->flags & MLX5WQE_PRINT_RAW);
	p->total += write_warnings(w, &p->warnings);
	write_close(w);
	return ret;
}

int mlx5wqe_print_sized(FILE *file, struct mlx5wqe_queue *queue,
			const struct mlx5wqe_select *select, size_t select_size,
			uint32_t flags, unsigned int *warnings)
{
	struct printer p = { .queue = queue, .flags = flags };
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
