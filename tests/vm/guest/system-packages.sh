#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
# In a system that has the Debian packages: what its own ibv_wqedump, with its
# own libraries, shows of a held queue.
ibv_wqedump()
{
	chroot /mnt /usr/bin/ibv_wqedump "$@"
}

. "${0%/*}/t-show-perftest.sh"
