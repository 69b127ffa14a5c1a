/* src/runtime/url/set.c — changing one part of a URL, as the setters of URL objects do.
 * A new value is put at the end of the buffer; the old one stays behind, unused. */
#include <string.h>

#include "url.h"

static bool has_credentials(const struct gy_url* url) {
  return url->username.length > 0 || url->password.length > 0;
}

/* Where nobody is, nobody can be named, and no door has a number. */
static bool nobody_there(const struct gy_url* url) {
  return !url->has_host || url->host.length == 0 || url->kind == GY_URL_FILE;
}

static enum gy_url_status set_protocol(struct gy_url* url, const char* value, size_t length) {
  struct gy_url_span scheme = gy_url_begin(url);
  size_t i = 0;
  if (length == 0 || !gy_url_is_alpha(value[0]))
    return GY_URL_OK;
  for (; i < length && value[i] != ':'; i++) {
    char c = value[i];
    if (!gy_url_is_alpha(c) && !gy_url_is_digit(c) && c != '+' && c != '-' && c != '.')
      return GY_URL_OK;
    gy_url_put_byte(&url->text, gy_url_lower(c));
  }
  gy_url_end(url, &scheme);
  if (url->text.failed)
    return GY_URL_NO_MEMORY;
  enum gy_url_kind kind = gy_url_kind_of(gy_url_at(url, scheme), scheme.length);
  if ((kind == GY_URL_OTHER) != (url->kind == GY_URL_OTHER))
    return GY_URL_OK;
  if (kind == GY_URL_FILE && (has_credentials(url) || url->port != GY_URL_NO_PORT))
    return GY_URL_OK;
  if (url->kind == GY_URL_FILE && url->host.length == 0)
    return GY_URL_OK;
  url->scheme = scheme;
  url->kind = kind;
  if (url->port == gy_url_default_port(kind))
    url->port = GY_URL_NO_PORT;
  return GY_URL_OK;
}

static enum gy_url_status set_credential(struct gy_url* url, struct gy_url_span* part,
                                         const char* value, size_t length) {
  if (nobody_there(url))
    return GY_URL_OK;
  *part = gy_url_begin(url);
  gy_url_put_encoded(&url->text, value, length, GY_URL_IN_USERINFO);
  gy_url_end(url, part);
  return GY_URL_OK;
}

static enum gy_url_status set_username(struct gy_url* url, const char* value, size_t length) {
  return set_credential(url, &url->username, value, length);
}

static enum gy_url_status set_password(struct gy_url* url, const char* value, size_t length) {
  return set_credential(url, &url->password, value, length);
}

static size_t digit_count(const char* text, size_t length) {
  size_t count = 0;
  while (count < length && gy_url_is_digit(text[count]))
    count++;
  return count;
}

static enum gy_url_status set_port(struct gy_url* url, const char* value, size_t length) {
  if (nobody_there(url))
    return GY_URL_OK;
  gy_url_read_port(url, value, digit_count(value, length));
  return GY_URL_OK;
}

/* Only the part before a '/', '?' or '#' counts. */
static size_t authority_length(const struct gy_url* url, const char* value, size_t length) {
  size_t i = 0;
  while (i < length && value[i] != '/' && value[i] != '?' && value[i] != '#' &&
         !(gy_url_special(url) && value[i] == '\\'))
    i++;
  return i;
}

static enum gy_url_status set_file_host(struct gy_url* url, const char* value, size_t length) {
  if (length > 0) {
    enum gy_url_status status = gy_url_put_host(url, value, length);
    return status == GY_URL_NO_MEMORY ? status : GY_URL_OK;
  }
  url->host = gy_url_begin(url);
  url->has_host = true;
  return GY_URL_OK;
}

