/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "suites.h"

int
main(void)
{
	Suite *suite = suite_create("render");
	SRunner *runner = srunner_create(suite);
	int failed;

	suite_add_tcase(suite, lanes_tests());
	suite_add_tcase(suite, dot_tests());
	suite_add_tcase(suite, samples_tests());
	suite_add_tcase(suite, layout_tests());
	suite_add_tcase(suite, html_tests());
	srunner_run_all(runner, CK_ENV);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
