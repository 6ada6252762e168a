// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "anchors.h"

#define WORDS_MAX 128u
#define CLASSES_MAX 64u
#define SET_WORDS (WORDS_MAX / 64)

struct state {
	uint16_t next[CLASSES_MAX];
	uint16_t fail;
	uint64_t words[SET_WORDS];	/* that end here; bits */
};

struct anchors {
	uint8_t classes[256];	/* of characters; 0: in no word */
	unsigned int class_count;
	size_t lengths[WORDS_MAX];
	size_t state_count;
	struct state states[];	/* 0 is the start */
};

static uint8_t class_of(struct anchors *a, char c)
{
	unsigned char lower = (unsigned char)tolower((unsigned char)c);

	if (!a->classes[lower] && a->class_count < CLASSES_MAX) {
		a->classes[lower] = (uint8_t)a->class_count++;
		a->classes[toupper(lower)] = a->classes[lower];
	}
	return a->classes[lower];
}

static int add_word(struct anchors *a, size_t index,
		    const struct anchor_word *word)
{
	uint16_t state = 0;
	size_t i;

	for (i = 0; i < word->length; i++) {
		uint8_t class = class_of(a, word->text[i]);
		uint16_t *next = &a->states[state].next[class];

		if (!class)
			return -1;
		if (!*next)
			*next = (uint16_t)a->state_count++;
		state = *next;
	}
	a->states[state].words[index / 64] |= UINT64_C(1) << index % 64;
	a->lengths[index] = word->length;
	return 0;
}

/* A state whose words are also those of the longest suffix of it */
static void link_state(struct anchors *a, uint16_t parent, unsigned int class,
		       uint16_t state)
{
	struct state *s = &a->states[state];
	unsigned int i;

	s->fail = parent ? a->states[a->states[parent].fail].next[class] : 0;
	for (i = 0; i < SET_WORDS; i++)
		s->words[i] |= a->states[s->fail].words[i];
}

/* Breadth first, so that a state's fail state is complete before it */
static int link_states(struct anchors *a)
{
	uint16_t *queue = calloc(a->state_count, sizeof(*queue));
	size_t head = 0, tail = 0;
	unsigned int class;

	if (!queue)
		return -1;
	queue[tail++] = 0;
	while (head < tail) {
		uint16_t from = queue[head++];
		struct state *s = &a->states[from];

		for (class = 1; class < a->class_count; class++) {
			if (s->next[class]) {
				link_state(a, from, class, s->next[class]);
				queue[tail++] = s->next[class];
			} else if (from) {
				s->next[class] =
					a->states[s->fail].next[class];
			}
		}
	}
	free(queue);
	return 0;
}

struct anchors *anchors_new(const struct anchor_word *words, size_t count)
{
	struct anchors *a;
	size_t i, states = 1;

	for (i = 0; i < count; i++)
		states += words[i].length;
	if (count > WORDS_MAX || states > UINT16_MAX) {
		errno = E2BIG;
		return NULL;
	}
	a = calloc(1, sizeof(*a) + states * sizeof(a->states[0]));
	if (!a)
		return NULL;
	a->class_count = 1;
	a->state_count = 1;
	for (i = 0; i < count; i++) {
		if (add_word(a, i, &words[i])) {
			free(a);
			errno = E2BIG;
			return NULL;
		}
	}
	if (link_states(a)) {
		free(a);
		errno = ENOMEM;
		return NULL;
	}
	return a;
}

void anchors_free(struct anchors *anchors)
{
	free(anchors);
}

static void report(const struct anchors *a, uint16_t state, size_t end,
		   anchor_fn fn, void *arg)
{
	size_t i, word;
	uint64_t set;

	for (i = 0; i < SET_WORDS; i++) {
		set = a->states[state].words[i];
		for (; set; set &= set - 1) {
			word = i * 64 + (size_t)__builtin_ctzll(set);
			fn(arg, word, end - a->lengths[word]);
		}
	}
}

void anchors_find(const struct anchors *anchors, const char *text,
		  size_t length, anchor_fn fn, void *arg)
{
	const struct state *s = anchors->states;
	uint16_t state = 0;
	size_t i;

	for (i = 0; i < length; i++) {
		uint8_t class = anchors->classes[(unsigned char)text[i]];

		state = class ? s[state].next[class] : 0;
		if (s[state].words[0] | s[state].words[1])
			report(anchors, state, i + 1, fn, arg);
	}
}
