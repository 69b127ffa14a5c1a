/* src/runtime/see/numbers.c — the loop's counters as JSON, the source of `top`, the page and
 * performance.loop. */
#include <unistd.h>

#include "runtime/worker/worker.h"
#include "see.h"
#include "uv_trace.h"

void gy_json_string(FILE* out, const char* s) {
  if (s == NULL) {
    fputs("null", out);
    return;
  }
  fputc('"', out);
  for (; *s != '\0'; s++) {
    unsigned char c = (unsigned char) *s;
    if (c == '"' || c == '\\')
      fprintf(out, "\\%c", c);
    else if (c < 0x20)
      fprintf(out, "\\u%04x", c);
    else
      fputc(c, out);
  }
  fputc('"', out);
}

static void member(FILE* out, const char* name, uint64_t value) {
  fprintf(out, ",\"%s\":%llu", name, (unsigned long long) value);
}

static void write_phases(FILE* out, const uv_trace_counters_t* c) {
  fputs(",\"phases\":[", out);
  for (int i = 0; i < UV_TRACE_PHASES; i++) {
    fprintf(out, "%s{\"name\":\"%s\"", i > 0 ? "," : "", uv_trace_phase_name(i));
    member(out, "callbacks", c->phases[i].callbacks);
    member(out, "time_ns", c->phases[i].time_ns);
    member(out, "longest_ns", c->phases[i].longest_ns);
    fputc('}', out);
  }
  fputc(']', out);
}

static void write_delays(FILE* out, const uv_trace_counters_t* c) {
  member(out, "longest_turn_ns", c->longest_turn_ns);
  fputs(",\"delays\":[", out);
  for (int i = 0; i < UV_TRACE_DELAYS; i++)
    fprintf(out, "%s%llu", i > 0 ? "," : "", (unsigned long long) c->delays[i]);
  fputc(']', out);
  member(out, "late_timers", c->late_timers);
  member(out, "late_total_ns", c->late_total_ns);
  member(out, "late_worst_ns", c->late_worst_ns);
}

static void write_ring(FILE* out, const uv_trace_counters_t* c) {
  fprintf(out, ",\"ring\":{\"submitted\":%llu", (unsigned long long) c->ring_submitted);
  member(out, "completed", c->ring_completed);
  member(out, "fallbacks", c->ring_fallbacks);
  fputc('}', out);
}

static void write_pool(FILE* out, const uv_trace_counters_t* c) {
  fprintf(out, ",\"pool\":{\"threads\":%u", c->pool_threads);
  member(out, "busy", c->pool_busy);
  member(out, "depth", c->pool_depth);
  fputs(",\"kinds\":[", out);
  for (int i = 0; i < UV_TRACE_POOL_KINDS && c->pool[i].name != NULL; i++) {
    const uv_trace_pool_kind_t* kind = &c->pool[i];
    fprintf(out, "%s{\"name\":\"%s\"", i > 0 ? "," : "", kind->name);
    member(out, "queued", kind->queued);
    member(out, "running", kind->running);
    member(out, "done", kind->done);
    member(out, "cancelled", kind->cancelled);
    member(out, "wait_ns", kind->wait_ns);
    member(out, "run_ns", kind->run_ns);
    member(out, "longest_wait_ns", kind->longest_wait_ns);
    fputc('}', out);
  }
  fputs("]}", out);
}

const char* gy_doing_name(const gy_env* env) {
  static const char* const doing[] = {[GY_DOING_NOTHING] = "nothing",
                                      [GY_DOING_CALLBACK] = "callback",
                                      [GY_DOING_TICKS] = "ticks",
                                      [GY_DOING_JOBS] = "promise jobs",
                                      [GY_DOING_REJECTIONS] = "rejections"};

  return doing[gy_doing(&env->now)];
}

/* Writes what JavaScript is doing, which the loop does not record. */
static void write_now(FILE* out, const gy_env* env) {
  fprintf(out, ",\"doing\":\"%s\"", gy_doing_name(env));
  member(out, "entries", GY_NOW_READ(env->now.entries));
  member(out, "rounds", GY_NOW_READ(env->now.rounds));
}

void gy_json_counters(FILE* out, gy_env* env) {
  uv_trace_counters_t c = {.size = sizeof(c)};
  size_t rss = 0;

  if (uv_trace_counters(env->loop, &c) != 0) {
    fputs("{\"error\":\"this build has no counters\"}", out);
    return;
  }
  (void) uv_resident_set_memory(&rss);
  fprintf(out, "{\"pid\":%d,\"thread\":%u,\"name\":", (int) getpid(), gy_worker_id(env->worker));
  gy_json_string(out, gy_worker_name(env->worker));
  member(out, "now_ns", c.now_ns);
  member(out, "uptime_ns", c.now_ns - env->started);
  fprintf(out, ",\"phase\":\"%s\",\"asleep\":%s",
          c.phase == UV_TRACE_OUTSIDE ? "main" : uv_trace_phase_name(c.phase),
          c.asleep ? "true" : "false");
  member(out, "since_ns", c.since_ns);
  member(out, "turns", c.turns);
  member(out, "callbacks", c.callbacks);
  member(out, "asleep_ns", c.asleep_ns);
  member(out, "rss", rss);
  write_now(out, env);
  write_phases(out, &c);
  write_delays(out, &c);
  write_ring(out, &c);
  write_pool(out, &c);
  fputc('}', out);
}
