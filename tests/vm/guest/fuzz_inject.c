// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Failures of allocations and copies inside of a call, on kernels that can be
 * asked for them: Documentation/fault-injection.
 */
#include "fuzz.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "poster_die.h"

#define DEBUG_DIR "/sys/kernel/debug/"
#define FAIL_NTH "/proc/thread-self/fail-nth"

static bool write_setting(const char *path, const char *value)
{
	FILE *file = fopen(path, "w");
	bool well = file && fputs(value, file) >= 0;

	if (file && fclose(file))
		well = false;
	return well;
}

/* Every allocation may fail, and nothing is said of it in the kernel's log */
bool fuzz_inject_setup(void)
{
	static const struct {
		const char *path, *value;
	} settings[] = {
		{ DEBUG_DIR "failslab/ignore-gfp-wait", "N" },
		{ DEBUG_DIR "failslab/verbose", "0" },
		{ DEBUG_DIR "fail_page_alloc/ignore-gfp-wait", "N" },
		{ DEBUG_DIR "fail_page_alloc/verbose", "0" },
		{ DEBUG_DIR "fail_usercopy/verbose", "0" },
	};

	if (access(FAIL_NTH, F_OK))
		return false;
	for (size_t i = 0; i < ARRAY_SIZE(settings); i++)
		if (!write_setting(settings[i].path, settings[i].value))
			die("%s: %s", settings[i].path, strerror(errno));
	return true;
}

int fuzz_inject_open(void)
{
	return open(FAIL_NTH, O_RDWR | O_CLOEXEC);
}

static bool set_nth(int file, uint32_t nth)
{
	char text[16];
	int length = snprintf(text, sizeof(text), "%u", nth);

	return pwrite(file, text, length, 0) == length;
}

void fuzz_inject_start(int file, uint32_t nth)
{
	need(set_nth(file, nth));
}

/*
 * Reading what is left to count may fail for it, and setting it. Nothing may
 * fail later.
 */
bool fuzz_inject_end(int file)
{
	char text[16] = "";
	bool counted = pread(file, text, sizeof(text) - 1, 0) > 0;

	if (!set_nth(file, 0))
		need(set_nth(file, 0));
	return counted && !strtoul(text, NULL, 10);
}
