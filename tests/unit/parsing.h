/* SPDX-License-Identifier: Apache-2.0 */
/* Specs for the tests: right ones and wrong ones. */
#ifndef MJ_PARSING_H
#define MJ_PARSING_H

#include <stddef.h>

#include "model/job.h"

/* Parse a text that is right. */
void parse_good(const char *text, struct job *job);

/* Parse len bytes that are wrong: the message must begin so. */
void parse_bad(const char *text, size_t len, const char *message);

#endif
