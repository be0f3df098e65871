/* SPDX-License-Identifier: Apache-2.0 */
#include "engine/command.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "os/file.h"
#include "os/sig.h"
#include "os/spawn.h"
#include "os/sys.h"
#include "store/jobs.h"

/* The kernel's limit for one argument, MAX_ARG_STRLEN: 32 pages (execve(2)). */
#define ARGUMENT_MAX 131072

static void
put_number(struct env_list *env, const char *name, unsigned long n)
{
	char text[24];

	snprintf(text, sizeof(text), "%lu", n);
	env_put(env, name, text);
}

static void
put_pairs(struct env_list *env, const struct env_var *vars, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (vars[i].value)
			env_put(env, vars[i].name, vars[i].value);
}

static char *
task_id(const struct attempt_order *o, size_t task)
{
	return mem_printf("mj-%s-%u-%s", o->home->id, o->job,
			  o->spec->tasks[task].name);
}

/* Of all tasks, a line each; a job too wide for one variable goes without. */
static void
put_all_ids(struct env_list *env, const struct attempt_order *o)
{
	autobuf struct buf ids = BUF_INIT;

	for (size_t i = 0; i < o->spec->task_count; i++) {
		autofree char *id = task_id(o, i);

		buf_printf(&ids, "%s%s", i ? "\n" : "", id);
		if (ids.len > ARGUMENT_MAX - 100)
			return;
	}
	env_put(env, "MJ_TASK_IDS", buf_text(&ids));
	env_put(env, "SKYPILOT_TASK_IDS", buf_text(&ids));
}

static void
put_ids(struct env_list *env, const struct attempt_order *o)
{
	const struct task *task = &o->spec->tasks[o->task];
	autofree char *id = task_id(o, o->task);
	char tag[256], gpus[NEED_IDS_SIZE];

	attempt_tag(o->home, o->job, task->name, o->attempt, tag, sizeof(tag));
	env_put(env, "MJ_TAG", tag);
	env_put(env, "MJ_HOME", o->home->path);
	env_put(env, "MJ_JOB_NAME", o->record->name);
	env_put(env, "MJ_TASK_NAME", task->name);
	env_put(env, "MJ_TASK_ID", id);
	env_put(env, "SKYPILOT_TASK_ID", id);
	put_all_ids(env, o);
	put_number(env, "MJ_JOB_ID", o->job);
	put_number(env, "MJ_ATTEMPT", o->attempt);
	put_number(env, "MJ_RECOVERIES", o->recoveries);
	if (o->gpus) {
		env_put(env, "MJ_GPUS", need_ids(o->gpus, gpus));
		env_put(env, "CUDA_VISIBLE_DEVICES", gpus);
	}
	if (o->record->num_jobs) {
		put_number(env, "MJ_JOB_RANK", o->record->rank);
		put_number(env, "MJ_NUM_JOBS", o->record->num_jobs);
		put_number(env, "SKYPILOT_JOB_RANK", o->record->rank);
		put_number(env, "SKYPILOT_NUM_JOBS", o->record->num_jobs);
	}
}

/* As captured, then the spec's, then --env and --secret, then what mj says. */
static void
make_env(struct command *c)
{
	const struct task *task = &c->order->spec->tasks[c->order->task];

	env_put_all(&c->env, &c->capture->env);
	if (!env_get(&c->env, "PYTHONUNBUFFERED"))
		env_put(&c->env, "PYTHONUNBUFFERED", "1");
	put_pairs(&c->env, task->envs, task->env_count);
	put_pairs(&c->env, task->secrets, task->secret_count);
	env_put_all(&c->env, &c->capture->given);
	env_put_all(&c->env, &c->capture->secrets);
	env_put(&c->env, "PWD", c->dir);
	put_ids(&c->env, c->order);
}

