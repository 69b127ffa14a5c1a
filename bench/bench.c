/* bench/bench.c — clocks and slices; the numbered promises are in bench.h. */
#include "bench.h"

#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
  SLICES_PER_RUN = 40,
  LOOK_EVERY_NS = 100 * 1000,
};

static uint64_t clock_ns(clockid_t id) {
  struct timespec t;
  CHECK(clock_gettime(id, &t));
  return (uint64_t) t.tv_sec * 1000000000u + (uint64_t) t.tv_nsec;
}

void bench_die(const char* file, int line, const char* expression, long value) {
  fprintf(stderr, "%s:%d: %s: %ld\n", file, line, expression, value);
  exit(1);
}

int bench_more(const struct bench* b) {
  return b->total_wall < b->budget_ns && b->slices < BENCH_MAX_SLICES;
}

void bench_begin(struct bench* b) {
  b->ops = 0;
  b->next_look = b->stride;
  b->slice_wall = clock_ns(CLOCK_MONOTONIC);
  b->looked_at = b->slice_wall;
  b->slice_cpu = clock_ns(CLOCK_PROCESS_CPUTIME_ID);
}

void bench_end(struct bench* b, uint64_t ops) {
  uint64_t cpu = clock_ns(CLOCK_PROCESS_CPUTIME_ID) - b->slice_cpu;
  uint64_t wall = clock_ns(CLOCK_MONOTONIC) - b->slice_wall;

  REQUIRE(ops > 0 && b->slices < BENCH_MAX_SLICES);
  b->cpu[b->slices] = (double) cpu / (double) ops;
  b->wall[b->slices] = (double) wall / (double) ops;
  b->slices++;
  b->total_ops += ops;
  b->total_wall += wall;
}

int bench_look(struct bench* b) {
  uint64_t now = clock_ns(CLOCK_MONOTONIC);

  if (now - b->looked_at < LOOK_EVERY_NS)
    b->stride *= 2;
  b->looked_at = now;
  b->next_look = b->ops + b->stride;
  if (now - b->slice_wall < b->budget_ns / SLICES_PER_RUN)
    return 1;

  if (b->warm)
    bench_end(b, b->ops);
  b->warm = 1;
  if (!bench_more(b))
    return 0;
  bench_begin(b);
  return 1;
}

static void close_one(uv_handle_t* handle, void* arg) {
  if (!uv_is_closing(handle))
    uv_close(handle, NULL);
}

void bench_close_loop(struct bench* b) {
  uv_walk(&b->loop, close_one, NULL);
  CHECK(uv_run(&b->loop, UV_RUN_DEFAULT));
  CHECK(uv_loop_close(&b->loop));
}

void bench_temp_file(char path[64], size_t size) {
  static const char block[4096];
  int fd;

  strcpy(path, "/tmp/gyre-bench-XXXXXX");
  CHECK(fd = mkstemp(path));
  while (size > 0) {
    size_t n = size < sizeof(block) ? size : sizeof(block);
    REQUIRE(write(fd, block, n) == (ssize_t) n);
    size -= n;
  }
  CHECK(close(fd));
}
