/* src/runtime/http/parser.c — see parser.h. Each state is a function that uses at least one byte or
 * goes to another state; the table at the end lists them in the order of a message. */
#include "parser.h"

#include <stdlib.h>
#include <string.h>

#include "fields.h"

enum state {
  START,
  METHOD,
  BEFORE_URL,
  URL,
  PROTOCOL,
  MAJOR,
  DOT,
  MINOR,
  AFTER_VERSION,
  VERSION_LF,
  STATUS,
  AFTER_STATUS,
  REASON,
  REASON_LF,
  LINE_START,
  NAME,
  BEFORE_VALUE,
  VALUE,
  VALUE_LF,
  HEAD_LF,
  BODY,
  BODY_TO_END,
  CHUNK_SIZE,
  CHUNK_EXTENSION,
  CHUNK_LF,
  CHUNK_DATA,
  CHUNK_END,
  CHUNK_END_LF,
  CLOSED,
  STATES
};

enum { MAX_EXTENSIONS = 16384 }; /* bytes of extensions of one chunk */

const char* const gy_http_methods[] = {
    "DELETE",        "GET",           "HEAD",      "POST",        "PUT",      "CONNECT",
    "OPTIONS",       "TRACE",         "COPY",      "LOCK",        "MKCOL",    "MOVE",
    "PROPFIND",      "PROPPATCH",     "SEARCH",    "UNLOCK",      "BIND",     "REBIND",
    "UNBIND",        "ACL",           "REPORT",    "MKACTIVITY",  "CHECKOUT", "MERGE",
    "M-SEARCH",      "NOTIFY",        "SUBSCRIBE", "UNSUBSCRIBE", "PATCH",    "PURGE",
    "MKCALENDAR",    "LINK",          "UNLINK",    "SOURCE",      "QUERY",    "PRI",
    "DESCRIBE",      "ANNOUNCE",      "SETUP",     "PLAY",        "PAUSE",    "TEARDOWN",
    "GET_PARAMETER", "SET_PARAMETER", "REDIRECT",  "RECORD",      "FLUSH",
};
const size_t gy_http_method_count = sizeof(gy_http_methods) / sizeof(gy_http_methods[0]);
enum { METHOD_CONNECT = 5, METHOD_PRI = 35, METHODS_OF_HTTP = 35 };

typedef const uint8_t* bytes;
typedef struct gy_http_parser parser;

static bytes fail_at(parser* p, bytes at, const char* fault, const char* reason) {
  p->event = GY_HTTP_FAULT;
  p->fault = fault;
  p->reason = reason;
  return at;
}

/* ---- Text ---- */

static bool keep(parser* p, bytes from, size_t count) {
  if (p->skipping || count == 0)
    return true;
  if (p->room - p->length < count) {
    size_t room = (p->room + count) * 2;
    char* text = realloc(p->text, room);
    if (text == NULL)
      return false;
    p->text = text;
    p->room = room;
  }
  memcpy(p->text + p->length, from, count);
  p->length += count;
  return true;
}

static bool keep_separator(parser* p) {
  return keep(p, (bytes) "\n", 1);
}

/* Part of the head: counted. Returns false after a fault. */
static bool keep_head(parser* p, bytes from, size_t count) {
  p->head_bytes += count;
  if (p->head_bytes >= p->max_head)
    fail_at(p, from, "HPE_HEADER_OVERFLOW", "Header overflow");
  else if (!keep(p, from, count))
    fail_at(p, from, "HPE_INTERNAL", "Out of memory");
  return p->event != GY_HTTP_FAULT;
}

static void clear_text(parser* p) {
  p->length = 0;
  p->head_bytes = 0;
  p->pairs = 0;
  p->skipping = false;
}

/* ---- The first line ---- */

static bytes start(parser* p, bytes at, bytes end) {
  while (at < end && (*at == '\r' || *at == '\n'))
    at++;
  if (at == end)
    return at;
  clear_text(p);
  p->busy = true;
  p->in_trailers = false;
  p->flags = 0;
  p->matched = 0;
  p->method = 0;
  p->status = 0;
  p->state = p->is_response ? PROTOCOL : METHOD;
  return at;
}

