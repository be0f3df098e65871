/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The admission function of the pass under loads of a million jobs: its order, who waits
 * how long, and what a decision costs.
 *
 * Usage: simulate [-j JOBS] [-s SLOTS] [-r SEED] [LOAD | FILE]...
 *
 * Time is simulated; launches take none.  After each submit and each end a pass walks
 * over what waits as engine/pass.c does.  What must hold is checked, and the exit status
 * is 1 when it did not:
 *   order        without resources, of one priority nobody starts before who came earlier
 *                (arrays at their limit aside)
 *   no idling    no slot is free while somebody waits who could have it
 *   no starving  who has something reserved starts as soon as enough has ended of what
 *                ran when it was reserved, unless one of more priority came
 *   all          every job runs to its end
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/text.h"
#include "load.h"

#define POOL 0
#define NUMBER_MAX 100000000

struct end {
	double at;
	uint32_t job;
};

struct wrong {
	size_t order, idle, starved, left;
};

struct sim {
	struct load *load;
	struct admission admission;
	struct admit_pool pool;
	struct end *ends; /* a heap, the earliest first */
	size_t running, waiting;
	uint32_t head[LEVELS], tail[LEVELS]; /* 1 + index */
	uint64_t used[(LEVELS + 63) / 64];   /* levels where somebody waits, the highest first */
	double last_start[LEVELS];	     /* number of the newest that has started */
	double now, busy;
	double last, busy_then; /* the last start, and busy by then */
	uint32_t first; /* who had something reserved after the pass before; 0 none */
	size_t decisions, starts, overtaking, passes;
	double seconds; /* real ones, of all passes */
	struct wrong wrong;
};

static unsigned
level_of(const struct load_job *job)
{
	return (unsigned)(1000 - job->priority);
}

static void
push_end(struct sim *s, double at, uint32_t job)
{
	size_t i = s->running++;

	for (; i > 0 && s->ends[(i - 1) / 2].at > at; i = (i - 1) / 2)
		s->ends[i] = s->ends[(i - 1) / 2];
	s->ends[i] = (struct end){at, job};
}

static struct end
pop_end(struct sim *s)
{
	struct end top = s->ends[0], last = s->ends[--s->running];
	size_t i = 0, child;

	while ((child = 2 * i + 1) < s->running) {
		if (child + 1 < s->running &&
		    s->ends[child + 1].at < s->ends[child].at)
			child++;
		if (s->ends[child].at >= last.at)
			break;
		s->ends[i] = s->ends[child];
		i = child;
	}
	s->ends[i] = last;
	return top;
}

static void
enqueue(struct sim *s, uint32_t index)
{
	struct load_job *job = &s->load->jobs[index];
	unsigned level = level_of(job);

	job->before = s->tail[level];
	if (job->before)
		s->load->jobs[job->before - 1].next = index + 1;
	else
		s->head[level] = index + 1;
	s->tail[level] = index + 1;
	s->used[level / 64] |= (uint64_t)1 << (level % 64);
	s->waiting++;
}

static void
dequeue(struct sim *s, uint32_t index)
{
	struct load_job *job = &s->load->jobs[index];
	unsigned level = level_of(job);

	if (job->before)
		s->load->jobs[job->before - 1].next = job->next;
	else
		s->head[level] = job->next;
	if (job->next)
		s->load->jobs[job->next - 1].before = job->before;
	else
		s->tail[level] = job->before;
	if (!s->head[level])
		s->used[level / 64] &= ~((uint64_t)1 << (level % 64));
	s->waiting--;
}

/* The first level from this one on where somebody waits; LEVELS none. */
static unsigned
next_level(const struct sim *s, unsigned level)
{
	for (size_t word = level / 64; word < (LEVELS + 63) / 64; word++) {
		uint64_t bits = s->used[word];

		if (word == level / 64)
			bits &= UINT64_MAX << (level % 64);
		if (bits)
			return (unsigned)(word * 64) +
			       (unsigned)__builtin_ctzll(bits);
	}
	return LEVELS;
}

