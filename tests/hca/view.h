/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/* The device's own view of its queues, as JSON for tests. */
#ifndef HCA_VIEW_H
#define HCA_VIEW_H

#include "hca.h"
#include "text.h"

void view_qp(struct hca *h, const struct qp *qp, struct text *out);
void view_rq(struct hca *h, const struct qp *rq, struct text *out);
void view_srq(struct hca *h, const struct srq *srq, struct text *out);
void view_faults(const struct hca *h, struct text *out);
void view_list(const struct hca *h, struct text *out);

#endif
