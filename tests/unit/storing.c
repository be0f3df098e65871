/* SPDX-License-Identifier: Apache-2.0 */
#include "storing.h"

#include <stdlib.h>

#include <check.h>

#include "base/mem.h"
#include "model/record.h"
#include "os/file.h"
#include "scratch.h"
#include "store/jobs.h"

void
storing_open(struct storing *s, const char *config)
{
	autofree char *path = NULL, *home = NULL, *logs = NULL;
	struct err e = {.text = ""};

	s->dir = scratch_open();
	path = scratch_path(s->dir);
	home = mem_printf("%s/home", path);
	logs = mem_printf("%s/logs", path);
	setenv("MJ_LOGS", logs, 1);
	if (config) {
		file_mkdir(s->dir, "home", false, NULL);
		scratch_put(s->dir, "home/config.ini", config);
	}
	s->home = (struct home)HOME_INIT;
	ck_assert_msg(home_open(&s->home, home, HOME_MAKE, &e) == 0, "%s",
		      e.text);
}

void
storing_close(struct storing *s)
{
	home_close(&s->home);
	scratch_close(s->dir);
}

void
storing_job(struct storing *s, unsigned job)
{
	autofree char *dir = jobs_path(job, NULL);
	autofree char *record = jobs_path(job, "record");
	struct block b = BLOCK_INIT;
	struct err e = {.text = ""};

	ck_assert_int_eq(file_mkdir(s->home.fd, dir, false, &e), 0);
	block_begin(&b, "job", NULL);
	block_text(&b, "name", "train");
	block_int(&b, "round", 1);
	block_int(&b, "tasks", 1);
	block_text(&b, "root", "t");
	block_text(&b, "pool", "local");
	block_text(&b, "shard", "1000.1/0000000");
	block_end(&b);
	ck_assert_msg(file_create(s->home.fd, record, b.text.data, b.text.len,
				  false, &e) == 0,
		      "%s", e.text);
	block_release(&b);
}
