// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* The posted WQEs of one queue. */

#include <errno.h>
#include <getopt.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <infiniband/verbs.h>

#include "image.h"
#include "mlx5wqe.h"
#include "wqedump.h"

#define NUMBER_MAX 0xffffffu	/* QPN and SRQN have 24 bits */
#define INDEX_MAX 0xffffu	/* wqe_counter has 16 */

struct show {
	const char *device;
	bool have_qpn;
	bool have_srqn;
	bool have_wq;
	uint32_t number;
	enum mlx5wqe_kind kind;
	struct view view;
	const char *save;
	bool force;
};

enum { OPT_ALL = 256, OPT_PENDING, OPT_SAVE, OPT_FORCE };

static const struct option options[] = {
	{ "ib-dev", required_argument, NULL, 'd' },
	{ "qpn", required_argument, NULL, 'q' },
	{ "wq", required_argument, NULL, 'w' },
	{ "srqn", required_argument, NULL, 's' },
	{ "wqe", required_argument, NULL, 'n' },
	{ "all", no_argument, NULL, OPT_ALL },
	{ "pending", no_argument, NULL, OPT_PENDING },
	{ "raw", no_argument, NULL, 'x' },
	{ "save", required_argument, NULL, OPT_SAVE },
	{ "force", no_argument, NULL, OPT_FORCE },
	{ "json", no_argument, NULL, 'j' },
	{ "pretty", no_argument, NULL, 'p' },
	{ "verbose", no_argument, NULL, 'v' },
	{ "help", no_argument, NULL, 'h' },
	{ "version", no_argument, NULL, 'V' },
	{},
};

static void show_usage(void)
{
	puts("usage: " PROGRAM " show [-d DEV] -q QPN [-w sq|rq] [OPTION...]\n"
	     "       " PROGRAM " show [-d DEV] -s SRQN [OPTION...]\n"
	     "       " PROGRAM " show FILE... [OPTION...]\n"
	     "\n"
	     "Show the posted work-queue elements (WQEs) of a queue, whoever owns it, or of\n"
	     "images that --save has made.\n"
	     "\n"
	     "  -d, --ib-dev DEV   RDMA device; needed if there are several of mlx5\n"
	     "  -q, --qpn QPN      queue pair, decimal or 0x\n"
	     "  -w, --wq sq|rq     its send queue (the default) or its receive queue\n"
	     "  -s, --srqn SRQN    shared receive queue\n"
	     "      --pending      WQEs that the device has not completed (the default)\n"
	     "      --all          whatever the slots hold (the default for an SRQ)\n"
	     "  -n, --wqe INDEX[,COUNT]  COUNT WQEs, or one, from that wqe_counter on\n"
	     "  -x, --raw          the bytes of each WQE as well\n"
	     "  -v, --verbose      all fields, a line for each segment\n"
	     "      --save FILE    save the queue in an image instead of showing it\n"
	     "      --force        replace that FILE if it is there\n"
	     "  -j, --json         JSON\n"
	     "  -p, --pretty       indented JSON (with -j)\n"
	     "  -h, --help         this text\n"
	     "  -V, --version      version\n"
	     "\n"
	     "Needs a kernel with WQ_READ_BY_NUM, CAP_NET_ADMIN, and CAP_SYS_PTRACE for the\n"
	     "queue of a process, CAP_SYS_RAWIO for one of the kernel.\n"
	     "Exit status: 0 all well, 1 failed, 2 usage, 3 shown with warnings.");
}

static int parse_wq(struct show *show, const char *text)
{
	show->have_wq = true;
	if (!strcmp(text, "sq"))
		show->kind = MLX5WQE_SQ;
	else if (!strcmp(text, "rq"))
		show->kind = MLX5WQE_RQ;
	else {
		complain("--wq: '%s' is neither sq nor rq", text);
		return -1;
	}
	return 0;
}

static int set_range(struct show *show, enum mlx5wqe_range range)
{
	if (show->view.have_range) {
		complain("--pending, --all and --wqe exclude one another");
		return -1;
	}
	show->view.have_range = true;
	show->view.select.range = range;
	return 0;
}

static int parse_wqe(struct show *show, char *text)
{
	char *comma = strchr(text, ',');

	if (set_range(show, MLX5WQE_RANGE_INDEX))
		return -1;
	show->view.select.count = 1;
	if (comma) {
		*comma = '\0';
		if (parse_number("--wqe count", comma + 1, UINT32_MAX,
				 &show->view.select.count))
			return -1;
	}
	return parse_number("--wqe", text, INDEX_MAX, &show->view.select.wqe_index);
}

static int parse_option(struct show *show, int option)
{
	switch (option) {
	case 'd':
		show->device = optarg;
		return 0;
	case 'q':
		show->have_qpn = true;
		return parse_number("--qpn", optarg, NUMBER_MAX, &show->number);
	case 's':
		show->have_srqn = true;
		return parse_number("--srqn", optarg, NUMBER_MAX,
				    &show->number);
	case 'w':
		return parse_wq(show, optarg);
	case 'n':
		return parse_wqe(show, optarg);
	case OPT_ALL:
		return set_range(show, MLX5WQE_RANGE_ALL);
	case OPT_PENDING:
		return set_range(show, MLX5WQE_RANGE_PENDING);
	case OPT_SAVE:
		show->save = optarg;
		return 0;
	case OPT_FORCE:
		show->force = true;
		return 0;
	case 'x':
		show->view.print_flags |= MLX5WQE_PRINT_RAW;
		return 0;
	case 'j':
		show->view.print_flags |= MLX5WQE_PRINT_JSON;
		return 0;
	case 'p':
		show->view.print_flags |= MLX5WQE_PRINT_PRETTY;
		return 0;
	case 'v':
		show->view.print_flags |= MLX5WQE_PRINT_VERBOSE;
		return 0;
	default:
		return -1;
	}
}

