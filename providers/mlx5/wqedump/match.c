// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB

#include <ctype.h>
#include <string.h>

#include <infiniband/mlx5dv.h>

#include "match.h"
#include "mlx5wqe.h"
#include "status.h"

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))
#define SKIP_MAX 200u		/* characters that <*> stands for */
#define NUMBER_DIGITS 20u

struct matcher {
	const char *text;
	const char *end;
	size_t *steps;
	struct match *match;
};

enum capture_kind {
	CAPTURE_NUMBER,
	CAPTURE_HEX,		/* hexadecimal without 0x */
	CAPTURE_IGNORE,		/* a number */
	CAPTURE_WORD,
	CAPTURE_STATUS,		/* name or text of a completion status */
	CAPTURE_SYNDROME,	/* syndrome that was looked up as a status */
	CAPTURE_OPCODE,		/* name of a WQE's opcode */
	CAPTURE_QP_TYPE,
};

static const struct capture {
	const char *name;
	enum capture_kind kind;
	enum field field;
	uint64_t max;
} captures[] = {
	{ "syndrome", CAPTURE_NUMBER, FIELD_SYNDROME, 0xff },
	{ "vendor", CAPTURE_NUMBER, FIELD_VENDOR_SYNDROME, 0xff },
	{ "vendor:x", CAPTURE_HEX, FIELD_VENDOR_SYNDROME, 0xff },
	{ "hw", CAPTURE_NUMBER, FIELD_HW_SYNDROME, 0xff },
	{ "hw_type", CAPTURE_NUMBER, FIELD_HW_SYNDROME_TYPE, 0xf },
	{ "status", CAPTURE_NUMBER, FIELD_STATUS, 0xff },
	{ "qpn", CAPTURE_NUMBER, FIELD_QPN, 0xffffff },
	{ "counter", CAPTURE_NUMBER, FIELD_WQE_COUNTER, 0xffff },
	{ "cqn", CAPTURE_NUMBER, FIELD_CQN, 0xffffff },
	{ "wr_id", CAPTURE_NUMBER, FIELD_WR_ID, UINT64_MAX },
	{ "cqe_opcode", CAPTURE_NUMBER, FIELD_CQE_OPCODE, 0xf },
	{ "index", CAPTURE_NUMBER, FIELD_WQE_INDEX, 0xffff },
	{ "length", CAPTURE_NUMBER, FIELD_LENGTH, UINT32_MAX },
	{ "n", CAPTURE_IGNORE, FIELD_COUNT, 0 },
	{ "w", CAPTURE_WORD, FIELD_COUNT, 0 },
	{ "status_text", CAPTURE_STATUS, FIELD_STATUS, 0 },
	{ "syndrome_text", CAPTURE_SYNDROME, FIELD_SYNDROME, 0 },
	{ "opcode", CAPTURE_OPCODE, FIELD_WQE_OPCODE, 0 },
	{ "qp_type", CAPTURE_QP_TYPE, FIELD_COUNT, 0 },
};

/* What UCX calls the opcodes. One name may stand for several: no number. */
static const struct {
	const char *theirs;
	uint32_t opcode;
} opcode_words[] = {
	{ "CSWAP", MLX5_OPCODE_ATOMIC_CS },
	{ "CS", MLX5_OPCODE_ATOMIC_CS },
	{ "COMPARE_SWAP", MLX5_OPCODE_ATOMIC_CS },
	{ "FETCH_ADD", MLX5_OPCODE_ATOMIC_FA },
	{ "FA", MLX5_OPCODE_ATOMIC_FA },
	{ "MASKED_CSWAP", MLX5_OPCODE_ATOMIC_MASKED_CS },
	{ "MASKED_CS", MLX5_OPCODE_ATOMIC_MASKED_CS },
	{ "MASKED_COMPARE_SWAP", MLX5_OPCODE_ATOMIC_MASKED_CS },
	{ "MASKED_FETCH_ADD", MLX5_OPCODE_ATOMIC_MASKED_FA },
	{ "MASKED_FA", MLX5_OPCODE_ATOMIC_MASKED_FA },
};

