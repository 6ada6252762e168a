#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
# limit: 600
# Queues that are read while the driver is unbound from the device, and while
# its module is removed.
. lib.sh

race unbind 300 unload 300 | sed -u '/^1\.\./d; s/^/# /'
result "${PIPESTATUS[0]}" "unbound and removed while read"
wait_for 100 port_active
result $? "port is active again"
mlx5-driver check patched >/tmp/check.out 2>&1
result $? "the driver that was loaded last is the patched one"
finish
