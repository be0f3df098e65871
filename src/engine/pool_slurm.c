/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Pools of type slurm.  An attempt is one job of Slurm, called as the attempt is, since
 * a slurmctld that was killed gives the numbers of the jobs it forgot out again.  How all
 * jobs are is asked by one squeue for all runners of the home (store/cache.h).
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "engine/pool.h"
#include "model/slurm.h"
#include "os/sys.h"
#include "store/cache.h"

#define AGAIN_MS 250 /* somebody asks: when to look for the answer */
#define SACCT_BACK "now-30days"
#define SIGNAL_OF_SLURM 53 /* of a job whose output cannot be opened … */

/* Variables that change what the programs do; the user's own are for a shell's use. */
static const char *const deaf[] = {"SBATCH_", "SQUEUE_", "SCANCEL_", "SACCT_",
				   "SLURM_"};

/* TERM is for the script alone, which hands it on; what waits has no process to get it. */
static const char term[] =
	"scancel --me --name=\"$1\" --state=PENDING\n"
	"exec scancel --me --name=\"$1\" --batch --signal=TERM";

static bool
is_deaf(const struct pool_attempt *a, const char *pair)
{
	size_t len = strcspn(pair, "=");

	if (!strncmp(pair, "SLURM_CONF=", 11))
		return false;
	for (size_t i = 0; i < a->pool->env_count; i++)
		if (!strncmp(a->pool->env[i].name, pair, len) &&
		    !a->pool->env[i].name[len])
			return false;
	for (size_t i = 0; i < sizeof(deaf) / sizeof(deaf[0]); i++)
		if (!strncmp(pair, deaf[i], strlen(deaf[i])))
			return true;
	return false;
}

/* A program of Slurm, without what the submitting shell would tell it. */
static void
begin(const struct pool_attempt *a, struct program_order *o,
      const char *program)
{
	bool any = false;

	for (size_t i = 0; i < a->env->count; i++) {
		const char *pair = a->env->list[i];
		autofree char *name = NULL;

		if (!is_deaf(a, pair))
			continue;
		if (!any)
			program_word(o, "env");
		any = true;
		name = mem_copy_n(pair, strcspn(pair, "="));
		program_word(o, "-u");
		program_word(o, name);
	}
	program_word(o, program);
}

static void
option(struct program_order *o, const char *name, const char *value)
{
	autofree char *word = mem_printf("%s%s", name, value);

	program_word(o, word);
}

/* %x and the like are for Slurm to fill in, not here. */
static void
path_option(struct program_order *o, const char *name, const char *path)
{
	autobuf struct buf word = BUF_INIT;

	buf_puts(&word, name);
	for (; *path; path++) {
		if (*path == '%')
			buf_putc(&word, '%');
		buf_putc(&word, *path);
	}
	program_word(o, buf_text(&word));
}

static void
add_word(void *o, const char *word)
{
	program_word(o, word);
}

static void
wanted(const struct pool_attempt *a, struct program_order *o)
{
	const struct task *task = &a->order->spec->tasks[a->order->task];
	struct slurm_wants wants;

	job_slurm_wants(task, a->pool->name, &a->pool->slurm, &wants);
	slurm_wants_words(&wants, add_word, o);
	slurm_wants_release(&wants);
}

/* --chdir: where there is nothing to miss; the script goes where the task runs. */
static void
order_sbatch(struct pool_attempt *a, struct program_order *o)
{
	begin(a, o, "sbatch");
	wanted(a, o);
	program_word(o, "--parsable");
	program_word(o, "--no-requeue");
	program_word(o, "--export=ALL");
	program_word(o, "--chdir=/");
	program_word(o, "--input=/dev/null");
	program_word(o, "--open-mode=append");
	option(o, "--job-name=", a->name);
	path_option(o, "--output=", a->log);
	if (a->errors)
		path_option(o, "--error=", a->errors);
	o->in = mem_copy(a->script);
}

static void
order_term(struct pool_attempt *a, struct program_order *o)
{
	begin(a, o, "sh");
	program_word(o, "-c");
	program_word(o, term);
	program_word(o, "sh");
	program_word(o, a->name);
}

