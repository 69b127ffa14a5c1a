/* src/runtime/http/fields.c — see fields.h. */
#include "fields.h"

#include <string.h>
#include <strings.h>

#define T GY_HTTP_IN_TOKEN
#define U GY_HTTP_IN_URL
#define V (GY_HTTP_IN_VALUE | GY_HTTP_IN_LENIENT_VALUE)
#define L GY_HTTP_IN_LENIENT_VALUE

/* Letters and digits are in all of them; of the rest, tokens have !#$%&'*+-.^_`|~ . The ranges are
 * an extension of the compilers we use, and 256 numbers would say less. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
#pragma GCC diagnostic ignored "-Woverride-init"
const uint8_t gy_http_kinds[256] = {
    [0x01 ... 0x08] = L,
    ['\t'] = V,
    [0x0b ... 0x0c] = L,
    [0x0e ... 0x1f] = L,
    [' '] = V,
    ['!' ... '~'] = U | V,
    ['0' ... '9'] = T | U | V,
    ['A' ... 'Z'] = T | U | V,
    ['a' ... 'z'] = T | U | V,
    ['!'] = T | U | V,
    ['#' ... '\''] = T | U | V,
    ['*' ... '+'] = T | U | V,
    ['-' ... '.'] = T | U | V,
    ['^' ... '`'] = T | U | V,
    ['|'] = T | U | V,
    ['~'] = T | U | V,
    [0x7f] = L,
    [0x80 ... 0xff] = V,
};
#pragma GCC diagnostic pop

int gy_http_hex(uint8_t byte) {
  if (byte >= '0' && byte <= '9')
    return byte - '0';
  byte |= 0x20;
  return byte >= 'a' && byte <= 'f' ? byte - 'a' + 10 : -1;
}

/* A path, an asterisk, or scheme://…; what CONNECT names is a host and a port. */
bool gy_http_url_is_valid(const char* url, size_t length, bool is_connect) {
  size_t i = 0;

  if (length == 0)
    return false;
  if (is_connect || url[0] == '/' || url[0] == '*')
    return true;
  while (i < length && ((url[i] | 0x20) >= 'a' && (url[i] | 0x20) <= 'z'))
    i++;
  return i > 0 && length - i >= 3 && memcmp(url + i, "://", 3) == 0;
}

static bool fail(struct gy_http_parser* p, const char* fault, const char* reason) {
  p->fault = fault;
  p->reason = reason;
  return false;
}

/* ---- Fields ---- */

static bool read_length(struct gy_http_parser* p, const char* value, size_t length) {
  static const char fault[] = "HPE_INVALID_CONTENT_LENGTH";
  uint64_t total = 0;

  if (p->flags & GY_HTTP_LENGTH)
    return fail(p, "HPE_UNEXPECTED_CONTENT_LENGTH", "Duplicate Content-Length");
  if ((p->flags & GY_HTTP_ENCODED) && !p->lenient)
    return fail(p, fault, "Content-Length can't be present with Transfer-Encoding");
  if (length == 0)
    return fail(p, fault, "Empty Content-Length");
  for (size_t i = 0; i < length; i++) {
    unsigned digit = (unsigned) (value[i] - '0');
    if (digit > 9)
      return fail(p, fault, "Invalid character in Content-Length");
    if (total > (UINT64_MAX - digit) / 10)
      return fail(p, fault, "Content-Length overflow");
    total = total * 10 + digit;
  }
  p->flags |= GY_HTTP_LENGTH;
  p->remaining = total;
  return true;
}

static bool is_space(char byte) {
  return byte == ' ' || byte == '\t';
}

static const char* trimmed(const char* from, const char* to, size_t* length) {
  while (from < to && is_space(*from))
    from++;
  while (from < to && is_space(to[-1]))
    to--;
  *length = (size_t) (to - from);
  return from;
}

/* The next word of a list, without white space around it; NULL at the end. */
static const char* next_word(const char** at, const char* end, size_t* length) {
  while (*at < end && (is_space(**at) || **at == ','))
    ++*at;
  if (*at == end)
    return NULL;
  const char* from = *at;
  while (*at < end && **at != ',')
    ++*at;
  return trimmed(from, *at, length);
}

static bool is_word(const char* word, size_t length, const char* wanted) {
  return length == strlen(wanted) && strncasecmp(word, wanted, length) == 0;
}

/* The body is chunked when the last element of the list says so. Empty elements count: `chunked,`
 * and `,` are encodings that nobody knows. If they were skipped, the body would have another length
 * for us than for a proxy in front of us. */
