/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The commands of mj: each is one file cmd_NAME.c and one line in commands.c.
 */
#ifndef MJ_CMD_H
#define MJ_CMD_H

#include <stddef.h>

#include "cli/cli.h"

extern const struct command cmd_cancel;
extern const struct command cmd_complete;
extern const struct command cmd_continue;
extern const struct command cmd_doctor;
extern const struct command cmd_gc;
extern const struct command cmd_graph;
extern const struct command cmd_help;
extern const struct command cmd_hold;
extern const struct command cmd_launch;
extern const struct command cmd_logs;
extern const struct command cmd_metrics;
extern const struct command cmd_pause;
extern const struct command cmd_pools;
extern const struct command cmd_queue;
extern const struct command cmd_release;
extern const struct command cmd_report;
extern const struct command cmd_retry;
extern const struct command cmd_resume;
extern const struct command cmd_set;
extern const struct command cmd_show;
extern const struct command cmd_suspend;
extern const struct command cmd_top;
extern const struct command cmd_version;
extern const struct command cmd_wait;

/* All of them, in the order of the help. */
extern const struct command *const commands[];
extern const size_t command_count;
#define COMMAND_MAX 64 /* there are fewer */

/* The command called name, or NULL. */
const struct command *command_find(const char *name);

/* The command that does what other programs call word, or NULL. */
const char *command_elsewhere(const char *word);

/*
 * Say that there is no command called name, and which one is near.  Return
 * CLI_USAGE.
 */
int command_unknown(const char *name);

/* The ith topic of mj help that is no command, and its page; NULL after the last. */
const char *help_topic(size_t i, const char **page);

/* The list of commands on stdout. */
void commands_help(void);

#endif