static void
order_cancel(struct pool_attempt *a, struct program_order *o)
{
	begin(a, o, "scancel");
	program_word(o, "--me");
	option(o, "--name=", a->name);
}

static void
cache_name(const struct pool_attempt *a, char *out, size_t size)
{
	snprintf(out, size, CACHE_SQUEUE "%s", a->pool->name);
}

/* What the last squeue said, if it is not too old to go by. */
static bool
read_fresh(const struct pool_attempt *a, struct cache *c, int64_t *left_ms)
{
	char name[JOB_NAME_MAX + 16];
	int64_t now_ms = sys_boot_ms();

	cache_name(a, name, sizeof(name));
	cache_release(c);
	cache_read(a->order->home, name, c);
	*left_ms = c->begun_ms + a->pool->poll_ms - now_ms;
	return c->begun_ms && c->begun_ms <= now_ms && *left_ms > 0;
}

static bool
find(const struct pool_attempt *a, const struct cache *c, struct slurm_job *job)
{
	return !c->failed && slurm_find(buf_text(&c->text), a->name, job);
}

/* Slurm would run it again, but it is for us to say when. */
static bool
was_requeued(const struct slurm_job *job)
{
	return job->phase == SLURM_LOST && !strcmp(job->state, "REQUEUED");
}

static void
order_squeue(struct pool_attempt *a, struct program_order *o)
{
	begin(a, o, "squeue");
	program_word(o, "--me");
	program_word(o, "--noheader");
	program_word(o, "--states=all");
	program_word(o, "--Format=" SLURM_SQUEUE_FORMAT);
}

/* Slurm's memory is short, that of its accounting, where there is one, is not. */
static void
order_sacct(struct pool_attempt *a, struct program_order *o)
{
	begin(a, o, "sacct");
	program_word(o, "--allocations");
	program_word(o, "--noheader");
	program_word(o, "--parsable2");
	program_word(o, "--starttime=" SACCT_BACK);
	option(o, "--name=", a->name);
	program_word(o, "--format=" SLURM_SACCT_FORMAT);
}

/*
 * Something was asked not long ago.  A job that it knows nothing of may be younger; if not,
 * sacct is asked.
 */
static enum pool_way
go_by(struct pool_attempt *a, const struct cache *c, struct program_order *o)
{
	struct slurm_job job;

	if (find(a, c, &job))
		return POOL_KNOWN;
	if (c->begun_ms < a->since_ms)
		return POOL_LATER;
	if (c->failed)
		return POOL_KNOWN;
	order_sacct(a, o);
	return POOL_RUN;
}

/* At most one asks, at most once in the pool's interval; the others wait for what it gets. */
static enum pool_way
ask(struct pool_attempt *a, struct program_order *o, int64_t *again_ms)
{
	char name[JOB_NAME_MAX + 16];
	autocache struct cache c = CACHE_INIT;
	struct slurm_job job;
	bool fresh = read_fresh(a, &c, again_ms), unknown = a->unknown;

	a->unknown = false;
	if (find(a, &c, &job) && was_requeued(&job)) { /* and ever will be */
		order_cancel(a, o);
		return POOL_RUN;
	}
	if (fresh)
		return go_by(a, &c, o);
	if (unknown && !find(a, &c, &job)) {
		order_sacct(a, o);
		return POOL_RUN;
	}
	cache_name(a, name, sizeof(name));
	a->fd = cache_lock(a->order->home, name, NULL);
	if (a->fd < 0) {
		*again_ms = AGAIN_MS;
		return POOL_LATER;
	}
	if (read_fresh(a, &c, again_ms)) {
		sys_close(&a->fd);
		return go_by(a, &c, o);
	}
	cache_begin(a->fd, sys_boot_ms());
	order_squeue(a, o);
	return POOL_RUN;
}

