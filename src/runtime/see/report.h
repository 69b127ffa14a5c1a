/* src/runtime/see/report.h — one time that the loop did not turn, and how it is told. */
#ifndef REPORT_H
#define REPORT_H

#include "blocked.h"

struct gy_report {
  uint64_t began_ns; /* on the clock of uv_hrtime(); when it was first seen */
  uint64_t duration_ns;
  uint64_t
      part_ns; /* when what is named here began: later when something else had held it before, */
  uint64_t left_ns;   /* and when it was seen to be over while the loop did not turn yet, or 0 */
  uint64_t waited_ns; /* of it the machine had no processor free, when it was reported */
  bool is_over;
  uint64_t slice;    /* of the last seconds, in which it runs: uv_trace_slice_now() */
  unsigned phase_id; /* of uv_trace.h, */
  const char* phase; /* by name */
  enum gy_kind kind;
  enum gy_doing doing;
  bool is_row;         /* many ticks or promise jobs, not one that is long: */
  uint64_t in_a_row;   /* so many, promise jobs about; 0: unknown */
  unsigned collecting; /* garbage, percent of the time, when it is over */
  struct gy_stack stack;
  char what[96];
};

/* How long what it names has held the loop, when that is over. */
uint64_t gy_report_share(const struct gy_report* report);

/* A sentence and the program's own frames, for standard error. */
void gy_report_say(FILE* out, const struct gy_report* report);

/* As a JSON object: what a listener for 'loop:blocked' gets. */
void gy_report_json(FILE* out, const struct gy_report* report);

/* Puts the line, if there is one, into that slice of the last seconds. On the side thread. */
void gy_report_note(uv_loop_t* loop, const struct gy_report* report);

#endif
