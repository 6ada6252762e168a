/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * What the one walk drives: objects, lists and values, in an order that suits
 * both a reader and a parser. A writer lays them out.
 */

#ifndef MLX5WQE_WRITER_H
#define MLX5WQE_WRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum value_form {
	VALUE_DEC,		/* number */
	VALUE_HEX,		/* number that people write in hex */
	VALUE_ADDR,		/* 64 bits; a "0x..." string in JSON */
	VALUE_STRING,
	VALUE_NOTE,		/* string; text: a line of its own, brief in front */
	VALUE_BOOL,
	VALUE_BYTES,
};

struct value {
	const char *name;	/* NULL in a list */
	/*
	 * In one-line text: NULL: not there, "": the value alone, else in front
	 * of the value.
	 */
	const char *brief;
	enum value_form form;
	uint64_t number;
	const char *string;	/* VALUE_STRING, VALUE_NOTE; the symbol of a number;
				 * VALUE_BOOL: the word for true in text
				 */
	const uint8_t *bytes;
	size_t length;
};

/* What an object or a list is, for writers that lay them out by that */
enum part {
	PART_DOCUMENT,
	PART_QUEUE,
	PART_OWNER,
	PART_IMAGE,
	PART_CHANGES,		/* of slots */
	PART_CHANGE,
	PART_WQES,
	PART_WQE,
	PART_ITEMS,		/* of a log */
	PART_ITEM,
	PART_REMARKS,		/* about lines of a log */
	PART_REMARK,
	PART_FLAGS,
	PART_SEGMENTS,
	PART_SEGMENT,
	PART_WARNINGS,
	PART_COUNT,
};

struct writer;

struct writer_ops {
	void (*open)(struct writer *writer, enum part part, const char *name);
	void (*value)(struct writer *writer, const struct value *value);
	void (*close)(struct writer *writer);
};

#define WRITER_MAX_DEPTH 16

struct writer {
	const struct writer_ops *ops;
	FILE *file;
	bool pretty;		/* JSON: indented */
	bool verbose;		/* text: all fields, one segment a line */
	unsigned int depth;
	struct {
		enum part part;
		unsigned int values;	/* written in it so far */
	} stack[WRITER_MAX_DEPTH];
};

void writer_init_text(struct writer *writer, FILE *file, bool verbose);
void writer_init_json(struct writer *writer, FILE *file, bool pretty);

static inline void write_open(struct writer *writer, enum part part,
			      const char *name)
{
	writer->ops->open(writer, part, name);
}

static inline void write_close(struct writer *writer)
{
	writer->ops->close(writer);
}

static inline void write_number(struct writer *writer, const char *name,
				const char *brief, enum value_form form,
				uint64_t number)
{
	writer->ops->value(writer, &(struct value){ .name = name,
						    .brief = brief,
						    .form = form,
						    .number = number });
}

static inline void write_string(struct writer *writer, const char *name,
				const char *brief, const char *string)
{
	writer->ops->value(writer, &(struct value){ .name = name,
						    .brief = brief,
						    .form = VALUE_STRING,
						    .string = string });
}

static inline void write_note(struct writer *writer, const char *name,
			      const char *brief, const char *string)
{
	writer->ops->value(writer, &(struct value){ .name = name,
						    .brief = brief,
						    .form = VALUE_NOTE,
						    .string = string });
}

static inline void write_bytes(struct writer *writer, const char *name,
			       const char *brief, const uint8_t *bytes,
			       size_t length)
{
	writer->ops->value(writer, &(struct value){ .name = name,
						    .brief = brief,
						    .form = VALUE_BYTES,
						    .bytes = bytes,
						    .length = length });
}

/* Writes two digits a byte. */
void write_hex(FILE *file, const uint8_t *bytes, size_t length);

/*
 * For text that a process or a file gave itself: what is not printable ASCII,
 * and the backslash, is written as \xNN, so that nothing moves the cursor.
 */
void write_printable(FILE *file, const char *string);

#endif /* MLX5WQE_WRITER_H */
