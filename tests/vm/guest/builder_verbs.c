// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Requests through struct ibv_qp_ex */

#include "builder.h"
#include "poster_die.h"

#define RC (1U << KIND_RC)
#define UC (1U << KIND_UC)
#define UD (1U << KIND_UD)
#define XRC (1U << KIND_XRC)
#define DCI (1U << KIND_DCI)
#define ETH (1U << KIND_ETH)
#define RELIABLE (RC | XRC | DCI)

#define MAX_LENGTH 4096
#define ATOMIC_SIZE 8U
#define NUMBER_MASK 0xffffffU	/* of QPNs, SRQNs, DCTNs */
#define L2_HEADER 18		/* the most that a device wants inline */
#define MAX_INLINE_BUFFERS 4
#define TSO_HEADER_MIN 14
#define TSO_HEADER_AT (sizeof(struct mlx5_wqe_ctrl_seg) +		\
		       offsetof(struct mlx5_wqe_eth_seg, inline_hdr_start))

struct ibv_sge random_entry(struct queue *q, struct rng *rng, uint32_t low,
			    uint32_t high)
{
	struct ibv_sge sge = { .length = rng_range(rng, low, high) };

	sge.addr = fabric_memory(q->fabric, rng, sge.length, 1, &sge.lkey,
				 NULL);
	return sge;
}

/* Ethernet: the first part of a packet may have to be inline */
static uint32_t least(const struct queue *q)
{
	return q->kind == KIND_ETH ? 2 * L2_HEADER : 0;
}

static void ask_packet(struct queue *q, uint64_t addr)
{
	if (q->kind == KIND_ETH)
		ask_bytes(q, "packet", (const void *)(uintptr_t)addr,
			  L2_HEADER);
}

static void set_sge(struct queue *q, struct rng *rng)
{
	uint32_t low = rng_percent(rng, 80) ? 1 : 0;
	struct ibv_sge sge;

	sge = random_entry(q, rng, least(q) ? least(q) : low, MAX_LENGTH);
	ask_text(q, "setter", "set_sge");
	ask_entries(q, &sge, 1);
	ask_packet(q, sge.addr);
	ibv_wr_set_sge(q->qpx, sge.lkey, sge.addr, sge.length);
}

static void set_sge_list(struct queue *q, struct rng *rng)
{
	struct ibv_sge sge[MAX_SGE];
	uint32_t count, i;

	count = rng_range(rng, least(q) ? 1 : 0, q->cap.max_send_sge);
	for (i = 0; i < count; i++) {
		bool empty = rng_percent(rng, 15) && (i || !least(q));

		sge[i] = random_entry(q, rng, i ? 0 : least(q),
				      empty ? 0 : MAX_LENGTH);
	}
	ask_text(q, "setter", "set_sge_list");
	/* cppcheck-suppress uninitvar ; none is read of none */
	ask_entries(q, sge, count);
	if (count)
		ask_packet(q, sge[0].addr);
	ibv_wr_set_sge_list(q->qpx, count, sge);
}

static void set_inline(struct queue *q, struct rng *rng)
{
	struct ibv_sge sge;

	sge = random_entry(q, rng, least(q), q->cap.max_inline_data);
	ask_text(q, "setter", "set_inline_data");
	ask_bytes(q, "inline", (const void *)(uintptr_t)sge.addr, sge.length);
	ibv_wr_set_inline_data(q->qpx, (void *)(uintptr_t)sge.addr,
			       sge.length);
}

static void set_inline_list(struct queue *q, struct rng *rng)
{
	struct ibv_data_buf buffers[MAX_INLINE_BUFFERS];
	uint8_t bytes[MAX_INLINE];
	size_t count = rng_range(rng, 1, MAX_INLINE_BUFFERS), length = 0, i;

	for (i = 0; i < count; i++) {
		struct ibv_sge sge = random_entry(q, rng, i ? 0 : least(q),
						  q->cap.max_inline_data /
							  count);

		buffers[i].addr = (void *)(uintptr_t)sge.addr;
		buffers[i].length = sge.length;
		memcpy(bytes + length, buffers[i].addr, sge.length);
		length += sge.length;
	}
	ask_text(q, "setter", "set_inline_data_list");
	ask_bytes(q, "inline", bytes, length);
	ibv_wr_set_inline_data_list(q->qpx, count, buffers);
}

