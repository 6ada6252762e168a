#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
# limit: 3600
# How fast queues of other processes are read, and what that costs them: see
# tests/bench/README.md.
. "${0%/*}/lib.sh"

pairs=5
writes=20000
rate=100
size=65536

# bandwidth TAG [READER]: run ib_write_bw and add its average in MB/s to
# /tmp/TAG. A reader reads the requester's SQ meanwhile.
bandwidth()
{
	local qpn reader=
	start_pair stdbuf -oL ib_write_bw -d mlx5_0 -F -s "$size" \
		-n "$writes" || return 1
	wait_for 300 grep -q 'remote address' /tmp/client || return 1
	if [ $# -gt 1 ]; then
		qpn=$(sed -n 's/.*local address:.*QPN \(0x[0-9a-f]*\).*/\1/p' \
			/tmp/client | head -n 1)
		bench_read --rate "$rate" "$qpn" >>/tmp/readers &
		reader=$!
	fi
	wait "$client" && wait "$server" || return 1
	[ -z "$reader" ] || wait "$reader" || return 1
	awk -v size="$size" '$1 == size { print $4 }' /tmp/client >>"/tmp/$1"
}

# mean_and_spread FILE: mean, standard deviation and number of its values.
mean_and_spread()
{
	awk '{ n++; sum += $1; squares += $1 * $1 }
		END {
			mean = sum / n
			spread = n > 1 ? (squares - n * mean * mean) / (n - 1) : 0
			printf "%.1f MB/s, standard deviation %.1f, of %d runs\n",
				mean, sqrt(spread > 0 ? spread : 0), n
		}' "$1"
}

echo "kernel $(uname -r)"
bench_read || exit 1
for _ in $(seq "$pairs"); do
	bandwidth alone && bandwidth read reader || exit 1
done
echo "ib_write_bw, $writes times $size bytes, one run after the other:"
echo "alone: $(mean_and_spread /tmp/alone)"
echo "with a reader at $rate reads a second: $(mean_and_spread /tmp/read)"
cat /tmp/readers
