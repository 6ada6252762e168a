#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
# Queues that are read while they are made and destroyed: see race.c. The long
# run is race-long.sh.
exec race 60
