#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
# Random calls of the kernel's methods: see fuzz_ioctl.c. The long run is
# fuzz-long.sh.
exec fuzz_ioctl 20000 1