static void ask_address_handle(struct queue *q)
{
	const struct ibv_ah_attr *ah = &q->ah_attr;

	ask_number(q, "dlid", ah->dlid);
	ask_number(q, "sl", ah->sl);
	ask_number(q, "src_path_bits", ah->src_path_bits);
	ask_number(q, "static_rate", ah->static_rate);
	if (!ah->is_global)
		return;
	ask_number(q, "sgid_index", ah->grh.sgid_index);
	ask_number(q, "flow_label", ah->grh.flow_label);
	ask_number(q, "hop_limit", ah->grh.hop_limit);
	ask_number(q, "traffic_class", ah->grh.traffic_class);
	ask_bytes(q, "dgid", ah->grh.dgid.raw, sizeof(ah->grh.dgid.raw));
}

static void set_dc_address(struct queue *q, struct rng *rng, uint32_t dctn)
{
	uint64_t key = rng_next(rng);
	uint32_t stream = rng_range(rng, 1, 0xffff);

	ask_number(q, "dctn", dctn);
	ask_address(q, "dc_key", key);
	ask_address_handle(q);
	if (rng_percent(rng, 50)) {
		mlx5dv_wr_set_dc_addr(q->dv, q->ah, dctn, key);
		return;
	}
	ask_number(q, "stream", stream);
	mlx5dv_wr_set_dc_addr_stream(q->dv, q->ah, dctn, key, stream);
}

static void set_ud_address(struct queue *q, struct rng *rng, uint32_t qpn)
{
	uint32_t qkey = rng_next(rng);

	ask_number(q, "remote_qpn", qpn);
	ask_number(q, "qkey", qkey);
	ask_address_handle(q);
	ibv_wr_set_ud_addr(q->qpx, q->ah, qpn, qkey);
}

/* Whom a request is for, where it is not the QP that says so */
static void set_target(struct queue *q, struct rng *rng)
{
	uint32_t number = rng_range(rng, 0, NUMBER_MASK);

	if (q->kind == KIND_XRC) {
		ask_number(q, "srqn", number);
		ibv_wr_set_xrc_srqn(q->qpx, number);
	} else if (q->kind == KIND_UD) {
		set_ud_address(q, rng, number);
	} else if (q->kind == KIND_DCI) {
		set_dc_address(q, rng, number);
	}
}

static void finish(struct queue *q, struct rng *rng, unsigned int setters)
{
	static void (*const set[])(struct queue *, struct rng *) = {
		set_sge, set_sge_list, set_inline, set_inline_list,
	};
	bool target_first = rng_percent(rng, 50);

	if (target_first)
		set_target(q, rng);
	set[rng_range(rng, 0, setters - 1)](q, rng);
	if (!target_first)
		set_target(q, rng);
	ask_end(q);
}

#define POINTERS 2	/* the first setters: no inline data */
#define ALL 4

static uint64_t ask_remote(struct queue *q, struct rng *rng, uint32_t *rkey)
{
	uint64_t addr = fabric_memory(q->fabric, rng, MAX_LENGTH, 8, NULL,
				      rkey);

	ask_address(q, "remote_addr", addr);
	ask_number(q, "rkey", *rkey);
	return addr;
}

static __be32 ask_imm(struct queue *q, struct rng *rng)
{
	uint32_t imm = rng_next(rng);

	ask_number(q, "imm", imm);
	return htobe32(imm);
}

/* libmlx5 lets only Ethernet ports do it */
static unsigned int checksum(struct queue *q, struct rng *rng)
{
	if (q->fabric->port.link_layer != IBV_LINK_LAYER_ETHERNET ||
	    !(q->fabric->device.device_cap_flags & IBV_DEVICE_RAW_IP_CSUM))
		return 0;
	return rng_percent(rng, 50) ? IBV_SEND_IP_CSUM : 0;
}

static void send_plain(struct queue *q, struct rng *rng)
{
	unsigned int flags = 0;

	if (q->kind == KIND_ETH)
		flags = checksum(q, rng);
	ask(q, rng, "send", flags);
	ask_number(q, "csum", !!flags);
	ibv_wr_send(q->qpx);
	finish(q, rng, ALL);
}

static void send_imm(struct queue *q, struct rng *rng)
{
	ask(q, rng, "send_imm", 0);
	ibv_wr_send_imm(q->qpx, ask_imm(q, rng));
	finish(q, rng, ALL);
}

static void send_inv(struct queue *q, struct rng *rng)
{
	uint32_t rkey = rng_next(rng);

	ask(q, rng, "send_inv", 0);
	ask_number(q, "imm", rkey);
	ibv_wr_send_inv(q->qpx, rkey);
	finish(q, rng, ALL);
}

