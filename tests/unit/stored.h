/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/* Output that is kept in tests/vectors. */

#ifndef STORED_H
#define STORED_H

#include <stdio.h>

/* The caller closes it. */
FILE *open_stored(const char *name, const char *mode);

/*
 * Compare @text with the file @name. With UPDATE_VECTORS in the environment, as
 * `make update-vectors` has it, write the file, which is then to be read.
 */
void expect_stored(const char *name, const char *text);

#endif /* STORED_H */
