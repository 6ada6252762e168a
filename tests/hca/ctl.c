// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Clients of the control socket. */
#include "config.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "ctl.h"

/* A client that reads nothing of so much is gone. */
#define MAX_OUTPUT	(64u << 20)

int listen_at(const char *path)
{
	struct sockaddr_un addr = { .sun_family = AF_UNIX };
	int sock;

	if (strlen(path) >= sizeof(addr.sun_path)) {
		errno = ENAMETOOLONG;
		return -1;
	}
	memcpy(addr.sun_path, path, strlen(path));
	sock = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (sock < 0)
		return -1;
	unlink(path);
	if (bind(sock, (struct sockaddr *)&addr, sizeof(addr)) ||
	    listen(sock, CTL_MAX_CLIENTS)) {
		close(sock);
		return -1;
	}
	return sock;
}

int ctl_init(struct ctl *ctl, struct hca *h, const char *path)
{
	u32 i;

	memset(ctl, 0, sizeof(*ctl));
	ctl->h = h;
	ctl->listener = -1;
	for (i = 0; i < CTL_MAX_CLIENTS; i++)
		ctl->client[i].sock = -1;
	if (!path)
		return 0;
	ctl->listener = listen_at(path);
	return ctl->listener < 0 ? errno : 0;
}

static void hang_up(struct ctl_client *c)
{
	close(c->sock);
	text_free(&c->out);
	c->sock = -1;
	c->len = 0;
	c->overlong = false;
}

void ctl_accept(struct ctl *ctl)
{
	int sock = accept4(ctl->listener, NULL, NULL,
			   SOCK_NONBLOCK | SOCK_CLOEXEC);
	u32 i;

	if (sock < 0)
		return;
	for (i = 0; i < CTL_MAX_CLIENTS; i++) {
		if (ctl->client[i].sock < 0) {
			ctl->client[i].sock = sock;
			return;
		}
	}
	hca_info(ctl->h, "too many clients of the control socket");
	close(sock);
}

short ctl_events(const struct ctl_client *c)
{
	return POLLIN | (c->out.len ? POLLOUT : 0);
}

static void end_of_line(struct ctl *ctl, struct ctl_client *c)
{
	c->line[c->len] = '\0';
	if (c->overlong)
		text_add(&c->out, "{\"error\":\"line too long\"}\n");
	else if (memchr(c->line, '\0', c->len))
		text_add(&c->out, "{\"error\":\"line has a zero byte\"}\n");
	else
		ctl_execute(ctl->h, c->line, &c->out);
	c->len = 0;
	c->overlong = false;
}

static void take(struct ctl *ctl, struct ctl_client *c, const char *p,
		 size_t n)
{
	for (; n; n--, p++) {
		if (*p == '\n')
			end_of_line(ctl, c);
		else if (c->len == sizeof(c->line) - 1)
			c->overlong = true;
		else
			c->line[c->len++] = *p;
	}
}

static bool flush(struct ctl_client *c)
{
	while (c->out.len) {
		ssize_t n = send(c->sock, c->out.data, c->out.len,
				 MSG_NOSIGNAL);

		if (n < 0)
			return errno == EAGAIN || errno == EINTR;
		text_drop(&c->out, (size_t)n);
	}
	return true;
}

void ctl_serve(struct ctl *ctl, struct ctl_client *c, short events)
{
	char buf[4096];
	ssize_t n = -1;
	bool ok = true;

	errno = EAGAIN;
	if (events & (POLLIN | POLLHUP | POLLERR))
		n = recv(c->sock, buf, sizeof(buf), 0);
	if (n > 0)
		take(ctl, c, buf, (size_t)n);
	else
		ok = n < 0 && (errno == EAGAIN || errno == EINTR);
	if (!ok || !flush(c) || c->out.failed || c->out.len > MAX_OUTPUT)
		hang_up(c);
}

void ctl_exit(struct ctl *ctl)
{
	u32 i;

	for (i = 0; i < CTL_MAX_CLIENTS; i++)
		if (ctl->client[i].sock >= 0)
			hang_up(&ctl->client[i]);
	if (ctl->listener >= 0)
		close(ctl->listener);
}
