/* src/runtime/see/laps.c — decides whether many promise jobs run one after another, or one long
 * one. The engine has no hook for the start of a job. So while the program is interrupted for a
 * sample (stack.c), a job of our own is queued after those that wait; it queues itself again LAPS
 * times. When it runs, the queue is moving, and its rate gives the number of jobs.
 *
 * (1) Only used while promise jobs have blocked the loop for longer than the threshold. The order
 *     of the program's own jobs does not change.
 * (2) Promise.prototype.then is taken before the program runs: no function of the program is
 *     called. */
#include <stdlib.h>

#include "blocked.h"
#include "runtime/engine/lanes.h"

enum { LAPS = 64 };

struct gy_laps {
  JSObjectRef then, promise, job;
  uint32_t requested, count;
  uint64_t first_ns, last_ns;
};

static void queue_job(gy_env* env) {
  JSValueRef job = env->laps->job;

  JSObjectCallAsFunction(env->ctx, env->laps->then, env->laps->promise, 1, &job, NULL);
}

GY_FUNCTION(on_job) {
  gy_env* env = gy_env_here();
  struct gy_laps* laps = env->laps;
  uint32_t count = GY_NOW_READ(laps->count) + 1;

  GY_NOW_SET(laps->last_ns, uv_hrtime());
  GY_NOW_SET(laps->count, count);
  if (count < LAPS)
    queue_job(env);
  return gy_undefined(env);
}

void gy_laps_open(gy_env* env) {
  JSValueRef error = NULL;
  JSObjectRef resolve = NULL, reject = NULL;
  JSObjectRef promise = JSObjectMakeDeferredPromise(env->ctx, &resolve, &reject, &error);
  struct gy_laps* laps = promise != NULL && error == NULL ? calloc(1, sizeof(*laps)) : NULL;

  if (laps == NULL)
    return;
  JSObjectCallAsFunction(env->ctx, resolve, NULL, 0, NULL, NULL);
  laps->then = (JSObjectRef) gy_hold(env, gy_get(env, promise, "then"));
  laps->job = (JSObjectRef) gy_hold(env, gy_engine.make_function(env, "", on_job));
  laps->promise = (JSObjectRef) gy_hold(env, promise);
  env->laps = laps;
}

void gy_laps_request(gy_env* env) {
  if (env->laps == NULL)
    return;
  GY_NOW_SET(env->laps->count, 0);
  GY_NOW_SET(env->laps->requested, 1);
}

void gy_laps_begin(gy_env* env) {
  struct gy_laps* laps = env->laps;

  if (laps == NULL || !GY_NOW_READ(laps->requested) || gy_doing(&env->now) != GY_DOING_JOBS)
    return;
  GY_NOW_SET(laps->requested, 0);
  GY_NOW_SET(laps->first_ns, uv_hrtime());
  queue_job(env);
}

bool gy_laps_seen(const gy_env* env) {
  return env->laps != NULL && GY_NOW_READ(env->laps->count) >= 2;
}

uint64_t gy_laps_in(const gy_env* env, uint64_t duration_ns) {
  const struct gy_laps* laps = env->laps;

  if (!gy_laps_seen(env))
    return 0;
  uint64_t time = GY_NOW_READ(laps->last_ns) - GY_NOW_READ(laps->first_ns);
  return time == 0 ? 0
                   : (uint64_t) ((double) duration_ns / (double) time * GY_NOW_READ(laps->count));
}
