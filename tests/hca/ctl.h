/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/* The control socket: lines of commands in, lines of JSON out. */
#ifndef HCA_CTL_H
#define HCA_CTL_H

#include "hca.h"
#include "text.h"

#define CTL_MAX_CLIENTS	8
#define CTL_MAX_LINE	1024

struct ctl_client {
	int sock;		/* -1: no client */
	char line[CTL_MAX_LINE];
	size_t len;
	bool overlong;		/* skip to the end of this line */
	struct text out;
};

struct ctl {
	struct hca *h;
	int listener;
	struct ctl_client client[CTL_MAX_CLIENTS];
};

int ctl_init(struct ctl *ctl, struct hca *h, const char *path);
void ctl_accept(struct ctl *ctl);
/* Events that the client waits for, for poll(). */
short ctl_events(const struct ctl_client *client);
void ctl_serve(struct ctl *ctl, struct ctl_client *client, short events);
void ctl_exit(struct ctl *ctl);

/* A UNIX stream socket that listens; -1 and errno. */
int listen_at(const char *path);

/* Execute one line and append the answer. */
void ctl_execute(struct hca *h, char *line, struct text *out);

#endif