static void rdma_write(struct queue *q, struct rng *rng)
{
	uint64_t addr;
	uint32_t rkey;

	ask(q, rng, "rdma_write", 0);
	addr = ask_remote(q, rng, &rkey);
	ibv_wr_rdma_write(q->qpx, rkey, addr);
	finish(q, rng, ALL);
}

static void rdma_write_imm(struct queue *q, struct rng *rng)
{
	uint64_t addr;
	uint32_t rkey;

	ask(q, rng, "rdma_write_imm", 0);
	addr = ask_remote(q, rng, &rkey);
	ibv_wr_rdma_write_imm(q->qpx, rkey, addr, ask_imm(q, rng));
	finish(q, rng, ALL);
}

static void rdma_read(struct queue *q, struct rng *rng)
{
	uint64_t addr;
	uint32_t rkey;

	ask(q, rng, "rdma_read", 0);
	addr = ask_remote(q, rng, &rkey);
	ibv_wr_rdma_read(q->qpx, rkey, addr);
	finish(q, rng, POINTERS);
}

static void compare_swap(struct queue *q, struct rng *rng)
{
	uint64_t addr, compare = rng_next(rng), swap = rng_next(rng);
	uint32_t rkey;

	ask(q, rng, "atomic_cmp_swp", 0);
	addr = ask_remote(q, rng, &rkey);
	ask_address(q, "compare", compare);
	ask_address(q, "swap_add", swap);
	ibv_wr_atomic_cmp_swp(q->qpx, rkey, addr, compare, swap);
	finish(q, rng, POINTERS);
}

static void fetch_add(struct queue *q, struct rng *rng)
{
	uint64_t addr, add = rng_next(rng);
	uint32_t rkey;

	ask(q, rng, "atomic_fetch_add", 0);
	addr = ask_remote(q, rng, &rkey);
	ask_address(q, "swap_add", add);
	ibv_wr_atomic_fetch_add(q->qpx, rkey, addr, add);
	finish(q, rng, POINTERS);
}

/* Bytes from the start of the next WQE to the end of the ring */
static uint32_t bytes_to_end(const struct queue *q)
{
	uint32_t index = q->start, count, cnt = q->ring.sq.wqe_cnt;

	for (count = 0; count < q->pending; count++) {
		const struct mlx5_wqe_ctrl_seg *ctrl =
			(const void *)((const uint8_t *)q->ring.sq.buf +
				       index % cnt * q->ring.sq.stride);

		index += ((be32toh(ctrl->qpn_ds) & 0x3f) + 3) / 4;
	}
	return (cnt - index % cnt) * q->ring.sq.stride;
}

/* Headers end before the ring does, and the entries behind them come as a list. */
static void send_tso(struct queue *q, struct rng *rng)
{
	uint32_t room = bytes_to_end(q) - TSO_HEADER_AT;
	struct ibv_sge header = random_entry(q, rng, TSO_HEADER_MIN,
					     room < TSO_HEADER_MAX ? room :
							TSO_HEADER_MAX);
	uint32_t mss = rng_range(rng, 1, 0xffff);
	unsigned int flags = checksum(q, rng);

	ask(q, rng, "send_tso", flags);
	ask_number(q, "csum", !!flags);
	ask_number(q, "mss", mss);
	ask_bytes(q, "header", (const void *)(uintptr_t)header.addr,
		  header.length);
	ibv_wr_send_tso(q->qpx, (void *)(uintptr_t)header.addr, header.length,
			mss);
	set_sge_list(q, rng);
	ask_end(q);
}

const struct request verbs_requests[] = {
	{ "send", RELIABLE | UC | UD | ETH, .wqes = 1, .post = send_plain },
	{ "send_imm", RELIABLE | UC | UD, .wqes = 1, .post = send_imm },
	{ "send_inv", RELIABLE | UC, .wqes = 1, .post = send_inv },
	{ "rdma_write", RELIABLE | UC, .wqes = 1, .post = rdma_write },
	{ "rdma_write_imm", RELIABLE | UC, .wqes = 1, .post = rdma_write_imm },
	{ "rdma_read", RELIABLE, .wqes = 1, .post = rdma_read },
	{ "atomic_cmp_swp", RELIABLE, .wqes = 1, .post = compare_swap },
	{ "atomic_fetch_add", RELIABLE, .wqes = 1, .post = fetch_add },
	{ "send_tso", ETH, .wqes = 1, .post = send_tso },
	{}
};
