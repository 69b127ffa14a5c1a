/* src/runtime/see/metrics.c — the current values of metrics.def, and their text for Prometheus. */
#include "metrics.h"

#include <stdlib.h>
#include <sys/resource.h>

#include "http.h"
#include "uv_trace.h"

/* Adds the time since the loop fell asleep, which is not counted yet. */
static double asleep_ns(const uv_trace_counters_t* c) {
  return (double) c->asleep_ns + (c->asleep ? (double) (c->now_ns - c->since_ns) : 0);
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

/* Times of phases are partly estimated, and may shrink when more is known. A counter that falls
 * looks like a restarted process, so it keeps its last value until it is overtaken. On the side
 * thread only. */
static void never_fall(uv_trace_counters_t* c) {
  static uint64_t reported_ns[UV_TRACE_PHASES];

  for (int i = 0; i < UV_TRACE_PHASES; i++) {
    if (c->phases[i].time_ns < reported_ns[i])
      c->phases[i].time_ns = reported_ns[i];
    reported_ns[i] = c->phases[i].time_ns;
  }
}

void gy_metrics_visit(gy_env* env, gy_metric_visitor* visit, void* arg) {
  uv_trace_counters_t c = {.size = sizeof(c)};
  const char* label;

  if (uv_trace_counters(env->loop, &c) != 0)
    return;
  never_fall(&c);
  for (enum id id = 0; id < METRICS; id++)
    for (int i = 0; (label = label_of(&metrics[id], &c, i)) != NULL; i++)
      visit(arg, &metrics[id], label, value_of(id, env, &c, i));
}

/* ---- Prometheus ---- */

struct text {
  FILE* out;
  const struct gy_metric* last;
};

static void write_line(void* arg, const struct gy_metric* metric, const char* label, double value) {
  static const char* const kinds[] = {[GY_METRIC_COUNTER] = "counter", [GY_METRIC_GAUGE] = "gauge"};
  static const char* const labels[] = {
      [GY_LABEL_PHASE] = "phase", [GY_LABEL_JOB] = "kind", [GY_LABEL_STATE] = "state"};
  struct text* text = arg;

  if (text->last != metric)
    fprintf(text->out, "# HELP %s %s\n# TYPE %s %s\n", metric->prometheus, metric->help,
            metric->prometheus, kinds[metric->kind]);
  text->last = metric;
  if (label[0] == '\0')
    fprintf(text->out, "%s %.17g\n", metric->prometheus, value);
  else
    fprintf(text->out, "%s{%s=\"%s\"} %.17g\n", metric->prometheus, labels[metric->label], label,
            value);
}

static void on_metrics(struct gy_http_peer* peer, const struct gy_request* request) {
  char* body = NULL;
  size_t length = 0;
  struct text text = {.out = open_memstream(&body, &length)};

  (void) request;
  if (text.out != NULL) {
    gy_metrics_visit(gy_side_env(), write_line, &text);
    fclose(text.out);
  }
  gy_http_answer(peer, 200, "text/plain; version=0.0.4; charset=utf-8", body, length);
}

int gy_metrics_listen(unsigned port, unsigned* actual) {
  static const struct gy_http_route routes[] = {{"GET", "/metrics", on_metrics, false}};
  int fd = gy_http_listen(port, actual);

  return fd < 0 ? fd : gy_http_serve(fd, *actual, routes, GY_COUNT(routes), NULL);
}
