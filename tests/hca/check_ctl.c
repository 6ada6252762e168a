// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* The control socket. */
#include "config.h"

#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "check_emu.h"

/* Of kinds of queues that these tests do not have. */
#define EMPTY	",\"sqs\":[],\"rqs\":[],\"dcts\":[]"

#define OK	"{\"ok\":true}"

static struct queue q;

/* A command about the queue pair. */
static const char *say(const char *command, const char *rest)
{
	char line[64];

	snprintf(line, sizeof(line), "%s %u%s", command, q.qpn, rest);
	return ctl(line);
}

static void make_queue(u16 uid)
{
	struct queue fresh = {
		.st = MLX5_QP_ST_RC, .log_sq = 2, .log_rq = 1, .uid = uid,
		.pd = new_pd(), .cqn = new_cq(new_eq(4, 0), 4),
	};

	q = fresh;
	new_qp(&q);
	connect_qp(&q, q.qpn);
}

static void post_nop(void)
{
	post_wqe(&q, MLX5_OPCODE_NOP, 1, MLX5_WQE_CTRL_CQ_UPDATE, 0, NULL, 0);
}

START_TEST(view)
{
	static const char expected[] =
		"{\"qpn\":64,\"type\":\"RC\",\"state\":\"RTS\",\"held\":true,"
		"\"sq\":{\"wqe_cnt\":4,\"stride\":64,\"offset\":32,"
		"\"hw_counter\":0,\"sw_counter\":2,\"pending\":["
		"{\"index\":0,\"opcode\":0,\"ds\":1,"
		"\"raw\":\"00000000000040010000000800000000\"},"
		"{\"index\":1,\"opcode\":0,\"ds\":1,"
		"\"raw\":\"00000100000040010000000800000000\"}]},"
		"\"rq\":{\"wqe_cnt\":2,\"stride\":16,\"offset\":0,"
		"\"hw_counter\":0,\"sw_counter\":1,\"pending\":["
		"{\"index\":0,\"raw\":\"00000008000000050000000000001234\"}"
		"]}}";

	make_queue(1);
	ck_assert_str_eq(say("hold", ""), OK);
	post_nop();
	post_nop();
	post_receive(&q, 0x1234, 5, 8);
	ck_assert_str_eq(ctl("qp 0x40"), expected);
	ck_assert_str_eq(ctl("list"), "{\"qps\":[64],\"srqs\":[]" EMPTY "}");
}
END_TEST

START_TEST(shared_view)
{
	u64 buf, dbr;
	u32 srqn = new_rmp(new_pd(), 1, 5, &buf, &dbr);

	be_store(guest(dbr), 4, 1);
	be_store(guest(buf) + 2, 2, 1);
	put_data(guest(buf) + 16, 0x1234, 5, 8);
	ck_assert_uint_eq(srqn, 1);
	ck_assert_str_eq(ctl("srq 1"),
			 "{\"srqn\":1,\"wqe_cnt\":2,\"stride\":32,"
			 "\"hw_counter\":0,\"sw_counter\":1,\"head\":0,"
			 "\"pending\":[{\"index\":0,\"raw\":\""
			 "00000001000000000000000000000000"
			 "00000008000000050000000000001234\"}]}");
	ck_assert_str_eq(ctl("list"), "{\"qps\":[],\"srqs\":[1]" EMPTY "}");
}
END_TEST

START_TEST(hold_step_release)
{
	make_queue(1);
	ck_assert_str_eq(say("step", " 1"),
			 "{\"error\":\"QP is not held\"}");
	ck_assert_str_eq(say("hold", ""), OK);
	post_nop();
	post_nop();
	post_nop();
	ck_assert_ptr_null(next_cqe(q.cqn));
	ck_assert_str_eq(say("step", " 1"),
			 "{\"ok\":true,\"executed\":1}");
	ck_assert_ptr_nonnull(await_cqe(q.cqn));
	ck_assert_ptr_null(next_cqe(q.cqn));
	ck_assert_str_eq(say("step", " 10"),
			 "{\"ok\":true,\"executed\":2}");
	ck_assert_ptr_nonnull(await_cqe(q.cqn));
	ck_assert_ptr_nonnull(await_cqe(q.cqn));
	post_nop();
	ck_assert_ptr_null(next_cqe(q.cqn));
	ck_assert_str_eq(say("release", ""), OK);
	ck_assert_ptr_nonnull(await_cqe(q.cqn));
	post_nop();
	ck_assert_ptr_nonnull(await_cqe(q.cqn));
}
END_TEST

