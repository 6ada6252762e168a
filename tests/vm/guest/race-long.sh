#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
# limit: 604800
# usage: race-long.sh; for make check-races
# All races at length. Owners that lose their device say so, for nothing.
exec race slow 100000 kill 100000 churn 100000 unbind 100000 unload 100000 \
	2> >(grep -v 'Input/output error$')
