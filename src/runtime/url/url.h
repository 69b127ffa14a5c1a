/* src/runtime/url/url.h — URLs as the WHATWG standard defines them: bytes in, components out.
 * No JavaScript here, and no state: what a program may be fed from outside can be fuzzed as it is.
 *
 * (1) Input is UTF-8; everything in a parsed URL is ASCII.
 * (2) All components of a URL lie in one buffer, in the order in which they became known; a span
 *     stays valid until the URL is freed. Only the component at the end of the buffer can grow.
 * (3) A path is stored as it is written: each segment with the '/' before it. An opaque path (of
 *     "mailto:x") is any text.
 * (4) A call that fails leaves a URL that can be freed, and nothing else can be done with it. */
#ifndef GYRE_URL_H
#define GYRE_URL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum gy_url_status { GY_URL_OK, GY_URL_INVALID, GY_URL_NO_MEMORY };

#define GY_URL_NO_PORT (-1)

struct gy_url_span {
  size_t start;
  size_t length;
};

/* Text that grows; a failed allocation is stored, so that callers check once, at the end. */
struct gy_url_text {
  char* data;
  size_t length;
  size_t capacity;
  bool failed;
  char small[512];
};

struct gy_url {
  struct gy_url_text text;
  struct gy_url_span scheme; /* without ':' */
  struct gy_url_span username;
  struct gy_url_span password;
  struct gy_url_span host;
  struct gy_url_span path;
  struct gy_url_span query;    /* without '?' */
  struct gy_url_span fragment; /* without '#' */
  int32_t port;
  uint8_t kind; /* enum gy_url_kind */
  bool has_host;
  bool has_query;
  bool has_fragment;
  bool opaque_path;
};

enum gy_url_kind {
  GY_URL_OTHER,
  GY_URL_HTTP,
  GY_URL_HTTPS,
  GY_URL_WS,
  GY_URL_WSS,
  GY_URL_FTP,
  GY_URL_FILE
};

/* Where the parts are in a serialised URL; GY_URL_OMITTED for what is not there. Between
 * username_end and host_start is ":password", and the host begins after an '@' if there is one. */
struct gy_url_layout {
  uint32_t protocol_end; /* after ':' */
  uint32_t username_end;
  uint32_t host_start;
  uint32_t host_end;
  uint32_t port;
  uint32_t pathname_start;
  uint32_t search_start; /* the '?' */
  uint32_t hash_start;   /* the '#' */
  uint32_t scheme_type;  /* the numbers that util.inspect() shows */
};

#define GY_URL_OMITTED UINT32_MAX

enum gy_url_part {
  GY_URL_PROTOCOL,
  GY_URL_USERNAME,
  GY_URL_PASSWORD,
  GY_URL_HOST,
  GY_URL_HOSTNAME,
  GY_URL_PORT,
  GY_URL_PATHNAME,
  GY_URL_SEARCH,
  GY_URL_HASH,
  GY_URL_PARTS
};

/* ---- parse.c ---- */

/* base may be NULL. Free the URL whatever is returned. */
enum gy_url_status gy_url_parse(struct gy_url* url, const char* input, size_t length,
                                const struct gy_url* base);
void gy_url_free(struct gy_url* url);

/* ---- set.c: what the setters of a URL object do. A value that does not fit changes nothing.
 * ---- */
enum gy_url_status gy_url_set(struct gy_url* url, enum gy_url_part part, const char* value,
                              size_t length);

/* ---- write.c ---- */
enum gy_url_status gy_url_write(const struct gy_url* url, struct gy_url_text* out,
                                struct gy_url_layout* layout);

/* ---- host.c ---- */

/* Appends the host that the input stands for. Special schemes have domains and addresses, others
 * any text. */
enum gy_url_status gy_url_host(struct gy_url_text* out, const char* input, size_t length,
                               bool special);
