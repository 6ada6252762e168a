// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* mlx5emu: a ConnectX function for a VMM that speaks vfio-user. */
#include "config.h"

#include <errno.h>
#include <getopt.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "ctl.h"
#include "hca.h"
#include "vfu.h"

#define DEFAULT_GUID	0x0c42a10300abcd00ull

struct options {
	const char *socket;
	const char *control;
	enum log_level level;
	u64 guid;
	bool ethernet;
};

static const char usage[] =
	"Usage: mlx5emu --socket PATH [OPTION]...\n"
	"Emulate a ConnectX function for a virtual machine monitor.\n"
	"\n"
	"  -s, --socket PATH    serve vfio-user on this UNIX socket\n"
	"  -c, --control PATH   serve test commands on this UNIX socket\n"
	"  -l, --log LEVEL      error, info, cmd or trace (default: error)\n"
	"  -g, --guid GUID      GUID of the node and port, in hex\n"
	"  -p, --port TYPE      infiniband (default) or ethernet\n"
	"  -h, --help           show this and exit\n"
	"  -V, --version        show the version and exit\n";

static bool parse_guid(const char *s, u64 *guid)
{
	char *end;

	errno = 0;
	*guid = strtoull(s, &end, 16);
	return !errno && end != s && !*end && *guid;
}

/* Returns -1 to go on, or the exit status. */
static int parse_options(int argc, char **argv, struct options *o)
{
	static const struct option options[] = {
		{ "socket", required_argument, NULL, 's' },
		{ "control", required_argument, NULL, 'c' },
		{ "log", required_argument, NULL, 'l' },
		{ "guid", required_argument, NULL, 'g' },
		{ "port", required_argument, NULL, 'p' },
		{ "help", no_argument, NULL, 'h' },
		{ "version", no_argument, NULL, 'V' },
		{ NULL, 0, NULL, 0 },
	};
	bool ok = true;
	int c;

	while ((c = getopt_long(argc, argv, "s:c:l:g:p:hV", options,
				NULL)) != -1) {
		switch (c) {
		case 's':
			o->socket = optarg;
			break;
		case 'c':
			o->control = optarg;
			break;
		case 'l':
			ok = ok && !log_parse_level(optarg, &o->level);
			break;
		case 'g':
			ok = ok && parse_guid(optarg, &o->guid);
			break;
		case 'p':
			o->ethernet = !strcmp(optarg, "ethernet");
			ok = ok && (o->ethernet ||
				    !strcmp(optarg, "infiniband"));
			break;
		case 'h':
			fputs(usage, stdout);
			return EXIT_SUCCESS;
		case 'V':
			printf("mlx5emu %s\n", PACKAGE_VERSION);
			return EXIT_SUCCESS;
		default:
			ok = false;
		}
	}
	if (ok && o->socket && optind == argc)
		return -1;
	fputs(usage, stderr);
	return EXIT_FAILURE;
}

struct server {
	struct hca hca;
	struct ctl ctl;
	struct vfu vfu;
	int listener;	/* until the VMM has come */
};

/* The VMM's socket, the control listener, then its clients. */
enum { POLL_VFU, POLL_CTL, POLL_CLIENTS };
#define POLL_COUNT	(POLL_CLIENTS + CTL_MAX_CLIENTS)

static void fill_poll(const struct server *s, struct pollfd *p)
{
	u32 i;

	p[POLL_VFU] = (struct pollfd){
		.fd = s->vfu.sock >= 0 ? s->vfu.sock : s->listener,
		.events = POLLIN,
	};
	p[POLL_CTL] = (struct pollfd){ .fd = s->ctl.listener,
				       .events = POLLIN };
	for (i = 0; i < CTL_MAX_CLIENTS; i++)
		p[POLL_CLIENTS + i] = (struct pollfd){
			.fd = s->ctl.client[i].sock,
			.events = ctl_events(&s->ctl.client[i]),
		};
}

static enum vfu_result serve_vfu(struct server *s)
{
	if (s->vfu.sock >= 0)
		return vfu_serve(&s->vfu);
	s->vfu.sock = accept4(s->listener, NULL, NULL, SOCK_CLOEXEC);
	if (s->vfu.sock >= 0) {
		close(s->listener);
		s->listener = -1;
	}
	return VFU_AGAIN;
}

static void serve_control(struct server *s, const struct pollfd *p)
{
	u32 i;

	for (i = 0; i < CTL_MAX_CLIENTS; i++)
		if (p[POLL_CLIENTS + i].revents)
			ctl_serve(&s->ctl, &s->ctl.client[i],
				  p[POLL_CLIENTS + i].revents);
	if (p[POLL_CTL].revents)
		ctl_accept(&s->ctl);
}

static enum vfu_result loop(struct server *s)
{
	enum vfu_result result = VFU_AGAIN;
	struct pollfd p[POLL_COUNT];

	while (result == VFU_AGAIN) {
		fill_poll(s, p);
		if (poll(p, POLL_COUNT, engine_timeout(&s->hca)) < 0) {
			if (errno != EINTR)
				return VFU_BROKEN;
			continue;
		}
		if (p[POLL_VFU].revents)
			result = serve_vfu(s);
		serve_control(s, p);
		engine_poll(&s->hca);
	}
	return result;
}

static int fail(const char *what, int err)
{
	fprintf(stderr, "mlx5emu: %s: %s\n", what, strerror(err));
	return EXIT_FAILURE;
}

static int run(const struct options *o, struct server *s)
{
	enum vfu_result result;
	int err;

	log_init(&s->hca.log, o->level);
	s->hca.guid = o->guid;
	s->hca.ethernet = o->ethernet;
	s->vfu.h = &s->hca;
	s->vfu.sock = -1;
	if (hca_init(&s->hca))
		return fail("cannot start", ENOMEM);
	err = ctl_init(&s->ctl, &s->hca, o->control);
	if (err)
		return fail(o->control, err);
	s->listener = listen_at(o->socket);
	if (s->listener < 0)
		return fail(o->socket, errno);

	result = loop(s);
	vfu_exit(&s->vfu);
	ctl_exit(&s->ctl);
	hca_exit(&s->hca);
	return result == VFU_CLOSED ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int argc, char **argv)
{
	struct options o = { .level = LOG_ERROR, .guid = DEFAULT_GUID };
	int status = parse_options(argc, argv, &o);
	struct server *s;

	if (status >= 0)
		return status;
	s = calloc(1, sizeof(*s));
	if (!s)
		return fail("cannot start", ENOMEM);
	status = run(&o, s);
	free(s);
	return status;
}
