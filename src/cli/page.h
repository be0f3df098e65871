/* SPDX-License-Identifier: Apache-2.0 */
/* The manual pages, opened by man(1). */
#ifndef MJ_PAGE_H
#define MJ_PAGE_H

/*
 * Become man(1) with the page name of a section ("7"); at its subsection called
 * heading, if not NULL and the reader is less(1).  Returns only if there is no man or
 * no such page, having printed nothing.
 */
void page_open(const char *section, const char *name, const char *heading);

#endif
