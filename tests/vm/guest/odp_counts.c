// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * What faults did: the kernel's counters of memory regions, the emulated
 * adapter's counts of events, and probes on the driver's readers of WQEs and
 * on the function of ib_uverbs that copies out of users' memory.
 */

#include <fcntl.h>
#include <unistd.h>

#include "odp.h"
#include "poster_die.h"
#include "poster_emu.h"

#define TRACING "/sys/kernel/tracing/"
#define LINE 512
#define STATISTICS 65536

const char *const odp_fault_names[FAULT_TYPES] = {
	[FAULT_SRQ] = "srq",
	[FAULT_SEND] = "send",
	[FAULT_RQ] = "rq",
	[FAULT_READ] = "read",
	[FAULT_RDMA_READ] = "rdma_read",
	[FAULT_RDMA_WRITE] = "rdma_write",
};

/* Event, and what it is a probe of */
static const char *const probes[][2] = {
	[READER_SQ] = { "sq", "mlx5_ib:mlx5_ib_read_wqe_sq" },
	[READER_RQ] = { "rq", "mlx5_ib:mlx5_ib_read_wqe_rq" },
	[READER_SRQ] = { "srq", "mlx5_ib:mlx5_ib_read_wqe_srq" },
	[READERS] = { "copy",
		      "ib_umem_copy_from offset=$arg3:u64 length=$arg4:u64" },
};

static void write_file(const char *path, int flags, const char *text)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC | flags);

	if (fd < 0 || write(fd, text, strlen(text)) != (ssize_t)strlen(text))
		die("cannot write '%s' to %s: %s", text, path, strerror(errno));
	close(fd);
}

static void enable(const char *value)
{
	write_file(TRACING "events/odp/enable", 0, value);
}

/* Probes that stay would hinder the next module, or the next run */
static void remove_probes(void)
{
	char text[LINE];

	enable("0");
	for (size_t i = 0; i < ARRAY_SIZE(probes); i++) {
		snprintf(text, sizeof(text), "-:odp/%s\n", probes[i][0]);
		write_file(TRACING "kprobe_events", O_APPEND, text);
	}
}

void odp_counts_start(void)
{
	char text[LINE];

	for (size_t i = 0; i < ARRAY_SIZE(probes); i++) {
		snprintf(text, sizeof(text), "p:odp/%s %s\n", probes[i][0],
			 probes[i][1]);
		write_file(TRACING "kprobe_events", O_APPEND, text);
	}
	need(!atexit(remove_probes));
	enable("1");
	write_file(TRACING "trace", O_TRUNC, "");
}

/* The number behind "name": in JSON */
static bool value_of(const char *text, const char *name, uint64_t *value)
{
	const char *at;
	char word[64];

	snprintf(word, sizeof(word), "\"%s\":", name);
	at = strstr(text, word);
	if (at)
		*value = strtoull(at + strlen(word), NULL, 10);
	return at;
}

static uint64_t need_value(const char *text, const char *name)
{
	uint64_t value;

	if (!value_of(text, name, &value))
		die("no %s in %s", name, text);
	return value;
}

/* A JSON object for each memory region */
static char *ask_kernel(void)
{
	FILE *file = popen("rdma -j statistic show mr", "r");
	char *text = calloc(1, STATISTICS);
	size_t length;

	need(file);
	need(text);
	length = fread(text, 1, STATISTICS - 1, file);
	need(length < STATISTICS - 1);
	need(!pclose(file));
	return text;
}

uint32_t odp_last_mrn(void)
{
	char *text = ask_kernel();
	uint64_t mrn, last = 0;

	for (const char *at = text; value_of(at, "mrn", &mrn); at++) {
		at = strstr(at, "\"mrn\":");
		last = mrn > last ? mrn : last;
	}
	free(text);
	need(last);
	return last;
}

/* The counters of a region come behind its number */
static void take_pages(const char *text, const struct odp_region *region,
		       struct odp_pages *pages)
{
	char word[32];
	const char *at;

	snprintf(word, sizeof(word), "\"mrn\":%u,", region->mrn);
	at = strstr(text, word);
	if (!at)
		die("no %s in %s", word, text);
	pages->faulted = need_value(at, "page_faults");
	pages->invalidated = need_value(at, "page_invalidations");
	if (!value_of(at, "page_faults_handled", &pages->handled))
		pages->handled = ODP_NOT_COUNTED;
}

static void take_statistics(const struct odp *odp, struct odp_counts *counts)
{
	char *text = ask_kernel();

	for (int i = 0; i < SIDES; i++)
		take_pages(text, &odp->region[i], &counts->pages[i]);
	free(text);
}

static void take_events(struct odp_counts *counts)
{
	char *answer = emu_ask("faults show");

	for (int i = 0; i < FAULT_TYPES; i++)
		counts->raised[i] = need_value(answer, odp_fault_names[i]);
	counts->resolved = need_value(answer, "resolved");
	counts->failed = need_value(answer, "failed");
	free(answer);
}

static void take_copy(struct odp_counts *counts, const char *line)
{
	const char *arguments = strstr(line, "offset=");
	struct odp_copy *copy;

	if (counts->copy_cnt == ODP_MAX_COPIES)
		die("more copies than this test can hold");
	copy = &counts->copies[counts->copy_cnt++];
	if (!arguments || sscanf(arguments, "offset=%lu length=%lu",
				 &copy->offset, &copy->length) != 2)
		die("no arguments in %s", line);
}

static void take_trace(struct odp_counts *counts)
{
	FILE *file = fopen(TRACING "trace", "r");
	char line[LINE], word[16];

	need(file);
	while (fgets(line, sizeof(line), file)) {
		for (int i = 0; i <= READERS; i++) {
			snprintf(word, sizeof(word), " %s: (", probes[i][0]);
			if (!strstr(line, word))
				continue;
			if (i < READERS)
				counts->reads[i]++;
			else
				take_copy(counts, line);
		}
	}
	fclose(file);
	write_file(TRACING "trace", O_TRUNC, "");
}

void odp_counts_take(const struct odp *odp, struct odp_counts *counts)
{
	*counts = (struct odp_counts) {};
	take_statistics(odp, counts);
	take_events(counts);
	take_trace(counts);
}

void counts_subtract(struct odp_counts *now, const struct odp_counts *before)
{
	for (int i = 0; i < SIDES; i++) {
		now->pages[i].faulted -= before->pages[i].faulted;
		if (now->pages[i].handled != ODP_NOT_COUNTED)
			now->pages[i].handled -= before->pages[i].handled;
		now->pages[i].invalidated -= before->pages[i].invalidated;
	}
	for (int i = 0; i < FAULT_TYPES; i++)
		now->raised[i] -= before->raised[i];
	now->resolved -= before->resolved;
	now->failed -= before->failed;
}
