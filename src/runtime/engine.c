/* src/runtime/engine.c — JavaScriptCore, opened and driven.
 * (1) The lock is taken once, in gy_engine_open(), and held; only the plain lane's checkpoint
 *     releases it, for a moment (engine/plain.c).
 * (2) Options are set before the first context: the engine reads them once. */
#include "engine.h"

#include <jsc/jsc.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>

#include "engine/heap.h"
#include "engine/lanes.h"
#include "engine_private.h"
#include "limits.h"

enum {
  FOR_EVER = 1000000, /* seconds */
  DFG_THRESHOLD = 2500,
  FTL_THRESHOLD = 640000,
  LEAST_GARBAGE = 16 * 1024 * 1024,
};

void gy_engine_options(void) {
  jsc_options_set_boolean("useSharedArrayBuffer", TRUE);
  /* Tail calls of strict code would drop frames from stack traces. */
  jsc_options_set_boolean("useTailCalls", FALSE);
  /* 1000 by default: programs that end after a second compile much that they hardly run again. */
  jsc_options_set_int("thresholdForOptimizeAfterWarmUp", DFG_THRESHOLD);
  /* A compilation by the last tier takes milliseconds and gains little for code that waits for
   * events. Ten times the engine's own threshold: loops reach it in a few milliseconds more. */
  jsc_options_set_int("thresholdForFTLOptimizeAfterWarmUp", FTL_THRESHOLD);
  /* How much is allocated, memory of buffers included, before the first collection. By the engine's
   * own 1 MB a program that makes buffers of 64 KB collects for every few of them. */
  jsc_options_set_uint("smallHeapSize", LEAST_GARBAGE);
  /* The engine lets a program that allocates fast go on to eight times the amount at which it is to
   * collect, and asks the clock at each allocation there. So much new memory is in no cache. */
  jsc_options_set_double("maxEdenSizeForRateLimitingMultiplier", 1);
  gy_limits_apply();
  if (JSDisableGCTimer != NULL)
    JSDisableGCTimer();
  /* By default the engine takes SIGUSR1, which programs expect to be theirs. */
  if (JSConfigureSignalForGC != NULL)
    JSConfigureSignalForGC(SIGRTMIN + 8);
}

void* gy_engine_glib_new(void) {
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  void* glib = NULL;

  pthread_mutex_lock(&lock); /* two threads must not count the same descriptors */
  if (gy_limit_has_files())
    glib = g_main_context_new();
  pthread_mutex_unlock(&lock);
  return glib;
}

void gy_engine_glib_free(void* glib) {
  g_main_context_unref(glib);
}

void gy_engine_open(gy_env* env) {
  /* Its timers and its asynchronous WebAssembly report to the thread's own GLib context. */
  g_main_context_push_thread_default(env->glib != NULL ? env->glib : g_main_context_new());
  env->group = JSContextGroupCreate();
  env->ctx = JSGlobalContextCreateInGroup(env->group, NULL);
  env->global = JSContextGetGlobalObject(env->ctx);
  /* A time limit is heeded only if the engine's watchdog was there before it first ran code. */
  if (JSContextGroupSetExecutionTimeLimit != NULL) {
    JSContextGroupSetExecutionTimeLimit(env->group, FOR_EVER, NULL, NULL);
    JSContextGroupClearExecutionTimeLimit(env->group);
  }
  if (JSLock != NULL)
    JSLock(env->ctx);
  if (env->worker == NULL)
    gy_lanes_open(env); /* they are the process's */
}

/* The lock is not released: that would run promise jobs. It is destroyed with the engine. */
void gy_engine_close(gy_env* env) {
  if (env->ctx == NULL)
    return;
  if (env->pristine != NULL)
    JSGlobalContextRelease(env->pristine);
  JSGlobalContextRelease(env->ctx);
  JSContextGroupRelease(env->group);
}

JSValueRef gy_termination(gy_env* env) {
  return gy_vm_termination != NULL ? gy_vm_termination(env->group) : gy_undefined(env);
}

JSGlobalContextRef gy_engine_pristine(gy_env* env) {
  if (env->pristine == NULL)
    env->pristine = JSGlobalContextCreateInGroup(env->group, NULL);
  return env->pristine;
}

void gy_engine_on_rejection(gy_env* env, JSObjectRef function) {
  if (JSGlobalContextSetUnhandledRejectionCallback != NULL)
    JSGlobalContextSetUnhandledRejectionCallback(env->ctx, function, NULL);
}

void gy_engine_collect(gy_env* env) {
  if (JSSynchronousGarbageCollectForDebugging == NULL) {
    JSGarbageCollect(env->ctx);
    return;
  }
  __atomic_store_n(&env->collects_since, uv_hrtime(), __ATOMIC_RELAXED);
  env->collects_by_request = true;
  JSSynchronousGarbageCollectForDebugging(env->ctx);
  env->collects_by_request = false;
  gy_housekeeping_soon();
  __atomic_store_n(&env->collects_since, 0, __ATOMIC_RELAXED);
}

void gy_engine_version(char* text, size_t size) {
  snprintf(text, size, "%u.%u.%u", jsc_get_major_version(), jsc_get_minor_version(),
           jsc_get_micro_version());
}

static double statistic(gy_env* env, JSObjectRef all, const char* name) {
  JSValueRef value = gy_get(env, all, name);

  return JSValueIsNumber(env->ctx, value) ? JSValueToNumber(env->ctx, value, NULL) : 0;
}

/* The engine walks its heap for each answer: one is asked for. */
void gy_engine_statistics(gy_env* env, struct gy_heap* heap) {
  JSObjectRef all;

  *heap = (struct gy_heap){0};
  if (JSGetMemoryUsageStatistics == NULL)
    return;
  all = JSGetMemoryUsageStatistics(env->ctx);
  heap->size = statistic(env, all, "heapSize");
  heap->capacity = statistic(env, all, "heapCapacity");
  heap->extra = statistic(env, all, "extraMemorySize");
}

void gy_engine_heap(gy_env* env, struct gy_heap* heap) {
  if (!gy_direct_heap(env, heap))
    gy_engine_statistics(env, heap);
}