static int find_method(const void* name, size_t length, bool whole) {
  for (size_t i = 0; i < gy_http_method_count; i++) {
    size_t full = strlen(gy_http_methods[i]);
    if (full >= length && (!whole || full == length) &&
        memcmp(gy_http_methods[i], name, length) == 0)
      return (int) i;
  }
  return -1;
}

static bytes method_ended(parser* p, bytes at, int found) {
  p->method = (uint8_t) found;
  p->state = BEFORE_URL;
  return at;
}

/* Mostly all of it is there at once; else, and to find the byte that is wrong, byte by byte. */
static bytes method(parser* p, bytes at, bytes end) {
  size_t here = (size_t) (end - at);
  bytes space =
      p->matched == 0 ? memchr(at, ' ', here < sizeof(p->word) ? here : sizeof(p->word)) : NULL;
  int found = space != NULL && space > at ? find_method(at, (size_t) (space - at), true) : -1;

  if (found >= 0)
    return method_ended(p, space + 1, found);
  for (; at < end; at++) {
    if (*at == ' ' && p->matched > 0 && (found = find_method(p->word, p->matched, true)) >= 0)
      return method_ended(p, at + 1, found);
    p->word[p->matched] = (char) *at;
    if (find_method(p->word, p->matched + 1u, false) < 0)
      return fail_at(p, at, "HPE_INVALID_METHOD",
                     p->matched > 0 && find_method(p->word, p->matched, true) >= 0
                         ? "Expected space after method"
                         : "Invalid method encountered");
    p->matched++;
  }
  return at;
}

static bytes before_url(parser* p, bytes at, bytes end) {
  while (at < end && *at == ' ')
    at++;
  if (at < end)
    p->state = URL;
  return at;
}

static bytes url_ended(parser* p, bytes at) {
  if (!gy_http_url_is_valid(p->text, p->length, p->method == METHOD_CONNECT))
    return fail_at(p, at + 1, "HPE_INVALID_URL", "Invalid characters in url");
  p->matched = 0;
  p->state = PROTOCOL;
  if (*at == ' ')
    return at + 1;
  /* A request of HTTP/0.9 is a method and a URL. */
  p->major = 0;
  p->minor = 9;
  p->state = *at == '\r' ? VERSION_LF : LINE_START;
  return at + 1;
}

static bytes url(parser* p, bytes at, bytes end) {
  bytes from = at;

  while (at < end && gy_http_is(*at, GY_HTTP_IN_URL))
    at++;
  if (p->lenient)
    while (at<end&& * at> ' ')
      at++;
  if (!keep_head(p, from, (size_t) (at - from)) || at == end)
    return at;
  if (*at == ' ' || *at == '\r' || *at == '\n')
    return url_ended(p, at);
  if (*at == '\t' || *at == '\f')
    return fail_at(p, at + 1, "HPE_INVALID_URL", "Invalid characters in url");
  return fail_at(p, at, "HPE_INVALID_URL", "Invalid char in url path");
}

static bytes protocol(parser* p, bytes at, bytes end) {
  static const char* const names[] = {"HTTP/", "RTSP/", "ICE/"};

  for (; at < end; at++) {
    if (*at == ' ' && p->matched == 0 && !p->is_response)
      continue;
    p->word[p->matched++] = (char) *at;
    bool found = false;
    for (int i = 0; i < 3; i++) {
      if (strncmp(names[i], p->word, p->matched) != 0)
        continue;
      found = true;
      if (names[i][p->matched] == '\0') {
        p->state = MAJOR;
        if (i == 0 && p->method > METHODS_OF_HTTP)
          return fail_at(p, at, "HPE_INVALID_METHOD", "Invalid method for HTTP/x.x request");
        return at + 1;
      }
    }
    if (!found)
      return fail_at(p, at, "HPE_INVALID_CONSTANT", "Expected HTTP/, RTSP/ or ICE/");
  }
  return at;
}

static bytes major_version(parser* p, bytes at, bytes end) {
  if (*at < '0' || *at > '9')
    return fail_at(p, at, "HPE_INVALID_VERSION", "Invalid major version");
  p->major = (uint8_t) (*at - '0');
  p->state = DOT;
  return at + 1;
}

