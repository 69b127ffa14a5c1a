/* src/runtime/bindings/cares/cares.h — DNS queries by c-ares.
 *
 * (1) The first resolver loads the library. The headers are used for the types only.
 * (2) c-ares sends, repeats and receives. answer.c parses the answers, all types in the same way.
 * (3) JavaScript is entered only after c-ares has returned: until then an answer waits in the list
 *     of its channel. So a callback may call any function of its resolver. */
#ifndef BINDINGS_CARES_H
#define BINDINGS_CARES_H

#include <ares.h>

#include "runtime/gyre.h"

struct gy_cares {
/* NOLINTNEXTLINE(bugprone-macro-parentheses): no expression, a declaration */
#define CARES(name) __typeof__(name)* name;
#include "functions.def"
};

/* The functions of c-ares. NULL with an exception if the library cannot be loaded. */
const struct gy_cares* gy_cares(gy_env* env, JSValueRef* exception);

struct gy_query;

/* The native part of a Resolver of lib/. */
struct gy_channel {
  gy_env* env;
  const struct gy_cares* cares;
  /* Round r repeats the queries that timed out in round r - 1. Without a maximal time-out there is
   * one round, and c-ares repeats by itself. c-ares 1.18 doubles the time-out without a limit, so
   * with one the rounds do it. */
  ares_channel* rounds;
  int round_count;
  struct gy_query* done; /* answered, in this order; their callbacks have not been called */
  struct gy_query** done_end;
  unsigned pending;  /* queries whose callbacks have not been called */
  uv_timer_t* timer; /* while queries are pending: time-outs, and answers that c-ares had at once */
  JSObjectRef object;
  struct gy_channel *next, **link; /* in the list of the channels of this thread */
};

int gy_channel_open(struct gy_channel* channel, int timeout, int tries, int max_timeout);
/* Frees it. Queries that are pending are dropped without a callback. */
void gy_channel_free(struct gy_channel* channel);
/* Sends, and calls `callback(code or null, records)` later. */
int gy_channel_query(struct gy_channel* channel, const char* name, int type, JSObjectRef callback);
void gy_channel_cancel(struct gy_channel* channel);

/* The name of a status of c-ares: ENODATA. */
const char* gy_cares_code(int status);

/* Returns the records of an answer of this type, or of all known types if it is 255 (ANY), as one
 * list: type, time to live, fields, type, … The result is a status of c-ares. */
int gy_answer_read(const struct gy_cares* cares, gy_env* env, const uint8_t* bytes, size_t length,
                   int type, JSValueRef* records);

#endif
