/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What reads bytes that others wrote, fed with any bytes.  A target must come back from
 * all of them, and what it got must be as its contract says: `must` tells a breach by
 * aborting.  fuzz.c gives the targets to libFuzzer and AFL++, replay.c to files.
 */
#ifndef MJ_FUZZ_H
#define MJ_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "store/home.h"

struct fuzz_target {
	const char *name;
	void (*run)(const char *bytes, size_t len);
};

extern const struct fuzz_target fuzz_targets[];
extern const size_t fuzz_target_count;

/* The target called name, or NULL. */
const struct fuzz_target *fuzz_find(const char *name);

void fuzz_answer(const char *bytes, size_t len);
void fuzz_argv(const char *bytes, size_t len);
void fuzz_block(const char *bytes, size_t len);
void fuzz_config(const char *bytes, size_t len);
void fuzz_envfile(const char *bytes, size_t len);
void fuzz_json(const char *bytes, size_t len);
void fuzz_log(const char *bytes, size_t len);
void fuzz_names(const char *bytes, size_t len);
void fuzz_need(const char *bytes, size_t len);
void fuzz_pidfile(const char *bytes, size_t len);
void fuzz_record(const char *bytes, size_t len);
void fuzz_slurm(const char *bytes, size_t len);
void fuzz_spec(const char *bytes, size_t len);
void fuzz_text(const char *bytes, size_t len);
void fuzz_when(const char *bytes, size_t len);

#define must(condition) fuzz_must(condition, __FILE__, __LINE__, #condition)
void fuzz_must(bool holds, const char *file, int line, const char *condition);

/* That *e is a refusal of input: it says what, and begins as given. */
void fuzz_must_refuse(const struct err *e, const char *beginning);

/* The bytes up to their first NUL, if any, as a text.  The caller frees it. */
char *fuzz_text_of(const char *bytes, size_t len);

/*
 * A home in an empty directory of its own, made at the first call and removed at exit:
 * enough of one for those who only read files below it.
 */
const struct home *fuzz_home(void);

/* Make these bytes the contents of a file below it. */
void fuzz_put(const char *path, const char *bytes, size_t len);

#endif
