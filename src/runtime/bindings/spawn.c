/* src/runtime/bindings/spawn.c — see spawn.h. */
#include "spawn.h"

#include <stdlib.h>
#include <string.h>

#include "string_list.h"

static int read_list(gy_env* env, JSObjectRef given, const char* name, char*** list) {
  JSValueRef array = gy_get(env, given, name);

  if (!JSValueIsObject(env->ctx, array))
    return 0;
  *list = gy_string_list_get(env, (JSObjectRef) array);
  return *list != NULL ? 0 : UV_ENOMEM;
}

static bool read_number(gy_env* env, JSObjectRef given, const char* name, double* number) {
  JSValueRef value = gy_get(env, given, name);

  if (!JSValueIsNumber(env->ctx, value))
    return false;
  *number = JSValueToNumber(env->ctx, value, NULL);
  return true;
}

int gy_spawn_read(gy_env* env, JSObjectRef given, struct gy_spawn* spawn) {
  uv_process_options_t* o = &spawn->options;
  JSValueRef cwd = gy_get(env, given, "cwd");
  double number;
  int err;

  memset(spawn, 0, sizeof(*spawn));
  if (!gy_text_get(env, gy_get(env, given, "file"), &spawn->file, NULL))
    return UV_EINVAL;
  o->file = spawn->file.data;
  if (JSValueIsString(env->ctx, cwd) && gy_text_get(env, cwd, &spawn->cwd, NULL))
    o->cwd = spawn->cwd.data;
  if (read_number(env, given, "flags", &number))
    o->flags = (unsigned) number;
  if (read_number(env, given, "uid", &number)) {
    o->flags |= UV_PROCESS_SETUID;
    o->uid = (uv_uid_t) (int64_t) number;
  }
  if (read_number(env, given, "gid", &number)) {
    o->flags |= UV_PROCESS_SETGID;
    o->gid = (uv_gid_t) (int64_t) number;
  }
  err = read_list(env, given, "args", &o->args);
  return err != 0 ? err : read_list(env, given, "env", &o->env);
}

void gy_spawn_free(struct gy_spawn* spawn) {
  gy_string_list_free(spawn->options.args);
  gy_string_list_free(spawn->options.env);
  if (spawn->options.file != NULL)
    gy_text_free(&spawn->file);
  if (spawn->options.cwd != NULL)
    gy_text_free(&spawn->cwd);
}
