# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
# The entries of the cache: what they are made of and how they are found.
# Every need_* function makes its entry if it is missing, holds its lock for
# the life of the calling shell and sets a variable to its directory.
# shellcheck shell=bash
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

tools_key()
{
	hash_of "$vm_dir/mktree" "$vm_dir/sources" "$vm_dir/packages/tools" </dev/null
}

# $tools: the tree that builds everything for the guest and runs QEMU.
need_tools()
{
	[ -z "${tools:-}" ] || return 0
	use_entry tools "$(tools_key)" step "make the tools tree" mktree-tools \
		"$vm_dir/mktree" tools
	tools=$entry
}

# $guest_root: root.cpio, the guest's Debian without kernel and tests.
need_guest_root()
{
	[ -z "${guest_root:-}" ] || return 0
	need_tools
	use_entry guest "$(tools_key | hash_of "$vm_dir/mkguest" \
		"$vm_dir/packages/guest")" \
		step "make the guest's root" mkguest "$vm_dir/mkguest" "$tools"
	guest_root=$entry
}

# The name of the tree's kernel of a series, such as 7.3.4+deb13-amd64.
kernel_release()
{
	local dir
	for dir in "$tools/lib/modules/$1".*; do
		[ -d "$dir/kernel" ] || continue
		basename "$dir"
		return 0
	done
	die "the tools tree has no kernel $1"
}

# The patches of a series in order.
series_files()
(
	here=$top_dir/kernel-patches
	# shellcheck source=../../kernel-patches/series.sh
	. "$here/series.sh"
	patches "$1"
)

# $module: mlx5_ib.ko of this series' kernel with our patches.
need_module()
{
	local release files key
	need_tools
	release=$(kernel_release "$1")
	mapfile -t files < <(series_files "$1")
	key=$({ tools_key; printf '%s\n' "$release"; } |
		hash_of "$vm_dir/mkmodule" "$top_dir/kernel-patches/series.sh" \
		"${files[@]}")
	use_entry "module-$1" "$key" step "build mlx5_ib for $release" \
		"mkmodule-$1" "$vm_dir/mkmodule" "$tools" "$release" "$1"
	module=$entry
}

# $kernel: vmlinuz, its release and modules.cpio, the stock modules with the
# patched mlx5_ib beside them.
need_kernel()
{
	local release
	need_module "$1"
	release=$(kernel_release "$1")
	use_entry "kernel-$1" "$(printf '%s\n' "$module" |
		hash_of "$vm_dir/mkmodules" "$vm_dir/modules")" \
		step "pack the modules of $release" "mkmodules-$1" \
		"$vm_dir/mkmodules" "$tools" "$release" "$module/mlx5_ib.ko"
	# shellcheck disable=SC2034 # for the caller
	kernel=$entry
}
