/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "model/slurm.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define BLANKS " \t"

static const struct {
	const char *name;
	const char *option;
} wants_table[SLURM_WANT_COUNT] = {
	[SLURM_PARTITION] = {"partition", "--partition="},
	[SLURM_ACCOUNT] = {"account", "--account="},
	[SLURM_QOS] = {"qos", "--qos="},
	[SLURM_TIME] = {"time", "--time="},
	[SLURM_NODES] = {"nodes", "--nodes="},
	[SLURM_CPUS] = {"cpus", "--cpus-per-task="},
	[SLURM_MEMORY] = {"memory", "--mem="},
	[SLURM_GRES] = {"gres", "--gres="},
	[SLURM_ARGS] = {"sbatch_args", ""},
};

const char *
slurm_want_name(enum slurm_want want)
{
	return wants_table[want].name;
}

enum slurm_want
slurm_want_find(const char *name)
{
	unsigned i = 0;

	while (i < SLURM_WANT_COUNT && strcmp(wants_table[i].name, name) != 0)
		i++;
	return (enum slurm_want)i;
}

/* Options that would make it another job than the one we look for, or none. */
static bool
is_ours(const char *word, size_t len)
{
	static const char *const ours[] = {
		"--array",   "--job-name",   "--output",   "--error",
		"--input",   "--open-mode",  "--parsable", "--requeue",
		"--wait",    "--no-requeue", "--wrap",	   "--test-only",
		"--quiet",   "--hold",	     "--help",	   "--usage",
		"--version", "--clusters",
	};

	if (word[1] != '-') {
		/* those without a value may have others behind them */
		size_t at = 1 + strspn(word + 1, "Oksv");

		return at < len && strchr("aJoeiWHQhVM", word[at]);
	}
	/* getopt takes what is short of one, too */
	for (size_t i = 0; i < COUNT(ours); i++)
		if (!strncmp(ours[i], word, len))
			return true;
	return false;
}

static const char *
args_refused(const char *text)
{
	for (text += strspn(text, BLANKS); *text;
	     text += strspn(text, BLANKS)) {
		size_t len = strcspn(text, BLANKS);

		if (*text != '-' || len < 2)
			return "is not an option: write --NAME=VALUE, with "
			       "blanks only between options";
		if (is_ours(text, strcspn(text, BLANKS "=")))
			return "has an option that mj gives itself or cannot "
			       "work with";
		text += len;
	}
	return NULL;
}

const char *
slurm_want_refused(enum slurm_want want, const char *text)
{
	if (!*text)
		return "is empty";
	for (const char *c = text; *c; c++)
		if ((unsigned char)*c < ' ' && *c != '\t')
			return "has a control character";
	return want == SLURM_ARGS ? args_refused(text) : NULL;
}

void
slurm_wants_over(struct slurm_wants *wants, const struct slurm_wants *over,
		 const struct slurm_wants *under)
{
	for (unsigned i = 0; i < SLURM_WANT_COUNT; i++) {
		const char *text =
			over->want[i] ? over->want[i] : under->want[i];

		wants->want[i] = text ? mem_copy(text) : NULL;
	}
}

static void
ask(struct slurm_wants *wants, enum slurm_want want, uint64_t amount,
    const char *unit)
{
	if (amount && !wants->want[want])
		wants->want[want] = mem_printf("%" PRIu64 "%s", amount, unit);
}

void
slurm_wants_need(struct slurm_wants *wants, const struct need *need)
{
	uint64_t mib = (1u << 20) - 1;
	uint64_t gpus = need->amount[NEED_GPUS];

	ask(wants, SLURM_CPUS, (need->amount[NEED_CPUS] + 999) / 1000, "");
	ask(wants, SLURM_MEMORY, (need->amount[NEED_MEMORY] + mib) >> 20, "M");
	if (gpus && !wants->want[SLURM_GRES])
		wants->want[SLURM_GRES] = mem_printf("gpu:%" PRIu64, gpus);
}

void
slurm_wants_release(struct slurm_wants *wants)
{
	for (unsigned i = 0; i < SLURM_WANT_COUNT; i++)
		mem_free_ptr(&wants->want[i]);
	*wants = (struct slurm_wants){{NULL}};
}

static void
add_args(const char *text, void (*add)(void *user, const char *word),
	 void *user)
{
	for (text += strspn(text, BLANKS); *text;
	     text += strspn(text, BLANKS)) {
		size_t len = strcspn(text, BLANKS);
		autofree char *word = mem_printf("%.*s", (int)len, text);

		add(user, word);
		text += len;
	}
}

void
slurm_wants_words(const struct slurm_wants *wants,
		  void (*add)(void *user, const char *word), void *user)
{
	for (unsigned i = 0; i < SLURM_WANT_COUNT; i++) {
		const char *text = wants->want[i];
		autofree char *word = NULL;

		if (!text)
			continue;
		if (i == SLURM_ARGS) {
			add_args(text, add, user);
			continue;
		}
		word = mem_printf("%s%s", wants_table[i].option, text);
		add(user, word);
	}
}
