/* src/runtime/http/fields.h — what single bytes, URLs, header fields and chunk extensions may be:
 * the parser's own questions, apart from its states. */
#ifndef RUNTIME_HTTP_FIELDS_H
#define RUNTIME_HTTP_FIELDS_H

#include "parser.h"

/* Kinds of bytes. */
enum {
  GY_HTTP_IN_TOKEN = 1,
  GY_HTTP_IN_URL = 2,
  GY_HTTP_IN_VALUE = 4,
  GY_HTTP_IN_LENIENT_VALUE = 8,
};
extern const uint8_t gy_http_kinds[256];
static inline bool gy_http_is(uint8_t byte, int kind) {
  return (gy_http_kinds[byte] & kind) != 0;
}

/* What the fields of a head have said so far. */
enum {
  GY_HTTP_KEEP_ALIVE = 1,
  GY_HTTP_CLOSE = 2,
  GY_HTTP_CONNECTION_UPGRADE = 4,
  GY_HTTP_UPGRADE = 8,
  GY_HTTP_LENGTH = 16,
  GY_HTTP_ENCODED = 32,
  GY_HTTP_CHUNKED = 64, /* and that as the last encoding */
  GY_HTTP_HOST = 128,
  GY_HTTP_EXPECT = 256,
};

int gy_http_hex(uint8_t byte); /* -1 for what is no digit */

bool gy_http_url_is_valid(const char* url, size_t length, bool is_connect);

/* Looks at the field that was read last, text[name_at…] and text[value_at…length]. Returns false
 * after a fault, with p->fault and p->reason set. */
bool gy_http_read_field(struct gy_http_parser* p);

/* A chunk's extensions: ;name, ;name=value or ;name="value", again and again. The place in them is
 * a small number, 0 after the first semicolon. */
bool gy_http_extension_may_end(uint8_t place);
uint8_t gy_http_extension_next(uint8_t place, uint8_t byte, const char** fault);

#endif
