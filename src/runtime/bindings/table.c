/* src/runtime/bindings/table.c — internalBinding(): the bindings by name, each made on first use
 * and stored on one object. */
#include <stdio.h>
#include <string.h>

#include "runtime/gyre.h"

static const struct {
  const char* name;
  void (*bind)(gy_env* env, JSObjectRef target);
} bindings[] = {
#define BINDING(name) {#name, gy_bind_##name},
#include "table.def"
#undef BINDING
};

static JSObjectRef make(gy_env* env, size_t i) {
  JSObjectRef target = gy_bare_object(env);

  bindings[i].bind(env, target);
  gy_set(env, env->bindings, bindings[i].name, target);
  return target;
}

JSValueRef gy_binding(gy_env* env, const char* name, JSValueRef* exception) {
  char message[128];
  JSValueRef known;

  if (env->bindings == NULL)
    env->bindings = (JSObjectRef) gy_hold(env, gy_bare_object(env));
  for (size_t i = 0; i < GY_COUNT(bindings); i++) {
    if (strcmp(bindings[i].name, name) != 0)
      continue;
    known = gy_get(env, env->bindings, name);
    return JSValueIsObject(env->ctx, known) ? known : make(env, i);
  }
  snprintf(message, sizeof(message), "No such binding: %s", name);
  return gy_throw(env, exception, message);
}
