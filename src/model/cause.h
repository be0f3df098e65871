/* SPDX-License-Identifier: Apache-2.0 */
/* Why an attempt ended, in words: those that queue and show print. */
#ifndef MJ_CAUSE_H
#define MJ_CAUSE_H

#include <stddef.h>

#include "model/record.h"

/* `exit 3`, `signal 9 (Killed)`, `timeout after 10s`, …, in out (size bytes); "" before its end. */
const char *cause_text(const struct run *run, char *out, size_t size);

/* How its first process ended, whatever for: `exit 3`, `signal 15 (Terminated)`; "" unknown. */
const char *cause_end(const struct run *run, char *out, size_t size);

#endif
