# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB

# Writers, for the library and the command
noinst_LTLIBRARIES += %D%/libwriter.la
%C%_libwriter_la_SOURCES = \
	%D%/ctrl.c \
	%D%/ctrl.h \
	%D%/write_queue.c \
	%D%/write_queue.h \
	%D%/write_wqe.c \
	%D%/write_wqe.h \
	%D%/writer.h \
	%D%/writer_json.c \
	%D%/writer_text.c

# Tests reach hidden functions through this convenience library.
noinst_LTLIBRARIES += %D%/libwqe.la
%C%_libwqe_la_CPPFLAGS = $(AM_CPPFLAGS) $(IBVERBS_CFLAGS) $(MLX5_CFLAGS) \
	$(ZLIB_CFLAGS)
%C%_libwqe_la_LIBADD = %D%/libwriter.la $(MLX5_LIBS) $(IBVERBS_LIBS) \
	$(ZLIB_LIBS)
%C%_libwqe_la_SOURCES = \
	%D%/bounds.h \
	%D%/bytes.h \
	%D%/cqe.c \
	%D%/decode.c \
	%D%/decode.h \
	%D%/decode_umr.c \
	%D%/image.c \
	%D%/image.h \
	%D%/infer.c \
	%D%/infer.h \
	%D%/names.c \
	%D%/open.c \
	%D%/owner.c \
	%D%/owner.h \
	%D%/print.c \
	%D%/queue.c \
	%D%/queue.h \
	%D%/save.c \
	%D%/segment.c \
	%D%/sized.h \
	%D%/source_image.c \
	%D%/source_kernel.c \
	%D%/source_mapped.c \
	%D%/stream.h \
	%D%/tables.h \
	%D%/tables_offload.c \
	%D%/tables_opcodes.c \
	%D%/tables_rows.h \
	%D%/tables_transport.c \
	%D%/tables_umr.c \
	%D%/walk.c

lib_LTLIBRARIES += %D%/libmlx5wqe.la
%C%_libmlx5wqe_la_SOURCES =
%C%_libmlx5wqe_la_LIBADD = %D%/libwqe.la
# current:revision:age. A change of code only raises revision; a new function
# raises current and age and sets revision to 0; anything removed or changed
# raises current and sets revision and age to 0. libtool makes the soname from
# current - age.
%C%_libmlx5wqe_la_LDFLAGS = -version-info 1:0:0 -no-undefined \
	-Wl,--version-script=$(srcdir)/%D%/libmlx5wqe.map $(NO_UNDEFINED)
%C%_libmlx5wqe_la_DEPENDENCIES = %D%/libwqe.la %D%/libmlx5wqe.map
EXTRA_DIST += %D%/libmlx5wqe.abi %D%/libmlx5wqe.map %D%/prefix-internals

install-exec-hook:
	archive=$(DESTDIR)$(libdir)/libmlx5wqe.a; \
	test ! -f "$$archive" || NM='$(NM)' OBJCOPY='$(OBJCOPY)' \
		$(srcdir)/%D%/prefix-internals \
		$(srcdir)/%D%/libmlx5wqe.map "$$archive"

# The ABI of the last release on amd64, which abidiff compares with what was
# built with -g. After a change that is meant: -version-info above, and update-abi.
phony_targets += check-abi update-abi
check-abi: %D%/libmlx5wqe.la
	abidiff --headers-dir2 $(srcdir)/%D% --drop-private-types \
		$(srcdir)/%D%/libmlx5wqe.abi %D%/.libs/libmlx5wqe.so

update-abi: %D%/libmlx5wqe.la
	abidw --no-corpus-path --no-comp-dir-path --short-locs --exported-interfaces-only \
		--headers-dir $(srcdir)/%D% --drop-private-types \
		--out-file $(srcdir)/%D%/libmlx5wqe.abi %D%/.libs/libmlx5wqe.so

infinibanddir = $(includedir)/infiniband
infiniband_HEADERS = %D%/mlx5wqe.h
pkgconfig_DATA = %D%/mlx5wqe.pc
