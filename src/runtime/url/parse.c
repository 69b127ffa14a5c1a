/* src/runtime/url/parse.c — from text to URL. The standard describes a state machine that looks at
 * one character at a time; here each state that owns a stretch of the input is a function that
 * takes the stretch at once, and `p` moves on.
 *
 * (1) Every function begins at `p`, leaves `p` after what it took, and returns a status.
 * (2) Components come in the order scheme, username, password, host, path, query, fragment. */
#include <string.h>

#include "url.h"

struct parser {
  struct gy_url* url;
  const struct gy_url* base;
  const char* p;
  const char* end;
};

static size_t left(const struct parser* in) {
  return (size_t) (in->end - in->p);
}

static bool at(const struct parser* in, char c) {
  return in->p < in->end && *in->p == c;
}

static bool at_slash(const struct parser* in) {
  return at(in, '/') || (gy_url_special(in->url) && at(in, '\\'));
}

/* The first byte at or after p that ends an authority. */
static const char* authority_end(const struct parser* in) {
  const char* p = in->p;
  bool special = gy_url_special(in->url);
  while (p < in->end && *p != '/' && *p != '?' && *p != '#' && !(special && *p == '\\'))
    p++;
  return p;
}

static void take_fragment(struct parser* in) {
  struct gy_url* url = in->url;
  url->fragment = gy_url_begin(url);
  gy_url_put_encoded(&url->text, in->p, left(in), GY_URL_IN_FRAGMENT);
  gy_url_end(url, &url->fragment);
  url->has_fragment = true;
  in->p = in->end;
}

static void take_query(struct parser* in) {
  struct gy_url* url = in->url;
  const char* hash = memchr(in->p, '#', left(in));
  size_t length = hash == NULL ? left(in) : (size_t) (hash - in->p);
  url->query = gy_url_begin(url);
  gy_url_put_encoded(&url->text, in->p, length,
                     gy_url_special(url) ? GY_URL_IN_SPECIAL_QUERY : GY_URL_IN_QUERY);
  gy_url_end(url, &url->query);
  url->has_query = true;
  in->p += length;
}

static enum gy_url_status take_rest(struct parser* in) {
  if (at(in, '?')) {
    in->p++;
    take_query(in);
  }
  if (at(in, '#')) {
    in->p++;
    take_fragment(in);
  }
  return in->url->text.failed ? GY_URL_NO_MEMORY : GY_URL_OK;
}

static enum gy_url_status take_path(struct parser* in) {
  in->p += gy_url_put_segments(in->url, in->p, left(in), true);
  return take_rest(in);
}

/* After an authority: a special URL always has a path, another one only if the input has one. */
static enum gy_url_status take_path_start(struct parser* in) {
  in->url->path = gy_url_begin(in->url);
  if (!gy_url_special(in->url) && (in->p == in->end || *in->p == '?' || *in->p == '#'))
    return take_rest(in);
  if (at_slash(in))
    in->p++;
  return take_path(in);
}

static enum gy_url_status take_opaque_path(struct parser* in) {
  struct gy_url* url = in->url;
  size_t length = 0;
  while (length < left(in) && in->p[length] != '?' && in->p[length] != '#')
    length++;
  bool ends_url = length == left(in);
  url->opaque_path = true;
  url->path = gy_url_begin(url);
  /* A space before ? or # would be lost when that is taken away; those before it would not. */
  bool space = !ends_url && length > 0 && in->p[length - 1] == ' ';
  gy_url_put_encoded(&url->text, in->p, length - (space ? 1 : 0), GY_URL_C0);
  if (space)
    gy_url_put(&url->text, "%20", 3);
  gy_url_end(url, &url->path);
  in->p += length;
  return take_rest(in);
}

/* "user:pass" before the last '@'. */
static void take_credentials(struct parser* in, const char* at_sign) {
  struct gy_url* url = in->url;
  size_t length = (size_t) (at_sign - in->p);
  const char* colon = memchr(in->p, ':', length);
  size_t user = colon == NULL ? length : (size_t) (colon - in->p);
  url->username = gy_url_begin(url);
  gy_url_put_encoded(&url->text, in->p, user, GY_URL_IN_USERINFO);
  gy_url_end(url, &url->username);
  url->password = gy_url_begin(url);
  if (colon != NULL)
    gy_url_put_encoded(&url->text, colon + 1, length - user - 1, GY_URL_IN_USERINFO);
  gy_url_end(url, &url->password);
  in->p = at_sign + 1;
}

