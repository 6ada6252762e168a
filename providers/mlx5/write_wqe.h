/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/* One WQE, or what is wrong with it, as calls to a writer. */

#ifndef MLX5WQE_WRITE_WQE_H
#define MLX5WQE_WRITE_WQE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "mlx5wqe.h"
#include "writer.h"

/* Warnings come while a WQE is decoded and are written when it is complete. */
struct warnings {
	char *text;		/* one after the other, each with its NUL */
	size_t length;
	unsigned int count;
	bool lost;		/* for want of memory */
};

void warnings_add(struct warnings *warnings, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Write the list and empty it. Returns how many there were. */
unsigned int write_warnings(struct writer *writer, struct warnings *warnings);

void warnings_free(struct warnings *warnings);

/* What the control segment of a send WQE says about the WQE as a whole */
void write_ctrl(struct writer *writer, const uint8_t *bytes, size_t length);

/* The list of segments. Warnings are added to @warnings. */
int write_segments(struct writer *writer, struct warnings *warnings,
		   const uint8_t *bytes, size_t length,
		   const struct mlx5wqe_context *context);

/* The values of a WQE of a walk; the caller opens and closes it. */
int write_wqe(struct writer *writer, struct warnings *warnings,
	      const struct mlx5wqe_info *info, const struct mlx5wqe_wqe *wqe,
	      bool raw);

#endif /* MLX5WQE_WRITE_WQE_H */
