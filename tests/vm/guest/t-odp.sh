#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
# Page faults are handled by the patched driver as by the distribution's own,
# to the last byte that it copies out of a queue: see odp.c. While a queue
# waits for a page, ibv_wqedump shows the WQE that names it.
# limit: 600
. lib.sh
points=/tmp/odp.points

# point STATUS TEXT: without a number.
point()
{
	if [ "$1" -eq 0 ]; then
		echo "ok - $2"
	else
		echo "not ok - $2"
	fi
}

load()
{
	mlx5-driver load "$1" >/dev/null && wait_for 100 port_active
	point $? "the $1 driver is loaded"
}

# run_odp DRIVER [CHECKER]: points of the program, and whether it ended well.
run_odp()
{
	local driver=$1 rc=0
	shift
	odp "/tmp/odp.$driver" "$@" >/tmp/odp.out 2>&1 || rc=$?
	sed -E "/^1\.\./d; s/^((not )?ok) [0-9]+ - /\1 - $driver driver: /" \
		/tmp/odp.out
	point $rc "$driver driver: the program ends with success"
}

same_facts()
{
	[ -s /tmp/odp.patched ] && diff /tmp/odp.patched /tmp/odp.stock
}

{
	wait_for 100 port_active
	run_odp patched odp-waiting.py
	load stock
	run_odp stock
	same_facts
	point $? "both counted the same: $(wc -l </tmp/odp.patched) facts"
	load patched
} >"$points" 2>&1
number_points "$points"
