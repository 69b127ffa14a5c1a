/* src/runtime/bindings/loop_ui.c — internalBinding('loop_ui'): the program's end of the page that
 * shows the loop (src/runtime/see/page.h), and the texts that it is made of. */
#include <stdlib.h>
#include <string.h>

#include "runtime/modules/builtin.h"
#include "runtime/see/page.h"

/* text(name) → a file of lib/ that is no module, such as 'internal/see/page/page.css' */
GY_FUNCTION(text) {
  gy_env* env = gy_env_here();
  struct gy_text name;
  JSValueRef value = NULL;
  const char* data;
  size_t length;

  if (argc == 0 || !gy_text_get(env, argv[0], &name, exception))
    return gy_throw_type(env, exception, "text(name)");
  data = gy_builtin_text(name.data, &length);
  if (data != NULL)
    value = gy_string_new(env, data, length);
  else
    gy_throw(env, exception, "No such text");
  gy_text_free(&name);
  return value;
}

/* open(port, html, step) → [port, token] */
GY_FUNCTION(open_page) {
  gy_env* env = gy_env_here();
  unsigned port = (unsigned) gy_arg_int(ctx, argc, argv, 0);
  const char* token;
  struct gy_text html;
  int err;

  if (argc < 2 || !gy_text_get(env, argv[1], &html, exception))
    return gy_throw_type(env, exception, "open(port, html, step)");
  if (gy_arg_bool(ctx, argc, argv, 2))
    gy_gate_set(GY_GATE_STEP, 0);
  err = gy_page_open(port, html.data, html.length, &port, &token);
  gy_text_free(&html);
  if (err != 0)
    return gy_throw_uv(env, exception, err, "listen", NULL, NULL);
  env->at_exit = gy_gate_stay;
  JSValueRef values[] = {gy_number(env, port), gy_string(env, token)};
  return JSObjectMakeArray(ctx, GY_COUNT(values), values, NULL);
}

/* emit(line): something has happened */
GY_FUNCTION(emit) {
  gy_env* env = gy_env_here();
  struct gy_text line;
  char* copy;

  if (argc == 0 || !gy_text_get(env, argv[0], &line, exception))
    return gy_undefined(env);
  copy = malloc(line.length);
  if (copy != NULL) {
    memcpy(copy, line.data, line.length);
    gy_feed_add(copy, line.length);
  }
  gy_text_free(&line);
  return gy_undefined(env);
}

/* pass() → how many nanoseconds the program had to wait before its next callback */
GY_FUNCTION(pass) {
  gy_env* env = gy_env_here();
  uint64_t began = uv_hrtime();

  return gy_number(env, gy_gate_pass() ? (double) (uv_hrtime() - began) : 0);
}

/* source(file, text): the page may show this file */
GY_FUNCTION(source) {
  gy_env* env = gy_env_here();
  struct gy_text file, content;

  if (argc < 2 || !gy_text_get(env, argv[0], &file, exception))
    return gy_undefined(env);
  if (gy_text_get(env, argv[1], &content, exception)) {
    (void) gy_page_add_source(file.data, content.data, content.length);
    gy_text_free(&content);
  }
  gy_text_free(&file);
  return gy_undefined(env);
}

void gy_bind_loop_ui(gy_env* env, JSObjectRef target) {
  static const struct gy_function functions[] = {
      {"text", text}, {"open", open_page}, {"emit", emit}, {"pass", pass}, {"source", source},
  };

  gy_define(env, target, functions);
}