enum gy_url_status gy_url_domain_to_ascii(struct gy_url_text* out, const char* input,
                                          size_t length);
enum gy_url_status gy_url_domain_to_unicode(struct gy_url_text* out, const char* input,
                                            size_t length);

/* ---- mapping.c ---- */

/* Appends a domain with the mappings that an older ICU does not know. */
void gy_url_put_domain(struct gy_url_text* out, const char* domain, size_t length);

/* ---- ip.c ---- */
bool gy_url_ends_in_number(const char* host, size_t length);
bool gy_url_ipv4(struct gy_url_text* out, const char* input, size_t length);
bool gy_url_ipv6(struct gy_url_text* out, const char* input, size_t length);

/* ---- text.c ---- */

/* Which bytes a component may not hold as they are. */
enum gy_url_set {
  GY_URL_C0 = 1,
  GY_URL_IN_FRAGMENT = 2,
  GY_URL_IN_QUERY = 4,
  GY_URL_IN_SPECIAL_QUERY = 8,
  GY_URL_IN_PATH = 16,
  GY_URL_IN_USERINFO = 32,
  GY_URL_NO_HOST = 64,   /* not encoded, forbidden: in any host */
  GY_URL_NO_DOMAIN = 128 /* … in a domain */
};
extern const uint8_t gy_url_bytes[256];

void gy_url_text_init(struct gy_url_text* text);
void gy_url_text_free(struct gy_url_text* text);
void gy_url_put(struct gy_url_text* text, const char* bytes, size_t length);
void gy_url_put_byte(struct gy_url_text* text, char byte);
void gy_url_put_encoded(struct gy_url_text* text, const char* bytes, size_t length,
                        enum gy_url_set set);
void gy_url_put_decoded(struct gy_url_text* text, const char* bytes, size_t length);
/* Copies without tabs and newlines. */
void gy_url_put_clean(struct gy_url_text* text, const char* bytes, size_t length);
bool gy_url_has_breaks(const char* bytes, size_t length);

static inline bool gy_url_is_digit(char c) {
  return c >= '0' && c <= '9';
}
static inline char gy_url_lower(char c) {
  return c >= 'A' && c <= 'Z' ? (char) (c | 0x20) : c;
}
static inline bool gy_url_is_alpha(char c) {
  c = gy_url_lower(c);
  return c >= 'a' && c <= 'z';
}
/* The value of a hexadecimal digit, or -1. */
static inline int gy_url_hex(char c) {
  if (gy_url_is_digit(c))
    return c - '0';
  c = gy_url_lower(c);
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* ---- parts.c: steps that parsing and setting share ---- */

static inline const char* gy_url_at(const struct gy_url* url, struct gy_url_span span) {
  return url->text.data + span.start;
}
static inline bool gy_url_special(const struct gy_url* url) {
  return url->kind != GY_URL_OTHER;
}
enum gy_url_kind gy_url_kind_of(const char* scheme, size_t length);
int32_t gy_url_default_port(enum gy_url_kind kind);

struct gy_url_span gy_url_begin(struct gy_url* url);
void gy_url_end(struct gy_url* url, struct gy_url_span* span);
void gy_url_copy(struct gy_url* url, struct gy_url_span* to, const struct gy_url* from,
                 struct gy_url_span span);

/* The host and port of an authority without credentials; what a host ends with is not in it. */
enum gy_url_status gy_url_put_host(struct gy_url* url, const char* input, size_t length);
/* The length of the text before ':' outside brackets. */
size_t gy_url_host_length(const char* input, size_t length);
bool gy_url_read_port(struct gy_url* url, const char* digits, size_t length);
bool gy_url_drive_letter(const char* text, size_t length);
void gy_url_shorten(struct gy_url* url);
/* Appends segments; `stop`: '?' and '#' end the path. Returns what was consumed. */
size_t gy_url_put_segments(struct gy_url* url, const char* input, size_t length, bool stop);

#endif
