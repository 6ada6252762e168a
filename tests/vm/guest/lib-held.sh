# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
# A pair of ib_write_bw whose requester is held by the emulated adapter.
# shellcheck shell=bash

depth=64
size=65536
iterations=1000

# start_held: hold all queues and start the pair. Sets $qpn to the requester's
# queue and returns when all its requests are posted.
start_held()
{
	emuctl hold all >/dev/null || return 1
	# perftest must not sit on its first lines until it ends.
	start_pair stdbuf -oL ib_write_bw -d mlx5_0 -F -s "$size" \
		-n "$iterations" -t "$depth" || return 1
	wait_for 300 grep -q 'remote address' /tmp/client || return 1
	qpn=$(($(sed -n 's/.*local address:.*QPN \(0x[0-9a-f]*\).*/\1/p' \
		/tmp/client | head -n 1)))
	wait_for 300 all_posted
}

# need_held: a test that cannot go on without the pair.
need_held()
{
	if start_held; then
		result 0 "ib_write_bw is held with $depth requests posted"
		return
	fi
	result 1 "ib_write_bw is held with $depth requests posted"
	cat /tmp/server /tmp/client
	finish
	exit 1
}

all_posted()
{
	[ "$(pending)" = "$depth" ]
}

# How many requests the emulated adapter sees pending on $qpn.
pending()
{
	emuctl qp "$qpn" | python3 -c \
		'import json, sys; print(len(json.load(sys.stdin)["sq"]["pending"]))'
}

# check_stock_advice: what the command says of the held queue with the
# distribution's own mlx5_ib, which cannot hand out foreign queues.
check_stock_advice()
{
	ibv_wqedump show -d mlx5_0 -q "$qpn" >/tmp/show 2>/tmp/show.err
	[ $? -eq 1 ] && [ ! -s /tmp/show ]
	result $? "ibv_wqedump show fails and prints nothing"
	grep -q 'this kernel has no WQ_READ: install the patched mlx5_ib' \
		/tmp/show.err
	result $? "it says what to install"
	cat /tmp/show.err
	emuctl release all >/dev/null
	end_pair "both ib_write_bw end with success"
}
