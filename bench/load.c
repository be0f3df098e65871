/* SPDX-License-Identifier: Apache-2.0 */
#include "load.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

#define MIB ((uint64_t)1 << 20)
#define RUN_MEAN 600.0 /* seconds */
#define ARRAY_SIZE 1000
#define ARRAY_MAX 10

/* splitmix64: small, and the same everywhere. */
static uint64_t
draw(uint64_t *seed)
{
	uint64_t z = *seed += 0x9e3779b97f4a7c15;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
	z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
	return z ^ (z >> 31);
}

/* Above 0, at most 1. */
static double
fraction(uint64_t *seed)
{
	return (double)((draw(seed) >> 11) + 1) / 9007199254740992.0;
}

static double
exponential(uint64_t *seed, double mean)
{
	return -mean * log(fraction(seed));
}

/* Most are short and few very long, as in what batch systems record. */
static double
run_time(uint64_t *seed)
{
	double normal = sqrt(-2 * log(fraction(seed))) *
			cos(6.283185307179586 * fraction(seed));

	return RUN_MEAN * exp(1.5 * normal - 1.125);
}

static struct load_job *
add(struct load *load, double submit, double run)
{
	struct load_job *job;

	load->jobs = mem_grow(load->jobs, load->count, &load->cap,
			      sizeof(*load->jobs));
	job = &load->jobs[load->count++];
	*job = (struct load_job){.submit = submit, .run = run};
	load->work += run;
	return job;
}

/* Submits one after the other, so close that the slots are busy for that part. */
static void
stream(struct load *load, const struct load_wish *wish, double busy)
{
	uint64_t seed = wish->seed;
	double now = 0, gap = RUN_MEAN / (busy * wish->slots);

	load->slots = wish->slots;
	for (size_t i = 0; i < wish->jobs; i++) {
		add(load, now, run_time(&seed));
		now += exponential(&seed, gap);
	}
}

static void
make_backlog(struct load *load, const struct load_wish *wish)
{
	stream(load, wish, 1);
	for (size_t i = 0; i < load->count; i++)
		load->jobs[i].submit = 0;
}

static void
make_stream(struct load *load, const struct load_wish *wish)
{
	stream(load, wish, 0.9);
}

static void
make_priorities(struct load *load, const struct load_wish *wish)
{
	uint64_t seed = wish->seed + 1;

	stream(load, wish, 1.1);
	for (size_t i = 0; i < load->count; i++)
		load->jobs[i].priority = (int)(draw(&seed) % 21) - 10;
}

/* Every other thousand is an array of which ten may run at a time. */
static void
make_arrays(struct load *load, const struct load_wish *wish)
{
	stream(load, wish, 0.9);
	for (size_t i = 0; i + ARRAY_SIZE <= load->count; i += 2 * ARRAY_SIZE) {
		load->arrays = mem_grow(load->arrays, load->array_count,
					&load->array_cap,
					sizeof(*load->arrays));
		load->arrays[load->array_count++] = (struct admit_array){
			.first = (uint32_t)i,
			.count = ARRAY_SIZE,
			.max = ARRAY_MAX,
		};
		for (size_t k = i; k < i + ARRAY_SIZE; k++) {
			load->jobs[k].array = (uint32_t)load->array_count;
			load->jobs[k].submit = load->jobs[i].submit;
		}
	}
}

static void
count_stock(struct load *load, unsigned cpus, uint64_t memory, unsigned gpus)
{
	load->stock.counted[NEED_CPUS] = load->stock.counted[NEED_MEMORY] =
		load->stock.counted[NEED_GPUS] = true;
	load->stock.total[NEED_CPUS] = 1000ull * cpus;
	load->stock.total[NEED_MEMORY] = memory;
	load->stock.total[NEED_GPUS] = gpus;
	load->stock.ids = gpus >= NEED_IDS ? UINT64_MAX
					   : ((uint64_t)1 << gpus) - 1;
}

