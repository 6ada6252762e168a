// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Queues of the kernel: the QP1 of the port, the QP that the driver registers
 * memory with, and the SRQs that the driver makes. The device's own view of
 * them is what the answers are compared with.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "hostile.h"
#include "poster_die.h"
#include "poster_emu.h"
#include "tap.h"

#define RING_MAX (4 << 20)	/* bytes of a queue of these */
#define CALL_MAX 65536		/* bytes that a call gives, with some room */
#define CTRL_QPN_SHIFT 8
#define OPCODE_MASK 0xff
#define OPCODE_UMR 0x25
#define SRQ_NEXT_INDEX_AT 2	/* in a slot of an SRQ, big endian, 16 bits */

/* The number behind "key": in JSON; the key must be there */
static uint64_t json_number(const char *json, const char *key)
{
	char quoted[32];
	const char *at;

	snprintf(quoted, sizeof(quoted), "\"%s\":", key);
	at = strstr(json, quoted);
	if (!at)
		die("no %s in %s", key, json);
	return strtoull(at + strlen(quoted), NULL, 10);
}

static bool hex_equal(const char *hex, const uint8_t *bytes)
{
	unsigned int byte;
	size_t i;

	for (i = 0; sscanf(hex + 2 * i, "%2x", &byte) == 1; i++)
		if (bytes[i] != byte)
			return false;
	return i > 0;
}

/* Every pending WQE as the device sees it; returns how many are the same */
static int pending_equal(const struct ring *ring, const char *json)
{
	const char *end = strchr(json, ']');
	const char *raw = json;
	int equal = 0;

	while ((json = strstr(json, "{\"index\":")) && json < end) {
		uint64_t index = json_number(json, "index");

		raw = strstr(json, "\"raw\":\"");
		need(raw);
		if (!hex_equal(raw + strlen("\"raw\":\""),
			       ring->slots + index % ring->wqe_cnt *
					       ring->stride))
			tap_fault("pending WQE %llu differs",
				  (unsigned long long)index);
		else
			equal++;
		json = raw;
	}
	return equal;
}

/* Read the whole of it, slot by slot what fits into a call */
static void read_all(struct ibv_context *context, struct ring *ring)
{
	static uint8_t chunk[CALL_MAX];
	uint32_t done = 0;

	need((uint64_t)ring->wqe_cnt * ring->stride <= RING_MAX);
	ring->slots = malloc(RING_MAX);
	need(ring->slots);
	while (done < ring->wqe_cnt) {
		struct uapi_read read = ring_read(ring, true);

		read.req.first = done;
		read.req.count = ring->wqe_cnt - done;
		read.data = chunk;
		read.room = UINT16_MAX;
		need_zero(uapi_read(context, &read));
		need(read.info.count);
		memcpy(ring->slots + (size_t)done * ring->stride, chunk,
		       (size_t)read.info.count * ring->stride);
		done += read.info.count;
	}
}

/* @json is the device's view of the queue, from "sq": or "rq": on or an SRQ's */
static void ring_of_device(struct ring *ring, const char *json)
{
	ring->wqe_cnt = json_number(json, "wqe_cnt");
	ring->stride = json_number(json, "stride");
	ring->taken = (uint16_t)json_number(json, "hw_counter");
	ring->posted = (uint16_t)json_number(json, "sw_counter");
	ring->flags = MLX5_IB_WQ_READ_INFO_KERNEL;
}

static const char *part_of(const char *json, const char *key)
{
	const char *part = strstr(json, key);

	if (!part)
		die("no %s in %s", key, json);
	return part;
}

/*
 * What cannot come from the device is taken from the answer: the size of the
 * buffer, which must hold the queue, and the number of a QP1.
 */
static void check_kernel_qp(struct ring_base *base, const char *name,
			    struct ring ring)
{
	bool sq = ring.queue == MLX5_IB_WQ_READ_SQ;
	struct uapi_read read = ring_read(&ring, true);
	const char *part;
	char *json;
	int equal;

	need_zero(uapi_read(base->context, &read));
	ring.wqn = read.info.wqn;
	ring.buf_size = read.info.buf_size;
	json = emu_ask("qp %u", ring.wqn);
	part = part_of(json, sq ? "\"sq\":" : "\"rq\":");
	ring_of_device(&ring, part);
	ring.offset = json_number(part, "offset");
	ring.hw_flags = RING_HW_QP;
	ring.sw_state = IBV_QPS_RTS;
	ring.hw_state = 3;
	snprintf(ring.name, sizeof(ring.name), "%s %s", name, sq ? "SQ" : "RQ");
	tap_result(ring.buf_size >= ring.offset + (uint64_t)ring.wqe_cnt *
							  ring.stride,
		   "%s: in its buffer", ring.name);
	read_all(base->context, &ring);
	check_ring(base->context, &ring, true);
	equal = pending_equal(&ring, part);
	tap_result(equal == (uint16_t)(ring.posted - ring.taken),
		   "%s: %d pending WQEs as the device has them", ring.name,
		   equal);
	free(ring.slots);
	free(json);
}

static uint32_t be32_at(const uint8_t *bytes)
{
	return (uint32_t)bytes[0] << 24 | bytes[1] << 16 | bytes[2] << 8 |
	       bytes[3];
}

