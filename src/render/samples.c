/* SPDX-License-Identifier: Apache-2.0 */
#include "render/samples.h"

#include "base/utf8.h"

void
samples_begin(struct buf *out, const struct family *f)
{
	buf_printf(out, "# HELP %s %s\n# TYPE %s %s\n", f->name, f->help,
		   f->name, f->type);
}

static void
put_head(struct buf *out, const struct family *f, const struct label *labels,
	 size_t count)
{
	buf_puts(out, f->name);
	for (size_t i = 0; i < count; i++) {
		buf_printf(out, "%c%s=\"", i ? ',' : '{', labels[i].name);
		utf8_escape(out, labels[i].value);
		buf_putc(out, '"');
	}
	buf_puts(out, count ? "} " : " ");
}

void
samples_put(struct buf *out, const struct family *f, const struct label *labels,
	    size_t count, int64_t value)
{
	put_head(out, f, labels, count);
	buf_printf(out, "%lld\n", (long long)value);
}

void
samples_put_milli(struct buf *out, const struct family *f,
		  const struct label *labels, size_t count, int64_t value_milli)
{
	unsigned long long milli = value_milli < 0
					   ? 0ULL - (unsigned long long)value_milli
					   : (unsigned long long)value_milli;

	put_head(out, f, labels, count);
	buf_printf(out, "%s%llu.%03llu\n", value_milli < 0 ? "-" : "",
		   milli / 1000, milli % 1000);
}

void
samples_one(struct buf *out, const struct family *f, int64_t value)
{
	samples_begin(out, f);
	samples_put(out, f, NULL, 0, value);
}
