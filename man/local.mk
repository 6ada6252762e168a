# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
dist_man_MANS += \
	%D%/ibv_wqedump.1 \
	%D%/mlx5_ib_read_user_wqe_common.9 \
	%D%/mlx5wqe.7 \
	%D%/mlx5wqe_ioctl.4
