// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
#include "uapi.h"

#include <errno.h>
#include <rdma/rdma_user_ioctl.h>
#include <string.h>
#include <sys/ioctl.h>

#include "poster_die.h"

void uapi_begin_on(union uapi_call *call, uint16_t object, uint16_t method)
{
	memset(call, 0, sizeof(*call));
	call->hdr.length = sizeof(call->hdr);
	call->hdr.object_id = object;
	call->hdr.method_id = method;
	call->hdr.driver_id = RDMA_DRIVER_MLX5;
}

void uapi_begin(union uapi_call *call, uint16_t method)
{
	uapi_begin_on(call, UVERBS_OBJECT_DEVICE, method);
}

void uapi_attr(union uapi_call *call, uint16_t id, uint16_t len, uint64_t data)
{
	struct ib_uverbs_attr *attr = &call->hdr.attrs[call->hdr.num_attrs];

	if (call->hdr.num_attrs == UAPI_MAX_ATTRS)
		die("too many attributes");
	attr->attr_id = id;
	attr->len = len;
	attr->flags = UVERBS_ATTR_F_MANDATORY;
	attr->data = data;
	call->hdr.num_attrs++;
	call->hdr.length += sizeof(*attr);
}

int uapi_run(struct ibv_context *context, union uapi_call *call)
{
	return ioctl(context->cmd_fd, RDMA_VERBS_IOCTL, call) ? errno : 0;
}

int uapi_read(struct ibv_context *context, struct uapi_read *read)
{
	union uapi_call call;

	uapi_begin(&call, read->handle_attr ? MLX5_IB_METHOD_WQ_READ :
					      MLX5_IB_METHOD_WQ_READ_BY_NUM);
	if (read->handle_attr)
		uapi_attr(&call, read->handle_attr, 0, read->handle);
	uapi_attr(&call, MLX5_IB_ATTR_WQ_READ_REQ, sizeof(read->req),
		  (uintptr_t)&read->req);
	uapi_attr(&call, MLX5_IB_ATTR_WQ_READ_INFO, sizeof(read->info),
		  (uintptr_t)&read->info);
	if (read->data)
		uapi_attr(&call, MLX5_IB_ATTR_WQ_READ_DATA, read->room,
			  (uintptr_t)read->data);
	return uapi_run(context, &call);
}
