/* SPDX-License-Identifier: Apache-2.0 */
/*
 * JSON out.  What is absent is left out: an empty text, a time of 0 and a
 * negative number put nothing.  Bytes that are no UTF-8 become U+FFFD.
 */
#ifndef MJ_JSON_H
#define MJ_JSON_H

#include <stdbool.h>
#include <stdint.h>

struct json;

/* A new object, array or number; given to json_put, json_append or json_print. */
struct json *json_make_object(void);
struct json *json_make_array(void);
struct json *json_make_text(const char *text);
struct json *json_make_int(int64_t value);

void json_put_text(struct json *object, const char *key, const char *text);
void json_put_int(struct json *object, const char *key, int64_t value);
/* As it is, below 0 too. */
void json_put_signed(struct json *object, const char *key, int64_t value);
void json_put_true(struct json *object, const char *key, bool value);
/* RFC 3339, UTC, with ms. */
void json_put_time(struct json *object, const char *key, int64_t wall_ms);
/* ms as seconds. */
void json_put_seconds(struct json *object, const char *key, int64_t ms);

/* Take child over. */
void json_put(struct json *object, const char *key, struct json *child);
void json_append(struct json *array, struct json *child);

/* Print it on stdout, a line of its own, and free it. */
void json_print(struct json *value);

#endif
