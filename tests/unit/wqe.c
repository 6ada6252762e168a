// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB

#include <endian.h>
#include <string.h>

#include <infiniband/mlx5dv.h>

#include "unit.h"
#include "wqe.h"

const uint8_t wqe_rmac[6] = { 0x02, 0x11, 0x22, 0x33, 0x44, 0x55 };
const uint8_t wqe_rgid[16] = {
	0xfe, 0x80, 0, 0, 0, 0, 0, 0, 0, 0x11, 0x22, 0xff, 0xfe, 0x33, 0x44,
	0x55,
};

void wqe_bytes(struct wqe *wqe, const void *bytes, size_t length)
{
	ck_assert(length <= sizeof(wqe->bytes) - wqe->length);
	memcpy(wqe->bytes + wqe->length, bytes, length);
	wqe->length += length;
}

void wqe_begin(struct wqe *wqe, uint8_t opcode, uint16_t index, uint32_t qpn,
	       uint8_t fm_ce_se)
{
	*wqe = (struct wqe){
		.length = sizeof(struct mlx5_wqe_ctrl_seg),
		.index = index,
		.opcode = opcode,
		.qpn = qpn,
		.fm_ce_se = fm_ce_se,
	};
}

void wqe_end(struct wqe *wqe)
{
	struct mlx5_wqe_ctrl_seg ctrl = {};

	mlx5dv_set_ctrl_seg(&ctrl, wqe->index, wqe->opcode, wqe->opmod,
			    wqe->qpn, wqe->fm_ce_se,
			    (uint8_t)(wqe->length / 16), wqe->signature,
			    htobe32(wqe->imm));
	memcpy(wqe->bytes, &ctrl, sizeof(ctrl));
}

void wqe_raddr(struct wqe *wqe, uint64_t addr, uint32_t rkey)
{
	struct mlx5_wqe_raddr_seg seg = {
		.raddr = htobe64(addr),
		.rkey = htobe32(rkey),
	};

	wqe_bytes(wqe, &seg, sizeof(seg));
}

void wqe_atomic(struct wqe *wqe, uint64_t swap_add, uint64_t compare)
{
	struct mlx5_wqe_atomic_seg seg = {
		.swap_add = htobe64(swap_add),
		.compare = htobe64(compare),
	};

	wqe_bytes(wqe, &seg, sizeof(seg));
}

void wqe_data(struct wqe *wqe, uint32_t length, uint32_t lkey, uint64_t addr)
{
	/* mlx5dv_set_data_seg() takes no address wider than a pointer. */
	struct mlx5_wqe_data_seg seg = {
		.byte_count = htobe32(length),
		.lkey = htobe32(lkey),
		.addr = htobe64(addr),
	};

	wqe_bytes(wqe, &seg, sizeof(seg));
}

void wqe_inline(struct wqe *wqe, const void *data, uint32_t length)
{
	struct mlx5_wqe_inl_data_seg seg = {
		.byte_count = htobe32(length | MLX5_INLINE_SEG),
	};

	wqe_bytes(wqe, &seg, sizeof(seg));
	wqe_bytes(wqe, data, length);
	while (wqe->length % 16)
		wqe_bytes(wqe, "", 1);
}

void wqe_av(struct wqe *wqe, uint32_t qkey, uint32_t dqpn, uint16_t rlid)
{
	struct mlx5_wqe_datagram_seg seg = {};
	uint8_t rmac[6], rgid[16];

	memcpy(rmac, wqe_rmac, sizeof(rmac));
	memcpy(rgid, wqe_rgid, sizeof(rgid));
	/* grh_gid_fi: GRH, source GID 3, flow label 0xabcde */
	mlx5dv_set_dgram_seg(&seg, (uint64_t)qkey << 32, dqpn, 1, 0x53, 0x91,
			     rlid, rmac, 0x1c, 64,
			     1u << 30 | 3u << 20 | 0xabcde, rgid);
	wqe_bytes(wqe, &seg, sizeof(seg));
}

void wqe_av_compact(struct wqe *wqe, uint32_t qkey, uint32_t dqpn,
		    uint16_t rlid)
{
	struct mlx5_wqe_datagram_seg seg = {};
	uint8_t zero[16] = {};

	mlx5dv_set_dgram_seg(&seg, (uint64_t)qkey << 32, dqpn, 0, 0x04, 0x80,
			     rlid, zero, 0, 0, 0, zero);
	wqe_bytes(wqe, &seg, offsetof(struct mlx5_wqe_av, reserved0));
}

void wqe_next(struct wqe *wqe, uint16_t next_wqe_index, uint8_t signature)
{
	struct mlx5_wqe_srq_next_seg seg = {
		.next_wqe_index = htobe16(next_wqe_index),
		.signature = signature,
	};

	wqe_bytes(wqe, &seg, sizeof(seg));
}

void wqe_signature(struct wqe *wqe, uint8_t signature)
{
	/* struct mlx5_rwqe_sig: 4 reserved bytes, signature, 11 reserved */
	uint8_t seg[16] = { [4] = signature };

	wqe_bytes(wqe, seg, sizeof(seg));
}
