/* SPDX-License-Identifier: Apache-2.0 */
/* What is said of a remote attempt: in the record, in the launch log. */
#include "engine/remote_parts.h"

#include <stdio.h>
#include <string.h>

#include "base/err.h"
#include "base/mem.h"
#include "os/file.h"
#include "os/sys.h"
#include "store/jobs.h"
#include "store/logs.h"

#define PENDING_FREE 20 /* reasons of an attempt that are noted as they come, and */
#define PENDING_MS 60000 /* then one in this time: some tell of a counter */
#define LAUNCH_LOG_MAX (1u << 20) /* bytes of it, then polls add nothing */
#define LOGGED_MAX 4096 /* bytes of what a program printed that the launch log takes */

static void
begin(const struct remote *r, struct block *b)
{
	block_begin(b, "run", r->attempt->task);
	block_int(b, "attempt", r->attempt->number);
}

static int
append(struct remote *r, struct block *b, bool durable)
{
	int done;

	block_end(b);
	done = jobs_append(r->order->home, r->order->job, b, durable, NULL);
	block_release(b);
	if (done == 0)
		jobs_poke(r->order->home, r->order->job, POKE_NEWS);
	return done;
}

int
remote_note_submit(struct remote *r)
{
	struct block b = BLOCK_INIT;

	begin(r, &b);
	block_text(&b, "step", "submit");
	block_text(&b, "pool", r->at.pool->name);
	block_text(&b, "boot", r->order->home->boot);
	block_time(&b, "started", sys_wall_ms());
	block_int(&b, "since", sys_boot_ms());
	return append(r, &b, true);
}

int
remote_note_id(struct remote *r)
{
	struct block b = BLOCK_INIT;
	int done;

	begin(r, &b);
	block_text(&b, "remote", r->at.id);
	done = append(r, &b, false);
	r->owes_id = done < 0;
	return done;
}

int
remote_note_running(struct remote *r)
{
	struct block b = BLOCK_INIT;
	int done;

	begin(r, &b);
	block_text(&b, "step", "run");
	block_time(&b, "running", sys_wall_ms());
	block_text(&b, "pending", "-");
	done = append(r, &b, false);
	r->noted_run = done == 0;
	if (done == 0)
		r->pending[0] = '\0';
	return done;
}

void
remote_note_pending(struct remote *r, const char *why)
{
	struct block b = BLOCK_INIT;
	char cut[sizeof(r->pending)];
	int64_t now_ms = sys_boot_ms();

	snprintf(cut, sizeof(cut), "%s", why);
	if (!strcmp(cut, r->pending) ||
	    (*cut && r->pendings >= PENDING_FREE &&
	     now_ms - r->pending_ms < PENDING_MS))
		return;
	begin(r, &b);
	block_text(&b, "pending", *cut ? cut : "-");
	if (append(r, &b, false) < 0)
		return;
	memcpy(r->pending, cut, sizeof(cut));
	r->pending_ms = now_ms;
	r->pendings++;
}

void
remote_note(const struct attempt_order *order, struct attempt *a,
	    const char *why)
{
	struct remote r = {.order = order, .attempt = a};

	remote_note_pending(&r, why);
}

void
remote_end_block(const struct remote *r, struct block *b)
{
	const struct pool_answer *ans = &r->answer;
	const struct attempt *a = r->attempt;
	const char *cause = ans->signal ? "signal" : "exit";

	begin(r, b);
	block_time(b, "ended", sys_wall_ms());
	if (a->timed_out)
		cause = "timeout";
	else if (a->cancelled)
		cause = "cancel";
	else if (ans->state == POOL_FULL)
		cause = "launch";
	else if (ans->state == POOL_REFUSED)
		cause = "refused";
	else if (ans->state != POOL_ENDED)
		cause = "lost";
	else if (ans->cause[0])
		cause = ans->cause;
	block_text(b, "cause", cause);
	if (ans->in_setup)
		block_text(b, "step", "setup");
	if (a->cancelled && a->cancel_by[0])
		block_text(b, "by", a->cancel_by);
	else if (ans->text[0] && !a->cancelled && !a->timed_out)
		block_text(b, "error", ans->text);
	if (ans->state == POOL_ENDED && ans->signal)
		block_int(b, "signal", ans->signal);
	else if (ans->state == POOL_ENDED && ans->exit_code >= 0)
		block_int(b, "exit", ans->exit_code);
	if (attempt_lost(a))
		block_int(b, "lost", (int64_t)attempt_lost(a));
	if (a->started_boot_ms)
		block_int(b, "wall", sys_boot_ms() - a->started_boot_ms);
	block_end(b);
}

