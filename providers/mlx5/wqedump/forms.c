// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Adding a message means adding a row. Where two patterns fit at the same
 * place, the first row counts; what one has matched is not looked at again.
 */

#include <string.h>

#include <infiniband/mlx5dv.h>

#include "dump.h"
#include "forms.h"

#define LEAD "<qp_type>"

#define REPORT(source_, pattern_, ...)					\
	{ .source = source_, .pattern = pattern_, .action = FORM_REPORT,	\
	  __VA_ARGS__ }
#define REPORT_DUMP(source_, pattern_, ...)				\
	{ .source = source_, .pattern = pattern_,			\
	  .action = FORM_REPORT_DUMP, .dump = DUMP_CQE, __VA_ARGS__ }
#define HEAD(source_, pattern_, pair_, ...)				\
	{ .source = source_, .pattern = pattern_, .action = FORM_HEAD,	\
	  .pair = pair_, __VA_ARGS__ }
#define TAIL(source_, pattern_, pair_, ...)				\
	{ .source = source_, .pattern = pattern_, .action = FORM_TAIL,	\
	  .pair = pair_, __VA_ARGS__ }
#define DUMP(source_, pattern_, dump_, ...)				\
	{ .source = source_, .pattern = pattern_, .action = FORM_DUMP,	\
	  .dump = dump_, __VA_ARGS__ }
#define OTHER(pattern_, text_)						\
	{ .pattern = pattern_, .action = FORM_WARN, .text = text_ }
#define ADAPTER(word_)							\
	{ .pattern = word_, .action = FORM_ADAPTER, .text = word_ }

#define OF_COMMAND "the syndrome of a firmware command, not of a completion: not decoded"
#define NO_ADAPTER "a completion error in a form that names no adapter and is known from others than mlx5 (bnxt_re): not decoded"