static bool all_digits(const char* text, size_t length) {
  for (size_t i = 0; i < length; i++)
    if (!gy_url_is_digit(text[i]))
      return false;
  return true;
}

static enum gy_url_status take_authority(struct parser* in) {
  const char* end = authority_end(in);
  const char* at_sign = memrchr(in->p, '@', (size_t) (end - in->p));
  if (at_sign != NULL)
    take_credentials(in, at_sign);
  size_t length = (size_t) (end - in->p);
  size_t host = gy_url_host_length(in->p, length);
  /* Without a name there is nobody to log in to and no port; a special URL always needs one. */
  if (host == 0 && (gy_url_special(in->url) || at_sign != NULL || host < length))
    return GY_URL_INVALID;
  enum gy_url_status status = gy_url_put_host(in->url, in->p, host);
  if (status != GY_URL_OK)
    return status;
  if (host < length) {
    const char* digits = in->p + host + 1;
    size_t count = length - host - 1;
    if (!all_digits(digits, count) || !gy_url_read_port(in->url, digits, count))
      return GY_URL_INVALID;
  }
  in->p = end;
  return take_path_start(in);
}

static enum gy_url_status take_special_authority(struct parser* in) {
  while (at(in, '/') || at(in, '\\'))
    in->p++;
  return take_authority(in);
}

static void copy_authority(struct parser* in) {
  struct gy_url* url = in->url;
  gy_url_copy(url, &url->username, in->base, in->base->username);
  gy_url_copy(url, &url->password, in->base, in->base->password);
  gy_url_copy(url, &url->host, in->base, in->base->host);
  url->has_host = in->base->has_host;
  url->port = in->base->port;
}

/* p is at '?', '#', the end, or the first segment of a path beside the base's last one. */
static enum gy_url_status take_beside(struct parser* in, bool keep_path) {
  struct gy_url* url = in->url;
  bool more = in->p < in->end && *in->p != '?' && *in->p != '#';
  if (more && !keep_path)
    url->path = gy_url_begin(url);
  else
    gy_url_copy(url, &url->path, in->base, in->base->path);
  if (more) {
    if (keep_path)
      gy_url_shorten(url);
    return take_path(in);
  }
  if (!at(in, '?') && in->base->has_query) {
    gy_url_copy(url, &url->query, in->base, in->base->query);
    url->has_query = true;
  }
  return take_rest(in);
}

static enum gy_url_status take_relative(struct parser* in) {
  if (!at_slash(in)) {
    copy_authority(in);
    return take_beside(in, true);
  }
  in->p++;
  if (gy_url_special(in->url) && at_slash(in))
    return take_special_authority(in);
  if (at(in, '/')) {
    in->p++;
    return take_authority(in);
  }
  copy_authority(in);
  in->url->path = gy_url_begin(in->url);
  return take_path(in);
}

/* Does the text begin with a drive letter that is a whole segment? */
static bool begins_with_drive(const char* p, const char* end) {
  if (end - p < 2 || !gy_url_drive_letter(p, 2))
    return false;
  return end - p == 2 || p[2] == '/' || p[2] == '\\' || p[2] == '?' || p[2] == '#';
}

static enum gy_url_status take_file_host(struct parser* in) {
  const char* end = authority_end(in);
  size_t length = (size_t) (end - in->p);
  if (gy_url_drive_letter(in->p, length)) {
    in->url->path = gy_url_begin(in->url);
    return take_path(in); /* file://C:/x: no host, but a drive */
  }
  if (length > 0) {
    enum gy_url_status status = gy_url_put_host(in->url, in->p, length);
    if (status != GY_URL_OK)
      return status;
  }
  in->p = end;
  return take_path_start(in);
}

/* "/x": the host and the drive are the base's. */
static enum gy_url_status take_file_root(struct parser* in, bool relative) {
  struct gy_url* url = in->url;
  if (relative)
    gy_url_copy(url, &url->host, in->base, in->base->host);
  url->path = gy_url_begin(url);
  if (relative && !begins_with_drive(in->p, in->end)) {
    const char* path = gy_url_at(in->base, in->base->path);
    size_t length = in->base->path.length;
    if (length >= 3 && gy_url_is_alpha(path[1]) && path[2] == ':' &&
        (length == 3 || path[3] == '/'))
      gy_url_put(&url->text, path, 3);
    gy_url_end(url, &url->path);
  }
  return take_path(in);
}

