// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "hca.h"

#define FIRST_QPN	64	/* as on adapters: low numbers are special */
#define FIRST_MKEY	16	/* low keys are marks in lists of keys */

static int init_tables(struct hca *h)
{
	int err = res_init(h);

	if (!err)
		err = table_init(&h->eqs, 1, 1u << cap(h, log_max_eq));
	if (!err)
		err = table_init(&h->cqs, 1, 1u << cap(h, log_max_cq));
	if (!err)
		err = table_init(&h->qps, FIRST_QPN, 1u << cap(h, log_max_qp));
	if (!err)
		err = table_init(&h->srqs, 1, 1u << cap(h, log_max_srq));
	if (!err)
		err = table_init(&h->mkeys, FIRST_MKEY,
				 1u << cap(h, log_max_mkey));
	return err;
}

static void exit_tables(struct hca *h)
{
	table_exit(&h->qps, qp_free);
	table_exit(&h->srqs, srq_free);
	table_exit(&h->cqs, cq_free);
	table_exit(&h->eqs, eq_free);
	table_exit(&h->mkeys, mkey_free);
	res_exit(h);
}

int hca_init(struct hca *h)
{
	int err;

	vport_reset(h);
	pci_init(h);
	err = caps_init(h);
	return err ? err : init_tables(h);
}

void hca_reset(struct hca *h)
{
	hca_info(h, "reset");
	exit_tables(h);
	pages_reset(h);
	caps_reset(h);
	vport_reset(h);
	memset(h->mcg, 0, sizeof(h->mcg));
	h->mlids = 0;
	h->cmdq = 0;
	h->cmd_eqn = 0;
	if (init_tables(h)) {
		hca_err(h, "no memory");
		exit(EXIT_FAILURE);
	}
}

void hca_exit(struct hca *h)
{
	u32 i;

	exit_tables(h);
	pages_reset(h);
	dma_unmap_all(&h->dma);
	for (i = 0; i < HCA_VECTORS; i++)
		if (h->irq[i] >= 0)
			close(h->irq[i]);
	free(h->caps.max);
	free(h->caps.cur);
}
