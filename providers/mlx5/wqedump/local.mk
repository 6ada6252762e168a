# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
bin_PROGRAMS += %D%/ibv_wqedump
%C%_ibv_wqedump_CPPFLAGS = $(AM_CPPFLAGS) $(IBVERBS_CFLAGS) $(MLX5_CFLAGS)
%C%_ibv_wqedump_LDADD = providers/mlx5/libmlx5wqe.la $(MLX5_LIBS) $(IBVERBS_LIBS)
%C%_ibv_wqedump_SOURCES = \
	%D%/device.c \
	%D%/main.c \
	%D%/show.c \
	%D%/wqedump.h
