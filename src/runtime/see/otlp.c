/* src/runtime/see/otlp.c — sends the metrics to an OpenTelemetry collector: a POST of JSON to
 * /v1/metrics every OTEL_METRIC_EXPORT_INTERVAL milliseconds (10 s), from the side thread; the
 * first at once, and one more when the program ends.
 *
 * (1) A collector that cannot be reached is reported once. Nothing is lost by a missed message,
 *     since counters only grow.
 * (2) At most one message is in flight: a slow collector gets fewer, not a queue. When there is no
 *     response within PATIENCE_MS, the message is dropped, and the next one is sent in its time.
 * (3) The exit waits for the last response, LAST_MS at most, and not if the previous message
 *     failed: inspection does not keep a program from exiting. */
#include <errno.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "metrics.h"

enum { DEFAULT_MS = 10000, SHORTEST_MS = 100, PATIENCE_MS = 5000, LAST_MS = 1000, MOST_URL = 256 };

static struct {
  char host[MOST_URL];
  char port[8];
  char path[MOST_URL];
  uv_timer_t timer;
  uv_tcp_t socket;
  uv_getaddrinfo_t look_up;
  uv_connect_t connect;
  uv_write_t write;
  char* message;
  size_t length;
  unsigned long long start_ns; /* of the process, wall clock: the same in all messages */
  uint64_t asked_ms; /* when the message was sent, on the clock of the side loop; 0: not yet */
  bool busy;
  bool complained;
  bool is_ending, has_sent_last;
  bool is_open; /* of the program's thread, which waits for */
  sem_t ended;
} otlp;

/* ---- The message ---- */

struct json {
  FILE* out;
  const struct gy_metric* last;
  unsigned long long now_ns, start_ns;
};

static void end_metric(struct json* json) {
  if (json->last != NULL)
    fputs(json->last->kind == GY_METRIC_COUNTER
              ? "],\"aggregationTemporality\":2,\"isMonotonic\":true}}"
              : "]}}",
          json->out);
}

static void begin_metric(struct json* json, const struct gy_metric* metric) {
  end_metric(json);
  fprintf(json->out,
          "%s{\"name\":\"%s\",\"description\":\"%s\",\"unit\":\"%s\",\"%s\":{\"dataPoints\":[",
          json->last != NULL ? "," : "", metric->otel, metric->help, metric->unit,
          metric->kind == GY_METRIC_COUNTER ? "sum" : "gauge");
}

static void write_attribute(FILE* out, bool* is_first, const char* key, const char* value) {
  fprintf(out,
          "%s{\"key\":\"%s\",\"value\":{\"stringValue\":", *is_first ? ",\"attributes\":[" : ",",
          key);
  *is_first = false;
  gy_json_string(out, value);
  fputs("}}", out);
}

static void write_attributes(FILE* out, const char* key, const char* label,
                             const struct gy_see_loop* loop) {
  bool is_first = true;
  char number[16];

  if (label[0] != '\0')
    write_attribute(out, &is_first, key, label);
  if (loop->id != 0) {
    snprintf(number, sizeof(number), "%u", loop->id);
    write_attribute(out, &is_first, "thread.id", number);
    write_attribute(out, &is_first, "thread.name", loop->name);
  }
  fputs(is_first ? "" : "]", out);
}

static void write_point(void* arg, const struct gy_metric* metric, const struct gy_see_loop* loop,
                        const char* label, double value) {
  static const char* const labels[] = {[GY_LABEL_PHASE] = "gyre.loop.phase",
                                       [GY_LABEL_JOB] = "gyre.pool.kind",
                                       [GY_LABEL_STATE] = "nodejs.eventloop.state"};
  struct json* json = arg;
  bool is_first = json->last != metric;

  if (is_first)
    begin_metric(json, metric);
  json->last = metric;
  fprintf(json->out,
          "%s{\"startTimeUnixNano\":\"%llu\",\"timeUnixNano\":\"%llu\",\"asDouble\":%.17g",
          is_first ? "" : ",", json->start_ns, json->now_ns, value);
  write_attributes(json->out, labels[metric->label], label, loop);
  fputc('}', json->out);
}