/* The driver has registered memory: its first WQE is the first UMR of all */
static void check_umr_wqe(struct ring_base *base, const struct ring *ring)
{
	uint8_t slot[64];
	struct uapi_read read = ring_read(ring, true);
	uint32_t opcode, qpn;

	read.req.count = 1;
	read.data = slot;
	read.room = sizeof(slot);
	need_zero(uapi_read(base->context, &read));
	opcode = be32_at(slot) & OPCODE_MASK;
	qpn = be32_at(slot + 4) >> CTRL_QPN_SHIFT;
	tap_result(read.info.count == 1 && opcode == OPCODE_UMR &&
			   qpn == ring->num,
		   "UMR QP: opcode 0x%x of QPN %u", opcode, qpn);
}

/* Every slot to the next one, as long as none has been used */
static bool is_linked(const struct ring *ring)
{
	for (uint32_t i = 0; i < ring->wqe_cnt; i++) {
		const uint8_t *next = ring->slots + (size_t)i * ring->stride +
				      SRQ_NEXT_INDEX_AT;

		if ((uint32_t)(next[0] << 8 | next[1]) !=
		    (i + 1) % ring->wqe_cnt)
			return false;
	}
	return true;
}

static void check_kernel_srq(struct ring_base *base, struct ring ring)
{
	char *json = emu_ask("srq %u", ring.num);
	struct uapi_read read = ring_read(&ring, true);
	int equal;

	need_zero(uapi_read(base->context, &read));
	ring.qp_type = read.info.qp_type;
	ring.buf_size = read.info.buf_size;
	ring_of_device(&ring, json);
	if (ring.qp_type == MLX5_IB_WQ_READ_QPT_XRC_SRQ) {
		ring.hw_flags = MLX5_IB_WQ_READ_INFO_HW_STATE;
		ring.hw_errno = EOPNOTSUPP;
	} else {
		ring.hw_flags = RING_HW_WQ;
		ring.hw_state = 1;
	}
	snprintf(ring.name, sizeof(ring.name), "kernel's SRQ %u", ring.num);
	read_all(base->context, &ring);
	check_ring(base->context, &ring, true);
	if (ring.posted) {
		equal = pending_equal(&ring, json);
		tap_result(equal == (uint16_t)(ring.posted - ring.taken),
			   "%s: %d pending WQEs as the device has them",
			   ring.name, equal);
	} else {
		tap_result(is_linked(&ring), "%s: linked as the driver does it",
			   ring.name);
	}
	free(ring.slots);
	free(json);
}

bool kernel_find(struct ibv_context *context, struct ring *ring,
		 uint32_t queue, uint32_t qp_type, uint32_t from)
{
	for (uint32_t num = from; num < KERNEL_NUM_MAX; num++) {
		struct uapi_read read = {
			.req = { .queue = queue, .num = num },
		};

		if (uapi_read(context, &read) ||
		    !(read.info.flags & MLX5_IB_WQ_READ_INFO_KERNEL) ||
		    (queue != MLX5_IB_WQ_READ_SRQ &&
		     read.info.qp_type != qp_type))
			continue;
		*ring = (struct ring) {
			.num = num,
			.wqn = num,
			.queue = queue,
			.qp_type = read.info.qp_type,
		};
		return true;
	}
	return false;
}

bool kernel_tracks_umr(void)
{
	struct utsname name;

	need(!uname(&name));
	return strncmp(name.release, "6.1.", strlen("6.1."));
}

static void check_umr_qp(struct ring_base *base)
{
	bool tracked = kernel_tracks_umr();
	struct ring ring;
	bool found = kernel_find(base->context, &ring, MLX5_IB_WQ_READ_SQ,
				 MLX5_IB_WQ_READ_QPT_REG_UMR, 0);

	tap_result(found == tracked, "the driver's UMR QP is %sfound",
		   tracked ? "" : "not ");
	if (!found)
		return;
	check_kernel_qp(base, "UMR QP", ring);
	check_umr_wqe(base, &ring);
	ring.queue = MLX5_IB_WQ_READ_RQ;
	tap_result(read_one(base->context, &ring, true) == ENODATA,
		   "UMR QP: no RQ");
}

void hostile_ulp(struct ring_base *base, uint32_t qpn, uint32_t srqn)
{
	struct ring qp = {
		.num = qpn,
		.qp_type = IBV_QPT_RC,
	};
	struct ring srq = { .num = srqn, .wqn = srqn,
			    .queue = MLX5_IB_WQ_READ_SRQ };

	check_kernel_qp(base, "ULP's", qp);
	qp.queue = MLX5_IB_WQ_READ_RQ;
	if (srqn) {
		check_kernel_srq(base, srq);
		tap_result(read_one(base->context, &qp, true) == ENODATA,
			   "ULP's QP: no RQ");
	} else {
		check_kernel_qp(base, "ULP's", qp);
	}
}

void hostile_kernel(struct ring_base *base)
{
	struct ring qp1 = {
		.num = 1,
		.port = 1,
		.qp_type = MLX5_IB_WQ_READ_QPT_GSI,
	};
	unsigned int srqs = 0;
	struct ring ring;

	check_kernel_qp(base, "QP1", qp1);
	qp1.queue = MLX5_IB_WQ_READ_RQ;
	check_kernel_qp(base, "QP1", qp1);

	check_umr_qp(base);
	for (ring.num = 0; kernel_find(base->context, &ring,
				       MLX5_IB_WQ_READ_SRQ, 0, ring.num);
	     ring.num++, srqs++)
		check_kernel_srq(base, ring);
	tap_result(srqs, "the driver has %u SRQs", srqs);
}
