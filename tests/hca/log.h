/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
#ifndef HCA_LOG_H
#define HCA_LOG_H

#include <stdint.h>

enum log_level { LOG_ERROR, LOG_INFO, LOG_CMD, LOG_TRACE };

struct log {
	enum log_level level;
	uint64_t start_ns;
};

uint64_t clock_ns(void);
void log_init(struct log *log, enum log_level level);
/* Returns 0, or EINVAL for a name that is no level. */
int log_parse_level(const char *name, enum log_level *level);
void log_print(const struct log *log, enum log_level level, const char *fmt,
	       ...) __attribute__((format(printf, 3, 4)));

#define hca_err(h, ...)		log_print(&(h)->log, LOG_ERROR, __VA_ARGS__)
#define hca_info(h, ...)	log_print(&(h)->log, LOG_INFO, __VA_ARGS__)
#define hca_cmd(h, ...)		log_print(&(h)->log, LOG_CMD, __VA_ARGS__)
#define hca_trace(h, ...)	log_print(&(h)->log, LOG_TRACE, __VA_ARGS__)

#endif
