#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
# perftest over the emulated adapter: every operation of RC, SEND of UC and UD.
. "${0%/*}/lib.sh"

perftest()
{
	start_pair "$@" -d mlx5_0 -F
	end_pair "$*"
}

perftest ib_write_bw -s 4096 -n 500 -t 64
perftest ib_write_bw -s 65536 -n 100
perftest ib_write_bw -c UC -s 2048 -n 200
perftest ib_write_lat -s 64 -n 200
perftest ib_read_bw -s 4096 -n 500
perftest ib_read_lat -s 8 -n 200
perftest ib_send_bw -s 4096 -n 500
perftest ib_send_lat -s 32 -n 200
perftest ib_send_lat -c UC -s 32 -n 200
perftest ib_send_lat -c UD -s 32 -n 200
perftest ib_atomic_bw -A FETCH_AND_ADD -n 500
perftest ib_atomic_bw -A CMP_AND_SWAP -n 500
perftest ib_atomic_lat -n 200
finish
