/* src/runtime/modules/builtin.c — built-in modules: their sources, the function that compiling one
 * gives, and the functions of the language that they call. */
#include "builtin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/gyre.h"
#include "runtime/script.h"

enum { MOST_PRIMORDIALS = 512 };

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

/* An entry of the table: the name of a primordial, then its key; or '+' and the object that has the
 * keys that follow. Returns the key, or NULL; *at goes on to the next. */
static const char* next_entry(const char** at) {
  const char* key = *at + strlen(*at) + 1;

  if (**at == '+') {
    *at = key;
    return NULL;
  }
  *at = key + strlen(key) + 1;
  return key;
}

/* The stack holds the values until the array does: the collector scans it. */
JSObjectRef gy_primordials_read(gy_env* env) {
  JSValueRef values[MOST_PRIMORDIALS];
  JSObjectRef holder = env->global;
  const char* at = gy_primordials_table;
  size_t count = 0;

  while (*at != '\0') {
    const char* entry = at;
    const char* key = next_entry(&at);

    if (key == NULL)
      holder = holder_of(env, entry + 1);
    else if (count < MOST_PRIMORDIALS)
      values[count++] = gy_get(env, holder, key);
  }
  return JSObjectMakeArray(env->ctx, count, values, NULL);
}

JSObjectRef gy_primordials_name(gy_env* env, JSObjectRef values) {
  JSObjectRef result = JSObjectMake(env->ctx, NULL, NULL);
  const char* at = gy_primordials_table;
  unsigned i = 0;

  JSObjectSetPrototype(env->ctx, result, JSValueMakeNull(env->ctx));
  while (*at != '\0') {
    const char* name = at;

    if (next_entry(&at) != NULL)
      gy_set(env, result, name, JSObjectGetPropertyAtIndex(env->ctx, values, i++, NULL));
  }
  return result;
}
