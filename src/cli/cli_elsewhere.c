/* SPDX-License-Identifier: Apache-2.0 */
/* What options are called in sky, Slurm, pueue, task-spooler and the like. */
#include <string.h>

#include "cli/cli.h"

/* Of several that could be meant the first that the command has is named. */
static const struct {
	const char *word, *option;
} elsewhere[] = {
	{"J", "name"},
	{"L", "name"},
	{"l", "name"},
	{"p", "pool"},
	{"g", "pool"},
	{"t", "timeout"},
	{"t", "status"},
	{"c", "cpus"},
	{"a", "after"},
	{"H", "hold"},
	{"e", "env"},
	{"array", "num-jobs"},
	{"count", "num-jobs"},
	{"repeat", "num-jobs"},
	{"dependency", "after"},
	{"depends-on", "after"},
	{"depend", "after"},
	{"partition", "pool"},
	{"group", "pool"},
	{"queue", "pool"},
	{"job-name", "name"},
	{"label", "name"},
	{"time", "timeout"},
	{"time-limit", "timeout"},
	{"nice", "priority"},
	{"chdir", "workdir"},
	{"working-directory", "workdir"},
	{"cwd", "workdir"},
	{"mem", "memory"},
	{"gres", "gpus"},
	{"cpus-per-task", "cpus"},
	{"gpus-per-task", "gpus"},
	{"ntasks", "num-jobs"},
	{"export", "env"},
	{"stashed", "hold"},
	{"delay", "begin"},
	{"test-only", "dry-run"},
	{"singleton", "unique"},
	{"requeue", "max-restarts"},
	{"retries", "max-restarts"},
	{"retry", "max-restarts"},
	{"parallel", "max-parallel"},
	{"lines", "tail"},
	{"force", "now"},
	{"states", "status"},
	{"state", "status"},
	{"starttime", "since"},
	{"iterate", "watch"},
	{"format", "json"},
	{"sort-by", "sort"},
	{"older-than", "keep"},
};

const char *
cli_option_elsewhere(const struct command *command, const char *word)
{
	for (size_t i = 0; i < sizeof(elsewhere) / sizeof(elsewhere[0]); i++) {
		const char *name = elsewhere[i].option;

		if (!strcmp(elsewhere[i].word, word) &&
		    cli_option_of(command, name, strlen(name), 0))
			return name;
	}
	return NULL;
}
