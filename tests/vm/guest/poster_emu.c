// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Control channel of the emulated adapter: a virtio serial port */

#include <fcntl.h>
#include <stdarg.h>
#include <sys/file.h>
#include <unistd.h>

#include "poster_die.h"
#include "poster_emu.h"

#define PORT_PATH "/dev/virtio-ports/mlx5emu.ctl"
/* The port is one stream: commands take turns, those of emuctl as well */
#define LOCK_PATH "/run/emuctl.lock"

static char *read_line(int fd)
{
	size_t size = 4096, length = 0;
	char *line = malloc(size);

	need(line);
	for (;;) {
		ssize_t n = read(fd, line + length, size - length - 1);
		char *end;

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			die("no answer from %s", PORT_PATH);
		length += n;
		line[length] = '\0';
		end = strchr(line, '\n');
		if (end) {
			*end = '\0';
			return line;
		}
		if (size - length < 2) {
			size *= 2;
			/* cppcheck-suppress memleakOnRealloc ; need() exits */
			line = realloc(line, size);
			need(line);
		}
	}
}

char *emu_ask(const char *format, ...)
{
	char command[128], *line;
	int lock, port, length;
	va_list args;

	va_start(args, format);
	length = vsnprintf(command, sizeof(command) - 1, format, args);
	va_end(args);
	if (length < 0 || (size_t)length >= sizeof(command) - 1)
		die("command too long");
	command[length++] = '\n';

	lock = open(LOCK_PATH, O_CREAT | O_RDWR | O_CLOEXEC, 0600);
	need(lock >= 0);
	need(!flock(lock, LOCK_EX));
	port = open(PORT_PATH, O_RDWR | O_CLOEXEC);
	need(port >= 0);
	need(write(port, command, length) == length);
	line = read_line(port);
	close(port);
	close(lock);
	if (strstr(line, "\"error\""))
		die("%.*s: %s", length - 1, command, line);
	return line;
}

void emu_hold_all(void)
{
	free(emu_ask("hold all"));
}

void emu_release(uint32_t qpn)
{
	free(emu_ask("release %u", qpn));
}

void emu_step(uint32_t qpn, uint32_t count)
{
	char *line = emu_ask("step %u %u", qpn, count);
	const char *executed = strstr(line, "\"executed\":");

	if (!executed ||
	    strtoul(executed + strlen("\"executed\":"), NULL, 10) != count)
		die("step %u %u: %s", qpn, count, line);
	free(line);
}
