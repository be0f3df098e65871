/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A home of its own below a directory of its own, the programs run in it, and what
 * can be seen of it from outside: files, and processes.  Shares no code with mj.
 */
#ifndef MJ_WORLD_H
#define MJ_WORLD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define WORLD_JOBS 8 /* numbers looked at */

struct world {
	char dir[200];	    /* has home/, logs/ and what the tasks leave */
	char preload[300];  /* LD_PRELOAD of the programs; empty: none */
	char plan[400];	    /* FAULT_PLAN or what else the library reads */
	char boot[64];	    /* MJ_BOOT_ID; empty: not set */
	pid_t parent;	    /* when it ends we end, with all that was started */
	unsigned signalled; /* processes of ours that a signal ended */
};

/* How a program ended; the texts are cut at their size. */
struct outcome {
	int status; /* -1: a signal, -2: it did not end in time */
	char out[8192];
	char err[4096];
};

/* What a job's files say. */
struct job_facts {
	bool there;	 /* its directory is */
	char status[32]; /* of the job, "" before there is one */
	char reason[256];
	unsigned attempts; /* the most of any task */
	unsigned
		finals; /* how many different final statuses the job was given */
};

/* Make the directory, and become the reaper of all that is started in it. */
void world_make(struct world *w, const char *dir);

/* Remove it. */
void world_remove(const struct world *w);

/* The path of a file in it, in a buffer of the caller's. */
const char *world_path(const struct world *w, char out[400], const char *fmt,
		       ...) __attribute__((format(printf, 3, 4)));

/* Run argv (its first word a path) to its end, ms at most; its output is in *o. */
void world_run(struct world *w, struct outcome *o, int ms,
	       const char *const *argv);

/* Start argv and leave it at work.  Return its process. */
pid_t world_start(const struct world *w, const char *const *argv);

/* Wait for the end of a process that was killed: then its locks are free. */
void world_await_end(pid_t pid);

/* Wait until none lives.  Return whether that came in ms. */
bool world_quiet(struct world *w, int ms);

/* The living, as text, and their end by SIGKILL. */
void world_living(char *out, size_t size);
void world_kill(struct world *w);

/* All of a file in a string the caller frees; "" if there is none. */
char *world_read(const struct world *w, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* Write a file of it. */
void world_write(const struct world *w, const char *name, const char *text);

/* Wait until the condition holds.  Return whether it did in ms. */
bool world_until(struct world *w, int ms, bool (*holds)(struct world *w));

void world_job(const struct world *w, unsigned job, struct job_facts *f);

/* The number that line 1 of a pid file of the job has; 0 if there is none. */
pid_t world_pid(const struct world *w, unsigned job, const char *file);

/* The names of what queue/ owes, a line each, in a string the caller frees. */
char *world_owed(const struct world *w);

/* Names, sizes and contents (a sum) below home/, to see whether anything changed. */
uint64_t world_sum(const struct world *w);

int64_t world_ms(void);
void world_sleep(int ms);

bool is_final(const char *status);

/* How often the word (up to a space or the line's end) starts a line. */
unsigned count_lines(const char *text, const char *start);

#endif
