/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "suites.h"

int
main(void)
{
	Suite *suite = suite_create("engine");
	SRunner *runner = srunner_create(suite);
	int failed;

	suite_add_tcase(suite, clock_tests());
	suite_add_tcase(suite, family_tests());
	suite_add_tcase(suite, halt_tests());
	suite_add_tcase(suite, note_tests());
	suite_add_tcase(suite, starving_tests());
	srunner_run_all(runner, CK_ENV);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
