/* src/runtime/see/metrics.h — the loop's numbers for machines: the metrics of metrics.def with
 * their values. */
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

/* One value of a metric, of the main thread's loop or of a worker's, which is held. `label` is ""
 * for metrics without labels. All values of a metric are passed one after another. */
typedef void gy_metric_visitor(void* arg, const struct gy_metric* metric,
                               const struct gy_see_loop* loop, const char* label, double value);

/* Tells all values of now. On the side thread. */
void gy_metrics_visit(gy_metric_visitor* visit, void* arg);

/* GET /metrics on 127.0.0.1, in Prometheus's text format. A negative errno. */
int gy_metrics_listen(unsigned port, unsigned* actual);

/* Sends the metrics to a collector at regular intervals: OTLP over HTTP with JSON, to
 * http://host:port. UV_EINVAL if the address has another form. */
int gy_otlp_open(const char* url);

/* Call when the process ends: sends the metrics once more and waits for the response, for a second
 * at most. On the thread of the program. */
void gy_otlp_end(void);

#endif
