/* SPDX-License-Identifier: Apache-2.0 */
/* What the other side says of a remote attempt, and what that means. */
#include "engine/remote_parts.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/err.h"
#include "engine/marks.h"
#include "os/sys.h"

#define FIRST_WAIT_MS 200 /* before the second poll; then longer, up to the pool's time */
#define ABSENT_MAX 3	/* polls in a row before it is believed to be gone */
#define SHOW_AFTER 3	/* polls in a row that could not tell, before people are told */
#define MARK_MS 30000	/* how long its mark may say that it ended, and the pool not */
#define FENCE_WAIT_MS 15000 /* and the grace: a script that may still run has ended itself */
#define BEGAN "lost: it began, though it was not taken on"

void
remote_conclude(struct remote *r, enum remote_step next)
{
	r->step = next;
	r->until_ms = 0;
	r->attempt->ended = true; /* a cancel comes too late */
}

void
remote_conclude_text(struct remote *r, enum pool_state state, const char *text)
{
	r->answer = (struct pool_answer){.state = state, .exit_code = -1};
	snprintf(r->answer.text, sizeof(r->answer.text), "%s", text);
}

static bool
not_taken(const struct pool_answer *ans)
{
	return ans->state == POOL_FULL || ans->state == POOL_REFUSED;
}

void
remote_merge(struct remote *r, const struct script_end *end)
{
	struct pool_answer *ans = &r->answer;

	if (end->fenced) {
		if (not_taken(ans))
			remote_conclude_text(r, POOL_LOST, BEGAN);
		else if (ans->state == POOL_ABSENT ||
		    (ans->state == POOL_ENDED && !ans->cause[0]))
			remote_conclude_text(r, POOL_LOST, "lost: it was fenced");
		return;
	}
	if (ans->state == POOL_LOST && (end->exit_code != 0 || end->told))
		return;
	if (ans->state == POOL_ENDED && ans->signal && end->told)
		return;
	if (ans->state != POOL_ENDED)
		remote_conclude_text(r, POOL_ENDED, "");
	ans->exit_code = end->exit_code;
	ans->signal = end->signal;
	ans->in_setup = end->in_setup;
}

/* A copy of the script that started nothing says nothing of the attempt. */
static bool
says_nothing(const struct pool_answer *ans)
{
	return ans->exit_code == SCRIPT_EXIT_FENCED ||
	       ans->exit_code == SCRIPT_EXIT_SECOND;
}

/*
 * The end of a copy of the script that started nothing says nothing of the attempt: what
 * the first one leaves does.  Where none began and the fence is gone, as after a power
 * loss, none ever will.
 */
static void
look_for_first(struct remote *r)
{
	if (r->answer.state != POOL_ENDED || !says_nothing(&r->answer))
		return;
	if (marks_begun(r->dir, r->at.name))
		remote_conclude_text(r, POOL_ABSENT,
				     "lost: it was started a second time");
	else if (marks_fenced(r->dir, r->at.name))
		remote_conclude_text(r, POOL_LOST,
				     "lost: its fence was gone before it began");
}

/*
 * Take the fence away, which must be done before the next attempt.  The script makes its
 * mark and then looks for the fence: what has not begun by now never will; what has, ends
 * itself, and has the time for that.
 */
static bool
fence(struct remote *r)
{
	char why[160];
	int64_t wait_ms = FENCE_WAIT_MS + r->order->home->config.grace_ms;

	if (r->fenced)
		return true;
	if (marks_fence(r->dir, r->at.name) < 0) {
		snprintf(why, sizeof(why), "its fence cannot be removed: %s",
			 err_words(errno));
		remote_note_pending(r, why);
		return false;
	}
	r->fenced = true;
	if (marks_begun(r->dir, r->at.name))
		r->until_ms = sys_boot_ms() + wait_ms;
	return true;
}

