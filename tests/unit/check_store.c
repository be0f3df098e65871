/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "suites.h"

int
main(void)
{
	Suite *suite = suite_create("store");
	SRunner *runner = srunner_create(suite);
	int failed;

	suite_add_tcase(suite, config_tests());
	suite_add_tcase(suite, home_tests());
	suite_add_tcase(suite, seq_tests());
	suite_add_tcase(suite, queue_tests());
	suite_add_tcase(suite, facts_tests());
	suite_add_tcase(suite, capture_tests());
	suite_add_tcase(suite, spec_tests());
	suite_add_tcase(suite, spec_limits_tests());
	suite_add_tcase(suite, jobs_tests());
	suite_add_tcase(suite, notices_tests());
	suite_add_tcase(suite, logs_tests());
	suite_add_tcase(suite, slurm_asks_tests());
	suite_add_tcase(suite, cache_tests());
	srunner_run_all(runner, CK_ENV);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
