/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The sweep of failing calls: play each scene once to count the calls, then once for
 * each call and each way it may fail.
 *
 * sweep MJ-DIRECTORY PRELOAD [-f] [-j N] [-s SCENE]
 *	[-o SCENE:ROLE:CALL:ERRNO:NTH[:lasting]]
 *
 * -f plays all of it; without it a sample.  -o plays one point, as a failure names it.
 * With KEEP in the environment the directories of failures stay.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "pool.h"
#include "scene.h"

#define CPU_MS_MAX 3000 /* of all processes of a run: more is a spin */
#define CALLS_MAX 30000

/* The ways a call may fail. */
static const struct {
	const char *name;
	int errnum;
} errnos[] = {
	{"EIO", EIO},	    {"ENOSPC", ENOSPC}, {"EMFILE", EMFILE},
	{"ENFILE", ENFILE}, {"ENOMEM", ENOMEM}, {"EAGAIN", EAGAIN},
	{"EINTR", EINTR},   {"EDQUOT", EDQUOT}, {"EMLINK", EMLINK},
	{"ENOLCK", ENOLCK}, {"EINVAL", EINVAL}, {"ENOSYS", ENOSYS},
	{"EROFS", EROFS},   {"EBUSY", EBUSY},	{"short", FAULT_SHORT},
};
#define ERRNO_COUNT (sizeof(errnos) / sizeof(errnos[0]))

/* Those that make sense for each call. */
static const int sensible[CALL_COUNT][5] = {
	[CALL_OPEN] = {EMFILE, EIO, EINTR, ENFILE, ENOMEM},
	[CALL_CREATE] = {ENOSPC, EMFILE, EIO, EDQUOT, EROFS},
	[CALL_READ] = {EIO, EINTR},
	[CALL_PREAD] = {EIO, EINTR},
	[CALL_WRITE] = {ENOSPC, EIO, FAULT_SHORT, EINTR},
	[CALL_PWRITE] = {ENOSPC, EIO, FAULT_SHORT, EINTR},
	[CALL_SYNC] = {EIO, ENOSPC},
	[CALL_TRUNCATE] = {EIO},
	[CALL_RENAME] = {ENOSPC, EIO, EROFS},
	[CALL_LINK] = {EMLINK, ENOSPC, EIO},
	[CALL_UNLINK] = {EIO, EROFS},
	[CALL_MKDIR] = {ENOSPC, EIO},
	[CALL_MKFIFO] = {ENOSPC, EIO},
	[CALL_FLOCK] = {ENOLCK, EINTR},
	[CALL_STAT] = {EIO, ENOMEM},
	[CALL_ACCESS] = {EIO, ENOMEM},
	[CALL_TIMES] = {EIO, EROFS},
	[CALL_SPLICE] = {ENOSPC, EIO, ENOMEM, EINTR, EINVAL},
	[CALL_POLL] = {EINTR, ENOMEM},
	[CALL_PIPE] = {EMFILE, ENFILE},
	[CALL_DUP] = {EBUSY, EINTR},
	[CALL_CHDIR] = {EIO, ENOMEM},
	[CALL_FORK] = {EAGAIN, ENOMEM},
	[CALL_PIDFD] = {EMFILE, ENOMEM},
	[CALL_WAIT] = {EINTR},
	[CALL_CLOSE_RANGE] = {ENOMEM, ENOSYS},
	[CALL_EXEC] = {ENOMEM, EIO},
	[CALL_OPENDIR] = {EMFILE, ENOMEM},
	[CALL_READDIR] = {EIO},
	[CALL_SIGNALFD] = {EMFILE, ENOMEM},
	[CALL_GETCWD] = {ENOMEM},
	[CALL_READLINK] = {EIO, ENOMEM},
	[CALL_SLEEP] = {EINTR},
};

/* One play with one failure. */
struct point {
	unsigned scene, role, call;
	int errnum;
	unsigned nth;
	bool lasting;
};

enum verdict { DIED, RIGHT, WRONG, NOT_REACHED };

/* How a play went. */
struct result {
	struct fault_plan plan;
	char why[1400];
	enum verdict verdict;
	bool late;
};

