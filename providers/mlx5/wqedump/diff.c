// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* What became of a queue between two images. */

#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "image.h"
#include "mlx5wqe.h"
#include "wqedump.h"
#include "write_queue.h"
#include "write_wqe.h"

/* One of the two images of a queue */
struct side {
	struct mlx5wqe_queue *queue;
	struct mlx5wqe_info info;
	struct mlx5wqe_image image;
	uint8_t *ring;
};

struct diff {
	bool json;
	bool pretty;
	bool verbose;
	bool raw;
	struct side old;
	struct side new;
	struct writer writer;
	struct warnings warnings;
	unsigned int total;	/* warnings written */
};

static const struct option options[] = {
	{ "raw", no_argument, NULL, 'x' },
	{ "json", no_argument, NULL, 'j' },
	{ "pretty", no_argument, NULL, 'p' },
	{ "verbose", no_argument, NULL, 'v' },
	{ "help", no_argument, NULL, 'h' },
	{ "version", no_argument, NULL, 'V' },
	{},
};

static void diff_usage(void)
{
	puts("usage: " PROGRAM " diff [OPTION...] OLD NEW\n"
	     "\n"
	     "Say what became of a queue between two saved images of it: which slots were\n"
	     "written, which WQEs were completed, and which were posted.\n"
	     "\n"
	     "  -x, --raw      the bytes of each WQE as well\n"
	     "  -v, --verbose  all fields, a line for each segment\n"
	     "  -j, --json     JSON\n"
	     "  -p, --pretty   indented JSON (with -j)\n"
	     "  -h, --help     this text\n"
	     "  -V, --version  version\n"
	     "\n"
	     "Exit status: 0 all well, 1 failed, 2 usage, 3 shown with warnings.");
}

/* What stays the same in a queue's life, and differs. NULL: nothing does. */
static const char *difference(const struct side *old, const struct side *new)
{
	const struct mlx5wqe_info *a = &old->info, *b = &new->info;
	const struct {
		const char *what;
		bool differs;
	} checks[] = {
		{ "hosts", strcmp(old->image.host, new->image.host) },
		{ "devices", strcmp(a->device, b->device) },
		{ "kinds of queue", a->kind != b->kind },
		{ "numbers", a->number != b->number || a->wqn != b->wqn },
		{ "types", a->qp_type != b->qp_type },
		{ "owners", a->comp_mask & b->comp_mask & MLX5WQE_INFO_OWNER &&
			    a->owner != b->owner },
		{ "numbers of slots", a->wqe_cnt != b->wqe_cnt },
		{ "strides", a->stride != b->stride },
		{ "flags", a->flags != b->flags },
	};
	size_t i;

	for (i = 0; i < sizeof(checks) / sizeof(checks[0]); i++)
		if (checks[i].differs)
			return checks[i].what;
	return NULL;
}

static bool counted(const struct diff *d)
{
	return pending_known(&d->old.info) && pending_known(&d->new.info);
}

static uint32_t moved(uint32_t from, uint32_t to)
{
	return (uint16_t)(to - from);
}

static uint32_t posted_slots(const struct diff *d)
{
	return moved(d->old.info.producer, d->new.info.producer);
}

static uint32_t completed_slots(const struct diff *d)
{
	return moved(d->old.info.consumer, d->new.info.consumer);
}

/* How many slots were posted to more than once, so that WQEs are lost */
static uint32_t overwritten_slots(const struct diff *d)
{
	uint32_t posted = posted_slots(d), cnt = d->new.info.wqe_cnt;

	return counted(d) && posted > cnt ? posted - cnt : 0;
}

static void write_side(struct writer *w, const char *name,
		       const struct side *side)
{
	write_open(w, PART_IMAGE, name);
	write_time(w, "time", name, side->image.time);
	write_state(w, &side->info);
	write_counters(w, &side->info);
	write_close(w);
}

static void write_moved(struct diff *d)
{
	struct writer *w = &d->writer;

	if (!counted(d))
		return;
	write_open(w, PART_IMAGE, "moved");
	write_number(w, "producer", "moved producer", VALUE_DEC,
		     posted_slots(d));
	write_number(w, "consumer", "consumer", VALUE_DEC, completed_slots(d));
	write_close(w);
}

/* Slots */

