/* src/runtime/engine.h — the engine's life: options before the first context, a context, its
 * lock, its promise jobs, and its housekeeping merged into the loop's wait. */
#ifndef ENGINE_H
#define ENGINE_H

#include "gyre.h"

/* Once per process, before the first context. */
void gy_engine_options(void);

/* Once per process, after the first context (faults.c). */
void gy_faults_open(void);

/* The GLib context of an engine that another thread will open, or NULL if descriptors are short:
 * GLib itself ends the process then. */
void* gy_engine_glib_new(void);
void gy_engine_glib_free(void* glib);

/* Makes env->group, env->ctx and env->global, and takes the lock. */
void gy_engine_open(gy_env* env);

/* Destroys the engine of a worker, on its thread. */
void gy_engine_close(gy_env* env);

/* A realm of the same engine that programs cannot reach, with unmodified functions of the language
 * (gen/primordials.py). The first call makes it. */
JSGlobalContextRef gy_engine_pristine(gy_env* env);

/* Gives back what only the start needed (trim.c). */
void gy_trim_linking(void);

/* function(promise, reason) hears of rejections that nobody handled. */
void gy_engine_on_rejection(gy_env* env, JSObjectRef function);

/* Whenever JavaScript was left: tells the loop whether its timers keep it alive (timers.c). */
void gy_timers_settle(gy_env* env);

void gy_engine_collect(gy_env* env);
/* The engine's version, "2.50.6". */
void gy_engine_version(char* text, size_t size);

struct gy_heap {
  double size, capacity, extra; /* bytes; extra: of memory outside, such as buffers */
};
void gy_engine_heap(gy_env* env, struct gy_heap* heap);
/* The same by a walk over all objects. */
void gy_engine_statistics(gy_env* env, struct gy_heap* heap);

/* The GLib context that the engine's timers and background work report to (housekeeping.c). */
int gy_housekeeping_open(gy_env* env);
void gy_housekeeping_close(void);
/* The loop does not sleep until further notice, and each of its turns is reported. */
void gy_housekeeping_busy(bool busy);
void gy_housekeeping_turn(gy_env* env);
/* The engine works on something that the program waits for: keeps the loop alive. */
void gy_housekeeping_await(bool on);
/* The engine's work is looked for in the next turn, however busy the loop is. */
void gy_housekeeping_soon(void);
/* The loop's clock jumps from now on. */
void gy_housekeeping_virtual(void);

#endif
