# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
# What check and check-kernels have in common: parts that print TAP, and the
# count of all their tests.
# shellcheck shell=bash
. "$(dirname "${BASH_SOURCE[0]}")/entries.sh"

parts_tap=$(mktemp)
trap 'rm -f "$parts_tap"' EXIT
parts_start=$SECONDS

# part NAME COMMAND...: it failed if it says so, or if it ends with an error that
# no point tells of.
part()
{
	local name=$1 rc=0 out
	shift
	say "== $name"
	out=$(mktemp)
	show '' "$out" '' "$@" || rc=$?
	if [ "$rc" -ne 0 ] && ! grep -q '^not ok' "$out"; then
		echo "not ok - $name: ended with status $rc" | tee -a "$out"
	fi
	cat "$out" >>"$parts_tap"
	rm "$out"
}

# Say what failed and count the tests in the last line. Fails if any failed.
count_parts()
{
	local passed failed skipped result
	passed=$(grep '^ok ' "$parts_tap" | grep -c -v '# SKIP' || true)
	failed=$(grep -c '^not ok ' "$parts_tap" || true)
	skipped=$(grep '^ok ' "$parts_tap" | grep -c '# SKIP' || true)
	say "== done in $((SECONDS - parts_start)) s, logs in $log_dir"
	grep '^not ok ' "$parts_tap" || true
	result="$passed passed, $failed failed"
	[ "$skipped" -eq 0 ] || result="$result, $skipped skipped"
	printf '%s\n' "$result"
	[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
}