static char *
find_dir(const struct capture *capture, const char *workdir)
{
	const char *user_home = env_get(&capture->env, "HOME");

	if (!workdir || !*workdir)
		return mem_copy(capture->cwd);
	if (workdir[0] == '/')
		return mem_copy(workdir);
	if (workdir[0] == '~' && (workdir[1] == '/' || !workdir[1]) &&
	    user_home)
		return mem_printf("%s%s", user_home, workdir + 1);
	return mem_printf("%s/%s", capture->cwd, workdir);
}

/* Who runs the pass may have another home directory, or none. */
static char *
find_shell(const struct config *config, const struct capture *capture)
{
	static const char *const known[] = {"/bin/bash", "/usr/bin/bash",
					    "/usr/local/bin/bash"};

	if (config->shell)
		return home_expand_for(config->shell,
				       env_get(&capture->env, "HOME"));
	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		if (file_exists(AT_FDCWD, known[i]))
			return mem_copy(known[i]);
	return mem_copy("/bin/sh");
}

int
command_prepare(struct command *c, const struct attempt_order *order,
		struct capture *capture, struct err *e)
{
	*c = (struct command){.order = order, .capture = capture};
	if (capture_read(order->home, order->job, capture, e) < 0)
		return -1;
	c->shell = find_shell(&order->home->config, capture);
	if (!c->shell)
		return err_set(e, ERR_INPUT, "shell = %s: HOME is not set",
			       order->home->config.shell);
	c->dir = find_dir(capture, order->spec->tasks[order->task].workdir);
	make_env(c);
	return 0;
}

/* What the new process tells its parent when it could not become the command. */
struct failure {
	int errnum;
	char what[120];
};

static void
give_up(int report, const char *what)
{
	struct failure f = {.errnum = errno ? errno : EIO};

	snprintf(f.what, sizeof(f.what), "%s", what);
	sys_write_all(report, &f, sizeof(f));
	spawn_exit(127);
}

/* Append the block that names this process as the step's first. */
static int
note_itself(const struct command *c, const char *step, const struct attempt *a)
{
	struct block b = BLOCK_INIT;
	char gpus[NEED_IDS_SIZE];
	struct proc self;
	int r;

	proc_self(&self, c->order->home->boot);
	block_begin(&b, "run", a->task);
	block_int(&b, "attempt", a->number);
	block_text(&b, "step", step);
	block_int(&b, "pid", self.pid);
	block_int(&b, "start", (int64_t)self.start);
	block_text(&b, "boot", self.boot);
	block_int(&b, "pipe",
		  (int64_t)sys_inode(a->outputs[LOG_OUTPUT].pipe[0]));
	if (a->outputs[LOG_ERRORS].pipe[0] >= 0)
		block_int(&b, "errors_pipe",
			  (int64_t)sys_inode(a->outputs[LOG_ERRORS].pipe[0]));
	if (c->order->gpus)
		block_text(&b, "gpus", need_ids(c->order->gpus, gpus));
	if (a->fence.path[0])
		block_text(&b, "cgroup", a->fence.path);
	if (a->fence.lacks[0])
		block_text(&b, "unlimited", a->fence.lacks);
	if (a->started_boot_ms == a->step_boot_ms) {
		block_time(&b, "started", sys_wall_ms());
		block_int(&b, "since", a->started_boot_ms);
	}
	if (!strcmp(step, "run"))
		block_time(&b, "running", sys_wall_ms());
	block_end(&b);
	r = jobs_append(c->order->home, c->order->job, &b, false, NULL);
	block_release(&b);
	return r;
}

void
command_settings(const struct capture *capture, int out)
{
	sys_nice_set(capture->nice);
	for (int i = 0; i < CAPTURE_LIMITS; i++) {
		char text[100];

		if (!capture->limit[i].set ||
		    sys_limit_set(i, capture->limit[i].soft,
				  capture->limit[i].hard) != 1)
			continue;
		snprintf(text, sizeof(text),
			 "[mj: limit %d is lower here than at the submit]\n",
			 i);
		sys_write_all(out, text, strlen(text));
	}
}

