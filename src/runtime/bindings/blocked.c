/* src/runtime/bindings/blocked.c — turns reports on a blocked loop on and off. */
#include "runtime/options.h"
#include "runtime/see/blocked.h"

/* reportToProgram(on): emits 'loop:blocked' for callbacks that block the loop for longer than the
 * time of --blocked */
GY_FUNCTION(report_to_program) {
  gy_env* env = gy_env_here();
  unsigned ms = 0;

  if (gy_arg_bool(ctx, argc, argv, 0))
    ms = gy_blocked_threshold(env->options->values[GY_OPT_blocked].text);
  return gy_number(env, gy_blocked_report_to_program(env, ms));
}

/* reportToStderr(ms): prints callbacks that block the loop for longer; with --blocked=TIME, its
 * time stays */
GY_FUNCTION(report_to_stderr) {
  gy_env* env = gy_env_here();

  if (env->options->values[GY_OPT_blocked].text != NULL)
    return gy_number(env, 0);
  return gy_number(env, gy_blocked_report_to_stderr((unsigned) gy_arg_int(ctx, argc, argv, 0)));
}

void gy_bind_blocked(gy_env* env, JSObjectRef target) {
  static const struct gy_function functions[] = {{"reportToProgram", report_to_program},
                                                 {"reportToStderr", report_to_stderr}};

  gy_define(env, target, functions);
}