/* A user's queue that does not exist yet is held, the kernel's is not. */
START_TEST(hold_all)
{
	ck_assert_str_eq(ctl("hold all"), OK);
	make_queue(1);
	post_nop();
	ck_assert_ptr_null(next_cqe(q.cqn));
	ck_assert_str_eq(ctl("release all"), OK);
	ck_assert_ptr_nonnull(await_cqe(q.cqn));
	ck_assert_str_eq(ctl("hold all"), OK);
	post_nop();
	ck_assert_ptr_null(next_cqe(q.cqn));
	make_queue(0);
	post_nop();
	ck_assert_ptr_nonnull(await_cqe(q.cqn));
}
END_TEST

START_TEST(fail)
{
	const u8 *cqe;

	make_queue(1);
	ck_assert_str_eq(say("fail", " 1 0x13 0x88"), OK);
	post_nop();
	cqe = await_cqe(q.cqn);
	ck_assert_uint_eq(cqe[63] >> 4, MLX5_CQE_REQ);
	post_nop();
	cqe = await_cqe(q.cqn);
	ck_assert_uint_eq(cqe[63] >> 4, MLX5_CQE_REQ_ERR);
	ck_assert_uint_eq(cqe[55], 0x13);
	ck_assert_uint_eq(cqe[54], 0x88);
	ck_assert_uint_eq(be_load(cqe + 60, 2), 1);
	ck_assert_ptr_nonnull(strstr(say("qp", ""),
				     "\"state\":\"ERR\""));
}
END_TEST

START_TEST(malformed)
{
	static const struct {
		const char *line, *error;
	} t[] = {
		{ "", "empty line" },
		{ " \t ", "empty line" },
		{ "bogus", "unknown command" },
		{ "HOLD all", "unknown command" },
		{ "hold", "wrong number of arguments" },
		{ "hold all all", "wrong number of arguments" },
		{ "list 1", "wrong number of arguments" },
		{ "fail 64 1 2 3 4", "wrong number of arguments" },
		{ "fail 64 1 2 3 4 5 6", "wrong number of arguments" },
		{ "qp 63", "no such QP" },
		{ "qp -1", "no such QP" },
		{ "qp +64", "no such QP" },
		{ "qp 64x", "no such QP" },
		{ "qp 0x", "no such QP" },
		{ "qp 4294967360", "no such QP" },
		{ "qp 99999999999999999999999", "no such QP" },
		{ "srq 1", "no such SRQ" },
		{ "fail 64 65536 1 1",
		  "not an index, a syndrome and a vendor syndrome" },
		{ "fail 64 0 0 1",
		  "not an index, a syndrome and a vendor syndrome" },
		{ "fail 64 0 256 1",
		  "not an index, a syndrome and a vendor syndrome" },
		{ "step 64 65536", "not a number of WQEs" },
		{ "faults", "wrong number of arguments" },
		{ "faults held", "not one of hold, release, show" },
		{ "reuse", "wrong number of arguments" },
		{ "reuse yes", "neither on nor off" },
	};
	char expected[128];
	u32 i;

	make_queue(1);
	for (i = 0; i < ARRAY_SIZE(t); i++) {
		snprintf(expected, sizeof(expected), "{\"error\":\"%s\"}",
			 t[i].error);
		ck_assert_str_eq(ctl(t[i].line), expected);
	}
	for (i = 0; i < 16; i++)
		ck_assert_str_eq(ctl("fail 64 9 1 1"), OK);
	ck_assert_str_eq(ctl("fail 64 9 1 1"),
			 "{\"error\":\"too many failures for one QP\"}");
}
END_TEST

