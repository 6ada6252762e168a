// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * What rdma-core's own functions write into a send queue, with what they were
 * asked for: the truth that check_builders.c compares the decoder with.
 *
 * Linked with providers/mlx5/qp.c of rdma-core, see the script beside this
 * file. The QPs are memory: nothing here reaches a device.
 */

#include <config.h>

#include <endian.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "mlx5.h"
#include "mlx5_ifc.h"
#include "wqe.h"

#define SLOTS 64
#define SLOT_BYTES 64
#define QPN 0x4a
#define STALE 0xee	/* what slots hold that nobody has written yet */

struct queue {
	struct mlx5_context context;
	struct mlx5_cq cq;
	struct mlx5_qp qp;
	struct mlx5_bf bf;
	struct mlx5_pd pd;
	struct ibv_mr opaque_mr;
	uint8_t slots[SLOTS * SLOT_BYTES];
	uint64_t wrid[SLOTS];
	unsigned int wqe_head[SLOTS];
	uint32_t wr_data[SLOTS];
	__be32 db[2];
	uint8_t reg[4096] __attribute__((aligned(64)));
};

/* Functions of the library that qp.c calls */
struct ibv_qp_ex *ibv_qp_to_qp_ex(struct ibv_qp *qp)
{
	return (struct ibv_qp_ex *)qp;
}

int mlx5_get_cmd_status_err(int err, void *out)
{
	(void)out;
	abort();
	return err;
}

/* A QP that is drained and has done nothing, as cancelling wants it */
int mlx5dv_devx_qp_query(struct ibv_qp *qp, const void *in, size_t inlen,
			 void *out, size_t outlen)
{
	void *qpc = DEVX_ADDR_OF(query_qp_out, out, qpc);

	(void)qp, (void)in, (void)inlen, (void)outlen;
	DEVX_SET(qpc, qpc, state, MLX5_QPC_STATE_SQDRAINED);
	return 0;
}

static struct queue *queue_new(enum ibv_qp_type type)
{
	static const struct mlx5dv_qp_init_attr dc = {
		.comp_mask = MLX5DV_QP_INIT_ATTR_MASK_DC |
			     MLX5DV_QP_INIT_ATTR_MASK_SEND_OPS_FLAGS,
		.dc_init_attr.dc_type = MLX5DV_DCTYPE_DCI,
		.send_ops_flags = MLX5DV_QP_EX_WITH_MEMCPY,
	};
	static const struct mlx5dv_qp_init_attr rc = {
		.comp_mask = MLX5DV_QP_INIT_ATTR_MASK_SEND_OPS_FLAGS,
		.send_ops_flags = MLX5DV_QP_EX_WITH_MR_INTERLEAVED |
				  MLX5DV_QP_EX_WITH_MR_LIST |
				  MLX5DV_QP_EX_WITH_MKEY_CONFIGURE |
				  MLX5DV_QP_EX_WITH_MEMCPY,
	};
	struct ibv_qp_init_attr_ex attr = { .qp_type = type };
	struct queue *q = aligned_alloc(64, (sizeof(*q) + 63) / 64 * 64);
	struct ibv_qp *ibqp;

	memset(q, 0, sizeof(*q));
	memset(q->slots, STALE, sizeof(q->slots));
	ibqp = &q->qp.verbs_qp.qp;
	ibqp->context = &q->context.ibv_ctx.context;
	ibqp->qp_num = QPN;
	ibqp->qp_type = type;
	ibqp->send_cq = &q->cq.verbs_cq.cq;
	ibqp->pd = &q->pd.ibv_pd;
	q->pd.opaque_mr = &q->opaque_mr;
	q->opaque_mr.lkey = 0x0a0a0a;
	q->pd.opaque_buf = (void *)0x7f0000aa0000;
	q->context.dma_mmo_caps.dma_max_size = 1ull << 31;
	q->context.dbg_fp = stderr;
	q->context.flags = MLX5_CTX_FLAGS_MKEY_UPDATE_TAG_SUPPORTED;
	q->qp.ibv_qp = ibqp;
	q->qp.sq_start = q->slots;
	q->qp.sq.qend = q->slots + sizeof(q->slots);
	q->qp.sq.wqe_cnt = SLOTS;
	q->qp.sq.max_post = SLOTS;
	q->qp.sq.max_gs = 16;
	q->qp.sq.qp_state_max_gs = 16;
	q->qp.sq.wrid = q->wrid;
	q->qp.sq.wqe_head = q->wqe_head;
	q->qp.sq.wr_data = q->wr_data;
	q->qp.max_inline_data = 512;
	q->qp.max_tso = 65536;
	q->qp.max_tso_header = 128;
	q->qp.atomics_enabled = 1;
	q->qp.qp_cap_cache = MLX5_CSUM_SUPPORT_RAW_OVER_ETH |
			     MLX5_CSUM_SUPPORT_UNDERLAY_UD;
	q->qp.db = q->db;
	q->qp.bf = &q->bf;
	q->bf.reg = q->reg;
	q->bf.buf_size = 256;
	if (mlx5_qp_fill_wr_pfns(&q->qp, &attr,
				 type == IBV_QPT_DRIVER ? &dc :
				 type == IBV_QPT_RC ? &rc : NULL))
		abort();
	return q;
}

