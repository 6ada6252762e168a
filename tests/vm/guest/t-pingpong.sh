#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
# rdma-core's ping-pong programs, polling and with completion events.
. "${0%/*}/lib.sh"

for kind in rc uc ud srq; do
	for events in '' -e; do
		# shellcheck disable=SC2086 # no argument when empty
		start_pair "ibv_${kind}_pingpong" -d mlx5_0 -n 200 $events
		end_pair "ibv_${kind}_pingpong $events"
	done
done
finish
