/* SPDX-License-Identifier: Apache-2.0 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "power.h"

#define RUN_MS 20000
#define SETTLE_MS 10000
#define PASSES_MAX 4

#define TASK(name)                                                             \
	"---\n"                                                                \
	"name: " name "\n"                                                     \
	"run: |\n"                                                             \
	"  echo \"start $MJ_JOB_ID.$MJ_TASK_NAME $MJ_ATTEMPT\" "               \
	">>\"$T/effects\"\n"                                                   \
	"  echo out\n"

static const char pair[] = "name: pair\n" TASK("a") TASK("b");

/* Goes on where there is a gate, as there is after the power loss. */
static const char gated[] = "name: gated\n" TASK(
	"a") "  until [ -e \"$T/gate\" ]; do sleep 0.02; done\n" TASK("b");

__attribute__((format(printf, 2, 3))) static void
wrong(struct aftermath *a, const char *fmt, ...)
{
	size_t used = strlen(a->why);
	va_list ap;

	va_start(ap, fmt);
	if (used < sizeof(a->why) - 1)
		vsnprintf(a->why + used, sizeof(a->why) - used, fmt, ap);
	va_end(ap);
	strncat(a->why, "; ", sizeof(a->why) - strlen(a->why) - 1);
}

/* Run a program with three words of arguments at most.  Return its status. */
static int
run(struct aftermath *a, const char *program, const char *one, const char *two,
    const char *three)
{
	static struct outcome o;
	const char *argv[] = {program, one, two, three, NULL};

	world_run(&a->w, &o, RUN_MS, argv);
	if (o.status < 0)
		wrong(a, "%s %s: %s", program, one,
		      o.status == -1 ? "ended by a signal" : "did not end");
	return o.status;
}

/* What must work without fail. */
static void
must(struct aftermath *a, const char *one, const char *two, const char *three)
{
	int status = run(a, a->mj, one, two, three);

	if (status > 0)
		wrong(a, "mj %s %s: status %d", one, two ? two : "", status);
}

static void
let_end(struct aftermath *a)
{
	if (!world_quiet(&a->w, SETTLE_MS))
		wrong(a, "it does not end");
}

void
power_prepare(struct aftermath *a, const struct power_scene *scene)
{
	char path[400];

	mkdir(world_path(&a->w, path, "home"), 0700);
	world_write(&a->w, "home/config.ini",
		    "[pool local]\ntype = local\nslots = 4\n"
		    "[pool other]\ntype = local\nslots = 4\n");
	world_write(&a->w, "job.yaml", pair);
	world_write(&a->w, "gated.yaml", gated);
	must(a, "launch", "job.yaml", NULL);
	let_end(a);
	must(a, "launch", "--hold", "job.yaml");
	mkdir(world_path(&a->w, path, "home/queue/pool/other"), 0700);
	world_write(&a->w, "home/queue/pool/other/paused", "");
	must(a, "launch", "--pool=other", "job.yaml");
	let_end(a);
	if (scene->prepare)
		scene->prepare(a);
	let_end(a);
}

static void
record_launch(struct aftermath *a)
{
	must(a, "launch", "job.yaml", NULL);
	let_end(a);
}

static void
record_bulk(struct aftermath *a)
{
	must(a, "launch", "--num-jobs=3", "job.yaml");
	let_end(a);
}

static void
prepare_held(struct aftermath *a)
{
	must(a, "launch", "--hold", "job.yaml");
}

static void
record_launch_held(struct aftermath *a)
{
	must(a, "launch", "--hold", "job.yaml");
	let_end(a);
}

static void
record_release(struct aftermath *a)
{
	must(a, "release", "4", NULL);
	let_end(a);
}

static void
record_cancel_held(struct aftermath *a)
{
	must(a, "cancel", "4", NULL);
	let_end(a);
}

static void
prepare_waiting(struct aftermath *a)
{
	must(a, "launch", "--pool=other", "job.yaml");
}

static void
record_hold(struct aftermath *a)
{
	must(a, "hold", "4", NULL);
	let_end(a);
}

static bool
is_running(struct world *w)
{
	char *record = world_read(w, "home/jobs/0000000004/record");
	char *effects = world_read(w, "effects");
	bool running = strstr(record, "status = RUNNING") &&
		       count_lines(effects, "start 4.a");

	free(record);
	free(effects);
	return running;
}

static void
record_cancel(struct aftermath *a)
{
	must(a, "launch", "gated.yaml", NULL);
	if (!world_until(&a->w, SETTLE_MS, is_running))
		wrong(a, "it does not run");
	must(a, "cancel", "4", "--now");
	let_end(a);
}

