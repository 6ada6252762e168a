#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
# With the distribution's own mlx5_ib a foreign queue cannot be read: the
# command says what to do, and disturbs nothing.
. "${0%/*}/lib.sh"
. "${0%/*}/lib-held.sh"

mlx5-driver load stock && wait_for 100 port_active
result $? "the stock driver is loaded"
need_held
ibv_wqedump show -d mlx5_0 -q "$qpn" >/tmp/show 2>/tmp/show.err
[ $? -eq 1 ] && [ ! -s /tmp/show ]
result $? "ibv_wqedump show fails and prints nothing"
grep -q 'this kernel has no WQ_READ: install the patched mlx5_ib' /tmp/show.err
result $? "it says what to install"
cat /tmp/show.err
emuctl release all >/dev/null
end_pair "both ib_write_bw end with success"
mlx5-driver load patched && wait_for 100 port_active
result $? "the patched driver is loaded again"
finish