static enum pool_way
call_slurm(struct pool_attempt *a, enum pool_call call,
	   struct program_order *order, int64_t *again_ms)
{
	switch (call) {
	case POOL_SUBMIT:
		order_sbatch(a, order);
		return POOL_RUN;
	case POOL_POLL:
		return ask(a, order, again_ms);
	case POOL_TERM:
		order_term(a, order);
		return POOL_RUN;
	case POOL_KILL:
		order_cancel(a, order);
		return POOL_RUN;
	case POOL_LOGS:
	case POOL_CALL_COUNT:
		break;
	}
	return POOL_NO; /* sbatch writes to our file */
}

/* sbatch that is not there submits nothing (env tells by its status); want of a process passes. */
static bool
is_missing(const struct program_end *end)
{
	if (end->errnum)
		return end->errnum == ENOENT || end->errnum == EACCES;
	return !end->late &&
	       (end->end.exit_code == 127 || end->end.exit_code == 126);
}

/* Plugins and warnings speak before the error does. */
static void
why_not(const struct program_end *end, char *out, size_t size)
{
	const char *line = strstr(buf_text(&end->errors), "sbatch: error: ");

	if (line && !end->errnum && !end->late)
		snprintf(out, size, "%.*s", (int)strcspn(line, "\n"), line);
	else
		program_why(end, out, size);
}

static void
read_submit(const struct pool_attempt *a, const struct program_end *end,
	    struct pool_answer *out)
{
	static const enum pool_state states[] = {
		[SLURM_NO_ANSWER] = POOL_UNSURE,
		[SLURM_NO_ROOM] = POOL_FULL,
		[SLURM_NEVER] = POOL_REFUSED,
	};

	if (program_well(end) &&
	    slurm_submitted(buf_text(&end->out), out->id) == 0) {
		out->state = POOL_PENDING;
		return;
	}
	why_not(end, out->text, sizeof(out->text));
	if (is_missing(end)) {
		out->state = POOL_REFUSED;
		snprintf(out->text, sizeof(out->text),
			 "sbatch cannot be started: install Slurm's commands "
			 "or set env.PATH in [pool %.40s]",
			 a->pool->name);
	} else if (end->errnum) {
		out->state = POOL_FULL;
	} else if (!end->late && end->end.exit_code > 0) {
		out->state = states[slurm_refusal(buf_text(&end->errors))];
	}
}

static void
tell_not_begun(struct pool_answer *out)
{
	out->signal = 0;
	snprintf(out->cause, sizeof(out->cause), "start");
	snprintf(out->text, sizeof(out->text),
		 "Slurm could not start it: can the node write to its log and "
		 "read what it runs?");
}

/*
 * Nobody but us has the name, so who cancels the job means the task: that is a failure
 * of it, as a signal to its command is.
 */
static void
tell(const struct slurm_job *job, struct pool_answer *out)
{
	static const enum pool_state states[] = {
		[SLURM_UNKNOWN] = POOL_UNSURE,	[SLURM_WAITS] = POOL_PENDING,
		[SLURM_RUNS] = POOL_RUNNING,	[SLURM_ENDED] = POOL_ENDED,
		[SLURM_TIMED_OUT] = POOL_ENDED, [SLURM_NO_MEMORY] = POOL_ENDED,
		[SLURM_CANCELLED] = POOL_ENDED, [SLURM_LOST] = POOL_LOST,
	};

	out->state = states[job->phase];
	snprintf(out->id, sizeof(out->id), "%s", job->id);
	out->exit_code = job->exit_code;
	out->signal = job->signal;
	if (job->phase != SLURM_ENDED)
		slurm_why(job, out->text, sizeof(out->text));
	else if (job->signal == SIGNAL_OF_SLURM)
		tell_not_begun(out);
	if (job->phase == SLURM_TIMED_OUT)
		snprintf(out->cause, sizeof(out->cause), "timeout");
	else if (job->phase == SLURM_NO_MEMORY)
		snprintf(out->cause, sizeof(out->cause), "oom");
	else if (job->phase == SLURM_CANCELLED)
		out->signal = SIGTERM;
}

static void
read_known(const struct pool_attempt *a, const struct cache *c,
	   struct pool_answer *out)
{
	struct slurm_job job;

