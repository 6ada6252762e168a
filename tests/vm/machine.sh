# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
# What the machine of a run is made of: the arguments of QEMU, in $run/machine,
# $binds, the directories that it wants to see, and $release, the kernel.
# shellcheck shell=bash
. "$(dirname "${BASH_SOURCE[0]}")/entries.sh"

binds=()
# What the kernel is told of the machine, whatever it boots. On a busy machine
# its check of its timer comes to a wrong end.
append='console=ttyS0 panic=-1 quiet loglevel=5 log_buf_len=4M no_timer_check'

# machine ARGUMENT...: arguments of QEMU.
machine()
{
	printf '%s\n' "$@" >>"$run/machine"
}

# prepare_guest SERIES: the guest's root, kernel modules and payload are one
# initial RAM disk.
prepare_guest()
{
	need_kernel "$1"
	release=$(cat "$kernel/release")
	cat "$guest_root/root.cpio" "$kernel/modules.cpio" "$run/payload.cpio" \
		>"$run/initrd.cpio"
	cp "$kernel/vmlinuz" "$run/"
	machine -kernel vmlinuz -initrd initrd.cpio -append "$append"
}

# share NAME DIR: a directory that the guest can mount.
share()
{
	machine -virtfs \
		"local,mount_tag=$1,path=$2,security_model=passthrough,multidevs=remap"
}

# prepare_system TREE VARS: the guest's root and payload are a directory for the
# system to change to when it is up and has loaded its drivers.
prepare_system()
{
	local system=$1 vars=$2 enter=usr/local/sbin/enter-guest
	mkdir -p "$run/guest/usr/lib/modules"
	in_tree "$tools" "$run:/mnt" "$guest_root:/media" -- sh -ec 'cd /mnt/guest
		cpio --quiet -idu </media/root.cpio
		cpio --quiet -idu </mnt/payload.cpio'
	release=$(kernel_release "$system")
	# shellcheck disable=SC2034 # for the caller
	binds=("$system:/srv")
	share system /srv
	share guest /mnt/guest
	cp "$vm_dir/enter-guest" "$system/$enter"
	append="$append root=system rootfstype=9p ro \
rootflags=trans=virtio,version=9p2000.L,cache=loose,msize=262144 \
udev.event_timeout=600 systemd.run=/$enter"
	if [ -n "$vars" ]; then
		use_firmware "$system" "$vars"
	else
		machine -kernel "/srv/boot/vmlinuz-$release" \
			-initrd "/srv/boot/initrd.img-$release" -append "$append"
	fi
}

# use_firmware TREE VARS: firmware that asks for signatures must keep its
# variables from the kernel. It starts shim, that starts GRUB, and that the
# kernel; all are on a FAT disk that is a directory.
use_firmware()
{
	local system=$1 esp=$run/esp
	local flash=if=pflash,format=raw code=/srv/usr/share/OVMF
	cp "$system/$2" "$run/vars.fd"
	machine -machine smm=on \
		-global driver=cfi.pflash01,property=secure,value=on \
		-drive "$flash,unit=0,readonly=on,file=$code/OVMF_CODE_4M.secboot.fd" \
		-drive "$flash,unit=1,file=vars.fd" \
		-drive if=virtio,format=vvfat,readonly=on,file=fat:/mnt/esp
	mkdir -p "$esp/EFI/BOOT" "$esp/EFI/debian"
	cp "$system/usr/lib/shim/shimx64.efi.signed" "$esp/EFI/BOOT/BOOTX64.EFI"
	cp "$system/usr/lib/grub/x86_64-efi-signed/grubx64.efi.signed" \
		"$esp/EFI/BOOT/grubx64.efi"
	cp "$system/boot/vmlinuz-$release" "$esp/vmlinuz"
	cp "$system/boot/initrd.img-$release" "$esp/initrd"
	printf '%s\n' "linux /vmlinuz $append" "initrd /initrd" boot \
		>"$esp/EFI/debian/grub.cfg"
}
