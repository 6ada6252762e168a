# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
# Functions shared by ./bootstrap and the scripts beside this file.
# shellcheck shell=bash

set -euo pipefail
export LC_ALL=C
# What is in sbin is not in every root's path.
PATH=$PATH:/usr/sbin:/sbin
umask 022

vm_dir=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
top_dir=$(cd "$vm_dir/../.." && pwd -P)
cache=${MLX5WQE_CACHE:-${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/mlx5wqe}
mkdir -p "$cache"
cache=$(cd "$cache" && pwd -P)
log_dir=$cache/log
mkdir -p "$log_dir"

say()
{
	printf '%s\n' "$*" >&2
}

die()
{
	say "error: $*"
	exit 1
}

# One package a line without comments.
package_list()
{
	sed 's/#.*//; s/[[:space:]]*$//; /^$/d' "$vm_dir/packages/$1"
}

# start COMMAND...: run a command, $child, that dies with this shell.
start()
{
	setpriv --pdeathsig TERM "$@" </dev/null &
	child=$!
	trap 'kill "$child" 2>/dev/null; exit 130' INT TERM HUP
}

# finish TITLE: wait for $child; unless TITLE is empty, say now and then for how
# long it has been running.
finish()
{
	local rc=0 start=$SECONDS said=$SECONDS
	while kill -0 "$child" 2>/dev/null; do
		# Short, because a trap waits for the end of a sleep.
		sleep 0.2
		if [ -n "$1" ] && [ $((SECONDS - said)) -ge 20 ]; then
			said=$SECONDS
			say "   $1: running for $((said - start)) s"
		fi
	done
	wait "$child" || rc=$?
	trap - INT TERM HUP
	return "$rc"
}

# step TITLE LOG COMMAND...: one quiet step with its output in LOG. Says how
# long it took, and on failure shows the end of the log.
step()
{
	local title=$1 log=$log_dir/$2.log rc=0 start=$SECONDS
	shift 2
	start "$@" >"$log" 2>&1
	finish "$title" || rc=$?
	if [ "$rc" -ne 0 ]; then
		say "   $title: FAILED after $((SECONDS - start)) s; end of $log:"
		tail -n 30 "$log" | sed 's/^/   | /' >&2
		return "$rc"
	fi
	say "   $title: $((SECONDS - start)) s"
}

# show TITLE FILE SED COMMAND...: write the command's output to FILE, and pass
# it on as it comes through a sed script.
show()
{
	local title=$1 file=$2 script=$3 rc=0 tail
	shift 3
	start "$@" >"$file"
	tail -n +1 -s 0.2 --pid="$child" -f "$file" | sed -u "$script" &
	tail=$!
	finish "$title" || rc=$?
	wait "$tail"
	return "$rc"
}

# A short name for the content of the given files and words on stdin.
hash_of()
{
	{
		cat
		[ $# -eq 0 ] || cat -- "$@"
	} | sha256sum | cut -c1-16
}

# Entries of the cache are directories KIND-KEY with a lock KIND-KEY.lock, held
# shared by every user and exclusively while the entry is made or removed.
# use_entry KIND KEY COMMAND...: make the entry with COMMAND DIR if it is not
# there, keep it locked for the life of this shell, set $entry to its path.
use_entry()
{
	local name=$1-$2 kind=$1 fd tmp
	shift 2
	entry=$cache/$name
	exec {fd}>"$entry.lock"
	flock -s -n "$fd" || {
		say "   waiting for another run that prepares $name"
		flock -s "$fd"
	}
	if [ ! -d "$entry" ]; then
		flock "$fd"
	fi
	if [ ! -d "$entry" ]; then
		tmp=$entry.tmp
		rm -rf --one-file-system "$tmp"
		"$@" "$tmp"
		mv -T "$tmp" "$entry"
		prune_entries "$kind"
	fi
	flock -s "$fd"
	touch "$entry.lock"
}

# new_run: make a directory for one run, $run, and remove those of runs that
# ended without doing so.
new_run()
{
	local old fd
	for old in "$cache"/run-??????; do
		[ -d "$old" ] || continue
		exec {fd}<"$old"
		if flock -n "$fd"; then
			rm -rf --one-file-system "$old"
		fi
		exec {fd}<&-
	done
	run=$(mktemp -d "$cache/run-XXXXXX")
	exec {fd}<"$run"
	flock "$fd"
}

# Keep the two entries of a kind that were used last, and all that are in use;
# half-made ones go.
prune_entries()
{
	local kind=$1 lock old fd n=0
	# shellcheck disable=SC2012 # names are ours: kind and hexadecimal digits
	ls -t "$cache/$kind"-????????????????.lock | while read -r lock; do
		old=${lock%.lock}
		exec {fd}<"$lock"
		if [ -d "$old" ] && [ "$n" -lt 2 ]; then
			n=$((n + 1))
		elif flock -n "$fd"; then
			rm -rf --one-file-system "$old" "$old.tmp"
		fi
		exec {fd}<&-
	done
}

# Run a command in mount and process name spaces of its own: nothing stays
# mounted, and every process in it dies with the caller.
confined()
{
	setpriv --pdeathsig KILL unshare --mount --pid --fork \
		--kill-child=KILL --mount-proc "$@"
}

# in_tree TREE [SOURCE:TARGET...] -- COMMAND...: run a command as root of a
# tree, confined, with directories of the machine bound into it.
in_tree()
{
	local tree=$1 binds=()
	shift
	while [ "$1" != -- ]; do
		binds+=("$1")
		shift
	done
	shift
	# shellcheck disable=SC2016 # expanded by the inner shell
	confined bash -c '
		set -eu
		tree=$1 n=$2
		shift 2
		while [ "$n" -gt 0 ]; do
			mkdir -p "$tree${1#*:}"
			mount --bind "${1%%:*}" "$tree${1#*:}"
			n=$((n - 1))
			shift
		done
		mount -t proc proc "$tree/proc"
		exec chroot "$tree" /usr/bin/env -i LC_ALL=C HOME=/root \
			PATH=/usr/sbin:/usr/bin:/sbin:/bin "$@"
		' in_tree "$tree" "${#binds[@]}" "${binds[@]}" "$@"
}

# copy_sources DIR: make DIR equal to the project's sources, touching only what
# differs, so that make sees what is new whatever the clone it came from.
copy_sources()
{
	local dir=$1 file
	mkdir -p "$dir"
	source_files >"$dir.list"
	while IFS= read -r file; do
		if ! cmp -s "$top_dir/$file" "$dir/$file"; then
			mkdir -p "$dir/$(dirname "$file")"
			cp "$top_dir/$file" "$dir/$file"
		fi
	done <"$dir.list"
	if [ -f "$dir.last" ]; then
		comm -13 "$dir.list" "$dir.last" | while IFS= read -r file; do
			rm -f "$dir/$file"
		done
	fi
	mv "$dir.list" "$dir.last"
}

# The names of the project's files, in a git tree or in an unpacked archive.
source_files()
{
	(
		cd "$top_dir"
		if [ -e .git ]; then
			git -c safe.directory="$top_dir" ls-files -co \
				--exclude-standard
		else
			find . -type f -printf '%P\n'
		fi | while IFS= read -r file; do
			if [ -f "$file" ]; then
				printf '%s\n' "$file"
			fi
		done | sort
	)
}

# lock_build KIND KEY: lock a directory for incremental builds for the life of
# this shell, bring its src/ up to date and set $build to it.
lock_build()
{
	local fd
	build=$cache/$1-$2
	exec {fd}>"$build.lock"
	flock "$fd"
	touch "$build.lock"
	if [ -e "$build/unfinished" ]; then
		rm -rf --one-file-system "$build"
	fi
	if [ ! -d "$build" ]; then
		mkdir "$build"
		prune_entries "$1"
	fi
	touch "$build/unfinished"
	copy_sources "$build/src"
}

# build_ended STATUS: a build that was interrupted, and says nothing or a
# signal's status here, starts afresh: it may have left half a file.
build_ended()
{
	[ "$1" -ge 128 ] || rm -f "$build/unfinished"
}
