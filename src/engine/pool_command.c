/* SPDX-License-Identifier: Apache-2.0 */
/* Pools of type command: the user's own programs, as mj-pool(5) asks for them. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/err.h"
#include "engine/pool.h"
#include "store/home.h"

#define EXIT_FULL 75	/* EX_TEMPFAIL of sysexits.h */
#define EXIT_REFUSED 65 /* EX_DATAERR */

static const char *
program_of(const struct config_pool *pool, enum pool_call call)
{
	switch (call) {
	case POOL_SUBMIT:
		return pool->submit;
	case POOL_POLL:
		return pool->poll;
	case POOL_TERM:
	case POOL_KILL:
		return pool->cancel;
	case POOL_LOGS:
		return pool->logs;
	case POOL_CALL_COUNT:
		break;
	}
	return NULL;
}

static enum pool_way
call_program(struct pool_attempt *a, enum pool_call call,
	     struct program_order *order, int64_t *again_ms)
{
	const char *program = program_of(a->pool, call);
	autofree char *path = NULL;
	char number[24];

	(void)again_ms;
	if (!program)
		return POOL_NO;
	path = home_expand(program);
	program_word(order, path ? path : program);
	program_word(order, a->name);
	program_word(order, call == POOL_SUBMIT ? a->script : a->id);
	if (call == POOL_TERM)
		program_word(order, "term");
	if (call == POOL_KILL)
		program_word(order, "kill");
	if (call == POOL_LOGS) {
		snprintf(number, sizeof(number), "%" PRIu64, a->logged);
		program_word(order, number);
		order->follow = true;
	}
	return POOL_RUN;
}

/* The last line that is not empty, without the space around it. */
static void
last_line(const char *text, char *out, size_t size)
{
	size_t from, to = strlen(text);

	while (to && strchr(" \t\r\n", text[to - 1]))
		to--;
	from = to;
	while (from && text[from - 1] != '\n')
		from--;
	while (from < to && strchr(" \t", text[from]))
		from++;
	snprintf(out, size, "%.*s", (int)(to - from), text + from);
}

/* Why it failed, in its words; one that is not there has none. */
static void
why(const struct pool_attempt *a, enum pool_call call,
    const struct program_end *end, struct pool_answer *out)
{
	if (end->errnum)
		snprintf(out->text, sizeof(out->text),
			 "%.100s cannot be started: %s",
			 program_of(a->pool, call), err_words(end->errnum));
	else
		program_why(end, out->text, sizeof(out->text));
}

static void
read_submit(const struct pool_attempt *a, const struct program_end *end,
	    struct pool_answer *out)
{
	char line[256];

	why(a, POOL_SUBMIT, end, out);
	if (end->errnum || (!end->late && end->end.exit_code == EXIT_FULL)) {
		out->state = POOL_FULL;
	} else if (!end->late && end->end.exit_code == EXIT_REFUSED) {
		out->state = POOL_REFUSED;
	} else if (program_well(end)) {
		out->text[0] = '\0';
		last_line(buf_text(&end->out), line, sizeof(line));
		if (strlen(line) >= sizeof(out->id)) {
			snprintf(out->text, sizeof(out->text),
				 "submit printed an id of more than %zu bytes",
				 sizeof(out->id) - 1);
			return;
		}
		out->state = POOL_PENDING;
		memcpy(out->id, line, strlen(line) + 1);
	}
}

/* The words that poll may print first, each with what it means. */
static const struct {
	const char *word;
	enum pool_state state;
	const char *cause;
} words[] = {
	{"pending", POOL_PENDING, ""}, {"running", POOL_RUNNING, ""},
	{"lost", POOL_LOST, ""},       {"absent", POOL_ABSENT, ""},
	{"timeout", POOL_ENDED, "timeout"}, {"oom", POOL_ENDED, "oom"},
};

static void
read_line(const char *line, struct pool_answer *out)
{
	size_t len = strcspn(line, " \t");
	struct script_end end;

	if (script_end_read(line, &end) == 0) {
		out->state = end.fenced ? POOL_LOST : POOL_ENDED;
		out->exit_code = end.exit_code;
		out->signal = end.signal;
		out->in_setup = end.in_setup;
		if (end.fenced)
			snprintf(out->text, sizeof(out->text), "it was fenced");
		return;
	}
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (strlen(words[i].word) != len ||
		    strncmp(line, words[i].word, len) != 0)
			continue;
		out->state = words[i].state;
		snprintf(out->cause, sizeof(out->cause), "%s", words[i].cause);
		line += len + strspn(line + len, " \t");
		snprintf(out->text, sizeof(out->text), "%s", line);
		return;
	}
	snprintf(out->text, sizeof(out->text),
		 "poll printed no word of mj-pool(5): %.80s", line);
}

static void
read_answer(struct pool_attempt *a, enum pool_call call,
	    const struct program_end *end, struct pool_answer *out)
{
	char line[256];

	if (call == POOL_SUBMIT) {
		read_submit(a, end, out);
	} else if (!program_well(end)) {
		why(a, call, end, out);
	} else if (call == POOL_POLL) {
		last_line(buf_text(&end->out), line, sizeof(line));
		read_line(line, out);
	}
}

const struct pool_type pool_command = {
	.name = "command",
	.call = call_program,
	.read = read_answer,
};
