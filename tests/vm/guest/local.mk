# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB

if BUILD_GUEST
noinst_PROGRAMS += %D%/poster
%C%_poster_CPPFLAGS = $(AM_CPPFLAGS) $(IBVERBS_CFLAGS) $(MLX5_CFLAGS)
%C%_poster_LDADD = providers/mlx5/libmlx5wqe.la $(MLX5_LIBS) $(IBVERBS_LIBS)
%C%_poster_SOURCES = \
	%D%/poster.c \
	%D%/poster.h \
	%D%/poster_build.c \
	%D%/poster_build.h \
	%D%/poster_die.h \
	%D%/poster_emu.c \
	%D%/poster_emu.h \
	%D%/poster_endpoint.c \
	%D%/poster_endpoint.h \
	%D%/poster_expect.c \
	%D%/poster_fabric.c \
	%D%/poster_flow.c \
	%D%/poster_make_send.c \
	%D%/poster_own.c \
	%D%/poster_rng.c \
	%D%/poster_rng.h \
	%D%/poster_scene.c \
	%D%/poster_scene.h \
	%D%/poster_sink.c \
	%D%/poster_wqe_size.c

noinst_PROGRAMS += %D%/builder
%C%_builder_CPPFLAGS = $(AM_CPPFLAGS) $(IBVERBS_CFLAGS) $(MLX5_CFLAGS)
%C%_builder_LDADD = providers/mlx5/libmlx5wqe.la $(MLX5_LIBS) $(IBVERBS_LIBS)
%C%_builder_SOURCES = \
	%D%/builder.c \
	%D%/builder.h \
	%D%/builder_ask.c \
	%D%/builder_dv.c \
	%D%/builder_own.c \
	%D%/builder_queue.c \
	%D%/builder_verbs.c \
	%D%/poster.h \
	%D%/poster_die.h \
	%D%/poster_emu.c \
	%D%/poster_emu.h \
	%D%/poster_fabric.c \
	%D%/poster_rng.c \
	%D%/poster_rng.h
endif BUILD_GUEST

EXTRA_DIST += \
	%D%/compare.py \
	%D%/compare_builders.py \
	%D%/t-builders.sh \
	%D%/t-oracle.sh

if BUILD_GUEST
noinst_PROGRAMS += %D%/hostile
%C%_hostile_CPPFLAGS = $(AM_CPPFLAGS) -D_GNU_SOURCE $(IBVERBS_CFLAGS) \
	$(MLX5_CFLAGS)
%C%_hostile_CFLAGS = $(AM_CFLAGS) -pthread
%C%_hostile_LDADD = $(MLX5_LIBS) $(IBVERBS_LIBS)
%C%_hostile_SOURCES = \
	%D%/caps.c \
	%D%/caps.h \
	%D%/hostile.c \
	%D%/hostile.h \
	%D%/hostile_access.c \
	%D%/hostile_dmabuf.c \
	%D%/hostile_kernel.c \
	%D%/hostile_kinds.c \
	%D%/hostile_race.c \
	%D%/hostile_requests.c \
	%D%/hostile_ring.c \
	%D%/kinds.c \
	%D%/kinds.h \
	%D%/poster_emu.c \
	%D%/poster_emu.h \
	%D%/poster_rng.c \
	%D%/ring.c \
	%D%/ring.h \
	%D%/ring_compare.c \
	%D%/ring_raw.c \
	%D%/ring_raw.h \
	%D%/slow_page.c \
	%D%/slow_page.h \
	%D%/tap.c \
	%D%/tap.h \
	%D%/uapi.c \
	%D%/uapi.h

noinst_PROGRAMS += %D%/read_all
%C%_read_all_CPPFLAGS = $(%C%_hostile_CPPFLAGS)
%C%_read_all_LDADD = $(%C%_hostile_LDADD)
%C%_read_all_SOURCES = \
	%D%/poster_die.h \
	%D%/poster_rng.c \
	%D%/poster_rng.h \
	%D%/read_all.c \
	%D%/ring.c \
	%D%/ring.h \
	%D%/uapi.c \
	%D%/uapi.h

