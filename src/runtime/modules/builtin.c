/* src/runtime/modules/builtin.c — built-in modules: their sources, the function that compiling one
 * gives, and the functions of the language that they call. */
#include "builtin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/gyre.h"
#include "runtime/script.h"

static int by_id(const void* key, const void* entry) {
  return strcmp(key, ((const struct gy_builtin*) entry)->id);
}

static const struct gy_builtin* find(const char* id) {
  return bsearch(id, gy_builtins, gy_builtins_count, sizeof(gy_builtins[0]), by_id);
}

bool gy_builtin_exists(const char* id) {
  return find(id) != NULL;
}

const char* gy_builtin_text(const char* name, size_t* length) {
  for (size_t i = 0; i < gy_texts_count; i++) {
    if (strcmp(gy_texts[i].id, name) == 0) {
      *length = gy_texts[i].length;
      return gy_texts[i].source;
    }
  }
  return NULL;
}

JSValueRef gy_builtin_compile(gy_env* env, const char* id, JSValueRef* exception) {
  const struct gy_builtin* entry = find(id);
  char url[256];

  if (entry == NULL) {
    snprintf(url, sizeof(url), "No such built-in module: %s", id);
    return gy_throw(env, exception, url);
  }
  snprintf(url, sizeof(url), "node:%s", id);
  if (entry->is_async)
    return gy_script_run(env, entry->source, entry->length, url, exception);
  return gy_script_run_static(env, entry->source, entry->length, url, exception);
}

/* The object that "Map" or "Map.prototype" names; "" is the global object. */
static JSObjectRef holder_of(gy_env* env, const char* path) {
  const char* dot = strchr(path, '.');
  char name[32];
  JSObjectRef holder = env->global;

  snprintf(name, sizeof(name), "%.*s", (int) (dot != NULL ? dot - path : 31), path);
  if (name[0] != '\0')
    holder = (JSObjectRef) gy_get(env, holder, name);
  return dot != NULL ? (JSObjectRef) gy_get(env, holder, dot + 1) : holder;
}

JSObjectRef gy_primordials(gy_env* env) {
  JSObjectRef result = JSObjectMake(env->ctx, NULL, NULL);
  JSObjectRef holder = env->global;
  const char* at = gy_primordials_table;

  JSObjectSetPrototype(env->ctx, result, JSValueMakeNull(env->ctx));
  while (*at != '\0') {
    const char* next = at + strlen(at) + 1;

    if (*at == '+') {
      holder = holder_of(env, at + 1);
    } else {
      gy_set(env, result, at, gy_get(env, holder, next));
      next += strlen(next) + 1;
    }
    at = next;
  }
  return result;
}
