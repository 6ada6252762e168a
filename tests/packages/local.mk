# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB

# Builds and checks the Debian packages in trees, as root. Takes long;
# not part of any other check. debian/ itself is not in the release's archive.
phony_targets += check-packages
check-packages:
	$(srcdir)/%D%/check

EXTRA_DIST += \
	%D%/.shellcheckrc \
	%D%/architecture-in-tree \
	%D%/autopkgtest-in-tree \
	%D%/build-in-tree \
	%D%/check \
	%D%/check-cross \
	%D%/check-suite \
	%D%/in-tree \
	%D%/lintian-in-tree \
	%D%/mkcross \
	%D%/piuparts-in-tree \
	%D%/rebuild-in-tree \
	%D%/system-in-tree \
	%D%/trees.sh \
	%D%/upgrade-in-tree
