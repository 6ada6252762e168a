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

# The version of the linux-source package in a tree.
source_version()
{
	# shellcheck disable=SC2016 # for dpkg-query
	chroot "$1" dpkg-query -W -f '${Version}' "linux-source-$2"
}

# $kernel_tree: the tree with the kernel that is made to find faults, of the same
# source as the newest kernel.
need_debug_tree()
{
	local version key
	need_tools
	version=$(source_version "$tools" 7.3)
	key=$(printf '%s\n' "$version" | hash_of "$vm_dir/mktree" \
		"$vm_dir/sources" "$vm_dir/packages/kernel-7.3-debug" \
		"$vm_dir/mkdebug" "$vm_dir/kernel-7.3-debug.config")
	use_entry tree-7.3-debug "$key" step "build the debug kernel" mkdebug \
		"$vm_dir/mkdebug" "$version"
	kernel_tree=$entry
}

# $kernel_tree: the tree that has the kernel of a series, its headers and source,
# and the compiler that they ask for. The newest kernel is in the tools tree.
need_kernel_tree()
{
	local list=kernel-$1 suites key
	case $1 in
	6.1) suites=(bookworm bookworm-updates bookworm-security) ;;
	6.12) suites=(trixie) ;;
	7.3)
		need_tools
		kernel_tree=$tools
		return
		;;
	7.3-debug)
		need_debug_tree
		return
		;;
	*) die "there is no kernel $1: say 6.1, 6.12, 7.3 or 7.3-debug" ;;
	esac
	key=$(printf '%s\n' "${suites[@]}" | hash_of "$vm_dir/mktree" \
		"$vm_dir/sources" "$vm_dir/packages/$list")
	use_entry "tree-$1" "$key" step "make the tree of kernel $1" \
		"mktree-$1" "$vm_dir/mktree" "$list" "${suites[@]}"
	kernel_tree=$entry
}

# The name of a tree's kernel, such as 7.3.4+deb13-amd64. There is only one.
kernel_release()
{
	local dir
	for dir in "$1"/lib/modules/*; do
		[ -d "$dir/kernel" ] || continue
		basename "$dir"
		return 0
	done
	die "there is no kernel in $1"
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
	local release series=${1%-debug} files key
	need_kernel_tree "$1"
	release=$(kernel_release "$kernel_tree")
	mapfile -t files < <(series_files "$series")
	key=$(printf '%s\n' "${kernel_tree##*-}" "$release" |
		hash_of "$vm_dir/mkmodule" "$top_dir/kernel-patches/series.sh" \
		"${files[@]}")
	use_entry "module-$1" "$key" step "build mlx5_ib for $release" \
		"mkmodule-$1" "$vm_dir/mkmodule" "$kernel_tree" "$release" \
		"$series"
	module=$entry
}

# $rebuild: mlx5_ib.ko of this series' kernel without our patches.
need_rebuild()
{
	local release
	need_kernel_tree "$1"
	release=$(kernel_release "$kernel_tree")
	use_entry "rebuild-$1" "$(printf '%s\n' "${kernel_tree##*-}" "$release" |
		hash_of "$vm_dir/mkmodule" "$top_dir/kernel-patches/series.sh")" \
		step "build mlx5_ib for $release without patches" \
		"mkmodule-$1-unpatched" "$vm_dir/mkmodule" --unpatched \
		"$kernel_tree" "$release" "$1"
	# shellcheck disable=SC2034 # for the caller
	rebuild=$entry
}

# $kernel: vmlinuz, its release and modules.cpio, the stock modules with the
# patched mlx5_ib beside them.
need_kernel()
{
	local release
	need_module "$1"
	release=$(kernel_release "$kernel_tree")
	use_entry "kernel-$1" "$(printf '%s\n' "$module" |
		hash_of "$vm_dir/mkmodules" "$vm_dir/modules")" \
		step "pack the modules of $release" "mkmodules-$1" \
		"$vm_dir/mkmodules" "$kernel_tree" "$release" \
		"$module/mlx5_ib.ko"
	# shellcheck disable=SC2034 # for the caller
	kernel=$entry
}
