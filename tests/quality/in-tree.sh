# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
# Functions for the checks beside this file. They run in a tree, with a copy of
# the sources in /mnt/src.
# shellcheck shell=bash

set -euo pipefail
name=$(basename "$0")
found=/mnt/found

# The project's files, one a line
files()
{
	sed 's/^/\/mnt\/src\//' /mnt/src.last
}

# search COMMAND...: write what it finds to $found. It may fail only if that is
# something.
search()
{
	if ! "$@" >"$found" && ! [ -s "$found" ]; then
		echo "$name: failed"
		exit 1
	fi
}

# report WHAT: print what is found, once each, and how much that is
report()
{
	local count
	sed -i 's/^\/mnt\/src\///' "$found"
	sort -u "$found"
	count=$(sort -u "$found" | wc -l)
	echo "$name: $count findings in $1"
	[ "$count" -eq 0 ]
}
