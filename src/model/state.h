/* SPDX-License-Identifier: Apache-2.0 */
/* The life of a task: its statuses, the events that move it, the one table of moves. */
#ifndef MJ_STATE_H
#define MJ_STATE_H

#include <stdbool.h>

enum status {
	STATUS_PENDING,    /* not started, or waiting to be tried again before it ever ran */
	STATUS_STARTING,   /* an attempt was granted a slot; setup is part of it */
	STATUS_RUNNING,    /* the command runs */
	STATUS_RECOVERING, /* ran, was lost or may restart; waits for its next attempt */
	STATUS_CANCELLING, /* asked to end; some process of it may be left */
	STATUS_SUCCEEDED,
	STATUS_FAILED,
	STATUS_FAILED_SETUP,
	STATUS_FAILED_PRECHECKS,   /* can never run */
	STATUS_FAILED_NO_RESOURCE, /* the tries for a place are used up */
	STATUS_FAILED_CONTROLLER,  /* the controller's restart budget is used up */
	STATUS_CANCELLED,
	STATUS_SKIPPED, /* will never run because of another task */
	STATUS_COUNT
};

enum event {
	EVENT_START,         /* a slot was granted, an attempt begins */
	EVENT_RUN,           /* setup is over, the command was started */
	EVENT_BACK,          /* the launch failed or was lost before the command ran: try again */
	EVENT_LOST,          /* the attempt is lost, or a restart the spec allows */
	EVENT_OK,            /* the command ended with 0 */
	EVENT_BAD,           /* the command ended otherwise, or could not be started */
	EVENT_SETUP_BAD,     /* setup ended otherwise */
	EVENT_CANCEL,        /* somebody asked to end it while an attempt may live */
	EVENT_GONE,          /* cancelled, and no process of it is left */
	EVENT_SKIP,          /* its job goes on (or ends) without it */
	EVENT_NEVER,         /* it can never run */
	EVENT_NO_RESOURCE,   /* the tries for a place are used up */
	EVENT_NO_CONTROLLER, /* the controller's restart budget is used up */
	EVENT_COUNT
};

/* SkyPilot's name of s, static text. */
const char *status_name(enum status s);

/* The name of an event, lower case with dashes, static text. */
const char *event_name(enum event e);

/* The status called name (exact, upper case) in *out.  Return 0, or -1. */
int status_parse(const char *name, enum status *out);

/* Whether s never changes again. */
bool status_final(enum status s);

/* Whether s is one of the FAILED_… or FAILED. */
bool status_failed(enum status s);

/* Where event takes s, in *out.  Return 0, or -1 if the table has no such move. */
int state_next(enum status s, enum event event, enum status *out);

#endif