struct sweep {
	char mj[300], schedule[300], preload[300];
	char base[200]; /* where worlds are made */
	bool full;
	struct pool pool;
	struct fault_plan last; /* of the play that ended last */
	enum verdict last_verdict;
	unsigned tried, failed, not_reached, late;
};

static const char *
errno_name(int errnum)
{
	for (size_t i = 0; i < ERRNO_COUNT; i++)
		if (errnos[i].errnum == errnum)
			return errnos[i].name;
	return "none";
}

/* The plan as a file that mj's processes can map. */
static struct fault_plan *
make_plan(struct world *w, const struct point *point)
{
	struct fault_plan *plan;
	int fd;

	world_path(w, w->plan, "plan");
	fd = open(w->plan, O_RDWR | O_CREAT | O_EXCL, 0600);
	if (fd < 0 || ftruncate(fd, sizeof(*plan)) < 0) {
		perror(w->plan);
		exit(99);
	}
	plan = pool_shared(fd, sizeof(*plan));
	close(fd);
	plan->role = point->role;
	plan->call = point->call;
	plan->nth = point->nth;
	plan->times = point->lasting ? 1000000 : 1;
	plan->errnum = point->errnum;
	return plan;
}

static int64_t
cpu_ms(void)
{
	struct rusage u;

	getrusage(RUSAGE_CHILDREN, &u);
	return (u.ru_utime.tv_sec + u.ru_stime.tv_sec) * 1000 +
	       (u.ru_utime.tv_usec + u.ru_stime.tv_usec) / 1000;
}

/* What must hold whatever the scene was. */
static void
judge(struct play *p, struct result *s)
{
	size_t used;

	s->late = p->late;
	memcpy(&s->plan, p->plan, sizeof(s->plan));
	snprintf(s->why, sizeof(s->why), "%s", p->why);
	used = strlen(s->why);
	if (p->plan->crash_signal)
		snprintf(s->why + used, sizeof(s->why) - used,
			 "%s crashed by signal %u; ",
			 role_name(p->plan->crash_role), p->plan->crash_signal);
	used = strlen(s->why);
	if (cpu_ms() > CPU_MS_MAX || p->plan->total > CALLS_MAX)
		snprintf(s->why + used, sizeof(s->why) - used,
			 "a spin: %lld ms of CPU, %u calls; ",
			 (long long)cpu_ms(), p->plan->total);
	s->verdict = s->why[0]				   ? WRONG
		     : p->plan->nth && p->plan->fired == 0 ? NOT_REACHED
							   : RIGHT;
}

/* In a process of its own: the reaper of all it starts. */
static void
play_one(const struct sweep *s, const struct point *point,
	 struct result *result)
{
	static struct play p;
	char dir[200];

	p.mj = s->mj;
	p.schedule = s->schedule;
	p.lasting = point->lasting;
	snprintf(dir, sizeof(dir), "%.150s/%d", s->base, (int)getpid());
	world_make(&p.w, dir);
	snprintf(p.w.preload, sizeof(p.w.preload), "%s", s->preload);
	p.plan = make_plan(&p.w, point);
	scenes[point->scene].play(&p);
	p.plan->active = 0;
	world_kill(&p.w);
	judge(&p, result);
	if (!getenv("KEEP") || result->verdict != WRONG)
		world_remove(&p.w);
	else
		printf("kept: %s\n", dir);
	fflush(stdout);
	_exit(0);
}

/* The names of the functions that made the call, if addr2line is there. */
static void
print_place(const struct fault_plan *plan)
{
	char command[700], line[200];
	size_t used;
	FILE *f;
	bool first = true;

	if (!plan->frame_count)
		return;
	used = (size_t)snprintf(command, sizeof(command),
				"addr2line -f -e '%s'", plan->program);
	for (unsigned i = 0; i < plan->frame_count; i++)
		used += (size_t)snprintf(command + used, sizeof(command) - used,
					 " %#llx",
					 (unsigned long long)plan->frame[i]);
	snprintf(command + used, sizeof(command) - used,
		 " 2>/dev/null | awk 'NR %% 2 == 1'");
	f = popen(command, "r");
	printf("   at ");
	while (f && fgets(line, sizeof(line), f)) {
		printf("%s%.*s", first ? "" : " < ", (int)strcspn(line, "\n"),
		       line);
		first = false;
	}
	printf("%s%s\n", *plan->what ? ", path " : "", plan->what);
	if (f)
		pclose(f);
}

