// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
#include "caps.h"

#include <sys/syscall.h>
#include <unistd.h>

#include "poster_die.h"

void keep_caps(uint64_t keep)
{
	struct __user_cap_header_struct header = {
		.version = _LINUX_CAPABILITY_VERSION_3,
	};
	struct __user_cap_data_struct data[_LINUX_CAPABILITY_U32S_3];

	need(!syscall(SYS_capget, &header, data));
	for (int i = 0; i < _LINUX_CAPABILITY_U32S_3; i++) {
		data[i].effective &= keep >> 32 * i;
		data[i].permitted &= keep >> 32 * i;
		data[i].inheritable = 0;
	}
	need(!syscall(SYS_capset, &header, data));
}
