// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* What was asked of libibverbs, as JSON for compare.py */

#include <inttypes.h>
#include <unistd.h>

#include "poster.h"
#include "poster_die.h"

static const char *const opcode_names[] = {
	[IBV_WR_SEND] = "SEND",
	[IBV_WR_SEND_WITH_IMM] = "SEND_IMM",
	[IBV_WR_RDMA_WRITE] = "RDMA_WRITE",
	[IBV_WR_RDMA_WRITE_WITH_IMM] = "RDMA_WRITE_IMM",
	[IBV_WR_RDMA_READ] = "RDMA_READ",
	[IBV_WR_ATOMIC_CMP_AND_SWP] = "ATOMIC_CS",
	[IBV_WR_ATOMIC_FETCH_AND_ADD] = "ATOMIC_FA",
};

static const char *const type_names[] = {
	[IBV_QPT_RC] = "RC",
	[IBV_QPT_UC] = "UC",
	[IBV_QPT_UD] = "UD",
};

static const char *boolean(unsigned int value)
{
	return value ? "true" : "false";
}

static void put_hex(FILE *file, const uint8_t *bytes, size_t length)
{
	while (length--)
		fprintf(file, "%02x", *bytes++);
}

static void put_entries(FILE *file, const struct ibv_sge *sge, int count)
{
	int i;

	fprintf(file, "\"sge\": [");
	for (i = 0; i < count; i++)
		fprintf(file, "%s{\"addr\": \"0x%" PRIx64
			"\", \"length\": %u, \"lkey\": %u}", i ? ", " : "",
			sge[i].addr, sge[i].length, sge[i].lkey);
	fprintf(file, "]");
}

static void put_datagram(FILE *file, const struct send *send)
{
	const struct ibv_ah_attr *ah = &send->destination->attr;

	fprintf(file, ", \"remote_qpn\": %u, \"qkey\": %u, \"dlid\": %u, "
		"\"sl\": %u, \"src_path_bits\": %u, \"static_rate\": %u",
		send->wr.wr.ud.remote_qpn, send->wr.wr.ud.remote_qkey,
		ah->dlid, ah->sl, ah->src_path_bits, ah->static_rate);
	if (!ah->is_global)
		return;
	fprintf(file, ", \"grh\": {\"sgid_index\": %u, \"flow_label\": %u, "
		"\"hop_limit\": %u, \"traffic_class\": %u, \"dgid\": \"",
		ah->grh.sgid_index, ah->grh.flow_label, ah->grh.hop_limit,
		ah->grh.traffic_class);
	put_hex(file, ah->grh.dgid.raw, sizeof(ah->grh.dgid.raw));
	fprintf(file, "\"}");
}

static void put_remote(FILE *file, const struct send *send)
{
	const struct ibv_send_wr *wr = &send->wr;

	switch (wr->opcode) {
	case IBV_WR_ATOMIC_CMP_AND_SWP:
	case IBV_WR_ATOMIC_FETCH_AND_ADD:
		fprintf(file, ", \"remote_addr\": \"0x%" PRIx64
			"\", \"rkey\": %u, \"compare_add\": \"0x%" PRIx64
			"\", \"swap\": \"0x%" PRIx64 "\"",
			wr->wr.atomic.remote_addr, wr->wr.atomic.rkey,
			wr->wr.atomic.compare_add, wr->wr.atomic.swap);
		break;
	case IBV_WR_RDMA_WRITE:
	case IBV_WR_RDMA_WRITE_WITH_IMM:
	case IBV_WR_RDMA_READ:
		fprintf(file, ", \"remote_addr\": \"0x%" PRIx64
			"\", \"rkey\": %u", wr->wr.rdma.remote_addr,
			wr->wr.rdma.rkey);
		break;
	default:
		break;
	}
}

