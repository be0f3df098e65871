/* SPDX-License-Identifier: Apache-2.0 */
/* What a doctor remarks of a home where nothing is wrong. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>

#include "base/mem.h"
#include "base/err.h"
#include "base/text.h"
#include "cli/cli.h"
#include "cli/cmd_doctor.h"
#include "cli/when.h"
#include "engine/fence.h"
#include "os/file.h"
#include "os/sys.h"
#include "store/capture.h"
#include "store/jobs.h"
#include "store/logs.h"
#include "store/queue.h"

#define TIMER_LONG_MS (24 * 3600 * 1000LL) /* without one: a machine may be off at night */
#define JOBS_MOST 100 /* the newest, among which one is looked for that had callbacks */

void
remark_timer(const struct home *home)
{
	struct file_info made;
	int64_t age_ms = home_timer_age(home);
	bool never = age_ms < 0;
	char span[32];

	if (never && file_info(home->fd, "home", &made) == 0)
		age_ms = sys_wall_ms() - made.changed_ms;
	if (age_ms < TIMER_LONG_MS)
		return;
	text_span(age_ms, span, sizeof(span));
	if (never)
		cli_say("a remark: no timer has ever run a pass here, in %s",
			span);
	else
		cli_say("a remark: the last pass of a timer was %s ago", span);
	when_advise_timer();
}

/* The program that a line for the shell begins with, if that is plainly a path; else NULL. */
static char *
program_of(const char *line)
{
	const char *word = line + strspn(line, " \t");
	const char quote = *word;
	const char *special = quote == '\'' ? "" : quote == '"' ? "$`\\"
				: "$`\\*?[]{}();|&<>\"'\n";
	autofree char *text = NULL;

	if (quote == '\'' || quote == '"')
		text = mem_copy_n(word + 1, strcspn(word + 1, (char[]){quote, '\0'}));
	else
		text = mem_copy_n(word, strcspn(word, " \t"));
	if ((*text != '/' && strncmp(text, "~/", 2) != 0) ||
	    strpbrk(text, special))
		return NULL;
	return home_expand(text);
}

static void
remark_program(const struct home *home)
{
	const char *line = home->config.on_event;
	autofree char *program = line ? program_of(line) : NULL;

	if (program && file_executable(AT_FDCWD, program) < 0)
		cli_say("a remark: on_event in %s/config.ini runs %s: %s: "
			"nobody is told of events; see mj help tutorial",
			home->path, program, err_words(errno));
}

/* What it was that failed, and where its output is. */
static void
remark_failure(const struct home *home, uint32_t job, const struct telling *t)
{
	autofree char *dir = jobs_path(job, NULL);
	autofree char *logs = capture_logs(home, dir);
	autofree char *log = logs_events_path(logs, job);

	cli_say("a remark: callbacks fail: the last was told of %s of task %s "
		"of job %u: %s; its output is in %s",
		t->event, t->task, job, t->error, log);
}

static void
remark_failures(const struct home *home)
{
	autonames struct file_names jobs = FILE_NAMES_INIT;
	size_t least;

	jobs_list(home, &jobs, NULL);
	least = jobs.count > JOBS_MOST ? jobs.count - JOBS_MOST : 0;
	for (size_t i = jobs.count; i > least; i--) {
		autorecord struct record r = RECORD_INIT;
		uint32_t job;

		if (queue_parse_id(jobs.names[i - 1], &job) < 0 ||
		    jobs_record(home, job, &r, NULL) < 0 || !r.told.seq)
			continue;
		if (r.told.error[0])
			remark_failure(home, job, &r.told);
		return;
	}
}

void
remark_callbacks(const struct home *home)
{
	remark_program(home);
	remark_failures(home);
}

/* Where control groups are to be had is the machine's matter, and another one elsewhere. */
void
remark_fences(const struct home *home)
{
	char lacks[160];

	for (size_t i = 0; i < home->config.pool_count; i++)
		if (home->config.pools[i].enforce &&
		    *fence_lacks(NULL, lacks, sizeof(lacks)))
			cli_say("a remark: pool %s is to enforce what tasks "
				"need, but %s: see enforce in mj.conf(5)",
				home->config.pools[i].name, lacks);
}