static enum gy_url_status take_file(struct parser* in) {
  struct gy_url* url = in->url;
  bool relative = in->base != NULL && in->base->kind == GY_URL_FILE;
  url->host = gy_url_begin(url);
  url->has_host = true;
  if (at_slash(in)) {
    in->p++;
    if (!at_slash(in))
      return take_file_root(in, relative);
    in->p++;
    return take_file_host(in);
  }
  if (!relative) {
    url->path = gy_url_begin(url);
    return take_path(in);
  }
  gy_url_copy(url, &url->host, in->base, in->base->host);
  return take_beside(in, !begins_with_drive(in->p, in->end));
}

static void copy_scheme(struct parser* in) {
  gy_url_copy(in->url, &in->url->scheme, in->base, in->base->scheme);
  in->url->kind = in->base->kind;
}

static enum gy_url_status take_without_scheme(struct parser* in) {
  const struct gy_url* base = in->base;
  if (base == NULL || (base->opaque_path && !at(in, '#')))
    return GY_URL_INVALID;
  copy_scheme(in);
  if (base->opaque_path) {
    gy_url_copy(in->url, &in->url->path, base, base->path);
    in->url->opaque_path = true;
    if (base->has_query)
      gy_url_copy(in->url, &in->url->query, base, base->query);
    in->url->has_query = base->has_query;
    return take_rest(in);
  }
  return base->kind == GY_URL_FILE ? take_file(in) : take_relative(in);
}

static bool same_scheme(const struct parser* in) {
  return in->base != NULL && in->base->kind == in->url->kind && gy_url_special(in->url);
}

static enum gy_url_status take_after_scheme(struct parser* in) {
  if (in->url->kind == GY_URL_FILE)
    return take_file(in);
  if (same_scheme(in) && !(left(in) >= 2 && in->p[0] == '/' && in->p[1] == '/'))
    return take_relative(in);
  if (gy_url_special(in->url))
    return take_special_authority(in);
  if (!at(in, '/'))
    return take_opaque_path(in);
  in->p++;
  if (at(in, '/')) {
    in->p++;
    return take_authority(in);
  }
  in->url->path = gy_url_begin(in->url);
  return take_path(in);
}

/* The length of "scheme" when the text begins with "scheme:", else 0. */
static size_t scheme_length(const struct parser* in) {
  const char* p = in->p;
  if (p == in->end || !gy_url_is_alpha(*p))
    return 0;
  while (p < in->end &&
         (gy_url_is_alpha(*p) || gy_url_is_digit(*p) || *p == '+' || *p == '-' || *p == '.'))
    p++;
  return p < in->end && *p == ':' ? (size_t) (p - in->p) : 0;
}

static enum gy_url_status take_url(struct parser* in) {
  struct gy_url* url = in->url;
  size_t length = scheme_length(in);
  if (length == 0)
    return take_without_scheme(in);
  url->scheme = gy_url_begin(url);
  for (size_t i = 0; i < length; i++)
    gy_url_put_byte(&url->text, gy_url_lower(in->p[i]));
  gy_url_end(url, &url->scheme);
  if (url->text.failed)
    return GY_URL_NO_MEMORY;
  url->kind = gy_url_kind_of(gy_url_at(url, url->scheme), length);
  in->p += length + 1;
  return take_after_scheme(in);
}

static bool is_blank(char c) {
  return (uint8_t) c <= ' ';
}

enum gy_url_status gy_url_parse(struct gy_url* url, const char* input, size_t length,
                                const struct gy_url* base) {
  memset((char*) url + offsetof(struct gy_url, scheme), 0,
         sizeof(*url) - offsetof(struct gy_url, scheme));
  gy_url_text_init(&url->text);
  url->port = GY_URL_NO_PORT;
  while (length > 0 && is_blank(input[0])) {
    input++;
    length--;
  }
  while (length > 0 && is_blank(input[length - 1]))
    length--;
  struct parser in = {url, base, input, input + length};
  if (!gy_url_has_breaks(input, length))
    return take_url(&in);

  struct gy_url_text clean;
  gy_url_text_init(&clean);
  gy_url_put_clean(&clean, input, length);
  in.p = clean.data;
  in.end = clean.data + clean.length;
  enum gy_url_status status = clean.failed ? GY_URL_NO_MEMORY : take_url(&in);
  gy_url_text_free(&clean);
  return status;
}

void gy_url_free(struct gy_url* url) {
  gy_url_text_free(&url->text);
}
