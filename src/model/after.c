/* SPDX-License-Identifier: Apache-2.0 */
#include "model/after.h"

#include <string.h>

static const char *const names[WANT_COUNT] = {
	[WANT_OK] = "ok",
	[WANT_ANY] = "any",
	[WANT_FAIL] = "fail",
};

const char *
want_name(enum want w)
{
	return names[w];
}

int
want_parse(const char *name, enum want *out)
{
	for (int w = 0; w < WANT_COUNT; w++)
		if (!strcmp(names[w], name)) {
			*out = (enum want)w;
			return 0;
		}
	return -1;
}

bool
want_met(enum want w, enum status ended)
{
	switch (w) {
	case WANT_OK:
		return ended == STATUS_SUCCEEDED;
	case WANT_ANY:
		return status_final(ended);
	case WANT_FAIL:
		return status_failed(ended) || ended == STATUS_SKIPPED;
	case WANT_COUNT:
		break;
	}
	return false;
}
