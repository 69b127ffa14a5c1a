/* src/runtime/see/request.h — parses the head of an HTTP request. Pure C: no loop, no engine. */
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

/* Returns the length of the head at `data` if it is complete and valid, 0 if more input is needed,
 * or the negated status to refuse it with: -400, -413 (it has a body) or -431 (it is too long). */
int gy_request_parse(const char* data, size_t length, struct gy_request* request);

/* Whether the Host of the request is this machine. A page whose own host name was made to point
 * here (DNS rebinding) has another Host, and must not be answered. */
bool gy_request_is_local(const struct gy_request* request, unsigned port);

/* The parameter `name` of the query, decoded, as a string. False: absent, malformed, or longer than
 * fits. */
bool gy_request_parameter(const struct gy_request* request, const char* name, char* out,
                          size_t room);

bool gy_span_is(struct gy_span span, const char* text);

/* Takes as long for a wrong token as for the right one. */
bool gy_token_is(const char* given, const char* token);

#endif
