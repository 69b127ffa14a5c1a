/* src/runtime/env.h — an environment's life. */
#ifndef ENV_H
#define ENV_H

#include "gyre.h"

/* Opens loop and engine and loads lib/internal/bootstrap. A negative errno when that fails. */
int gy_env_open(gy_env* env, const struct gy_options* options, int argc, char** argv);

/* Runs the program, then the loop until nothing is left, and returns the exit code. */
int gy_env_run(gy_env* env);

/* The same for a worker, on its thread, with a loop that is open and options that are set; and its
 * end. */
int gy_env_open_worker(gy_env* env, struct gy_worker* worker, uv_loop_t* loop);
void gy_env_close_worker(gy_env* env);

#endif
