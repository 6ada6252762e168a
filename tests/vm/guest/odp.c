// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * On-demand paging: mlx5_ib reads the WQE of a request whose pages are missing
 * in order to bring them. Data, and what the kernel, the adapter and probes in
 * the driver have counted, must be what verbs calls and the geometry of the
 * queues say. To be run as root, on a device that nobody else uses.
 *
 * usage: odp FACTS [CHECKER]
 * FACTS becomes a record of what was counted. CHECKER is run with queues that
 * wait for a page, and is told in JSON which these are.
 */

#include "odp.h"
#include "poster_die.h"
#include "tap.h"

static void check_device(const struct odp *odp)
{
	const uint32_t needed = IBV_ODP_SUPPORT_SEND | IBV_ODP_SUPPORT_RECV |
				IBV_ODP_SUPPORT_WRITE | IBV_ODP_SUPPORT_READ |
				IBV_ODP_SUPPORT_SRQ_RECV;
	struct ibv_device_attr_ex attr;
	uint32_t has;

	need_zero(ibv_query_device_ex(odp->base.context, NULL, &attr));
	has = attr.odp_caps.per_transport_caps.rc_odp_caps;
	tap_result((has & needed) == needed, "RC QPs may page: 0x%x", has);
}

int main(int argc, char **argv)
{
	static struct odp odp = { .base = { .rng = { 1 } } };
	FILE *facts;

	if (argc < 2 || argc > 3)
		die("usage: odp FACTS [CHECKER]");
	facts = fopen(argv[1], "w");
	need(facts);
	ring_base_open(&odp.base);
	check_device(&odp);
	for (int i = 0; i < SIDES; i++)
		odp_region_make(&odp, &odp.region[i]);
	odp_counts_start();
	odp_cases(&odp, facts);
	odp_failures(&odp, facts);
	if (argc == 3)
		odp_waiting(&odp, argv[2]);
	for (int i = 0; i < SIDES; i++)
		odp_region_free(&odp.region[i]);
	need(!fclose(facts));
	return tap_done();
}
