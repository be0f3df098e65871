/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Power loss: record the calls of a few commands and of all that they start, make each
 * home that the disk may have had at any point of it, and go on from there with the boot
 * id of another boot.
 *
 * replay MJ-DIRECTORY PRELOAD [-f] [-j N] [-s SCENE] [-o SCENE:POINT:OPS:WHICH:DATA]
 *
 * -f tries every state, without it a sample.  -o tries one, as a failure names it; the
 * recording is made anew, so it may be a slightly different one.  With KEEP in the
 * environment the homes of failures stay, as they are after the passes.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../fault/pool.h"
#include "disk.h"
#include "power.h"

#define SAMPLE 150 /* states of a scene, about */

static const char *const ops_names[OPS_KINDS] = {
	[OPS_NONE] = "none", [OPS_ALL] = "all",	  [OPS_ALL_BUT] = "all-but",
	[OPS_ONLY] = "only", [OPS_UPTO] = "up-to",
};

static const char *const data_names[DATA_KINDS] = {
	[DATA_ALL] = "kept", [DATA_NONE] = "lost", [DATA_ZERO] = "zeroed",
	[DATA_TORN] = "torn", [DATA_LAST] = "last",
};

struct state {
	unsigned scene;
	size_t point; /* operations that were made */
	struct choice choice;
};

struct result {
	bool told;
	char why[1200];
};

struct replay {
	char mj[300], schedule[300], preload[300], base[200];
	bool full;
	struct pool pool;
	struct world recorded;
	unsigned scene;
	struct disk disk;
	unsigned told;	   /* how often the user had been told something */
	bool gone;	   /* the job had left the queue */
	uint8_t *trace;
	size_t trace_len;
	uint64_t *seen; /* sums of the states that were tried */
	size_t seen_count;
	size_t states; /* different ones met, tried or not */
	unsigned stride;
	unsigned tried, failed;
};

static void
print_state(const struct state *s)
{
	printf("%s:%zu:%s:%zu:%s", power_scenes[s->scene].name, s->point,
	       ops_names[s->choice.ops], s->choice.which,
	       data_names[s->choice.data]);
}

static void
take_result(void *arg, const void *what, const void *told)
{
	struct replay *r = arg;
	const struct result *result = told;

	r->tried++;
	if (result->told && !result->why[0])
		return;
	r->failed++;
	printf("FAIL: ");
	print_state(what);
	printf(": %s\n", result->told ? result->why : "the play itself died");
	fflush(stdout);
}

/* In a process of its own. */
static void
play(struct replay *r, const struct state *s, struct result *result)
{
	static struct aftermath a;
	char dir[250], home[400];

	a.mj = r->mj;
	a.schedule = r->schedule;
	a.told = r->told;
	a.gone = r->gone;
	a.disk = &r->disk;
	snprintf(dir, sizeof(dir), "%.150s/%07d", r->base, (int)getpid());
	world_make(&a.w, dir);
	snprintf(a.w.boot, sizeof(a.w.boot), "after-the-power-loss");
	disk_make(&r->disk, &s->choice, world_path(&a.w, home, "home"),
		  r->recorded.dir, a.w.dir);
	power_check(&a, &power_scenes[s->scene]);
	world_kill(&a.w);
	snprintf(result->why, sizeof(result->why), "%s", a.why);
	result->told = true;
	if (!getenv("KEEP") || !a.why[0])
		world_remove(&a.w);
	else
		printf("kept: %s\n", dir);
	fflush(stdout);
	_exit(0);
}

static bool
is_new(struct replay *r, uint64_t sum)
{
	for (size_t i = 0; i < r->seen_count; i++)
		if (r->seen[i] == sum)
			return false;
	r->seen = realloc(r->seen, (r->seen_count + 1) * sizeof(sum));
	r->seen[r->seen_count++] = sum;
	return true;
}

/* Try a state unless it was tried, or is not in the sample. */
static void
try_state(struct replay *r, const struct state *s)
{
	uint64_t sum = disk_sum(&r->disk, &s->choice) * 31 + r->told * 7 +
		       r->gone;
	struct result *result;

	if (!is_new(r, sum) || r->states++ % r->stride != 0)
		return;
	result = pool_start(&r->pool, s, sizeof(*s));
	if (result)
		play(r, s, result);
}

static void
try_point(struct replay *r, size_t point)
{
	size_t open = disk_open_ops(&r->disk);

	for (unsigned data = 0; data < DATA_KINDS; data++)
		for (unsigned ops = 0; ops < OPS_KINDS; ops++) {
			bool alone = ops != OPS_NONE && ops != OPS_ALL;

			for (size_t i = 0; i < (alone ? open : 1); i++)
				try_state(r, &(struct state){
						     r->scene,
						     point,
						     {ops, i, data}});
		}
}