#define OPCODE_MAX 0xffu
#define RECV_WORD "RECV"	/* for a responder's error */

static const struct capture *find_capture(const char *name, size_t length)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(captures); i++)
		if (strlen(captures[i].name) == length &&
		    !memcmp(captures[i].name, name, length))
			return &captures[i];
	return NULL;
}

static unsigned int digit_value(char c)
{
	if (isdigit((unsigned char)c))
		return (unsigned int)(c - '0');
	if (isxdigit((unsigned char)c))
		return (unsigned int)(tolower((unsigned char)c) - 'a') + 10;
	return 16;
}

/* Returns behind the digits, or NULL if there are none or too many. */
static const char *get_number(const char *t, const char *end, bool hex,
			      uint64_t *value)
{
	unsigned int base = hex ? 16 : 10, digit;
	const char *start;

	if (end - t > 1 && t[0] == '0' && (t[1] == 'x' || t[1] == 'X')) {
		base = 16;
		t += 2;
	}
	*value = 0;
	for (start = t; t < end; t++) {
		digit = digit_value(*t);
		if (digit >= base)
			break;
		if ((size_t)(t - start) == NUMBER_DIGITS ||
		    *value > (UINT64_MAX - digit) / base)
			return NULL;
		*value = *value * base + digit;
	}
	return t > start ? t : NULL;
}

static const char *capture_number(struct matcher *m, const char *t,
				  const struct capture *capture)
{
	struct match *match = m->match;
	uint64_t value;

	t = get_number(t, m->end, capture->kind == CAPTURE_HEX, &value);
	if (!t || capture->kind == CAPTURE_IGNORE)
		return t;
	if (value > capture->max)
		match->too_large |= 1u << capture->field;
	else
		item_set(&match->item, capture->field, value);
	return t;
}

static const char *capture_status(struct matcher *m, const char *t,
				  const struct capture *capture)
{
	struct mlx5wqe_syndrome info;
	uint32_t status;
	size_t length;

	length = status_parse(t, (size_t)(m->end - t), &status);
	if (!length)
		return NULL;
	if (capture->kind == CAPTURE_STATUS)
		item_set(&m->match->item, FIELD_STATUS, status);
	else if (!mlx5wqe_syndrome_query(status, &info))
		item_set(&m->match->item, FIELD_SYNDROME, status);
	return t + length;
}

static size_t word_length(const char *t, const char *end)
{
	size_t length = 0;

	while (t + length < end && (isupper((unsigned char)t[length]) ||
				    t[length] == '_'))
		length++;
	return length;
}

static const char *capture_opcode(struct matcher *m, const char *t)
{
	size_t i, length = word_length(t, m->end);
	struct item *item = &m->match->item;
	const char *name;

	if (length == strlen(RECV_WORD) && !memcmp(t, RECV_WORD, length)) {
		item_set(item, FIELD_SIDE, MLX5WQE_RESPONDER);
		return t + length;
	}
	for (i = 0; i < ARRAY_SIZE(opcode_words); i++) {
		if (strlen(opcode_words[i].theirs) != length ||
		    memcmp(opcode_words[i].theirs, t, length))
			continue;
		item->wqe_opcode_name =
			mlx5wqe_opcode_name(opcode_words[i].opcode);
		return t + length;
	}
	for (i = 0; i <= OPCODE_MAX; i++) {
		name = mlx5wqe_opcode_name((uint32_t)i);
		if (!name || strlen(name) != length || memcmp(name, t, length))
			continue;
		item->wqe_opcode_name = name;
		return t + length;
	}
	return NULL;
}

static const char *capture_qp_type(struct matcher *m, const char *t)
{
	size_t length = word_length(t, m->end);

	if (!length || length >= ITEM_WORD_MAX)
		return NULL;
	memcpy(m->match->item.qp_type, t, length);
	m->match->item.qp_type[length] = '\0';
	return t + length;
}

