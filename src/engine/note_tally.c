/* SPDX-License-Identifier: Apache-2.0 */
/* How many passes there were, and what they took: one writer, who holds the pass lock. */
#include <fcntl.h>
#include <string.h>

#include "base/text.h"
#include "engine/note.h"
#include "os/file.h"
#include "os/sys.h"

#define TALLY "passes"

void
tally_read(const struct home *home, struct tally *out)
{
	autobuf struct buf text = BUF_INIT;

	file_read(home->fd, TALLY, 0, 4096, &text, NULL);
	out->passes = text_field_u64(buf_text(&text), "passes", 0);
	out->ms = text_field_u64(buf_text(&text), "ms", 0);
	out->last_ms = text_field_u64(buf_text(&text), "last_ms", 0);
	out->grants = text_field_u64(buf_text(&text), "grants", 0);
}

void
tally_add(const struct home *home, int64_t ms, unsigned grants)
{
	autoclose int fd = sys_open(home->fd, TALLY,
				    O_WRONLY | O_CREAT | O_NOFOLLOW, 0600);
	autobuf struct buf text = BUF_INIT;
	struct tally t;

	if (fd < 0)
		return;
	tally_read(home, &t);
	buf_printf(&text,
		   "passes = %015llu\nms = %015llu\nlast_ms = %015llu\n"
		   "grants = %015llu\n",
		   (unsigned long long)t.passes + 1,
		   (unsigned long long)t.ms + (unsigned long long)ms,
		   (unsigned long long)ms,
		   (unsigned long long)t.grants + grants);
	file_put(fd, text.data, text.len, NULL);
}
