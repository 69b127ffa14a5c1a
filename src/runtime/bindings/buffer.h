/* src/runtime/bindings/buffer.h — what the files behind internalBinding('buffer') share. */
#ifndef BINDINGS_BUFFER_H
#define BINDINGS_BUFFER_H

#include "runtime/gyre.h"

/* The numbers are those of lib/internal/buffer.js. */
enum gy_encoding {
  GY_UTF8,
  GY_UTF16LE,
  GY_LATIN1,
  GY_ASCII,
  GY_BASE64,
  GY_BASE64URL,
  GY_HEX,
  GY_ENCODINGS
};

/* Memory for one conversion: on the stack when it is short. */
struct gy_scratch {
  void* data;
  uint64_t small[512];
};
bool gy_scratch_get(struct gy_scratch* scratch, size_t bytes);
void gy_scratch_free(struct gy_scratch* scratch);

/* Puts the bytes of a string into out, at most room of them; returns how many. */
size_t gy_encode(enum gy_encoding encoding, const struct gy_chars* chars, uint8_t* out,
                 size_t room);

/* The string of n bytes; undefined when it would be longer than the longest. */
JSValueRef gy_decode(gy_env* env, enum gy_encoding encoding, const uint8_t* bytes, size_t n,
                     JSValueRef* exception);

/* The encodings and their names in JavaScript. */
#define GY_EACH_ENCODING(X)  \
  X(utf8, GY_UTF8)           \
  X(utf16le, GY_UTF16LE)     \
  X(latin1, GY_LATIN1)       \
  X(ascii, GY_ASCII)         \
  X(base64, GY_BASE64)       \
  X(base64url, GY_BASE64URL) \
  X(hex, GY_HEX)

/* The numbers that JavaScript passes with a call, in memory that it shares with C: to take a number
 * from an argument costs more than the call. */
enum { GY_RANGE = 3 };
const double* gy_buffer_range(void);

/* Not cleared, unless --zero-fill-buffers is set; NULL if there is no memory. */
void* gy_buffer_memory(gy_env* env, size_t size);

void gy_bind_buffer_search(gy_env* env, JSObjectRef target);
void gy_bind_buffer_shared(gy_env* env, JSObjectRef target);

#endif
