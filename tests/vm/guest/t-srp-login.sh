#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
# Queues of kernel modules that come and go while all queues are read by number:
# QPs with every login and logout, the SRQ of the target in between.
# limit: 300
. "${0%/*}/lib.sh"
. "${0%/*}/lib-srp.sh"

rounds=${SRP_ROUNDS:-30}

use_srq()
{
	echo "$1" | tee "$target_dir"/srpt/0x*/0x*/attrib/use_srq >/dev/null
}

one_round()
{
	log_in && dd if="$disk" of=/dev/null bs=64k count=4 iflag=direct \
		status=none && log_out && use_srq 1 && use_srq 0
}

start_target
result $? "a target"
# The numbers that are free again are given to the next ones.
emuctl reuse on >/dev/null
read_all 80 >/tmp/reader 2>&1 &
reader=$!
done=0
while [ "$done" -lt "$rounds" ] && one_round; do
	done=$((done + 1))
done
[ "$done" -eq "$rounds" ]
result $? "$done of $rounds times logged in and out"
kill "$reader"
wait "$reader"
result $? "the reader: $(tail -n 1 /tmp/reader)"
sed 's/^/# /' /tmp/reader
emuctl reuse off >/dev/null
modprobe -r ib_srp && stop_target
result $? "the modules unload"
finish
