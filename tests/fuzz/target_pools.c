/* SPDX-License-Identifier: Apache-2.0 */
/* What the programs of pools print, and the marks of scripts. */
#include <signal.h>
#include <string.h>

#include "base/mem.h"
#include "engine/pool.h"
#include "fuzz.h"
#include "model/script.h"
#include "model/slurm.h"

static void
check_word(void *user, const char *word)
{
	size_t len = strcspn(word, "=");

	(void)user;
	must(word[0] == '-' && word[1]);
	must(len != 7 || strncmp(word, "--array", len) != 0);
	must(len != 10 || strncmp(word, "--job-name", len) != 0);
	word += 1 + strspn(word + 1, "v");
	must(*word != 'a' && *word != 'J');
}

static void
ask(const char *text)
{
	struct slurm_wants wants = {.want = {NULL}};

	for (int i = 0; i < SLURM_WANT_COUNT; i++)
		if (!slurm_want_refused((enum slurm_want)i, text))
			wants.want[i] = mem_copy(text);
	slurm_wants_words(&wants, check_word, NULL);
	slurm_wants_release(&wants);
}

/* The first line is the job's name, the rest what Slurm says. */
void
fuzz_slurm(const char *bytes, size_t len)
{
	autofree char *text = fuzz_text_of(bytes, len);
	size_t first = strcspn(text, "\n");
	autofree char *name = mem_copy_n(text, first);
	const char *lines = text[first] ? text + first + 1 : "";
	struct slurm_job job;
	struct slurm_load load;
	char why[160], id[SLURM_ID_SIZE];

	if (slurm_find(lines, name, &job)) {
		must(memchr(job.id, '\0', sizeof(job.id)) != NULL);
		must(job.exit_code >= -1 && job.exit_code <= 255);
		must(job.signal >= 0 && job.signal < 128);
		must(!strchr(slurm_why(&job, why, sizeof(why)), '\n'));
	}
	load = slurm_count(lines, name);
	must(load.waits + load.runs <= len);
	if (slurm_submitted(text, id) == 0)
		must(id[0] && strspn(id, "0123456789") == strlen(id));
	slurm_refusal(text);
	ask(text);
}

static void
check_answer(const struct pool_answer *a)
{
	must(!strchr(a->text, '\n') && !strchr(a->id, '\n'));
	must(a->exit_code >= -1 && a->exit_code <= 255);
	must(a->signal >= 0 && a->signal < 128);
}

static void
read_call(enum pool_call call, const char *text, int exit_code, bool errors)
{
	struct program_end end = PROGRAM_END_INIT;
	struct pool_answer answer = {.exit_code = -1};
	struct pool_attempt at = {.id = ""};

	end.end.exit_code = exit_code;
	buf_puts(errors ? &end.errors : &end.out, text);
	pool_command.read(&at, call, &end, &answer);
	check_answer(&answer);
	buf_release(&end.out);
	buf_release(&end.errors);
}

/* The first byte is how the program ended. */
void
fuzz_answer(const char *bytes, size_t len)
{
	autofree char *text = fuzz_text_of(bytes + !!len, len - !!len);
	int exit_code = len && bytes[0] != '0' ? (unsigned char)bytes[0] : 0;
	struct script_end mark;

	if (script_end_read(text, &mark) == 0)
		must(mark.fenced || mark.exit_code >= 0 || mark.signal > 0);
	read_call(POOL_SUBMIT, text, exit_code, false);
	read_call(POOL_SUBMIT, text, exit_code, true);
	read_call(POOL_POLL, text, exit_code, false);
	read_call(POOL_POLL, text, exit_code, true);
	read_call(POOL_TERM, text, exit_code, true);
}
