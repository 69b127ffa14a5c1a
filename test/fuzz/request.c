/* test/fuzz/request.c — the parser of requests against any bytes: it stays inside them, what it
 * finds lies inside the head, cut short it never says more than "more has to come", and what is
 * decoded fits.
 *
 * sources: src/runtime/see/request.c */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/see/request.h"

#define MUST(condition) \
  if (!(condition))     \
  abort()

static void check_inside(struct gy_span span, const char* data, int head) {
  if (span.at != NULL)
    MUST(span.at >= data && span.at + span.length <= data + head);
}

static void check_found(const struct gy_request* request, const char* data, int head) {
  static const char* const names[] = {"t", "file", ""};
  char text[24];

  check_inside(request->method, data, head);
  check_inside(request->path, data, head);
  check_inside(request->query, data, head);
  check_inside(request->host, data, head);
  check_inside(request->last_event_id, data, head);
  MUST(request->path.length > 0 && request->path.at[0] == '/');
  for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
    memset(text, 'x', sizeof(text));
    if (gy_request_parameter(request, names[i], text, sizeof(text)))
      MUST(memchr(text, '\0', sizeof(text)) != NULL);
  }
  if (gy_request_is_local(request, 8080))
    MUST(gy_span_is(request->host, "127.0.0.1:8080") ||
         gy_span_is(request->host, "localhost:8080"));
}

int LLVMFuzzerTestOneInput(const uint8_t* input, size_t size) {
  char* data = malloc(size + 1); /* of its own, so that a step outside is seen */
  struct gy_request request;
  int head;

  memcpy(data, input, size);
  data = realloc(data, size > 0 ? size : 1);
  head = gy_request_parse(data, size, &request);
  MUST(head <= (int) size && head <= GY_REQUEST_MOST);
  if (head > 0) {
    check_found(&request, data, head);
    MUST(gy_request_parse(data, (size_t) head - 1, &request) == 0);
    MUST(gy_request_parse(data, (size_t) head, &request) == head);
  } else if (head == 0) {
    MUST(memmem(data, size, "\r\n\r\n", 4) == NULL);
  }
  free(data);
  return 0;
}
