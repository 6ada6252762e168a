# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
dist_man_MANS += \
	%D%/ibv_wqedump.1 \
	%D%/mlx5_ib_read_kernel_wqe_common.9 \
	%D%/mlx5_ib_read_user_wqe_common.9 \
	%D%/mlx5wqe-image.5 \
	%D%/mlx5wqe.7 \
	%D%/mlx5wqe_close.3 \
	%D%/mlx5wqe_cqe_decode.3 \
	%D%/mlx5wqe_cqe_decode_sized.3 \
	%D%/mlx5wqe_decode.3 \
	%D%/mlx5wqe_decode_sized.3 \
	%D%/mlx5wqe_image_query.3 \
	%D%/mlx5wqe_image_query_sized.3 \
	%D%/mlx5wqe_ioctl.4 \
	%D%/mlx5wqe_names.3 \
	%D%/mlx5wqe_opcode_name.3 \
	%D%/mlx5wqe_open.3 \
	%D%/mlx5wqe_open_image.3 \
	%D%/mlx5wqe_open_image_sized.3 \
	%D%/mlx5wqe_open_qp.3 \
	%D%/mlx5wqe_open_qpn.3 \
	%D%/mlx5wqe_open_srq.3 \
	%D%/mlx5wqe_open_srqn.3 \
	%D%/mlx5wqe_opmod_name.3 \
	%D%/mlx5wqe_print.3 \
	%D%/mlx5wqe_print_sized.3 \
	%D%/mlx5wqe_qp_type_name.3 \
	%D%/mlx5wqe_query.3 \
	%D%/mlx5wqe_query_sized.3 \
	%D%/mlx5wqe_read.3 \
	%D%/mlx5wqe_save.3 \
	%D%/mlx5wqe_state_name.3 \
	%D%/mlx5wqe_syndrome_query.3 \
	%D%/mlx5wqe_syndrome_query_sized.3 \
	%D%/mlx5wqe_vendor_seen.3 \
	%D%/mlx5wqe_walk.3 \
	%D%/mlx5wqe_walk_sized.3

dist_check_SCRIPTS += %D%/check-examples %D%/check-functions %D%/check-lint
TESTS += %D%/check-examples %D%/check-functions %D%/check-lint
EXTRA_DIST += %D%/examples.py %D%/functions.py
