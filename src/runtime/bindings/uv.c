/* src/runtime/bindings/uv.c — the loop's error numbers: names and messages. */
#include "runtime/gyre.h"

/* errname(errno) */
GY_FUNCTION(err_name) {
  gy_env* env = gy_env_here();
  char name[64];

  return gy_string(env, uv_err_name_r(gy_arg_int(ctx, argc, argv, 0), name, sizeof(name)));
}

/* getErrorMap() → [[errno, name, message], ...]; lib/ makes the Map. */
GY_FUNCTION(error_list) {
  gy_env* env = gy_env_here();
  static const struct {
    int err;
    const char* name;
    const char* message;
  } errors[] = {
#define X(name, message) {UV_##name, #name, message},
      UV_ERRNO_MAP(X)
#undef X
  };
  JSValueRef entries[GY_COUNT(errors)];

  for (size_t i = 0; i < GY_COUNT(errors); i++) {
    JSValueRef fields[] = {gy_number(env, errors[i].err), gy_string(env, errors[i].name),
                           gy_string(env, errors[i].message)};
    entries[i] = JSObjectMakeArray(ctx, GY_COUNT(fields), fields, NULL);
  }
  return JSObjectMakeArray(ctx, GY_COUNT(entries), entries, NULL);
}

void gy_bind_uv(gy_env* env, JSObjectRef target) {
  static const struct gy_function functions[] = {
      {"errname", err_name},
      {"errorList", error_list},
  };

  gy_define(env, target, functions);
#define X(name, message) gy_set_number(env, target, "UV_" #name, UV_##name);
  UV_ERRNO_MAP(X)
#undef X
}
