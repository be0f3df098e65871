/* SPDX-License-Identifier: Apache-2.0 */
#include "model/state.h"

#include <stdint.h>
#include <string.h>

/* Moves are stored one up, so that an absent cell, 0, is no move. */
#define TO(status) (STATUS_##status + 1)

static const char *const status_names[STATUS_COUNT] = {
	[STATUS_PENDING] = "PENDING",
	[STATUS_STARTING] = "STARTING",
	[STATUS_RUNNING] = "RUNNING",
	[STATUS_RECOVERING] = "RECOVERING",
	[STATUS_CANCELLING] = "CANCELLING",
	[STATUS_SUCCEEDED] = "SUCCEEDED",
	[STATUS_FAILED] = "FAILED",
	[STATUS_FAILED_SETUP] = "FAILED_SETUP",
	[STATUS_FAILED_PRECHECKS] = "FAILED_PRECHECKS",
	[STATUS_FAILED_NO_RESOURCE] = "FAILED_NO_RESOURCE",
	[STATUS_FAILED_CONTROLLER] = "FAILED_CONTROLLER",
	[STATUS_CANCELLED] = "CANCELLED",
	[STATUS_SKIPPED] = "SKIPPED",
};

static const char *const event_names[EVENT_COUNT] = {
	[EVENT_START] = "start",
	[EVENT_RUN] = "run",
	[EVENT_BACK] = "back",
	[EVENT_LOST] = "lost",
	[EVENT_OK] = "ok",
	[EVENT_BAD] = "bad",
	[EVENT_SETUP_BAD] = "setup-bad",
	[EVENT_CANCEL] = "cancel",
	[EVENT_GONE] = "gone",
	[EVENT_SKIP] = "skip",
	[EVENT_NEVER] = "never",
	[EVENT_NO_RESOURCE] = "no-resource",
	[EVENT_NO_CONTROLLER] = "no-controller",
};

static const uint8_t next[STATUS_COUNT][EVENT_COUNT] = {
	[STATUS_PENDING] = {
		[EVENT_START] = TO(STARTING),
		[EVENT_CANCEL] = TO(CANCELLING),
		[EVENT_GONE] = TO(CANCELLED),
		[EVENT_SKIP] = TO(SKIPPED),
		[EVENT_NEVER] = TO(FAILED_PRECHECKS),
		[EVENT_NO_RESOURCE] = TO(FAILED_NO_RESOURCE),
		[EVENT_NO_CONTROLLER] = TO(FAILED_CONTROLLER),
	},
	[STATUS_STARTING] = {
		[EVENT_RUN] = TO(RUNNING),
		[EVENT_BACK] = TO(PENDING),
		[EVENT_LOST] = TO(RECOVERING),
		[EVENT_BAD] = TO(FAILED),
		[EVENT_SETUP_BAD] = TO(FAILED_SETUP),
		[EVENT_CANCEL] = TO(CANCELLING),
		[EVENT_NEVER] = TO(FAILED_PRECHECKS),
		[EVENT_NO_RESOURCE] = TO(FAILED_NO_RESOURCE),
		[EVENT_NO_CONTROLLER] = TO(FAILED_CONTROLLER),
	},
	[STATUS_RUNNING] = {
		[EVENT_LOST] = TO(RECOVERING),
		[EVENT_OK] = TO(SUCCEEDED),
		[EVENT_BAD] = TO(FAILED),
		/* elsewhere nobody may have seen that it was its setup that ran */
		[EVENT_SETUP_BAD] = TO(FAILED_SETUP),
		[EVENT_CANCEL] = TO(CANCELLING),
		[EVENT_NO_CONTROLLER] = TO(FAILED_CONTROLLER),
	},
	[STATUS_RECOVERING] = {
		[EVENT_START] = TO(STARTING),
		[EVENT_BAD] = TO(FAILED),
		[EVENT_CANCEL] = TO(CANCELLING),
		[EVENT_GONE] = TO(CANCELLED),
		[EVENT_NEVER] = TO(FAILED_PRECHECKS),
		[EVENT_NO_RESOURCE] = TO(FAILED_NO_RESOURCE),
		[EVENT_NO_CONTROLLER] = TO(FAILED_CONTROLLER),
	},
	/* A command that ended by itself before the cancel counts. */
	[STATUS_CANCELLING] = {
		[EVENT_OK] = TO(SUCCEEDED),
		[EVENT_BAD] = TO(FAILED),
		[EVENT_SETUP_BAD] = TO(FAILED_SETUP),
		[EVENT_GONE] = TO(CANCELLED),
		[EVENT_NO_CONTROLLER] = TO(FAILED_CONTROLLER),
	},
	/* Final statuses have no row: there is no way out. */
};

const char *
status_name(enum status s)
{
	return status_names[s];
}

const char *
event_name(enum event e)
{
	return event_names[e];
}

int
status_parse(const char *name, enum status *out)
{
	for (unsigned i = 0; i < STATUS_COUNT; i++) {
		if (strcmp(name, status_names[i]))
			continue;
		*out = (enum status)i;
		return 0;
	}
	return -1;
}

bool
status_final(enum status s)
{
	return s >= STATUS_SUCCEEDED;
}

bool
status_failed(enum status s)
{
	return s >= STATUS_FAILED && s <= STATUS_FAILED_CONTROLLER;
}

int
state_next(enum status s, enum event event, enum status *out)
{
	unsigned to = next[s][event];

	if (!to)
		return -1;
	*out = (enum status)(to - 1);
	return 0;
}
