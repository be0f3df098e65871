/* SPDX-License-Identifier: Apache-2.0 */
#include "base/err.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#define KNOWN_LAST EHWPOISON

const char *
err_words(int errnum)
{
	if (errnum < 0 || errnum > KNOWN_LAST || errnum == 41 || errnum == 58)
		return "an error without a name"; /* errno(3): there is no 41, no 58 */
	return strerror(errnum);
}

int
err_sys(struct err *e, const char *fmt, ...)
{
	int errnum = errno;
	va_list ap;
	size_t used;

	if (!e)
		return -1;
	e->code = ERR_SYS;
	e->errnum = errnum;
	va_start(ap, fmt);
	vsnprintf(e->text, sizeof(e->text), fmt, ap);
	va_end(ap);
	used = strlen(e->text);
	snprintf(e->text + used, sizeof(e->text) - used, ": %s",
		 err_words(errnum));
	errno = errnum;
	return -1;
}

int
err_set(struct err *e, enum err_code code, const char *fmt, ...)
{
	va_list ap;

	if (!e)
		return -1;
	e->code = code;
	e->errnum = 0;
	va_start(ap, fmt);
	vsnprintf(e->text, sizeof(e->text), fmt, ap);
	va_end(ap);
	return -1;
}

int
err_wrap(struct err *e, const char *fmt, ...)
{
	char old[sizeof(e->text)];
	va_list ap;
	size_t used;

	if (!e)
		return -1;
	memcpy(old, e->text, sizeof(old));
	va_start(ap, fmt);
	vsnprintf(e->text, sizeof(e->text), fmt, ap);
	va_end(ap);
	used = strlen(e->text);
	snprintf(e->text + used, sizeof(e->text) - used, ": %.*s",
		 (int)sizeof(old) - 1, old);
	return -1;
}