static bool slot_changed(const struct diff *d, uint32_t slot)
{
	size_t stride = d->new.info.stride;

	return memcmp(d->old.ring + slot * stride, d->new.ring + slot * stride,
		      stride);
}

/* Whether the producer went past the slot */
static bool slot_posted(const struct diff *d, uint32_t slot)
{
	uint32_t cnt = d->new.info.wqe_cnt;
	uint32_t ahead = slot + cnt - d->old.info.producer % cnt;

	return ahead % cnt < posted_slots(d);
}

static uint32_t write_change(struct diff *d, uint32_t slot)
{
	bool posted = slot_posted(d, slot);
	struct writer *w = &d->writer;
	uint32_t end = slot + 1;

	while (end < d->new.info.wqe_cnt && slot_changed(d, end) &&
	       (!counted(d) || slot_posted(d, end) == posted))
		end++;
	write_open(w, PART_CHANGE, NULL);
	write_number(w, "slots", "changed slots", VALUE_DEC, end - slot);
	write_number(w, "slot", "from slot", VALUE_DEC, slot);
	if (counted(d))
		w->ops->value(w, &(struct value){
			.name = "posted", .brief = "", .form = VALUE_BOOL,
			.number = posted, .string = "posted" });
	write_close(w);
	return end;
}

static void write_changes(struct diff *d)
{
	uint32_t slot = 0;

	write_open(&d->writer, PART_CHANGES, "changes");
	while (slot < d->new.info.wqe_cnt)
		slot = slot_changed(d, slot) ? write_change(d, slot) :
					       slot + 1;
	write_close(&d->writer);
}

/* WQEs */

static int write_changed(struct diff *d, const struct mlx5wqe_info *info,
			 const struct mlx5wqe_wqe *wqe, const char *change)
{
	struct mlx5wqe_wqe shown = *wqe;
	struct writer *w = &d->writer;
	int ret;

	/* Said by the change, of both images */
	shown.flags &= ~(uint32_t)MLX5WQE_WQE_PENDING_KNOWN;
	write_open(w, PART_WQE, NULL);
	write_string(w, "change", "", change);
	ret = write_wqe(w, &d->warnings, info, &shown, d->raw);
	d->total += write_warnings(w, &d->warnings);
	write_close(w);
	return ret;
}

static int on_old(const struct mlx5wqe_info *info,
		  const struct mlx5wqe_wqe *wqe, void *arg)
{
	struct diff *d = arg;

	if (moved(info->consumer, wqe->index) >= completed_slots(d))
		return -1;
	return write_changed(d, info, wqe, "completed");
}

static int on_new(const struct mlx5wqe_info *info,
		  const struct mlx5wqe_wqe *wqe, void *arg)
{
	struct diff *d = arg;

	if (moved(d->old.info.producer, wqe->index) >= posted_slots(d))
		return -1;
	return write_changed(d, info, wqe, wqe->flags & MLX5WQE_WQE_PENDING ?
					   "posted" : "posted+completed");
}

static int write_completed(struct diff *d)
{
	struct mlx5wqe_select pending = { .range = MLX5WQE_RANGE_PENDING };

	return mlx5wqe_walk(d->old.queue, &pending, NULL, on_old, d);
}

static int write_posted(struct diff *d)
{
	struct mlx5wqe_select select = {
		.range = MLX5WQE_RANGE_INDEX,
		.wqe_index = d->old.info.producer,
		.count = d->new.info.wqe_cnt,
	};

	if (overwritten_slots(d))
		select.range = MLX5WQE_RANGE_PENDING;
	return mlx5wqe_walk(d->new.queue, &select, NULL, on_new, d);
}

static int write_wqes(struct diff *d)
{
	int ret = 0;

	write_open(&d->writer, PART_WQES, "wqes");
	if (counted(d)) {
		ret = write_completed(d);
		if (ret <= 0)
			ret = write_posted(d);
	}
	write_close(&d->writer);
	return ret > 0 ? ret : 0;
}