/*
 * The other side says that it is over.  Where its script may still run, or has not said
 * how it ended, that is waited for: for the next attempt must not run beside it.
 */
static void
over(struct remote *r)
{
	const struct pool_answer *ans = &r->answer;
	struct script_end end;

	look_for_first(r);
	r->due_ms = sys_boot_ms();
	if (marks_end(r->dir, r->at.name, &end) == 1) {
		remote_merge(r, &end);
		remote_conclude(r, REMOTE_DRAIN);
	} else if (ans->state != POOL_ENDED) {
		remote_conclude(r, REMOTE_WAIT);
		fence(r);
	} else if (ans->exit_code < 0 && !ans->signal && !ans->cause[0]) {
		remote_conclude(r, REMOTE_WAIT);
		r->until_ms = sys_boot_ms() + MARK_MS;
	} else {
		remote_conclude(r, REMOTE_DRAIN);
	}
}

void
remote_conclude_nothing(struct remote *r, enum pool_state state, const char *why)
{
	remote_conclude_text(r, state, why);
	if (r->handed)
		over(r);
	else
		remote_conclude(r, REMOTE_OVER);
}

/* What it is now that its time is up. */
static void
settle(struct remote *r)
{
	struct pool_answer *ans = &r->answer;

	if (ans->state == POOL_ENDED)
		remote_conclude_text(r, POOL_LOST,
			"lost: it ended, and nobody can tell how");
	else if (ans->state == POOL_ABSENT && !ans->text[0])
		remote_conclude_text(r, POOL_LOST, "lost: it is gone");
	else if (not_taken(ans) && marks_begun(r->dir, r->at.name))
		remote_conclude_text(r, POOL_LOST, BEGAN);
}

void
remote_wait(struct remote *r, int64_t now_ms)
{
	struct script_end end;

	r->due_ms = now_ms + FIRST_WAIT_MS * 2;
	if (marks_end(r->dir, r->at.name, &end) == 1) {
		remote_merge(r, &end);
	} else {
		if (r->answer.state != POOL_ENDED && !fence(r))
			return;
		if (now_ms < r->until_ms)
			return;
		settle(r);
	}
	remote_conclude(r, REMOTE_DRAIN);
}

static void
over_lost(struct remote *r, const char *why)
{
	char text[160];

	snprintf(text, sizeof(text), "lost: %.150s", why);
	remote_conclude_text(r, POOL_LOST, text);
	over(r);
}

static void
see_running(struct remote *r)
{
	if (!r->noted_run && remote_note_running(r) == 0)
		r->attempt->started_boot_ms = sys_boot_ms();
	else if (r->pending[0])
		remote_note_pending(r, "");
}

bool
remote_see_mark(struct remote *r, int64_t now_ms)
{
	struct script_end end;

	if (marks_end(r->dir, r->at.name, &end) != 1)
		return false;
	if (!r->mark_ms)
		r->mark_ms = now_ms;
	if (end.told && r->fails)
		r->mark_ms = now_ms; /* nobody was there to say why */
	if ((end.exit_code < 0 || end.told || r->attempt->ending.active) &&
	    now_ms - r->mark_ms < MARK_MS)
		return false;
	if (!end.in_setup && !end.fenced)
		see_running(r);
	remote_conclude_text(r, POOL_ABSENT, "");
	over(r);
	return true;
}

static void
poll_soon(struct remote *r, int64_t now_ms)
{
	r->wait_ms = FIRST_WAIT_MS;
	r->due_ms = now_ms + FIRST_WAIT_MS;
}

static void
see_unsure(struct remote *r, const struct pool_answer *ans)
{
	int64_t now_ms = sys_boot_ms();
	char text[160];

	if (r->fails++ == 0)
		r->fails_ms = now_ms;
	snprintf(text, sizeof(text), "no answer from %.40s: %.80s",
		 r->at.pool->name, ans->text);
	if (r->fails >= SHOW_AFTER)
		remote_note_pending(r, text);
	if (r->attempt->ending.active ||
	    r->fails < r->at.pool->give_up_tries ||
	    now_ms - r->fails_ms < r->at.pool->give_up_ms)
		return;
	over_lost(r, text);
}

