# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
# What tests of Secure Boot have in common. Needs lib.sh.
# shellcheck shell=bash

variable=SecureBoot-8be4df61-93ca-11d2-aa0d-00e098032b8c

# check_secure_boot: the firmware enforces it, and the kernel knows.
check_secure_boot()
{
	mkdir -p /tmp/efivars
	mount -t efivarfs efivarfs /tmp/efivars
	[ "$(tail -c 1 "/tmp/efivars/$variable" | od -A n -t u1)" -eq 1 ]
	result $? "Secure Boot is on"
	mount -t securityfs securityfs /sys/kernel/security 2>/dev/null
	grep -qF '[integrity]' /sys/kernel/security/lockdown
	result $? "the kernel is locked down: $(cat /sys/kernel/security/lockdown)"
}

# check_refused WHY COMMAND...: the command cannot load a module.
check_refused()
{
	local why=$1
	shift
	! "$@" 2>/tmp/refused && grep -q 'Key was rejected by service' /tmp/refused
	result $? "$1 is refused: $(cat /tmp/refused)"
	dmesg | grep -q "Loading of $why is rejected"
	result $? "the kernel says: $why"
}