static void
start(struct sim *s, uint32_t index)
{
	struct load_job *job = &s->load->jobs[index];
	unsigned level = level_of(job);

	dequeue(s, index);
	job->started = s->last = s->now;
	s->busy_then = s->busy;
	if (job->deadline > 0 && s->now > job->deadline + 1e-6)
		s->wrong.starved++;
	if (!job->array && index < s->last_start[level]) {
		s->wrong.order += !s->pool.stock.counted[NEED_CPUS];
	} else if (!job->array) {
		s->last_start[level] = index;
	}
	s->overtaking += s->pool.first != 0;
	/* it came before the one that waits for more, whose time begins anew */
	if (!s->pool.first && s->first && s->first != index + 1) {
		s->load->jobs[s->first - 1].deadline = 0;
		s->first = 0;
	}
	s->starts++;
	push_end(s, s->now + job->run, index);
}

/* Ask about one.  Return who is to be asked about next, 1 + index; 0: nobody here. */
static uint32_t
ask(struct sim *s, uint32_t index, bool *stop)
{
	struct load_job *job = &s->load->jobs[index];
	struct admit_array *array =
		job->array ? &s->load->arrays[job->array - 1] : NULL;
	uint32_t next = job->next;

	s->admission.array = array;
	s->admission.need = need_none(&job->need) ? NULL : &job->need;
	s->admission.job = index + 1;
	s->decisions++;
	switch (admit_decide(&s->admission, POOL, true)) {
	case ADMIT_START:
		start(s, index);
		return next;
	case ADMIT_ARRAY_FULL:
		return s->load->jobs[array->first + array->count - 1].next;
	case ADMIT_LACKING:
	case ADMIT_KEPT:
	case ADMIT_NEVER:
		return next;
	case ADMIT_PAUSED:
	case ADMIT_NO_POOL:
	case ADMIT_POOL_PAUSED:
	case ADMIT_POOL_FULL:
	case ADMIT_ALIVE_FULL:
	case ADMIT_BEHIND:
	case ADMIT_LAUNCHING_FULL:
	case ADMIT_ANSWER_COUNT:
		break;
	}
	*stop = true;
	return 0;
}

/* When enough of what runs has ended for this job, if nobody else takes it. */
static double
fits_at(const struct sim *s, const struct load_job *job)
{
	struct sim later = {.running = s->running};
	struct stock stock = s->pool.stock;
	double at = s->now;

	later.ends = mem_new(s->running, sizeof(*later.ends));
	memcpy(later.ends, s->ends, s->running * sizeof(*later.ends));
	while (later.running &&
	       stock_lacks(&stock, &job->need, NULL) != NEED_KIND_COUNT) {
		struct end end = pop_end(&later);

		stock_give(&stock, &s->load->jobs[end.job].need);
		at = end.at;
	}
	free(later.ends);
	return at;
}

/* Whoever is first now has a time by which it must start, and whoever was has none. */
static void
see_first(struct sim *s)
{
	if (s->pool.first == s->first)
		return;
	if (s->first)
		s->load->jobs[s->first - 1].deadline = 0;
	s->first = s->pool.first;
	if (s->first)
		s->load->jobs[s->first - 1].deadline =
			fits_at(s, &s->load->jobs[s->first - 1]);
}

static double
clock_seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void
pass(struct sim *s)
{
	double began = clock_seconds();
	bool stop = s->pool.running >= s->pool.slots, lacking;

	s->passes++;
	if (!stop)
		admit_walk(&s->admission, POOL);
	for (unsigned level = 0;
	     !stop && (level = next_level(s, level)) < LEVELS; level++)
		for (uint32_t at = s->head[level]; at && !stop;)
			at = ask(s, at - 1, &stop);
	s->admission.launching = 0;
	s->seconds += clock_seconds() - began;
	if (s->pool.running < s->pool.slots)
		see_first(s);
	lacking = s->pool.refused > 0 || s->load->array_count;
	s->wrong.idle += s->pool.running < s->pool.slots && s->waiting &&
			 !lacking;
}

static void
finish(struct sim *s)
{
	struct load_job *job = &s->load->jobs[pop_end(s).job];

	s->admission.array =
		job->array ? &s->load->arrays[job->array - 1] : NULL;
	s->admission.need = need_none(&job->need) ? NULL : &job->need;
	s->admission.launching++; /* it was taken back after its pass */
	admit_undo(&s->admission, POOL, true);
}

static void
simulate(struct sim *s)
{
	const struct load *load = s->load;
	size_t at = 0;
	double next;

	while (at < load->count || s->running) {
		next = s->running ? s->ends[0].at : load->jobs[at].submit;
		if (at < load->count && load->jobs[at].submit < next)
			next = load->jobs[at].submit;
		s->busy += (double)s->running * (next - s->now);
		s->now = next;
		while (s->running && s->ends[0].at <= next)
			finish(s);
		while (at < load->count && load->jobs[at].submit <= next)
			enqueue(s, (uint32_t)at++);
		pass(s);
		if (!s->running && s->waiting)
			break; /* nothing will ever start what is left */
	}
	s->wrong.left = s->waiting;
}

