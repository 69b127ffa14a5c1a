/* src/runtime/see/request.c — parses the request of a browser or a scraper. Strict: anything but a
 * plain request is refused, since no old or unusual client has to be served.
 *
 * (1) Nothing outside data[0..length) is read, and nothing is written but *request.
 * (2) A head is parsed only when it is complete: each line ends in CR LF, and an empty line ends
 *     the head.
 * (3) A request has no body: a length other than 0, or a transfer encoding, is refused. */
#include "request.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

bool gy_span_is(struct gy_span span, const char* text) {
  return span.at != NULL && span.length == strlen(text) && memcmp(span.at, text, span.length) == 0;
}

static bool is_name(struct gy_span span, const char* text) {
  return span.length == strlen(text) && strncasecmp(span.at, text, span.length) == 0;
}

static struct gy_span take_while(const char** at, const char* end, bool (*belongs)(unsigned char)) {
  struct gy_span span = {*at, 0};

  while (*at < end && belongs((unsigned char) **at))
    (*at)++;
  span.length = (size_t) (*at - span.at);
  return span;
}

static bool is_upper(unsigned char c) {
  return c >= 'A' && c <= 'Z';
}

static bool is_visible(unsigned char c) {
  return c > 0x20 && c < 0x7f;
}

static bool is_path(unsigned char c) {
  return is_visible(c) && c != '?' && c != '#';
}

static bool is_token(unsigned char c) {
  return (c | 0x20) >= 'a' && (c | 0x20) <= 'z' ? true
                                                : (c >= '0' && c <= '9') || c == '-' || c == '_';
}

static bool is_value(unsigned char c) {
  return c == '\t' || (c >= 0x20 && c != 0x7f);
}

static bool take_text(const char** at, const char* end, const char* text) {
  size_t length = strlen(text);

  if ((size_t) (end - *at) < length || memcmp(*at, text, length) != 0)
    return false;
  *at += length;
  return true;
}

/* GET /path?query HTTP/1.1 */
static bool parse_first_line(const char** at, const char* end, struct gy_request* request) {
  request->method = take_while(at, end, is_upper);
  if (request->method.length == 0 || !take_text(at, end, " "))
    return false;
  request->path = take_while(at, end, is_path);
  if (request->path.length == 0 || request->path.at[0] != '/')
    return false;
  if (take_text(at, end, "?"))
    request->query = take_while(at, end, is_visible);
  return (take_text(at, end, " HTTP/1.1") || take_text(at, end, " HTTP/1.0")) &&
         take_text(at, end, "\r\n");
}

static struct gy_span trim(struct gy_span span) {
  while (span.length > 0 && (*span.at == ' ' || *span.at == '\t')) {
    span.at++;
    span.length--;
  }
  while (span.length > 0 && (span.at[span.length - 1] == ' ' || span.at[span.length - 1] == '\t'))
    span.length--;
  return span;
}

/* Handles one header. Returns 0, or the status with which the request is refused. */
static int keep_header(struct gy_request* request, struct gy_span name, struct gy_span value) {
  if (is_name(name, "host")) {
    if (request->host.at != NULL)
      return -400; /* two Host headers are ambiguous */
    request->host = value;
  } else if (is_name(name, "last-event-id")) {
    request->last_event_id = value;
  } else if (is_name(name, "transfer-encoding") ||
             (is_name(name, "content-length") && !gy_span_is(value, "0"))) {
    return -413;
  }
  return 0;
}

static int parse_headers(const char** at, const char* end, struct gy_request* request) {
  while (!take_text(at, end, "\r\n")) {
    struct gy_span name = take_while(at, end, is_token);
    if (name.length == 0 || !take_text(at, end, ":"))
      return -400;
    struct gy_span value = trim(take_while(at, end, is_value));
    if (!take_text(at, end, "\r\n"))
      return -400;
    int status = keep_header(request, name, value);
    if (status != 0)
      return status;
  }
  return 0;
}

int gy_request_parse(const char* data, size_t length, struct gy_request* request) {
  const char* empty = memmem(data, length, "\r\n\r\n", 4);
  const char *at = data, *end;
  int status;

  *request = (struct gy_request){0};
  if (empty == NULL ? length >= GY_REQUEST_MOST : empty + 4 - data > GY_REQUEST_MOST)
    return -431;
  if (empty == NULL)
    return 0;
  end = empty + 4;
  if (!parse_first_line(&at, end, request))
    return -400;
  status = parse_headers(&at, end, request);
  if (status == 0 && at != end)
    status = -400;
  return status != 0 ? status : (int) (end - data);
}

bool gy_request_is_local(const struct gy_request* request, unsigned port) {
  static const char* const names[] = {"127.0.0.1", "localhost"};
  char wanted[32];

  for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
    snprintf(wanted, sizeof(wanted), "%s:%u", names[i], port);
    if (gy_span_is(request->host, wanted) || (port == 80 && gy_span_is(request->host, names[i])))
      return true;
  }
  return false;
}

static int hex_digit(char c) {
  if (c >= '0' && c <= '9')
    return c - '0';
  c |= 0x20;
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Decodes percent escapes. A NUL is refused: it would end the string early. */
static bool decode(struct gy_span span, char* out, size_t room) {
  const char* end = span.at + span.length;
  size_t n = 0;

  for (const char* at = span.at; at < end; n++) {
    char c = *at++;
    if (c == '%') {
      int high = end - at < 2 ? -1 : hex_digit(at[0]);
      int low = high < 0 ? -1 : hex_digit(at[1]);
      if (low < 0)
        return false;
      c = (char) (high * 16 + low);
      at += 2;
    }
    if (c == '\0' || n + 1 >= room)
      return false;
    out[n] = c;
  }
  out[n] = '\0';
  return true;
}

bool gy_request_parameter(const struct gy_request* request, const char* name, char* out,
                          size_t room) {
  const char *at = request->query.at, *end;
  size_t length = strlen(name);

  if (at == NULL)
    return false;
  end = at + request->query.length;
  while (at < end) {
    const char* stop = memchr(at, '&', (size_t) (end - at));
    if (stop == NULL)
      stop = end;
    if ((size_t) (stop - at) > length && at[length] == '=' && memcmp(at, name, length) == 0)
      return decode((struct gy_span){at + length + 1, (size_t) (stop - at) - length - 1}, out,
                    room);
    at = stop + 1;
  }
  return false;
}

bool gy_token_is(const char* given, const char* token) {
  size_t length = strlen(token);
  unsigned char differ = strlen(given) != length;

  for (size_t i = 0, at = 0; i < length; i++) {
    differ |= (unsigned char) (given[at] ^ token[i]);
    at += given[at] != '\0';
  }
  return differ == 0;
}
