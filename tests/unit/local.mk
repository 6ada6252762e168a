# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB

if BUILD_TESTS
check_LTLIBRARIES = %D%/libunit.la
%C%_libunit_la_CPPFLAGS = $(AM_CPPFLAGS) $(MLX5_CFLAGS)
%C%_libunit_la_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
%C%_libunit_la_LIBADD = providers/mlx5/libwqe.la $(CHECK_LIBS)
%C%_libunit_la_SOURCES = \
	%D%/fake.c \
	%D%/fake.h \
	%D%/main.c \
	%D%/stored.c \
	%D%/stored.h \
	%D%/transcript.c \
	%D%/transcript.h \
	%D%/unit.c \
	%D%/unit.h \
	%D%/wqe.c \
	%D%/wqe.h

unit_tests = \
	%D%/check_api \
	%D%/check_bounds \
	%D%/check_builders \
	%D%/check_cqe \
	%D%/check_decode \
	%D%/check_find \
	%D%/check_hostile \
	%D%/check_image \
	%D%/check_print \
	%D%/check_read \
	%D%/check_sources \
	%D%/check_walk

unit_scripts = \
	%D%/check-architecture \
	%D%/check-command \
	%D%/check-completion \
	%D%/check-diff \
	%D%/check-header \
	%D%/check-log \
	%D%/check-symbols \
	%D%/check-vectors

check_PROGRAMS += $(unit_tests)
TESTS += $(unit_tests) $(unit_scripts)

unit_cppflags = $(AM_CPPFLAGS) $(MLX5_CFLAGS)
unit_cflags = $(AM_CFLAGS) $(CHECK_CFLAGS)
unit_ldadd = %D%/libunit.la

%C%_check_api_CPPFLAGS = $(unit_cppflags)
%C%_check_api_CFLAGS = $(unit_cflags)
%C%_check_api_LDADD = $(unit_ldadd)
%C%_check_api_SOURCES = %D%/check_api.c

%C%_check_bounds_CPPFLAGS = $(unit_cppflags)
%C%_check_bounds_CFLAGS = $(unit_cflags)
%C%_check_bounds_LDADD = $(unit_ldadd)
%C%_check_bounds_SOURCES = %D%/check_bounds.c

%C%_check_builders_CPPFLAGS = $(unit_cppflags)
%C%_check_builders_CFLAGS = $(unit_cflags)
%C%_check_builders_LDADD = $(unit_ldadd)
%C%_check_builders_SOURCES = \
	%D%/check_builders.c \
	%D%/json.c \
	%D%/json.h \
	%D%/vector.c \
	%D%/vector.h

%C%_check_cqe_CPPFLAGS = $(unit_cppflags)
%C%_check_cqe_CFLAGS = $(unit_cflags)
%C%_check_cqe_LDADD = $(unit_ldadd)
%C%_check_cqe_SOURCES = %D%/check_cqe.c

%C%_check_decode_CPPFLAGS = $(unit_cppflags)
%C%_check_decode_CFLAGS = $(unit_cflags)
%C%_check_decode_LDADD = $(unit_ldadd)
%C%_check_decode_SOURCES = %D%/check_decode.c

%C%_check_find_CPPFLAGS = $(unit_cppflags) \
	-I$(srcdir)/providers/mlx5/wqedump
%C%_check_find_CFLAGS = $(unit_cflags)
%C%_check_find_LDADD = providers/mlx5/wqedump/libfind.la $(unit_ldadd)
%C%_check_find_SOURCES = %D%/check_find.c

%C%_check_hostile_CPPFLAGS = $(unit_cppflags)
%C%_check_hostile_CFLAGS = $(unit_cflags)
%C%_check_hostile_LDADD = $(unit_ldadd)
%C%_check_hostile_SOURCES = %D%/check_hostile.c

%C%_check_image_CPPFLAGS = $(unit_cppflags) $(ZLIB_CFLAGS)
%C%_check_image_CFLAGS = $(unit_cflags)
%C%_check_image_LDADD = $(unit_ldadd) $(ZLIB_LIBS)
%C%_check_image_SOURCES = %D%/check_image.c

