// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Which device. */

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <infiniband/mlx5dv.h>
#include <infiniband/verbs.h>

#include "wqedump.h"

static struct ibv_device *find_named(struct ibv_device **devices,
				     const char *name)
{
	for (; *devices; devices++)
		if (!strcmp(ibv_get_device_name(*devices), name))
			break;
	if (!*devices)
		complain("there is no RDMA device '%s'", name);
	else if (!mlx5dv_is_supported(*devices))
		complain("'%s' is not an mlx5 device", name);
	else
		return *devices;
	return NULL;
}

static struct ibv_device *find_only(struct ibv_device **devices)
{
	struct ibv_device *found = NULL;
	unsigned int count = 0;
	struct ibv_device **d;

	for (d = devices; *d; d++) {
		if (!mlx5dv_is_supported(*d))
			continue;
		found = *d;
		count++;
	}
	if (count == 1)
		return found;
	if (!count) {
		complain("there is no mlx5 device (is mlx5_ib loaded?)");
		return NULL;
	}
	complain("there is more than one mlx5 device, name one with -d:");
	for (d = devices; *d; d++)
		if (mlx5dv_is_supported(*d))
			fprintf(stderr, "  %s\n", ibv_get_device_name(*d));
	return NULL;
}

struct ibv_context *device_open(const char *name)
{
	struct ibv_context *context = NULL;
	struct ibv_device **devices;
	struct ibv_device *device;

	devices = ibv_get_device_list(NULL);
	if (!devices) {
		complain("cannot list RDMA devices: %s (is ib_uverbs loaded?)",
			 strerror(errno));
		return NULL;
	}
	device = name ? find_named(devices, name) : find_only(devices);
	if (device) {
		context = ibv_open_device(device);
		if (!context)
			complain("cannot open %s: %s",
				 ibv_get_device_name(device), strerror(errno));
	}
	ibv_free_device_list(devices);
	return context;
}
