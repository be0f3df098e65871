/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "suites.h"

int
main(void)
{
	Suite *suite = suite_create("model");
	SRunner *runner = srunner_create(suite);
	int failed;

	suite_add_tcase(suite, recovery_tests());
	suite_add_tcase(suite, state_tests());
	suite_add_tcase(suite, job_tests());
	suite_add_tcase(suite, dag_tests());
	suite_add_tcase(suite, need_tests());
	suite_add_tcase(suite, script_tests());
	suite_add_tcase(suite, admit_tests());
	suite_add_tcase(suite, news_tests());
	suite_add_tcase(suite, after_tests());
	suite_add_tcase(suite, record_tests());
	suite_add_tcase(suite, record_round_tests());
	suite_add_tcase(suite, cause_tests());
	suite_add_tcase(suite, slurm_tests());
	suite_add_tcase(suite, record_text_tests());
	suite_add_tcase(suite, record_torn_tests());
	srunner_run_all(runner, CK_ENV);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
