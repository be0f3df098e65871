/* SPDX-License-Identifier: Apache-2.0 */
/* What a request needs of what a pool counts, and how much of it there is.  Pure. */
#ifndef MJ_NEED_H
#define MJ_NEED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"

#define NEED_IDS 64 /* gpus are called 0 … 63 */
#define NEED_IDS_SIZE 192 /* all of them as text, with the NUL */
#define NEED_CPUS_RULE "a number of cpus such as 2, 0.5 or 2+"
#define NEED_MEMORY_RULE "memory such as 8 (GB), 8+, 4GB or 512MB"
#define NEED_GPUS_RULE "a number of gpus from 0 to 64"
#define NEED_IDS_RULE "a number of gpus, or their ids from 0 to 63 as 0,1,3 (one alone as 3,)"

enum need_kind { NEED_CPUS, NEED_MEMORY, NEED_GPUS, NEED_KIND_COUNT };

struct need {
	uint64_t amount[NEED_KIND_COUNT]; /* cpus in thousandths, memory in bytes; 0: none */
	uint64_t ids; /* of gpus, those assigned by a grant: bit N is id N */
};

/* What a pool has. */
struct stock {
	bool counted[NEED_KIND_COUNT];
	uint64_t total[NEED_KIND_COUNT];
	uint64_t used[NEED_KIND_COUNT];
	uint64_t ids;	   /* of its gpus */
	uint64_t used_ids; /* those assigned, its own or not, by whatever pool */
};

/* "cpus", "memory", "gpus"; static text. */
const char *need_name(enum need_kind kind);

/* The same behind an amount: "cpu" and "gpu" where that is one; static text. */
const char *need_noun(enum need_kind kind, uint64_t amount);

bool need_none(const struct need *need);

/* The larger of each amount. */
void need_widen(struct need *need, const struct need *by);

/*
 * An amount as people write it in a spec (a '+' at the end is passed over; memory without
 * a unit is in GB, by 1024 as all sizes here).  Return 0, or -1.
 */
int need_parse(enum need_kind kind, const char *text, uint64_t *out);

/* The count of `NAME`, `NAME:COUNT` (parts count as one), as accelerators are written. */
int need_accelerator(const char *text, uint64_t *out);

/* An amount for people, as 2, 0.5, 4.0 GiB, in out (size bytes). */
const char *need_amount(enum need_kind kind, uint64_t amount, char *out,
			size_t size);

/* Ids as 0,2 in out[NEED_IDS_SIZE], and back; a number alone is that many, from 0 on. */
const char *need_ids(uint64_t ids, char *out);
int need_ids_parse(const char *text, uint64_t *out);

/* How many there are. */
unsigned need_count(uint64_t ids);

/* As an entry's file has it, a line `key = value` each; nothing for need_none. */
void need_format(const struct need *need, struct buf *out);
void need_read(const char *text, struct need *out);

/* What of a kind is free. */
uint64_t stock_free(const struct stock *s, enum need_kind kind);

/*
 * The first kind of which there is less than needed: of all there is at all, or of what is
 * free when keep (may be NULL) is set aside.  NEED_KIND_COUNT: it fits.
 */
enum need_kind stock_exceeded(const struct stock *s, const struct need *need);
enum need_kind stock_lacks(const struct stock *s, const struct need *need,
			   const struct need *keep);

/* Count in what a grant takes, and out again; take assigns ids, the lowest first. */
void stock_take(struct stock *s, struct need *need);
void stock_give(struct stock *s, const struct need *need);

/* Count in what a grant that is there has taken. */
void stock_count(struct stock *s, const struct need *granted);

#endif