static int write_diff(struct diff *d)
{
	struct writer *w = &d->writer;
	int err;

	write_open(w, PART_DOCUMENT, NULL);
	write_string(w, "schema", NULL, "mlx5wqe-diff/1");
	write_string(w, "device", "", d->new.info.device);
	write_queue(w, &d->new.info);
	write_side(w, "old", &d->old);
	write_side(w, "new", &d->new);
	write_moved(d);
	write_changes(d);
	err = write_wqes(d);
	if (overwritten_slots(d))
		warnings_add(&d->warnings, "%u slots were posted to more than once: only what is pending is shown",
			     overwritten_slots(d));
	d->total += write_warnings(w, &d->warnings);
	write_close(w);
	return err || !d->warnings.lost ? err : ENOMEM;
}

/* Returns 0 or a positive errno value. */
static int load(struct side *side)
{
	size_t size;
	int err;

	err = mlx5wqe_query(side->queue, &side->info);
	if (!err)
		err = mlx5wqe_image_query(side->queue, &side->image);
	if (err)
		return err;
	size = (size_t)side->info.wqe_cnt * side->info.stride;
	side->ring = malloc(size);
	if (!side->ring)
		return ENOMEM;
	return mlx5wqe_read(side->queue, side->ring, size, 0, size, NULL);
}

static void unload(struct side *side)
{
	free(side->ring);
	mlx5wqe_close(side->queue);
	*side = (struct side){};
}

static int compare(struct diff *d, char **names)
{
	const char *what;
	int err;

	err = load(&d->old);
	if (!err)
		err = load(&d->new);
	if (!err) {
		what = difference(&d->old, &d->new);
		if (what) {
			complain("%s and %s are not of the same queue: their %s differ",
				 names[0], names[1], what);
			return -1;
		}
		if (d->old.image.time > d->new.image.time) {
			complain("%s is newer than %s: name the older one first",
				 names[0], names[1]);
			return -1;
		}
		err = write_diff(d);
	}
	if (err)
		complain("cannot compare %s and %s: %s", names[0], names[1],
			 strerror(err));
	return err;
}

/* The n-th image of the one file with the n-th of the other */
static int compare_files(struct diff *d, FILE *old, FILE *new, char **names)
{
	bool first = true;
	int err;

	for (;; first = false) {
		err = image_next(old, names[0], first, &d->old.queue);
		if (!err)
			err = image_next(new, names[1], first, &d->new.queue);
		if (!err && !d->old.queue && !d->new.queue)
			return 0;
		if (!err && (!d->old.queue || !d->new.queue)) {
			complain("%s has more images than %s",
				 names[!d->old.queue], names[!d->new.queue]);
			err = -1;
		}
		if (!err)
			err = compare(d, names);
		unload(&d->old);
		unload(&d->new);
		if (err)
			return err;
	}
}

static int diff(struct diff *d, char **names)
{
	FILE *files[2] = {};
	int i, err = 0;

	for (i = 0; i < 2 && !err; i++) {
		files[i] = fopen(names[i], "re");
		if (!files[i]) {
			complain("cannot read %s: %s", names[i],
				 strerror(errno));
			err = -1;
		}
	}
	if (!err)
		err = compare_files(d, files[0], files[1], names);
	for (i = 0; i < 2; i++)
		if (files[i])
			fclose(files[i]);
	warnings_free(&d->warnings);
	if (err)
		return EXIT_FAILED;
	return d->total ? EXIT_MALFORMED : EXIT_OK;
}

static int parse_option(struct diff *d, int option)
{
	switch (option) {
	case 'x':
		d->raw = true;
		return 0;
	case 'j':
		d->json = true;
		return 0;
	case 'p':
		d->pretty = true;
		return 0;
	case 'v':
		d->verbose = true;
		return 0;
	default:
		return -1;
	}
}

int cmd_diff(int argc, char **argv)
{
	struct diff d = {};
	int option;

	while ((option = getopt_long(argc, argv, "xjpvhV", options, NULL)) !=
	       -1) {
		if (option == 'h') {
			diff_usage();
			return EXIT_OK;
		}
		if (option == 'V') {
			print_version();
			return EXIT_OK;
		}
		if (option == '?' || parse_option(&d, option))
			return EXIT_USAGE;
	}
	if (argc - optind != 2) {
		complain("name two images, the older one first");
		return EXIT_USAGE;
	}
	if (d.json)
		writer_init_json(&d.writer, stdout, d.pretty);
	else
		writer_init_text(&d.writer, stdout, d.verbose);
	return diff(&d, argv + optind);
}
