#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
# What ibv_wqedump shows of a held ib_write_bw equals what the emulated adapter
# sees and what perftest says of itself, and looking does not disturb it.
. "${0%/*}/lib.sh"
. "${0%/*}/lib-held.sh"

need_held
emuctl qp "$qpn" >/tmp/emu.json
ibv_wqedump show -d mlx5_0 -q "$qpn" --pending -x -j >/tmp/show.json
result $? "ibv_wqedump show"
python3 "${0%/*}/show-perftest.py" "$client" "$depth" "$size"
result $? "agrees with the emulated adapter and with perftest"
[ "$(pending)" = "$depth" ]
result $? "nothing moved meanwhile"
emuctl release all >/dev/null
result $? "release"
end_pair "both ib_write_bw end with success"
grep -q "^ *$size  *$iterations " /tmp/client
result $? "the client reports all $iterations iterations"
finish