static void write_body(FILE* out) {
  gy_env* env = gy_side_env();
  const char* service = getenv("OTEL_SERVICE_NAME");
  struct json json = {.out = out};
  uv_timespec64_t now;

  uv_clock_gettime(UV_CLOCK_REALTIME, &now);
  json.now_ns = (unsigned long long) now.tv_sec * 1000000000u + (unsigned long long) now.tv_nsec;
  if (otlp.start_ns == 0)
    otlp.start_ns = json.now_ns - (uv_hrtime() - env->started);
  json.start_ns = otlp.start_ns;
  fputs(
      "{\"resourceMetrics\":[{\"resource\":{\"attributes\":[{\"key\":\"service.name\",\"value\":{"
      "\"stringValue\":",
      out);
  gy_json_string(out, service != NULL ? service : "gyre");
  fprintf(out, "}},{\"key\":\"process.pid\",\"value\":{\"intValue\":\"%d\"}}]},", (int) getpid());
  fputs("\"scopeMetrics\":[{\"scope\":{\"name\":\"gyre\"},\"metrics\":[", out);
  gy_metrics_visit(write_point, &json);
  end_metric(&json);
  fputs("]}]}]}", out);
}

static bool make_message(void) {
  char* body = NULL;
  size_t length = 0;
  FILE* out = open_memstream(&body, &length);

  if (out == NULL)
    return false;
  write_body(out);
  fclose(out);
  out = open_memstream(&otlp.message, &otlp.length);
  if (out != NULL) {
    fprintf(out,
            "POST %s HTTP/1.1\r\nHost: %s:%s\r\nContent-Type: application/json\r\n"
            "Content-Length: %zu\r\nConnection: close\r\n\r\n",
            otlp.path, otlp.host, otlp.port, length);
    fwrite(body, 1, length, out);
    fclose(out);
  }
  free(body);
  return out != NULL;
}

/* ---- Sending it ---- */

static void send_last(void);

static void on_closed(uv_handle_t* handle) {
  (void) handle;
  free(otlp.message);
  otlp.message = NULL;
  otlp.asked_ms = 0;
  otlp.busy = false;
  if (otlp.is_ending)
    send_last();
}

static void finish(int err) {
  if (err != 0 && err != UV_EOF && !otlp.complained) {
    fprintf(stderr, "gyre: cannot send metrics to %s:%s: %s\n", otlp.host, otlp.port,
            uv_strerror(err));
    otlp.complained = true;
  }
  if (!uv_is_closing((uv_handle_t*) &otlp.socket))
    uv_close((uv_handle_t*) &otlp.socket, on_closed);
}

static void on_room(uv_handle_t* handle, size_t suggested, uv_buf_t* buf) {
  static char answer[1024];

  (void) handle;
  (void) suggested;
  *buf = uv_buf_init(answer, sizeof(answer));
}

/* The response is read so that the collector sees no reset; only its status is used. */
static void on_answer(uv_stream_t* stream, ssize_t nread, const uv_buf_t* buf) {
  static const char start[] = "HTTP/1.";
  bool has_status =
      nread > 12 && strncmp(buf->base, start, sizeof(start) - 1) == 0; /* else it is the body */
  const char* status = has_status ? buf->base + sizeof("HTTP/1.1 ") - 1 : "";

  (void) stream;
  if (has_status && *status != '2' && !otlp.complained)
    fprintf(stderr, "gyre: %s:%s refuses the metrics: %.3s\n", otlp.host, otlp.port, status);
  if (has_status)
    otlp.complained = *status != '2';
  if (nread < 0 || (has_status && otlp.is_ending))
    finish(nread < 0 ? (int) nread : 0);
}

static void on_written(uv_write_t* req, int status) {
  (void) req;
  if (status != 0)
    finish(status);
}

static void on_connect(uv_connect_t* req, int status) {
  uv_buf_t buf = uv_buf_init(otlp.message, (unsigned) otlp.length);

  (void) req;
  if (status == 0)
    status = uv_read_start((uv_stream_t*) &otlp.socket, on_room, on_answer);
  if (status == 0)
    status = uv_write(&otlp.write, (uv_stream_t*) &otlp.socket, &buf, 1, on_written);
  if (status != 0)
    finish(status);
}