/* The names of queue/ that must not be there: all but of what is held. */
static char *
owed(struct aftermath *a, bool held)
{
	char *all = world_owed(&a->w), *rest = calloc(1, strlen(all) + 1);
	char *next = all, *line;

	while ((line = strsep(&next, "\n"))) {
		/* what was built aside and not moved in is owed to nobody */
		if (!*line || strstr(line, "/.") ||
		    !strcmp(line, "queue/held/0000000002.1") ||
		    (held && !strcmp(line, "queue/held/0000000004.1")))
			continue;
		strcat(rest, line);
		strcat(rest, " ");
	}
	free(all);
	return rest;
}

/* Passes of the timer until all has ended that may end. */
static void
settle(struct aftermath *a, bool held)
{
	for (int i = 0; i < PASSES_MAX; i++) {
		char *left;
		bool done;

		run(a, a->schedule, "--reap", NULL, NULL);
		if (!world_quiet(&a->w, SETTLE_MS)) {
			char living[500];

			world_living(living, sizeof(living));
			wrong(a, "still there: %s", living);
			return;
		}
		left = owed(a, held);
		done = !*left;
		if (!done && i + 1 == PASSES_MAX)
			wrong(a, "still owed: %s", left);
		free(left);
		if (done)
			return;
	}
}

/* Readers work, whatever there is. */
static void
look(struct aftermath *a)
{
	char number[16];
	int status;

	must(a, "queue", "-a", NULL);
	for (unsigned job = JOB_ENDED; job <= JOB; job++) {
		snprintf(number, sizeof(number), "%u", job);
		status = run(a, a->mj, "show", number, NULL);
		if (status > 0 && (job != JOB || a->gone & 1u << JOB))
			wrong(a, "mj show %u: status %d", job, status);
	}
}

static unsigned
starts(struct aftermath *a, unsigned job, const char *task)
{
	char *effects = world_read(&a->w, "effects");
	char line[60];
	unsigned n;

	snprintf(line, sizeof(line), "start %u.%s", job, task);
	n = count_lines(effects, line);
	free(effects);
	return n;
}

/* Whether a record says that a task is final (durably, if the text is). */
static bool
task_is_final(const char *text, const char *task)
{
	char head[60];
	const char *at = text;

	snprintf(head, sizeof(head), "[task %s]\nstatus = SUCCEEDED\n", task);
	return text && strstr(at, head) != NULL;
}

/* The bytes of the job's record that were synced, as a string the caller frees. */
static char *
durable_record(const struct aftermath *a, unsigned job)
{
	char path[60];
	int node;
	struct bytes bytes = {0};
	char *text;

	snprintf(path, sizeof(path), "jobs/%010u/record", job);
	node = disk_find(a->disk, path);
	if (node >= 0)
		disk_bytes(&a->disk->nodes[node], DATA_NONE, &bytes);
	text = calloc(1, bytes.len + 1);
	if (bytes.len)
		memcpy(text, bytes.data, bytes.len);
	free(bytes.data);
	return text;
}

/* A task runs once at most from here on, and not at all if that was noted for good. */
static void
check_task(struct aftermath *a, unsigned job, const char *task,
	   const char *durable)
{
	unsigned n = starts(a, job, task);

	if (n > 1)
		wrong(a, "task %u.%s ran %u times", job, task, n);
	if (n && task_is_final(durable, task))
		wrong(a, "task %u.%s ran again, its end was durable", job,
		      task);
}

static void
check_none_ran(struct aftermath *a, unsigned job)
{
	if (starts(a, job, "a") || starts(a, job, "b"))
		wrong(a, "job %u ran", job);
}

static void
check_status(struct aftermath *a, unsigned job, const struct job_facts *f,
	     const char *wanted)
{
	if (strcmp(f->status, wanted) != 0)
		wrong(a, "job %u is '%s' (%s), not %s", job, f->status,
		      f->reason, wanted);
}

static void
check_fate(struct aftermath *a, unsigned job, enum fate fate)
{
	struct job_facts f;
	char *durable = durable_record(a, job);

	world_job(&a->w, job, &f);
	check_task(a, job, "a", durable);
	check_task(a, job, "b", durable);
	free(durable);
	if (a->gone & 1u << job)
		check_none_ran(a, job);
	switch (fate) {
	case FATE_ANY:
		if (!*f.status)
			check_none_ran(a, job);
		else if (!is_final(f.status) || !strncmp(f.status, "FAILED", 6))
			wrong(a, "job %u is %s: %s", job, f.status, f.reason);
		break;
	case FATE_RUNS:
		check_status(a, job, &f, "SUCCEEDED");
		break;
	case FATE_CANCELLED:
		check_status(a, job, &f, "CANCELLED");
		check_none_ran(a, job);
		break;
	case FATE_HELD:
		check_status(a, job, &f, "");
		check_none_ran(a, job);
		break;
	case FATE_FINAL:
		if (strcmp(f.status, "CANCELLED") != 0)
			check_status(a, job, &f, "SUCCEEDED");
		break;
	}
}