const struct form forms[] = {
	/* libmlx5 */
	DUMP("libmlx5", "mlx5: <*>: got completion with error:", DUMP_CQE),

	/* mlx5_ib */
	DUMP("mlx5_ib", "dump error cqe", DUMP_CQE),
	REPORT_DUMP("mlx5_ib", "WC error: <status>, message: <status_text>"),
	REPORT("mlx5_ib", "reg umr failed (<status>)"),
	HEAD("mlx5_ib", "Responder error cqe on cqn <cqn>:", PAIR_POLL,
	     .side = FORM_RESPONDER),
	HEAD("mlx5_ib", "Requestor error cqe on cqn <cqn>:", PAIR_POLL,
	     .side = FORM_REQUESTER),
	HEAD("mlx5_ib", "Requester error cqe on cqn <cqn>:", PAIR_POLL,
	     .side = FORM_REQUESTER),
	TAIL("mlx5_ib", "syndrome <syndrome>, vendor syndrome <vendor>",
	     PAIR_POLL),
	/* The kernel looks the syndrome up in the table of the statuses. */
	REPORT("mlx5_ib", "QP <qpn> error: <syndrome_text> (<vendor> <hw_type> <hw>)"),
	REPORT("mlx5_ib", "QP <qpn> error: unrecognized <*>(<vendor> <hw_type> <hw>)"),
	REPORT("mlx5_ib", "cnak send completed with error, status <status> vendor_err <vendor>"),

	/* mlx5_core */
	REPORT_DUMP("mlx5_core", "Error cqe on cqn <cqn>, ci <n>, sqn <qpn>, {opcode <cqe_opcode>, }syndrome <syndrome>, vendor syndrome <vendor>",
		    .side = FORM_REQUESTER, .ethernet = true),
	REPORT_DUMP("mlx5_core", "Error cqe on cqn <cqn>, ci <n>, qn <qpn>, opcode <cqe_opcode>, syndrome <syndrome>, vendor syndrome <vendor>",
		    .ethernet = true),
	DUMP("mlx5_core", "WQE DUMP: WQ size <n> WQ cur size <n>, WQE index <index>, len: <length>",
	     DUMP_WQE, .ethernet = true),
	OTHER("CQ error on CQN <n>, syndrom{e} <n>",
	      "an event of a completion queue (its syndrome 1 is an overrun), not a completion: not decoded"),
	OTHER("failed, status <*>syndrome {(}<n>", OF_COMMAND),
	OTHER("failed, syndrome <w>", OF_COMMAND),
	OTHER("synd <n>:",
	      "the syndrome of the adapter's health, not of a completion: not decoded"),

	/* DPDK, FlexIO, DOCA */
	DUMP("dpdk", "MLX5 Error CQE: at [<*>], len={<length>}", DUMP_CQE),
	DUMP("dpdk", "MLX5 Error CQ: at [", DUMP_CQES),
	DUMP("dpdk", "MLX5 Error SQ: at [", DUMP_FOREIGN),
	DUMP("dpdk", "MLX5 Error RQ: at [", DUMP_FOREIGN),
	REPORT("dpdk", "Unexpected CQE error syndrome <syndrome> CQN = <cqn> SQN = <qpn> wqe_counter = <counter>",
	       .side = FORM_REQUESTER),
	REPORT("dpdk", "Unexpected CQE error syndrome <syndrome> CQN = <cqn> RQN = <n> wqe_counter = <counter>",
	       .side = FORM_RESPONDER),
	REPORT("flexio", "Error type CQE! Opcode <cqe_opcode> syndrome <syndrome> vendor syndrome <vendor> hw_err_syn <hw> hw_syn_type <hw_type>"),
	REPORT("doca", "got completion with err: syndrome=<syndrome>, vendor_err_synd=<vendor>, hw_err_synd=<hw>, hw_synd_type=<hw_type>, wqe_counter=<counter>"),

	/* UCX: rc_mlx5, dc_mlx5 and ud_mlx5, then rc_verbs and others */
	REPORT("ucx", "Error on {<w> }QP <qpn> wqe[<counter>]: <*>(synd <syndrome> vend <vendor>){ opcode <opcode>}"),
	HEAD("ucx", "(synd <syndrome> vend <vendor>{ hw_synd <hw_type>/<hw>})",
	     PAIR_UCX),
	TAIL("ucx", "SRQ QP <qpn> wqe[<counter>]:", PAIR_UCX,
	     .side = FORM_RESPONDER),
	TAIL("ucx", LEAD " QP <qpn> wqe[<counter>]: opcode <opcode>", PAIR_UCX),
	TAIL("ucx", LEAD " QP <qpn> wqe[<counter>]:{ <opcode>}", PAIR_UCX),
	REPORT("ucx", "QP <qpn> wqe[<counter>] is flushed",
	       .syndrome = MLX5_CQE_SYNDROME_WR_FLUSH_ERR),
	REPORT("ucx", "Send completion with error on qp <qpn>: <status_text> syndrome <vendor>",
	       .side = FORM_REQUESTER),
	REPORT("ucx", "Send completion with error: <status_text> {[}qpn <qpn> wrid <wr_id> vendor_err <vendor>",
	       .side = FORM_REQUESTER),
	REPORT("ucx", "Send completion with error: <status_text>",
	       .side = FORM_REQUESTER, .weak = true),
	REPORT("ucx", "completion[<n>] with error on <w> <status_text>, vendor_err <vendor> wr_id <wr_id>"),
	REPORT("ucx", "UMR_FILL completed with error: <status_text> vendor_err <vendor>"),

	/* NCCL and its plug-ins */
	REPORT("nccl", "Got completion from peer <*>with status=<status> <*>vendor err <vendor>"),
	REPORT("nccl", "Got completion from peer <*>with status=<w>(<status>) <*>vendor_err=<vendor>"),
	REPORT("nccl", "Got completion from peer <*>with status=<*>(<status>) opcode=<*>vendor_err=<vendor>"),
	REPORT("nccl", "Got completion from peer <*>with error <status>, <*>vendor err <vendor>"),
	REPORT("nccl", "Got completion with error <status>, opcode <*>vendor err <vendor>"),
	REPORT("nccl", "Got completion with error (devIndex=<n>, wc->status=<*>)<status>, <*>wc->qp_num=<qpn>"),
	REPORT("nccl", "qpn=<qpn> <*>syndrome=<syndrome> vendor_err=<vendor> hw_err=<hw> hw_type=<hw_type> wqe_counter=<counter>"),

	/* perftest, rdma-core's examples */
	REPORT("perftest", "Failed status <status>: wr_id <w> syndrom{e} <vendor>"),
	REPORT("perftest", "Failed status-<status_text> (<status>): wr_id <w> syndrom{e} <vendor>"),
	REPORT("rdma-core", "Failed status <status_text> (<status>) for wr_id <w>"),
	REPORT("rping", "cq completion failed status <status>"),

	/* MPI */
	REPORT("openmpi", "error polling <w> {CQ }with status <*>status number <status> for wr_id <w> opcode <w>{ vendor error <vendor>}"),
	REPORT("mvapich", "Got completion with error <status>, vendor code=<vendor:x>"),
	REPORT("dapl", "DTO completion ERR: status <status>, op <*>vendor_err <vendor>"),
	REPORT("libfabric", "prov_err: <status_text> (<status>)"),

	/* Storage, of the kernel and others */
	REPORT("spdk", "CQ error on CQ <w> Request <w> (<status>):"),
	REPORT("spdk", "CQ error on Queue Pair <w> {Opcode <w> }Re<w> {Index }<w> (<status>):"),
	REPORT("spdk", "Error on CQ <*>status: (<status>):"),
	REPORT("spdk", "WC error, qid <*>status: (<status>):"),
	REPORT("nvme", "for CQE {<w> }failed with status <status_text> (<status>)"),
	REPORT("iser", "failure: <status_text> (<status>) vend_err <vendor:x>"),
	REPORT("srp", "ib_srp: failed <w> status <status_text> (<status>) for CQE"),
	REPORT("lustre", "Tx -> <w> cookie <w> sending <n> waiting <n>: failed <status>"),

	/* Networks of the kernel */
	REPORT("ipoib", "event (status=<status>, wrid=<w> vend_err <vendor:x>"),
	REPORT("rds", "had status <status> (<*>vendor err <vendor>"),
	REPORT("rds", "frmr completion <*>status <status>(<*>vendor_err <vendor>"),

	REPORT("mooncake", "Process failed for slice (<*>local_nic: mlx5_<*>): <status_text>"),

	/* What programs take over from a well-known example */
	REPORT("application", "got bad completion with status: <status>, vendor syndrome: <vendor>"),

	OTHER("CQE ERROR wr_id=<n> status=<n>(", NO_ADAPTER),
	OTHER("CQE error, wr_id=<n>, status=<n> (", NO_ADAPTER),
	ADAPTER("mlx4"),
	ADAPTER("mthca"),
	ADAPTER("mcxnex"),
	ADAPTER("hermon"),
	ADAPTER("bnxt_re"),
	ADAPTER("bnxt_en"),
	ADAPTER("irdma"),
	ADAPTER("i40iw"),
	ADAPTER("qedr"),
	ADAPTER("hfi1"),
	ADAPTER("hns_"),
	ADAPTER("hns3"),
	ADAPTER("efa_"),
	ADAPTER("erdma"),
	ADAPTER("ionic"),
	ADAPTER("mana_"),
	ADAPTER("ocrdma"),
	ADAPTER("cxgb4"),
	ADAPTER("usnic"),
	ADAPTER("pvrdma"),
	ADAPTER("rxe"),
	ADAPTER("siw"),
};

const size_t form_count = sizeof(forms) / sizeof(forms[0]);

bool form_leads(const struct form *form)
{
	return !strncmp(form->pattern, LEAD, strlen(LEAD));
}

const char *form_anchor(const struct form *form, size_t *length)
{
	const char *start = form->pattern;

	if (form_leads(form))
		start += strlen(LEAD);
	*length = strcspn(start, "<{");
	/* A line may end where a pattern has a blank. */
	while (*length && start[*length - 1] == ' ')
		--*length;
	return start;
}