/* The text as one argument, or, if it is too long for one, a file that holds it. */
static const char *
shell_text(const struct command *c, const char *step, const char *text,
	   const char **flag)
{
	autofree char *below = NULL;
	char *path;

	*flag = "-c";
	if (strlen(text) < ARGUMENT_MAX)
		return text;
	*flag = "--";
	below = mem_printf("jobs/%010u/%s.%s.sh", c->order->job, step,
			   c->order->spec->tasks[c->order->task].name);
	path = mem_printf("%s/%s", c->order->home->path, below);
	file_unlink(c->order->home->fd, below, NULL);
	if (file_create(c->order->home->fd, below, text, strlen(text), false,
			NULL) < 0)
		return NULL;
	return path; /* lives until exec */
}

static void
become(const struct command *c, const char *step, struct attempt *a,
       int report)
{
	const struct task *task = &c->order->spec->tasks[c->order->task];
	const char *text = !strcmp(step, "setup") ? task->setup : task->run;
	const char *flag = NULL;
	int out = a->outputs[LOG_OUTPUT].pipe[1];
	int errors = a->outputs[LOG_ERRORS].pipe[1];
	char *words[5] = {c->shell, NULL, NULL, NULL, NULL};
	struct spawn s = {
		.argv = words,
		.envp = c->env.list,
		.path_list = env_get(&c->env, "PATH"),
		.in = sys_nothing(true),
		.out = out,
		.errors = errors < 0 ? out : errors,
		.dir = c->dir,
		.umask = c->capture->umask,
	};

	if (s.in < 0)
		give_up(report, "open /dev/null");
	fence_enter(&a->fence);
	if (note_itself(c, step, a) < 0)
		give_up(report, "note it in the record");
	if (task->argv && text == task->run) {
		s.argv = task->argv;
	} else {
		const char *last = shell_text(c, step, text, &flag);

		if (!last)
			give_up(report, "write its text to a file");
		words[1] = mem_copy(flag);
		words[2] = mem_copy(last);
	}
	command_settings(c->capture, out);
	give_up(report, spawn_exec(&s));
}

void
command_release(struct command *c)
{
	env_list_release(&c->env);
	free(c->dir);
	free(c->shell);
}

int
command_start(struct command *c, const char *step, struct attempt *a,
	      struct err *e)
{
	struct failure f = {0};
	int report[2];
	struct spawn_end end;
	pid_t pid;
	ssize_t n;

	if (sys_pipe(report, false) < 0)
		return err_sys(e, "pipe"), e->errnum;
	a->step_boot_ms = sys_boot_ms();
	if (!a->started_boot_ms)
		a->started_boot_ms = a->step_boot_ms;
	pid = spawn_fork(SPAWN_CHILD);
	if (pid == 0) {
		/* with the task lock, until exec: free means noted, or never started */
		const struct output *o = a->outputs;
		int keep[] = {c->order->home->fd,      report[1],
			      a->lock,		       o[LOG_OUTPUT].pipe[0],
			      o[LOG_OUTPUT].pipe[1], o[LOG_ERRORS].pipe[0],
			      o[LOG_ERRORS].pipe[1]};

		sys_close_others(keep, sizeof(keep) / sizeof(keep[0]));
		become(c, step, a, report[1]);
	}
	sys_close(&report[1]);
	n = pid < 0 ? -1 : sys_read(report[0], &f, sizeof(f));
	if (pid < 0)
		err_sys(e, "fork"), f.errnum = e->errnum;
	sys_close(&report[0]);
	if (n == (ssize_t)sizeof(f)) {
		spawn_reap(pid, true, &end);
		err_set(e, ERR_SYS, "%s", f.what);
	}
	if (f.errnum == 0)
		a->main = pid;
	return f.errnum;
}
