/* SPDX-License-Identifier: Apache-2.0 */
/* Settings: $MJ_HOME/config.ini.  Absent means defaults. */
#ifndef MJ_CONFIG_H
#define MJ_CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "model/job.h"
#include "model/need.h"
#include "model/recovery.h"

/* What the defaults are made of; the caller asks the kernel. */
struct machine {
	unsigned cpus;	    /* usable ones */
	uint64_t memory_mib;
	unsigned processes; /* how many this user may have */
};

enum leftovers {
	LEFTOVERS_KILL, /* end what the command left behind */
	LEFTOVERS_KEEP, /* the attempt ends all the same, they live on */
};

/* How long the programs that a pool calls may take, by what they do. */
enum pool_limit {
	LIMIT_SUBMIT,
	LIMIT_POLL,
	LIMIT_CANCEL,
	LIMIT_COUNT
};

#define CONFIG_SLOTS_MAX 1000000 /* as good as no limit */

struct config_pool {
	char *name;
	char *type; /* "local", "command", "slurm" */
	unsigned slots;	    /* a remote one's default is no limit */
	struct stock stock; /* what it counts, nothing used */
	/* of pools that are not local, all owned, NULL if not set: */
	char *submit, *poll, *cancel, *logs; /* programs of type "command" */
	char *dir;	    /* of scripts and marks; NULL: the job's logs */
	int64_t limit_ms[LIMIT_COUNT]; /* default 60 s */
	int64_t poll_ms;    /* between two polls of a task; default 5 s */
	int64_t give_up_ms; /* without an answer, and … ; default 10 min */
	unsigned give_up_tries; /* … as many polls: it is lost; default 20 */
	struct slurm_wants slurm; /* what its jobs ask for, unless their task does */
	struct env_var *env; /* of its programs and tasks, on top of the job's */
	size_t env_count;
	bool enforce; /* tasks are kept to the cpus and the memory they ask for */
};

struct config {
	unsigned max_alive;	/* controllers; memory in MiB, at most a third of the processes */
	unsigned max_launching; /* default 4 per CPU */
	int64_t stuck_after_ms; /* default 60 s */
	int64_t stuck_kill_ms;	/* default 10 min; 0 never */
	int64_t grace_ms;	/* default 10 s */
	enum leftovers leftovers;
	enum log_mode log;	/* default LOG_JOINED */
	uint64_t log_max;	/* bytes; 0: no limit */
	int64_t keep_ms;	/* what gc leaves of jobs that ended; -1: all */
	int64_t keep_bytes;	/* -1: all */
	char *logs;  /* directory, NULL: ~/sky_logs */
	char *shell; /* NULL: bash, else sh */
	struct backoff backoff; /* complete; default 60 s × 1.6 up to 300 s, ± 40 % */
	char *on_event; /* shell text run for each event of each task; NULL none */
	int64_t event_timeout_ms; /* default 60 s */
	struct config_pool *pools; /* owned; one called "local" is always there */
	size_t pool_count;
};

#define CONFIG_INIT {.pools = NULL}

/*
 * Read the settings in text (len bytes) over the defaults for machine into *config,
 * which must be CONFIG_INIT.  file names it in messages (`file:line: …`).  Unknown
 * sections and keys, repeated keys, values out of range and lines too long for inih
 * are refused.  Return 0, or -1 with *e (ERR_INPUT) and *config released.
 */
int config_parse(const char *text, size_t len, const char *file,
		 const struct machine *machine, struct config *config,
		 struct err *e);

/* The pool called name, or NULL. */
const struct config_pool *config_pool(const struct config *config,
				      const char *name);

/* Free what config owns; safe on CONFIG_INIT and twice. */
void config_release(struct config *config);

#endif
