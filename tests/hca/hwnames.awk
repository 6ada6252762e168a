# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
#
# Pick what user space can compile out of the kernel's mlx5 headers: the
# enumerations, the plain numeric macros and the structures of the queues'
# memory.  Everything else there (inline functions, driver structures) needs
# the rest of the kernel.
#
# -v structs="a b c"   names of the structures to take
# -v enums=REGEX       take only enumerations that mention this

BEGIN {
	n = split(structs, list, " ")
	for (i = 1; i <= n; i++)
		want[list[i]] = 1
}

!block && /^enum( [a-z0-9_]+)? \{$/ { block = "enum"; text = "" }
!block && /^(struct|union) [a-z0-9_]+ \{$/ {
	block = ($2 in want) ? "struct" : "skip"
	text = ""
}

block {
	text = text $0 "\n"
	if ($0 ~ /^}.*;$/) {
		if (block == "struct" || (block == "enum" && text ~ enums))
			printf "%s\n", text
		block = ""
	}
	next
}

/^#define MLX5_SET_HOST_ENDIANNESS/ { next }
/^#define MLX5_[A-Z0-9_]+[ \t]+(0x[0-9a-fA-F]+|[0-9]+|cpu_to_be32\(0x[0-9a-f]+\))$/
