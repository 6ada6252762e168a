// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Tests of the emulated adapter, from outside: as its VMM and its driver. */
#include "config.h"

#include <stdlib.h>

#include "check_emu.h"

int main(void)
{
	Suite *s = suite_create("mlx5emu");
	SRunner *runner;
	int failed;

	suite_add_tcase(s, transport_case());
	suite_add_tcase(s, giving_up_case());
	suite_add_tcase(s, command_case());
	suite_add_tcase(s, mailbox_case());
	suite_add_tcase(s, queue_case());
	suite_add_tcase(s, key_case());
	suite_add_tcase(s, kinds_case());
	suite_add_tcase(s, fault_case());
	suite_add_tcase(s, subnet_case());
	suite_add_tcase(s, ethernet_case());
	suite_add_tcase(s, hostile_case());
	suite_add_tcase(s, control_case());
	runner = srunner_create(s);
	srunner_run_all(runner, CK_ENV);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
