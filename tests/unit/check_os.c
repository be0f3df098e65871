/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "suites.h"

int
main(void)
{
	Suite *suite = suite_create("os");
	SRunner *runner = srunner_create(suite);
	int failed;

	suite_add_tcase(suite, sys_tests());
	suite_add_tcase(suite, file_tests());
	suite_add_tcase(suite, heap_tests());
	suite_add_tcase(suite, lock_tests());
	suite_add_tcase(suite, proc_tests());
	suite_add_tcase(suite, sig_tests());
	suite_add_tcase(suite, spawn_tests());
	suite_add_tcase(suite, title_tests());
	srunner_run_all(runner, CK_ENV);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
