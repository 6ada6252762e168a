# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
# Functions shared by the scripts beside this file. $here is set by them.
# shellcheck shell=sh disable=SC2154

driver=drivers/infiniband/hw/mlx5

# The series that is edited; the others are made of it.
# shellcheck disable=SC2034 # for the scripts
newest=7.3

die()
{
	echo "${0##*/}: $*" >&2
	exit 1
}

# Where a file lies in the project, and where the series puts its copy.
copies()
{
	cat <<-END
	$here/../providers/mlx5/bounds.h $driver/wqe_bounds.h
	$here/include/rdma/mlx5_user_wq_read.h include/uapi/rdma/mlx5_user_wq_read.h
	$here/wq_read.c $driver/wq_read.c
	END
}

# patches SERIES: the paths of its patches, in order.
patches()
{
	[ -s "$here/$1/series" ] || die "$here/$1/series names no patch"
	sed "s|^|$here/$1/|" "$here/$1/series"
}

# series_of TARBALL: the series for this linux-source package.
series_of()
{
	basename "$1" | sed 's/^linux-source-//; s/\.tar\..*$//'
}

# unpack TARBALL DIR [PATH...]: the driver, everything else that the series
# changes, and the given paths.
unpack()
(
	tarball=$1
	dir=$2
	shift 2
	series=$(series_of "$tarball")
	# shellcheck disable=SC2046 # names without blanks
	set -- "$@" "$driver" $(patches "$newest" | xargs sed -n 's|^--- a/||p' |
		grep -v "^$driver/" | sort -u)
	mkdir -p "$dir"
	printf "linux-source-$series/%s\n" "$@" |
		tar -C "$dir" --strip-components=1 -xf "$tarball" -T -
)