static bytes dot(parser* p, bytes at, bytes end) {
  if (*at != '.')
    return fail_at(p, at, "HPE_INVALID_VERSION", "Expected dot");
  p->state = MINOR;
  return at + 1;
}

static bytes minor_version(parser* p, bytes at, bytes end) {
  if (*at < '0' || *at > '9')
    return fail_at(p, at, "HPE_INVALID_VERSION", "Invalid minor version");
  p->minor = (uint8_t) (*at - '0');
  int version = p->major * 10 + p->minor;
  if (version != 11 && version != 10 && version != 9 && version != 20 && !p->lenient)
    return fail_at(p, at + 1, "HPE_INVALID_VERSION", "Invalid HTTP version");
  p->state = AFTER_VERSION;
  p->matched = 0;
  return at + 1;
}

static bytes after_version(parser* p, bytes at, bytes end) {
  if (p->is_response) {
    if (*at != ' ')
      return fail_at(p, at, "HPE_INVALID_VERSION", "Expected space after version");
    p->state = STATUS;
    return at + 1;
  }
  if (*at == '\r') {
    p->state = VERSION_LF;
    return at + 1;
  }
  if (*at == '\n' && p->lenient) {
    p->state = LINE_START;
    return at + 1;
  }
  return fail_at(p, *at == '\n' ? at + 1 : at, "HPE_INVALID_VERSION",
                 "Expected CRLF after version");
}

static bytes version_lf(parser* p, bytes at, bytes end) {
  if (*at != '\n')
    return fail_at(p, at, "HPE_STRICT", "Expected CRLF after version");
  if (p->method == METHOD_PRI)
    return fail_at(p, at, "HPE_PAUSED_H2_UPGRADE", "Pause on PRI/Upgrade");
  p->state = LINE_START;
  return at + 1;
}

static bytes status(parser* p, bytes at, bytes end) {
  for (; at < end && p->matched < 3; at++) {
    if (*at < '0' || *at > '9')
      return fail_at(p, at, "HPE_INVALID_STATUS", "Invalid status code");
    p->status = (uint16_t) (p->status * 10 + *at - '0');
    p->matched++;
  }
  if (p->matched == 3)
    p->state = AFTER_STATUS;
  return at;
}

static bytes after_status(parser* p, bytes at, bytes end) {
  if (*at != ' ' && *at != '\r' && *at != '\n')
    return fail_at(p, at, "HPE_INVALID_STATUS", "Invalid response status");
  p->state = REASON;
  return *at == ' ' ? at + 1 : at;
}

static bytes reason(parser* p, bytes at, bytes end) {
  bytes from = at;

  while (at < end && *at != '\r' && *at != '\n')
    at++;
  if (!keep_head(p, from, (size_t) (at - from)) || at == end)
    return at;
  if (*at == '\n' && !p->lenient)
    return fail_at(p, at, "HPE_CR_EXPECTED", "Missing expected CR after response line");
  p->state = *at == '\r' ? REASON_LF : LINE_START;
  return at + 1;
}

static bytes reason_lf(parser* p, bytes at, bytes end) {
  if (*at != '\n')
    return fail_at(p, at, "HPE_STRICT", "Expected LF after CR");
  p->state = LINE_START;
  return at + 1;
}

/* ---- Headers and trailers ---- */

static bytes folded(parser* p, bytes at) {
  if (p->pairs == 0 && !p->in_trailers)
    return fail_at(p, at + 1, "HPE_UNEXPECTED_SPACE", "Unexpected space after start line");
  if (!p->lenient || p->pairs == 0)
    return fail_at(p, at, "HPE_INVALID_HEADER_TOKEN", "Unexpected whitespace after header value");
  p->state = VALUE;
  return at;
}

static bytes head_ended(parser* p, bytes at);

static bytes line_start(parser* p, bytes at, bytes end) {
  if (*at == '\r') {
    p->state = HEAD_LF;
    return at + 1;
  }
  if (*at == '\n' && p->lenient)
    return head_ended(p, at + 1);
  if (*at == ' ' || *at == '\t')
    return folded(p, at);
  p->skipping = p->max_pairs > 0 && p->pairs >= p->max_pairs;
  if (p->skipping && !p->is_response)
    return fail_at(p, at, "HPE_HEADER_OVERFLOW", "Header overflow");
  p->pairs++;
  if (!keep_separator(p))
    return fail_at(p, at, "HPE_INTERNAL", "Out of memory");
  p->name_at = p->length;
  p->state = NAME;
  return at;
}

