/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Power loss: record the calls of a few commands and of all that they start, make each
 * home that the disk may have had at any point of it, and go on from there with the boot
 * id of another boot.
 *
 * replay MJ-DIRECTORY PRELOAD [-f] [-j N] [-s SCENE] [-o SCENE:POINT:OPS:WHICH:DATA]
 *
 * -f tries every state, without it a sample.  -o tries one, as a failure names it, and
 * prints what it is; the recording is made anew, so it may be a slightly different one.
 * With KEEP in the environment the homes of failures stay, as they are after the passes.
 */
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../fault/pool.h"
#include "disk.h"
#include "power.h"

#define SAMPLE 45 /* states of a scene, about */

static const char *const ops_names[OPS_KINDS] = {
	[OPS_NONE] = "none", [OPS_ALL] = "all",	   [OPS_ALL_BUT] = "all-but",
	[OPS_ONLY] = "only", [OPS_UPTO] = "up-to",
};

static const char *const data_names[DATA_KINDS] = {
	[DATA_ALL] = "kept",  [DATA_NONE] = "lost", [DATA_ZERO] = "zeroed",
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
	bool full, describes;
	struct pool pool;
	struct world recorded;
	unsigned scene;
	struct disk disk;
	unsigned told; /* how often the user had been told something */
	unsigned gone; /* bits of the jobs that had left the queue */
	uint8_t *trace;
	size_t trace_len;
	uint64_t *seen; /* sums of the states that were tried */
	size_t seen_count;
	unsigned stride; /* 0: none is tried */
	size_t points;
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

static void
print_entry(const char *verb, const struct entry *e)
{
	if (e->name)
		printf(" %s %u/%s", verb, e->dir, e->name);
}

/* The operations that were not synced, by their numbers, and the names left. */
static void
describe(const struct replay *r, const struct state *s)
{
	struct names names;
	size_t open = 0;

	for (size_t i = 0; i < r->disk.op_count; i++) {
		const struct dir_op *op = &r->disk.ops[i];

		if (op->synced)
			continue;
		printf("%zu:", open++);
		print_entry("without", &op->from);
		print_entry("with", &op->to);
		printf("\n");
	}
	disk_names(&r->disk, &s->choice, &names);
	for (size_t i = 0; i < names.count; i++)
		printf("%u is %u/%s\n", names.list[i].node, names.list[i].dir,
		       names.list[i].name);
	free(names.list);
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

/* Try a state unless one like it was met, or it is not in the sample. */
static void
try_state(struct replay *r, const struct state *s)
{
	uint64_t sum = disk_sum(&r->disk, &s->choice) * 31 + r->told * 7 +
		       r->gone * 13;
	struct result *result;

	if (!is_new(r, sum) || !r->stride ||
	    (r->seen_count - 1) % r->stride != 0)
		return;
	if (r->describes)
		describe(r, s);
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
				try_state(r, &(struct state){r->scene,
							     point,
							     {ops, i, data}});
		}
}

/* The operation at *at, which goes on to the next; NULL at the end. */
static const struct op *
next_op(const struct replay *r, size_t *at)
{
	const struct op *op = (const void *)(r->trace + *at);
	size_t len;

	if (*at + sizeof(*op) > r->trace_len)
		return NULL;
	len = sizeof(*op) + op->path_len + op->path2_len + op->data_len;
	*at += (len + OP_ALIGN - 1) / OP_ALIGN * OP_ALIGN;
	return op;
}

static void
make_step(struct replay *r, const struct op *op)
{
	unsigned job;

	disk_apply(&r->disk, op);
	if (op->kind == OP_TOLD)
		r->told++;
	if (op->kind == OP_UNLINK &&
	    sscanf((const char *)(op + 1), "queue/alive/%u", &job) == 1)
		r->gone |= 1u << job % 32;
}

/* All states of the recording, each stride-th of those that differ, or the one wanted. */
static void
try_all(struct replay *r, unsigned stride, const struct state *only)
{
	const struct op *op;
	size_t at = 0, point = 0;

	r->stride = stride;
	r->seen_count = 0;
	r->told = 0;
	r->gone = 0;
	disk_reset(&r->disk);
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
	r->points = point;
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

static void
replay_scene(struct replay *r, const struct state *only)
{
	unsigned tried = r->tried, failed = r->failed;
	int64_t since = world_ms();
	size_t states;

	record(r);
	try_all(r, 0, only); /* to count them */
	states = r->seen_count;
	try_all(r, r->full ? 1 : (unsigned)(states / SAMPLE) + 1, only);
	printf("%s: %zu calls, %zu states, %u tried, %u failed, %lld s\n",
	       power_scenes[r->scene].name, r->points, states, r->tried - tried,
	       r->failed - failed, (long long)(world_ms() - since) / 1000);
	fflush(stdout);
	disk_release(&r->disk);
	free(r->trace);
	if (!r->failed || !getenv("KEEP"))
		world_remove(&r->recorded);
}

/* The index of a name in a table, or count. */
static unsigned
index_of(const char *name, const char *const *names, unsigned count)
{
	unsigned i = 0;

	while (i < count && strcmp(names[i], name) != 0)
		i++;
	return i;
}

static int
parse_state(const char *text, struct state *s)
{
	char scene[40], ops[40], data[40];

	if (sscanf(text, "%39[^:]:%zu:%39[^:]:%zu:%39s", scene, &s->point, ops,
		   &s->choice.which, data) != 5)
		return -1;
	while (s->scene < power_scene_count &&
	       strcmp(power_scenes[s->scene].name, scene) != 0)
		s->scene++;
	s->choice.ops = (enum kept_ops)index_of(ops, ops_names, OPS_KINDS);
	s->choice.data = (enum kept_data)index_of(data, data_names, DATA_KINDS);
	return s->scene < power_scene_count && s->choice.ops < OPS_KINDS &&
			       s->choice.data < DATA_KINDS
		       ? 0
		       : -1;
}

static void
prepare(struct replay *r, const char *dir, const char *preload)
{
	const char *tmp = getenv("TMPDIR");
	char whole[PATH_MAX];

	if (!realpath(dir, whole)) {
		perror(dir);
		exit(99);
	}
	snprintf(r->mj, sizeof(r->mj), "%.280s/mj", whole);
	snprintf(r->schedule, sizeof(r->schedule), "%.280s/mj-schedule", whole);
	snprintf(r->preload, sizeof(r->preload), "%s", preload);
	snprintf(r->base, sizeof(r->base), "%.150s/mj-power.XXXXXX",
		 tmp ? tmp : "/tmp");
	if (!mkdtemp(r->base)) {
		perror(r->base);
		exit(99);
	}
	r->pool.result_size = sizeof(struct result);
	r->pool.done = take_result;
	r->pool.arg = r;
	pool_make(&r->pool);
}

int
main(int argc, char **argv)
{
	static struct replay r;
	static struct state one;
	const char *scene = NULL;
	bool only = false;
	int option;

	r.pool.workers = 6;
	while ((option = getopt(argc, argv, "fj:o:s:")) > 0)
		if (option == 'f')
			r.full = true;
		else if (option == 'j' && atoi(optarg) > 0)
			r.pool.workers = (unsigned)atoi(optarg);
		else if (option == 's')
			scene = optarg;
		else if (option == 'o' && parse_state(optarg, &one) == 0)
			only = r.describes = true;
		else
			return 2;
	if (argc - optind != 2)
		return 2;
	prepare(&r, argv[optind], argv[optind + 1]);
	for (r.scene = 0; r.scene < power_scene_count; r.scene++)
		if ((!scene || !strcmp(scene, power_scenes[r.scene].name)) &&
		    (!only || r.scene == one.scene))
			replay_scene(&r, only ? &one : NULL);
	rmdir(r.base);
	printf("%u states tried\n%u passed, %u failed\n", r.tried,
	       r.tried - r.failed, r.failed);
	return r.failed ? 1 : 0;
}
