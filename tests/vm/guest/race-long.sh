#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
# limit: 604800
# All races at length, for make check-races: hours, days without KVM.
exec race 100000 churn slow kill unbind