/* What the scene did not touch is as it was. */
static void
check_others(struct aftermath *a)
{
	struct job_facts f;
	char path[400];

	world_job(&a->w, JOB_ENDED, &f);
	check_status(a, JOB_ENDED, &f, "SUCCEEDED");
	check_none_ran(a, JOB_ENDED);
	world_job(&a->w, JOB_HELD, &f);
	check_status(a, JOB_HELD, &f, "");
	check_none_ran(a, JOB_HELD);
	if (!f.there ||
	    access(world_path(&a->w, path, "home/queue/held/%010u.1", JOB_HELD),
		   F_OK) < 0)
		wrong(a, "the held job is not");
	world_job(&a->w, JOB_WAITING, &f);
	check_status(a, JOB_WAITING, &f, "SUCCEEDED");
	if (starts(a, JOB_WAITING, "a") != 1 ||
	    starts(a, JOB_WAITING, "b") != 1)
		wrong(a, "the waiting job did not run once");
}

/* All of a bulk submit or none of it. */
static void
check_all_or_none(struct aftermath *a, const struct power_scene *scene)
{
	unsigned ended = 0;

	for (unsigned i = 0; i < scene->jobs; i++) {
		struct job_facts f;

		world_job(&a->w, JOB + i, &f);
		ended += *f.status != '\0';
	}
	if (ended != 0 && ended != scene->jobs)
		wrong(a, "%u of %u jobs of a submit", ended, scene->jobs);
}

/* A number that was told is not given out again, and a new job ends. */
static void
check_next(struct aftermath *a, const struct power_scene *scene)
{
	static struct outcome o;
	const char *argv[] = {a->mj, "launch", "job.yaml", NULL};
	unsigned job;
	struct job_facts f;

	world_run(&a->w, &o, RUN_MS, argv);
	job = (unsigned)atoi(o.out);
	if (o.status != 0 || !job)
		wrong(a, "the next launch: status %d: %s", o.status, o.err);
	if (job < JOB || (a->told && job < JOB + scene->jobs))
		wrong(a, "the next number is %u", job);
	let_end(a);
	world_job(&a->w, job, &f);
	check_status(a, job, &f, "SUCCEEDED");
}

void
power_check(struct aftermath *a, const struct power_scene *scene)
{
	enum fate fate = scene->fate[a->told < 3 ? a->told : 2];
	char path[400];
	struct job_facts f;
	bool held;

	unlink(world_path(&a->w, path, "home/queue/pool/other/paused"));
	world_write(&a->w, "gate", "");
	world_write(&a->w, "job.yaml", pair);
	look(a);
	world_job(&a->w, JOB, &f);
	held = fate == FATE_HELD ||
	       (fate == FATE_ANY &&
		access(world_path(&a->w, path, "home/queue/held/%010u.1", JOB),
		       F_OK) == 0);
	settle(a, held);
	look(a);
	for (unsigned i = 0; i < scene->jobs; i++)
		check_fate(a, JOB + i, fate);
	check_all_or_none(a, scene);
	check_others(a);
	check_next(a, scene);
	if (a->w.signalled)
		wrong(a, "%u processes were ended by a signal", a->w.signalled);
}

const struct power_scene power_scenes[] = {
	{"launch", NULL, record_launch, 1, {FATE_ANY, FATE_RUNS, FATE_RUNS}},
	{"bulk", NULL, record_bulk, 3, {FATE_ANY, FATE_RUNS, FATE_RUNS}},
	{"launch-held",
	 NULL,
	 record_launch_held,
	 1,
	 {FATE_ANY, FATE_HELD, FATE_HELD}},
	{"hold",
	 prepare_waiting,
	 record_hold,
	 1,
	 {FATE_ANY, FATE_HELD, FATE_HELD}},
	{"release",
	 prepare_held,
	 record_release,
	 1,
	 {FATE_ANY, FATE_RUNS, FATE_RUNS}},
	{"cancel-held",
	 prepare_held,
	 record_cancel_held,
	 1,
	 {FATE_ANY, FATE_CANCELLED, FATE_CANCELLED}},
	{"cancel",
	 NULL,
	 record_cancel,
	 1,
	 {FATE_ANY, FATE_FINAL, FATE_CANCELLED}},
};
const unsigned power_scene_count =
	sizeof(power_scenes) / sizeof(power_scenes[0]);