static struct ibv_qp_ex *begin(struct queue *q)
{
	struct ibv_qp_ex *qpx = &q->qp.verbs_qp.qp_ex;

	qpx->wr_flags = 0;
	ibv_wr_start(qpx);
	return qpx;
}

/* A vector: its name, the type of QP and the kinds of its segments */
static void vector(const char *name, const char *type, const char *segments)
{
	printf("\n%s %s\nsegments %s\n", name, type, segments);
}

/* The WQE at a slot, and what comes behind it if there is more than one */
static unsigned int dump(struct queue *q, unsigned int slot)
{
	const uint8_t *wqe = q->slots + slot * SLOT_BYTES;
	unsigned int ds = wqe[7] & 63, i;

	printf("bytes ");
	for (i = 0; i < ds * 16; i++)
		printf("%02x", wqe[i]);
	putchar('\n');
	return slot + (ds + 3) / 4;
}

static void finish(struct queue *q)
{
	if (ibv_wr_complete(&q->qp.verbs_qp.qp_ex)) {
		fprintf(stderr, "a request was refused\n");
		exit(1);
	}
	dump(q, 0);
	free(q);
}

/* Segment by its place in the list, field, value as JSON has it */
static void want(unsigned int segment, const char *field, const char *format,
		 ...) __attribute__((format(printf, 3, 4)));

static void want(unsigned int segment, const char *field, const char *format,
		 ...)
{
	va_list ap;

	va_start(ap, format);
	printf("%u %s ", segment, field);
	vprintf(format, ap);
	putchar('\n');
	va_end(ap);
}

static void want_number(unsigned int segment, const char *field,
			unsigned long long number)
{
	want(segment, field, "%llu", number);
}

static void want_addr(unsigned int segment, const char *field,
		      unsigned long long addr)
{
	want(segment, field, "0x%llx", addr);
}

static void want_ctrl(unsigned int opcode, unsigned int flags)
{
	want_number(0, "opcode", opcode);
	want_number(0, "wqe_index", 0);
	want_number(0, "qpn", QPN);
	want_number(0, "fm_ce_se", flags);
}

static void want_entry(unsigned int segment, const struct ibv_sge *sge)
{
	want_number(segment, "byte_count", sge->length);
	want_addr(segment, "addr", sge->addr);
}

static void want_data(unsigned int segment, const struct ibv_sge *sge)
{
	want_entry(segment, sge);
	want_number(segment, "lkey", sge->lkey);
}

static void want_klm(unsigned int segment, const struct ibv_sge *sge)
{
	want_entry(segment, sge);
	want_number(segment, "mkey", sge->lkey);
}

static const struct ibv_sge sges[] = {
	{ 0x7f5a1c000000, 4096, 0x1800ad },
	{ 0x55d0c8e41008, 100, 0x1801bc },
	{ 0x7fffe0000010, 0x7fffffff, 0xffffff01 },
};

static const uint8_t tweak[16] = "\1\2\3\4\5\6\7\10\11\12\13\14\15\16\17";

#define RVA 0x7f9912345678
#define RKEY 0x2a0fe1

static void want_raddr(unsigned int segment)
{
	want_addr(segment, "addr", RVA);
	want_number(segment, "rkey", RKEY);
}

/* Requests on the types of QP that differ in what stands in front */
struct transport {
	const char *name;
	enum ibv_qp_type type;
	const char *lead;	/* with a blank behind it, or nothing */
	unsigned int leads;	/* segments */
};

static const struct transport rc = { "RC", IBV_QPT_RC, "", 0 };
static const struct transport uc = { "UC", IBV_QPT_UC, "", 0 };
static const struct transport xrc = { "XRC_INI", IBV_QPT_XRC_SEND, "xrc ", 1 };
static const struct transport dci = { "DCI", IBV_QPT_DRIVER, "av ", 1 };
static const struct transport ud = { "UD", IBV_QPT_UD, "av ", 1 };

static struct mlx5_ah ah = {
	.av = {
		.stat_rate_sl = 0x53, .fl_mlid = 0x91,
		.rmac = { 0x02, 0x11, 0x22, 0x33, 0x44, 0x55 },
		.tclass = 0x1c, .hop_limit = 64,
		.rgid = { 0xfe, 0x80, 0, 0, 0, 0, 0, 0, 0, 0x11, 0x22, 0xff,
			  0xfe, 0x33, 0x44, 0x55 },
	},
};

