/* SPDX-License-Identifier: Apache-2.0 */
/* What pages look like. */
#ifndef MJ_HTML_STYLE_H
#define MJ_HTML_STYLE_H

#define HTML_STYLES 5

/* In this order; one string would be longer than compilers need to take. */
extern const char *const html_styles[HTML_STYLES];

#endif
