# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
# Functions shared by the scripts beside this file.
# shellcheck shell=sh

# package_id BUILD: the version of Debian's package linux that the headers in
# BUILD are of. Empty if they are not Debian's.
package_id()
{
	sed -n 's/.*LINUX_PACKAGE_ID " Debian \(.*\)"/\1/p' \
		"$1/include/generated/package.h" 2>/dev/null || true
}

# built_for DIR: the same of the driver in DIR; prebuild wrote it there.
# Empty if there is no driver, or not one of ours.
built_for()
{
	for module in "$1"/mlx5_ib.ko*; do
		[ ! -f "$module" ] || modinfo -F version "$module"
	done | sed -n 's|^mlx5wqe/||p'
}