static void want_av(void)
{
	want_number(1, "ext", 1);
	want_number(1, "stat_rate_sl", 0x53);
	want_number(1, "fl_mlid", 0x91);
	want_number(1, "rlid", 0xbeef);
	want(1, "rmac", "021122334455");
	want_number(1, "tclass", 0x1c);
	want_number(1, "hop_limit", 64);
	want_number(1, "grh", 1);
	want_number(1, "sgid_index", 3);
	want_number(1, "flow_label", 0xabcde);
	want(1, "rgid", "fe80000000000000001122fffe334455");
}

#define SRQN 0x5150
#define DCTN 0x6160
#define DC_KEY 0x1122334455667788
#define REMOTE_QPN 0x123456
#define QKEY 0x11111111

static void set_lead(const struct transport *t, struct queue *q)
{
	struct ibv_qp_ex *qpx = &q->qp.verbs_qp.qp_ex;

	ah.av.rlid = htobe16(0xbeef);
	ah.av.grh_gid_fl = htobe32(1u << 30 | 3 << 20 | 0xabcde);
	if (t == &xrc)
		ibv_wr_set_xrc_srqn(qpx, SRQN);
	else if (t == &dci)
		mlx5dv_wr_set_dc_addr(&q->qp.dv_qp, &ah.ibv_ah, DCTN, DC_KEY);
	else if (t == &ud)
		ibv_wr_set_ud_addr(qpx, &ah.ibv_ah, REMOTE_QPN, QKEY);
}

static void want_lead(const struct transport *t)
{
	if (t == &xrc)
		want_number(1, "xrc_srqn", SRQN);
	if (t == &dci) {
		want_addr(1, "dc_key", DC_KEY);
		want_number(1, "dctn", DCTN);
		want_av();
	}
	if (t == &ud) {
		want_number(1, "qkey", QKEY);
		want_number(1, "dqpn", REMOTE_QPN);
		want_av();
	}
}

static void title(const struct transport *t, const char *name,
		  const char *segments)
{
	char kinds[128], full[64];

	snprintf(full, sizeof(full), "%s_%s", t->name, name);
	snprintf(kinds, sizeof(kinds), "ctrl %s%s", t->lead, segments);
	vector(full, t->name, kinds);
}

static void send_list(const struct transport *t)
{
	struct queue *q = queue_new(t->type);
	struct ibv_qp_ex *qpx = begin(q);
	unsigned int i;

	title(t, "send_list", "data data data");
	qpx->wr_flags = IBV_SEND_SIGNALED | IBV_SEND_SOLICITED;
	ibv_wr_send(qpx);
	set_lead(t, q);
	ibv_wr_set_sge_list(qpx, 3, sges);
	want_ctrl(MLX5_OPCODE_SEND, 0x0a);
	want_lead(t);
	for (i = 0; i < 3; i++)
		want_data(1 + t->leads + i, &sges[i]);
	finish(q);
}

static void send_imm_inline(const struct transport *t)
{
	struct queue *q = queue_new(t->type);
	struct ibv_qp_ex *qpx = begin(q);

	title(t, "send_imm_inline", "inline");
	qpx->wr_flags = IBV_SEND_FENCE;
	ibv_wr_send_imm(qpx, htobe32(0xdeadbeef));
	set_lead(t, q);
	ibv_wr_set_inline_data(qpx, (void *)"hello, inline world", 19);
	want_ctrl(MLX5_OPCODE_SEND_IMM, 0x80);
	want_number(0, "imm", 0xdeadbeef);
	want_lead(t);
	want_number(1 + t->leads, "byte_count", 19);
	want(1 + t->leads, "data", "68656c6c6f2c20696e6c696e6520776f726c64");
	finish(q);
}

static void send_inval(const struct transport *t)
{
	struct queue *q = queue_new(t->type);
	struct ibv_qp_ex *qpx = begin(q);

	title(t, "send_inval", "data");
	ibv_wr_send_inv(qpx, 0x77665544);
	set_lead(t, q);
	ibv_wr_set_sge(qpx, sges[0].lkey, sges[0].addr, sges[0].length);
	want_ctrl(MLX5_OPCODE_SEND_INVAL, 0);
	want_number(0, "imm", 0x77665544);
	want_lead(t);
	want_data(1 + t->leads, &sges[0]);
	finish(q);
}

static void write_imm(const struct transport *t)
{
	struct queue *q = queue_new(t->type);
	struct ibv_qp_ex *qpx = begin(q);

	title(t, "write_imm", "raddr data");
	ibv_wr_rdma_write_imm(qpx, RKEY, RVA, htobe32(7));
	set_lead(t, q);
	ibv_wr_set_sge(qpx, sges[1].lkey, sges[1].addr, sges[1].length);
	want_ctrl(MLX5_OPCODE_RDMA_WRITE_IMM, 0);
	want_number(0, "imm", 7);
	want_lead(t);
	want_raddr(1 + t->leads);
	want_data(2 + t->leads, &sges[1]);
	finish(q);
}

