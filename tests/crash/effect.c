/* SPDX-License-Identifier: Apache-2.0 */
/*
 * effect FILE [-g FIFO] [-c] [-t MS] [-x CODE [-a N]]: what a task under test does.  It
 * appends lines to FILE, one write each, that let an onlooker tell how often it ran and
 * whether two attempts lived at once:
 *
 *	gpus JOB TASK ATTEMPT IDS		what it was assigned
 *	shared JOB TASK ATTEMPT ID		another one has that gpu
 *	start JOB TASK ATTEMPT PID START	before anything else
 *	double JOB TASK ATTEMPT PID		another one of the task lives
 *	live N					how many live, this one too
 *	end JOB TASK ATTEMPT PID START		all is done
 *
 * -g waits until FIFO has a writer; -c leaves a child in a session of its own; -t takes
 * that long; -x exits so, with -a in the first N attempts only.  Of a directory, DIR/, the
 * file is one of 500, by the number of the job.
 */
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#define TASKS_MAX 256
#define FILES 500

struct one {
	char task[80]; /* JOB TASK */
	int pid;
	unsigned long long start;
};

static unsigned long long
start_of(int pid, char *state)
{
	char path[40], text[1024] = "";
	const char *rest;
	FILE *file;

	*state = 'X';
	snprintf(path, sizeof(path), "/proc/%d/stat", pid);
	file = fopen(path, "r");
	if (!file)
		return 0;
	if (!fgets(text, sizeof(text), file))
		text[0] = '\0';
	fclose(file);
	rest = strrchr(text, ')');
	if (!rest)
		return 0;
	*state = rest[2];
	for (int field = 2; rest && field < 22; field++)
		rest = strchr(rest + 1, ' ');
	return rest ? strtoull(rest, NULL, 10) : 0;
}

__attribute__((format(printf, 2, 3))) static void
say(int fd, const char *fmt, ...)
{
	char line[300];
	va_list ap;
	int len;

	va_start(ap, fmt);
	len = vsnprintf(line, sizeof(line), fmt, ap);
	va_end(ap);
	if (write(fd, line, (size_t)len) != len)
		exit(70);
}

/* Fold the lines so far: who has begun and not ended. */
static size_t
read_others(const char *path, struct one *all)
{
	char line[300], what[20], job[20], task[50];
	size_t count = 0;
	FILE *file = fopen(path, "r");

	while (file && fgets(line, sizeof(line), file)) {
		struct one o = {0};
		size_t i = 0;

		if (sscanf(line, "%19s %19s %49s %*d %d %llu", what, job, task,
			   &o.pid, &o.start) != 5)
			continue;
		snprintf(o.task, sizeof(o.task), "%s %s", job, task);
		if (!strcmp(what, "start") && count < TASKS_MAX)
			all[count++] = o;
		while (i < count && (all[i].pid != o.pid ||
				     all[i].start != o.start))
			i++;
		if (!strcmp(what, "end") && i < count)
			all[i] = all[--count];
	}
	if (file)
		fclose(file);
	return count;
}

static void
look_around(int fd, const char *path, const char *id, const char *attempt)
{
	static struct one all[TASKS_MAX];
	size_t count = read_others(path, all), live = 0;

	for (size_t i = 0; i < count; i++) {
		char state;
		unsigned long long start = start_of(all[i].pid, &state);

		if (start != all[i].start || state == 'Z' || state == 'X')
			continue;
		live++;
		if (!strcmp(all[i].task, id) && all[i].pid != getpid())
			say(fd, "double %s %s %d\n", id, attempt, all[i].pid);
	}
	say(fd, "live %zu\n", live);
}

/* Those of its gpus are its own as long as anything of it lives. */
static void
take_gpus(int fd, const char *file, const char *id, const char *attempt)
{
	const char *ids = getenv("MJ_GPUS");
	char path[300], list[200];

	if (!ids)
		return;
	say(fd, "gpus %s %s %s\n", id, attempt, ids);
	snprintf(list, sizeof(list), "%s", ids);
	for (char *one = strtok(list, ","); one; one = strtok(NULL, ",")) {
		int lock;

		snprintf(path, sizeof(path), "%s.gpu.%s", file, one);
		lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
		if (lock < 0 || flock(lock, LOCK_EX | LOCK_NB) < 0)
			say(fd, "shared %s %s %s\n", id, attempt, one);
	}
}

static void
leave_child(void)
{
	if (fork() != 0)
		return;
	setsid();
	for (;;)
		pause();
}

static const char *
value_of(const char *name)
{
	const char *value = getenv(name);

	return value ? value : "?";
}

struct wish {
	const char *gate;
	int child, takes_ms, code, attempts;
};

static struct wish
read_wish(int argc, char **argv)
{
	struct wish w = {.takes_ms = 20, .attempts = 1000000000};
	int option;

	optind = 2;
	while ((option = getopt(argc, argv, "a:cg:t:x:")) != -1)
		if (option == 'a')
			w.attempts = atoi(optarg);
		else if (option == 'c')
			w.child = 1;
		else if (option == 'g')
			w.gate = optarg;
		else if (option == 't')
			w.takes_ms = atoi(optarg);
		else if (option == 'x')
			w.code = atoi(optarg);
		else
			exit(64);
	return w;
}

/* Where the lines go. */
static const char *
file_of(const char *arg)
{
	static char path[300];
	size_t len = strlen(arg);

	if (len == 0 || arg[len - 1] != '/')
		return arg;
	snprintf(path, sizeof(path), "%s%d", arg,
		 atoi(value_of("MJ_JOB_ID")) % FILES);
	return path;
}

int
main(int argc, char **argv)
{
	const char *attempt = value_of("MJ_ATTEMPT"), *file;
	struct wish w;
	char id[80], state;
	int fd, pid = (int)getpid();
	unsigned long long start = start_of(pid, &state);

	if (argc < 2)
		return 64;
	w = read_wish(argc, argv);
	file = file_of(argv[1]);
	fd = open(file, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
	snprintf(id, sizeof(id), "%s %s", value_of("MJ_JOB_ID"),
		 value_of("MJ_TASK_NAME"));
	take_gpus(fd, argv[1], id, attempt);
	say(fd, "start %s %s %d %llu\n", id, attempt, pid, start);
	say(1, "begin %s %s\n", id, attempt);
	look_around(fd, file, id, attempt);
	if (w.child)
		leave_child();
	if (w.gate && open(w.gate, O_RDONLY) < 0)
		return 71;
	usleep((unsigned)w.takes_ms * 1000);
	say(1, "done %s %s\n", id, attempt);
	say(fd, "end %s %s %d %llu\n", id, attempt, pid, start);
	return atoi(attempt) <= w.attempts ? w.code : 0;
}