static int
by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static void
report(const struct sim *s, const char *name)
{
	size_t n = s->load->count;
	autofree double *waits = mem_new(n, sizeof(*waits));
	double sum = 0;

	for (size_t i = 0; i < n; i++) {
		waits[i] = s->load->jobs[i].started - s->load->jobs[i].submit;
		sum += waits[i];
	}
	qsort(waits, n, sizeof(*waits), by_value);
	printf("%-11s %9zu jobs, %u slots: %.1f days to the last start, slots %.1f %% busy\n",
	       name, n, s->pool.slots, s->last / 86400,
	       s->last > 0
		       ? 100 * s->busy_then / (s->last * s->pool.slots)
		       : 100);
	printf("%11s wait: mean %.0f s, median %.0f s, 99 %% %.0f s, longest %.0f s\n",
	       "", sum / (double)n, waits[n / 2], waits[n * 99 / 100],
	       waits[n - 1]);
	printf("%11s %zu passes, %zu decisions, %.0f ns each, %.2f µs a start; "
	       "%zu starts beside one that waits for more\n",
	       "", s->passes, s->decisions,
	       1e9 * s->seconds / (double)s->decisions,
	       1e6 * s->seconds / (double)n, s->overtaking);
	if (s->wrong.order || s->wrong.idle || s->wrong.starved || s->wrong.left)
		printf("%11s WRONG: %zu out of order, %zu passes left a slot idle, "
		       "%zu starved, %zu never ran\n",
		       "", s->wrong.order, s->wrong.idle, s->wrong.starved,
		       s->wrong.left);
}

/* Return whether all held that must. */
static bool
run(struct load *load, const char *name)
{
	autofree struct sim *s = mem_new(1, sizeof(*s));
	bool good;

	s->load = load;
	s->ends = mem_new(load->slots, sizeof(*s->ends));
	s->pool = (struct admit_pool){
		.name = "local", .slots = load->slots, .stock = load->stock};
	s->admission = (struct admission){
		.max_alive = load->slots,
		.max_launching = load->slots,
		.pools = &s->pool,
		.pool_count = 1,
	};
	simulate(s);
	report(s, name);
	good = !s->wrong.order && !s->wrong.idle && !s->wrong.starved &&
	       !s->wrong.left;
	free(s->ends);
	return good;
}

static bool
run_named(const char *name, const struct load_wish *wish)
{
	size_t count;
	const struct load_kind *kinds = load_kinds(&count);
	struct load load = {.jobs = NULL};
	struct err e = {0};
	bool good = true, found = false;

	for (size_t i = 0; i < count; i++) {
		if (strcmp(name, "all") && strcmp(name, kinds[i].name))
			continue;
		found = true;
		kinds[i].make(&load, wish);
		good &= run(&load, kinds[i].name);
		load_release(&load);
	}
	if (found)
		return good;
	if (load_read(&load, name, wish, &e) < 0)
		fprintf(stderr, "simulate: %s\n", e.text);
	else if (load.count)
		good = run(&load, name);
	load_release(&load);
	return good && !e.code;
}

static int
usage(void)
{
	size_t count;
	const struct load_kind *kinds = load_kinds(&count);

	fprintf(stderr, "usage: simulate [-j JOBS] [-s SLOTS] [-r SEED] "
			"[LOAD | FILE]...\n");
	for (size_t i = 0; i < count; i++)
		fprintf(stderr, "  %-11s %s\n", kinds[i].name, kinds[i].what);
	return 2;
}

int
main(int argc, char **argv)
{
	struct load_wish wish = {.jobs = 1000000, .slots = 4000, .seed = 1};
	bool good = true;
	uint64_t n;
	int option;

	while ((option = getopt(argc, argv, "j:s:r:")) != -1) {
		if (option == '?' || text_u64(optarg, NUMBER_MAX, &n) < 0 || !n)
			return usage();
		if (option == 'j')
			wish.jobs = n;
		else if (option == 's')
			wish.slots = (unsigned)n;
		else
			wish.seed = n;
	}
	if (optind == argc)
		good = run_named("all", &wish);
	for (; optind < argc; optind++)
		good &= run_named(argv[optind], &wish);
	return good ? 0 : 1;
}
