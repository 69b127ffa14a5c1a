/* src/runtime/see/metrics.c — the current values of metrics.def, and their text for Prometheus. */
#include "metrics.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "http.h"
#include "uv_trace.h"

/* Adds the time since the loop fell asleep, which is not counted yet. */
static double asleep_ns(const uv_trace_counters_t* c) {
  return (double) c->asleep_ns + (c->asleep ? (double) (c->now_ns - c->since_ns) : 0);
}

/* When the loop of a thread began. */
static uint64_t began_ns(const gy_env* env) {
  return env->worker != NULL ? env->milestones[GY_NODE_START] : env->started;
}

/* The upper bound of the bucket that contains the quantile `share` of all turns; at most the
 * longest turn. */
static double delay_ns(const uv_trace_counters_t* c, double share) {
  double longer = (double) c->turns * (1 - share);
  uint64_t end;

  for (int i = UV_TRACE_DELAYS - 1; i >= 0; i--) {
    longer -= (double) c->delays[i];
    if (longer < 0) {
      end = UINT64_C(1) << (i + 17);
      return (double) (end < c->longest_turn_ns ? end : c->longest_turn_ns);
    }
  }
  return 0;
}

static double resident(void) {
  size_t bytes = 0;

  (void) uv_resident_set_memory(&bytes);
  return (double) bytes;
}

static double cpu_seconds(void) {
  struct rusage use;

  if (getrusage(RUSAGE_SELF, &use) != 0)
    return 0;
  return (double) (use.ru_utime.tv_sec + use.ru_stime.tv_sec) +
         (double) (use.ru_utime.tv_usec + use.ru_stime.tv_usec) / 1e6;
}

/* ---- The table ---- */

enum id {
#define METRIC(id, prometheus, otel, kind, unit, label, help, value) METRIC_##id,
#include "metrics.def"
#undef METRIC
  METRICS
};

