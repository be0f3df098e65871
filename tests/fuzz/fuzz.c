/* SPDX-License-Identifier: Apache-2.0 */
/* The targets, and how libFuzzer and AFL++ get at the one that FUZZ_TARGET names. */
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

const struct fuzz_target fuzz_targets[] = {
	{"answer", fuzz_answer},   {"argv", fuzz_argv},
	{"block", fuzz_block},	   {"config", fuzz_config},
	{"envfile", fuzz_envfile}, {"json", fuzz_json},
	{"log", fuzz_log},	   {"names", fuzz_names},
	{"need", fuzz_need},	   {"pidfile", fuzz_pidfile},
	{"record", fuzz_record},   {"slurm", fuzz_slurm},
	{"spec", fuzz_spec},	   {"text", fuzz_text},
	{"when", fuzz_when},
};
const size_t fuzz_target_count =
	sizeof(fuzz_targets) / sizeof(fuzz_targets[0]);

const struct fuzz_target *
fuzz_find(const char *name)
{
	for (size_t i = 0; i < fuzz_target_count; i++)
		if (!strcmp(fuzz_targets[i].name, name))
			return &fuzz_targets[i];
	return NULL;
}

void
fuzz_must(bool holds, const char *file, int line, const char *condition)
{
	if (holds)
		return;
	fprintf(stderr, "%s:%d: must hold: %s\n", file, line, condition);
	abort();
}

void
fuzz_must_refuse(const struct err *e, const char *beginning)
{
	must(e->code == ERR_INPUT);
	must(strlen(e->text) > strlen(beginning));
	must(!strncmp(e->text, beginning, strlen(beginning)));
}

char *
fuzz_text_of(const char *bytes, size_t len)
{
	return mem_copy_n(bytes, strnlen(bytes, len));
}

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len);

static const struct fuzz_target *chosen;

int
LLVMFuzzerInitialize(int *argc, char ***argv)
{
	const char *name = getenv("FUZZ_TARGET");

	(void)argc;
	(void)argv;
	chosen = fuzz_find(name ? name : "");
	if (chosen)
		return 0;
	fprintf(stderr, "FUZZ_TARGET must name one of:");
	for (size_t i = 0; i < fuzz_target_count; i++)
		fprintf(stderr, " %s", fuzz_targets[i].name);
	fprintf(stderr, "\n");
	exit(2);
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	chosen->run((const char *)bytes, len);
	return 0;
}
