# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB

# Finds dumps and messages in text; tests and fuzzers reach it here.
noinst_LTLIBRARIES += %D%/libfind.la
%C%_libfind_la_CPPFLAGS = $(AM_CPPFLAGS) $(IBVERBS_CFLAGS) $(MLX5_CFLAGS)
%C%_libfind_la_SOURCES = \
	%D%/adapter.c \
	%D%/adapter.h \
	%D%/anchors.c \
	%D%/anchors.h \
	%D%/dump.c \
	%D%/dump.h \
	%D%/dumpkind.c \
	%D%/dumpkind.h \
	%D%/find.c \
	%D%/find.h \
	%D%/forms.c \
	%D%/forms.h \
	%D%/hexrow.c \
	%D%/hexrow.h \
	%D%/item.h \
	%D%/lines.c \
	%D%/lines.h \
	%D%/match.c \
	%D%/match.h \
	%D%/prefix.c \
	%D%/prefix.h \
	%D%/report.c \
	%D%/report.h \
	%D%/status.c \
	%D%/status.h \
	%D%/wrap.c \
	%D%/wrap.h

bin_PROGRAMS += %D%/ibv_wqedump
%C%_ibv_wqedump_CPPFLAGS = $(AM_CPPFLAGS) $(IBVERBS_CFLAGS) $(MLX5_CFLAGS)
%C%_ibv_wqedump_LDADD = %D%/libfind.la providers/mlx5/libwriter.la \
	providers/mlx5/libmlx5wqe.la $(MLX5_LIBS) $(IBVERBS_LIBS)
%C%_ibv_wqedump_SOURCES = \
	%D%/decode.c \
	%D%/device.c \
	%D%/diff.c \
	%D%/emit.c \
	%D%/emit.h \
	%D%/groups.c \
	%D%/groups.h \
	%D%/image.c \
	%D%/image.h \
	%D%/main.c \
	%D%/show.c \
	%D%/wqedump.h

EXTRA_DIST += %D%/completions/ibv_wqedump
if BASH_COMPLETION
bashcompletiondir = $(BASH_COMPLETION_DIR)
bashcompletion_DATA = %D%/completions/ibv_wqedump
endif
