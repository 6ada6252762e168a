#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
# In a system with Secure Boot that has loaded our mlx5_ib, because the key that
# signed it is enrolled: the same driver without the signature is refused.
. "${0%/*}/lib.sh"
. "${0%/*}/lib-secure-boot.sh"

check_secure_boot
python3 - "$(modinfo -n mlx5_ib)" <<'END'
import lzma, struct, sys
data = open(sys.argv[1], "rb").read()
if sys.argv[1].endswith(".xz"):
    data = lzma.decompress(data)
magic = b"~Module signature appended~\n"
assert data.endswith(magic)
# struct module_signature ends with the length of the signature before it.
length, = struct.unpack(">I", data[-len(magic) - 4:-len(magic)])
open("/tmp/unsigned.ko", "wb").write(data[:-len(magic) - 12 - length])
END
result $? "the signature is taken from a copy"
check_refused "unsigned module" insmod /tmp/unsigned.ko
finish
