/* test/fault/scenario.h — a scenario: an ordinary use of the library, by a program that looks at
 * every result and takes any error for an answer.
 *
 *   SCENARIO(timer_fires) {
 *     static uv_timer_t timer;
 *     if (failed("timer_init", uv_timer_init(loop, &timer)))
 *       return;
 *     failed("timer_start", uv_timer_start(&timer, on_timer, 1, 0));
 *   }
 *
 * (1) The body starts things on a loop that is open; the loop is then run to its end, all handles
 *     are closed, and closing the loop must succeed. Handles live in static storage: every run is a
 *     new process.
 * (2) failed() tells the sweep that an error arrived, and closes every handle: the scenario then
 *     ends early, and not by a time-out, which would hide that it hangs.
 * (3) goal() tells that something was achieved. A run that reaches fewer goals than one without
 *     faults must have been told of an error. must() is for what no error excuses, such as wrong
 *     data. */
#ifndef FAULT_SCENARIO_H
#define FAULT_SCENARIO_H

#include <stdint.h>
#include <uv.h>

#define SCENARIO(name) FAULT_SCENARIO_(name, NULL)

/* One that is wrong on purpose; the sweep has to find it so: what it says contains `finding`. */
#define BROKEN(name, finding) FAULT_SCENARIO_(broken_##name, finding)

#define must(condition) ((condition) ? (void) 0 : fault_must(__FILE__, __LINE__, #condition))

/* Records a negative result and passes it on. */
int64_t note(const char* what, int64_t result);

/* 1 when the result is negative: it was noted, and all handles of the loop are closing. */
int failed(const char* what, int64_t result);

void goal(void);

/* Frees what the library allocated and handed over. */
void release(void* p);

/* Nothing that the library allocated is left; for processes that end early. */
int nothing_allocated(void);

/* Closes what is not closing yet. */
void close_all(uv_loop_t* loop);

/* Runs a loop to its end, closes all its handles, and the loop. */
void finish(uv_loop_t* loop);

/* ---- */

struct fault_scenario {
  const char* name;
  const char* finding;
  void (*run)(uv_loop_t* loop);
  struct fault_scenario* next;
};

void fault_register(struct fault_scenario* scenario);
void fault_must(const char* file, int line, const char* text);

#define FAULT_SCENARIO_(name, finding)                                               \
  static void scenario_##name(uv_loop_t* loop);                                      \
  __attribute__((constructor)) static void register_##name(void) {                   \
    static struct fault_scenario scenario = {#name, finding, scenario_##name, NULL}; \
    fault_register(&scenario);                                                       \
  }                                                                                  \
  static void scenario_##name(uv_loop_t* loop)

#endif
