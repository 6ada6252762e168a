/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
#ifndef HCA_CHECK_EMU_H
#define HCA_CHECK_EMU_H

#include <check.h>

#include "client.h"

TCase *transport_case(void);
TCase *giving_up_case(void);
TCase *command_case(void);
TCase *mailbox_case(void);
TCase *queue_case(void);
TCase *key_case(void);
TCase *kinds_case(void);
TCase *fault_case(void);
TCase *subnet_case(void);
TCase *ethernet_case(void);
TCase *hostile_case(void);
TCase *control_case(void);

#endif
