#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
# Who may read what in a kernel that is locked down. To be run last: there is
# no way back.
exec hostile lockdown
