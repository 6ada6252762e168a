# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
#
# Turn the command opcodes of mlx5_ifc.h into rows { opcode, "NAME" }.
/^\tMLX5_CMD_OP_[A-Z0-9_]+[ \t]*= 0x/ {
	name = $1
	sub(/^MLX5_CMD_OP_/, "", name)
	printf "{ %s, \"%s\" },\n", $1, name
}
