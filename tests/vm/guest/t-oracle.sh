#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
# What ibv_wqedump and the library read is what was asked of libibverbs. Work
# requests are random, from the seeds 1 to $ORACLE_SEEDS; the first also takes
# the long ways: every length of inline data, across the end of the 16-bit
# counter, and a self-test of the comparison.

here=${0%/*}
# shellcheck source=lib.sh
. "$here/lib.sh"
directory=$(mktemp -d)

run_seed()
{
	local options='' self_test='' rc=0
	if [ "$1" -eq 1 ]; then
		options=-t
		self_test=--self-test
	fi
	mkdir "$directory/$1"
	# shellcheck disable=SC2086 # no argument when empty
	"$here/poster" -s "$1" -o "$directory/$1" $options \
		"$here/compare.py" $self_test 2>&1 || rc=1
	echo "$([ $rc -eq 0 ] || echo "not ")ok - seed $1 ran to its end"
}

{
	for seed in $(seq "${ORACLE_SEEDS:-4}"); do
		run_seed "$seed"
	done
	"$here/compare.py" --coverage "$directory" 2>&1
} >"$directory/points"

number_points "$directory/points"
rc=$?
rm -r "$directory"
exit $rc
