/* src/runtime/url/parts.c — the steps that parsing a URL and setting one of its parts share. */
#include <string.h>

#include "url.h"

static const struct {
  const char* name;
  uint8_t length;
  int32_t port;
} schemes[] = {
    [GY_URL_HTTP] = {"http", 4, 80}, [GY_URL_HTTPS] = {"https", 5, 443},
    [GY_URL_WS] = {"ws", 2, 80},     [GY_URL_WSS] = {"wss", 3, 443},
    [GY_URL_FTP] = {"ftp", 3, 21},   [GY_URL_FILE] = {"file", 4, GY_URL_NO_PORT},
};

enum gy_url_kind gy_url_kind_of(const char* scheme, size_t length) {
  for (int kind = GY_URL_HTTP; kind <= GY_URL_FILE; kind++)
    if (schemes[kind].length == length && memcmp(schemes[kind].name, scheme, length) == 0)
      return (enum gy_url_kind) kind;
  return GY_URL_OTHER;
}

int32_t gy_url_default_port(enum gy_url_kind kind) {
  return kind == GY_URL_OTHER ? GY_URL_NO_PORT : schemes[kind].port;
}

struct gy_url_span gy_url_begin(struct gy_url* url) {
  return (struct gy_url_span){url->text.length, 0};
}

void gy_url_end(struct gy_url* url, struct gy_url_span* span) {
  span->length = url->text.length - span->start;
}

void gy_url_copy(struct gy_url* url, struct gy_url_span* to, const struct gy_url* from,
                 struct gy_url_span span) {
  *to = gy_url_begin(url);
  gy_url_put(&url->text, gy_url_at(from, span), span.length);
  gy_url_end(url, to);
}

enum gy_url_status gy_url_put_host(struct gy_url* url, const char* input, size_t length) {
  struct gy_url_span host = gy_url_begin(url);
  enum gy_url_status status = gy_url_host(&url->text, input, length, gy_url_special(url));
  if (status != GY_URL_OK) {
    url->text.length = host.start;
    return status;
  }
  gy_url_end(url, &host);
  /* A file on this machine is a file without a host. */
  if (url->kind == GY_URL_FILE && host.length == 9 &&
      memcmp(gy_url_at(url, host), "localhost", 9) == 0)
    host.length = 0;
  url->host = host;
  url->has_host = true;
  return GY_URL_OK;
}

size_t gy_url_host_length(const char* input, size_t length) {
  bool brackets = false;
  for (size_t i = 0; i < length; i++) {
    if (input[i] == '[')
      brackets = true;
    else if (input[i] == ']')
      brackets = false;
    else if (input[i] == ':' && !brackets)
      return i;
  }
  return length;
}

bool gy_url_read_port(struct gy_url* url, const char* digits, size_t length) {
  uint32_t port = 0;
  for (size_t i = 0; i < length; i++) {
    port = port * 10 + (uint32_t) (digits[i] - '0');
    if (port > 65535)
      return false;
  }
  if (length > 0)
    url->port = (int32_t) port == gy_url_default_port(url->kind) ? GY_URL_NO_PORT : (int32_t) port;
  return true;
}

bool gy_url_drive_letter(const char* text, size_t length) {
  return length == 2 && gy_url_is_alpha(text[0]) && (text[1] == ':' || text[1] == '|');
}

/* Takes the last segment off; a drive letter stays, because nothing is above it. */
void gy_url_shorten(struct gy_url* url) {
  const char* path = gy_url_at(url, url->path);
  size_t length = url->path.length;
  if (url->kind == GY_URL_FILE && length == 3 && path[2] == ':' && gy_url_is_alpha(path[1]))
    return;
  while (length > 0 && path[length - 1] != '/')
    length--;
  if (length > 0)
    length--;
  url->path.length = length;
  url->text.length = url->path.start + length;
}

/* How many dots a segment means: "." and "%2e" are one each; 0 for anything else. */
static int count_dots(const char* segment, size_t length) {
  int dots = 0;
  for (size_t i = 0; i < length; dots++) {
    if (dots == 2)
      return 0;
    if (segment[i] == '.')
      i++;
    else if (length - i >= 3 && segment[i] == '%' && segment[i + 1] == '2' &&
             gy_url_lower(segment[i + 2]) == 'e')
      i += 3;
    else
      return 0;
  }
  return dots;
}

static void put_segment(struct gy_url* url, const char* segment, size_t length, bool last) {
  int dots = count_dots(segment, length);
  if (dots == 2)
    gy_url_shorten(url);
  if (dots == 0) {
    bool drive =
        url->kind == GY_URL_FILE && url->path.length == 0 && gy_url_drive_letter(segment, length);
    gy_url_put_byte(&url->text, '/');
    gy_url_put_encoded(&url->text, segment, length, GY_URL_IN_PATH);
    if (drive && !url->text.failed)
      url->text.data[url->text.length - 1] = ':';
  } else if (last) {
    gy_url_put_byte(&url->text, '/');
  }
  gy_url_end(url, &url->path);
}

size_t gy_url_put_segments(struct gy_url* url, const char* input, size_t length, bool stop) {
  bool special = gy_url_special(url);
  size_t start = 0;
  for (size_t i = 0;; i++) {
    bool end = i == length || (stop && (input[i] == '?' || input[i] == '#'));
    if (!end && input[i] != '/' && !(special && input[i] == '\\'))
      continue;
    put_segment(url, input + start, i - start, end);
    if (end)
      return i;
    start = i + 1;
  }
}