	if (c->failed) {
		snprintf(out->text, sizeof(out->text), "%s",
			 buf_text(&c->text));
	} else if (!find(a, c, &job)) {
		out->state = POOL_ABSENT;
	} else {
		tell(&job, out);
		if (was_requeued(&job)) /* lost once it was cancelled */
			out->state = POOL_PENDING;
	}
}

/* One that was stopped may have been stopped for our sake: then somebody asks again. */
static void
read_squeue(struct pool_attempt *a, const struct program_end *end,
	    struct pool_answer *out)
{
	char name[JOB_NAME_MAX + 16], why[160];
	autocache struct cache c = CACHE_INIT;

	cache_name(a, name, sizeof(name));
	c.begun_ms = cache_begun(a->fd);
	c.failed = !program_well(end) || end->out.len >= PROGRAM_OUTPUT_MAX;
	if (c.failed) {
		program_why(end, why, sizeof(why));
		buf_puts(&c.text,
			 program_well(end) ? "squeue printed too much" : why);
	} else {
		buf_add(&c.text, buf_text(&end->out), end->out.len);
	}
	if (!end->late)
		cache_write(a->order->home, name, &c);
	read_known(a, &c, out);
	a->unknown = out->state == POOL_ABSENT;
}

/* A job that never ended there was forgotten by slurmctld; its accounting does not know. */
static void
read_sacct(const struct pool_attempt *a, const struct program_end *end,
	   struct pool_answer *out)
{
	struct slurm_job job;

	if (program_well(end)) {
		out->state = POOL_ABSENT;
		if (slurm_find(buf_text(&end->out), a->name, &job) &&
		    job.phase != SLURM_WAITS && job.phase != SLURM_RUNS)
			tell(&job, out);
	} else if (end->errnum || strstr(buf_text(&end->errors), "disabled")) {
		out->state = POOL_ABSENT;
	} else {
		program_why(end, out->text, sizeof(out->text));
	}
}

/* What ran instead: scancel, as it was requeued, or sacct, as squeue knew nothing. */
static void
read_other(const struct pool_attempt *a, const struct program_end *end,
	   struct pool_answer *out)
{
	autocache struct cache c = CACHE_INIT;
	struct slurm_job job;
	int64_t left_ms;

	read_fresh(a, &c, &left_ms);
	if (!find(a, &c, &job))
		read_sacct(a, end, out);
	else if (program_well(end))
		tell(&job, out);
	else
		program_why(end, out->text, sizeof(out->text));
}

static void
read_poll(struct pool_attempt *a, const struct program_end *end,
	  struct pool_answer *out)
{
	autocache struct cache c = CACHE_INIT;
	int64_t left_ms;

	if (!end) {
		read_fresh(a, &c, &left_ms);
		read_known(a, &c, out);
		if (out->state == POOL_ABSENT) /* it was replaced meanwhile */
			out->state = POOL_UNSURE;
	} else if (a->fd >= 0) {
		read_squeue(a, end, out);
	} else {
		read_other(a, end, out);
	}
}

static void
read_slurm(struct pool_attempt *a, enum pool_call call,
	   const struct program_end *end, struct pool_answer *out)
{
	if (call == POOL_SUBMIT)
		read_submit(a, end, out);
	else if (call == POOL_POLL)
		read_poll(a, end, out);
	else if (!program_well(end))
		program_why(end, out->text, sizeof(out->text));
}

/* Slurm's own, and what it gives a job on its node. */
static const char *const theirs[] = {"SLURM",
				     "SBATCH_",
				     "CUDA_VISIBLE_DEVICES",
				     "ROCR_VISIBLE_DEVICES",
				     "GPU_DEVICE_ORDINAL",
				     "ZE_AFFINITY_MASK",
				     "PMI",
				     "HOSTNAME",
				     NULL};

const struct pool_type pool_slurm = {
	.name = "slurm",
	.asks_for_all = true,
	.call = call_slurm,
	.read = read_slurm,
	.theirs = theirs,
};
