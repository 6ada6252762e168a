/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/* Completion statuses (enum ibv_wc_status) by their names and texts. */

#ifndef WQEDUMP_STATUS_H
#define WQEDUMP_STATUS_H

#include <stddef.h>
#include <stdint.h>

#include "mlx5wqe.h"

/* Without IBV_WC_, or NULL */
const char *status_name(uint32_t status);

/*
 * The longest name or text of a status at the start of @text: its length, or 0
 * if there is none. Programs, libibverbs and the kernel word them differently.
 */
size_t status_parse(const char *text, size_t length, uint32_t *status);

/* The syndrome that is reported to programs as @status. 0, or ENOENT. */
int status_syndrome(uint32_t status, struct mlx5wqe_syndrome *info);

#endif /* WQEDUMP_STATUS_H */
