/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/when.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "cli/cli.h"
#include "cli/moment.h"
#include "os/sys.h"

#define TIMER_LATELY_MS (15 * 60000) /* those of contrib/ come each minute */

void
afters_release(struct afters *a)
{
	free(a->list);
	*a = (struct afters){NULL, 0, 0};
}

static void
add(struct afters *a, uint32_t job, enum want want)
{
	for (size_t i = 0; i < a->count; i++)
		if (a->list[i].job == job && a->list[i].want == want)
			return;
	a->list = mem_grow(a->list, a->count, &a->cap, sizeof(*a->list));
	a->list[a->count++] = (struct after){.job = job, .want = want};
}

int
when_after(const struct home *home, const char *option, const char *word,
	   struct afters *out, struct err *e)
{
	autofree char *copy = mem_copy(word);
	autoids struct ids ids = IDS_INIT;
	char *colon = strrchr(copy, ':');
	enum want want = WANT_OK;

	if (colon && want_parse(colon + 1, &want) < 0)
		return err_set(e, ERR_INPUT,
			       "%s %s: give JOB, JOB:ok, JOB:any or JOB:fail",
			       option, word);
	if (colon)
		*colon = '\0';
	if (cli_jobs(home, &copy, 1, &ids, e) < 0)
		return err_wrap(e, "%s", option);
	for (size_t i = 0; i < ids.count; i++)
		add(out, ids.list[i], want);
	return 0;
}

int
when_begin(const char *option, const char *word, int64_t *begin_ms,
	   struct err *e)
{
	if (moment_parse(word, sys_wall_ms(), begin_ms) == 0)
		return 0;
	return err_set(e, ERR_INPUT,
		       "%s %s: give a time such as 2026-12-01T02:00 (UTC), "
		       "2026-12-01T02:00+01:00, 2026-12-01 02:00 (local) or "
		       "+2h",
		       option, word);
}

int
when_unique(const char *key, struct err *e)
{
	if (text_name_ok(key, JOB_NAME_MAX))
		return 0;
	return err_set(e, ERR_INPUT,
		       "--unique '%s': a key is made as a name is, of 1 to %d "
		       "of A-Z a-z 0-9 . _ - and the first neither . nor -",
		       key, JOB_NAME_MAX);
}

void
when_advise_timer(void)
{
	cli_say("for one each minute: the line `* * * * * mj-schedule --reap` "
		"in crontab -e (contrib/cron), or `systemctl --user enable "
		"--now mj-schedule.timer` (contrib/systemd)");
}

void
when_warn(const struct home *home)
{
	int64_t age_ms = home_timer_age(home);
	char span[32];

	if (age_ms >= 0 && age_ms <= TIMER_LATELY_MS)
		return;
	if (age_ms < 0)
		cli_say("no timer has ever run a pass here: the job starts "
			"with the first pass after its time");
	else
		cli_say("the last pass of a timer was %s ago: the job starts "
			"with the first pass after its time",
			text_span(age_ms, span, sizeof(span)));
	when_advise_timer();
}
