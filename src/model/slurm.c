/* SPDX-License-Identifier: Apache-2.0 */
#include "model/slurm.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const struct {
	const char *state;
	enum slurm_phase phase;
	const char *text; /* for people, NULL: the reason that Slurm gives */
} states[] = {
	{"PENDING", SLURM_WAITS, NULL},
	{"CONFIGURING", SLURM_WAITS, "its nodes are made ready"},
	{"REQUEUED", SLURM_LOST, "requeued"},
	{"REQUEUE_FED", SLURM_LOST, "requeued"},
	{"REQUEUE_HOLD", SLURM_LOST, "requeued"},
	{"SPECIAL_EXIT", SLURM_LOST, "requeued"},
	{"RESV_DEL_HOLD", SLURM_WAITS, "its reservation was deleted"},
	{"RUNNING", SLURM_RUNS, NULL},
	{"COMPLETING", SLURM_RUNS, NULL},
	{"RESIZING", SLURM_RUNS, NULL},
	{"SIGNALING", SLURM_RUNS, NULL},
	{"STAGE_OUT", SLURM_RUNS, NULL},
	{"STOPPED", SLURM_RUNS, NULL},
	{"SUSPENDED", SLURM_RUNS, NULL},
	{"COMPLETED", SLURM_ENDED, NULL},
	{"FAILED", SLURM_ENDED, NULL},
	{"TIMEOUT", SLURM_TIMED_OUT, "its time limit in Slurm was reached"},
	{"DEADLINE", SLURM_TIMED_OUT, "its deadline in Slurm was reached"},
	{"OUT_OF_MEMORY", SLURM_NO_MEMORY, "out of memory"},
	{"CANCELLED", SLURM_CANCELLED, "cancelled in Slurm"},
	{"REVOKED", SLURM_LOST, "revoked"},
	{"PREEMPTED", SLURM_LOST, "preempted"},
	{"NODE_FAIL", SLURM_LOST, "a node failed"},
	{"BOOT_FAIL", SLURM_LOST, "a node did not boot"},
	{"LAUNCH_FAILED", SLURM_LOST, "it could not be launched"},
	{"RECONFIG_FAIL", SLURM_LOST, "a node could not be made ready"},
};

/* A field up to '|' or the end of the line, cut to size; the rest, or NULL at the end. */
static const char *
field(const char *line, char *out, size_t size)
{
	size_t len = strcspn(line, "|\n");
	size_t kept = len < size ? len : size - 1;

	memcpy(out, line, kept);
	out[kept] = '\0';
	return line[len] == '|' ? line + len + 1 : NULL;
}

/* `7:0` as scontrol and sacct have it, or a number as wait(2) has it. */
static void
read_exit(const char *text, struct slurm_job *job)
{
	char code[16];
	const char *colon = strchr(text, ':');
	size_t len = colon ? (size_t)(colon - text) : 0;
	uint64_t n, sig = 0;

	if (!colon) {
		if (text_u64(text, UINT32_MAX, &n) < 0)
			return;
		sig = n & 0x7f;
		n = n >> 8 & 0xff;
	} else {
		if (len >= sizeof(code))
			return;
		memcpy(code, text, len);
		code[len] = '\0';
		if (text_u64(code, 255, &n) < 0 ||
		    text_u64(colon + 1, 127, &sig) < 0)
			return;
	}
	job->signal = (int)sig;
	job->exit_code = sig ? -1 : (int)n;
}

static size_t
find_state(const char *state)
{
	size_t len = strcspn(state, " +"), i = 0;

	while (i < COUNT(states) &&
	       (strncmp(states[i].state, state, len) != 0 ||
		states[i].state[len]))
		i++;
	return i;
}

/* The line that begins here, which has a name at least. */
static void
read_line(const char *line, struct slurm_job *job)
{
	char ends[24], name[8], restarts[16] = "0";
	size_t at;

	*job = (struct slurm_job){.exit_code = -1};
	line = field(line, job->id, sizeof(job->id));
	line = field(line, job->state, sizeof(job->state));
	line = field(line, ends, sizeof(ends));
	line = field(line, name, sizeof(name));
	if (line)
		line = field(line, restarts, sizeof(restarts));
	if (line)
		field(line, job->reason, sizeof(job->reason));
	if (!strcmp(job->reason, "None"))
		job->reason[0] = '\0';
	at = find_state(job->state);
	job->phase = at < COUNT(states) ? states[at].phase : SLURM_UNKNOWN;
	if (job->phase == SLURM_ENDED)
		read_exit(ends, job);
	/* COMPLETING: what ran before may not be gone yet */
	if (strcmp(restarts, "0") != 0 &&
	    strcmp(job->state, "COMPLETING") != 0) {
		job->phase = SLURM_LOST;
		snprintf(job->state, sizeof(job->state), "REQUEUED");
	}
}

