// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Dumps and error messages in logs, and images among them. */

#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "emit.h"
#include "find.h"
#include "image.h"
#include "lines.h"
#include "mlx5wqe.h"
#include "wqedump.h"

/* As a name of a file */
static char standard_input_name[] = "-";

struct decode {
	bool json;
	bool pretty;
	bool verbose;
	bool bare_wqes;
	bool images;		/* were shown */
	bool image_warnings;
	struct emitter emitter;
	struct lines lines;
};

enum { OPT_QP_TYPE = 256, OPT_WQ };

static const struct option options[] = {
	{ "qp-type", required_argument, NULL, OPT_QP_TYPE },
	{ "wq", required_argument, NULL, OPT_WQ },
	{ "json", no_argument, NULL, 'j' },
	{ "pretty", no_argument, NULL, 'p' },
	{ "verbose", no_argument, NULL, 'v' },
	{ "help", no_argument, NULL, 'h' },
	{ "version", no_argument, NULL, 'V' },
	{},
};

static void decode_usage(void)
{
	puts("usage: " PROGRAM " decode [OPTION...] [FILE...]\n"
	     "\n"
	     "Find dumps of error CQEs and WQEs, and messages about mlx5 completion errors,\n"
	     "in logs (standard input if there is no FILE, or for -), and say what they mean.\n"
	     "A FILE that show --save has made is shown.\n"
	     "\n"
	     "      --qp-type TYPE  type of the QP of WQEs that stand alone: RC, UC, UD, DCI,\n"
	     "                      RAW_PACKET, ...\n"
	     "      --wq sq|rq|srq  their queue (the default is sq)\n"
	     "  -v, --verbose       all fields, and flushes whose cause is known\n"
	     "  -j, --json          JSON\n"
	     "  -p, --pretty        indented JSON (with -j)\n"
	     "  -h, --help          this text\n"
	     "  -V, --version       version\n"
	     "\n"
	     "Exit status: 0 all recognised, 1 nothing recognised, 2 usage,\n"
	     "3 shown with warnings.");
}

static int parse_qp_type(struct decode *d, const char *text)
{
	static const uint32_t types[] = {
		MLX5WQE_QPT_GSI, MLX5WQE_QPT_RC, MLX5WQE_QPT_UC,
		MLX5WQE_QPT_UD, MLX5WQE_QPT_RAW_PACKET, MLX5WQE_QPT_XRC_INI,
		MLX5WQE_QPT_XRC_TGT, MLX5WQE_QPT_REG_UMR, MLX5WQE_QPT_DCI,
		MLX5WQE_QPT_SMI,
	};
	size_t i;

	d->bare_wqes = true;
	for (i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
		if (strcasecmp(text, mlx5wqe_qp_type_name(types[i])))
			continue;
		d->emitter.qp_type = types[i];
		return 0;
	}
	complain("--qp-type: '%s' is not a type of QP", text);
	return -1;
}

static int parse_wq(struct decode *d, const char *text)
{
	static const char *const names[] = {
		[MLX5WQE_SQ] = "sq",
		[MLX5WQE_RQ] = "rq",
		[MLX5WQE_SRQ] = "srq",
	};
	enum mlx5wqe_kind kind;

	d->bare_wqes = true;
	for (kind = MLX5WQE_SQ; kind <= MLX5WQE_SRQ; kind++) {
		if (strcmp(text, names[kind]))
			continue;
		d->emitter.kind = kind;
		return 0;
	}
	complain("--wq: '%s' is neither sq, rq nor srq", text);
	return -1;
}

static int parse_option(struct decode *d, int option)
{
	switch (option) {
	case OPT_QP_TYPE:
		return parse_qp_type(d, optarg);
	case OPT_WQ:
		return parse_wq(d, optarg);
	case 'j':
		d->json = true;
		return 0;
	case 'p':
		d->pretty = true;
		return 0;
	case 'v':
		d->verbose = true;
		return 0;
	default:
		return -1;
	}
}

static void on_item(void *arg, const struct item *item)
{
	emit_item(arg, item);
}

static void on_warning(void *arg, uint64_t line, const char *text)
{
	emit_remark(arg, line, text);
}

static const struct find_ops find_ops = {
	.item = on_item,
	.warning = on_warning,
};

/* A file of which the start was looked at before it is read */
struct input {
	int fd;
	char start[IMAGE_START];
	size_t length;		/* of start */
	off64_t given;		/* bytes that were read */
};

static ssize_t read_input(void *arg, void *buffer, size_t size)
{
	struct input *input = arg;
	size_t left = 0;
	ssize_t got;

	if (input->given < (off64_t)input->length)
		left = input->length - (size_t)input->given;
	if (left) {
		got = (ssize_t)(left < size ? left : size);
		memcpy(buffer, input->start + input->given, (size_t)got);
	} else {
		got = read(input->fd, buffer, size);
	}
	if (got > 0)
		input->given += got;
	return got;
}

