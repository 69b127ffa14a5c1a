/* src/runtime/env.h — an environment's life. */
#ifndef ENV_H
#define ENV_H

#include "gyre.h"

/* Opens loop and engine and loads lib/internal/bootstrap. A negative errno when that fails. */
int gy_env_open(gy_env* env, const struct gy_options* options, int argc, char** argv);

/* Runs the program, then the loop until nothing is left, and returns the exit code. */
int gy_env_run(gy_env* env);

#endif
