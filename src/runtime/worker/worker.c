/* src/runtime/worker/worker.c — see worker.h.
 *
 * How gy_worker_terminate() ends a thread:
 * (1) `stops` is set and the loop is woken. This ends a loop that sleeps or whose callbacks return.
 * (2) A signal interrupts the thread every few milliseconds until it has ended. A waiting system
 *     call returns EINTR.
 * (3) In JavaScript, compiled or interpreted, the handler may call the engine: the thread holds no
 *     lock there (see/stack.c). It sets the time limit to zero, which starts one timer, and at once
 *     to infinity, which starts none and keeps the callback. The callback ends all JavaScript.
 * (4) The limit is not set again for GY_LIMIT_NS, no matter which code set it: the engine aborts
 *     when two of its timers coincide.
 * (5) `lock` guards what other threads use of a worker that may be ending: its loop and its thread.
 * (6) A worker with a heap limit is interrupted every HEAP_MS, repeatedly until it has measured its
 *     heap. It also measures before its script runs, and when the program queries the size.
 * (7) Descriptors of a worker are opened by its parent, which reports an error as its own; what
 *     opens them later would end the process if it got none. The first termination of running
 *     JavaScript reads a file, and makes the engine start a thread that takes one: until then it
 *     is reserved. */
#include "worker.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#include "atomics.h"
#include "runtime/engine_private.h"
#include "runtime/engine.h"
#include "runtime/env.h"
#include "runtime/options.h"
#include "runtime/see/blocked.h"
#include "runtime/see/loops.h"
#include "runtime/see/see.h"

enum { STACK_SIZE = 16 << 20, SIGNAL_MS = 2, HEAP_MS = 100 };

struct gy_worker {
  struct gy_worker_start start;
  uint32_t id;
  gy_env* parent;
  gy_env* env;
  struct gy_worker* next; /* of the same parent */
  pthread_t thread;
  uv_async_t done;   /* of the parent's loop */
  uv_timer_t signal; /* the same */
  int open_handles;
  pthread_mutex_t lock;
  bool is_running; /* (5) */
  bool has_loop;
  uv_loop_t loop;
  uv_async_t stop; /* of the worker's loop */
  void* glib;      /* until its engine has it */
  uv_async_t* interrupt;
  uint32_t stops; /* atomic, as the next */
  uint32_t checks_heap;
  int exit_code;
  const char* reason;
  bool is_joined;
};

static uint32_t last_id; /* atomic */

/* ---- On the worker's thread ---- */

/* (6) */
bool gy_worker_heap_is_full(gy_env* env, const struct gy_heap* heap) {
  struct gy_worker* worker = env->worker;

  if (worker == NULL || worker->start.heap_limit <= 0 ||
      heap->size + heap->extra <= worker->start.heap_limit)
    return false;
  worker->reason = "ERR_WORKER_OUT_OF_MEMORY";
  __atomic_store_n(&worker->stops, 1, __ATOMIC_RELEASE);
  return true;
}

static bool is_full_now(gy_env* env) {
  struct gy_heap heap;

  if (env->worker->start.heap_limit <= 0)
    return false;
  gy_engine_heap(env, &heap);
  return gy_worker_heap_is_full(env, &heap);
}

static void check_heap(gy_env* env) {
  if (__atomic_exchange_n(&env->worker->checks_heap, 0, __ATOMIC_RELAXED))
    is_full_now(env);
}

bool gy_worker_on_limit(gy_env* env) {
  check_heap(env);
  if (!gy_worker_is_stopping(env->worker))
    return false;
  env->exiting = true;
  return true;
}

static bool on_limit(JSContextRef ctx, void* arg) {
  (void) ctx;
  (void) arg;
  return gy_stack_on_limit(gy_env_here());
}

static struct gy_code code;

static bool is_within(const uintptr_t range[2], uintptr_t pc) {
  return pc >= range[0] && pc < range[1];
}

static bool has_question(const struct gy_worker* worker) {
  return gy_worker_is_stopping(worker) ||
         (worker != NULL && __atomic_load_n(&worker->checks_heap, __ATOMIC_RELAXED) != 0);
}

static void on_signal(int signum, siginfo_t* info, void* context) {
  int saved = errno;
  uintptr_t pc = (uintptr_t) ((const ucontext_t*) context)->uc_mcontext.gregs[REG_RIP];
  gy_env* env = gy_env_current;
  uint64_t now = uv_hrtime();

  (void) signum;
  (void) info;
  if (env != NULL && has_question(env->worker) && !env->exiting &&
      (is_within(code.compiled, pc) || is_within(code.interpreter, pc)) &&
      now - env->limit_ns > GY_LIMIT_NS) {
    env->limit_ns = now;
    JSContextGroupSetExecutionTimeLimit(env->group, 0, on_limit, NULL);
    JSContextGroupSetExecutionTimeLimit(env->group, INFINITY, on_limit, NULL);
  }
  errno = saved;
}