static void destroy_queue(void)
{
	u8 in[IFC_SIZE(destroy_qp_in)] = {}, out[IFC_SIZE(destroy_qp_out)];

	be_store(in, 2, MLX5_CMD_OP_DESTROY_QP);
	SET(destroy_qp_in, in, qpn, q.qpn);
	ck_assert_uint_eq(cmd_run(in, sizeof(in), out, sizeof(out)), 0);
}

/* The number of a queue pair that is gone, at once or not so soon. */
START_TEST(reuse)
{
	u32 first;

	make_queue(1);
	first = q.qpn;
	destroy_queue();
	make_queue(1);
	ck_assert_uint_ne(q.qpn, first);
	ck_assert_str_eq(ctl("reuse on"), OK);
	destroy_queue();
	make_queue(1);
	ck_assert_uint_eq(q.qpn, first);
	ck_assert_str_eq(ctl("reuse off"), OK);
	destroy_queue();
	make_queue(1);
	ck_assert_uint_ne(q.qpn, first);
}
END_TEST

static void expect_text(int sock, const char *text)
{
	char buf[256];
	size_t have = 0, want = strlen(text);

	ck_assert_uint_lt(want, sizeof(buf));
	while (have < want) {
		ssize_t n = read(sock, buf + have, want - have);

		ck_assert_int_gt(n, 0);
		have += (size_t)n;
	}
	ck_assert_mem_eq(buf, text, want);
}

START_TEST(streams)
{
	static const char many[] = "list\nbogus\nli";
	static char overlong[5000];
	int sock = ctl_connect();

	ck_assert_int_eq(send(sock, many, sizeof(many) - 1, 0),
			 sizeof(many) - 1);
	expect_text(sock, "{\"qps\":[],\"srqs\":[]" EMPTY "}\n"
			  "{\"error\":\"unknown command\"}\n");
	usleep(10000);
	ck_assert_int_eq(send(sock, "st\n", 3, 0), 3);
	expect_text(sock, "{\"qps\":[],\"srqs\":[]" EMPTY "}\n");
	memset(overlong, 'x', sizeof(overlong));
	memcpy(overlong + sizeof(overlong) - 6, "\nlist\n", 6);
	ck_assert_int_eq(send(sock, overlong, sizeof(overlong), 0),
			 sizeof(overlong));
	expect_text(sock, "{\"error\":\"line too long\"}\n"
			  "{\"qps\":[],\"srqs\":[]" EMPTY "}\n");
	ck_assert_int_eq(send(sock, "li\0st\n", 6, 0), 6);
	expect_text(sock, "{\"error\":\"line has a zero byte\"}\n");
	close(sock);
}
END_TEST

/* Clients come and go, in the middle of a line too, and more than fit. */
START_TEST(clients)
{
	int sock[12];
	u32 i, round;

	for (round = 0; round < 3; round++) {
		for (i = 0; i < ARRAY_SIZE(sock); i++) {
			sock[i] = ctl_connect();
			send(sock[i], "lis", 3, MSG_NOSIGNAL);
		}
		bar_load(0);
		for (i = 0; i < ARRAY_SIZE(sock); i++)
			close(sock[i]);
		bar_load(0);
		usleep(20000);
	}
	ck_assert_str_eq(ctl("list"), "{\"qps\":[],\"srqs\":[]" EMPTY "}");
}
END_TEST

TCase *control_case(void)
{
	TCase *tc = tcase_create("control socket");

	tcase_set_timeout(tc, 60);
	tcase_add_checked_fixture(tc, emu_start, emu_stop);
	tcase_add_test(tc, view);
	tcase_add_test(tc, shared_view);
	tcase_add_test(tc, hold_step_release);
	tcase_add_test(tc, hold_all);
	tcase_add_test(tc, fail);
	tcase_add_test(tc, malformed);
	tcase_add_test(tc, reuse);
	tcase_add_test(tc, streams);
	tcase_add_test(tc, clients);
	return tc;
}
