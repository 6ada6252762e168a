#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
# In a system that has loaded our mlx5_ib: it says which kernel it was made for,
# and that is the one that runs.
. "${0%/*}/lib.sh"

running=$(sed -n 's/.* Debian \([^ ]*\) .*/\1/p' /proc/version)
[ "$(cat /sys/module/mlx5_ib/version)" = "mlx5wqe/$running" ]
result $? "the driver is for linux $running"
[ "$(modinfo -n mlx5_ib)" = "$(ls "/lib/modules/$(uname -r)"/updates/dkms/*)" ]
result $? "modprobe prefers it"
finish