/* Small ones, wide ones, ones with much memory and ones with gpus, in one pool. */
static void
make_mixed(struct load *load, const struct load_wish *wish)
{
	static const unsigned wide[] = {8, 16, 32, 64};
	uint64_t seed = wish->seed + 2;

	stream(load, wish, 0.52);
	count_stock(load, wish->slots, wish->slots * 4096ull * MIB, NEED_IDS);
	for (size_t i = 0; i < load->count; i++) {
		struct load_job *job = &load->jobs[i];
		unsigned kind = (unsigned)(draw(&seed) % 1000);
		unsigned cpus = 1;

		if (kind < 30)
			cpus = wide[draw(&seed) % 4];
		job->need.amount[NEED_CPUS] = 1000ull * cpus;
		job->need.amount[NEED_MEMORY] =
			MIB * (kind < 980 ? 2048 : 65536) * (cpus > 8 ? 4 : 1);
		if (kind >= 995)
			job->need.amount[NEED_GPUS] = 1 + draw(&seed) % 8;
	}
}

const struct load_kind *
load_kinds(size_t *count)
{
	static const struct load_kind kinds[] = {
		{"backlog", "all submitted at once", make_backlog},
		{"stream", "submits that keep 90 % of the slots busy",
		 make_stream},
		{"priorities", "more than there is room for, 21 priorities",
		 make_priorities},
		{"arrays", "half of them in arrays, 10 of each at a time",
		 make_arrays},
		{"mixed", "cpus, memory and gpus, from small to wide",
		 make_mixed},
	};

	*count = sizeof(kinds) / sizeof(kinds[0]);
	return kinds;
}

static void
fit_stock(struct load *load)
{
	uint64_t most[NEED_KIND_COUNT] = {0};

	for (size_t i = 0; i < load->count; i++)
		for (int k = 0; k < NEED_KIND_COUNT; k++)
			if (load->jobs[i].need.amount[k] > most[k])
				most[k] = load->jobs[i].need.amount[k];
	count_stock(load, load->slots, 4 * most[NEED_MEMORY], NEED_IDS);
	if (4 * most[NEED_CPUS] > load->stock.total[NEED_CPUS])
		load->stock.total[NEED_CPUS] = 4 * most[NEED_CPUS];
}

static int
read_line(struct load *load, const char *line)
{
	double submit, run, cpus = 0, memory = 0;
	unsigned gpus = 0;
	int priority = 0;
	struct load_job *job;

	if (line[0] == '#' || line[0] == '\n')
		return 0;
	if (sscanf(line, "%lf %lf %d %lf %lf %u", &submit, &run, &priority,
		   &cpus, &memory, &gpus) < 2 ||
	    run < 0 || cpus < 0 || memory < 0 || gpus > NEED_IDS ||
	    priority < -1000 || priority > 1000 ||
	    (load->count && submit < load->jobs[load->count - 1].submit))
		return -1;
	job = add(load, submit, run);
	job->priority = priority;
	job->need.amount[NEED_CPUS] = (uint64_t)(1000 * cpus);
	job->need.amount[NEED_MEMORY] = (uint64_t)(memory * (double)MIB);
	job->need.amount[NEED_GPUS] = gpus;
	return 0;
}

int
load_read(struct load *load, const char *path, const struct load_wish *wish,
	  struct err *e)
{
	FILE *file = fopen(path, "r");
	char line[256];
	unsigned number = 0;
	int r = 0;

	if (!file)
		return err_sys(e, "open %s", path);
	while (r == 0 && fgets(line, sizeof(line), file)) {
		number++;
		r = read_line(load, line);
	}
	fclose(file);
	if (r < 0)
		return err_set(e, ERR_INPUT, "%s:%u: not a job", path, number);
	load->slots = wish->slots;
	fit_stock(load);
	return 0;
}

void
load_release(struct load *load)
{
	free(load->jobs);
	free(load->arrays);
	*load = (struct load){.jobs = NULL};
}
