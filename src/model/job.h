/* SPDX-License-Identifier: Apache-2.0 */
/* A job as it was asked for: its tasks, their order and what to do on failure. */
#ifndef MJ_JOB_H
#define MJ_JOB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/need.h"
#include "model/recovery.h"
#include "model/slurm.h"
#include "model/state.h"

#define PRIORITY_MAX 1000 /* priorities are -1000 … 1000, higher first */
#define DEFAULT_POOL "local"

enum on_failure {
	ON_FAILURE_GRACEFUL,  /* what runs finishes, nothing new starts */
	ON_FAILURE_IMMEDIATE, /* what runs is cancelled, nothing new starts */
	ON_FAILURE_SELECTIVE, /* only the descendants of the failed task are skipped */
	ON_FAILURE_COUNT
};

enum execution {
	EXECUTION_SERIAL,   /* each task after the one before it */
	EXECUTION_PARALLEL, /* all at once */
	EXECUTION_DAG,      /* by depends_on or edges */
	EXECUTION_COUNT
};

#define LOG_MAX_MIN (256u << 10) /* the least limit of a log, in bytes */
#define LOG_MAX_RULE "a size of at least 256K, such as 100M"

/* Where a task's errors go. */
enum log_mode {
	LOG_AS_SET, /* as the settings say */
	LOG_JOINED, /* with its output */
	LOG_SPLIT,  /* to a log of their own */
};

struct env_var {
	char *name;
	char *value; /* source text; NULL: must be given on the command line */
};

/* What a task asks of Slurm in a pool. */
struct slurm_ask {
	char *pool; /* NULL: in each */
	struct slurm_wants wants;
};

struct task {
	char *name;
	char *run;     /* shell text, NULL if none */
	char *setup;   /* shell text, NULL if none */
	char *workdir; /* as written, NULL: the directory of the submit */
	char **places; /* the pools it may run in, first choice first; never empty */
	size_t place_count;
	struct need need; /* wherever it runs */
	struct slurm_ask *slurm; /* where that is a pool of Slurm */
	size_t slurm_count;
	char *event_callback; /* shell text run for each event of it, NULL if none */
	char **argv;   /* NULL-terminated words run without a shell, or NULL */
	struct env_var *envs;
	size_t env_count;
	struct env_var *secrets;
	size_t secret_count;
	size_t *deps; /* indexes into job->tasks */
	size_t dep_count;
	bool allow_failure;
	int64_t timeout_ms; /* per attempt, setup included; 0: none */
	struct recovery recovery;
	bool primary;		/* of a group that has such tasks */
	int64_t termination_ms; /* an auxiliary one's, after the last primary; -1: the job's */
	enum log_mode log;
	uint64_t log_max; /* bytes each log may take; 0: as the settings say */
};

struct job {
	char *name; /* NULL: nobody named it */
	int priority;
	enum on_failure on_failure;
	enum execution execution;
	size_t max_parallel; /* tasks of this job at a time; 0: no limit of its own */
	bool has_primaries;  /* the other tasks are auxiliary: they end with the primary ones */
	int64_t termination_ms; /* how long they may go on then */
	struct task *tasks;  /* owned, in the order of the spec */
	size_t task_count;
	size_t *order; /* owned: task indexes, each after its dependencies (dag_order) */
};

#define JOB_INIT                                                       \
	{                                                              \
		.on_failure = ON_FAILURE_GRACEFUL,                     \
		.execution = EXECUTION_SERIAL,                         \
	}

/* "graceful" …, "serial" …; static text. */
const char *on_failure_name(enum on_failure policy);
const char *execution_name(enum execution execution);

/* The reverse of the two.  Return 0, or -1 for an unknown word. */
int on_failure_parse(const char *name, enum on_failure *out);
int execution_parse(const char *name, enum execution *out);

/* Free everything job owns; safe on JOB_INIT and twice. */
void job_release(struct job *job);

/* The index of the task called name, or -1. */
long job_find(const struct job *job, const char *name);

/* A new last task; return its address, valid until the next call.  Its place is DEFAULT_POOL. */
struct task *job_add_task(struct job *job, const char *name);

/* Let a task run in these pools (count of them, copied) and no others. */
void job_set_places(struct task *task, const char *const *pools, size_t count);

/* Whether a task may run in a pool. */
bool job_has_place(const struct task *task, const char *pool);

/*
 * Let a task ask Slurm for *wants, which becomes empty, in a pool (NULL: in each).  Return
 * 0, or -1: it asks for something else there already.
 */
int job_ask_slurm(struct task *task, const char *pool, struct slurm_wants *wants);

/* What it asks there in all, over what the pool does, in *out, which the caller releases. */
void job_slurm_wants(const struct task *task, const char *pool,
		     const struct slurm_wants *of_pool,
		     struct slurm_wants *out);

/* Whether a task only accompanies the primary ones. */
bool job_is_auxiliary(const struct job *job, size_t task);

/* Let job->tasks[task] depend on job->tasks[on]; a second time changes nothing. */
void job_add_dep(struct job *job, size_t task, size_t on);

/*
 * The job's status from its tasks' (count of them, in spec order).
 * All final: SUCCEEDED if each succeeded, was allowed to fail or is auxiliary (a SKIPPED
 * task whose cause was allowed to fail cannot exist); CANCELLED if cancelled is set
 * and a task was CANCELLED; else that of the first failed task, else CANCELLED if
 * one was, else SKIPPED.  Not all final: the first that holds of CANCELLING,
 * RECOVERING, RUNNING, STARTING, PENDING; a job of which some tasks are final
 * and the others PENDING is RUNNING, as its controller is at work.
 */
enum status job_status(const struct job *job, const enum status *tasks,
		       bool cancelled);

#endif
