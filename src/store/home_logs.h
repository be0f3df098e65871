/* SPDX-License-Identifier: Apache-2.0 */
/* The mark in a log directory: which home's logs it has. */
#ifndef MJ_HOME_LOGS_H
#define MJ_HOME_LOGS_H

#include "store/home.h"

/*
 * Leave the home's mark in the log directory open at fd.  One of a home that does not exist
 * any more, or was made anew, is taken over; where none can be written all stays as it is.
 * Return 0, or -1 with *e: ERR_REFUSED if it has the logs of another home.
 */
int home_logs_mark(const struct home *home, int fd, struct err *e);

#endif
