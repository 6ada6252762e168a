#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
# What ./bootstrap demo shows: a stuck ib_write_bw, read from outside.
. "${0%/*}/lib.sh"
. "${0%/*}/lib-held.sh"

title()
{
	printf '\n=== %s\n' "$*"
}

# try COMMAND...: as one would type it.
try()
{
	printf '$ %s\n' "$*"
	"$@"
}

# The first WQEs of a JSON document and a note about the rest.
few_wqes()
{
	python3 -c '
import json, sys
document = json.load(sys.stdin)
wqes = document["wqes"]
document["wqes"] = wqes[:2] + ["... %d more ..." % (len(wqes) - 2)]
print(json.dumps(document, indent=2))'
}

give_up()
{
	cat /tmp/server /tmp/client
	echo "demo: $*"
	exit 1
}

title "The distribution's mlx5_core, our mlx5_ib, on an emulated adapter"
try uname -r
try mlx5-driver check patched || give_up "the wrong driver is loaded"
try ibv_devinfo -d mlx5_0 | head -n 8

title "Two ib_write_bw, while the emulated adapter holds the requester's queue"
start_held || give_up "ib_write_bw did not come to stand"
grep -E 'TX depth|(local|remote) address' /tmp/client
echo "server: pid $server, client: pid $client, stuck on its QPN $qpn"

title "A third process asks the kernel what was posted"
ibv_wqedump show -d mlx5_0 -q "$qpn" --pending >/tmp/show ||
	give_up "ibv_wqedump failed"
echo "\$ ibv_wqedump show -d mlx5_0 -q $qpn --pending"
head -n 12 /tmp/show
echo "... $(($(wc -l </tmp/show) - 14)) more lines ..."
tail -n 2 /tmp/show

title "One of them in full"
try ibv_wqedump show -d mlx5_0 -q "$qpn" -n 0 -v -x || give_up "no WQE 0"

title "The same as JSON"
echo "\$ ibv_wqedump show -d mlx5_0 -q $qpn --pending -j"
ibv_wqedump show -d mlx5_0 -q "$qpn" --pending -j | few_wqes ||
	give_up "no JSON"

title "The hold is released, and both processes end undisturbed"
try emuctl release all
wait "$client" || give_up "the client failed"
wait "$server" || give_up "the server failed"
grep -A 1 '#bytes' /tmp/client
echo "server and client ended with success"