static void put_send(FILE *file, const struct send *send)
{
	const struct ibv_send_wr *wr = &send->wr;
	unsigned int flags = wr->send_flags;

	fprintf(file, "{\"index\": %u, \"slots\": %u, \"ds\": %u, "
		"\"opcode\": \"%s\", \"signaled\": %s, \"solicited\": %s, "
		"\"fence\": %s, ", send->index & 0xffff, send->slots, send->ds,
		opcode_names[wr->opcode], boolean(flags & IBV_SEND_SIGNALED),
		boolean(flags & IBV_SEND_SOLICITED),
		boolean(flags & IBV_SEND_FENCE));
	if (wr->opcode == IBV_WR_SEND_WITH_IMM ||
	    wr->opcode == IBV_WR_RDMA_WRITE_WITH_IMM)
		fprintf(file, "\"imm\": %u, ", send->imm);
	if (flags & IBV_SEND_INLINE) {
		fprintf(file, "\"inline\": \"");
		put_hex(file, send->inline_bytes, send->length);
		fprintf(file, "\"");
	} else {
		put_entries(file, send->sge, wr->num_sge);
	}
	put_remote(file, send);
	if (send->destination)
		put_datagram(file, send);
	fprintf(file, "}");
}

static FILE *start(const char *path)
{
	FILE *file = fopen(path, "w");
	char comm[32] = "";
	FILE *self = fopen("/proc/self/comm", "r");

	need(file);
	need(self);
	need(fgets(comm, sizeof(comm), self));
	fclose(self);
	comm[strcspn(comm, "\n")] = '\0';
	fprintf(file, "{\"owner\": {\"pid\": %d, \"comm\": \"%s\"}, ",
		(int)getpid(), comm);
	return file;
}

static void put_qp(FILE *file, const struct endpoint *ep, const char *wq)
{
	fprintf(file, "\"qpn\": %u, \"type\": \"%s\", \"wq\": \"%s\", "
		"\"state\": \"RTS\", ", ep->qp->qp_num,
		type_names[ep->qp->qp_type], wq);
}

static void finish(FILE *file)
{
	fprintf(file, "\n]}\n");
	if (ferror(file) || fclose(file))
		die("cannot write what was asked");
}

void expect_send_queue(const char *path, const struct endpoint *ep)
{
	FILE *file = start(path);
	uint32_t i;

	put_qp(file, ep, "sq");
	fprintf(file, "\"wqe_cnt\": %u, \"stride\": %u, \"producer\": %u, "
		"\"consumer\": %u, \"posted\": %u, \"sig_all\": %s, "
		"\"max_inline\": %u, \"sweep\": %s, \"far\": %s, \"wrs\": [",
		ep->dv.sq.wqe_cnt, ep->dv.sq.stride, ep->slots & 0xffff,
		ep->slots_done & 0xffff, ep->slots - ep->slots_done,
		boolean(ep->sig_all), ep->cap.max_inline_data,
		boolean(ep->sweep), boolean(ep->far));
	for (i = ep->done; i != ep->posted; i++) {
		fprintf(file, "%s\n", i == ep->done ? "" : ",");
		put_send(file, endpoint_send(ep, i));
	}
	finish(file);
}

static void put_receive(FILE *file, const struct sink *sink, uint32_t number)
{
	const struct receive *receive = sink_receive(sink, number);

	fprintf(file, "{\"index\": %u, ", receive->index & 0xffff);
	if (sink->srq)
		fprintf(file, "\"next\": %u, ", receive->next);
	put_entries(file, receive->sge, receive->num_sge);
	fprintf(file, "}");
}

void expect_receive_queue(const char *path, const struct sink *sink,
			  const struct endpoint *ep)
{
	FILE *file = start(path);
	uint32_t i;

	if (ep)
		put_qp(file, ep, "rq");
	else
		fprintf(file, "\"srqn\": %u, \"wq\": \"srq\", ", sink->number);
	fprintf(file, "\"wqe_cnt\": %u, \"stride\": %u, \"max_sge\": %u, "
		"\"producer\": %u, \"consumer\": %u, \"posted\": %u, "
		"\"wrs\": [", sink->wqe_cnt, sink->stride, sink->max_sge,
		sink->posted & 0xffff, sink->taken & 0xffff,
		sink->posted - sink->taken);
	for (i = sink->taken; i != sink->posted; i++) {
		fprintf(file, "%s\n", i == sink->taken ? "" : ",");
		put_receive(file, sink, i);
	}
	finish(file);
}
