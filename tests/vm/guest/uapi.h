/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * The methods of rdma/mlx5_user_wq_read.h without any help: whatever is asked
 * for goes to the kernel as it is.
 */
#ifndef GUEST_UAPI_H
#define GUEST_UAPI_H

#include <infiniband/verbs.h>
#include <rdma/mlx5_user_wq_read.h>
#include <rdma/rdma_user_ioctl_cmds.h>
#include <stdint.h>

#define UAPI_MAX_ATTRS 16

union uapi_call {
	struct ib_uverbs_ioctl_hdr hdr;
	unsigned char room[sizeof(struct ib_uverbs_ioctl_hdr) +
			   UAPI_MAX_ATTRS * sizeof(struct ib_uverbs_attr)];
};

/* Start a call of a method of the device object, or of another one */
void uapi_begin(union uapi_call *call, uint16_t method);
void uapi_begin_on(union uapi_call *call, uint16_t object, uint16_t method);

/* Add a mandatory attribute: its length and what stands in its data */
void uapi_attr(union uapi_call *call, uint16_t id, uint16_t len, uint64_t data);

/* Returns 0 or the errno value */
int uapi_run(struct ibv_context *context, union uapi_call *call);

/* A well-formed call of WQ_READ or WQ_READ_BY_NUM, and its answer */
struct uapi_read {
	uint16_t handle_attr;	/* 0: by number */
	uint32_t handle;
	struct mlx5_ib_wq_read_req req;
	struct mlx5_ib_wq_read_info info;
	void *data;		/* NULL: no such attribute */
	uint16_t room;
};

int uapi_read(struct ibv_context *context, struct uapi_read *read);

#endif /* GUEST_UAPI_H */
