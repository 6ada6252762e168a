# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB

dist_check_SCRIPTS += %D%/check-copies %D%/check-header %D%/check-usable
TESTS += %D%/check-copies %D%/check-header %D%/check-usable

EXTRA_DIST += \
	%D%/6.1/0000-cover-letter.patch \
	%D%/6.1/0001-RDMA-mlx5-Harden-mlx5_ib_read_user_wqe_common.patch \
	%D%/6.1/0002-RDMA-mlx5-Add-a-bounded-reader-of-the-kernel-s-work-queues.patch \
	%D%/6.1/0003-RDMA-mlx5-Let-user-space-read-posted-WQEs-back.patch \
	%D%/6.1/series \
	%D%/6.12/0000-cover-letter.patch \
	%D%/6.12/0001-RDMA-mlx5-Harden-mlx5_ib_read_user_wqe_common.patch \
	%D%/6.12/0002-RDMA-mlx5-Add-a-bounded-reader-of-the-kernel-s-work-queues.patch \
	%D%/6.12/0003-RDMA-mlx5-Let-user-space-read-posted-WQEs-back.patch \
	%D%/6.12/series \
	%D%/7.3/0000-cover-letter.patch \
	%D%/7.3/0001-RDMA-mlx5-Harden-mlx5_ib_read_user_wqe_common.patch \
	%D%/7.3/0002-RDMA-mlx5-Add-a-bounded-reader-of-the-kernel-s-work-queues.patch \
	%D%/7.3/0003-RDMA-mlx5-Let-user-space-read-posted-WQEs-back.patch \
	%D%/7.3/series \
	%D%/README.md \
	%D%/compare-modules \
	%D%/include/rdma/mlx5_user_wq_read.h \
	%D%/lint \
	%D%/refresh \
	%D%/series.sh \
	%D%/usable \
	%D%/wq_read.c

include $(srcdir)/kernel-patches/dkms/local.mk
