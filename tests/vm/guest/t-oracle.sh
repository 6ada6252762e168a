#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
# What ibv_wqedump and the library read is what was asked of libibverbs. Work
# requests are random, from the seeds 1 to $ORACLE_SEEDS; the first also takes
# the long ways: every length of inline data, across the end of the 16-bit
# counter, and a self-test of the comparison.

here=${0%/*}
directory=$(mktemp -d)
failed=0

run_seed()
{
	local options='' self_test='' rc=0
	if [ "$1" -eq 1 ]; then
		options=-t
		self_test=--self-test
	fi
	# shellcheck disable=SC2086 # no argument when empty
	"$here/poster" -s "$1" -o "$directory/$1" $options \
		"$here/compare.py" $self_test || rc=1
	echo "$([ $rc -eq 0 ] || echo "not ")ok - seed $1 ran to its end"
}

for seed in $(seq "${ORACLE_SEEDS:-4}"); do
	mkdir "$directory/$seed"
	run_seed "$seed"
done >"$directory/points" 2>&1
"$here/compare.py" --coverage "$directory" >>"$directory/points" 2>&1

awk '/^(not )?ok - / { sub(/ok - /, "ok " ++n " - ") } { print }
	END { print "1.." n + 0 }' "$directory/points"
grep -q '^not ok ' "$directory/points" && failed=1
rm -r "$directory"
exit $failed