static void on_address(uv_getaddrinfo_t* req, int status, struct addrinfo* found) {
  otlp.asked_ms = uv_now(req->loop);
  if (status == 0)
    status = uv_tcp_connect(&otlp.connect, &otlp.socket, found->ai_addr, on_connect);
  uv_freeaddrinfo(found);
  if (status != 0)
    finish(status);
}

static void send_now(void) {
  struct addrinfo hints = {.ai_socktype = SOCK_STREAM};
  uv_loop_t* loop = gy_side_loop();
  int err;

  if (otlp.busy || !make_message())
    return;
  otlp.busy = true;
  uv_tcp_init(loop, &otlp.socket);
  err = uv_getaddrinfo(loop, &otlp.look_up, on_address, otlp.host, otlp.port, &hints);
  if (err != 0)
    finish(err);
}

static void on_time(uv_timer_t* timer) {
  if (otlp.busy && otlp.asked_ms != 0 && uv_now(timer->loop) - otlp.asked_ms >= PATIENCE_MS)
    finish(UV_ETIMEDOUT);
  send_now();
}

/* ---- The end ---- */

/* Called again when that message, or the one before it, is done. */
static void send_last(void) {
  if (!otlp.has_sent_last && !otlp.complained) {
    otlp.has_sent_last = true;
    send_now();
  }
  if (!otlp.busy)
    sem_post(&otlp.ended);
}

static void begin_end(void* arg) {
  (void) arg;
  uv_timer_stop(&otlp.timer);
  otlp.is_ending = true;
  if (otlp.complained)
    sem_post(&otlp.ended);
  else if (!otlp.busy)
    send_last();
}

void gy_otlp_end(void) {
  struct timespec until;

  if (!otlp.is_open || gy_side_post(begin_end, NULL) != 0)
    return;
  clock_gettime(CLOCK_MONOTONIC, &until);
  until.tv_sec += LAST_MS / 1000;
  while (sem_clockwait(&otlp.ended, CLOCK_MONOTONIC, &until) != 0 && errno == EINTR) {
  }
}

/* ---- Opening ---- */

static void begin(void* arg) {
  const char* given = getenv("OTEL_METRIC_EXPORT_INTERVAL");
  long ms = given != NULL ? strtol(given, NULL, 10) : DEFAULT_MS;

  (void) arg;
  if (ms < SHORTEST_MS)
    ms = SHORTEST_MS;
  uv_timer_init(gy_side_loop(), &otlp.timer);
  uv_timer_start(&otlp.timer, on_time, 0, (uint64_t) ms);
}

/* http://host[:port][/path]; the path is /v1/metrics unless there is one. */
static bool read_url(const char* url) {
  static const char scheme[] = "http://";
  size_t host, port = 0;

  if (strncmp(url, scheme, sizeof(scheme) - 1) != 0 || strlen(url) >= MOST_URL)
    return false;
  url += sizeof(scheme) - 1;
  host = strcspn(url, ":/");
  if (host == 0)
    return false;
  snprintf(otlp.host, sizeof(otlp.host), "%.*s", (int) host, url);
  url += host;
  if (*url == ':') {
    port = strspn(++url, "0123456789");
    if (port == 0 || port > 5)
      return false;
  }
  snprintf(otlp.port, sizeof(otlp.port), "%.*s", port > 0 ? (int) port : 4,
           port > 0 ? url : "4318");
  url += port;
  if (*url != '\0' && *url != '/')
    return false;
  snprintf(otlp.path, sizeof(otlp.path), "%s",
           url[0] != '\0' && url[1] != '\0' ? url : "/v1/metrics");
  return true;
}

int gy_otlp_open(const char* url) {
  int err = read_url(url) ? gy_side_post(begin, NULL) : UV_EINVAL;

  otlp.is_open = err == 0 && sem_init(&otlp.ended, 0, 0) == 0;
  return err;
}
