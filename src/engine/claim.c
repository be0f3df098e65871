/* SPDX-License-Identifier: Apache-2.0 */
#include "engine/claim.h"

#include <errno.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "engine/controller.h"
#include "engine/starter.h"
#include "os/heap.h"
#include "os/root.h"
#include "os/sig.h"
#include "os/sys.h"
#include "os/title.h"
#include "store/jobs.h"

/* A claimant at work, in the new process. */
struct claimant {
	struct home *home;
	struct request request;
	bool replace;
	int lock, pass_lock, answer;
	pass_fn *pass;
};

/* The controller before: from the pid file, whose text is replaced in place. */
static unsigned
read_before(const struct claimant *c, struct proc *before)
{
	autofree char *path = jobs_path(c->request.job, "controller.pid");
	autobuf struct buf text = BUF_INIT;

	if (jobs_pid_read(c->home, path, before, &text) < 0) {
		*before = (struct proc){0};
		return 0;
	}
	return (unsigned)text_field_u64(buf_text(&text), "claim", 0);
}

static int
write_claim(const struct claimant *c, unsigned claim)
{
	autofree char *rest = mem_printf("claim = %u\n", claim);
	struct proc self;

	proc_self(&self, c->home->boot);
	return jobs_pid_write(c->lock, &self, rest, NULL);
}

/*
 * A higher round is in the record before the claim, durable: alive/ID has no round, and
 * who replaces us must not take the job for one that has ended.
 */
static int
begin_round(const struct claimant *c)
{
	struct block b = BLOCK_INIT;
	int r;

	if (c->replace || c->request.round <= 1)
		return 0;
	block_begin(&b, "job", NULL);
	block_int(&b, "round", c->request.round);
	block_time(&b, "at", sys_wall_ms());
	block_end(&b);
	r = jobs_append(c->home, c->request.job, &b, true, NULL);
	block_release(&b);
	return r;
}

/*
 * Answer the pass; if it is dead, nobody looks at the wake mark but us.  Return whether
 * another one is wanted.
 */
static bool
answer(struct claimant *c)
{
	bool alone;

	sys_close(&c->pass_lock);
	alone = sys_write(c->answer, "y", 1) < 0 && errno == EPIPE;
	sys_close(&c->answer);
	return alone && home_woken(c->home, WAKE_PASS);
}

static void
claim(void *arg)
{
	struct claimant *c = arg;
	int keep[] = {c->home->fd, c->lock, c->pass_lock, c->answer};
	struct controller_order order = {
		.home = c->home,
		.job = c->request.job,
		.lock = c->lock,
		.pass = c->pass,
	};

	sys_close_others(keep, 4);
	if (sys_stdio(-1) < 0)
		spawn_exit(1); /* as below */
	sys_detach();
	sys_subreaper();
	title_set("mj: %s job %u", c->home->path, c->request.job);
	order.claim = read_before(c, &order.before) + 1;
	if (write_claim(c, order.claim) < 0 || begin_round(c) < 0)
		spawn_exit(1); /* the pass sees the end of file, and looks */
	if (!c->replace && queue_claim(c->home, &c->request, NULL) < 0) {
		write_claim(c, order.claim - 1); /* it was none */
		spawn_exit(1);
	}
	order.want_pass = answer(c);
	controller_run(&order);
}

/* Nothing that the pass allocated is wanted here, nor what lies on its stack. */
static void
begin_anew(const struct claimant *told)
{
	struct claimant *c;
	struct home *home;

	sig_block();
	heap_replace();
	c = mem_new(1, sizeof(*c));
	home = mem_new(1, sizeof(*home));
	*c = *told;
	*home = *told->home; /* what it leads to is older than the pass */
	c->home = home;
	root_begin(claim, c);
}

int
claim_start(struct home *home, int pass_lock, int *lock, bool replace,
	    pass_fn *pass, struct claim *out, struct err *e)
{
	int ends[2];
	pid_t pid;

	if (sys_pipe(ends, false) < 0) {
		err_sys(e, "pipe");
		sys_close(lock);
		return -1;
	}
	pid = spawn_fork(SPAWN_CHILD);
	if (pid == 0) {
		struct claimant c = {home, out->request, replace, *lock,
				     pass_lock, ends[1], pass};

		begin_anew(&c);
	}
	if (pid < 0)
		err_sys(e, "fork a controller for job %u", out->request.job);
	sys_close(&ends[1]);
	sys_close(lock);
	if (pid < 0) {
		sys_close(&ends[0]);
		return -1;
	}
	out->pid = pid;
	out->answer = ends[0];
	return 0;
}

void
claim_poll(const struct claim *claims, size_t count, bool *answered)
{
	autofree struct pollfd *fds = mem_new(count, sizeof(*fds));
	int n;

	for (size_t i = 0; i < count; i++)
		fds[i] = (struct pollfd){claims[i].answer, POLLIN, 0};
	n = sys_poll(fds, count, -1);
	for (size_t i = 0; i < count; i++)
		answered[i] = n > 0 && fds[i].revents;
}

bool
claim_wait(const struct home *home, struct claim *c)
{
	char byte;

	c->told = sys_read(c->answer, &byte, 1) == 1;
	sys_close(&c->answer);
	return c->told || queue_alive(home, c->request.job);
}
