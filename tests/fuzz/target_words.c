/* SPDX-License-Identifier: Apache-2.0 */
/* Words that people write: amounts, times, codes; and text that others see. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "base/utf8.h"
#include "cli/moment.h"
#include "cli/when.h"
#include "cli/width.h"
#include "fuzz.h"
#include "model/need.h"
#include "model/script.h"
#include "render/html.h"

#define NOW_MS 1796000000000 /* in 2026 */

static void
take_and_give(const struct need *need)
{
	struct stock s = {.counted = {true, true, true},
			  .total = {64000, 1ULL << 40, 64},
			  .ids = UINT64_MAX};
	struct need taken = *need;

	if (stock_exceeded(&s, need) != NEED_KIND_COUNT ||
	    stock_lacks(&s, need, NULL) != NEED_KIND_COUNT)
		return;
	stock_take(&s, &taken);
	must(need_count(taken.ids) == need->amount[NEED_GPUS]);
	stock_give(&s, &taken);
	for (int i = 0; i < NEED_KIND_COUNT; i++)
		must(s.used[i] == 0);
	must(s.used_ids == 0);
}

static void
read_file(const char *text)
{
	autobuf struct buf again = BUF_INIT;
	struct need first, second;

	need_read(text, &first);
	need_format(&first, &again);
	need_read(buf_text(&again), &second);
	must(!memcmp(first.amount, second.amount, sizeof(first.amount)));
	must(first.ids == second.ids);
}

void
fuzz_need(const char *bytes, size_t len)
{
	autofree char *text = fuzz_text_of(bytes, len);
	struct need need = {.ids = 0};
	char shown[NEED_IDS_SIZE];
	uint64_t ids, again, count;

	for (int i = 0; i < NEED_KIND_COUNT; i++) {
		if (need_parse((enum need_kind)i, text, &need.amount[i]) < 0)
			need.amount[i] = 0;
		need_amount((enum need_kind)i, need.amount[i], shown,
			    sizeof(shown));
	}
	take_and_give(&need);
	need_accelerator(text, &count);
	if (need_ids_parse(text, &ids) == 0 && need_count(ids) > 1) {
		must(need_ids_parse(need_ids(ids, shown), &again) == 0);
		must(ids == again);
	}
	read_file(text);
}

static void
read_moments(const char *text)
{
	char shown[TEXT_TIME_SIZE];
	int64_t ms, again;

	if (text_time_parse(text, &ms) == 0)
		must(!strcmp(text_time(ms, shown), text));
	if (text_when(text, NOW_MS, &ms) == 0) {
		must(text_time_parse(text_time(ms, shown), &again) == 0);
		must(ms == again);
		text_minute(ms, shown);
		text_time_local(ms, shown);
		moment_brief(ms, NOW_MS, shown);
	}
	if (moment_since("--since", text, NOW_MS, &ms, NULL) == 0)
		moment_brief(ms, NOW_MS, shown);
}

void
fuzz_when(const char *bytes, size_t len)
{
	autofree char *text = fuzz_text_of(bytes, len);
	struct recovery r = RECOVERY_INIT;
	struct err e = {0};
	int64_t ms, milli;
	uint64_t size;
	char shown[64];

	read_moments(text);
	if (text_duration(text, &ms) == 0) {
		must(ms >= 0);
		must(strlen(text_span(ms, shown, sizeof(shown))) > 0);
	}
	if (text_decimal(text, &milli) == 0)
		must(milli >= 0);
	if (text_size(text, &size) == 0)
		must(strlen(text_bytes(size, shown, sizeof(shown))) > 0);
	if (recovery_add_codes(&r, text) == 0)
		must(!recovery_has_code(&r, 0) && !recovery_has_code(&r, -1));
	if (when_begin("--begin", text, &ms, &e) < 0)
		fuzz_must_refuse(&e, "--begin");
	if (when_unique(text, &e) < 0)
		fuzz_must_refuse(&e, "");
}

/* Nothing but characters; with lines tabs and newlines are some. */
static void
must_be_clean(const char *text, bool lines)
{
	for (size_t n; *text; text += n) {
		n = utf8_length(text);
		must(n > 0);
		must((unsigned char)*text >= ' ' ||
		     (lines && (*text == '\n' || *text == '\t')));
		must(*text != 0x7f);
		must(strncmp(text, "\xc2\x9b", 2) != 0); /* CSI in one */
	}
}

/* A word of a shell: between quotes nothing means anything, but for the one that ends them. */
static void
check_quoted(const char *text)
{
	autobuf struct buf quoted = BUF_INIT, back = BUF_INIT;
	const char *c;

	script_quote(&quoted, text);
	c = buf_text(&quoted);
	while (*c) {
		if (*c == '\'') {
			size_t n = strcspn(c + 1, "'");

			must(c[1 + n] == '\'');
			buf_add(&back, c + 1, n);
			c += n + 2;
		} else if (*c == '\\') {
			must(c[1] == '\'');
			buf_putc(&back, '\'');
			c += 2;
		} else {
			must(strchr("abcdefghijklmnopqrstuvwxyz"
				    "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				    "0123456789_-./:=,+@%",
				    *c) != NULL);
			buf_putc(&back, *c++);
		}
	}
	must(!strcmp(buf_text(&back), text));
}

void
fuzz_text(const char *bytes, size_t len)
{
	autofree char *text = fuzz_text_of(bytes, len);
	size_t max = len ? (unsigned char)bytes[0] % 80 : 0;
	autobuf struct buf shown = BUF_INIT, clean = BUF_INIT, page = BUF_INIT,
			   plain = BUF_INIT;

	must(width_add(&shown, text, max, true) <= max);
	must_be_clean(buf_text(&shown), false);
	must(width_of(buf_text(&shown)) <= max);
	width_strip(text, &plain);
	must(plain.len <= strlen(text));
	utf8_clean(&clean, bytes, len, 1);
	must(strlen(buf_text(&clean)) == clean.len);
	must_be_clean(buf_text(&clean), true);
	html_text(&page, text);
	html_short(&page, text, max);
	must(!strpbrk(buf_text(&page), "<>\""));
	must_be_clean(buf_text(&page), true);
	buf_clear(&page);
	html_log(&page, bytes, len);
	must_be_clean(buf_text(&page), true);
	check_quoted(text);
}
