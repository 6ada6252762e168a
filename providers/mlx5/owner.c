// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB

#include <stdio.h>
#include <string.h>

#include "owner.h"

void owner_fill(struct mlx5wqe_info *info, uint32_t pid)
{
	char path[32];
	FILE *file;

	if (!pid)
		return;
	info->comp_mask |= MLX5WQE_INFO_OWNER;
	info->owner = pid;
	snprintf(path, sizeof(path), "/proc/%u/comm", pid);
	file = fopen(path, "re");
	if (!file)
		return;
	if (fgets(info->owner_comm, sizeof(info->owner_comm), file))
		info->owner_comm[strcspn(info->owner_comm, "\n")] = '\0';
	fclose(file);
}
