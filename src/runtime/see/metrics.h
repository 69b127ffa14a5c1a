/* src/runtime/see/metrics.h — the loop's numbers for machines: metrics.def, told one by one. */
#ifndef METRICS_H
#define METRICS_H

#include "loops.h"
#include "see.h"

enum gy_metric_kind { GY_METRIC_COUNTER, GY_METRIC_GAUGE };
enum gy_metric_label { GY_LABEL_NONE, GY_LABEL_PHASE, GY_LABEL_JOB, GY_LABEL_STATE };

struct gy_metric {
  const char* prometheus;
  const char* otel;
  const char* unit;
  const char* help;
  enum gy_metric_kind kind;
  enum gy_metric_label label;
};

/* One value of a metric, of the main thread's loop or of a worker's, which is held; `label` is ""
 * for those without. Values of one metric come together. */
typedef void gy_metric_visitor(void* arg, const struct gy_metric* metric,
                               const struct gy_see_loop* loop, const char* label, double value);

/* Tells all values of now. On the side thread. */
void gy_metrics_visit(gy_metric_visitor* visit, void* arg);

/* GET /metrics on 127.0.0.1, in Prometheus's text format. A negative errno. */
int gy_metrics_listen(unsigned port, unsigned* actual);

/* Sends them to a collector again and again: http://host:port, OTLP over HTTP with JSON. UV_EINVAL:
 * the address is none of these. */
int gy_otlp_open(const char* url);

/* The process ends: sends them once more and waits for the answer, for a second at most. On the
 * program's thread. */
void gy_otlp_end(void);

#endif