static void read_list(const struct transport *t)
{
	struct queue *q = queue_new(t->type);
	struct ibv_qp_ex *qpx = begin(q);

	title(t, "read_list", "raddr data data");
	ibv_wr_rdma_read(qpx, RKEY, RVA);
	set_lead(t, q);
	ibv_wr_set_sge_list(qpx, 2, sges);
	want_ctrl(MLX5_OPCODE_RDMA_READ, 0);
	want_lead(t);
	want_raddr(1 + t->leads);
	want_data(2 + t->leads, &sges[0]);
	want_data(3 + t->leads, &sges[1]);
	finish(q);
}

static void compare_swap(const struct transport *t)
{
	struct queue *q = queue_new(t->type);
	struct ibv_qp_ex *qpx = begin(q);

	title(t, "compare_swap", "raddr atomic data");
	ibv_wr_atomic_cmp_swp(qpx, RKEY, RVA, 0x1020304050607080,
			      0xffeeddccbbaa9988);
	set_lead(t, q);
	ibv_wr_set_sge(qpx, sges[1].lkey, sges[1].addr, 8);
	want_ctrl(MLX5_OPCODE_ATOMIC_CS, 0);
	want_lead(t);
	want_raddr(1 + t->leads);
	want_addr(2 + t->leads, "compare", 0x1020304050607080);
	want_addr(2 + t->leads, "swap_add", 0xffeeddccbbaa9988);
	want_number(3 + t->leads, "byte_count", 8);
	finish(q);
}

static void fetch_add(const struct transport *t)
{
	struct queue *q = queue_new(t->type);
	struct ibv_qp_ex *qpx = begin(q);

	title(t, "fetch_add", "raddr atomic data");
	ibv_wr_atomic_fetch_add(qpx, RKEY, RVA, UINT64_MAX);
	set_lead(t, q);
	ibv_wr_set_sge(qpx, sges[1].lkey, sges[1].addr, 8);
	want_ctrl(MLX5_OPCODE_ATOMIC_FA, 0);
	want_lead(t);
	want_raddr(1 + t->leads);
	want_addr(2 + t->leads, "swap_add", UINT64_MAX);
	finish(q);
}

static void dc_stream(void)
{
	struct queue *q = queue_new(IBV_QPT_DRIVER);
	struct ibv_qp_ex *qpx = begin(q);

	vector("DCI_stream", "DCI", "ctrl av data");
	ibv_wr_send(qpx);
	mlx5dv_wr_set_dc_addr_stream(&q->qp.dv_qp, &ah.ibv_ah, DCTN, DC_KEY,
				     0x1234);
	ibv_wr_set_sge(qpx, sges[0].lkey, sges[0].addr, sges[0].length);
	want_number(0, "stream_channel_id", 0x1234);
	want_number(1, "dctn", DCTN);
	want_data(2, &sges[0]);
	finish(q);
}

static void copy_memory(const struct transport *t)
{
	struct queue *q = queue_new(t->type);

	begin(q);
	vector(t == &rc ? "RC_memcpy" : "DCI_memcpy", t->name,
	       "ctrl mmo gather scatter");
	mlx5dv_wr_memcpy(&q->qp.dv_qp, sges[0].lkey, sges[0].addr,
			 sges[1].lkey, sges[1].addr, 100);
	want_ctrl(MLX5_OPCODE_MMO, 0);
	want_number(0, "opmod", 1);
	want_number(1, "lkey", 0x0a0a0a);
	want_addr(1, "addr", 0x7f0000aa0000);
	want_data(2, &sges[1]);
	want_number(3, "byte_count", 100);
	want_addr(3, "addr", sges[0].addr);
	want_number(3, "lkey", sges[0].lkey);
	finish(q);
}

/* Where the packet is: the builders read its headers. */
#define PACKET_VA 0x10000000ul

static uint8_t *packet;