/* Where the input is, so that an image's errors can say it */
static int tell_input(void *arg, off64_t *offset, int whence)
{
	struct input *input = arg;

	if (*offset || whence != SEEK_CUR)
		return -1;
	*offset = input->given;
	return 0;
}

static ssize_t read_stream(void *arg, char *buffer, size_t size)
{
	return read_input(arg, buffer, size);
}

/* Returns 0 or a positive errno value. */
static int look_at_start(struct input *input)
{
	ssize_t got;

	while (input->length < sizeof(input->start)) {
		got = read(input->fd, input->start + input->length,
			   sizeof(input->start) - input->length);
		if (got < 0)
			return errno;
		if (!got)
			break;
		input->length += (size_t)got;
	}
	return 0;
}

/* Returns 0, an errno value, or -1 if what went wrong has been said. */
static int decode_image(struct decode *d, struct input *input, const char *name)
{
	cookie_io_functions_t io = { .read = read_stream, .seek = tell_input };
	struct view view = { .select.range = MLX5WQE_RANGE_PENDING };
	FILE *file = fopencookie(input, "r", io);
	int status;

	if (!file)
		return errno;
	if (d->json)
		view.print_flags |= MLX5WQE_PRINT_JSON;
	if (d->pretty)
		view.print_flags |= MLX5WQE_PRINT_PRETTY;
	if (d->verbose)
		view.print_flags |= MLX5WQE_PRINT_VERBOSE;
	status = image_view(&view, file, name);
	fclose(file);
	if (status == EXIT_FAILED)
		return -1;
	d->images = true;
	if (status != EXIT_OK)
		d->image_warnings = true;
	return 0;
}

static int decode_log(struct decode *d, struct find *find, struct input *input)
{
	struct line line;

	lines_init(&d->lines, read_input, input);
	while (lines_next(&d->lines, &line))
		find_line(find, &line);
	find_end(find);
	return d->lines.error;
}

static int decode_fd(struct decode *d, struct find *find, int fd,
		     const char *name)
{
	struct input input = { .fd = fd };
	int err = look_at_start(&input);

	if (err)
		return err;
	if (image_starts(input.start, input.length))
		return decode_image(d, &input, name);
	return decode_log(d, find, &input);
}

/* Returns 0, or what went wrong, which has been said. */
static int decode_file(struct decode *d, struct find *find, const char *name)
{
	bool is_stdin = !strcmp(name, standard_input_name);
	int fd, err;

	fd = is_stdin ? STDIN_FILENO : open(name, O_RDONLY | O_CLOEXEC);
	if (is_stdin)
		name = "standard input";
	err = fd < 0 ? errno : decode_fd(d, find, fd, name);
	if (err > 0)
		complain("cannot read %s: %s", name, strerror(err));
	if (fd >= 0 && !is_stdin)
		close(fd);
	return err;
}

static int decode_files(struct decode *d, struct find *find, char **names)
{
	char *standard_input[] = { standard_input_name, NULL };
	bool several = names[0] && names[1];
	int err = 0;

	for (names = names[0] ? names : standard_input; *names; names++) {
		d->emitter.file = several ? *names : NULL;
		if (decode_file(d, find, *names))
			err = -1;
	}
	emit_end(&d->emitter);
	return err;
}

static int status_of(const struct decode *d, int unread)
{
	const struct emitter *e = &d->emitter;

	if (e->error) {
		complain("cannot decode: %s", strerror(e->error));
		return EXIT_FAILED;
	}
	if (!e->items && !e->remark_count && !d->images) {
		if (!unread)
			complain("nothing recognised: neither a dump nor a message about an mlx5 completion error");
		return EXIT_FAILED;
	}
	if (unread || d->image_warnings || e->remark_count || e->wqe_warnings || e->groups.lost)
		return EXIT_MALFORMED;
	return EXIT_OK;
}

static int decode(struct decode *d, char **names)
{
	struct find *find;
	int unread;

	if (d->json)
		writer_init_json(&d->emitter.writer, stdout, d->pretty);
	else
		writer_init_text(&d->emitter.writer, stdout, d->verbose);
	d->emitter.all = d->json || d->verbose;
	find = find_new(&find_ops, &d->emitter, d->bare_wqes);
	if (!find) {
		complain("%s", strerror(errno));
		return EXIT_FAILED;
	}
	unread = decode_files(d, find, names);
	find_free(find);
	return status_of(d, unread);
}

static int run(struct decode *d, int argc, char **argv)
{
	int option;

	while ((option = getopt_long(argc, argv, "jpvhV", options, NULL)) !=
	       -1) {
		if (option == 'h') {
			decode_usage();
			return EXIT_OK;
		}
		if (option == 'V') {
			print_version();
			return EXIT_OK;
		}
		if (option == '?' || parse_option(d, option))
			return EXIT_USAGE;
	}
	return decode(d, argv + optind);
}

int cmd_decode(int argc, char **argv)
{
	struct decode *d = calloc(1, sizeof(*d));
	int status;

	if (!d) {
		complain("%s", strerror(errno));
		return EXIT_FAILED;
	}
	status = run(d, argc, argv);
	free(d);
	return status;
}