static void
print_point(const struct point *p)
{
	printf("%s:%s:%s:%s:%u%s", scenes[p->scene].name, role_name(p->role),
	       call_name(p->call), errno_name(p->errnum), p->nth,
	       p->lasting ? ":lasting" : "");
}

/*
 * What is left to the timer: the call that fails is the one that would have said that
 * something is to be done, or started who does it.
 */
static const struct {
	unsigned role;
	unsigned call;
	const char *why;
} may_wait[] = {
	{ROLE_LAUNCH, CALL_FORK, "a launch that can fork no starter says so"},
};

static bool
may_be_late(const struct point *p)
{
	for (size_t i = 0; i < sizeof(may_wait) / sizeof(may_wait[0]); i++)
		if (may_wait[i].role == p->role && may_wait[i].call == p->call)
			return true;
	return false;
}

static void
take_result(void *arg, const void *what, const void *told)
{
	struct sweep *s = arg;
	const struct point *point = what;
	const struct result *result = told;

	memcpy(&s->last, &result->plan, sizeof(s->last));
	s->last_verdict = result->verdict;
	s->late += result->late;
	if (result->verdict == NOT_REACHED) {
		s->not_reached++;
		return;
	}
	s->tried++;
	if (result->verdict == RIGHT && !(result->late && !may_be_late(point)))
		return;
	s->failed++;
	printf("FAIL: ");
	print_point(point);
	printf(": %s\n", result->verdict == DIED    ? "the play itself died"
			: result->verdict == RIGHT ? "only a pass by hand "
						     "mended it"
						   : result->why);
	print_place(&result->plan);
	fflush(stdout);
}

static void
start_point(struct sweep *s, const struct point *point)
{
	struct result *result = pool_start(&s->pool, point, sizeof(*point));

	if (result)
		play_one(s, point, result);
}

/*
 * All of them in the full form.  Else one call of each role and kind for each way to
 * fail, in half of the ways, and a few that last; that differs by scene, so that they add
 * up.
 */
static bool
is_wanted(const struct sweep *s, const struct point *p, unsigned count)
{
	unsigned mix = p->call * 7 + p->role * 13 + (unsigned)p->errnum * 31 +
		       p->scene * 17;

	if (s->full)
		return true;
	return (p->lasting ? mix % 12 == 1 : mix % 2 == 0) &&
	       p->nth == 1 + mix / 2 % count;
}

static bool
may_last(int errnum)
{
	return errnum != EINTR && errnum != FAULT_SHORT && errnum != EINVAL;
}

static void
sweep_call(struct sweep *s, struct point p, unsigned count)
{
	for (int i = 0; i < 5 && sensible[p.call][i]; i++) {
		p.errnum = sensible[p.call][i];
		for (p.nth = 1; p.nth <= count; p.nth++) {
			p.lasting = false;
			if (is_wanted(s, &p, count))
				start_point(s, &p);
			p.lasting = true;
			if (may_last(p.errnum) && is_wanted(s, &p, count))
				start_point(s, &p);
		}
	}
}

/* Play the scene with nothing failing.  Return 0 and its plan, or -1. */
static int
count_calls(struct sweep *s, unsigned scene, struct fault_plan *plan)
{
	struct point none = {.scene = scene};

	start_point(s, &none);
	pool_wait(&s->pool);
	s->tried--; /* nothing failed in it */
	memcpy(plan, &s->last, sizeof(*plan));
	return s->last_verdict == RIGHT ? 0 : -1;
}