static bytes name(parser* p, bytes at, bytes end) {
  bytes from = at;

  while (at < end && gy_http_is(*at, GY_HTTP_IN_TOKEN))
    at++;
  if (!keep_head(p, from, (size_t) (at - from)) || at == end)
    return at;
  if (*at != ':' || (!p->skipping && p->length == p->name_at))
    return fail_at(p, at, "HPE_INVALID_HEADER_TOKEN", "Invalid header token");
  if (!keep_separator(p))
    return fail_at(p, at, "HPE_INTERNAL", "Out of memory");
  p->value_at = p->length;
  p->state = BEFORE_VALUE;
  return at + 1;
}

static bytes before_value(parser* p, bytes at, bytes end) {
  while (at < end && (*at == ' ' || *at == '\t'))
    at++;
  if (at < end)
    p->state = VALUE;
  return at;
}

static bytes value(parser* p, bytes at, bytes end) {
  bytes from = at;
  int allowed = p->lenient ? GY_HTTP_IN_LENIENT_VALUE : GY_HTTP_IN_VALUE;

  while (at < end && gy_http_is(*at, allowed))
    at++;
  if (!keep_head(p, from, (size_t) (at - from)) || at == end)
    return at;
  if (*at == '\r') {
    p->state = VALUE_LF;
    return at + 1;
  }
  if (*at == '\n' && p->lenient) {
    p->state = VALUE_LF;
    return at;
  }
  if (*at == '\n')
    return fail_at(p, at, "HPE_CR_EXPECTED", "Missing expected CR after header value");
  return fail_at(p, at, "HPE_INVALID_HEADER_TOKEN", "Invalid header value char");
}

static void trim(parser* p) {
  while (p->length > p->value_at &&
         (p->text[p->length - 1] == ' ' || p->text[p->length - 1] == '\t'))
    p->length--;
}

static bytes value_lf(parser* p, bytes at, bytes end) {
  if (*at != '\n' && p->length == p->value_at)
    return fail_at(p, at, "HPE_STRICT", "Expected LF after CR");
  if (*at != '\n')
    return fail_at(p, at, "HPE_LF_EXPECTED", "Missing expected LF after header value");
  p->state = LINE_START;
  if (!p->skipping) {
    trim(p);
    if (!gy_http_read_field(p))
      p->event = GY_HTTP_FAULT;
  }
  return at + 1;
}

static bytes head_lf(parser* p, bytes at, bytes end) {
  if (*at != '\n')
    return fail_at(p, at, "HPE_STRICT", "Expected LF after headers");
  return head_ended(p, at + 1);
}

/* ---- Where a message ends ---- */

static void complete(parser* p) {
  p->event = GY_HTTP_COMPLETE;
  p->busy = false;
  p->state = p->over ? CLOSED : START;
}

static bool has_no_body(const parser* p) {
  return p->is_response && (p->status / 100 == 1 || p->status == 204 || p->status == 304);
}

/* Nothing but the end of the connection tells where the body ends. */
static bool ends_with_connection(const parser* p) {
  if (!p->is_response || has_no_body(p))
    return false;
  if (p->flags & GY_HTTP_ENCODED)
    return !(p->flags & GY_HTTP_CHUNKED);
  return !(p->flags & GY_HTTP_LENGTH);
}

static bool keeps_alive(const parser* p) {
  bool asked = p->major > 0 && p->minor > 0 ? !(p->flags & GY_HTTP_CLOSE)
                                            : (p->flags & GY_HTTP_KEEP_ALIVE) != 0;
  return asked && !ends_with_connection(p);
}

/* May another message follow this one? Trailers can still change the answer. */
static void mark_last_message(parser* p) {
  p->keep_alive = keeps_alive(p);
  p->over = !p->keep_alive && !p->lenient && !p->leaving;
}