static void on_stop(uv_async_t* async) {
  gy_env* env = async->data;

  check_heap(env);
  if (gy_worker_is_stopping(env->worker)) {
    env->exiting = true;
    uv_stop(env->loop);
  }
}

static int open_thread(struct gy_worker* worker, gy_env* env) {
  const struct gy_worker_start* start = &worker->start;
  const gy_env* parent = worker->parent;
  int err;

  worker->stop.data = env;
  env->glib = worker->glib;
  worker->glib = NULL;
  env->options = start->options != NULL ? start->options : parent->options;
  env->argc = start->options != NULL ? start->argc : parent->argc;
  env->argv = start->options != NULL ? start->argv : parent->argv;
  env->drain_by_phase = parent->drain_by_phase;
  err = gy_env_open_worker(env, worker, &worker->loop);
  if (err != 0) {
    gy_env_close_worker(env);
    uv_loop_close(&worker->loop);
    worker->has_loop = false;
    return err;
  }
  worker->env = env;
  gy_last_seconds_open(env);
  if (env->options->values[GY_OPT_blocked].given)
    gy_laps_open(env);
  /* When memory is short, this loop cannot be inspected. */
  (void) gy_loop_open(env->loop, env, worker->id, worker->start.name, &env->seen);
  gy_record_worker_begin(env);
  pthread_mutex_lock(&worker->lock);
  worker->is_running = true;
  pthread_mutex_unlock(&worker->lock);
  return 0;
}

static void close_thread(struct gy_worker* worker, gy_env* env) {
  pthread_mutex_lock(&worker->lock);
  worker->is_running = false;
  pthread_mutex_unlock(&worker->lock);
  gy_blocked_end(env);
  gy_record_worker_end(env);
  if (env->seen != NULL) {
    gy_loop_close(env->seen);
    gy_blocked_forget(env->seen);
  }
  gy_workers_end(env);
  gy_env_close_worker(env);
  uv_loop_close(&worker->loop);
  worker->has_loop = false;
  if (env->seen != NULL)
    gy_loop_free(env->seen);
  free(env->laps);
}

static void* run_thread(void* arg) {
  struct gy_worker* worker = arg;
  gy_env* env = calloc(1, sizeof(*env));
  char name[16];
  int err;

  snprintf(name, sizeof(name), "%.15s", worker->start.name);
  pthread_setname_np(pthread_self(), name);
  err = env != NULL ? open_thread(worker, env) : UV_ENOMEM;
  worker->exit_code = 1;
  if (err == 0) {
    if (!gy_worker_is_stopping(worker) && !is_full_now(env))
      worker->exit_code = gy_env_run(env);
    if (gy_worker_is_stopping(worker))
      worker->exit_code = 1;
    close_thread(worker, env);
  } else {
    worker->exit_code = 0; /* as in Node.js */
    worker->reason = "ERR_WORKER_INIT_FAILED";
  }
  free(env);
  uv_async_send(&worker->done);
  return NULL;
}

struct gy_end* gy_worker_take_end(struct gy_worker* worker, int which) {
  struct gy_end* end = worker->start.ends[which];

  worker->start.ends[which] = NULL;
  return end;
}

struct gy_worker_text gy_worker_take_text(struct gy_worker* worker, int which) {
  struct gy_worker_text text = worker->start.texts[which];

  worker->start.texts[which] = (struct gy_worker_text){0};
  return text;
}

void gy_worker_set_interrupt(struct gy_worker* worker, uv_async_t* async) {
  pthread_mutex_lock(&worker->lock);
  worker->interrupt = async;
  pthread_mutex_unlock(&worker->lock);
  if (async != NULL && gy_worker_is_stopping(worker))
    uv_async_send(async);
}

/* ---- On the parent's thread ---- */

static _Thread_local struct gy_worker* workers; /* of this environment */

/* (7) */
static void close_loop(struct gy_worker* worker) {
  if (worker->glib != NULL)
    gy_engine_glib_free(worker->glib);
  if (!worker->has_loop)
    return;
  uv_close((uv_handle_t*) &worker->stop, NULL);
  uv_run(&worker->loop, UV_RUN_DEFAULT);
  uv_loop_close(&worker->loop);
}

