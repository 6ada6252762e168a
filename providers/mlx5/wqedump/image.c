// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "image.h"
#include "wqedump.h"

#define TEMPORARY ".XXXXXX"

static void explain_view(int err)
{
	if (err == ENODATA)
		complain("the device does not say what is pending: use --all");
	else if (err == ESTALE)
		complain("the queue was destroyed, its number is that of another one now");
	else
		complain("cannot show the queue: %s", strerror(err));
}

int view_queue(const struct view *view, struct mlx5wqe_queue *queue)
{
	unsigned int warnings;
	int err;

	err = mlx5wqe_print(stdout, queue, &view->select, view->print_flags,
			    &warnings);
	if (!err)
		return warnings ? EXIT_MALFORMED : EXIT_OK;
	explain_view(err);
	return EXIT_FAILED;
}

bool pending_known(const struct mlx5wqe_info *info)
{
	uint64_t counters = MLX5WQE_INFO_PRODUCER | MLX5WQE_INFO_CONSUMER;

	return info->kind != MLX5WQE_SRQ &&
	       (info->comp_mask & counters) == counters &&
	       (uint16_t)(info->producer - info->consumer) <= info->wqe_cnt;
}

bool image_starts(const void *bytes, size_t length)
{
	return length >= IMAGE_START &&
	       !memcmp(bytes, "\x89WQE\r\n\x1a\n", IMAGE_START);
}

int image_next(FILE *file, const char *name, bool first,
	       struct mlx5wqe_queue **queue)
{
	struct mlx5wqe_image_error error;

	*queue = mlx5wqe_open_image(file, &error);
	if (*queue || (errno == ENODATA && !first))
		return 0;
	if (errno == ENODATA)
		complain("%s is empty", name);
	else if (*error.text)
		complain("%s: %s", name, error.text);
	else
		complain("cannot read %s: %s", name, strerror(errno));
	return -1;
}

/* What is pending, or whatever is there if that is not known or not told */
static int view_image(const struct view *view, struct mlx5wqe_queue *queue)
{
	struct view all = *view;
	struct mlx5wqe_info info;

	all.select.range = MLX5WQE_RANGE_ALL;
	if (!view->have_range && !mlx5wqe_query(queue, &info) &&
	    !pending_known(&info))
		view = &all;
	return view_queue(view, queue);
}

int image_view(const struct view *view, FILE *file, const char *name)
{
	struct mlx5wqe_queue *queue;
	int status = EXIT_OK, one;
	bool first = true;

	for (;; first = false) {
		if (image_next(file, name, first, &queue))
			return EXIT_FAILED;
		if (!queue)
			return status;
		one = view_image(view, queue);
		mlx5wqe_close(queue);
		if (one == EXIT_FAILED)
			return one;
		if (one != EXIT_OK)
			status = one;
	}
}

/* Returns 0 or a positive errno value. The file is on disk then. */
static int save_to(int fd, struct mlx5wqe_queue *queue)
{
	FILE *file = fdopen(fd, "w");
	int err;

	if (!file) {
		err = errno;
		close(fd);
		return err;
	}
	err = mlx5wqe_save(queue, file);
	if (!err && fsync(fd))
		err = errno;
	if (fclose(file) && !err)
		err = errno;
	return err;
}

/* Give the file its name. A link, other than a rename, replaces nothing. */
static int publish(const char *temporary, const char *name, bool force)
{
	if (force)
		return rename(temporary, name) ? errno : 0;
	return link(temporary, name) ? errno : 0;
}

static int save_as(struct mlx5wqe_queue *queue, char *temporary,
		   const char *name, bool force)
{
	int fd = mkstemp(temporary);
	int err;

	if (fd < 0)
		return errno;
	err = save_to(fd, queue);
	if (!err)
		err = publish(temporary, name, force);
	if (err || !force)
		unlink(temporary);
	return err;
}

int image_save(struct mlx5wqe_queue *queue, const char *name, bool force)
{
	char *temporary = malloc(strlen(name) + sizeof(TEMPORARY));
	int err = ENOMEM;

	if (temporary) {
		strcpy(temporary, name);
		strcat(temporary, TEMPORARY);
		err = save_as(queue, temporary, name, force);
	}
	free(temporary);
	if (err == EEXIST)
		complain("%s is there already: use --force to replace it",
			 name);
	else if (err)
		complain("cannot save %s: %s", name, strerror(err));
	return err ? EXIT_FAILED : EXIT_OK;
}
