/* bench/main.c — runs one case of cases.def and prints one JSON line, or lists them all. */
#include "cases.h"

#include <dlfcn.h>
#include <sched.h>
#include <string.h>
#include <unistd.h>

enum { KILL_AFTER_SECONDS = 60, DEFAULT_BUDGET_MS = 200 };

#define GROUP(title)
#define CASE(name, run, arg, sched, goal, text, what) {#name, run, arg, sched, goal, text, what},
static const struct bench_case cases[] = {
#include "cases.def"
};
#undef GROUP
#undef CASE

static void list_cases(void) {
  const char* separator = "[";

#define GROUP(title) group = title;
#define CASE(name, run, arg, sched, goal, text, what)                                \
  printf(                                                                            \
      "%s\n{\"name\": \"%s\", \"group\": \"%s\", \"cpus\": \"%s\", \"goal\": %.2f, " \
      "\"goal_text\": \"%s\", \"what\": \"%s\"}",                                    \
      separator, #name, group, sched == LOCKSTEP ? "one" : "all", goal, text, what); \
  separator = ",";
  const char* group = "";
#include "cases.def"
#undef GROUP
#undef CASE
  puts("\n]");
}

static void schedule(int sched) {
  struct sched_param none = {0};
  cpu_set_t allowed, one;
  int last = -1;

  if (sched != LOCKSTEP)
    return;
  CHECK(sched_getaffinity(0, sizeof(allowed), &allowed));
  for (int i = 0; i < CPU_SETSIZE; i++)
    if (CPU_ISSET(i, &allowed))
      last = i; /* the first CPU takes most interrupts */
  CPU_ZERO(&one);
  CPU_SET(last, &one);
  CHECK(sched_setaffinity(0, sizeof(one), &one));
  CHECK(sched_setscheduler(0, SCHED_BATCH, &none));
}

static int by_value(const void* a, const void* b) {
  double x = *(const double*) a, y = *(const double*) b;
  return (x > y) - (x < y);
}

/* What one run says. On one CPU the noise of a shared machine only ever adds: the lower quartile
 * is steadier than the middle, and nearer to the truth. Where threads spread over the CPUs the
 * cost itself varies with the scheduler's choices: there the middle is the fair figure. */
static double figure(double* slices, int count, int sched) {
  qsort(slices, (size_t) count, sizeof(*slices), by_value);
  return slices[count / (sched == LOCKSTEP ? 4 : 2)];
}

static void report(const struct bench_case* c, struct bench* b) {
  Dl_info library = {0};

  REQUIRE(dladdr((void*) (uintptr_t) uv_run, &library));
  printf("{\"name\": \"%s\", \"ops\": %llu", c->name, (unsigned long long) b->total_ops);
  if (b->bytes_per_op > 0)
    printf(", \"bytes_per_op\": %.1f", b->bytes_per_op);
  else
    printf(", \"cpu_ns_per_op\": %.2f, \"wall_ns_per_op\": %.2f",
           figure(b->cpu, b->slices, c->sched), figure(b->wall, b->slices, c->sched));
  printf(", \"library\": \"%s\", \"version\": \"%s\"}\n", library.dli_fname, uv_version_string());
}

static int run_case(const struct bench_case* c) {
  static struct bench b;
  const char* budget = getenv("BENCH_MS");

  alarm(KILL_AFTER_SECONDS);
  b.arg = c->arg;
  b.stride = 1;
  b.budget_ns = 1000000ull * (budget ? strtoul(budget, NULL, 10) : DEFAULT_BUDGET_MS);
  schedule(c->sched);
  c->run(&b);
  report(c, &b);
  return 0;
}

int main(int argc, char** argv) {
  if (argc == 2 && strcmp(argv[1], "--list") == 0) {
    list_cases();
    return 0;
  }
  for (size_t i = 0; argc == 2 && i < sizeof(cases) / sizeof(cases[0]); i++)
    if (strcmp(argv[1], cases[i].name) == 0)
      return run_case(&cases[i]);
  fprintf(stderr, "usage: %s --list | CASE\n", argv[0]);
  return 2;
}
