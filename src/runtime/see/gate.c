/* src/runtime/see/gate.c — stops the program before each callback, for --step.
 *
 * (1) The program's thread waits, and with it its loop and all its JavaScript. The side thread lets
 *     it continue.
 * (2) Run: no wait, at the cost of one load. Slow: at most `speed` callbacks per second. Step: one
 *     callback per permit.
 * (3) While it waits, SIGINT and SIGTERM have their default action: a handler of the program would
 *     need the loop. */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include "page.h"

static const double SLOWEST = 0.1, FASTEST = 1000;
static const int signals[] = {SIGINT, SIGTERM};

static struct {
  pthread_mutex_t lock;
  pthread_cond_t wake; /* on the monotonic clock: gate_open() */
  pthread_once_t once;
  enum gy_gate_mode mode;
  double speed;
  unsigned permits;
  unsigned version;
  struct timespec last; /* when the last callback was let through */
  bool waiting;
  bool over, released;
  int code;
} gate = {.lock = PTHREAD_MUTEX_INITIALIZER, .once = PTHREAD_ONCE_INIT, .speed = 2};

static void open_gate(void) {
  pthread_condattr_t attr;

  pthread_condattr_init(&attr);
  pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
  pthread_cond_init(&gate.wake, &attr);
  pthread_condattr_destroy(&attr);
}

static void lock(void) {
  pthread_once(&gate.once, open_gate);
  pthread_mutex_lock(&gate.lock);
}

static void unlock(void) {
  pthread_mutex_unlock(&gate.lock);
}

static void set_waiting(bool waiting) {
  gate.waiting = waiting;
  __atomic_fetch_add(&gate.version, 1, __ATOMIC_RELAXED);
}

/* ---- Passing ---- */

static struct timespec due(void) {
  struct timespec time = gate.last;
  long long ns = time.tv_nsec + (long long) (1e9 / gate.speed);

  time.tv_sec += ns / 1000000000;
  time.tv_nsec = ns % 1000000000;
  return time;
}

/* Waits for a permit, for the time, or for another mode. The caller checks again after any of
 * them. */
static bool may_pass(void) {
  struct timespec until;

  if (gate.mode == GY_GATE_RUN)
    return true;
  if (gate.permits > 0) {
    gate.permits--;
    return true;
  }
  if (gate.mode == GY_GATE_STEP) {
    pthread_cond_wait(&gate.wake, &gate.lock);
    return false;
  }
  until = due();
  return pthread_cond_timedwait(&gate.wake, &gate.lock, &until) == ETIMEDOUT &&
         gate.mode == GY_GATE_SLOW;
}

static void take_signals(struct sigaction* previous, void (*handler)(int)) {
  for (size_t i = 0; i < GY_COUNT(signals); i++) {
    struct sigaction action = {.sa_handler = handler};
    sigaction(signals[i], NULL, &previous[i]);
    if (previous[i].sa_handler != SIG_IGN)
      sigaction(signals[i], &action, NULL);
  }
}

static void restore_signals(const struct sigaction* previous) {
  for (size_t i = 0; i < GY_COUNT(signals); i++)
    sigaction(signals[i], &previous[i], NULL);
}

bool gy_gate_pass(void) {
  struct sigaction previous[GY_COUNT(signals)];

  if (__atomic_load_n(&gate.mode, __ATOMIC_RELAXED) == GY_GATE_RUN)
    return false;
  take_signals(previous, SIG_DFL);
  lock();
  set_waiting(true);
  while (!may_pass())
    ;
  set_waiting(false);
  clock_gettime(CLOCK_MONOTONIC, &gate.last);
  unlock();
  restore_signals(previous);
  return true;
}

/* ---- Letting through ---- */

void gy_gate_set(enum gy_gate_mode mode, double speed) {
  lock();
  __atomic_store_n(&gate.mode, mode, __ATOMIC_RELAXED);
  if (speed > 0)
    gate.speed = speed < SLOWEST ? SLOWEST : speed > FASTEST ? FASTEST : speed;
  gate.permits = 0;
  __atomic_fetch_add(&gate.version, 1, __ATOMIC_RELAXED);
  pthread_cond_signal(&gate.wake);
  unlock();
}

void gy_gate_step(unsigned callbacks) {
  lock();
  __atomic_store_n(&gate.mode, GY_GATE_STEP, __ATOMIC_RELAXED);
  gate.permits += callbacks;
  __atomic_fetch_add(&gate.version, 1, __ATOMIC_RELAXED);
  pthread_cond_signal(&gate.wake);
  unlock();
}

unsigned gy_gate_version(void) {
  return __atomic_load_n(&gate.version, __ATOMIC_RELAXED);
}

void gy_gate_write(FILE* out) {
  static const char* const names[] = {
      [GY_GATE_RUN] = "run", [GY_GATE_SLOW] = "slow", [GY_GATE_STEP] = "step"};

  lock();
  fprintf(out, "{\"mode\":\"%s\",\"speed\":%g,\"waiting\":%s", names[gate.mode], gate.speed,
          gate.waiting ? "true" : "false");
  if (gate.over)
    fprintf(out, ",\"over\":%d", gate.code);
  fputc('}', out);
  unlock();
}

bool gy_gate_is_waiting(void) {
  lock();
  bool waiting = gate.waiting && gate.mode == GY_GATE_STEP;
  unlock();
  return waiting;
}

/* ---- After the end ---- */

static void on_last_signal(int signum) {
  (void) signum;
  _exit(gate.code); /* the program had ended by itself with this code */
}

void gy_gate_stay(int code) {
  struct sigaction previous[GY_COUNT(signals)];

  lock();
  gate.over = true;
  gate.code = code;
  set_waiting(false);
  take_signals(previous, on_last_signal);
  fprintf(stderr, "gyre: the program has ended with code %d; its page stays until Ctrl-C\n", code);
  while (!gate.released)
    pthread_cond_wait(&gate.wake, &gate.lock);
  unlock();
}

void gy_gate_release(void) {
  lock();
  gate.released = true;
  pthread_cond_signal(&gate.wake);
  unlock();
}
