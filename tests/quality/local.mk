# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB

# Each by itself, in a tree that has its tools; not part of any other check
quality_checks = check-shellcheck check-codespell
$(quality_checks): check-%:
	$(srcdir)/%D%/check $*
check-quality:
	$(srcdir)/%D%/check all
phony_targets += check-quality $(quality_checks)

EXTRA_DIST += \
	%D%/.shellcheckrc \
	%D%/README.md \
	%D%/check \
	%D%/codespell \
	%D%/codespell.words \
	%D%/in-tree.sh \
	%D%/shellcheck
