/* SPDX-License-Identifier: Apache-2.0 */
/* mj hold, mj release: keep a waiting job from starting, and let it. */
#include <inttypes.h>
#include <stdio.h>

#include "cli/cmd.h"
#include "cli/remedy.h"
#include "cli/result.h"
#include "cli/select.h"
#include "engine/change.h"
#include "engine/submit.h"
#include "store/view.h"

enum { OPT_JSON = CLI_LONG };

static const struct cli_option options[] = {
	{'n', "name", "GLOB", "all of them whose name matches"},
	{OPT_JSON, "json", NULL, "one JSON object a line"},
};

#define LINES_MAX 20 /* jobs that get a line each; of more, one for all */

struct holding {
	struct home home;
	bool hold, json;
	size_t done;
	int status; /* of the first failure */
	struct err refusal; /* of one that can be no more, of those a name means */
};

static void
failed(struct holding *h, const struct err *e)
{
	int status = cli_fail(e);

	if (h->status == CLI_OK)
		h->status = status;
}

static bool
has_ended(const struct home *home, uint32_t job)
{
	autoview struct view v = VIEW_INIT;

	return view_read(home, job, false, &v, NULL) == 0 && v.final;
}

static void
apply_one(struct holding *h, uint32_t job, bool can_only, bool many)
{
	struct err e;
	int r = change_hold(&h->home, job, h->hold, &e);

	if (r < 0 && can_only && e.code == ERR_REFUSED) {
		h->refusal = e;
		return;
	}
	if (r < 0) {
		remedy_ended(&h->home, job, &e);
		failed(h, &e);
		return;
	}
	h->done++;
	if (many)
		return;
	if (h->hold)
		result_say(h->json, job, NULL, "held",
			   r ? "is held already" : "is held");
	else
		result_say(h->json, job, NULL, r ? "not_held" : "released",
			   r ? "was not held" : "is released");
}

/* A line a job, or one for very many, which what calls so. */
static void
apply_all(struct holding *h, const struct ids *ids, bool can_only,
	  const char *what)
{
	bool many = ids->count > LINES_MAX && !h->json;

	h->done = 0;
	for (size_t i = 0; i < ids->count; i++)
		apply_one(h, ids->list[i], can_only, many);
	if (many)
		printf("%zu job%s of %s %s %s\n", h->done,
		       h->done == 1 ? "" : "s", what,
		       h->done == 1 ? "is" : "are",
		       h->hold ? "held" : "released");
}

/* A range means those of it that have not ended. */
static void
apply_word(struct holding *h, char *word)
{
	autoids struct ids ids = IDS_INIT;
	bool range = cli_is_range(word);
	size_t kept = 0;
	struct err e;

	if (cli_jobs(&h->home, &word, 1, &ids, &e) < 0) {
		failed(h, &e);
		return;
	}
	for (size_t i = 0; i < ids.count; i++)
		if (!range || !has_ended(&h->home, ids.list[i]))
			ids.list[kept++] = ids.list[i];
	ids.count = kept;
	if (!kept)
		cli_say("%s: all of them have ended", word);
	apply_all(h, &ids, false, word);
}

/* By its name only those that can be are meant. */
static void
apply_glob(struct holding *h, const char *glob)
{
	autoids struct ids ids = IDS_INIT;
	struct err e;

	if (select_active(&h->home, glob, &ids, &e) < 0 ||
	    (!ids.count &&
	     err_set(&e, ERR_MISSING,
		     "no active job is called %s; mj queue lists them",
		     glob) < 0)) {
		failed(h, &e);
		return;
	}
	apply_all(h, &ids, true, glob);
	if (!h->done && h->status == CLI_OK)
		failed(h, &h->refusal);
}

/* Every job is tried; the first failure gives the exit status. */
static int
apply(struct cli *c, bool hold)
{
	struct holding h = {.home = HOME_INIT, .hold = hold};
	const char *glob = NULL;
	struct err e;

	for (int id; (id = cli_next(c));)
		if (id == OPT_JSON)
			h.json = true;
		else
			glob = c->value;
	if (c->word_count == 0 && !glob)
		return cli_usage(c, "give a job or -n GLOB");
	if (cli_home(c, &h.home, HOME_CHANGE, &e) < 0) {
		failed(&h, &e);
	} else {
		if (glob)
			apply_glob(&h, glob);
		for (size_t i = 0; i < c->word_count; i++)
			apply_word(&h, c->words[i]);
		cli_wake(&h.home);
	}
	home_close(&h.home);
	return h.status;
}

static int
run_hold(struct cli *c)
{
	return apply(c, true);
}

static int
run_release(struct cli *c)
{
	return apply(c, false);
}

const struct command cmd_hold = {
	.name = "hold",
	.operands = "[JOB...]",
	.summary = "keep a waiting job from starting",
	.options = options,
	.option_count = sizeof(options) / sizeof(options[0]),
	.run = run_hold,
};

const struct command cmd_release = {
	.name = "release",
	.operands = "[JOB...]",
	.summary = "let a held job start",
	.options = options,
	.option_count = sizeof(options) / sizeof(options[0]),
	.run = run_release,
};