static bytes head_ended(parser* p, bytes at) {
  bool wants = (p->flags & GY_HTTP_UPGRADE) && (p->flags & GY_HTTP_CONNECTION_UPGRADE);

  if (p->in_trailers) {
    mark_last_message(p);
    complete(p);
    return at;
  }
  p->upgrade = p->is_response ? wants && p->status == 101 : wants || p->method == METHOD_CONNECT;
  p->keep_alive = keeps_alive(p);
  p->event = GY_HTTP_HEAD;
  return at;
}

/* Called when JavaScript has seen the head: what follows it? */
static void enter_body(parser* p, int mode) {
  bool none = (mode & GY_HTTP_SKIP_BODY) || has_no_body(p) ||
              ((mode & GY_HTTP_LEAVE) && (p->is_response || p->method == METHOD_CONNECT));

  p->leaving = (mode & GY_HTTP_LEAVE) != 0;
  mark_last_message(p);
  clear_text(p);
  p->in_trailers = true; /* all names and values from now on are those of trailers */
  if (none)
    complete(p);
  else if (p->flags & GY_HTTP_CHUNKED) {
    p->remaining = 0;
    p->matched = 0;
    p->state = CHUNK_SIZE;
  } else if (p->flags & GY_HTTP_ENCODED) {
    p->state = BODY_TO_END;
    if (!p->is_response && !p->lenient)
      fail_at(p, NULL, "HPE_INVALID_TRANSFER_ENCODING", "Request has invalid `Transfer-Encoding`");
  } else if (p->flags & GY_HTTP_LENGTH) {
    p->state = BODY;
    if (p->remaining == 0)
      complete(p);
  } else if (p->is_response)
    p->state = BODY_TO_END;
  else
    complete(p);
}

/* ---- Bodies ---- */

static bytes slice(parser* p, bytes at, size_t count) {
  p->slices[p->count].from = (size_t) (at - p->begin);
  p->slices[p->count].to = (size_t) (at - p->begin) + count;
  p->count++;
  return at + count;
}

static bytes take(parser* p, bytes at, bytes end) {
  size_t here = (size_t) (end - at);
  size_t count = p->remaining < here ? (size_t) p->remaining : here;

  p->remaining -= count;
  return slice(p, at, count);
}

static bytes body(parser* p, bytes at, bytes end) {
  at = take(p, at, end);
  if (p->remaining == 0)
    complete(p);
  return at;
}

static bytes body_to_end(parser* p, bytes at, bytes end) {
  return slice(p, at, (size_t) (end - at));
}

static bytes chunk_size(parser* p, bytes at, bytes end) {
  for (; at < end; at++) {
    int digit = gy_http_hex(*at);
    if (digit < 0)
      break;
    if (p->remaining > UINT64_MAX >> 4)
      return fail_at(p, at + 1, "HPE_INVALID_CHUNK_SIZE", "Chunk size overflow");
    p->remaining = p->remaining << 4 | (unsigned) digit;
    p->matched = 1;
  }
  if (at == end)
    return at;
  if (p->matched == 0)
    return fail_at(p, at, "HPE_INVALID_CHUNK_SIZE", "Invalid character in chunk size");
  p->extension_bytes = 0;
  p->matched = 0;
  if (*at == ';')
    p->state = CHUNK_EXTENSION;
  else if (*at == '\r')
    p->state = CHUNK_LF;
  else if (*at == '\n')
    return fail_at(p, at, "HPE_CR_EXPECTED", "Missing expected CR after chunk size");
  else
    return fail_at(p, at + 1, "HPE_INVALID_CHUNK_SIZE", "Invalid character in chunk size");
  return at + 1;
}

/* What a chunk says of itself means nothing to anybody here, but it has a form. */
static bytes chunk_extension(parser* p, bytes at, bytes end) {
  for (; at < end; at++) {
    const char* fault = NULL;
    if (*at == '\r' && gy_http_extension_may_end(p->matched)) {
      p->state = CHUNK_LF;
      return at + 1;
    }
    if (++p->extension_bytes > MAX_EXTENSIONS)
      return fail_at(p, at, "HPE_CHUNK_EXTENSIONS_OVERFLOW", "Chunk extensions overflow");
    if (*at == '\n')
      return fail_at(p, at, "HPE_CR_EXPECTED", "Missing expected CR after chunk extension name");
    p->matched = gy_http_extension_next(p->matched, *at, &fault);
    if (fault != NULL)
      return fail_at(p, at + 1, "HPE_STRICT", fault);
  }
  return at;
}

