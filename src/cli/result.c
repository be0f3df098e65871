/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/result.h"

#include <inttypes.h>
#include <stdio.h>

#include "cli/json.h"

void
result_say(bool json, uint32_t job, const char *task, const char *result,
	   const char *words)
{
	struct json *o;

	if (!json) {
		printf("%s%s%sjob %" PRIu32 " %s\n", task ? "task " : "",
		       task ? task : "", task ? " of " : "", job, words);
		return;
	}
	o = json_make_object();
	json_put_int(o, "id", job);
	json_put_text(o, "task", task);
	json_put_text(o, "result", result);
	json_print(o);
}
