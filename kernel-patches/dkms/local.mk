# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB

dist_check_SCRIPTS += %D%/check-refusals
TESTS += %D%/check-refusals

EXTRA_DIST += \
	%D%/90mlx5wqe-dkms \
	%D%/README.md \
	%D%/accepts \
	%D%/check-boots \
	%D%/check-built \
	%D%/check-in-tree \
	%D%/check-tree \
	%D%/dkms.conf.in \
	%D%/mkpackage \
	%D%/package-id.sh \
	%D%/prebuild \
	%D%/rebuild \
	%D%/renew-initramfs
