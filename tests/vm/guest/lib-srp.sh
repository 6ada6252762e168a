# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
# An SRP target with a disk in memory, ib_srpt, and an initiator, ib_srp, both
# on the adapter's own port.
# shellcheck shell=bash

target_dir=/sys/kernel/config/target
disk_dir=$target_dir/core/rd_mcp_0/disk
disk_pages=4096		# 16 MiB
queue_size=64		# of a login

# Of the adapter, without colons
hex_of()
{
	tr -d : <"/sys/class/infiniband/mlx5_0/$1"
}

# start_target [ATTRIBUTE=VALUE]...: a target port that the adapter's own
# initiator may log in to.
start_target()
{
	local guid gid portal acl attribute
	guid=$(hex_of node_guid)
	gid=$(hex_of ports/1/gids/0)
	portal=$target_dir/srpt/0x$gid/0x$gid
	acl=$portal/acls/0x0000000000000000$guid
	login="id_ext=$guid,ioc_guid=$guid,service_id=$guid,dgid=$gid,pkey=ffff"

	modprobe configfs || return 1
	mountpoint -q /sys/kernel/config ||
		mount -t configfs config /sys/kernel/config || return 1
	# The backends that it looks for beside rd_mcp are not there.
	modprobe -a target_core_mod ib_srpt sd_mod || return 1
	mkdir -p "$disk_dir" "$portal" "$portal/lun/lun_0" "$acl/lun_0" &&
		echo "rd_pages=$disk_pages" >"$disk_dir/control" &&
		echo 1 >"$disk_dir/enable" &&
		ln -s "$disk_dir" "$portal/lun/lun_0/disk" &&
		ln -s "$portal/lun/lun_0" "$acl/lun_0/disk" || return 1
	for attribute; do
		echo "${attribute#*=}" >"$portal/attrib/${attribute%%=*}" ||
			return 1
	done
	echo 1 >"$portal/enable"
}

# stop_target: the reverse, with all modules.
stop_target()
{
	local portal
	portal=$(echo "$target_dir"/srpt/0x*/0x*)
	echo 0 >"$portal/enable"
	rm "$portal"/acls/*/lun_0/disk "$portal/lun/lun_0/disk"
	rmdir "$portal"/acls/*/lun_0 "$portal"/acls/* "$portal/lun/lun_0" \
		"$portal" "${portal%/*}" "$target_dir/srpt" \
		"$disk_dir" "${disk_dir%/*}"
	wait_for 300 modprobe -qr ib_srpt sd_mod
}

# log_in: one queue pair a session. Sets $disk to the disk's block device.
log_in()
{
	modprobe ib_srp ch_count=1 || return 1
	echo "$login,queue_size=$queue_size" \
		>/sys/class/infiniband_srp/srp-mlx5_0-1/add_target || return 1
	wait_for 300 find_disk || return 1
	# What is held is not to be given up.
	echo 170 >"/sys/block/${disk##*/}/device/timeout"
}

find_disk()
{
	disk=$(grep -l LIO-ORG /sys/block/sd*/device/vendor 2>/dev/null) ||
		return 1
	disk=${disk#/sys/block/}
	disk=/dev/${disk%%/*}
	[ -b "$disk" ]
}

log_out()
{
	local port
	for port in /sys/class/srp_remote_ports/*; do
		echo 1 >"$port/delete"
	done
	wait_for 300 no_srp_qps
}

# srp_qps MODULE: the numbers of its QPs.
srp_qps()
{
	rdma resource show qp | sed -n "s/.* lqpn \([0-9]*\) .* comm \[$1\].*/\1/p"
}

no_srp_qps()
{
	[ -z "$(srp_qps 'ib_srpt\{0,1\}')" ]
}
