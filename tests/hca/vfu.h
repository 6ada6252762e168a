/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/* The vfio-user server: one VMM on a stream socket. */
#ifndef HCA_VFU_H
#define HCA_VFU_H

#include "hca.h"

#define VFU_MAX_FDS	HCA_VECTORS
#define VFU_MAX_MSG	(1u << 17)

struct vfu {
	struct hca *h;
	int sock;
	size_t have;		/* bytes of the message so far */
	int fds[VFU_MAX_FDS];	/* that came with it */
	u32 nfds;
	u8 msg[VFU_MAX_MSG];
	u8 reply[VFU_MAX_MSG];
};

enum vfu_result { VFU_AGAIN, VFU_CLOSED, VFU_BROKEN };

/* Read what has arrived and serve it. */
enum vfu_result vfu_serve(struct vfu *v);
void vfu_exit(struct vfu *v);

#endif
