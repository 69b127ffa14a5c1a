/* src/runtime/url/write.c — from URL to text, with a note of where each part lies in it. */
#include <stdio.h>

#include "url.h"

static uint32_t here(const struct gy_url_text* out) {
  return (uint32_t) out->length;
}

static void put_span(struct gy_url_text* out, const struct gy_url* url, struct gy_url_span span) {
  gy_url_put(out, gy_url_at(url, span), span.length);
}

static void write_authority(const struct gy_url* url, struct gy_url_text* out,
                            struct gy_url_layout* layout) {
  if (url->has_host)
    gy_url_put(out, "//", 2);
  put_span(out, url, url->username);
  layout->username_end = here(out);
  if (url->password.length > 0) {
    gy_url_put_byte(out, ':');
    put_span(out, url, url->password);
  }
  layout->host_start = here(out);
  if (url->username.length > 0 || url->password.length > 0)
    gy_url_put_byte(out, '@');
  put_span(out, url, url->host);
  layout->host_end = here(out);
  layout->port = GY_URL_OMITTED;
  if (url->port != GY_URL_NO_PORT) {
    char port[8];
    int length = snprintf(port, sizeof(port), ":%d", url->port);
    gy_url_put(out, port, (size_t) length);
    layout->port = (uint32_t) url->port;
  }
}

/* '?' or '#' and what follows; stores the position of it if there is one. */
static uint32_t write_tail(const struct gy_url* url, struct gy_url_text* out, bool present,
                           char mark, struct gy_url_span span) {
  if (!present)
    return GY_URL_OMITTED;
  uint32_t start = here(out);
  gy_url_put_byte(out, mark);
  put_span(out, url, span);
  return start;
}

enum gy_url_status gy_url_write(const struct gy_url* url, struct gy_url_text* out,
                                struct gy_url_layout* layout) {
  static const uint8_t types[] = {
      [GY_URL_HTTP] = 0, [GY_URL_OTHER] = 1, [GY_URL_HTTPS] = 2, [GY_URL_WS] = 3,
      [GY_URL_FTP] = 4,  [GY_URL_WSS] = 5,   [GY_URL_FILE] = 6,
  };
  put_span(out, url, url->scheme);
  gy_url_put_byte(out, ':');
  layout->protocol_end = here(out);
  write_authority(url, out, layout);
  /* Without a host, a path that begins with "//" would be read as one. */
  const char* path = gy_url_at(url, url->path);
  if (!url->has_host && !url->opaque_path && url->path.length > 1 && path[0] == '/' &&
      path[1] == '/')
    gy_url_put(out, "/.", 2);
  layout->pathname_start = here(out);
  put_span(out, url, url->path);
  layout->search_start = write_tail(url, out, url->has_query, '?', url->query);
  layout->hash_start = write_tail(url, out, url->has_fragment, '#', url->fragment);
  layout->scheme_type = types[url->kind];
  return out->failed ? GY_URL_NO_MEMORY : GY_URL_OK;
}
