// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * usage: read_all LAST
 * Read every queue with a number up to LAST, over and over until SIGTERM, while
 * others make and destroy them. Ends with success if RC QPs of the kernel were
 * read, and if no read failed but for want of such a queue.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "poster_die.h"
#include "ring.h"

static volatile sig_atomic_t stop;

static struct counts {
	unsigned int read;
	unsigned int kernel_rc;	/* of these: RC QPs of kernel modules */
	unsigned int missing;
	unsigned int faults;
} counts;

static void on_term(int signal)
{
	(void)signal;
	stop = 1;
}

static void fault(const struct uapi_read *read, const char *what, int got)
{
	if (counts.faults++ < 10)
		printf("queue %u of %u: %s %d\n", read->req.queue,
		       read->req.num, what, got);
}

static void read_queue(struct ibv_context *context, uint32_t queue,
		       uint32_t num)
{
	static uint8_t slots[UINT16_MAX];
	struct uapi_read read = {
		.req = {
			.flags = MLX5_IB_WQ_READ_REQ_QUERY_HW,
			.queue = queue,
			.num = num,
			.count = UINT32_MAX,
		},
		.data = slots,
		.room = sizeof(slots),
	};
	int error = uapi_read(context, &read);

	if (error == ENOENT || error == ENODATA) {
		counts.missing++;
		return;
	}
	if (error) {
		fault(&read, "errno", error);
		return;
	}
	counts.read++;
	if (read.info.flags & MLX5_IB_WQ_READ_INFO_KERNEL &&
	    read.info.qp_type == IBV_QPT_RC)
		counts.kernel_rc++;
	if (read.info.hw_errno &&
	    read.info.qp_type != MLX5_IB_WQ_READ_QPT_XRC_SRQ)
		fault(&read, "hw_errno", read.info.hw_errno);
}

int main(int argc, char **argv)
{
	const uint32_t queues[] = {
		MLX5_IB_WQ_READ_SQ, MLX5_IB_WQ_READ_RQ, MLX5_IB_WQ_READ_SRQ,
	};
	static struct ring_base base = { .rng = { 1 } };
	uint32_t last = argc > 1 ? strtoul(argv[1], NULL, 10) : 0;

	if (!last)
		die("usage: read_all LAST");
	need(signal(SIGTERM, on_term) != SIG_ERR);
	ring_base_open(&base);
	while (!stop)
		for (uint32_t num = 0; num <= last && !stop; num++)
			for (size_t i = 0; i < 3; i++)
				read_queue(base.context, queues[i], num);
	printf("%u reads, %u of them of RC QPs of the kernel, and %u of nothing\n",
	       counts.read, counts.kernel_rc, counts.missing);
	return counts.faults || !counts.kernel_rc;
}
