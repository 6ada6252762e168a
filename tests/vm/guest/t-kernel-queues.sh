#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
# The command on queues of the kernel: the QP1 of the port, and the QP that the
# driver registers memory with.
. lib.sh

# show ARGUMENT...: into /tmp/shown.
show()
{
	ibv_wqedump show -d mlx5_0 "$@" >/tmp/shown 2>&1
}

wait_for 100 port_active
show -q 1 -w rq --pending
result $? "QP1 is shown"
grep -q '^mlx5_0 QP 1 (0x1) GSI rq RTS (kernel)' /tmp/shown
result $? "QP1 is the kernel's: $(head -n 1 /tmp/shown)"
shown=$(grep -c '^wqe ' /tmp/shown)
posted=$(sed -n '1s/.* posted \([0-9]*\) .*/\1/p' /tmp/shown)
[ "$posted" -gt 0 ] && [ "$shown" -eq "$posted" ]
result $? "QP1: $shown of $posted posted receives are shown"

# The driver of 6.1 does not let its own QP be found.
if [[ $(uname -r) = 6.1.* ]]; then
	finish
	exit
fi

# Sets $umr and leaves what is shown of it in /tmp/shown.
find_umr()
{
	for umr in $(emuctl list | sed 's/.*"qps":\[\([0-9,]*\).*/\1/; s/,/ /g'); do
		if show -q "$umr" --all &&
			head -n 1 /tmp/shown | grep -q REG_UMR; then
			return 0
		fi
	done
	return 1
}

# The driver makes it when memory is registered for the first time.
ibv_rc_pingpong -d mlx5_0 >/dev/null 2>&1 &
server=$!
wait_for 50 find_umr
result $? "the driver's QP is found: $umr"
kill "$server"
grep -q '^wqe [0-9]* [-a-z]* UMR ' /tmp/shown
result $? "its requests are UMRs: $(grep -m 1 ' UMR ' /tmp/shown)"
finish