static const char *
call_name(enum pool_call call)
{
	static const char *const names[POOL_CALL_COUNT] = {
		[POOL_SUBMIT] = "submit", [POOL_POLL] = "poll",
		[POOL_TERM] = "cancel",	  [POOL_KILL] = "cancel (kill)",
		[POOL_LOGS] = "logs",
	};

	return names[call];
}

static const char *
state_name(enum pool_state state)
{
	static const char *const names[] = {
		[POOL_UNSURE] = "cannot tell", [POOL_ABSENT] = "absent",
		[POOL_PENDING] = "pending",    [POOL_RUNNING] = "running",
		[POOL_ENDED] = "ended",	       [POOL_LOST] = "lost",
		[POOL_FULL] = "full",	       [POOL_REFUSED] = "refused",
	};

	return names[state];
}

/* What was printed, each line set in. */
static void
put_printed(struct buf *to, const struct buf *printed)
{
	size_t len = printed->len < LOGGED_MAX ? printed->len : LOGGED_MAX;
	const char *text = buf_text(printed);

	for (size_t i = 0; i < len; i++) {
		if (i == 0 || text[i - 1] == '\n')
			buf_puts(to, "    ");
		buf_putc(to, text[i]);
	}
	if (len && text[len - 1] != '\n')
		buf_putc(to, '\n');
	if (len < printed->len)
		buf_printf(to, "    [mj: %zu bytes more]\n", printed->len - len);
}

static void
put_end(struct buf *to, const struct program_end *end)
{
	if (end->errnum)
		buf_printf(to, "    [mj: could not be started: %s]\n",
			   err_words(end->errnum));
	else if (end->late)
		buf_puts(to, "    [mj: ended by mj: it took too long]\n");
	else if (end->end.signal)
		buf_printf(to, "    [mj: ended by signal %d]\n",
			   end->end.signal);
	else if (end->end.exit_code)
		buf_printf(to, "    [mj: exit %d]\n", end->end.exit_code);
}

void
remote_log(struct remote *r, enum pool_call call, const struct program_end *end,
	   const struct pool_answer *answer)
{
	autobuf struct buf said = BUF_INIT, line = BUF_INIT;
	autoclose int fd = -1;
	char when[TEXT_TIME_SIZE];
	struct file_info info;
	bool of_all = r->type->asks_for_all && call == POOL_POLL;
	bool often = call == POOL_POLL || call == POOL_LOGS;

	if (end && !of_all)
		put_printed(&said, &end->out);
	if (end) {
		put_printed(&said, &end->errors);
		if (call != POOL_LOGS || !end->late)
			put_end(&said, end);
	}
	if (of_all)
		buf_printf(&said, "    %s%s%s\n", state_name(answer->state),
			   answer->text[0] ? ": " : "", answer->text);
	else if (!end && answer && answer->text[0])
		buf_printf(&said, "    %s\n", answer->text);
	if (often && !strcmp(buf_text(&said), buf_text(&r->last[call])))
		return;
	buf_clear(&r->last[call]);
	buf_add(&r->last[call], buf_text(&said), said.len);
	buf_printf(&line, "%s %s\n%s", text_time(sys_wall_ms(), when),
		   call_name(call), buf_text(&said));
	fd = logs_open_launch(r->launch, NULL);
	if (fd >= 0 && (!often || file_info_fd(fd, &info) < 0 ||
			info.size < LAUNCH_LOG_MAX))
		sys_write_all(fd, line.data, line.len);
}
