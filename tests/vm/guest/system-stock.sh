#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
# In a system that has loaded the distribution's own mlx5_ib: it can be told from
# ours, and the command says what to do.
. "${0%/*}/lib.sh"
. "${0%/*}/lib-held.sh"

[ ! -e /sys/module/mlx5_ib/version ]
result $? "the driver has no version"
need_held
check_stock_advice
finish
