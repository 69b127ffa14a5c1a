/* src/runtime/bindings/options.c — the command line's options, for lib/. */
#include "runtime/options.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/gyre.h"

static JSValueRef list_value(gy_env* env, const struct gy_option_value* value) {
  JSObjectRef list = gy_array_new(env, value->count);

  for (size_t i = 0; i < value->count; i++)
    JSObjectSetPropertyAtIndex(env->ctx, list, i, gy_string(env, value->list[i]), NULL);
  return list;
}

static JSValueRef value_of(gy_env* env, int id) {
  const struct gy_option_value* value = &env->options->values[id];

  switch (gy_option_table[id].kind) {
    case GY_FLAG: return gy_bool(env, value->on);
    case GY_LIST: return list_value(env, value);
    case GY_NUMBER: return value->given ? gy_number(env, atof(value->text)) : gy_undefined(env);
    case GY_MAYBE:
    case GY_NEXT:
      return value->text != NULL ? gy_string(env, value->text) : gy_bool(env, value->given);
    default: return value->given ? gy_string(env, value->text) : gy_undefined(env);
  }
}

static int find(JSContextRef ctx, size_t argc, const JSValueRef* argv, JSValueRef* exception) {
  struct gy_text wanted;
  int id = 0;

  if (argc == 0 || !gy_text_get(gy_env_here(), argv[0], &wanted, exception))
    return GY_OPTIONS;
  while (id < GY_OPTIONS && strcmp(wanted.data, gy_option_table[id].flag) != 0)
    id++;
  gy_text_free(&wanted);
  return id;
}

/* get(flag) → boolean, string, number, list; undefined when it was not given */
GY_FUNCTION(get) {
  gy_env* env = gy_env_here();
  int id = find(ctx, argc, argv, exception);

  return id < GY_OPTIONS ? value_of(env, id) : gy_undefined(env);
}

/* isGiven(flag) → whether it, or its negation, is on the command line */
GY_FUNCTION(is_given) {
  gy_env* env = gy_env_here();
  int id = find(ctx, argc, argv, exception);

  return gy_bool(env, id < GY_OPTIONS && env->options->values[id].given);
}

/* parseArguments() → [["", the script, its arguments...], our options, argv[0], whether the script
 * is "-", the command or undefined]. With a command, the list of options is empty: it is not passed
 * on to the children of the program. */
GY_FUNCTION(command_line) {
  gy_env* env = gy_env_here();
  const struct gy_options* options = env->options;
  JSObjectRef own = gy_array_new(env, options->command == NULL ? options->exec_argc : 0);
  JSObjectRef all = gy_array_new(env, env->argc - options->script + 1);

  JSObjectSetPropertyAtIndex(ctx, all, 0, gy_string(env, ""), NULL);
  for (int i = 0; options->command == NULL && i < options->exec_argc; i++)
    JSObjectSetPropertyAtIndex(ctx, own, i, gy_string(env, env->argv[i + 1]), NULL);
  for (int i = options->script; i < env->argc; i++)
    JSObjectSetPropertyAtIndex(ctx, all, i - options->script + 1, gy_string(env, env->argv[i]),
                               NULL);
  JSValueRef lists[] = {
      all, own, gy_string(env, env->argv[0]), gy_bool(env, options->from_stdin),
      options->command != NULL ? gy_string(env, options->command) : gy_undefined(env)};
  return JSObjectMakeArray(ctx, GY_COUNT(lists), lists, NULL);
}

/* flags() → every flag we know, for process.allowedNodeEnvironmentFlags */
GY_FUNCTION(flags) {
  gy_env* env = gy_env_here();
  JSObjectRef list = gy_array_new(env, GY_OPTIONS);

  for (int i = 0; i < GY_OPTIONS; i++)
    JSObjectSetPropertyAtIndex(ctx, list, i, gy_string(env, gy_option_table[i].flag), NULL);
  return list;
}

void gy_bind_options(gy_env* env, JSObjectRef target) {
  static const struct gy_function functions[] = {
      {"get", get}, {"isGiven", is_given}, {"parseArguments", command_line}, {"flags", flags}};

  gy_define(env, target, functions);
}
