# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
EXTRA_PROGRAMS += %D%/bench_decode
%C%_bench_decode_LDADD = providers/mlx5/libwqe.la
%C%_bench_decode_SOURCES = %D%/bench_decode.c

EXTRA_PROGRAMS += %D%/bench_log
%C%_bench_log_SOURCES = %D%/bench_log.c

# Numbers are for people: no test depends on them.
bench: %D%/bench_decode %D%/bench_log providers/mlx5/wqedump/ibv_wqedump
	%D%/bench_decode
	%D%/bench_log providers/mlx5/wqedump/ibv_wqedump
phony_targets += bench

# How fast the kernel hands out queues of others; in the guest, as root
bench-kernel:
	GUEST_TIMEOUT=3600 $(srcdir)/tests/vm/run --show bench-kernel.sh
phony_targets += bench-kernel

EXTRA_DIST += %D%/README.md
