#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
# Kinds of queues that mlx5_ib makes on an Ethernet port only, receive WQs and
# RSS QPs: see hostile.c. For tests/vm/run --port ethernet.
exec hostile kinds
