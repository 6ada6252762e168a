#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
# limit: 600
# Queues that are read while they are made and destroyed: see race.h. The long
# run is race-long.sh.
exec race read 6000 churn 300 kill 300 slow 300
