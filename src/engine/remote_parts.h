/* SPDX-License-Identifier: Apache-2.0 */
/* What the parts of remote share. */
#ifndef MJ_REMOTE_PARTS_H
#define MJ_REMOTE_PARTS_H

#include "engine/remote.h"

/* Notes in the record.  Return 0, or -1: to be made again later. */
int remote_note_submit(struct remote *r);
int remote_note_id(struct remote *r);
int remote_note_running(struct remote *r);

/* Why it does not run yet, or nobody can tell; "" for nothing.  Noted when it changes. */
void remote_note_pending(struct remote *r, const char *why);

/* What a call was and how it ended, into the launch log; the same again is not said again. */
void remote_log(struct remote *r, enum pool_call call,
		const struct program_end *end, const struct pool_answer *answer);

/* Its answer is this one, nothing more is known. */
void remote_conclude_text(struct remote *r, enum pool_state state,
			  const char *text);
/* It is over, as far as the other side is concerned. */
void remote_conclude(struct remote *r, enum remote_step next);
/* WAIT: has it had its time, and what is it then? */
void remote_wait(struct remote *r, int64_t now_ms);
/* Nothing was taken on: no attempt may come of it any more. */
void remote_conclude_nothing(struct remote *r, enum pool_state state,
			     const char *why);
/* What the mark says of how it ended goes before what the pool says of its script. */
void remote_merge(struct remote *r, const struct script_end *end);

/*
 * Has its script ended, as its mark says?  Only an exit that nobody asked for is enough at
 * once.  Return whether it is over.
 */
bool remote_see_mark(struct remote *r, int64_t now_ms);

/* A call is over: what does it say?  end is NULL where nothing was run. */
void remote_see_answer(struct remote *r, const struct program_end *end);

/* The script and the fence.  Return 0, or -1 with *e. */
int remote_make_script(struct remote *r, struct err *e);

/* Its output: ask for it, see the end of who prints it.  Return ms until called again, or -1. */
int64_t remote_output(struct remote *r, int64_t now_ms);

/* DRAIN.  Return ms until called again; r->step is OVER when all of it is there. */
int64_t remote_drain(struct remote *r, int64_t now_ms);

#endif
