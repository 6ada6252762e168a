// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB

#include <errno.h>
#include <string.h>
#include <strings.h>

#include <infiniband/verbs.h>

#include "status.h"

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))
#define SYNDROME_MAX 0xffu

static const char *const names[] = {
	[IBV_WC_SUCCESS] = "SUCCESS",
	[IBV_WC_LOC_LEN_ERR] = "LOC_LEN_ERR",
	[IBV_WC_LOC_QP_OP_ERR] = "LOC_QP_OP_ERR",
	[IBV_WC_LOC_EEC_OP_ERR] = "LOC_EEC_OP_ERR",
	[IBV_WC_LOC_PROT_ERR] = "LOC_PROT_ERR",
	[IBV_WC_WR_FLUSH_ERR] = "WR_FLUSH_ERR",
	[IBV_WC_MW_BIND_ERR] = "MW_BIND_ERR",
	[IBV_WC_BAD_RESP_ERR] = "BAD_RESP_ERR",
	[IBV_WC_LOC_ACCESS_ERR] = "LOC_ACCESS_ERR",
	[IBV_WC_REM_INV_REQ_ERR] = "REM_INV_REQ_ERR",
	[IBV_WC_REM_ACCESS_ERR] = "REM_ACCESS_ERR",
	[IBV_WC_REM_OP_ERR] = "REM_OP_ERR",
	[IBV_WC_RETRY_EXC_ERR] = "RETRY_EXC_ERR",
	[IBV_WC_RNR_RETRY_EXC_ERR] = "RNR_RETRY_EXC_ERR",
	[IBV_WC_LOC_RDD_VIOL_ERR] = "LOC_RDD_VIOL_ERR",
	[IBV_WC_REM_INV_RD_REQ_ERR] = "REM_INV_RD_REQ_ERR",
	[IBV_WC_REM_ABORT_ERR] = "REM_ABORT_ERR",
	[IBV_WC_INV_EECN_ERR] = "INV_EECN_ERR",
	[IBV_WC_INV_EEC_STATE_ERR] = "INV_EEC_STATE_ERR",
	[IBV_WC_FATAL_ERR] = "FATAL_ERR",
	[IBV_WC_RESP_TIMEOUT_ERR] = "RESP_TIMEOUT_ERR",
	[IBV_WC_GENERAL_ERR] = "GENERAL_ERR",
	[IBV_WC_TM_ERR] = "TM_ERR",
	[IBV_WC_TM_RNDV_INCOMPLETE] = "TM_RNDV_INCOMPLETE",
};

/* As the kernel (ib_wc_status_msg) and libibverbs (ibv_wc_status_str) say it */
static const struct {
	const char *text;
	enum ibv_wc_status status;
} texts[] = {
	{ "success", IBV_WC_SUCCESS },
	{ "local length error", IBV_WC_LOC_LEN_ERR },
	{ "local QP operation error", IBV_WC_LOC_QP_OP_ERR },
	{ "local EE context operation error", IBV_WC_LOC_EEC_OP_ERR },
	{ "local protection error", IBV_WC_LOC_PROT_ERR },
	{ "Work Request Flushed Error", IBV_WC_WR_FLUSH_ERR },
	{ "WR flushed", IBV_WC_WR_FLUSH_ERR },
	{ "memory management operation error", IBV_WC_MW_BIND_ERR },
	{ "memory bind operation error", IBV_WC_MW_BIND_ERR },
	{ "memory window bind error", IBV_WC_MW_BIND_ERR },
	{ "bad response error", IBV_WC_BAD_RESP_ERR },
	{ "local access error", IBV_WC_LOC_ACCESS_ERR },
	{ "remote invalid request error", IBV_WC_REM_INV_REQ_ERR },
	{ "invalid request error", IBV_WC_REM_INV_REQ_ERR },
	{ "remote access error", IBV_WC_REM_ACCESS_ERR },
	{ "remote operation error", IBV_WC_REM_OP_ERR },
	{ "transport retry counter exceeded", IBV_WC_RETRY_EXC_ERR },
	{ "RNR retry counter exceeded", IBV_WC_RNR_RETRY_EXC_ERR },
	{ "local RDD violation error", IBV_WC_LOC_RDD_VIOL_ERR },
	{ "remote invalid RD request", IBV_WC_REM_INV_RD_REQ_ERR },
	{ "operation aborted", IBV_WC_REM_ABORT_ERR },
	{ "aborted error", IBV_WC_REM_ABORT_ERR },
	{ "invalid EE context number", IBV_WC_INV_EECN_ERR },
	{ "invalid EE context state", IBV_WC_INV_EEC_STATE_ERR },
	{ "fatal error", IBV_WC_FATAL_ERR },
	{ "response timeout error", IBV_WC_RESP_TIMEOUT_ERR },
	{ "general error", IBV_WC_GENERAL_ERR },
	{ "TM error", IBV_WC_TM_ERR },
	{ "TM software rendezvous", IBV_WC_TM_RNDV_INCOMPLETE },
};

const char *status_name(uint32_t status)
{
	return status < ARRAY_SIZE(names) ? names[status] : NULL;
}

static size_t starts(const char *text, size_t length, const char *word)
{
	size_t n = strlen(word);

	return n <= length && !strncasecmp(text, word, n) ? n : 0;
}

size_t status_parse(const char *text, size_t length, uint32_t *status)
{
	size_t n, best = 0;
	uint32_t i;

	for (i = 0; i < ARRAY_SIZE(texts); i++) {
		n = starts(text, length, texts[i].text);
		if (n <= best)
			continue;
		best = n;
		*status = texts[i].status;
	}
	if (best)
		return best;

	n = starts(text, length, "IBV_WC_");
	if (!n)
		n = starts(text, length, "IB_WC_");
	for (i = 0; n && i < ARRAY_SIZE(names); i++) {
		size_t more = starts(text + n, length - n, names[i]);

		if (more <= best)
			continue;
		best = more;
		*status = i;
	}
	return best ? best + n : 0;
}

int status_syndrome(uint32_t status, struct mlx5wqe_syndrome *info)
{
	uint32_t syndrome;

	for (syndrome = 0; syndrome <= SYNDROME_MAX; syndrome++)
		if (!mlx5wqe_syndrome_query(syndrome, info) &&
		    info->status == status)
			return 0;
	return ENOENT;
}
