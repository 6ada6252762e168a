# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB

EXTRA_DIST += \
	%D%/README.md \
	%D%/boot-in-tree \
	%D%/build-in-tree \
	%D%/entries.sh \
	%D%/guest/emuctl \
	%D%/guest/harness \
	%D%/guest/init \
	%D%/guest/lib.sh \
	%D%/guest/mlx5-driver \
	%D%/guest/t-perftest.sh \
	%D%/guest/t-pingpong.sh \
	%D%/lib.sh \
	%D%/mkguest \
	%D%/mkmodule \
	%D%/mkmodules \
	%D%/mkpayload \
	%D%/mktree \
	%D%/modules \
	%D%/packages \
	%D%/run \
	%D%/sources
