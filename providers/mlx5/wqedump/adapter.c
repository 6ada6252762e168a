// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB

#include <ctype.h>
#include <string.h>

#include "adapter.h"

static bool contains(const struct line *line, const char *word)
{
	size_t i, j, length = strlen(word);

	for (i = 0; i + length <= line->length; i++) {
		for (j = 0; j < length; j++)
			if (tolower((unsigned char)line->text[i + j]) != word[j])
				break;
		if (j == length)
			return true;
	}
	return false;
}

static bool contains_any(const struct line *line, const char *const *words)
{
	for (; *words; words++)
		if (contains(line, *words))
			return true;
	return false;
}

bool adapter_is_named(const struct line *line, const char *word, size_t start)
{
	size_t length = strlen(word), end = start + length;

	if (start && isalnum((unsigned char)line->text[start - 1]))
		return false;
	return word[length - 1] == '_' || end == line->length ||
	       !isalpha((unsigned char)line->text[end]);
}

bool adapter_fails(const struct line *line)
{
	static const char *const about[] = {
		"cqe", "wqe", "completion", "syndrom", "vendor", NULL
	};
	static const char *const bad[] = {
		"err", "fail", "status", "syndrom", NULL
	};

	return !contains(line, "mlx5") && contains_any(line, about) &&
	       contains_any(line, bad);
}
