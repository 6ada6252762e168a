/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
#ifndef POSTER_EMU_H
#define POSTER_EMU_H

#include <stdint.h>

/*
 * Send one command to the emulated adapter and return its answer, one line
 * without the newline, to be freed by the caller. Dies if there is no answer
 * or if it is an error.
 */
char *emu_ask(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Commands whose answer says no more than that they were done */
void emu_hold_all(void);
void emu_release(uint32_t qpn);

/* Let a held QP execute @count WQEs, no fewer */
void emu_step(uint32_t qpn, uint32_t count);

#endif /* POSTER_EMU_H */
