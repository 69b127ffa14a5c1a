/* src/runtime/bindings/crypto/bytes.c — conversion of bytes between JavaScript and the binding. */
#include <stdlib.h>
#include <string.h>

#include "crypto.h"

static void free_bytes(void* bytes, void* context) {
  (void) context;
  free(bytes);
}

JSValueRef gy_array_buffer_take(gy_env* env, void* bytes, size_t length) {
  return JSObjectMakeArrayBufferWithBytesNoCopy(env->ctx, bytes, length, free_bytes, NULL, NULL);
}

JSValueRef gy_array_buffer(gy_env* env, const void* bytes, size_t length) {
  void* copy = malloc(length + 1);

  if (copy == NULL)
    return JSValueMakeNull(env->ctx);
  if (length > 0)
    memcpy(copy, bytes, length);
  return gy_array_buffer_take(env, copy, length);
}

bool gy_blob_new(struct gy_blob* blob, size_t length) {
  blob->data = calloc(1, length + 4);
  blob->length = blob->data != NULL ? length : 0;
  return blob->data != NULL;
}

bool gy_blob_copy(gy_env* env, JSValueRef value, struct gy_blob* blob) {
  uint8_t* bytes;
  size_t length;

  *blob = (struct gy_blob){NULL, 0};
  if (!gy_bytes_get(env, value, &bytes, &length))
    return true;
  if (!gy_blob_new(blob, length))
    return false;
  if (length > 0)
    memcpy(blob->data, bytes, length);
  return true;
}

void gy_blob_free(struct gy_blob* blob) {
  if (blob->data != NULL)
    explicit_bzero(blob->data, blob->length);
  free(blob->data);
  *blob = (struct gy_blob){NULL, 0};
}

JSValueRef gy_blob_give(gy_env* env, struct gy_blob* blob) {
  JSValueRef buffer = gy_array_buffer_take(env, blob->data, blob->length);

  *blob = (struct gy_blob){NULL, 0};
  return buffer;
}

bool gy_input_get(gy_env* env, JSValueRef value, struct gy_input* input, JSValueRef* exception) {
  uint8_t* bytes;

  /* cppcheck-suppress uninitvar ; its address is taken, it is not read */
  input->text.data = input->text.small;
  if (!JSValueIsString(env->ctx, value)) {
    if (!gy_bytes_get(env, value, &bytes, &input->length)) {
      gy_throw_type(env, exception, "argument must be a buffer");
      return false;
    }
    input->bytes = bytes;
    return true;
  }
  if (!gy_text_get(env, value, &input->text, exception))
    return false;
  input->bytes = (const uint8_t*) input->text.data;
  input->length = input->text.length;
  return true;
}

void gy_input_free(struct gy_input* input) {
  gy_text_free(&input->text);
}
