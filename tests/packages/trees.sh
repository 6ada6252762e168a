# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
# Debian trees that build and check packages, and what their checks share.
# shellcheck shell=bash
. "$(dirname "${BASH_SOURCE[0]}")/../vm/entries.sh"

packages_dir=$top_dir/tests/packages

# need_tree LIST SUITE: sets $tree to a tree of packages/LIST.
need_tree()
{
	use_entry "$1-$2" "$(hash_of "$vm_dir/mktree" "$vm_dir/sources" \
		"$vm_dir/packages/$1" </dev/null)" \
		step "make the tree $1 of $2" "mktree-$1-$2" \
		"$vm_dir/mktree" "$1" "$2"
	tree=$entry
}

# need_cross_tree SUITE ARCHITECTURE: sets $tree to one that builds for another
# architecture.
need_cross_tree()
{
	need_tree deb "$1"
	use_entry "cross-$1-$2" "$(printf '%s\n' "${tree##*-}" |
		hash_of "$packages_dir/mkcross")" \
		step "make the tree of $1 for $2" "mkcross-$1-$2" \
		"$packages_dir/mkcross" "$tree" "$2"
	tree=$entry
}

# point TITLE LOG COMMAND...: one TAP point of $suite, with its output in LOG.
point()
{
	# shellcheck disable=SC2154 # the caller has a suite
	local title="$suite: $1" log=packages-$suite-$2
	shift 2
	if step "$title" "$log" "$@"; then
		echo "ok - $title"
		return
	fi
	echo "not ok - $title"
	return 1
}

# new_sources: $run, with the project's sources in src.
new_sources()
{
	[ -d "$top_dir/debian" ] || die "there is no debian/ here"
	new_run
	trap 'rm -rf --one-file-system "$run"' EXIT
	mkdir "$run/src"
	source_files | tar -C "$top_dir" -cf - -T - | tar -C "$run/src" -xf -
}
