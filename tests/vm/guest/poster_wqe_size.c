// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The size of a send WQE, from the work request alone: it is built of units of
 * 16 bytes, and takes whole slots of 64 bytes.
 *
 *	control			1 unit, all
 *	datagram		3 units, UD
 *	remote address		1 unit, RDMA and atomics
 *	atomic			1 unit, atomics
 *	data pointer		1 unit for each entry that is not empty (a byte
 *				count of 0 would mean 2^31 bytes)
 *	inline data		4 bytes of byte count, then the bytes, padded to
 *				whole units; nothing if there are no bytes
 */

#include "poster.h"

#define UNIT 16U
#define SLOT 64U
#define INLINE_HEADER 4U

uint32_t send_header_ds(enum ibv_qp_type type, enum ibv_wr_opcode opcode)
{
	uint32_t ds = 1;

	if (type == IBV_QPT_UD)
		return ds + 3;
	switch (opcode) {
	case IBV_WR_RDMA_WRITE:
	case IBV_WR_RDMA_WRITE_WITH_IMM:
	case IBV_WR_RDMA_READ:
		return ds + 1;
	case IBV_WR_ATOMIC_CMP_AND_SWP:
	case IBV_WR_ATOMIC_FETCH_AND_ADD:
		return ds + 2;
	default:
		return ds;
	}
}

void send_measure(struct send *send, enum ibv_qp_type type)
{
	const struct ibv_send_wr *wr = &send->wr;
	uint32_t ds = send_header_ds(type, wr->opcode);
	size_t length = 0;
	int i;

	for (i = 0; i < wr->num_sge; i++) {
		length += wr->sg_list[i].length;
		if (!(wr->send_flags & IBV_SEND_INLINE) &&
		    wr->sg_list[i].length)
			ds++;
	}
	if ((wr->send_flags & IBV_SEND_INLINE) && length)
		ds += (INLINE_HEADER + length + UNIT - 1) / UNIT;
	send->length = length;
	send->ds = ds;
	send->slots = (ds * UNIT + SLOT - 1) / SLOT;
}
