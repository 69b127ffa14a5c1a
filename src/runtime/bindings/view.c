/* src/runtime/bindings/view.c — see view.h. */
#include "view.h"

static void free_nothing(void* bytes, void* context) {
  (void) bytes;
  (void) context;
}

void gy_set_view(gy_env* env, JSObjectRef target, const char* name, JSTypedArrayType type,
                 void* bytes, size_t size) {
  gy_set(
      env, target, name,
      JSObjectMakeTypedArrayWithBytesNoCopy(env->ctx, type, bytes, size, free_nothing, NULL, NULL));
}
