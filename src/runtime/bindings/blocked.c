/* src/runtime/bindings/blocked.c — whether anybody wants to hear of a loop that does not turn. */
#include "cli/options.h"
#include "runtime/see/blocked.h"

/* tell(yes): the program wants to hear of callbacks that hold the loop for longer than --blocked says */
GY_FUNCTION(tell) {
  gy_env* env = gy_env_here();
  unsigned ms = 0;

  if (gy_arg_bool(ctx, argc, argv, 0))
    ms = gy_blocked_threshold(env->options->values[GY_OPT_blocked].text);
  return gy_number(env, gy_blocked_tell(ms));
}

/* say(ms): standard error is told of callbacks that hold the loop for longer; unless --blocked asks for it by itself */
GY_FUNCTION(say) {
  gy_env* env = gy_env_here();

  if (env->options->values[GY_OPT_blocked].text != NULL)
    return gy_number(env, 0);
  return gy_number(env, gy_blocked_say((unsigned) gy_arg_int(ctx, argc, argv, 0)));
}

void gy_bind_blocked(gy_env* env, JSObjectRef target) {
  static const struct gy_function functions[] = {{"tell", tell}, {"say", say}};

  gy_define(env, target, functions);
}