static enum gy_url_status set_host_and_port(struct gy_url* url, const char* value, size_t length,
                                            bool with_port) {
  if (url->opaque_path)
    return GY_URL_OK;
  length = authority_length(url, value, length);
  if (url->kind == GY_URL_FILE)
    return set_file_host(url, value, length);
  size_t host = gy_url_host_length(value, length);
  bool colon = host < length;
  if (colon && (host == 0 || !with_port))
    return GY_URL_OK;
  if (host == 0 && (gy_url_special(url) || has_credentials(url) || url->port != GY_URL_NO_PORT))
    return GY_URL_OK;
  enum gy_url_status status = gy_url_put_host(url, value, host);
  if (status != GY_URL_OK)
    return status == GY_URL_NO_MEMORY ? status : GY_URL_OK;
  if (colon)
    gy_url_read_port(url, value + host + 1, digit_count(value + host + 1, length - host - 1));
  return GY_URL_OK;
}

static enum gy_url_status set_host(struct gy_url* url, const char* value, size_t length) {
  return set_host_and_port(url, value, length, true);
}

static enum gy_url_status set_hostname(struct gy_url* url, const char* value, size_t length) {
  return set_host_and_port(url, value, length, false);
}

static enum gy_url_status set_pathname(struct gy_url* url, const char* value, size_t length) {
  if (url->opaque_path)
    return GY_URL_OK;
  url->path = gy_url_begin(url);
  bool special = gy_url_special(url);
  if (length == 0 && !special) {
    if (!url->has_host)
      gy_url_put_byte(&url->text, '/'); /* "scheme:" alone would be an opaque path */
    gy_url_end(url, &url->path);
    return GY_URL_OK;
  }
  bool slash = length > 0 && (value[0] == '/' || (special && value[0] == '\\'));
  gy_url_put_segments(url, value + slash, length - slash, false);
  return GY_URL_OK;
}

static enum gy_url_status set_search(struct gy_url* url, const char* value, size_t length) {
  url->has_query = length > 0;
  url->query = gy_url_begin(url);
  size_t mark = length > 0 && value[0] == '?';
  gy_url_put_encoded(&url->text, value + mark, length - mark,
                     gy_url_special(url) ? GY_URL_IN_SPECIAL_QUERY : GY_URL_IN_QUERY);
  gy_url_end(url, &url->query);
  return GY_URL_OK;
}

static enum gy_url_status set_hash(struct gy_url* url, const char* value, size_t length) {
  url->has_fragment = length > 0;
  url->fragment = gy_url_begin(url);
  size_t mark = length > 0 && value[0] == '#';
  gy_url_put_encoded(&url->text, value + mark, length - mark, GY_URL_IN_FRAGMENT);
  gy_url_end(url, &url->fragment);
  return GY_URL_OK;
}

typedef enum gy_url_status (*setter)(struct gy_url* url, const char* value, size_t length);

static const setter setters[GY_URL_PARTS] = {
    [GY_URL_PROTOCOL] = set_protocol, [GY_URL_USERNAME] = set_username,
    [GY_URL_PASSWORD] = set_password, [GY_URL_HOST] = set_host,
    [GY_URL_HOSTNAME] = set_hostname, [GY_URL_PORT] = set_port,
    [GY_URL_PATHNAME] = set_pathname, [GY_URL_SEARCH] = set_search,
    [GY_URL_HASH] = set_hash,
};

enum gy_url_status gy_url_set(struct gy_url* url, enum gy_url_part part, const char* value,
                              size_t length) {
  enum gy_url_status status;
  /* Only what was empty from the start takes a port away. */
  if (part == GY_URL_PORT && length == 0 && !nobody_there(url))
    url->port = GY_URL_NO_PORT;
  /* Credentials are encoded as they are; everything else loses tabs and newlines as in parsing. */
  bool literal = part == GY_URL_USERNAME || part == GY_URL_PASSWORD;
  if (literal || !gy_url_has_breaks(value, length)) {
    status = setters[part](url, value, length);
  } else {
    struct gy_url_text clean;
    gy_url_text_init(&clean);
    gy_url_put_clean(&clean, value, length);
    status = clean.failed ? GY_URL_NO_MEMORY : setters[part](url, clean.data, clean.length);
    gy_url_text_free(&clean);
  }
  return url->text.failed ? GY_URL_NO_MEMORY : status;
}
