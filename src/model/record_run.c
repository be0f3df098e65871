/* SPDX-License-Identifier: Apache-2.0 */
/* Finding the attempts of a task. */
#include "model/record.h"

struct run *
record_run(const struct task_record *t, unsigned attempt)
{
	for (size_t i = t->run_count; i > 0; i--)
		if (t->runs[i - 1].attempt == attempt)
			return &t->runs[i - 1];
	return NULL;
}
