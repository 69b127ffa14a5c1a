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
  bool credentials = url->username.length > 0 || url->password.length > 0;
  if (url->has_host)
    gy_url_put(out, "//", 2);
  layout->user_start = here(out);
  put_span(out, url, url->username);
  layout->user_end = here(out);
  if (url->password.length > 0) {
    gy_url_put_byte(out, ':');
    put_span(out, url, url->password);
  }
  layout->password_end = here(out);
  if (credentials)
    gy_url_put_byte(out, '@');
  layout->host_start = here(out);
  put_span(out, url, url->host);
  layout->host_end = here(out);
  if (url->port != GY_URL_NO_PORT) {
    char port[8];
    int length = snprintf(port, sizeof(port), ":%d", url->port);
    gy_url_put(out, port, (size_t) length);
  }
}

enum gy_url_status gy_url_write(const struct gy_url* url, struct gy_url_text* out,
                                struct gy_url_layout* layout) {
  put_span(out, url, url->scheme);
  gy_url_put_byte(out, ':');
  layout->protocol_end = here(out);
  write_authority(url, out, layout);
  /* Without a host, a path that begins with "//" would be read as one. */
  const char* path = gy_url_at(url, url->path);
  if (!url->has_host && !url->opaque_path && url->path.length > 1 && path[0] == '/' && path[1] == '/')
    gy_url_put(out, "/.", 2);
  layout->path_start = here(out);
  put_span(out, url, url->path);
  layout->path_end = here(out);
  if (url->has_query) {
    gy_url_put_byte(out, '?');
    put_span(out, url, url->query);
  }
  layout->query_end = here(out);
  if (url->has_fragment) {
    gy_url_put_byte(out, '#');
    put_span(out, url, url->fragment);
  }
  layout->port = url->port == GY_URL_NO_PORT ? UINT32_MAX : (uint32_t) url->port;
  layout->flags = (url->has_host ? GY_URL_HAS_HOST : 0) | (url->opaque_path ? GY_URL_OPAQUE : 0) |
                  (gy_url_special(url) ? GY_URL_SPECIAL : 0);
  return out->failed ? GY_URL_NO_MEMORY : GY_URL_OK;
}
