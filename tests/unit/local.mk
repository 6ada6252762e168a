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
	%D%/unit.c \
	%D%/unit.h

unit_tests = \
	%D%/check_bounds \
	%D%/check_read

check_PROGRAMS += $(unit_tests)
TESTS += $(unit_tests)

unit_cflags = $(AM_CFLAGS) $(CHECK_CFLAGS)

%C%_check_bounds_CFLAGS = $(unit_cflags)
%C%_check_bounds_LDADD = %D%/libunit.la
%C%_check_bounds_SOURCES = %D%/check_bounds.c

%C%_check_read_CFLAGS = $(unit_cflags)
%C%_check_read_LDADD = %D%/libunit.la
%C%_check_read_SOURCES = %D%/check_read.c
endif BUILD_TESTS