static const char *skip_word(const char *t, const char *end)
{
	const char *start = t;

	while (t < end && !isblank((unsigned char)*t))
		t++;
	return t > start ? t : NULL;
}

static const char *take_capture(struct matcher *m, const char *t,
				const struct capture *capture)
{
	switch (capture->kind) {
	case CAPTURE_WORD:
		return skip_word(t, m->end);
	case CAPTURE_STATUS:
	case CAPTURE_SYNDROME:
		return capture_status(m, t, capture);
	case CAPTURE_OPCODE:
		return capture_opcode(m, t);
	case CAPTURE_QP_TYPE:
		return capture_qp_type(m, t);
	default:
		return capture_number(m, t, capture);
	}
}

static enum match_verdict match_here(struct matcher *m, const char *p,
				     const char *t);

static bool same_letter(char p, char t)
{
	return p == t || tolower((unsigned char)p) == tolower((unsigned char)t);
}

/* Most places are ruled out by the first letter of what follows. */
static bool can_start(const char *p, const char *t, const char *end)
{
	while (*p == ' ')
		p++;
	if (!*p || strchr("{}<", *p))
		return true;
	while (t < end && isblank((unsigned char)*t))
		t++;
	return t == end || same_letter(*p, *t);
}

static enum match_verdict match_skip(struct matcher *m, const char *p,
				     const char *t)
{
	enum match_verdict verdict, worst = MATCH_NO;
	struct match before = *m->match;
	const char *limit = m->end;

	if ((size_t)(m->end - t) > SKIP_MAX)
		limit = t + SKIP_MAX;
	for (; t <= limit && *m->steps; t++) {
		--*m->steps;
		if (!can_start(p, t, m->end))
			continue;
		verdict = match_here(m, p, t);
		if (verdict == MATCH_YES)
			return verdict;
		if (verdict == MATCH_CUT)
			worst = verdict;
		*m->match = before;
	}
	return limit == m->end ? MATCH_CUT : worst;
}

/* With the group, or without it */
static enum match_verdict match_group(struct matcher *m, const char *p,
				      const char *t)
{
	struct match before = *m->match;
	enum match_verdict with, without;

	with = match_here(m, p, t);
	if (with == MATCH_YES)
		return with;
	*m->match = before;
	p = strchr(p, '}');
	without = match_here(m, p + 1, t);
	return without == MATCH_NO ? with : without;
}

static enum match_verdict match_capture(struct matcher *m, const char *p,
					const char *t)
{
	const char *close = strchr(p, '>');
	const struct capture *capture;

	if (p[1] == '*')
		return match_skip(m, close + 1, t);
	if (t == m->end)
		return MATCH_CUT;
	capture = find_capture(p + 1, (size_t)(close - p - 1));
	if (!capture)
		return MATCH_NO;
	t = take_capture(m, t, capture);
	return t ? match_here(m, close + 1, t) : MATCH_NO;
}

static enum match_verdict match_here(struct matcher *m, const char *p,
				     const char *t)
{
	for (;; p++) {
		if (!*m->steps)
			return MATCH_NO;
		--*m->steps;
		switch (*p) {
		case '\0':
			m->match->end = (size_t)(t - m->text);
			return MATCH_YES;
		case ' ':
			while (t < m->end && isblank((unsigned char)*t))
				t++;
			continue;
		case '{':
			return match_group(m, p + 1, t);
		case '}':
			continue;
		case '<':
			return match_capture(m, p, t);
		}
		if (t == m->end)
			return MATCH_CUT;
		if (!same_letter(*p, *t++))
			return MATCH_NO;
	}
}

enum match_verdict match_pattern(const char *pattern, const char *text,
				 size_t length, size_t *steps,
				 struct match *match)
{
	struct matcher m = {
		.text = text,
		.end = text + length,
		.steps = steps,
		.match = match,
	};

	memset(match, 0, sizeof(*match));
	return match_here(&m, pattern, text);
}
