/* SPDX-License-Identifier: Apache-2.0 */
/* What the parts of config share. */
#ifndef MJ_CONFIG_PARTS_H
#define MJ_CONFIG_PARTS_H

#include "store/config.h"
#include "store/lines.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define KEYS_MAX 64 /* of a section */
#define NUMBER_MAX CONFIG_SLOTS_MAX
#define NUMBER_RULE "a number from 1 to 1000000"
#define DURATION_RULE "a duration such as 90, 1.5s, 10m or 12h"
#define SIZE_RULE "a size such as 4096, 100M or 10G"
#define PATH_RULE "a path that starts with '/' or '~/'"

enum section {
	SECTION_NONE,
	SECTION_SCHEDULER,
	SECTION_RECOVERY,
	SECTION_POOL,
	SECTION_COUNT
};

/* Settings being read. */
struct reading {
	struct config *config;
	struct lines lines;
	enum section section;	  /* the lines are in */
	struct config_pool *pool; /* of SECTION_POOL, until the next section */
	uint64_t seen_keys;	  /* of this section, by bit */
	bool seen_scheduler, seen_recovery, seen_local;
	unsigned slots; /* of a local pool that does not say */
};

struct setting {
	const char *name;
	int (*set)(struct reading *r, const char *value);
	const char *rule; /* what the value must be */
	const char *types; /* of pools that know it, with spaces; NULL all */
};

struct settings {
	const char *where;
	const struct setting *list;
	size_t count;
};

/* The keys of a pool, of whatever type; config_pool_check refuses those of another one. */
extern const struct settings config_pool_settings;

/* Values.  Return 0, or -1 for a bad one. */
int config_number(unsigned *out, const char *value);
int config_path(char **out, const char *value);

struct config_pool *config_pool_add(struct config *config, const char *name,
				    unsigned slots);
void config_pools_release(struct config *config);

/* A section begins, a variable of it is set, it ends.  Return 0, or -1 (refused). */
int config_pool_enter(struct reading *r, const char *name);
int config_pool_env(struct reading *r, const char *name, const char *value);
int config_pool_check(struct reading *r);

#endif
