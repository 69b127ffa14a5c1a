/* test/fault/scenario.c — what scenarios are written with, and how one is run. */
#include "scenario.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "inject.h"
#include "run.h"

enum { MOST_DESCRIPTORS = 256 };

static struct fault_scenario* scenarios;
static uv_loop_t the_loop;

void fault_register(struct fault_scenario* scenario) {
  struct fault_scenario** where = &scenarios;

  while (*where != NULL && strcmp((*where)->name, scenario->name) < 0)
    where = &(*where)->next;
  scenario->next = *where;
  *where = scenario;
}

struct fault_scenario* fault_scenarios(void) {
  return scenarios;
}

void fault_must(const char* file, int line, const char* text) {
  fprintf(stderr, "%s:%d: no error excuses this: %s\n", file, line, text);
  abort();
}

int64_t note(const char* what, int64_t result) {
  if (result < 0) {
    int i = __atomic_fetch_add(&fault_board->notes, 1, __ATOMIC_SEQ_CST);
    if (i < FAULT_NOTES) {
      fault_board->note[i].code = (int) result;
      snprintf(fault_board->note[i].what, sizeof(fault_board->note[i].what), "%s", what);
    }
  }
  return result;
}

int failed(const char* what, int64_t result) {
  if (note(what, result) >= 0)
    return 0;
  close_all(&the_loop);
  return 1;
}

void goal(void) {
  __atomic_add_fetch(&fault_board->goals, 1, __ATOMIC_SEQ_CST);
}

void release(void* p) {
  fault_free(p);
}

int nothing_allocated(void) {
  return fault_allocated() == 0;
}

static void close_one(uv_handle_t* handle, void* arg) {
  (void) arg;
  if (!uv_is_closing(handle))
    uv_close(handle, NULL);
}

void close_all(uv_loop_t* loop) {
  uv_walk(loop, close_one, NULL);
}

void finish(uv_loop_t* loop) {
  uv_run(loop, UV_RUN_DEFAULT);
  close_all(loop);
  uv_run(loop, UV_RUN_DEFAULT);
  int err = uv_loop_close(loop);
  if (err != 0)
    uv_print_all_handles(loop, stderr);
  must(err == 0);
}

/* ---- One run ---- */

static void problem(const char* format, long a, const char* text) {
  if (fault_board->problem[0] == '\0')
    snprintf(fault_board->problem, sizeof(fault_board->problem), format, a, text);
}

static void list_descriptors(char open[MOST_DESCRIPTORS]) {
  for (int fd = 0; fd < MOST_DESCRIPTORS; fd++)
    open[fd] = fcntl(fd, F_GETFD) != -1;
}

static void compare_descriptors(const char before[MOST_DESCRIPTORS]) {
  char after[MOST_DESCRIPTORS], link[32], target[100];

  list_descriptors(after);
  for (int fd = 0; fd < MOST_DESCRIPTORS; fd++) {
    if (before[fd] == after[fd])
      continue;
    snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
    ssize_t n = readlink(link, target, sizeof(target) - 1);
    target[n > 0 ? n : 0] = '\0';
    problem(after[fd] ? "descriptor %ld left open: %s" : "descriptor %ld closed%s", fd, target);
  }
}

void fault_run(const struct fault_scenario* scenario) {
  char descriptors[MOST_DESCRIPTORS];

  signal(SIGPIPE, SIG_IGN); /* as programs that use the library do */
  fault_use_allocator();
  list_descriptors(descriptors);
  fault_board->armed = 1;
  if (note("loop_init", uv_loop_init(&the_loop)) == 0) {
    scenario->run(&the_loop);
    finish(&the_loop);
  }
  uv_library_shutdown();
  fault_board->armed = 0;
  compare_descriptors(descriptors);
  if (fault_allocated() != 0)
    problem("%ld pieces of memory not given back%s", (long) fault_allocated(), "");
}
