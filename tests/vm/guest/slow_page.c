// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
#include "slow_page.h"

#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <poll.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "poster_die.h"

bool slow_page_open(struct slow_page *slow, size_t pages)
{
	struct uffdio_api api = { .api = UFFD_API };
	struct uffdio_register range = { .mode = UFFDIO_REGISTER_MODE_MISSING };

	/* Only then can it be polled */
	slow->uffd = syscall(SYS_userfaultfd, O_CLOEXEC | O_NONBLOCK);
	if (slow->uffd < 0)
		return false;
	need(!ioctl(slow->uffd, UFFDIO_API, &api));
	slow->size = pages * sysconf(_SC_PAGESIZE);
	slow->page = mmap(NULL, slow->size, PROT_READ | PROT_WRITE,
			  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	need(slow->page != MAP_FAILED);
	range.range.start = (uintptr_t)slow->page;
	range.range.len = slow->size;
	need(!ioctl(slow->uffd, UFFDIO_REGISTER, &range));
	return true;
}

bool slow_page_wanted(const struct slow_page *slow, int ms)
{
	struct pollfd fd = { .fd = slow->uffd, .events = POLLIN };
	struct uffd_msg msg;

	return poll(&fd, 1, ms) == 1 && fd.revents == POLLIN &&
	       read(slow->uffd, &msg, sizeof(msg)) == sizeof(msg) &&
	       msg.event == UFFD_EVENT_PAGEFAULT;
}

void slow_page_give(const struct slow_page *slow)
{
	struct uffdio_zeropage zero = {
		.range = { (uintptr_t)slow->page, slow->size },
	};

	need(!ioctl(slow->uffd, UFFDIO_ZEROPAGE, &zero));
}

void slow_page_take(const struct slow_page *slow)
{
	need(!madvise(slow->page, slow->size, MADV_DONTNEED));
}

void slow_page_close(const struct slow_page *slow)
{
	munmap(slow->page, slow->size);
	close(slow->uffd);
}
