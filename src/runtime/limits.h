/* src/runtime/limits.h — limits of the process that the engine would answer with an abort. */
#ifndef LIMITS_H
#define LIMITS_H

/* Why the engine cannot start under the limits of this process, or NULL. */
const char* gy_limit_too_small(void);

/* Tells the engine to reserve less where addresses are limited. Before the first context. */
void gy_limits_apply(void);

/* Calls main() on a stack of its own when the one of the main thread is too small for the engine
 * (main_stack.c). */
int gy_stack_run(int (*main)(int argc, char** argv), int argc, char** argv);

/* Whether enough descriptors are left for another engine and loop. */
int gy_limit_has_files(void);

#endif
