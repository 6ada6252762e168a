#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
# Queues that are read while the driver is unbound from the device, and while
# its module is replaced.
. lib.sh

race 3 unbind >/tmp/unbind.tap 2>&1
result $? "unbound while read"
grep -v '^1\.\.' /tmp/unbind.tap | sed 's/^/# /'
wait_for 100 port_active
result $? "port is active again"
mlx5-driver load patched >/tmp/load.out 2>&1
result $? "module is removed and loaded"
wait_for 100 port_active
result $? "port is active once more"
finish