static int open_loop(struct gy_worker* worker) {
  int err = uv_loop_init(&worker->loop);

  if (err != 0)
    return err;
  err = uv_async_init(&worker->loop, &worker->stop, on_stop);
  if (err != 0) {
    uv_loop_close(&worker->loop);
    return err;
  }
  worker->has_loop = true;
  uv_loop_configure(&worker->loop, UV_METRICS_IDLE_TIME);
  uv_unref((uv_handle_t*) &worker->stop);
  worker->glib = gy_engine_glib_new();
  return worker->glib != NULL ? 0 : UV_EMFILE;
}

static void free_worker(struct gy_worker* worker) {
  close_loop(worker);
  for (int i = 0; i < GY_WORKER_ENDS; i++)
    if (worker->start.ends[i] != NULL)
      gy_end_close(worker->start.ends[i]);
  for (int i = 0; i < GY_WORKER_TEXTS; i++)
    free(worker->start.texts[i].data);
  pthread_mutex_destroy(&worker->lock);
  free(worker);
}

static void on_closed(uv_handle_t* handle) {
  struct gy_worker* worker = handle->data;

  if (--worker->open_handles == 0)
    free_worker(worker);
}

static void close_handles(struct gy_worker* worker) {
  uv_close((uv_handle_t*) &worker->done, on_closed);
  uv_close((uv_handle_t*) &worker->signal, on_closed);
}

static void unlink_worker(struct gy_worker* worker) {
  struct gy_worker** at = &workers;

  while (*at != worker)
    at = &(*at)->next;
  *at = worker->next;
}

static void on_done(uv_async_t* async) {
  struct gy_worker* worker = async->data;

  if (worker->is_joined)
    return;
  pthread_join(worker->thread, NULL);
  worker->is_joined = true;
  unlink_worker(worker);
  close_handles(worker);
  worker->start.done(worker);
}

static void interrupt(struct gy_worker* worker) {
  pthread_mutex_lock(&worker->lock);
  if (worker->is_running)
    uv_async_send(&worker->stop);
  if (worker->interrupt != NULL)
    uv_async_send(worker->interrupt);
  pthread_mutex_unlock(&worker->lock);
  pthread_kill(worker->thread, SIGRTMIN + 10);
}

static void on_signal_due(uv_timer_t* timer) {
  interrupt(timer->data);
}

static void start_timer(struct gy_worker* worker, uv_timer_cb due, uint64_t ms) {
  uv_timer_start(&worker->signal, due, ms, ms);
  uv_unref((uv_handle_t*) &worker->signal);
}

/* (6) */
static void on_heap_due(uv_timer_t* timer) {
  struct gy_worker* worker = timer->data;
  bool is_requested = uv_timer_get_repeat(timer) == SIGNAL_MS;

  if (is_requested && __atomic_load_n(&worker->checks_heap, __ATOMIC_RELAXED) == 0) {
    start_timer(worker, on_heap_due, HEAP_MS);
    return;
  }
  __atomic_store_n(&worker->checks_heap, 1, __ATOMIC_RELAXED);
  interrupt(worker);
  if (!is_requested)
    start_timer(worker, on_heap_due, SIGNAL_MS);
}

static int reserved_fd = -1; /* (7) */

static void reserve_descriptor(void) {
  reserved_fd = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0);
}

/* Before the first worker is interrupted. */
static void prepare_signal(void) {
  struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO};

  if (reserved_fd >= 0)
    close(reserved_fd);
  gy_code_find(&code); /* reads a file */
  sigfillset(&action.sa_mask);
  sigaction(SIGRTMIN + 10, &action, NULL);
}

static pthread_once_t reserve_once = PTHREAD_ONCE_INIT;
static pthread_once_t signal_once = PTHREAD_ONCE_INIT;

static void begin_stop(struct gy_worker* worker) {
  pthread_once(&signal_once, prepare_signal);
  __atomic_store_n(&worker->stops, 1, __ATOMIC_RELEASE);
  gy_atomics_wake(worker);
  interrupt(worker);
}

void gy_worker_terminate(struct gy_worker* worker) {
  if (gy_worker_is_stopping(worker))
    return;
  begin_stop(worker);
  start_timer(worker, on_signal_due, SIGNAL_MS);
}

