#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
# In a system with Secure Boot to which the key of our mlx5_ib is not known.
. "${0%/*}/lib.sh"
. "${0%/*}/lib-secure-boot.sh"

check_secure_boot
modinfo -F signer mlx5_ib | grep -q .
result $? "mlx5_ib is signed: $(modinfo -F signer mlx5_ib)"
check_refused "unavailable key" modprobe mlx5_ib
finish
