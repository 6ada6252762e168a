#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
# limit: 604800
# All races at length, for make check-races.
exec race slow 100000 kill 100000 churn 100000 unbind 100000 unload 100000
