/* SPDX-License-Identifier: Apache-2.0 */
/* $MJ_HOME: the state directory, its settings and its wake mark. */
#ifndef MJ_HOME_H
#define MJ_HOME_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "os/proc.h"
#include "store/config.h"

struct home {
	int fd;	    /* the directory; all paths of the store are below it */
	char *path; /* absolute */
	char id[20]; /* made with the home: 16 hexadecimal digits */
	char boot[PROC_BOOT_SIZE];
	char *logs; /* absolute: MJ_LOGS, else the setting, else ~/sky_logs */
	struct config config;
	struct err config_error; /* code ERR_NONE unless config.ini is wrong: then the defaults hold */
};

#define HOME_INIT {.fd = -1}

enum home_use {
	HOME_READ,   /* writes nothing; a missing home is ERR_MISSING */
	HOME_CHANGE, /* so is it; refused from another machine while locks are held */
	HOME_MAKE,   /* the same, and it is made if missing */
};

/*
 * Open the home at path (NULL: MJ_HOME, else ~/.mj) into *home, which must be
 * HOME_INIT.  Refused (ERR_REFUSED) unless it belongs to this user and nobody else may
 * write it.  Return 0, or -1 with *e; home_close is safe either way.  A missing one has
 * fd -1, its path, and the settings that it will have.
 */
int home_open(struct home *home, const char *path, enum home_use use,
	      struct err *e);
void home_close(struct home *home);

/*
 * For who reads again and again: the settings anew, if they are right, or all of a home that
 * was missing and may be there by now.  Return 0, or -1 with *e.
 */
int home_refresh(struct home *home, struct err *e);

/*
 * A copy that shares nothing but the descriptor, for a process that gives up its parent's
 * memory.  It has no settings before home_reload.
 */
void home_copy(struct home *to, const struct home *from);

/* Whether the home is used on this machine and in this PID namespace: else no pid in it is ours. */
bool home_here(const struct home *home);

/*
 * Read the settings again, from config.ini.  On failure the old ones stay.  home_open does
 * not fail for them, so that people can still look and cancel; who starts something must.
 */
int home_reload(struct home *home, struct err *e);

/* Return 0 if the home can be written, or -1 with *e. */
int home_check_writable(const struct home *home, struct err *e);

/*
 * Make the log directory if missing, and refuse one that others may write or that has the
 * logs of another home: their numbers would be the same.
 */
int home_check_logs(const struct home *home, struct err *e);

/* The path of another home that the log directory belongs to; the caller frees it, NULL none. */
char *home_logs_owner(const struct home *home);

/* ~ and ~/x made absolute with $HOME.  The caller frees it; NULL without a HOME. */
char *home_expand(const char *path);
/* The same with the home directory of a submit, and $HOME where that says nothing. */
char *home_expand_for(const char *path, const char *user_home);

/*
 * The wake mark: something changed, another pass is wanted.  WAKE_SWEEP also asks it to
 * look whether each controller lives.  Kept in the times of the file `wake`, so that a
 * full disk cannot stop it.
 */
enum wake { WAKE_PASS, WAKE_SWEEP };
void home_wake(const struct home *home, enum wake kind);
bool home_woken(const struct home *home, enum wake kind);
/* Return 0, or -1 with errno: then it stays set whatever is done. */
int home_wake_clear(const struct home *home, enum wake kind);

/*
 * That a timer is at work: who runs passes in its place says so, in the time of the file
 * `timer`; how long ago that was, ms, -1: never.
 */
void home_timer_seen(const struct home *home);
int64_t home_timer_age(const struct home *home);

#endif