static void
see_absent(struct remote *r)
{
	bool begun = marks_begun(r->dir, r->at.name);
	char text[160];

	r->absent++;
	if (r->step == REMOTE_LOOK && !begun && !r->submits &&
	    !r->attempt->ending.active) {
		r->step = REMOTE_SUBMIT;
		return;
	}
	if (r->absent < ABSENT_MAX && !(r->step == REMOTE_LOOK && !r->submits))
		return;
	if (r->step == REMOTE_LOOK && !begun) {
		remote_conclude_nothing(r, POOL_FULL, r->why);
		return;
	}
	snprintf(text, sizeof(text), "%.60s knows nothing of it any more",
		 r->at.pool->name);
	over_lost(r, text);
}

/* The answer to a poll. */
static void
see_poll(struct remote *r, const struct pool_answer *ans)
{
	if (ans->state != POOL_UNSURE && !r->at.unknown)
		r->fails = 0;
	if (ans->state != POOL_ABSENT && ans->state != POOL_UNSURE) {
		r->absent = 0;
		r->step = REMOTE_THERE;
	}
	if (ans->id[0] && !r->at.id[0]) {
		snprintf(r->at.id, sizeof(r->at.id), "%s", ans->id);
		r->owes_id = true;
	}
	switch (ans->state) {
	case POOL_FULL:
	case POOL_REFUSED:
	case POOL_UNSURE:
		see_unsure(r, ans);
		break;
	case POOL_ABSENT:
		/* to be sure that nothing runs, which is all a cancel needs, it is enough */
		if (!r->at.unknown || r->attempt->ending.active)
			see_absent(r);
		break;
	case POOL_PENDING:
		remote_note_pending(r, ans->text);
		break;
	case POOL_RUNNING:
		see_running(r);
		break;
	case POOL_ENDED:
		if (!ans->in_setup)
			see_running(r);
		r->answer = *ans;
		over(r);
		break;
	case POOL_LOST:
		over_lost(r, ans->text[0] ? ans->text : r->at.pool->name);
		break;
	}
}

static void
see_submit(struct remote *r, const struct pool_answer *ans)
{
	switch (ans->state) {
	case POOL_PENDING:
	case POOL_RUNNING:
		snprintf(r->at.id, sizeof(r->at.id), "%s", ans->id);
		r->owes_id = ans->id[0] != '\0';
		r->step = REMOTE_THERE;
		break;
	case POOL_FULL:
	case POOL_REFUSED:
		remote_conclude_nothing(r, ans->state, ans->text);
		break;
	case POOL_UNSURE:
	case POOL_ABSENT:
	case POOL_ENDED:
	case POOL_LOST:
		snprintf(r->why, sizeof(r->why), "submit to %.40s: %.100s",
			 r->at.pool->name, ans->text);
		r->step = REMOTE_LOOK;
		break;
	}
}

void
remote_see_answer(struct remote *r, const struct program_end *end)
{
	struct pool_answer ans = {.exit_code = -1};
	int64_t now_ms = sys_boot_ms(), wait_ms = r->wait_ms;

	r->type->read(&r->at, r->asked, end, &ans);
	sys_close(&r->at.fd);
	r->at.since_ms = now_ms;
	remote_log(r, r->asked, end, &ans);
	poll_soon(r, now_ms);
	if (r->asked == POOL_SUBMIT) {
		see_submit(r, &ans);
	} else if (r->asked == POOL_POLL) {
		r->wait_ms = wait_ms;
		r->due_ms = now_ms + wait_ms;
		if (!r->hasty)
			see_poll(r, &ans);
	} else {
		r->told |= !end || program_well(end);
	}
	r->hasty = false;
}