static void
sweep_scene(struct sweep *s, unsigned scene)
{
	static struct fault_plan plan;
	unsigned tried = s->tried, failed = s->failed;
	int64_t since = world_ms();

	if (count_calls(s, scene, &plan) < 0)
		return;
	for (unsigned role = 1; role < ROLE_COUNT; role++)
		for (unsigned call = 0; call < CALL_COUNT; call++) {
			struct point p = {
				.scene = scene, .role = role, .call = call};

			if (scenes[scene].roles & (1u << role))
				sweep_call(s, p, plan.count[role][call]);
		}
	pool_wait(&s->pool);
	printf("%s: %u faults tried, %u failed, %lld s\n", scenes[scene].name,
	       s->tried - tried, s->failed - failed,
	       (long long)(world_ms() - since) / 1000);
	fflush(stdout);
}

/* SCENE:ROLE:CALL:ERRNO:NTH[:lasting] */
static int
parse_point(const char *text, struct point *p)
{
	char scene[40], role[40], call[40], name[40], lasting[40] = "";

	if (sscanf(text, "%39[^:]:%39[^:]:%39[^:]:%39[^:]:%u:%39s", scene, role,
		   call, name, &p->nth, lasting) < 5)
		return -1;
	while (p->scene < scene_count && strcmp(scenes[p->scene].name, scene))
		p->scene++;
	while (p->role < ROLE_COUNT && strcmp(role_name(p->role), role))
		p->role++;
	while (p->call < CALL_COUNT && strcmp(call_name(p->call), call))
		p->call++;
	for (size_t i = 0; i < ERRNO_COUNT; i++)
		if (!strcmp(errnos[i].name, name))
			p->errnum = errnos[i].errnum;
	p->lasting = *lasting;
	return p->scene < scene_count && p->role < ROLE_COUNT &&
			       p->call < CALL_COUNT && p->errnum
		       ? 0
		       : -1;
}

static void
prepare(struct sweep *s, const char *dir, const char *preload)
{
	const char *tmp = getenv("TMPDIR");
	char whole[PATH_MAX];

	if (!realpath(dir, whole)) {
		perror(dir);
		exit(99);
	}
	snprintf(s->mj, sizeof(s->mj), "%.280s/mj", whole);
	snprintf(s->schedule, sizeof(s->schedule), "%.280s/mj-schedule", whole);
	snprintf(s->preload, sizeof(s->preload), "%s", preload);
	snprintf(s->base, sizeof(s->base), "%.150s/mj-fault.XXXXXX",
		 tmp ? tmp : "/tmp");
	if (!mkdtemp(s->base)) {
		perror(s->base);
		exit(99);
	}
	s->pool.result_size = sizeof(struct result);
	s->pool.done = take_result;
	s->pool.arg = s;
	pool_make(&s->pool);
}

int
main(int argc, char **argv)
{
	static struct sweep s;
	struct point one = {0};
	const char *only = NULL;
	int option;

	s.pool.workers = 6;
	while ((option = getopt(argc, argv, "fj:o:s:")) > 0)
		if (option == 'f')
			s.full = true;
		else if (option == 'j' && atoi(optarg) > 0)
			s.pool.workers = (unsigned)atoi(optarg);
		else if (option == 's')
			only = optarg;
		else if (option != 'o' || parse_point(optarg, &one) < 0)
			return 2;
	if (argc - optind != 2)
		return 2;
	prepare(&s, argv[optind], argv[optind + 1]);
	if (one.nth)
		start_point(&s, &one);
	for (unsigned i = 0; !one.nth && i < scene_count; i++)
		if (!only || !strcmp(only, scenes[i].name))
			sweep_scene(&s, i);
	pool_wait(&s.pool);
	if (s.failed == 0 || !getenv("KEEP"))
		rmdir(s.base);
	/* without the preloaded library nothing fails, and all looks well */
	if (s.tried == 0 || s.not_reached > s.tried / 5) {
		printf("FAIL: too few faults were reached\n");
		s.failed++;
	}
	printf("%u faults tried, %u not reached; %u were mended by a later "
	       "pass only\n%u passed, %u failed\n",
	       s.tried, s.not_reached, s.late,
	       s.tried > s.failed ? s.tried - s.failed : 0, s.failed);
	return s.failed ? 1 : 0;
}
