/* src/runtime/see/request.h — the head of an HTTP request, taken apart. Pure C: no loop, no
 * engine. */
#ifndef REQUEST_H
#define REQUEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { GY_REQUEST_MOST = 8 << 10 }; /* the longest head */

/* Points into the bytes that were parsed; absent is a NULL. */
struct gy_span {
  const char* at;
  size_t length;
};

struct gy_request {
  struct gy_span method, path, query, host, last_event_id;
};

/* The length of the head at `data` when it is complete and good, 0 when more has to come; negative,
 * the status to refuse it with: -400, -413 (it has a body) or -431 (it is too long). */
int gy_request_parse(const char* data, size_t length, struct gy_request* request);

/* Whether the request was addressed to this machine by a name of its own. A page of somewhere else
 * whose name was made to point here (DNS rebinding) is not, and must not be answered. */
bool gy_request_is_local(const struct gy_request* request, unsigned port);

/* The parameter `name` of the query, decoded, as a string. False: absent, malformed, or longer than
 * fits. */
bool gy_request_parameter(const struct gy_request* request, const char* name, char* out,
                          size_t room);

bool gy_span_is(struct gy_span span, const char* text);

/* Takes as long for a wrong token as for the right one. */
bool gy_token_is(const char* given, const char* token);

#endif