/* An image has all of a queue, and shows nothing meanwhile. */
static int check_save(const struct show *show)
{
	if (!show->save && show->force) {
		complain("--force goes with --save");
		return -1;
	}
	if (show->save && (show->view.have_range || show->view.print_flags)) {
		complain("--save saves all of the queue and shows nothing of it");
		return -1;
	}
	return 0;
}

static int check_images(const struct show *show)
{
	if (!show->device && !show->have_qpn && !show->have_srqn &&
	    !show->have_wq && !show->save && !show->force)
		return 0;
	complain("name a queue or images, not both");
	return -1;
}

static int check(struct show *show)
{
	if (check_save(show))
		return -1;
	if (show->have_qpn == show->have_srqn) {
		complain("name one queue, with -q QPN or -s SRQN");
		return -1;
	}
	if (!show->have_srqn)
		return 0;
	if (show->have_wq) {
		complain("an SRQ has one queue only: -w goes with -q");
		return -1;
	}
	show->kind = MLX5WQE_SRQ;
	if (!show->view.have_range)
		show->view.select.range = MLX5WQE_RANGE_ALL;
	if (show->view.select.range == MLX5WQE_RANGE_PENDING) {
		complain("which slots of an SRQ are pending cannot be told from outside: use --all");
		return -1;
	}
	return 0;
}

static const char *queue_name(const struct show *show)
{
	static const char *const names[] = {
		[MLX5WQE_SQ] = "send queue",
		[MLX5WQE_RQ] = "receive queue",
		[MLX5WQE_SRQ] = "slots",
	};

	return names[show->kind];
}

static void explain_open(const struct show *show, const char *device, int err)
{
	const char *what = show->have_srqn ? "SRQ" : "QP";
	uint32_t n = show->number;

	switch (err) {
	case EPROTONOSUPPORT:
		complain("this kernel has no WQ_READ: install the patched mlx5_ib, or read from within the owning process, see mlx5wqe(7)");
		break;
	case EPERM:
		complain("not permitted: it takes CAP_NET_ADMIN, and CAP_SYS_PTRACE for the queue of a process of this pid namespace or CAP_SYS_RAWIO and no lockdown to confidentiality for one of the kernel (run as root, not in a container)");
		break;
	case ENOENT:
		complain("%s has no %s %u (0x%x)", device, what, n, n);
		break;
	case ENODATA:
		complain("%s %u (0x%x) of %s has no %s", what, n, n, device,
			 queue_name(show));
		break;
	case EOPNOTSUPP:
		complain("%s %u (0x%x) of %s is of a type that cannot be read",
			 what, n, n, device);
		break;
	default:
		complain("cannot read %s %u (0x%x) of %s: %s", what, n, n,
			 device, strerror(err));
	}
}

static int show_queue(const struct show *show)
{
	struct ibv_context *context = device_open(show->device);
	struct mlx5wqe_queue *queue;
	int status;

	if (!context)
		return EXIT_FAILED;
	if (show->have_srqn)
		queue = mlx5wqe_open_srqn(context, show->number, 0);
	else
		queue = mlx5wqe_open_qpn(context, show->number, show->kind, 0);
	if (queue) {
		status = show->save ?
			 image_save(queue, show->save, show->force) :
			 view_queue(&show->view, queue);
		mlx5wqe_close(queue);
	} else {
		explain_open(show, ibv_get_device_name(context->device), errno);
		status = EXIT_FAILED;
	}
	ibv_close_device(context);
	return status;
}

static int show_images(const struct show *show, char **names)
{
	int status = EXIT_OK, one;
	FILE *file;

	for (; *names; names++) {
		file = fopen(*names, "re");
		if (file) {
			one = image_view(&show->view, file, *names);
			fclose(file);
		} else {
			complain("cannot read %s: %s", *names,
				 strerror(errno));
			one = EXIT_FAILED;
		}
		if (one != EXIT_OK && status != EXIT_FAILED)
			status = one;
	}
	return status;
}

int cmd_show(int argc, char **argv)
{
	struct show show = { .view.select.range = MLX5WQE_RANGE_PENDING };
	int option;

	while ((option = getopt_long(argc, argv, "d:q:w:s:n:xjpvhV", options,
				     NULL)) != -1) {
		if (option == 'h') {
			show_usage();
			return EXIT_OK;
		}
		if (option == 'V') {
			print_version();
			return EXIT_OK;
		}
		if (option == '?' || parse_option(&show, option))
			return EXIT_USAGE;
	}
	if (optind < argc)
		return check_images(&show) ? EXIT_USAGE :
					     show_images(&show, argv + optind);
	return check(&show) ? EXIT_USAGE : show_queue(&show);
}
