/* SPDX-License-Identifier: Apache-2.0 */
/* mj doctor: name what is wrong in the home, and mend it. */
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "cli/cmd.h"
#include "cli/cmd_doctor.h"
#include "cli/json.h"
#include "engine/doctor.h"
#include "engine/pass.h"
#include "engine/starter.h"
#include "engine/submit.h"

#define ROUNDS 4 /* what is mended may bring the next thing to light */

enum {
	OPT_REPAIR = CLI_LONG,
	OPT_JSON,
};

static const struct cli_option options[] = {
	{OPT_REPAIR, "repair", NULL, "mend what is safe to mend"},
	{OPT_JSON, "json", NULL, "one JSON object a finding, a line each"},
};

struct checkup {
	struct home home;
	bool repair, json;
};

/* What was done about a finding, or what would mend it. */
static void
print(const struct checkup *c, const struct finding *f)
{
	struct json *o;

	if (!c->json) {
		printf("mj: %s: %s; %s%s\n", f->object, f->what,
		       f->done ? "mended: " : "",
		       f->done ? f->done : f->advice);
		return;
	}
	o = json_make_object();
	json_put_text(o, "object", f->object);
	if (f->job)
		json_put_int(o, "job", f->job);
	json_put_text(o, "path", f->path);
	json_put_text(o, "what", f->what);
	json_put_text(o, "advice", f->done ? NULL : f->advice);
	json_put_text(o, "done", f->done);
	json_print(o);
}

static int
sweep(void *arg)
{
	struct home *home = arg;
	autobuf struct buf report = BUF_INIT;

	if (pass_by_hand(home, true, true, &report) == PASS_SHORT)
		submit_wake(home); /* what is left is tried again, without us */
	return 0;
}

static bool
is_in(const struct findings *f, const struct finding *wanted)
{
	for (size_t i = 0; i < f->count; i++)
		if (!strcmp(f->list[i].object, wanted->object) &&
		    !strcmp(f->list[i].what, wanted->what))
			return true;
	return false;
}

/*
 * Mend, run a pass, look again.  Tell what is gone now; what is left is in *left.  Return
 * whether something is gone.
 */
static bool
mend_round(struct checkup *c, struct findings *found, struct findings *left)
{
	bool any = false;
	struct err e;

	doctor_mend(&c->home, found);
	if (starter_run(sweep, &c->home, &e) < 0)
		cli_fail(&e);
	doctor_look(&c->home, left);
	for (size_t i = 0; i < found->count; i++) {
		struct finding *f = &found->list[i];

		if (is_in(left, f))
			continue;
		any = true;
		if (!f->done)
			f->done = mem_copy("a pass was run");
		print(c, f);
	}
	return any;
}

static void
mend(struct checkup *c, struct findings *found)
{
	bool more = true;

	for (int round = 0; round < ROUNDS && more && found->count > 0;
	     round++) {
		struct findings left = FINDINGS_INIT;

		more = mend_round(c, found, &left);
		findings_release(found);
		*found = left;
	}
}

static bool
is_about_timer(const struct findings *f)
{
	for (size_t i = 0; i < f->count; i++)
		if (!strcmp(f->list[i].object, "timer"))
			return true;
	return false;
}

static int
look(struct checkup *c)
{
	autofindings struct findings found = FINDINGS_INIT;

	doctor_look(&c->home, &found);
	if (c->repair)
		mend(c, &found);
	else if (found.took_lock)
		cli_wake(&c->home);
	for (size_t i = 0; i < found.count; i++)
		print(c, &found.list[i]);
	if (!is_about_timer(&found))
		remark_timer(&c->home);
	remark_callbacks(&c->home);
	remark_fences(&c->home);
	return found.count > 0 ? CLI_ERROR : CLI_OK;
}

/* A home that cannot be opened is a finding too. */
static int
refuse(struct checkup *c, const struct err *e)
{
	autofree char *what = mem_copy(e->text);
	autofree char *advice = mem_copy("that comes first");
	autofree char *object = mem_copy("home");
	struct finding f = {
		.object = object,
		.what = what,
		.advice = advice,
	};

	if (e->code == ERR_MISSING || !c->home.path)
		return cli_fail(e);
	print(c, &f);
	return CLI_ERROR;
}

static int
run(struct cli *c)
{
	struct checkup k = {.home = HOME_INIT};
	struct err e;
	int id, status;

	while ((id = cli_next(c)))
		if (id == OPT_REPAIR)
			k.repair = true;
		else
			k.json = true;
	if (home_open(&k.home, c->home, k.repair ? HOME_CHANGE : HOME_READ,
		      &e) < 0) {
		cli_home_missing(c, &k.home, &e);
		status = refuse(&k, &e);
	} else {
		status = look(&k);
	}
	home_close(&k.home);
	return status;
}

const struct command cmd_doctor = {
	.name = "doctor",
	.operands = "",
	.summary = "name what is wrong in the state directory, and mend it",
	.options = options,
	.option_count = sizeof(options) / sizeof(options[0]),
	.run = run,
};
