#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
# The queues of two kernel modules that talk to each other, an SRP initiator
# and a target: with a receive queue each, and with the target on an SRQ.
# With an SRQ ib_srpt puts back a cache of request buffers that a channel then
# does not have.
# known warning: ib_srpt srpt_cache_put 6.1 6.12 7.3
# limit: 300
. "${0%/*}/lib.sh"
. "${0%/*}/lib-srp.sh"

# adapter_srqs: the numbers of all SRQs, one a line.
adapter_srqs()
{
	emuctl list | sed 's/.*"srqs":\[\([0-9,]*\).*/\1/' | tr , '\n'
}

# must STATUS TEXT: a point without which the rest makes no sense.
must()
{
	result "$1" "$2"
	[ "$1" -eq 0 ] && return
	dmesg | tail -n 20 | sed 's/^/# /'
	finish
	exit 1
}

# same_data: 4 MiB of random bytes come back from the disk as they went there.
same_data()
{
	dd if=/dev/urandom of=/tmp/wanted bs=1M count=4 status=none &&
		dd if=/tmp/wanted of="$disk" bs=64k oflag=direct status=none &&
		dd if="$disk" of=/tmp/found bs=64k count=64 iflag=direct \
			status=none &&
		cmp /tmp/wanted /tmp/found
}

# run_queues TITLE [SRQN]: compare all queues of a session. The IUs have the
# size that the target's driver logged for the last login.
run_queues()
{
	local title=$1 iu_size
	shift
	iu_size=$(dmesg |
		sed -n 's/.*SRP_LOGIN_REQ .* it_iu_len \([0-9]*\) .*/\1/p' |
		tail -n 1)
	compare_srp.py "$disk" "$queue_size" "$iu_size" "$@" >/tmp/points 2>&1
	result $? "$title: the comparison ran to its end"
	show_points "$title"
}

# show_points TITLE: pass the points of /tmp/points on.
show_points()
{
	local line
	while read -r line; do
		case $line in
		'ok '*) result 0 "$1: ${line#* - }" ;;
		'not ok '*) result 1 "$1: ${line#* - }" ;;
		1..*) ;;
		*) echo "$line" ;;
		esac
	done </tmp/points
}

# try_access TITLE QPN [SRQN]: who may read them, and all ways to read them.
try_access()
{
	local title=$1
	shift
	hostile ulp "$@" >/tmp/points 2>&1
	result $? "$title: hostile calls"
	show_points "$title"
}

# session TITLE [ATTRIBUTE=VALUE]...: a target, a session, and what it has.
session()
{
	local title=$1 before srqn
	shift
	before=$(adapter_srqs)
	start_target "$@"
	must $? "$title: target"
	srqn=$(adapter_srqs | grep -vxF "$before")
	log_in
	must $? "$title: initiator"
	same_data
	result $? "$title: the disk keeps data"
	# shellcheck disable=SC2086 # no argument when empty
	run_queues "$title" $srqn
	# shellcheck disable=SC2086
	try_access "$title, target" "$(srp_qps ib_srpt)" $srqn
	try_access "$title, initiator" "$(srp_qps ib_srp)"
	log_out
	must $? "$title: log out"
	modprobe -r ib_srp && stop_target
	result $? "$title: the modules unload"
}

session "with receive queues"
session "with an SRQ" use_srq=1 srp_sq_size=256
finish
