# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB

# libFuzzer comes with clang, whatever compiles the rest.
FUZZ_CC = clang
FUZZ_CFLAGS = -g -O1 -fsanitize=fuzzer,address,undefined \
	-fno-sanitize-recover=all
FUZZ_SECONDS = 600

fuzz_cppflags = -I$(srcdir)/tests/unit $(DEFAULT_INCLUDES) $(AM_CPPFLAGS) \
	$(IBVERBS_CFLAGS) $(MLX5_CFLAGS)
fuzz_decoder = \
	$(srcdir)/providers/mlx5/ctrl.c \
	$(srcdir)/providers/mlx5/decode.c \
	$(srcdir)/providers/mlx5/decode_umr.c \
	$(srcdir)/providers/mlx5/infer.c \
	$(srcdir)/providers/mlx5/names.c \
	$(srcdir)/providers/mlx5/segment.c \
	$(srcdir)/providers/mlx5/tables_offload.c \
	$(srcdir)/providers/mlx5/tables_opcodes.c \
	$(srcdir)/providers/mlx5/tables_transport.c \
	$(srcdir)/providers/mlx5/tables_umr.c \
	$(srcdir)/providers/mlx5/write_wqe.c \
	$(srcdir)/providers/mlx5/writer_json.c \
	$(srcdir)/providers/mlx5/writer_text.c
fuzz_wqe_sources = $(srcdir)/%D%/invariant.c $(srcdir)/tests/unit/json.c \
	$(fuzz_decoder)
fuzz_headers = $(srcdir)/%D%/*.h $(srcdir)/providers/mlx5/*.h

fuzz_find_sources = $(srcdir)/tests/unit/json.c $(fuzz_decoder) \
	$(srcdir)/providers/mlx5/cqe.c \
	$(srcdir)/providers/mlx5/wqedump/adapter.c \
	$(srcdir)/providers/mlx5/wqedump/anchors.c \
	$(srcdir)/providers/mlx5/wqedump/dump.c \
	$(srcdir)/providers/mlx5/wqedump/dumpkind.c \
	$(srcdir)/providers/mlx5/wqedump/emit.c \
	$(srcdir)/providers/mlx5/wqedump/find.c \
	$(srcdir)/providers/mlx5/wqedump/forms.c \
	$(srcdir)/providers/mlx5/wqedump/groups.c \
	$(srcdir)/providers/mlx5/wqedump/hexrow.c \
	$(srcdir)/providers/mlx5/wqedump/lines.c \
	$(srcdir)/providers/mlx5/wqedump/match.c \
	$(srcdir)/providers/mlx5/wqedump/prefix.c \
	$(srcdir)/providers/mlx5/wqedump/report.c \
	$(srcdir)/providers/mlx5/wqedump/status.c \
	$(srcdir)/providers/mlx5/wqedump/wrap.c

fuzz_image_sources = $(srcdir)/tests/unit/json.c $(fuzz_decoder) \
	$(srcdir)/providers/mlx5/image.c \
	$(srcdir)/providers/mlx5/print.c \
	$(srcdir)/providers/mlx5/queue.c \
	$(srcdir)/providers/mlx5/source_image.c \
	$(srcdir)/providers/mlx5/walk.c \
	$(srcdir)/providers/mlx5/write_queue.c

# Each has its seeds in corpus/NAME; a new one adds its name and a rule.
fuzzers = wqe rq find image
fuzz_programs = $(fuzzers:%=%D%/fuzz_%)

%D%/fuzz_wqe: $(srcdir)/%D%/fuzz_wqe.c $(fuzz_wqe_sources) $(fuzz_headers)
	$(AM_V_CCLD)$(MKDIR_P) %D% && $(FUZZ_CC) $(FUZZ_CFLAGS) \
		$(fuzz_cppflags) -o $@ $(srcdir)/%D%/fuzz_wqe.c \
		$(fuzz_wqe_sources)
%D%/fuzz_rq: $(srcdir)/%D%/fuzz_rq.c $(fuzz_wqe_sources) $(fuzz_headers)
	$(AM_V_CCLD)$(MKDIR_P) %D% && $(FUZZ_CC) $(FUZZ_CFLAGS) \
		$(fuzz_cppflags) -o $@ $(srcdir)/%D%/fuzz_rq.c \
		$(fuzz_wqe_sources)
%D%/fuzz_find: $(srcdir)/%D%/fuzz_find.c $(fuzz_find_sources) $(fuzz_headers) \
		$(srcdir)/providers/mlx5/wqedump/*.h
	$(AM_V_CCLD)$(MKDIR_P) %D% && $(FUZZ_CC) $(FUZZ_CFLAGS) \
		-I$(srcdir)/providers/mlx5/wqedump $(fuzz_cppflags) -o $@ \
		$(srcdir)/%D%/fuzz_find.c $(fuzz_find_sources)

%D%/fuzz_image: $(srcdir)/%D%/fuzz_image.c $(fuzz_image_sources) \
		$(fuzz_headers)
	$(AM_V_CCLD)$(MKDIR_P) %D% && $(FUZZ_CC) $(FUZZ_CFLAGS) \
		$(fuzz_cppflags) $(ZLIB_CFLAGS) -o $@ \
		$(srcdir)/%D%/fuzz_image.c $(fuzz_image_sources) $(ZLIB_LIBS)

# What is found is left in the build tree, as is what the corpus grows to.
fuzz: $(fuzz_programs)
	for name in $(fuzzers); do \
		$(MKDIR_P) %D%/found/$$name && \
		case $$name in find | image) max=4096;; *) max=1200;; esac; \
		%D%/fuzz_$$name -max_total_time=$(FUZZ_SECONDS) \
			-max_len=$$max -timeout=10 -print_final_stats=1 \
			-artifact_prefix=%D%/ %D%/found/$$name \
			$(srcdir)/%D%/corpus/$$name || exit 1; \
	done

# A short run of each
TESTS += %D%/check-fuzz
CLEANFILES += $(fuzz_programs)
EXTRA_DIST += \
	%D%/check-fuzz \
	%D%/corpus \
	%D%/fuzz_find.c \
	%D%/fuzz_image.c \
	%D%/fuzz_rq.c \
	%D%/fuzz_wqe.c \
	%D%/invariant.c \
	%D%/invariant.h \
	%D%/mkseeds

clean-local: clean-fuzz
clean-fuzz:
	rm -rf %D%/found