noinst_PROGRAMS += %D%/race
%C%_race_CPPFLAGS = $(%C%_hostile_CPPFLAGS)
%C%_race_CFLAGS = $(%C%_hostile_CFLAGS)
%C%_race_LDADD = $(%C%_hostile_LDADD)
%C%_race_SOURCES = \
	%D%/hostile.h \
	%D%/poster_emu.c \
	%D%/poster_emu.h \
	%D%/poster_rng.c \
	%D%/race.c \
	%D%/race.h \
	%D%/race_owner.c \
	%D%/race_queue.c \
	%D%/race_reader.c \
	%D%/race_slow.c \
	%D%/race_unplug.c \
	%D%/ring.c \
	%D%/ring.h \
	%D%/ring_raw.c \
	%D%/ring_raw.h \
	%D%/slab_count.c \
	%D%/slab_count.h \
	%D%/slow_page.c \
	%D%/slow_page.h \
	%D%/tap.c \
	%D%/tap.h \
	%D%/uapi.c \
	%D%/uapi.h

noinst_PROGRAMS += %D%/bench_read
%C%_bench_read_CPPFLAGS = $(%C%_hostile_CPPFLAGS)
%C%_bench_read_LDADD = providers/mlx5/libmlx5wqe.la $(%C%_hostile_LDADD)
%C%_bench_read_SOURCES = \
	%D%/bench_read.c \
	%D%/poster_rng.c \
	%D%/ring.c \
	%D%/ring.h \
	%D%/ring_raw.c \
	%D%/ring_raw.h \
	%D%/uapi.c \
	%D%/uapi.h

noinst_PROGRAMS += %D%/fuzz_ioctl
%C%_fuzz_ioctl_CPPFLAGS = $(%C%_hostile_CPPFLAGS)
%C%_fuzz_ioctl_CFLAGS = $(%C%_hostile_CFLAGS)
%C%_fuzz_ioctl_LDADD = $(%C%_hostile_LDADD)
%C%_fuzz_ioctl_SOURCES = \
	%D%/caps.c \
	%D%/caps.h \
	%D%/fuzz.h \
	%D%/fuzz_churn.c \
	%D%/fuzz_inject.c \
	%D%/fuzz_ioctl.c \
	%D%/fuzz_judge.c \
	%D%/fuzz_make.c \
	%D%/fuzz_memory.c \
	%D%/fuzz_model.c \
	%D%/fuzz_mutate.c \
	%D%/fuzz_world.c \
	%D%/hostile.h \
	%D%/hostile_kernel.c \
	%D%/hostile_ring.c \
	%D%/kinds.c \
	%D%/kinds.h \
	%D%/poster_emu.c \
	%D%/poster_emu.h \
	%D%/poster_rng.c \
	%D%/ring.c \
	%D%/ring.h \
	%D%/ring_compare.c \
	%D%/ring_raw.c \
	%D%/ring_raw.h \
	%D%/slab_count.c \
	%D%/slab_count.h \
	%D%/tap.c \
	%D%/tap.h \
	%D%/uapi.c \
	%D%/uapi.h
endif BUILD_GUEST

if BUILD_GUEST
noinst_PROGRAMS += %D%/odp
%C%_odp_CPPFLAGS = $(%C%_hostile_CPPFLAGS)
%C%_odp_LDADD = $(%C%_hostile_LDADD)
%C%_odp_SOURCES = \
	%D%/odp.c \
	%D%/odp.h \
	%D%/odp_cases.c \
	%D%/odp_counts.c \
	%D%/odp_expect.c \
	%D%/odp_list.c \
	%D%/odp_pair.c \
	%D%/odp_waiting.c \
	%D%/poster_emu.c \
	%D%/poster_emu.h \
	%D%/poster_rng.c \
	%D%/ring.c \
	%D%/ring.h \
	%D%/tap.c \
	%D%/tap.h
endif BUILD_GUEST

EXTRA_DIST += \
	%D%/odp-waiting.py \
	%D%/t-odp.sh

EXTRA_DIST += \
	%D%/compare_srp.py \
	%D%/bench-kernel.sh \
	%D%/ethernet-kinds.sh \
	%D%/fuzz-long.sh \
	%D%/lib-secure-boot.sh \
	%D%/lib-srp.sh \
	%D%/race-long.sh \
	%D%/secure-boot-enrolled.sh \
	%D%/secure-boot-refused.sh \
	%D%/system-packages.sh \
	%D%/system-patched.sh \
	%D%/system-stock.sh \
	%D%/t-fuzz-ioctl.sh \
	%D%/t-hostile.sh \
	%D%/t-kernel-queues.sh \
	%D%/t-manual.sh \
	%D%/t-race-unbind.sh \
	%D%/t-race.sh \
	%D%/t-srp-login.sh \
	%D%/t-srp.sh \
	%D%/t-zz-lockdown.sh

# 100,000 rounds of every race; not part of any other check
check-races:
	GUEST_TIMEOUT=604800 $(srcdir)/tests/vm/run race-long.sh
phony_targets += check-races
