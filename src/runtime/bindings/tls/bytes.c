/* src/runtime/bindings/tls/bytes.c — growable byte buffers, buffers that a thread shares, and
 * copies of bytes for JavaScript. */
#include <pthread.h>
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

/* ---- Buffers of a thread ---- */

static pthread_key_t thread_key;
static bool has_key;

static void free_buffers(void* pointer) {
  struct gy_tls_buffers* buffers = pointer;

  free(buffers->receive);
  free(buffers->spare.data);
  free(buffers);
}

static void make_key(void) {
  has_key = pthread_key_create(&thread_key, free_buffers) == 0;
}

struct gy_tls_buffers* gy_tls_buffers(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  static _Thread_local struct gy_tls_buffers* buffers;

  if (buffers != NULL)
    return buffers;
  pthread_once(&once, make_key);
  buffers = calloc(1, sizeof(*buffers));
  if (buffers == NULL || (buffers->receive = malloc(GY_TLS_RECEIVE_ROOM)) == NULL || !has_key ||
      pthread_setspecific(thread_key, buffers) != 0) {
    if (buffers != NULL)
      free_buffers(buffers);
    buffers = NULL;
  }
  return buffers;
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
