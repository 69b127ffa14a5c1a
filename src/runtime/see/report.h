/* src/runtime/see/report.h — a report on one time that the loop was blocked. */
#ifndef REPORT_H
#define REPORT_H

#include "blocked.h"

struct gy_report {
  uint32_t thread;      /* the thread of the loop: 0, or the threadId of a worker */
  char thread_name[64]; /* of the worker */
  uint64_t began_ns;    /* on the clock of uv_hrtime(): when a check first saw the callback */
  uint64_t duration_ns;
  uint64_t part_ns;   /* start of the part that is named; later than began_ns after another part */
  uint64_t left_ns;   /* end of that part, or 0 if the callback ended with it */
  uint64_t waited_ns; /* part of it without a free processor, up to the first report */
  bool is_over;
  uint64_t slice;    /* the slice in which it runs: uv_trace_slice_now() */
  unsigned phase_id; /* uv_trace_phase */
  const char* phase; /* its name */
  enum gy_kind kind;
  enum gy_doing doing;
  bool is_starving;     /* many ticks or promise jobs, not one long one */
  uint64_t consecutive; /* how many, an estimate for promise jobs; 0: unknown */
  unsigned collecting;  /* share of the collector in the time, in percent, when is_over */
  struct gy_stack stack;
  char what[96];
};

/* How long the named part has blocked the loop, when that is over. */
uint64_t gy_report_share(const struct gy_report* report);

/* Prints a sentence and the program's own frames. */
void gy_report_print(FILE* out, const struct gy_report* report);

/* As a JSON object, for listeners of 'loop:blocked'. */
void gy_report_json(FILE* out, const struct gy_report* report);

/* Adds the line, if it is known, to report->slice. On the side thread. */
void gy_report_to_slice(uv_loop_t* loop, const struct gy_report* report);

#endif