/* Where the line that hit is in begins, if hit is its fourth field. */
static const char *
line_of(const char *lines, const char *hit)
{
	unsigned bars = 0;

	if (hit == lines || hit[-1] != '|')
		return NULL;
	for (; hit > lines && hit[-1] != '\n'; hit--)
		bars += hit[-1] == '|';
	return bars == 3 ? hit : NULL;
}

static bool
not_over(const struct slurm_job *job)
{
	return job->phase == SLURM_RUNS || job->phase == SLURM_WAITS;
}

bool
slurm_find(const char *lines, const char *name, struct slurm_job *out)
{
	size_t len = strlen(name);
	bool found = false;

	for (const char *at = lines; len && (at = strstr(at, name));
	     at += len) {
		const char *line = line_of(lines, at);
		struct slurm_job job;

		if (!line || !strchr("|\n", at[len]))
			continue;
		read_line(line, &job);
		if (found && not_over(out) && !not_over(&job))
			continue;
		*out = job;
		found = true;
	}
	return found;
}

struct slurm_load
slurm_count(const char *lines, const char *prefix)
{
	struct slurm_load load = {0, 0};
	size_t len = strlen(prefix);

	for (const char *at = lines; len && (at = strstr(at, prefix));
	     at += len) {
		const char *line = line_of(lines, at);
		struct slurm_job job;

		if (!line)
			continue;
		read_line(line, &job);
		load.waits += job.phase == SLURM_WAITS;
		load.runs += job.phase == SLURM_RUNS;
	}
	return load;
}

const char *
slurm_why(const struct slurm_job *job, char *out, size_t size)
{
	size_t at = find_state(job->state);
	const char *text = at < COUNT(states) ? states[at].text : job->state;

	snprintf(out, size, "%s%s%s%s", text ? text : "",
		 text && job->reason[0] ? " (" : "", job->reason,
		 text && job->reason[0] ? ")" : "");
	return out;
}

int
slurm_submitted(const char *text, char out[SLURM_ID_SIZE])
{
	const char *found = NULL;
	size_t found_len = 0;

	for (;;) {
		size_t len = strcspn(text, "\n");
		size_t digits = strspn(text, "0123456789");

		if (digits && digits < SLURM_ID_SIZE &&
		    (digits == len || text[digits] == ';')) {
			found = text;
			found_len = digits;
		}
		if (!text[len])
			break;
		text += len + 1;
	}
	if (!found)
		return -1;
	memcpy(out, found, found_len);
	out[found_len] = '\0';
	return 0;
}

enum slurm_no
slurm_refusal(const char *errors)
{
	static const struct {
		const char *part;
		enum slurm_no no;
	} known[] = {
		/* of QOS and accounts, where the first line says which */
		{"PerJobLimit", SLURM_NEVER},
		{"NotSatisfied", SLURM_NEVER},
		{"submit limit", SLURM_NO_ROOM},
		{"usage threshold", SLURM_NO_ROOM},
		/* what an administrator has taken away for a while */
		{"Required partition not available", SLURM_NO_ROOM},
		{"Partition in DOWN state", SLURM_NO_ROOM},
		{"Required node not available", SLURM_NO_ROOM},
		{"not usable now", SLURM_NO_ROOM},
		{"Requested reservation is in use", SLURM_NO_ROOM},
		{"submissions disabled", SLURM_NO_ROOM},
		{"presently disabled", SLURM_NO_ROOM},
		{"ry again", SLURM_NO_ROOM},
		{"nternal error", SLURM_NO_ROOM},
		{"Error generating job credential", SLURM_NO_ROOM},
		{"Resource temporarily unavailable", SLURM_NO_ROOM},
		{"temporarily unable to accept job", SLURM_NO_ROOM},
		{"Unable to contact slurm controller", SLURM_NO_ANSWER},
		{"timed out", SLURM_NO_ANSWER},
		{"Zero Bytes", SLURM_NO_ANSWER},
		{"ommunication", SLURM_NO_ANSWER},
		{"connection", SLURM_NO_ANSWER},
		{"standby mode", SLURM_NO_ANSWER},
		{"not responding", SLURM_NO_ANSWER},
		{"uthentication", SLURM_NO_ANSWER}, /* munged is away */
		{"Unexpected message", SLURM_NO_ANSWER},
		{"I/O error", SLURM_NO_ANSWER},
		{"Unspecified error", SLURM_NO_ANSWER},
		/* slurmctld has read it */
		{"Batch job submission failed", SLURM_NEVER},
		{"Invalid", SLURM_NEVER},
		{"invalid", SLURM_NEVER},
		{"nrecognized option", SLURM_NEVER},
		{"does not look like a batch script", SLURM_NEVER},
	};

	for (size_t i = 0; i < COUNT(known); i++)
		if (strstr(errors, known[i].part))
			return known[i].no;
	return SLURM_NO_ANSWER;
}
