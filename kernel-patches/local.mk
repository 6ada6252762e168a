# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB

dist_check_SCRIPTS += %D%/check-copies
TESTS += %D%/check-copies

EXTRA_DIST += \
	%D%/7.3/0000-cover-letter.patch \
	%D%/7.3/0001-RDMA-mlx5-Harden-mlx5_ib_read_user_wqe_common.patch \
	%D%/7.3/0002-RDMA-mlx5-Let-user-space-read-posted-WQEs-back.patch \
	%D%/7.3/series \
	%D%/README.md \
	%D%/include/rdma/mlx5_user_wq_read.h \
	%D%/lint \
	%D%/refresh \
	%D%/series.sh
