#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
# The examples of the manual that need a device, each in the situation that its
# page speaks of.
. "${0%/*}/lib.sh"
. "${0%/*}/lib-held.sh"

# sessions SITUATION [NAME=VALUE...]: of all pages
sessions()
{
	local page
	for page in /tests/manual/*.[1-9]; do
		python3 /tests/manual/examples.py run "$1" /tests/manual \
			"$page" "${@:2}" || result $? "${page##*/}, $1"
	done >/tmp/sessions
	cat /tmp/sessions
	grep -q '^ok ' /tmp/sessions || result 1 "there are sessions: $1"
}

# held SITUATION: the same beside a pair that hangs
held()
{
	need_held
	sessions "$1" qpn="$qpn" pid="$client"
	emuctl release all >/dev/null
	end_pair "both ib_write_bw end with success"
}

all()
{
	wait_for 100 port_active
	sessions patched
	held hung
	mlx5-driver load stock && wait_for 100 port_active
	result $? "the stock driver is loaded"
	sessions stock
	held stock-hung
	mlx5-driver load patched && wait_for 100 port_active
	result $? "the patched driver is loaded again"
}

(all) >/tmp/points 2>&1
# Some of the points have numbers, some have none.
sed -i -E 's/^((not )?ok) [0-9]+ - /\1 - /' /tmp/points
number_points /tmp/points
