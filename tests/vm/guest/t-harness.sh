#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
# The harness itself: tests that go wrong in every way must not pass.
. "${0%/*}/lib.sh"

# judge TEXT WANTED BODY: the harness says about a test with this body just what is
# wanted, but for comments and the numbers of points.
judge()
{
	local said
	printf '#!/bin/bash\n%s\n' "$3" >/tests/x-judged
	chmod +x /tests/x-judged
	said=$(TEST_TIMEOUT=2 harness tap x-judged |
		sed -n -E '/^#/d; s/^(ok|not ok) [0-9]+ - /\1: /p')
	[ "$said" = "$2" ] || printf 'said: %s\n' "$said"
	[ "$said" = "$2" ]
	result $? "$1"
}

judge "a point passes" "ok: x-judged: fine" \
	'echo "ok 1 - fine"; echo 1..1'
judge "a status passes" "ok: x-judged" \
	'exit 0'
judge "a point fails" "not ok: x-judged: bad" \
	'echo "not ok 1 - bad"; echo 1..1; exit 1'
judge "a status fails" "not ok: x-judged: exit status 3" \
	'exit 3'
judge "a status fails in spite of its points" "ok: x-judged: fine
not ok: x-judged: exit status 3" \
	'echo "ok 1 - fine"; echo 1..1; exit 3'
judge "a test is skipped" "ok: x-judged # SKIP no such thing" \
	'echo "no such thing"; exit 77'
judge "a plan that does not hold fails" "ok: x-judged: fine
not ok: x-judged: planned 2, ran 1" \
	'echo "ok 1 - fine"; echo 1..2'
judge "a missing plan fails" "ok: x-judged: fine
not ok: x-judged: planned nothing, ran 1" \
	'echo "ok 1 - fine"'
judge "a hang fails" "not ok: x-judged: ended within 2 s" \
	'sleep 60'
judge "a signal fails" "not ok: x-judged: exit status 139" \
	'kill -SEGV $$'
judge "a warning of the kernel fails" "ok: x-judged
not ok: x-judged: kernel log is clean" \
	'echo "WARNING: CPU: 0 PID: 1 at nowhere" >/dev/kmsg'
# A warning as the kernel prints it, and the words that make it known
# shellcheck disable=SC2016 # expanded by the test that is judged
warn='warn() { for line in "WARNING: nowhere.c:1 at $1+0x1/0x2 [x_module]" \
	"Call Trace:" " $1+0x1/0x2 [x_module]"; do
	echo "$line" >/dev/kmsg; done; }'
known='# known warning:'
here=$(uname -r | cut -d . -f 1,2)
judge "a known warning passes" "ok: x-judged" \
	"$known x_module x_function 0.1 $here
	$warn; warn x_function"
judge "but once" "ok: x-judged
not ok: x-judged: kernel log is clean" \
	"$known x_module x_function $here
	$warn; warn x_function; warn x_function"
judge "and not another one beside it" "ok: x-judged
not ok: x-judged: kernel log is clean" \
	"$known x_module x_function $here
	$warn; warn x_function; warn y_function"
judge "nor that of another module" "ok: x-judged
not ok: x-judged: kernel log is clean" \
	"$known y_module x_function $here
	$warn; warn x_function"
judge "nor on a kernel where it is not known" "ok: x-judged
not ok: x-judged: kernel log is clean" \
	"$known x_module x_function 0.1
	$warn; warn x_function"
judge "nor anything else" "ok: x-judged
not ok: x-judged: kernel log is clean" \
	"$known x_module x_function $here
	$warn; warn x_function; echo 'BUG: x_function+0x1/0x2 [x_module]' >/dev/kmsg"
judge "a leftover does not live on" "ok: x-judged" \
	'sleep 1000 & exit 0'
! pgrep -f 'sleep 1000' >/dev/null
result $? "and is gone"
rm /tests/x-judged
# The warnings above were ours: what the harness looks at begins at a mark.
echo "mlx5wqe: begin t-harness.sh" >/dev/kmsg
finish
