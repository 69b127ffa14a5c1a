/* src/runtime/bindings/string_list.c — see string_list.h. */
#include "string_list.h"

#include <stdlib.h>
#include <string.h>

char** gy_string_list_get(gy_env* env, JSObjectRef array) {
  int32_t count = JSValueToInt32(env->ctx, gy_get(env, array, "length"), NULL);
  char** list = calloc((size_t) (count > 0 ? count : 0) + 1, sizeof(*list));
  struct gy_text text;

  for (int32_t i = 0; list != NULL && i < count; i++) {
    if (!gy_text_get(env, JSObjectGetPropertyAtIndex(env->ctx, array, i, NULL), &text, NULL))
      break;
    list[i] = strdup(text.data);
    gy_text_free(&text);
    if (list[i] == NULL) {
      gy_string_list_free(list);
      return NULL;
    }
  }
  return list;
}

void gy_string_list_free(char** list) {
  for (size_t i = 0; list != NULL && list[i] != NULL; i++)
    free(list[i]);
  free(list);
}
