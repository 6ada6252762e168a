// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB

#include <stdlib.h>

#include "unit.h"

int main(void)
{
	SRunner *runner = srunner_create(unit_suite());
	int failed;

	srunner_run_all(runner, CK_ENV);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
