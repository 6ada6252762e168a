# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
# Functions of the guest's shell tests: TAP, and a server and a client that
# meet over TCP port 18515, the default of the ping-pong programs and perftest.
# shellcheck shell=bash

port_hex=4853	# 18515
points=0
failures=0

# result STATUS TEXT: one TAP point.
result()
{
	points=$((points + 1))
	if [ "$1" -eq 0 ]; then
		echo "ok $points - $2"
	else
		echo "not ok $points - $2"
		failures=$((failures + 1))
	fi
}

# number_points FILE: print points without numbers as TAP. What failed comes
# once more at the end, where a reader of a cut log sees it.
number_points()
{
	awk '/^(not )?ok - / { sub(/ok - /, "ok " ++n " - ") }
		{ print }
		/^ok / { next }
		{ failed[++lines] = $0 }
		END {
			print "1.." n + 0
			for (i = 1; i <= lines; i++)
				print "# " failed[i]
		}' "$1"
	! grep -q '^not ok ' "$1"
}

finish()
{
	echo "1..$points"
	[ "$failures" -eq 0 ]
}

# wait_for TRIES COMMAND...: until the command succeeds, ten tries a second.
wait_for()
{
	local tries=$1
	shift
	while ! "$@"; do
		tries=$((tries - 1))
		[ "$tries" -gt 0 ] || return 1
		sleep 0.1
	done
}

listening()
{
	cat /proc/net/tcp /proc/net/tcp6 | grep -q ":$port_hex [0:]* 0A "
}

not_listening()
{
	! listening
}

# start_pair COMMAND...: the command as server, then as client. Sets $server
# and $client to their process ids; output is in /tmp/server and /tmp/client.
start_pair()
{
	wait_for 100 not_listening || return 1
	"$@" >/tmp/server 2>&1 &
	server=$!
	wait_for 300 listening || return 1
	"$@" 127.0.0.1 >/tmp/client 2>&1 &
	# shellcheck disable=SC2034 # for the caller
	client=$!
}

# end_pair TEXT: both must end with success.
end_pair()
{
	local a=0 b=0
	wait "$client" || a=$?
	wait "$server" || b=$?
	if [ "$a" -ne 0 ] || [ "$b" -ne 0 ]; then
		echo "client $a, server $b"
		cat /tmp/client /tmp/server
	fi
	result $((a | b)) "$1"
}

port_active()
{
	grep -q ACTIVE /sys/class/infiniband/mlx5_0/ports/1/state 2>/dev/null
}
