/* src/runtime/bindings/tls/bytes.c — bytes that grow, and copies of bytes for JavaScript. */
#include <stdlib.h>
#include <string.h>

#include "tls.h"

bool gy_bytes_append(struct gy_bytes* bytes, const void* data, size_t length) {
  size_t room = bytes->room != 0 ? bytes->room : 4096;
  uint8_t* grown;

  if (bytes->room - bytes->length < length) {
    while (room - bytes->length < length)
      room *= 2;
    grown = realloc(bytes->data, room);
    if (grown == NULL)
      return false;
    bytes->data = grown;
    bytes->room = room;
  }
  if (length > 0)
    memcpy(bytes->data + bytes->length, data, length);
  bytes->length += length;
  return true;
}

void gy_bytes_clear(struct gy_bytes* bytes) {
  free(bytes->data);
  *bytes = (struct gy_bytes){0};
}

JSValueRef gy_tls_copy(gy_env* env, const void* data, size_t length) {
  uint8_t* copy = malloc(length + 1);

  if (copy == NULL)
    return gy_undefined(env);
  if (length > 0)
    memcpy(copy, data, length);
  return gy_bytes_adopt(env, copy, length);
}
