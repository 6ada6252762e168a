#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
# With the distribution's own mlx5_ib a foreign queue cannot be read: the
# command says what to do, and disturbs nothing.
. "${0%/*}/lib.sh"
. "${0%/*}/lib-held.sh"

mlx5-driver load stock && wait_for 100 port_active
result $? "the stock driver is loaded"
need_held
check_stock_advice
mlx5-driver load patched && wait_for 100 port_active
result $? "the patched driver is loaded again"
finish
