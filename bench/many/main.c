/* bench/many/main.c — runs one kind at one size and prints one JSON line, or lists the kinds. */
#include "many.h"

#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
  KILL_AFTER_SECONDS = 3600, /* bench/growth limits the CPU time */
  ENOUGH_NS = 20 * 1000 * 1000,
  MOST_ROUNDS = 50,
  MOST_SECONDS = 10 /* of preparing; then no further round is begun */
};

uv_loop_t many_loop;
static char* handles;
static size_t handle_size;

void* many_handles(long count, size_t size) {
  handle_size = size;
  handles = calloc((size_t) count, size);
  REQUIRE(handles != NULL);
  return handles;
}

uv_handle_t* many_handle(long i) {
  return (uv_handle_t*) (handles + (size_t) i * handle_size);
}

void many_close_all(long count) {
  for (long i = 0; i < count; i++)
    uv_close(many_handle(i), NULL);
  CHECK(uv_run(&many_loop, UV_RUN_DEFAULT));
  free(handles);
}

static const struct many_kind* const groups[] = {many_handle_kinds, many_fd_kinds,
                                                 many_request_kinds};

static const struct many_kind* next_kind(const struct many_kind* k, size_t* group) {
  if (k != NULL && (k + 1)->name != NULL)
    return k + 1;
  *group += k != NULL;
  return *group < sizeof(groups) / sizeof(groups[0]) ? groups[*group] : NULL;
}

static uint64_t cpu_ns(void) {
  struct timespec t;
  CHECK(clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t));
  return (uint64_t) t.tv_sec * 1000000000u + (uint64_t) t.tv_nsec;
}

/* The least of several rounds: noise only adds. */
static double cost_ns(const struct many_kind* k, long count) {
  uint64_t total = 0;
  uint64_t least = UINT64_MAX;
  uint64_t until = uv_hrtime() + MOST_SECONDS * UINT64_C(1000000000);

  CHECK(uv_loop_init(&many_loop));
  for (int round = 0;
       round == 0 || (round < MOST_ROUNDS && total < ENOUGH_NS && uv_hrtime() < until); round++) {
    uint64_t began;

    k->prepare(count);
    began = cpu_ns();
    k->end(count);
    began = cpu_ns() - began;
    if (k->after != NULL)
      k->after(count);
    total += began;
    least = began < least ? began : least;
  }
  CHECK(uv_loop_close(&many_loop));
  return (double) least / (double) (k->ops != 0 ? k->ops : count);
}

int main(int argc, char** argv) {
  size_t group = 0;
  long count = argc == 3 ? strtol(argv[2], NULL, 10) : 0;

  alarm(KILL_AFTER_SECONDS);
  for (const struct many_kind* k = next_kind(NULL, &group); k != NULL; k = next_kind(k, &group)) {
    if (argc == 2 && strcmp(argv[1], "--list") == 0)
      printf("%s\t%ld\t%s\n", k->name, k->most, k->what);
    else if (count > 0 && strcmp(argv[1], k->name) == 0)
      return printf("{\"kind\": \"%s\", \"count\": %ld, \"cpu_ns_per_op\": %.2f}\n", k->name, count,
                    cost_ns(k, count)) < 0;
  }
  if (argc == 2 && strcmp(argv[1], "--list") == 0)
    return 0;
  fprintf(stderr, "usage: %s --list | KIND COUNT\n", argv[0]);
  return 2;
}
