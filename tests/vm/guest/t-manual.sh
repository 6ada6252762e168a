#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
# The examples of the manual that need a device, each in the situation that its
# page speaks of.
# limit: 600
. "${0%/*}/lib.sh"
. "${0%/*}/lib-held.sh"

# Listed before a session writes files of its own beside them
pages=(/tests/manual/*.[1-9])

# sessions SITUATION [NAME=VALUE...]: of all pages
sessions()
{
	local line before=$points
	python3 /tests/manual/examples.py run "$1" /tests/manual \
		"${pages[@]}" "${@:2}" >/tmp/sessions 2>&1
	result $? "examples of the situation: $1"
	while IFS= read -r line; do
		case $line in
		'ok - '*) result 0 "${line#*- }" ;;
		'not ok - '*) result 1 "${line#*- }" ;;
		*) echo "$line" ;;
		esac
	done </tmp/sessions
	[ $((points - before)) -gt 1 ] || result 1 "there are some"
}

# hung SITUATION: the same beside a pair that hangs
hung()
{
	need_held
	sessions "$1" qpn="$qpn" pid="$client"
	emuctl release all >/dev/null
	end_pair "both ib_write_bw end with success"
}

wait_for 100 port_active
sessions patched
hung hung
mlx5-driver load stock && wait_for 100 port_active
result $? "the stock driver is loaded"
hung stock-hung
mlx5-driver load patched && wait_for 100 port_active
result $? "the patched driver is loaded again"
finish
