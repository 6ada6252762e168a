#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
# limit: 86400
# A million random calls, for make fuzz-kernel: up to an hour without KVM.
exec fuzz_ioctl 1000000