/* The operation at *at, which goes on to the next; NULL at the end. */
static const struct op *
next_op(const struct replay *r, size_t *at)
{
	static uint64_t copy[20000]; /* aligned, as the trace is not */
	struct op head;
	size_t len;

	if (*at + sizeof(head) > r->trace_len)
		return NULL;
	memcpy(&head, r->trace + *at, sizeof(head));
	len = sizeof(head) + head.path_len + head.path2_len + head.data_len;
	if (len > sizeof(copy)) {
		fprintf(stderr, "an operation of %zu bytes\n", len);
		exit(99);
	}
	memcpy(copy, r->trace + *at, len);
	*at += len;
	return (const struct op *)(const void *)copy;
}

static void
make_step(struct replay *r, const struct op *op)
{
	const char *path = (const char *)(op + 1);

	disk_apply(&r->disk, op);
	if (op->kind == OP_TOLD)
		r->told++;
	if (op->kind == OP_UNLINK && strstr(path, "queue/alive/"))
		r->gone = true;
}

/* All states of a recording, or the one that is wanted. */
static void
try_all(struct replay *r, const struct state *only)
{
	const struct op *op;
	size_t at = 0, point = 0;

	for (;;) {
		if (only && only->point == point)
			try_state(r, only);
		else if (!only)
			try_point(r, point);
		op = next_op(r, &at);
		if (!op)
			break;
		make_step(r, op);
		point++;
	}
	pool_wait(&r->pool);
}

static void
read_trace(struct replay *r)
{
	int fd = open(r->recorded.plan, O_RDONLY);
	struct stat st;

	if (fd < 0 || fstat(fd, &st) < 0) {
		perror(r->recorded.plan);
		exit(99);
	}
	r->trace_len = (size_t)st.st_size;
	r->trace = malloc(r->trace_len + 1);
	if (!r->trace ||
	    read(fd, r->trace, r->trace_len) != (ssize_t)r->trace_len) {
		perror(r->recorded.plan);
		exit(99);
	}
	close(fd);
}

/* Make the home that is there before, then record what the scene does to it. */
static void
record(struct replay *r)
{
	const struct power_scene *scene = &power_scenes[r->scene];
	struct aftermath a = {.mj = r->mj, .schedule = r->schedule};
	char dir[250], path[400];
	int fd;

	snprintf(dir, sizeof(dir), "%.150s/rec%04u", r->base, r->scene);
	world_make(&a.w, dir);
	snprintf(a.w.boot, sizeof(a.w.boot), "before-the-power-loss");
	power_prepare(&a, scene);
	disk_load(&r->disk, world_path(&a.w, path, "home"));
	world_path(&a.w, a.w.plan, "trace");
	fd = open(a.w.plan, O_WRONLY | O_CREAT | O_EXCL, 0600);
	close(fd);
	snprintf(a.w.preload, sizeof(a.w.preload), "%s", r->preload);
	scene->record(&a);
	if (!world_quiet(&a.w, 20000) || a.why[0]) {
		fprintf(stderr, "%s: cannot be recorded: %s\n", scene->name,
			a.why);
		exit(99);
	}
	r->recorded = a.w;
	read_trace(r);
}

/* How many different states there are, tried none. */
static void
count_states(struct replay *r)
{
	char path[400];

	r->stride = 1u << 30;
	r->states = 1;
	try_all(r, NULL);
	r->stride = r->full ? 1 : (unsigned)(r->states / SAMPLE) + 1;
	r->states = r->seen_count = 0;
	r->told = 0;
	r->gone = false;
	disk_release(&r->disk);
	(void)path;
}

static void
replay_scene(struct replay *r, const struct state *only)
{
	unsigned tried = r->tried, failed = r->failed;
	int64_t since = world_ms();

	record(r);
	r->told = 0;
	r->gone = false;
	r->seen_count = r->states = 0;
	r->stride = r->full || only ? 1 : power_scenes[r->scene].stride;
	try_all(r, only);
	printf("%s: %zu states, %u tried, %u failed, %lld s\n",
	       power_scenes[r->scene].name, r->states, r->tried - tried,
	       r->failed - failed, (long long)(world_ms() - since) / 1000);
	fflush(stdout);
	disk_release(&r->disk);
	free(r->trace);
	world_remove(&r->recorded);
}
