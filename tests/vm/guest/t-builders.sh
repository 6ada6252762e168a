#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
# What ibv_wqedump reads of requests that the extended API of libibverbs and
# the builders of libmlx5 made is what was asked of them. Requests are random,
# from the seeds 1 to $BUILDER_SEEDS; the first also tests the comparison.

here=${0%/*}
# shellcheck source=lib.sh
. "$here/lib.sh"
directory=$(mktemp -d)
failed=

run_seed()
{
	local self_test='' rc=0
	[ "$1" -ne 1 ] || self_test=--self-test
	mkdir "$directory/$1"
	# shellcheck disable=SC2086 # no argument when empty
	"$here/builder" -s "$1" -o "$directory/$1" \
		"$here/compare_builders.py" $self_test 2>&1 || rc=1
	if [ $rc -eq 0 ]; then
		echo "ok - seed $1 ran to its end"
	else
		echo "not ok - seed $1 ran to its end"
		failed=yes
	fi
}

{
	for seed in $(seq "${BUILDER_SEEDS:-8}"); do
		run_seed "$seed"
	done
	# What a seed leaves that fails may be cut short.
	[ -n "$failed" ] ||
		"$here/compare_builders.py" --coverage "$directory" 2>&1
} >"$directory/points"

number_points "$directory/points"
rc=$?
rm -r "$directory"
exit $rc