static void map_packet(void)
{
	packet = mmap((void *)PACKET_VA, 4096, PROT_READ | PROT_WRITE,
		      MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
	if (packet != (void *)PACKET_VA)
		abort();
	memcpy(packet, "\x02\x11\x22\x33\x44\x55\x02\x66\x77\x88\x99\xaa\x81"
	       "\x00\x0f\xff\x08\x00", 18);
}

static void ethernet_send(unsigned int headers)
{
	struct queue *q = queue_new(IBV_QPT_RAW_PACKET);
	struct ibv_qp_ex *qpx = begin(q);

	q->context.eth_min_inline_size = headers;
	vector(headers ? "ETH_send_inline_headers" : "ETH_send", "RAW_PACKET",
	       "ctrl eth data");
	qpx->wr_flags = IBV_SEND_IP_CSUM;
	ibv_wr_send(qpx);
	ibv_wr_set_sge(qpx, 0x1234, PACKET_VA, 60);
	want_ctrl(MLX5_OPCODE_SEND, 0);
	want_number(1, "cs_flags", 0xc0);
	want_number(1, "mss", 0);
	want_number(1, "inline_hdr_sz", headers);
	want(1, "inline_hdr", headers ? "0211223344550266778899aa81000fff0800" :
					"");
	want_number(2, "byte_count", 60 - headers);
	want_number(2, "lkey", 0x1234);
	want_addr(2, "addr", PACKET_VA + headers);
	finish(q);
}

static void ethernet_tso(void)
{
	static const uint8_t header[54] = "a header of fifty-four bytes: MAC, "
					  "IP and TCP headers";
	struct queue *q = queue_new(IBV_QPT_RAW_PACKET);
	struct ibv_qp_ex *qpx = begin(q);

	vector("ETH_tso", "RAW_PACKET", "ctrl eth data");
	ibv_wr_send_tso(qpx, (void *)header, sizeof(header), 1448);
	ibv_wr_set_sge(qpx, sges[0].lkey, sges[0].addr, sges[0].length);
	want_ctrl(MLX5_OPCODE_TSO, 0);
	want_number(1, "mss", 1448);
	want_number(1, "inline_hdr_sz", 54);
	want(1, "inline_hdr", "612068656164657220"
	     "6f662066696674792d666f75722062797465733a204d41432c20"
	     "495020616e64205443502068656164657273" "00");
	want_data(2, &sges[0]);
	finish(q);
}

/* IPoIB of user space: an address vector, a pad and an Ethernet segment */
static void underlay_send(void)
{
	struct queue *q = queue_new(IBV_QPT_UD);
	struct ibv_sge list[] = { { PACKET_VA, 60, 0x1234 },
				  sges[0] };
	struct ibv_send_wr wr = {
		.sg_list = list, .num_sge = 2, .opcode = IBV_WR_SEND,
		.send_flags = IBV_SEND_IP_CSUM,
		.wr.ud = { &ah.ibv_ah, REMOTE_QPN, QKEY },
	}, *bad;

	q->qp.flags = MLX5_QP_FLAGS_USE_UNDERLAY;
	vector("IPOIB_send", "UD", "ctrl av pad eth data data");
	if (mlx5_post_send(q->qp.ibv_qp, &wr, &bad))
		abort();
	want_ctrl(MLX5_OPCODE_SEND, 0);
	want_number(1, "dqpn", REMOTE_QPN);
	want_number(3, "cs_flags", 0xc0);
	want_number(3, "inline_hdr_sz", 4);
	want(3, "inline_hdr", "02112233");
	want_number(4, "byte_count", 56);
	want_addr(4, "addr", PACKET_VA + 4);
	want_data(5, &sges[0]);
	dump(q, 0);
	free(q);
}

static struct mlx5_mkey mkey = {
	.dv_mkey = { .lkey = 0x00abcd42, .rkey = 0x00abcd42 },
	.num_desc = 16,
};

static void want_mkey(unsigned long long mask, unsigned long long length,
		      unsigned int octowords)
{
	want_ctrl(MLX5_OPCODE_UMR, 0);
	want_number(0, "imm", 0x00abcd42);
	want_number(1, "inline", 1);
	want_number(1, "klm_octowords", octowords);
	want_addr(1, "mkey_mask", mask);
	want_number(2, "len", length);
	want_number(2, "qpn", 0xffffff);
	want_number(2, "mkey_7_0", 0x42);
	want_number(2, "remote_write", 1);
	want_number(2, "remote_read", 0);
	want_number(2, "local_write", 1);
	want_number(2, "atomic", 0);
}

#define MASK_FREE (1ull << 29)
#define MASK_MKEY (1ull << 13)
#define MASK_LEN 1ull
#define MASK_ACCESS (1ull << 18 | 1ull << 19 | 1ull << 20 | 1ull << 21)
#define MASK_LAYOUT (MASK_FREE | MASK_MKEY | MASK_LEN | MASK_ACCESS)
#define MASK_BSF (1ull << 12)

#define ACCESS (IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE)

static void mr_list(void)
{
	struct queue *q = queue_new(IBV_QPT_RC);
	struct ibv_qp_ex *qpx = begin(q);
	unsigned int i;

	vector("UMR_list", "RC", "ctrl umr_ctrl mkey klm klm klm pad");
	qpx->wr_flags = IBV_SEND_INLINE;
	mlx5dv_wr_mr_list(&q->qp.dv_qp, &mkey.dv_mkey, ACCESS, 3,
			  (struct ibv_sge *)sges);
	want_mkey(MASK_LAYOUT, 4096ull + 100 + 0x7fffffff, 4);
	for (i = 0; i < 3; i++)
		want_klm(3 + i, &sges[i]);
	finish(q);
}

static void mr_interleaved(void)
{
	struct mlx5dv_mr_interleaved data[] = {
		{ 0x7f5a1c000000, 512, 8, 0x1800ad },
		{ 0x55d0c8e41008, 16, 0, 0x1801bc },
	};
	struct queue *q = queue_new(IBV_QPT_RC);
	struct ibv_qp_ex *qpx = begin(q);

	vector("UMR_interleaved", "RC",
	       "ctrl umr_ctrl mkey repeat_block repeat_entry repeat_entry pad");
	qpx->wr_flags = IBV_SEND_INLINE;
	mlx5dv_wr_mr_interleaved(&q->qp.dv_qp, &mkey.dv_mkey, ACCESS, 10, 2,
				 data);
	want_mkey(MASK_LAYOUT, 5280, 4);
	want_number(3, "byte_count", 528);
	want_number(3, "op", 0x400);
	want_number(3, "repeat_count", 10);
	want_number(3, "num_ent", 2);
	want_addr(4, "addr", 0x7f5a1c000000);
	want_number(4, "byte_count", 512);
	want_number(4, "stride", 520);
	want_number(4, "mkey", 0x1800ad);
	want_addr(5, "addr", 0x55d0c8e41008);
	want_number(5, "byte_count", 16);
	want_number(5, "stride", 16);
	want_number(5, "mkey", 0x1801bc);
	finish(q);
}

static struct mlx5_psv mem_psv = { .index = 0x101 };
static struct mlx5_psv wire_psv = { .index = 0x202 };

static void want_dif(unsigned int segment)
{
	want_number(segment, "mem_inl_valid", 1);
	want_number(segment, "mem_refresh_dif", 1);
	want_number(segment, "mem_dif_apptag", 0x5678);
	want_number(segment, "mem_dif_reftag", 0xabcdef90);
	want_number(segment, "mem_sig_type", 1);
	want_number(segment, "mem_rp_inv_seed", 0x88);
	want_number(segment, "mem_dif_inc_ref_guard_check", 0x40);
	want_number(segment, "mem_dif_app_bitmask_check", 0xffff);
	want_number(segment, "wire_inl_valid", 0);
}

static const struct mlx5dv_sig_t10dif dif = {
	.bg_type = MLX5DV_SIG_T10DIF_CRC, .bg = 0xffff,
	.app_tag = 0x5678, .ref_tag = 0xabcdef90,
	.flags = MLX5DV_SIG_T10DIF_FLAG_REF_REMAP,
};
static const struct mlx5dv_sig_crc crc = {
	.type = MLX5DV_SIG_CRC_TYPE_CRC32C, .seed = UINT32_MAX,
};
static const struct mlx5dv_sig_block_domain mem_domain = {
	.sig_type = MLX5DV_SIG_TYPE_T10DIF, .sig.dif = &dif,
	.block_size = MLX5DV_BLOCK_SIZE_512,
};
static const struct mlx5dv_sig_block_domain wire_domain = {
	.sig_type = MLX5DV_SIG_TYPE_CRC, .sig.crc = &crc,
	.block_size = MLX5DV_BLOCK_SIZE_4096,
};
static const struct mlx5dv_sig_block_attr sig_block = {
	.mem = &mem_domain, .wire = &wire_domain, .check_mask = 0xf3,
};

static void set_crypto(struct mlx5dv_qp_ex *dv)
{
	static struct mlx5dv_devx_obj dek_obj = { .object_id = 0x700321 };
	static struct mlx5dv_dek dek = { .devx_obj = &dek_obj };
	struct mlx5dv_crypto_attr aes = {
		.crypto_standard = MLX5DV_CRYPTO_STANDARD_AES_XTS,
		.encrypt_on_tx = true,
		.signature_crypto_order =
			MLX5DV_SIGNATURE_CRYPTO_ORDER_SIGNATURE_BEFORE_CRYPTO_ON_TX,
		.data_unit_size = MLX5DV_BLOCK_SIZE_520, .dek = &dek,
		.keytag = { 'k', 'e', 'y', ' ', 't', 'a', 'g', '!' },
	};

	memcpy(aes.initial_tweak, tweak, sizeof(tweak));
	mlx5dv_wr_set_mkey_crypto(dv, &aes);
}

static void want_crypto(void)
{
	want_number(6, "bsf_size", 3);
	want_number(6, "bsf_type", 1);
	want_number(6, "encryption_order", 0);
	want_number(6, "encryption_standard", 0);
	want_number(6, "raw_data_size", UINT32_MAX);
	want_number(6, "bs_pointer", 2);
	want(6, "xts_init_tweak", "0102030405060708090a0b0c0d0e0f00");
	want_number(6, "dek_ptr", 0x700321);
	want(6, "keytag", "6b65792074616721");
}

static void want_bsf(unsigned int size)
{
	want_number(5, "bsf_size", size);
	want_number(5, "bsf_type", 0);
	want_number(5, "check_byte_mask", 0xf3);
	want_number(5, "raw_data_size", UINT32_MAX);
	want_number(5, "mem_psv", 0x101);
	want_number(5, "mem_bfs", 0);
	want_number(5, "mem_bs_selector", 1);
	want_number(5, "wire_psv", 0x202);
	want_number(5, "wire_bfs", 0x42);
	want_number(5, "wire_copy_mask_or_bs_selector", 3);
	want_dif(5);
}

/* What sets a PSV stands behind the UMR. */
static unsigned int dump_psv(struct queue *q, unsigned int slot,
			     const char *name, unsigned int index,
			     unsigned long long signature)
{
	vector(name, "RC", "ctrl set_psv");
	want_number(0, "wqe_index", slot);
	want_number(0, "opcode", MLX5_OPCODE_SET_PSV);
	want_number(1, "psv_index", index);
	want_addr(1, "transient_signature", signature);
	return dump(q, slot);
}

/* A signature key: the UMR, and the WQEs that set its PSVs */
static void mkey_signature(struct mlx5_crypto_attr *crypto)
{
	struct mlx5_sig_ctx sig = {
		.block = { .mem_psv = &mem_psv, .wire_psv = &wire_psv },
	};
	struct mlx5_mkey signed_mkey = mkey;
	struct mlx5dv_mkey_conf_attr conf = {};
	struct queue *q = queue_new(IBV_QPT_RC);
	struct ibv_qp_ex *qpx = begin(q);
	struct mlx5dv_qp_ex *dv = &q->qp.dv_qp;
	unsigned int slot;

	signed_mkey.sig = &sig;
	signed_mkey.crypto = crypto;
	vector(crypto ? "UMR_crypto" : "UMR_signature", "RC",
	       crypto ? "ctrl umr_ctrl mkey klm pad bsf bsf_crypto" :
			"ctrl umr_ctrl mkey klm pad bsf");
	qpx->wr_flags = IBV_SEND_INLINE | IBV_SEND_SIGNALED;
	mlx5dv_wr_mkey_configure(dv, &signed_mkey.dv_mkey, crypto ? 4 : 3,
				 &conf);
	mlx5dv_wr_set_mkey_access_flags(dv, ACCESS);
	mlx5dv_wr_set_mkey_layout_list(dv, 1, sges);
	if (crypto)
		set_crypto(dv);
	mlx5dv_wr_set_mkey_sig_block(dv, &sig_block);
	want_mkey(MASK_LAYOUT | MASK_BSF, 4096, 4);
	want_number(1, "bsf_octowords", crypto ? 8 : 4);
	want_number(2, "bsf_en", 1);
	want_klm(3, &sges[0]);
	want_bsf(crypto ? 3 : 2);
	if (crypto)
		want_crypto();
	if (ibv_wr_complete(qpx))
		abort();
	slot = dump(q, 0);
	slot = dump_psv(q, slot, crypto ? "PSV_crypto_memory" : "PSV_memory",
			0x101, 0xffff5678abcdef90);
	dump_psv(q, slot, crypto ? "PSV_crypto_wire" : "PSV_wire", 0x202,
		 0xffffffff00000000);
	free(q);
}

static void bind_mw(void)
{
	struct ibv_mr mr = { .lkey = 0x1800ad };
	struct ibv_mw mw = { .rkey = 0x00778801, .type = IBV_MW_TYPE_2 };
	struct ibv_mw_bind_info info = {
		.mr = &mr, .addr = 0x7f5a1c000100, .length = 65536,
		.mw_access_flags = IBV_ACCESS_REMOTE_READ |
				   IBV_ACCESS_REMOTE_ATOMIC,
	};
	struct queue *q = queue_new(IBV_QPT_RC);
	struct ibv_qp_ex *qpx = begin(q);

	vector("UMR_bind_mw", "RC", "ctrl umr_ctrl mkey klm pad");
	ibv_wr_bind_mw(qpx, &mw, 0x00778802, &info);
	want_ctrl(MLX5_OPCODE_UMR, 0);
	want_number(0, "imm", 0x00778801);
	want_number(1, "inline", 1);
	want_number(1, "check_free", 1);
	want_number(1, "translation_offset_en", 1);
	want_number(1, "translation_offset", 0);
	want_number(1, "klm_octowords", 4);
	want_addr(1, "mkey_mask", MASK_FREE | MASK_MKEY | 1ull << 14 |
		  MASK_LEN | 1ull << 6 | MASK_ACCESS);
	want_number(2, "free", 0);
	want_number(2, "qpn", QPN);
	want_number(2, "mkey_7_0", 2);
	want_number(2, "remote_read", 1);
	want_number(2, "atomic", 1);
	want_number(2, "remote_write", 0);
	want_addr(2, "start_addr", 0x7f5a1c000100);
	want_number(2, "len", 65536);
	want_addr(3, "addr", 0x7f5a1c000100);
	want_number(3, "byte_count", 65536);
	want_number(3, "mkey", 0x1800ad);
	finish(q);
}

static void local_inv(void)
{
	struct queue *q = queue_new(IBV_QPT_UC);
	struct ibv_qp_ex *qpx = begin(q);

	vector("UMR_local_inv", "UC", "ctrl umr_ctrl mkey");
	ibv_wr_local_inv(qpx, 0x00778803);
	want_ctrl(MLX5_OPCODE_UMR, 0);
	want_number(0, "imm", 0x00778803);
	want_number(1, "check_qpn", 1);
	want_number(1, "klm_octowords", 0);
	want_number(2, "free", 1);
	finish(q);
}

static void cancelled(void)
{
	struct queue *q = queue_new(IBV_QPT_RC);
	struct ibv_qp_ex *qpx = begin(q);

	vector("NOP_cancelled", "RC", "ctrl raw");
	qpx->wr_id = 7;
	ibv_wr_rdma_write(qpx, RKEY, RVA);
	ibv_wr_set_sge(qpx, sges[0].lkey, sges[0].addr, sges[0].length);
	if (ibv_wr_complete(qpx))
		abort();
	if (mlx5dv_qp_cancel_posted_send_wrs(&q->qp.dv_qp, 7) != 1)
		abort();
	want_ctrl(MLX5_OPCODE_NOP, 0);
	want_number(0, "ds", 3);
	dump(q, 0);
	free(q);
}

/* Tag matching: requests of the queue that goes with the SRQ */
static void tag_matching(int opcode, const char *name, const char *segments)
{
	struct queue *q = queue_new(IBV_QPT_RC);
	struct mlx5_tag_entry tags[8] = {};
	struct mlx5_srq_op op[8] = {};
	struct mlx5_srq srq = {
		.cmd_qp = q->qp.ibv_qp, .tm_list = tags, .tm_head = &tags[2],
		.tm_tail = &tags[7], .op = op,
	};
	struct ibv_ops_wr wr = {
		.opcode = opcode, .flags = IBV_OPS_SIGNALED | IBV_OPS_TM_SYNC,
		.tm = { .unexpected_cnt = 9, .handle = 4 },
	}, *bad;
	int i;

	for (i = 0; i < 7; i++)
		tags[i].next = &tags[i + 1];
	tags[4].expect_cqe = 1;
	if (opcode == IBV_WR_TAG_ADD) {
		wr.tm.add.sg_list = (struct ibv_sge *)sges;
		wr.tm.add.num_sge = 1;
		wr.tm.add.tag = 0x1122334455667788;
		wr.tm.add.mask = 0xffffffff00000000;
	}
	srq.vsrq.srq.context = q->qp.ibv_qp->context;
	vector(name, "RC", segments);
	if (mlx5_post_srq_ops(&srq.vsrq.srq, &wr, &bad))
		abort();
	want_ctrl(MLX5_OPCODE_TAG_MATCHING, 0);
	want_number(1, "cqe_req", 1);
	want_number(1, "sw_cnt_valid", 1);
	want_number(1, "sw_cnt", 9);
	if (opcode == IBV_WR_TAG_ADD) {
		want_number(1, "opcode", 1);
		want_number(1, "index", 3);
		want_addr(1, "append_tag", wr.tm.add.tag);
		want_addr(1, "append_mask", wr.tm.add.mask);
		want_data(2, &sges[0]);
	} else {
		want_number(1, "opcode", 2);
		want_number(1, "index", 4);
	}
	dump(q, 0);
	free(q);
}

int main(void)
{
	static const struct transport *all[] = { &rc, &xrc, &dci };
	struct mlx5_crypto_attr crypto = {};
	unsigned int i;

	map_packet();
	for (i = 0; i < 3; i++) {
		send_list(all[i]);
		send_imm_inline(all[i]);
		send_inval(all[i]);
		write_imm(all[i]);
		read_list(all[i]);
		compare_swap(all[i]);
		fetch_add(all[i]);
	}
	send_list(&ud);
	send_imm_inline(&ud);
	write_imm(&uc);
	dc_stream();
	copy_memory(&rc);
	copy_memory(&dci);
	ethernet_send(0);
	ethernet_send(18);
	ethernet_tso();
	underlay_send();
	mr_list();
	mr_interleaved();
	mkey_signature(NULL);
	mkey_signature(&crypto);
	bind_mw();
	local_inv();
	cancelled();
	tag_matching(IBV_WR_TAG_ADD, "TM_append", "ctrl tm data");
	tag_matching(IBV_WR_TAG_DEL, "TM_remove", "ctrl tm");
	return 0;
}