static bytes chunk_lf(parser* p, bytes at, bytes end) {
  if (*at != '\n')
    return fail_at(p, at, "HPE_STRICT", "Expected LF after chunk size");
  p->state = p->remaining == 0 ? LINE_START : CHUNK_DATA;
  return at + 1;
}

static bytes chunk_data(parser* p, bytes at, bytes end) {
  at = take(p, at, end);
  if (p->remaining == 0)
    p->state = CHUNK_END;
  return at;
}

static bytes chunk_end(parser* p, bytes at, bytes end) {
  if (*at == '\n')
    return fail_at(p, at + 1, "HPE_CR_EXPECTED", "Missing expected CR after chunk data");
  if (*at != '\r')
    return fail_at(p, at, "HPE_STRICT", "Expected LF after chunk data");
  p->state = CHUNK_END_LF;
  return at + 1;
}

static bytes chunk_end_lf(parser* p, bytes at, bytes end) {
  if (*at != '\n')
    return fail_at(p, at, "HPE_STRICT", "Expected LF after chunk data");
  p->matched = 0;
  p->state = CHUNK_SIZE;
  return at + 1;
}

static bytes closed(parser* p, bytes at, bytes end) {
  while (at < end && (*at == '\r' || *at == '\n'))
    at++;
  if (at < end)
    return fail_at(p, at + 1, "HPE_CLOSED_CONNECTION", "Data after `Connection: close`");
  return at;
}

/* ---- Going through ---- */

static bytes (*const states[STATES])(parser*, bytes, bytes) = {
    [START] = start,
    [METHOD] = method,
    [BEFORE_URL] = before_url,
    [URL] = url,
    [PROTOCOL] = protocol,
    [MAJOR] = major_version,
    [DOT] = dot,
    [MINOR] = minor_version,
    [AFTER_VERSION] = after_version,
    [VERSION_LF] = version_lf,
    [STATUS] = status,
    [AFTER_STATUS] = after_status,
    [REASON] = reason,
    [REASON_LF] = reason_lf,
    [LINE_START] = line_start,
    [NAME] = name,
    [BEFORE_VALUE] = before_value,
    [VALUE] = value,
    [VALUE_LF] = value_lf,
    [HEAD_LF] = head_lf,
    [BODY] = body,
    [BODY_TO_END] = body_to_end,
    [CHUNK_SIZE] = chunk_size,
    [CHUNK_EXTENSION] = chunk_extension,
    [CHUNK_LF] = chunk_lf,
    [CHUNK_DATA] = chunk_data,
    [CHUNK_END] = chunk_end,
    [CHUNK_END_LF] = chunk_end_lf,
    [CLOSED] = closed,
};

void gy_http_init(struct gy_http_parser* p, bool is_response) {
  char* text = p->text;
  size_t room = p->room;

  memset(p, 0, sizeof(*p));
  p->text = text; /* one that is used again keeps its room */
  p->room = room;
  p->is_response = is_response;
}

void gy_http_free(struct gy_http_parser* p) {
  free(p->text);
}

void gy_http_go_on(struct gy_http_parser* p, int mode) {
  p->count = 0;
  if (p->event == GY_HTTP_FAULT)
    return; /* for good */
  bool had_head = p->event == GY_HTTP_HEAD;
  p->event = GY_HTTP_MORE;
  if (had_head)
    enter_body(p, mode);
}

size_t gy_http_execute(struct gy_http_parser* p, const uint8_t* input, size_t start,
                       size_t length) {
  bytes at = input + start, end = input + length;

  p->begin = input;
  while (at < end && p->event == GY_HTTP_MORE && p->count < GY_HTTP_SLICES)
    at = states[p->state](p, at, end);
  return (size_t) (at - input);
}

void gy_http_finish(struct gy_http_parser* p) {
  if (p->event != GY_HTTP_MORE || !p->busy)
    return;
  if (p->state == BODY_TO_END)
    complete(p);
  else
    fail_at(p, NULL, "HPE_INVALID_EOF_STATE", "Invalid EOF state");
}
