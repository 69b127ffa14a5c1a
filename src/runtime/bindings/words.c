/* src/runtime/bindings/words.c — see words.h. */
#include "words.h"

#include <stdlib.h>
#include <string.h>

char** gy_words_get(gy_env* env, JSObjectRef list) {
  int32_t count = JSValueToInt32(env->ctx, gy_get(env, list, "length"), NULL);
  char** words = calloc((size_t) (count > 0 ? count : 0) + 1, sizeof(*words));
  struct gy_text text;

  for (int32_t i = 0; words != NULL && i < count; i++) {
    if (!gy_text_get(env, JSObjectGetPropertyAtIndex(env->ctx, list, i, NULL), &text, NULL))
      break;
    words[i] = strdup(text.data);
    gy_text_free(&text);
    if (words[i] == NULL) {
      gy_words_free(words);
      return NULL;
    }
  }
  return words;
}

void gy_words_free(char** words) {
  for (size_t i = 0; words != NULL && words[i] != NULL; i++)
    free(words[i]);
  free(words);
}
