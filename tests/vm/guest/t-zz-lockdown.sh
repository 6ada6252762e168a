#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
# Who may read what in a kernel that is locked down. There is no way back, and
# no module of ours can be loaded afterwards: by its name this test is the last.
exec hostile lockdown