%C%_check_print_CPPFLAGS = $(unit_cppflags)
%C%_check_print_CFLAGS = $(unit_cflags)
%C%_check_print_LDADD = $(unit_ldadd)
%C%_check_print_SOURCES = \
	%D%/check_print.c \
	%D%/json.c \
	%D%/json.h \
	%D%/scenes.c \
	%D%/scenes.h

%C%_check_read_CPPFLAGS = $(unit_cppflags)
%C%_check_read_CFLAGS = $(unit_cflags)
%C%_check_read_LDADD = $(unit_ldadd)
%C%_check_read_SOURCES = %D%/check_read.c

%C%_check_sources_CPPFLAGS = $(unit_cppflags)
%C%_check_sources_CFLAGS = $(unit_cflags)
%C%_check_sources_LDFLAGS = -Wl,--wrap=ioctl,--wrap=mlx5dv_is_supported \
	-Wl,--wrap=mlx5dv_init_obj,--wrap=ibv_query_srq
%C%_check_sources_LDADD = $(unit_ldadd)
%C%_check_sources_SOURCES = %D%/check_sources.c

%C%_check_walk_CPPFLAGS = $(unit_cppflags)
%C%_check_walk_CFLAGS = $(unit_cflags)
%C%_check_walk_LDADD = $(unit_ldadd)
%C%_check_walk_SOURCES = %D%/check_walk.c

# The tables against the kernel's headers, which the emulated adapter needs too
if BUILD_CHECK_LAYOUTS
unit_structs = \
	mlx5_av mlx5_bsf mlx5_bsf_inl mlx5_klm mlx5_ksm mlx5_mtt \
	mlx5_rwqe_sig mlx5_seg_check_psv mlx5_seg_get_psv mlx5_seg_set_psv \
	mlx5_stride_block_ctrl_seg mlx5_stride_block_entry mlx5_wqe_eth_seg \
	mlx5_wqe_flow_update_ctrl_seg mlx5_wqe_fmr_seg \
	mlx5_wqe_header_modify_argument_update_seg \
	mlx5_wqe_masked_atomic_seg mlx5_wqe_tls_progress_params_seg \
	mlx5_wqe_umr_ctrl_seg mlx5_wqe_xrc_seg

%D%/kernel_structs.h: $(srcdir)/tests/hca/hwnames.awk $(mlx5_headers)/qp.h
	$(AM_V_GEN)$(MKDIR_P) $(@D) && $(AWK) -v enums=^$$ \
		-v structs="$(unit_structs)" \
		-f $(srcdir)/tests/hca/hwnames.awk $(mlx5_headers)/device.h \
		$(mlx5_headers)/qp.h > $@-t && mv $@-t $@

check_PROGRAMS += %D%/check_layouts
TESTS += %D%/check_layouts
%C%_check_layouts_CPPFLAGS = $(AM_CPPFLAGS) -I%D% -isystem $(mlx5_kinc)
%C%_check_layouts_CFLAGS = $(unit_cflags)
%C%_check_layouts_LDADD = $(unit_ldadd)
%C%_check_layouts_SOURCES = %D%/check_layouts.c
$(%C%_check_layouts_OBJECTS): %D%/kernel_structs.h $(mlx5_layouts)
CLEANFILES += %D%/kernel_structs.h
endif BUILD_CHECK_LAYOUTS

# The stored output has to be read after it was written anew.
phony_targets += update-log-vectors
update-log-vectors: providers/mlx5/wqedump/ibv_wqedump
	python3 $(srcdir)/tests/vectors/decode/check.py \
		providers/mlx5/wqedump/ibv_wqedump --update

phony_targets += update-vectors
update-vectors: %D%/check_builders %D%/check_image %D%/check_print
	srcdir=$(srcdir) UPDATE_VECTORS=1 CK_RUN_CASE=builders %D%/check_builders
	srcdir=$(srcdir) UPDATE_VECTORS=1 CK_RUN_CASE=image %D%/check_image
	srcdir=$(srcdir) UPDATE_VECTORS=1 CK_RUN_CASE=print %D%/check_print
endif BUILD_TESTS

EXTRA_DIST += \
	%D%/check-architecture \
	%D%/check-command \
	%D%/check-completion \
	%D%/check-diff \
	%D%/check-header \
	%D%/check-log \
	%D%/check-symbols \
	%D%/check-vectors \
	%D%/diff.py \
	%D%/image.py \
	%D%/vectors.py \
	tests/vectors
