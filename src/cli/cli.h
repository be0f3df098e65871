/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What all commands share: reading the arguments, the exit statuses, printing
 * an error once, finding the jobs that words mean.  Only src/cli prints.
 */
#ifndef MJ_CLI_H
#define MJ_CLI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "model/state.h"
#include "store/home.h"

enum cli_status {
	CLI_OK = 0,
	CLI_ERROR = 1,
	CLI_USAGE = 2,
	CLI_TAKEN = 4, /* a job with the same --unique key has not ended */
	CLI_FAILED = 100, /* FAILED, FAILED_… and SKIPPED */
	CLI_UNFINISHED = 101,
	CLI_NO_JOB = 102,
	CLI_CANCELLED = 103,
	CLI_PIPE = 141, /* nobody reads our output any more: as PIPE would end us */
};

/* An option of a command. */
struct cli_option {
	int id;		   /* its letter, or CLI_LONG + n for one without */
	const char *name;  /* without its dashes; NULL: a letter alone */
	const char *value; /* its value in the help, NULL: takes none */
	const char *help;
};

#define CLI_LONG 256

struct cli;

/* A command of mj, or a program that is one. */
struct command {
	const char *name;     /* "launch" */
	const char *operands; /* "SPEC.yaml | -- COMMAND ARG…"; "" none */
	const char *summary;
	const struct cli_option *options;
	size_t option_count;
	bool needs_settings; /* cli_home fails while config.ini is wrong */
	int (*run)(struct cli *c); /* returns the exit status */
};

/* An option that was given. */
struct cli_given {
	int id;
	const char *value;
};

/* The arguments of this run, read; all texts are those of main. */
struct cli {
	const struct command *command;
	const char *home; /* --home, or NULL */
	bool yes;	  /* -y: nothing asks, so it changes nothing */
	bool help;	  /* --help was given; run is not called then */
	char **words;	  /* the operands, in order; NULL-terminated */
	size_t word_count;
	size_t dashes; /* words before `--`; without one, word_count */
	bool has_dashes;
	struct cli_given *given;
	size_t given_count, given_at;
	const char *value; /* of the option that cli_next gave */
};

/*
 * First thing in main: the title's room, standard descriptors, a closed pipe as
 * an error.
 */
void cli_start(int argc, char **argv);

/*
 * The next option that was given, in the order of the command line, with its
 * value in c->value; 0 when there is none left.
 */
int cli_next(struct cli *c);

/*
 * Read argv[0 … argc-1], what follows the command's name, by command->options
 * and run it.  home: a --home that stood before the name, or NULL.  Return the
 * exit status, with stdout flushed and proved written.
 */
int cli_run(const struct command *command, const char *home, int argc,
	    char **argv);

/* Print `mj: ` and the text on stderr, a line of its own. */
void cli_say(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* Print what went wrong, once; the exit status: 2, 102 or 1 by e->code. */
int cli_fail(const struct err *e);

/*
 * Print what is wrong with the arguments and where help is.  Return CLI_USAGE.
 */
int cli_usage(const struct cli *c, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* The value of --limit into *out: so many are shown.  Return CLI_OK, or CLI_USAGE, said. */
int cli_limit(const struct cli *c, uint64_t *out);

/* The help of a command on stdout. */
void cli_help(const struct command *command);

/* The ith option of a command, those that all commands take last; NULL after them. */
const struct cli_option *cli_option_at(const struct command *command, size_t i);

/* Its option called name (len bytes), or with name NULL by its letter; NULL none. */
const struct cli_option *cli_option_of(const struct command *command,
				       const char *name, size_t len,
				       int letter);

/*
 * Say that word is no such thing, with the nearest of list[count].  Return
 * CLI_USAGE.
 */
int cli_unknown(const char *what, const char *word, const char *const *list,
		size_t count);

/*
 * Say that the command has no such option, and which one is near: word, with its
 * dashes and without a value.  Return CLI_USAGE.
 */
int cli_unknown_option(const struct cli *c, const char *word);

/* The option of a command that does what other programs call --word, or NULL. */
const char *cli_option_elsewhere(const struct command *command,
				 const char *word);

/* home_open of the home this run is about. */
int cli_home(const struct cli *c, struct home *home, enum home_use use,
	     struct err *e);

/* Let *e, of a home that is missing, say so in the words of all commands. */
void cli_home_missing(const struct cli *c, const struct home *home,
		      struct err *e);

/*
 * To read what there is: a home that is missing, as nothing was launched yet, is one
 * without anything, with fd -1.  Return 0, or -1 with *e.
 */
int cli_home_or_none(const struct cli *c, struct home *home, struct err *e);

/*
 * submit_wake, after a change; a pass that holds the lock for too long is said.  Return 0,
 * or -1 with errno when no pass could be started.
 */
int cli_wake(struct home *home);

/*
 * Flush stdout.  Return 0, or -1 with errno (0 unknown); what could not be written is dropped
 * then, and the failure forgotten.
 */
int cli_flush(void);

/*
 * Flush stdout; a failure to write it is said, and turns status into CLI_ERROR.  Where
 * nobody reads it any more nothing is said, and the status is CLI_PIPE.
 */
int cli_finish(int status);

/* A list of job numbers. */
struct ids {
	uint32_t *list; /* owned */
	size_t count, cap;
};
#define IDS_INIT                                                               \
	{                                                                      \
		NULL, 0, 0                                                     \
	}
void ids_add(struct ids *ids, uint32_t id);
bool ids_has(const struct ids *ids, uint32_t id);
void ids_release(struct ids *ids);
#define autoids __attribute__((cleanup(ids_release)))

/*
 * Append the jobs that count words mean, in their order, none twice: a number;
 * a range `3-9` (those of it that exist); a name (the newest active job called
 * so, else the newest).  Return 0, or -1 with *e: ERR_MISSING for a word that
 * means no job.
 */
int cli_jobs(const struct home *home, char *const *words, size_t count,
	     struct ids *out, struct err *e);

/* Whether a word means a range of jobs, such as 3-9. */
bool cli_is_range(const char *word);

/* One word that means one job. */
int cli_job(const struct home *home, const char *word, uint32_t *out,
	    struct err *e);

/* The newest active job whose name matches glob, else the newest of all.  Return as cli_job. */
int cli_job_called(const struct home *home, const char *glob, uint32_t *out,
		   struct err *e);

/*
 * Return 0 if a job has a task called name, or -1 with *e: ERR_MISSING, which names one
 * that is near, or them all.
 */
int cli_task(const struct home *home, uint32_t job, const char *name,
	     struct err *e);

/* The exit status for a job that ended so; CLI_UNFINISHED if it has not. */
int cli_status(enum status s);

#endif
