// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "unit.h"
#include "vector.h"

static const struct {
	const char *name;
	uint32_t kind;
	uint32_t qp_type;
	uint32_t flags;
} types[] = {
	{ "RC", MLX5WQE_SQ, MLX5WQE_QPT_RC, 0 },
	{ "UC", MLX5WQE_SQ, MLX5WQE_QPT_UC, 0 },
	{ "UD", MLX5WQE_SQ, MLX5WQE_QPT_UD, 0 },
	{ "XRC_INI", MLX5WQE_SQ, MLX5WQE_QPT_XRC_INI, 0 },
	{ "DCI", MLX5WQE_SQ, MLX5WQE_QPT_DCI, 0 },
	{ "RAW_PACKET", MLX5WQE_SQ, MLX5WQE_QPT_RAW_PACKET, 0 },
	{ "REG_UMR", MLX5WQE_SQ, MLX5WQE_QPT_REG_UMR, 0 },
	{ "NONE", MLX5WQE_SQ, MLX5WQE_QPT_NONE, 0 },
	{ "RQ", MLX5WQE_RQ, MLX5WQE_QPT_RC, 0 },
	{ "RQ_SIGNED", MLX5WQE_RQ, MLX5WQE_QPT_RC,
	  MLX5WQE_INFO_FLAG_SIGNATURE },
	{ "RQ_STRIDING", MLX5WQE_RQ, MLX5WQE_QPT_RAW_PACKET,
	  MLX5WQE_INFO_FLAG_STRIDING },
	{ "RQ_NONE", MLX5WQE_RQ, MLX5WQE_QPT_NONE, 0 },
	{ "SRQ", MLX5WQE_SRQ, MLX5WQE_QPT_NONE, 0 },
};

FILE *vector_open(const char *name)
{
	const char *srcdir = getenv("srcdir");
	char path[4096];
	FILE *file;

	snprintf(path, sizeof(path), "%s/tests/vectors/wqe/%s.txt",
		 srcdir ? srcdir : ".", name);
	file = fopen(path, "r");
	if (!file)
		ck_abort_msg("%s: %s", path, strerror(errno));
	return file;
}

static size_t find_type(const char *title, const char *name)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(types); i++)
		if (!strcmp(types[i].name, name))
			return i;
	ck_abort_msg("%s: type %s?", title, name);
	return 0;
}

static void parse_title(struct vector *v, char *line)
{
	char *type = strchr(line, ' ');
	size_t i;

	v->name = line;
	if (!type)
		ck_abort_msg("%s: no type", line);
	*type++ = '\0';
	i = find_type(line, type);
	v->context.kind = types[i].kind;
	v->context.qp_type = types[i].qp_type;
	v->context.flags = types[i].flags;
}

static void parse_bytes(struct vector *v, const char *hex)
{
	unsigned int byte;

	while (sscanf(hex, "%2x", &byte) == 1 && v->length < sizeof(v->bytes)) {
		v->bytes[v->length++] = (uint8_t)byte;
		hex += 2;
		hex += strspn(hex, " ");
	}
	if (*hex || !v->length)
		ck_abort_msg("%s: bytes?", v->name);
}

static void add_warning(struct vector *v, const char *text)
{
	size_t length = strlen(v->warnings);

	v->warnings = realloc(v->warnings, length + strlen(text) + 2);
	ck_assert_ptr_nonnull(v->warnings);
	sprintf(v->warnings + length, "%s\n", text);
}

/* True if the line ends the vector */
static bool parse_line(struct vector *v, char *line)
{
	if (!v->name)
		parse_title(v, line);
	else if (!strncmp(line, "segments ", 9))
		v->segments = line + 9;
	else if (!strncmp(line, "warning ", 8))
		add_warning(v, line + 8);
	else if (!strncmp(line, "bytes ", 6))
		parse_bytes(v, line + 6);
	else if (v->want_cnt < VECTOR_WANTS_MAX)
		v->wants[v->want_cnt++] = line;
	else
		ck_abort_msg("%s: too many fields", v->name);
	return v->length;
}

bool vector_read(FILE *file, struct vector *vector)
{
	char *line = NULL, *kept;
	size_t size = 0, used = 0;
	ssize_t length;
	bool end = false;

	*vector = (struct vector){};
	vector->warnings = calloc(1, 1);
	vector->text = malloc(1 << 16);
	ck_assert(vector->warnings && vector->text);
	while (!end && (length = getline(&line, &size, file)) > 0) {
		line[strcspn(line, "\n")] = '\0';
		if (!*line || *line == '#')
			continue;
		ck_assert_uint_lt(used + (size_t)length + 1, 1 << 16);
		kept = strcpy(vector->text + used, line);
		used += (size_t)length + 1;
		end = parse_line(vector, kept);
	}
	free(line);
	if (!end && vector->name)
		ck_abort_msg("%s has no bytes", vector->name);
	if (!end)
		vector_free(vector);
	return end;
}

void vector_free(struct vector *vector)
{
	free(vector->text);
	free(vector->warnings);
}
