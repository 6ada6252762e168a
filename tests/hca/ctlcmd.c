// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Commands of the control socket. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "ctl.h"
#include "view.h"

#define MAX_ARGS	4
#define BLANKS		" \t\r"

struct args {
	u32 count;
	char *word[MAX_ARGS];
};

/* A message, or NULL once the answer is written. */
typedef const char *(*ctl_handler)(struct hca *h, const struct args *a,
				   struct text *out);

static bool parse_number(const char *s, u32 max, u32 *value)
{
	unsigned long long v;
	char *end;

	/* Signs and blanks, which strtoull takes, are not numbers here. */
	if (*s < '0' || *s > '9')
		return false;
	errno = 0;
	v = strtoull(s, &end, s[0] == '0' && s[1] == 'x' ? 16 : 10);
	if (errno || *end || end == s || v > max)
		return false;
	*value = v;
	return true;
}

static struct qp *find_qp(struct hca *h, const char *word)
{
	u32 qpn;

	return parse_number(word, UINT32_MAX, &qpn) ? queue_get(h, qpn) : NULL;
}

static void answer_ok(struct text *out)
{
	text_add(out, "{\"ok\":true}");
}

static void set_held(struct hca *h, struct qp *qp, bool held)
{
	qp->held = held;
	qp->steps = 0;
	if (!held)
		engine_run(h, qp);
}

static const char *hold_or_release(struct hca *h, const char *which,
				   bool held, struct text *out)
{
	struct qp *qp;
	u32 i;

	if (!strcmp(which, "all")) {
		h->hold_all = held;
		table_for_each(&h->qps, i, qp)
			if (qp_is_user(qp))
				set_held(h, qp, held);
		answer_ok(out);
		return NULL;
	}
	qp = find_qp(h, which);
	if (!qp)
		return "no such QP";
	set_held(h, qp, held);
	answer_ok(out);
	return NULL;
}

static const char *do_hold(struct hca *h, const struct args *a,
			   struct text *out)
{
	return hold_or_release(h, a->word[0], true, out);
}

static const char *do_release(struct hca *h, const struct args *a,
			      struct text *out)
{
	return hold_or_release(h, a->word[0], false, out);
}

static const char *do_step(struct hca *h, const struct args *a,
			   struct text *out)
{
	struct qp *qp = find_qp(h, a->word[0]);
	u32 n;

	if (!qp)
		return "no such QP";
	if (!parse_number(a->word[1], UINT16_MAX, &n))
		return "not a number of WQEs";
	if (!qp->held)
		return "QP is not held";
	qp->executed = 0;
	qp->steps = n;
	engine_run(h, qp);
	/* What could not run now does not run later by itself. */
	qp->steps = 0;
	qp->waiting = false;
	text_add(out, "{\"ok\":true,\"executed\":%u}", qp->executed);
	return NULL;
}

static const char *do_fail(struct hca *h, const struct args *a,
			   struct text *out)
{
	struct qp *qp = find_qp(h, a->word[0]);
	u32 index, syndrome, vendor;

	if (!qp)
		return "no such QP";
	if (!parse_number(a->word[1], UINT16_MAX, &index) ||
	    !parse_number(a->word[2], UINT8_MAX, &syndrome) || !syndrome ||
	    !parse_number(a->word[3], UINT8_MAX, &vendor))
		return "not an index, a syndrome and a vendor syndrome";
	if (qp->faults == QP_MAX_FAULTS)
		return "too many failures for one QP";
	qp->fault[qp->faults++] = (struct fault){ index, syndrome, vendor };
	answer_ok(out);
	return NULL;
}

static const char *do_qp(struct hca *h, const struct args *a,
			 struct text *out)
{
	const struct qp *qp = find_qp(h, a->word[0]);

	if (!qp)
		return "no such QP";
	view_qp(h, qp, out);
	return NULL;
}

static const char *do_rq(struct hca *h, const struct args *a,
			 struct text *out)
{
	const struct qp *qp = find_qp(h, a->word[0]);

	if (!qp || qp->kind != QUEUE_RQ)
		return "no such RQ";
	view_rq(h, qp, out);
	return NULL;
}

static const char *do_srq(struct hca *h, const struct args *a,
			  struct text *out)
{
	const struct srq *srq;
	u32 srqn;

	if (!parse_number(a->word[0], UINT32_MAX, &srqn))
		return "no such SRQ";
	srq = table_get(&h->srqs, srqn);
	if (!srq)
		return "no such SRQ";
	view_srq(h, srq, out);
	return NULL;
}

static const char *do_faults(struct hca *h, const struct args *a,
			     struct text *out)
{
	if (!strcmp(a->word[0], "show")) {
		view_faults(h, out);
		return NULL;
	}
	if (!strcmp(a->word[0], "hold"))
		h->hold_faults = true;
	else if (!strcmp(a->word[0], "release"))
		fault_release(h);
	else
		return "not one of hold, release, show";
	answer_ok(out);
	return NULL;
}

/* Of queue pairs and shared receive queues */
static const char *do_reuse(struct hca *h, const struct args *a,
			    struct text *out)
{
	bool on = !strcmp(a->word[0], "on");

	if (!on && strcmp(a->word[0], "off"))
		return "neither on nor off";
	h->qps.reuse = on;
	h->srqs.reuse = on;
	answer_ok(out);
	return NULL;
}

static const char *do_list(struct hca *h, const struct args *a,
			   struct text *out)
{
	(void)a;
	view_list(h, out);
	return NULL;
}

static const struct {
	const char *name;
	u32 args;
	ctl_handler handler;
} commands[] = {
	{ "hold", 1, do_hold },
	{ "release", 1, do_release },
	{ "step", 2, do_step },
	{ "fail", 4, do_fail },
	{ "faults", 1, do_faults },
	{ "qp", 1, do_qp },
	{ "rq", 1, do_rq },
	{ "srq", 1, do_srq },
	{ "list", 0, do_list },
	{ "reuse", 1, do_reuse },
};

/* Returns false if there are more words than any command takes. */
static bool split(char *rest, struct args *a)
{
	char *word;

	a->count = 0;
	for (;;) {
		word = strtok_r(NULL, BLANKS, &rest);
		if (!word)
			return true;
		if (a->count == MAX_ARGS)
			return false;
		a->word[a->count++] = word;
	}
}

static const char *execute(struct hca *h, char *line, struct text *out)
{
	char *rest, *name = strtok_r(line, BLANKS, &rest);
	struct args a;
	u32 i;

	if (!name)
		return "empty line";
	for (i = 0; i < ARRAY_SIZE(commands); i++)
		if (!strcmp(commands[i].name, name))
			break;
	if (i == ARRAY_SIZE(commands))
		return "unknown command";
	if (!split(rest, &a) || a.count != commands[i].args)
		return "wrong number of arguments";
	return commands[i].handler(h, &a, out);
}

void ctl_execute(struct hca *h, char *line, struct text *out)
{
	const char *error = execute(h, line, out);

	if (error)
		text_add(out, "{\"error\":\"%s\"}", error);
	text_add(out, "\n");
}
