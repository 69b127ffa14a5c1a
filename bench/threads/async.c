/* bench/threads/async.c — a loop woken by another thread.
 * Ping-pong: two loops wake each other in turn; most of it is the kernel's switch of threads.
 * Self: a loop wakes itself, the same work without the switch. Burst: a thread sends 64 times
 * before the loop runs, to one handle (63 sends find one pending) or to 64 handles. */
#include "../cases.h"

#include <stdatomic.h>

enum { SENDS = 64 };

static struct bench* bench;
static uv_loop_t other_loop;
static uv_async_t here, there, handles[SENDS];
static uv_sem_t burst_taken;
static atomic_int over;
static long calls;

/* --- ping-pong --- */

static void on_here(uv_async_t* handle) {
  if (!bench_lap(bench, 2)) { /* to the other loop and back: two wake-ups */
    atomic_store(&over, 1);
    uv_stop(&bench->loop);
  }
  CHECK(uv_async_send(&there));
}

static void on_there(uv_async_t* handle) {
  if (atomic_load(&over))
    uv_close((uv_handle_t*) handle, NULL);
  else
    CHECK(uv_async_send(&here));
}

static void run_other_loop(void* arg) {
  CHECK(uv_run(&other_loop, UV_RUN_DEFAULT));
}

void bench_async_ping_pong(struct bench* b) {
  uv_thread_t thread;

  bench = b;
  CHECK(uv_loop_init(&b->loop));
  CHECK(uv_loop_init(&other_loop));
  CHECK(uv_async_init(&b->loop, &here, on_here));
  CHECK(uv_async_init(&other_loop, &there, on_there));
  CHECK(uv_thread_create(&thread, run_other_loop, NULL));
  bench_begin(b);
  CHECK(uv_async_send(&there));
  CHECK(uv_run(&b->loop, UV_RUN_DEFAULT));
  CHECK(uv_thread_join(&thread));
  CHECK(uv_loop_close(&other_loop));
  bench_close_loop(b);
}

/* --- no other thread --- */

static void on_self(uv_async_t* handle) {
  bench_lap_or_stop(bench);
  CHECK(uv_async_send(handle));
}

void bench_async_self(struct bench* b) {
  bench = b;
  CHECK(uv_loop_init(&b->loop));
  CHECK(uv_async_init(&b->loop, &here, on_self));
  bench_begin(b);
  CHECK(uv_async_send(&here));
  CHECK(uv_run(&b->loop, UV_RUN_DEFAULT));
  bench_close_loop(b);
}

/* --- bursts --- */

static void send_bursts(void* arg) {
  long count = *(const long*) arg;

  while (!atomic_load(&over)) {
    for (int i = 0; i < SENDS; i++)
      CHECK(uv_async_send(&handles[i % count]));
    uv_sem_wait(&burst_taken);
  }
}

static void on_burst(uv_async_t* handle) {
  if (++calls < bench->arg)
    return;
  calls = 0;
  if (!bench_lap(bench, SENDS)) {
    atomic_store(&over, 1);
    uv_stop(&bench->loop);
  }
  uv_sem_post(&burst_taken);
}

void bench_async_burst(struct bench* b) {
  uv_thread_t thread;

  bench = b;
  CHECK(uv_loop_init(&b->loop));
  CHECK(uv_sem_init(&burst_taken, 0));
  for (long i = 0; i < b->arg; i++)
    CHECK(uv_async_init(&b->loop, &handles[i], on_burst));
  bench_begin(b);
  CHECK(uv_thread_create(&thread, send_bursts, &b->arg));
  CHECK(uv_run(&b->loop, UV_RUN_DEFAULT));
  CHECK(uv_thread_join(&thread));
  uv_sem_destroy(&burst_taken);
  bench_close_loop(b);
}
