/* SPDX-License-Identifier: Apache-2.0 */
/* The test cases of every module, collected by the check_<layer>.c mains. */
#ifndef MJ_SUITES_H
#define MJ_SUITES_H

#include <check.h>

/* base */
TCase *err_tests(void);
TCase *buf_tests(void);
TCase *mem_tests(void);
TCase *text_tests(void);

/* os */
TCase *sys_tests(void);
TCase *file_tests(void);
TCase *heap_tests(void);
TCase *lock_tests(void);
TCase *proc_tests(void);
TCase *sig_tests(void);
TCase *spawn_tests(void);
TCase *title_tests(void);

/* model */
TCase *state_tests(void);
TCase *job_tests(void);
TCase *recovery_tests(void);
TCase *dag_tests(void);
TCase *admit_tests(void);
TCase *need_tests(void);
TCase *script_tests(void);
TCase *news_tests(void);
TCase *after_tests(void);
TCase *record_tests(void);
TCase *record_round_tests(void);
TCase *record_text_tests(void);
TCase *record_torn_tests(void);
TCase *cause_tests(void);
TCase *slurm_tests(void);

/* render */
TCase *lanes_tests(void);
TCase *dot_tests(void);
TCase *samples_tests(void);
TCase *layout_tests(void);
TCase *html_tests(void);

/* store */
TCase *config_tests(void);
TCase *home_tests(void);
TCase *seq_tests(void);
TCase *queue_tests(void);
TCase *facts_tests(void);
TCase *capture_tests(void);
TCase *spec_tests(void);
TCase *spec_limits_tests(void);
TCase *jobs_tests(void);
TCase *notices_tests(void);
TCase *logs_tests(void);
TCase *slurm_asks_tests(void);
TCase *cache_tests(void);

/* engine */
TCase *clock_tests(void);
TCase *family_tests(void);
TCase *halt_tests(void);
TCase *note_tests(void);
TCase *starving_tests(void);

/* cli */
TCase *width_tests(void);
TCase *table_tests(void);
TCase *moment_tests(void);

#endif