static bool read_encoding(struct gy_http_parser* p, const char* value, size_t length) {
  static const char fault[] = "HPE_INVALID_TRANSFER_ENCODING";
  const char *at = value, *end = value + length;

  if ((p->flags & GY_HTTP_LENGTH) && !p->lenient)
    return fail(p, fault, "Transfer-Encoding can't be present with Content-Length");
  if (length == 0)
    return fail(p, fault, "Empty Transfer-Encoding");
  p->flags |= GY_HTTP_ENCODED;
  for (; at <= end; at++) {
    const char* comma = memchr(at, ',', (size_t) (end - at));
    size_t count;
    const char* word = trimmed(at, comma != NULL ? comma : end, &count);
    if ((p->flags & GY_HTTP_CHUNKED) && !p->lenient && !p->is_response)
      return fail(p, fault, "Invalid `Transfer-Encoding` header value");
    p->flags &= (uint16_t) ~GY_HTTP_CHUNKED;
    if (is_word(word, count, "chunked"))
      p->flags |= GY_HTTP_CHUNKED;
    at = comma != NULL ? comma : end;
  }
  return true;
}

static bool read_connection(struct gy_http_parser* p, const char* value, size_t length) {
  const char *at = value, *word;
  size_t count;

  while ((word = next_word(&at, value + length, &count)) != NULL) {
    if (is_word(word, count, "close"))
      p->flags |= GY_HTTP_CLOSE;
    else if (is_word(word, count, "keep-alive"))
      p->flags |= GY_HTTP_KEEP_ALIVE;
    else if (is_word(word, count, "upgrade"))
      p->flags |= GY_HTTP_CONNECTION_UPGRADE;
  }
  return true;
}

static bool read_upgrade(struct gy_http_parser* p, const char* value, size_t length) {
  p->flags |= GY_HTTP_UPGRADE;
  return true;
}

static bool read_host(struct gy_http_parser* p, const char* value, size_t length) {
  p->flags |= GY_HTTP_HOST;
  return true;
}

static bool read_expect(struct gy_http_parser* p, const char* value, size_t length) {
  p->flags |= GY_HTTP_EXPECT;
  return true;
}

bool gy_http_read_field(struct gy_http_parser* p) {
  static const struct {
    const char* name;
    size_t length;
    bool (*read)(struct gy_http_parser* p, const char* value, size_t length);
  } fields[] = {
      {"host", 4, read_host},
      {"expect", 6, read_expect},
      {"connection", 10, read_connection},
      {"content-length", 14, read_length},
      {"proxy-connection", 16, read_connection},
      {"transfer-encoding", 17, read_encoding},
      {"upgrade", 7, read_upgrade},
  };
  const char* name = p->text + p->name_at;
  size_t length = p->value_at - 1 - p->name_at;

  for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++)
    if (length == fields[i].length && strncasecmp(name, fields[i].name, length) == 0)
      return fields[i].read(p, p->text + p->value_at, p->length - p->value_at);
  return true;
}

/* ---- Chunk extensions ---- */

enum place {
  BEFORE_NAME,
  IN_NAME,
  BEFORE_EXTENSION_VALUE,
  IN_VALUE,
  IN_QUOTES,
  ESCAPED,
  AFTER_QUOTES
};

bool gy_http_extension_may_end(uint8_t place) {
  return place == IN_NAME || place == IN_VALUE || place == AFTER_QUOTES;
}

uint8_t gy_http_extension_next(uint8_t place, uint8_t byte, const char** fault) {
  bool token = gy_http_is(byte, GY_HTTP_IN_TOKEN);

  switch ((enum place) place) {
    case BEFORE_NAME:
    case IN_NAME:
      if (token)
        return IN_NAME;
      if (place == IN_NAME && (byte == '=' || byte == ';'))
        return byte == '=' ? BEFORE_EXTENSION_VALUE : BEFORE_NAME;
      *fault = place == IN_NAME ? "Invalid character in chunk extensions name"
                                : "Invalid character in chunk extensions";
      return place;
    case BEFORE_EXTENSION_VALUE:
    case IN_VALUE:
      if (token)
        return IN_VALUE;
      if (place == IN_VALUE ? byte == ';' : byte == '"')
        return place == IN_VALUE ? BEFORE_NAME : IN_QUOTES;
      *fault = "Invalid character in chunk extensions value";
      return place;
    case IN_QUOTES:
      if (byte == '"' || byte == '\\')
        return byte == '"' ? AFTER_QUOTES : ESCAPED;
      if (!gy_http_is(byte, GY_HTTP_IN_VALUE))
        *fault = "Invalid character in chunk extensions quoted value";
      return IN_QUOTES;
    case ESCAPED:
      if (!gy_http_is(byte, GY_HTTP_IN_VALUE))
        *fault = "Invalid quoted-pair in chunk extensions quoted value";
      return IN_QUOTES;
    case AFTER_QUOTES:
      if (byte != ';')
        *fault = "Invalid character in chunk extensions quote value";
      return BEFORE_NAME;
  }
  return place;
}
