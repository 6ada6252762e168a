# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB

EXTRA_DIST += \
	%D%/.shellcheckrc \
	%D%/README.md \
	%D%/boot \
	%D%/boot-in-tree \
	%D%/build-in-tree \
	%D%/check \
	%D%/check-dkms \
	%D%/check-host \
	%D%/check-kernels \
	%D%/check-rebuild \
	%D%/check-series \
	%D%/demo \
	%D%/enter-guest \
	%D%/entries.sh \
	%D%/guest/demo.sh \
	%D%/guest/emuctl \
	%D%/guest/harness \
	%D%/guest/image.py \
	%D%/guest/init \
	%D%/guest/lib-held.sh \
	%D%/guest/lib.sh \
	%D%/guest/mlx5-driver \
	%D%/guest/show-perftest.py \
	%D%/guest/t-harness.sh \
	%D%/guest/t-perftest.sh \
	%D%/guest/t-pingpong.sh \
	%D%/guest/t-show-perftest.sh \
	%D%/guest/t-stock.sh \
	%D%/host-packages \
	%D%/kernel-7.3-debug.config \
	%D%/lib.sh \
	%D%/machine.sh \
	%D%/mkdebug \
	%D%/mkguest \
	%D%/mkmodule \
	%D%/mkmodules \
	%D%/mkpayload \
	%D%/mktree \
	%D%/modules \
	%D%/packages \
	%D%/parts.sh \
	%D%/run \
	%D%/sources

# The DKMS package, DEB or one that is made of the sources, in Debian systems that
# are booted, as root; not part of any other check.
check-dkms:
	$(srcdir)/tests/vm/check-dkms $(DEB)
phony_targets += check-dkms

# All tests in the guest, and a million random calls, on a kernel that looks for
# faults; as root, and not part of any other check
check-debug-kernel:
	$(srcdir)/tests/vm/run --kernel 7.3-debug
fuzz-kernel:
	GUEST_TIMEOUT=86400 $(srcdir)/tests/vm/run --kernel 7.3-debug \
		--show fuzz-long.sh
phony_targets += check-debug-kernel fuzz-kernel