static const struct gy_metric metrics[METRICS] = {
#define METRIC(id, prometheus, otel, kind, unit, label, help, value) \
  {prometheus, otel, unit, help, GY_METRIC_##kind, GY_LABEL_##label},
#include "metrics.def"
#undef METRIC
};

/* The i-th value of a metric. */
static double value_of(enum id id, gy_env* env, const uv_trace_counters_t* c, int i) {
  const uv_trace_phase_counters_t* p = &c->phases[i % UV_TRACE_PHASES];
  const uv_trace_pool_kind_t* j = &c->pool[i % UV_TRACE_POOL_KINDS];
  bool is_idle = i == 1;

  switch (id) {
#define METRIC(id, prometheus, otel, kind, unit, label, help, value) \
  case METRIC_##id:                                                  \
    return (double) (value);
#include "metrics.def"
#undef METRIC
    default: return 0;
  }
}

/* The label of a metric's i-th value; NULL after the last, "" for a metric with one value. */
static const char* label_of(const struct gy_metric* metric, const uv_trace_counters_t* c, int i) {
  static const char* const states[] = {"active", "idle"};

  switch (metric->label) {
    case GY_LABEL_PHASE: return i < UV_TRACE_PHASES ? uv_trace_phase_name(i) : NULL;
    case GY_LABEL_JOB: return i < UV_TRACE_POOL_KINDS ? c->pool[i].name : NULL;
    case GY_LABEL_STATE: return i < (int) GY_COUNT(states) ? states[i] : NULL;
    default: return i == 0 ? "" : NULL;
  }
}

/* Times of phases are partly estimated, and a better estimate may be lower. A counter that falls
 * looks like a restarted process, so it keeps its last value until the new one exceeds it. On the
 * side thread only. */
static void never_fall(struct gy_see_loop* loop, uv_trace_counters_t* c) {
  for (int i = 0; i < UV_TRACE_PHASES; i++) {
    if (c->phases[i].time_ns < loop->reported_ns[i])
      c->phases[i].time_ns = loop->reported_ns[i];
    loop->reported_ns[i] = c->phases[i].time_ns;
  }
}

/* ---- All loops ---- */

enum { MOST_LOOPS = 128 }; /* further workers are not reported */

struct reading {
  struct gy_see_loop* loop; /* held */
  uv_trace_counters_t counters;
};

/* The main thread's first. How many. */
static int read_loops(struct reading* readings) {
  struct gy_see_loop* loop = gy_loop_hold(0);
  int count = 0;

  while (loop != NULL) {
    uint32_t id = loop->id;
    struct reading* one = &readings[count];
    *one = (struct reading){.loop = loop, .counters = {.size = sizeof(one->counters)}};
    if (uv_trace_counters(loop->env->loop, &one->counters) == 0) {
      never_fall(loop, &one->counters);
      count++;
    } else {
      gy_loop_release(loop);
    }
    loop = count < MOST_LOOPS ? gy_loop_hold_after(id) : NULL;
  }
  return count;
}

static bool is_of_loop(const struct gy_metric* metric) {
  static const char* const heads[] = {"gyre_loop_", "gyre_javascript_", "gyre_ring_"};

  for (size_t i = 0; i < GY_COUNT(heads); i++)
    if (strncmp(metric->prometheus, heads[i], strlen(heads[i])) == 0)
      return true;
  return false;
}

void gy_metrics_visit(gy_metric_visitor* visit, void* arg) {
  static struct reading readings[MOST_LOOPS]; /* of the side thread */
  int count = read_loops(readings);
  const char* label;

  for (enum id id = 0; id < METRICS; id++)
    for (int n = 0; n < count && (n == 0 || is_of_loop(&metrics[id])); n++) {
      const uv_trace_counters_t* c = &readings[n].counters;
      struct gy_see_loop* loop = readings[n].loop;
      for (int i = 0; (label = label_of(&metrics[id], c, i)) != NULL; i++)
        visit(arg, &metrics[id], loop, label, value_of(id, loop->env, c, i));
    }
  for (int n = 0; n < count; n++)
    gy_loop_release(readings[n].loop);
}

/* ---- Prometheus ---- */

struct text {
  FILE* out;
  const struct gy_metric* last;
};

/* In the value of a label, backslash, quote and line end are escaped. */
static void write_label(FILE* out, bool* is_first, const char* name, const char* value) {
  fprintf(out, "%c%s=\"", *is_first ? '{' : ',', name);
  *is_first = false;
  for (; *value != '\0'; value++) {
    if (*value == '\n')
      fputs("\\n", out);
    else if (*value == '"' || *value == '\\')
      fprintf(out, "\\%c", *value);
    else
      fputc(*value, out);
  }
  fputc('"', out);
}

static void write_line(void* arg, const struct gy_metric* metric, const struct gy_see_loop* loop,
                       const char* label, double value) {
  static const char* const kinds[] = {[GY_METRIC_COUNTER] = "counter", [GY_METRIC_GAUGE] = "gauge"};
  static const char* const labels[] = {
      [GY_LABEL_PHASE] = "phase", [GY_LABEL_JOB] = "kind", [GY_LABEL_STATE] = "state"};
  struct text* text = arg;
  bool is_first = true;
  char number[16];

  if (text->last != metric)
    fprintf(text->out, "# HELP %s %s\n# TYPE %s %s\n", metric->prometheus, metric->help,
            metric->prometheus, kinds[metric->kind]);
  text->last = metric;
  fputs(metric->prometheus, text->out);
  if (label[0] != '\0')
    write_label(text->out, &is_first, labels[metric->label], label);
  if (loop->id != 0) {
    snprintf(number, sizeof(number), "%u", loop->id);
    write_label(text->out, &is_first, "worker", number);
    write_label(text->out, &is_first, "name", loop->name);
  }
  fprintf(text->out, "%s %.17g\n", is_first ? "" : "}", value);
}

static void on_metrics(struct gy_http_peer* peer, const struct gy_request* request) {
  char* body = NULL;
  size_t length = 0;
  struct text text = {.out = open_memstream(&body, &length)};

  (void) request;
  if (text.out != NULL) {
    gy_metrics_visit(write_line, &text);
    fclose(text.out);
  }
  gy_http_answer(peer, 200, "text/plain; version=0.0.4; charset=utf-8", body, length);
}

int gy_metrics_listen(unsigned port, unsigned* actual) {
  static const struct gy_http_route routes[] = {{"GET", "/metrics", on_metrics, false}};
  int fd = gy_http_listen(port, actual);

  return fd < 0 ? fd : gy_http_serve(fd, *actual, routes, GY_COUNT(routes), NULL);
}
