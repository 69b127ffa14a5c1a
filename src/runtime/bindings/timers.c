/* src/runtime/bindings/timers.c — the loop's side of setTimeout() and setImmediate().
 * (1) All JavaScript timers share one uv_timer_t, set to the earliest; lib/internal/timers.js
 *     knows which is due. The queues are drained between two of them: by JavaScript, which calls
 *     next(), or here, where each has a call of its own (4).
 * (2) Immediates run in the check phase. While a referenced one is queued the loop stays awake:
 *     poll does not block, and the loop is alive.
 * (3) JavaScript counts the timers that keep the loop alive. The loop's handle follows the count
 *     when JavaScript returns, not each time the count leaves 0 or comes back to it.
 * (4) Jobs of the runtime (check.h) run in the check phase before the immediates.
 * (5) JavaScript runs whole lists if promise jobs can be run from inside of the engine, and if the
 *     queues are drained after each callback. */
#include "check.h"
#include "runtime/engine.h"
#include "runtime/engine/lanes.h"
#include "uv_trace.h"
#include "view.h"

enum { MOST_ROUNDS = 16 };

static _Thread_local int32_t references;

static _Thread_local struct {
  struct gy_check_job *first, **last;
  bool is_open; /* its closer is registered */
} jobs;

void gy_timers_settle(gy_env* env) {
  uv_handle_t* handle = (uv_handle_t*) &env->timer;
  bool wanted = references > 0;

  if (wanted != (uv_has_ref(handle) != 0))
    (wanted ? uv_ref : uv_unref)(handle);
}

/* A timer is due if it was when the phase began: one that a callback starts, or that becomes due
 * while callbacks run, waits for the next turn.
 * The hook runs one timer that is due, or all (5), and returns whether more with its delay may be
 * due. When none is left it sets GY_NO_TIMER_DUE and returns the time of the next, 0 when there is
 * none. */
static void on_timer(uv_timer_t* handle) {
  gy_env* env = handle->data;
  JSValueRef now = gy_number(env, (double) uv_now(env->loop)), result;
  double next;

  for (;;) {
    result = gy_enter(env, GY_TIMER, env->hooks[GY_RUN_TIMER], NULL, 1, &now);
    if (env->exiting)
      return;
    if (env->shared_state[GY_NO_TIMER_DUE])
      break;
    /* A timer ran or threw: the next one follows. */
    if (env->drain_by_phase && result != NULL && !JSValueToBoolean(env->ctx, result))
      gy_checkpoint(env);
  }
  env->shared_state[GY_NO_TIMER_DUE] = 0;
  next = JSValueToNumber(env->ctx, result, NULL);
  if (next == 0)
    return;
  double delay = next - (double) uv_now(env->loop);
  uv_timer_start(handle, on_timer, delay > 1 ? (uint64_t) delay : 1, 0);
}

GY_FUNCTION(schedule) {
  gy_env* env = gy_env_here();
  double delay = gy_arg_number(ctx, argc, argv, 0);

  uv_timer_start(&env->timer, on_timer, delay > 1 ? (uint64_t) delay : 1, 0);
  return gy_undefined(env);
}

/* nextTimer() → whether another one may run: the end of one callback, and the begin of the next */
GY_FUNCTION(next_timer) {
  return JSValueMakeBoolean(ctx, gy_enter_next(gy_env_here(), GY_TIMER));
}

GY_FUNCTION(next_immediate) {
  return JSValueMakeBoolean(ctx, gy_enter_next(gy_env_here(), GY_IMMEDIATE));
}

/* The loop's time, read anew. */
GY_FUNCTION(now) {
  gy_env* env = gy_env_here();

  uv_update_time(env->loop);
  return gy_number(env, (double) uv_now(env->loop));
}

/* The loop's time as it was last read. */
GY_FUNCTION(loop_time) {
  gy_env* env = gy_env_here();

  return gy_number(env, (double) uv_now(env->loop));
}

/* Whether the loop turns without sleeping. */
static void spin(gy_env* env, bool on) {
  if (on == env->spins)
    return;
  env->spins = on;
  uv_trace_stay_awake(env->loop, on || jobs.first != NULL);
  gy_housekeeping_busy(on);
}

static void run_queued_jobs(void) {
  struct gy_check_job *job = jobs.first, *next;

  jobs.first = NULL;
  jobs.last = &jobs.first;
  for (; job != NULL; job = next) {
    next = job->next;
    job->run(job);
  }
}

static void run_jobs(gy_env* env) {
  if (jobs.first == NULL)
    return;
  for (int round = 0; jobs.first != NULL && round < MOST_ROUNDS; round++)
    run_queued_jobs();
  if (jobs.first == NULL)
    uv_trace_stay_awake(env->loop, env->spins);
}

void gy_check_queue(gy_env* env, struct gy_check_job* job) {
  if (!jobs.is_open) {
    jobs.is_open = true;
    jobs.last = &jobs.first;
    gy_before_close(env, run_jobs);
  }
  if (jobs.first == NULL)
    uv_trace_stay_awake(env->loop, 1);
  job->next = NULL;
  *jobs.last = job;
  jobs.last = &job->next;
}

static void on_check(uv_check_t* handle) {
  gy_env* env = handle->data;
  JSValueRef more;

  run_jobs(env);
  if (env->exiting || !env->shared_state[GY_QUEUED_IMMEDIATES])
    return;
  do
    more = gy_enter(env, GY_IMMEDIATE, env->hooks[GY_RUN_IMMEDIATE], NULL, 0, NULL);
  while (!env->exiting && (more == NULL || JSValueToBoolean(env->ctx, more)));
  if (env->drain_by_phase)
    gy_checkpoint(env);
  if (env->shared_state[GY_IMMEDIATES] == 0)
    spin(env, false);
  else
    gy_housekeeping_turn(env);
}

/* Called when the count of referenced immediates leaves 0 or comes back to it. */
GY_FUNCTION(toggle_immediate_ref) {
  gy_env* env = gy_env_here();

  spin(env, gy_arg_bool(ctx, argc, argv, 0));
  return gy_undefined(env);
}

static void start_handles(gy_env* env) {
  uv_timer_init(env->loop, &env->timer);
  uv_check_init(env->loop, &env->immediate_check);
  env->timer.data = env->immediate_check.data = env;
  uv_check_start(&env->immediate_check, on_check);
  uv_unref((uv_handle_t*) &env->immediate_check);
}

void gy_bind_timers(gy_env* env, JSObjectRef target) {
  static const struct gy_function functions[] = {
      {"schedule", schedule},
      {"now", now},
      {"loopTime", loop_time},
      {"toggleImmediateRef", toggle_immediate_ref},
  };

  gy_define(env, target, functions);
  gy_set_view(env, target, "references", kJSTypedArrayTypeInt32Array, &references,
              sizeof(references));
  gy_set(env, target, "nextTimer", gy_lanes_hidden_function(env, next_timer));
  gy_set(env, target, "nextImmediate", gy_lanes_hidden_function(env, next_immediate));
  gy_set(env, target, "runsLists", gy_bool(env, gy_lanes_run_inside() && !env->drain_by_phase));
  start_handles(env);
}