/* Ends the workers of a parent that ends, without callbacks. */
void gy_workers_end(gy_env* parent) {
  struct timespec pause = {.tv_nsec = SIGNAL_MS * 1000000L};

  for (struct gy_worker* worker = workers; worker != NULL; worker = worker->next)
    begin_stop(worker);
  while (workers != NULL) {
    struct gy_worker* worker = workers;
    while (pthread_tryjoin_np(worker->thread, NULL) == EBUSY) {
      nanosleep(&pause, NULL);
      gy_atomics_wake(worker);
      interrupt(worker);
    }
    worker->is_joined = true;
    workers = worker->next;
    close_handles(worker);
    worker->start.drop(worker);
  }
}

static int start_thread(struct gy_worker* worker) {
  size_t size = worker->start.stack_size != 0 ? worker->start.stack_size : STACK_SIZE;
  pthread_attr_t attr;
  int err;

  pthread_attr_init(&attr);
  pthread_attr_setstacksize(&attr, size);
  err = pthread_create(&worker->thread, &attr, run_thread, worker);
  pthread_attr_destroy(&attr);
  return -err;
}

int gy_worker_new(gy_env* parent, const struct gy_worker_start* start, struct gy_worker** result) {
  struct gy_worker* worker = calloc(1, sizeof(*worker));
  int err;

  if (worker == NULL)
    return UV_ENOMEM;
  worker->start = *start;
  pthread_mutex_init(&worker->lock, NULL);
  pthread_once(&reserve_once, reserve_descriptor);
  err = open_loop(worker);
  if (err != 0) {
    free_worker(worker);
    return err;
  }
  worker->parent = parent;
  worker->id = __atomic_add_fetch(&last_id, 1, __ATOMIC_RELAXED);
  worker->reason = "";
  err = uv_async_init(parent->loop, &worker->done, on_done);
  if (err != 0) {
    free_worker(worker);
    return err;
  }
  uv_timer_init(parent->loop, &worker->signal);
  uv_unref((uv_handle_t*) &worker->signal);
  worker->done.data = worker->signal.data = worker;
  worker->open_handles = 2;
  gy_origin_set(parent, (uv_handle_t*) &worker->done);
  err = start_thread(worker);
  if (err != 0) {
    close_handles(worker);
    return err;
  }
  if (start->heap_limit > 0) {
    pthread_once(&signal_once, prepare_signal);
    start_timer(worker, on_heap_due, HEAP_MS);
  }
  worker->next = workers;
  workers = worker;
  *result = worker;
  return 0;
}

void gy_worker_ref(struct gy_worker* worker, bool on) {
  if (!worker->is_joined)
    (on ? uv_ref : uv_unref)((uv_handle_t*) &worker->done);
}

bool gy_worker_has_ref(const struct gy_worker* worker) {
  return uv_has_ref((const uv_handle_t*) &worker->done) != 0;
}

/* ---- What is known of it ---- */

uint32_t gy_worker_id(const struct gy_worker* worker) {
  return worker != NULL ? worker->id : 0;
}

const char* gy_worker_name(const struct gy_worker* worker) {
  return worker != NULL ? worker->start.name : "";
}

const struct gy_worker* gy_worker_of(const uv_handle_t* handle) {
  const struct gy_worker* worker = workers;

  while (worker != NULL && handle != (const uv_handle_t*) &worker->done)
    worker = worker->next;
  return worker;
}

int gy_worker_exit_code(const struct gy_worker* worker) {
  return worker->exit_code;
}

const char* gy_worker_reason(const struct gy_worker* worker) {
  return worker->reason;
}

void* gy_worker_data(const struct gy_worker* worker) {
  return worker->start.data;
}

bool gy_worker_is_stopping(const struct gy_worker* worker) {
  return worker != NULL && __atomic_load_n(&worker->stops, __ATOMIC_ACQUIRE) != 0;
}

bool gy_worker_cpu(struct gy_worker* worker, double times[2]) {
  struct timespec time;
  clockid_t clock;

  if (worker->is_joined || pthread_getcpuclockid(worker->thread, &clock) != 0 ||
      clock_gettime(clock, &time) != 0)
    return false;
  times[0] = (double) time.tv_sec * 1e6 + (double) time.tv_nsec / 1e3;
  times[1] = 0;
  return true;
}

bool gy_worker_loop_times(struct gy_worker* worker, double times[2]) {
  uint64_t began = 0;

  pthread_mutex_lock(&worker->lock);
  if (worker->is_running) {
    began = worker->env->milestones[GY_ENGINE_START]; /* set before is_running */
    times[0] = (double) uv_metrics_idle_time(&worker->loop);
    times[1] = began != 0 ? (double) (uv_hrtime() - began) : 0;
  }
  pthread_mutex_unlock(&worker->lock);
  return began != 0;
}
