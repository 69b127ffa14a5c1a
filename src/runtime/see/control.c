/* src/runtime/see/control.c — the protocol of an attached peer: a command and its argument per line
 * (protocol.c), answered by lines of JSON.
 *
 *   counters        the counters, once
 *   counters MS     again every MS milliseconds, until the peer disconnects
 *   blocked         the last report on a blocked loop (blocked.h), once
 *   blocked MS      the same, and watches for callbacks that run longer than MS milliseconds until
 *                   the peer disconnects
 *   trace           the last seconds, as a trace
 *   loops           the loops of all threads with their most important numbers, once
 *   loop N          makes the following commands apply to the worker with the threadId N, not to
 *                   the main thread; no answer
 *   why, top        answered by lib/internal/see/answer.js, on the program's thread, when the loop
 *                   turns. After PATIENCE_MS a line reports what the loop waits for; the answer
 *                   follows
 *
 * (1) A peer is freed when its handles are closed and none of its queries is pending.
 * (2) A peer that does not read is disconnected, because its lines would accumulate here.
 * (3) An unknown command is answered by one line with an error, and the peer is disconnected.
 * (4) Everything is bounded: peers, their lines, their pending queries, and the time without a
 *     command. */
#include <stdlib.h>
#include <string.h>

#include "loops.h"
#include "protocol.h"
#include "report.h"
#include "see.h"
#include "uv_trace.h"

enum {
  PATIENCE_MS = 300,
  SHORTEST_MS = 20,
  IDLE_MS = 30000,
  MOST_QUEUED = 1 << 20,
  MOST_PEERS = 32,
  MOST_LOOPS = 1000, /* in one answer */
  MOST_PENDING = 8
};

struct peer {
  uv_pipe_t pipe;
  uv_timer_t again;
  uv_timer_t idle;
  struct gy_lines lines;
  uint32_t loop;    /* its number */
  unsigned pending; /* queries on the program's thread */
  unsigned open;    /* handles not yet closed */
  bool watches;     /* has set a threshold for blocked callbacks */
  bool refused;     /* has sent no valid command: is disconnected after the error line is written */
};

static unsigned watching; /* peers with a threshold */
static unsigned peers;

struct query {
  struct peer* peer;
  uint32_t loop; /* the queried loop; the peer may have selected another since */
  uv_timer_t patience;
  struct gy_post back; /* carries the answer back to the side thread */
  char* answer;        /* malloc()ed; NULL: the program failed to answer */
  bool has_ended;      /* its thread has ended */
  const char* name;
};

static void release(struct peer* peer) {
  if (peer->open > 0 || peer->pending > 0)
    return;
  free(peer);
  peers--;
}

static void on_closed(uv_handle_t* handle) {
  struct peer* peer = handle->data;

  peer->open--;
  release(peer);
}

static void hang_up(struct peer* peer) {
  if (uv_is_closing((uv_handle_t*) &peer->pipe))
    return;
  if (peer->watches && --watching == 0)
    gy_blocked_report_to_peer(0);
  uv_close((uv_handle_t*) &peer->pipe, on_closed);
  uv_close((uv_handle_t*) &peer->again, on_closed);
  uv_close((uv_handle_t*) &peer->idle, on_closed);
}

/* ---- Answers ---- */

static void on_written(uv_write_t* req, int status) {
  struct peer* peer = req->handle->data;

  free(req->data);
  free(req);
  if (status < 0 || peer->refused)
    hang_up(peer);
}

/* Sends and frees `text`, which is malloc()ed. */
static void send_line(struct peer* peer, char* text, size_t length) {
  uv_buf_t buf = uv_buf_init(text, (unsigned) length);
  uv_write_t* req = malloc(sizeof(*req));

  if (req == NULL || text == NULL || uv_is_closing((uv_handle_t*) &peer->pipe) ||
      uv_stream_get_write_queue_size((uv_stream_t*) &peer->pipe) > MOST_QUEUED) {
    free(req);
    free(text);
    hang_up(peer);
    return;
  }
  req->data = text;
  if (uv_write(req, (uv_stream_t*) &peer->pipe, &buf, 1, on_written) != 0) {
    free(req);
    free(text);
    hang_up(peer);
  }
}

static void refuse(struct peer* peer, const char* line) {
  peer->refused = true;
  uv_read_stop((uv_stream_t*) &peer->pipe);
  uv_timer_stop(&peer->again);
  send_line(peer, strdup(line), strlen(line));
}

/* The selected loop of the peer, held. NULL if it has ended; the peer has been informed. */
static struct gy_see_loop* hold_loop(struct peer* peer) {
  struct gy_see_loop* loop = gy_loop_hold(peer->loop);
  char line[80];

  if (loop != NULL || uv_is_closing((uv_handle_t*) &peer->pipe))
    return loop;
  snprintf(line, sizeof(line), "{\"error\":\"there is no worker %u, or it has ended\"}\n",
           peer->loop);
  refuse(peer, line);
  return NULL;
}

static void send_counters(struct peer* peer) {
  struct gy_see_loop* loop = hold_loop(peer);
  char* text = NULL;
  size_t length = 0;
  FILE* out = loop != NULL ? open_memstream(&text, &length) : NULL;

  if (out != NULL)
    gy_json_counters(out, loop->env);
  if (loop != NULL)
    gy_loop_release(loop);
  if (out == NULL)
    return;
  fputc('\n', out);
  fclose(out);
  send_line(peer, text, length);
}

static void on_repeat(uv_timer_t* timer) {
  send_counters(timer->data);
}

static void answer_counters(struct peer* peer, unsigned ms) {
  send_counters(peer);
  if (ms > 0 && !peer->refused && !uv_is_closing((uv_handle_t*) &peer->again))
    uv_timer_start(&peer->again, on_repeat, ms < SHORTEST_MS ? SHORTEST_MS : ms,
                   ms < SHORTEST_MS ? SHORTEST_MS : ms);
}

static void answer_blocked(struct peer* peer, unsigned ms) {
  unsigned threshold = ms > 0 && ms < GY_BLOCKED_LEAST_MS ? GY_BLOCKED_LEAST_MS : ms;
  struct gy_see_loop* loop = hold_loop(peer);
  char* text = NULL;
  size_t length = 0;
  FILE* out = loop != NULL ? open_memstream(&text, &length) : NULL;

  if (out == NULL) {
    if (loop != NULL)
      gy_loop_release(loop);
    return;
  }
  if (threshold != 0) {
    watching += !peer->watches;
    peer->watches = true;
    gy_blocked_report_to_peer(threshold);
  }
  gy_json_blocked(out, loop);
  gy_loop_release(loop);
  fputc('\n', out);
  fclose(out);
  send_line(peer, text, length);
}

static void answer_trace(struct peer* peer, unsigned ms) {
  static const char none[] = "{\"error\":\"no trace was recorded\"}\n";
  struct gy_see_loop* loop = hold_loop(peer);
  size_t length = 0;
  char* text;

  (void) ms;
  if (loop == NULL)
    return;
  (void) gy_blocked_find_now(loop);
  text = gy_last_seconds(loop->env, &length);
  gy_loop_release(loop);
  if (text == NULL) {
    text = strdup(none);
    length = sizeof(none) - 1;
  }
  send_line(peer, text, length);
}

/* ---- All loops ---- */

static void write_loop(FILE* out, const struct gy_see_loop* loop, bool is_first) {
  uv_trace_counters_t c = {.size = sizeof(c)};

  (void) uv_trace_counters(loop->env->loop, &c); /* it fails only for another size */
  fprintf(out, "%s{\"thread\":%u,\"name\":", is_first ? "" : ",", loop->id);
  gy_json_string(out, loop->name);
  fprintf(out,
          ",\"now_ns\":%llu,\"since_ns\":%llu,\"asleep\":%s,\"asleep_ns\":%llu,\"turns\":%llu,"
          "\"callbacks\":%llu,\"longest_turn_ns\":%llu,\"phase\":\"%s\",\"doing\":\"%s\"}",
          (unsigned long long) c.now_ns, (unsigned long long) c.since_ns,
          c.asleep ? "true" : "false", (unsigned long long) c.asleep_ns,
          (unsigned long long) c.turns, (unsigned long long) c.callbacks,
          (unsigned long long) c.longest_turn_ns,
          c.phase == UV_TRACE_OUTSIDE ? "main" : uv_trace_phase_name(c.phase),
          gy_doing_name(loop->env));
}

static void answer_loops(struct peer* peer, unsigned ms) {
  char* text = NULL;
  size_t length = 0, rss = 0;
  FILE* out = open_memstream(&text, &length);
  unsigned count = gy_loop_count(), written = 0;
  struct gy_see_loop* loop = gy_loop_hold(0);

  (void) ms;
  (void) uv_resident_set_memory(&rss);
  if (out != NULL)
    fprintf(out, "{\"count\":%u,\"uptime_ns\":%llu,\"rss\":%zu,\"loops\":[", count,
            (unsigned long long) (uv_hrtime() - gy_side_env()->started), rss);
  while (loop != NULL) {
    uint32_t id = loop->id;
    if (out != NULL)
      write_loop(out, loop, written == 0);
    gy_loop_release(loop);
    loop = out != NULL && ++written < MOST_LOOPS ? gy_loop_hold_after(id) : NULL;
  }
  if (out == NULL)
    return;
  fputs("]}\n", out);
  fclose(out);
  send_line(peer, text, length);
}

static void pick_loop(struct peer* peer, unsigned number) {
  struct gy_see_loop* loop;

  peer->loop = number;
  loop = hold_loop(peer);
  if (loop != NULL)
    gy_loop_release(loop);
}

/* ---- Queries of the program ---- */

static void free_query(uv_handle_t* handle) {
  struct query* query = handle->data;

  query->peer->pending--;
  release(query->peer);
  free(query->answer);
  free(query);
}

static void on_answer(void* arg) {
  static const char none[] = "{\"error\":\"the program failed to answer\"}\n";
  static const char gone[] = "{\"error\":\"the worker has just ended\"}\n";
  struct query* query = arg;
  char* text = query->answer != NULL ? query->answer : strdup(query->has_ended ? gone : none);

  query->answer = NULL;
  send_line(query->peer, text, text != NULL ? strlen(text) : 0);
  uv_close((uv_handle_t*) &query->patience, free_query);
}

/* The loop does not turn: reports where it is, and the line that blocks it. */
static void on_patience(uv_timer_t* timer) {
  struct query* query = timer->data;
  struct gy_see_loop* loop = gy_loop_hold(query->loop);
  char* text = NULL;
  size_t length = 0;
  const struct gy_report* report;
  FILE* out;

  if (loop == NULL)
    return; /* it is being closed: the answer follows */
  report = gy_blocked_find_now(loop);
  out = open_memstream(&text, &length);
  if (out == NULL) {
    gy_loop_release(loop);
    return;
  }
  fputs("{\"waiting\":", out);
  gy_json_counters(out, loop->env);
  gy_loop_release(loop);
  if (report != NULL) {
    fputs(",\"by\":", out);
    gy_report_json(out, report);
  }
  fputs("}\n", out);
  fclose(out);
  send_line(query->peer, text, length);
}

char* gy_answer(gy_env* env, const char* query) {
  JSValueRef answer =
      gy_enter_inspector(env, "internal/see/answer", "answer", gy_string(env, query));
  struct gy_text text;
  char* line;

  if (answer == NULL || !gy_text_get(env, answer, &text, NULL))
    return NULL;
  line = malloc(text.length + 2);
  if (line != NULL)
    snprintf(line, text.length + 2, "%s\n", text.data);
  gy_text_free(&text);
  return line;
}

static void run_query(void* arg) {
  struct query* query = arg;
  gy_env* env = gy_env_here();

  query->has_ended = env->exiting || gy_loop_is_closing(env->seen);
  if (!query->has_ended)
    query->answer = gy_answer(env, query->name);
  gy_side_answer(&query->back, on_answer, query);
}

static void start_query(struct peer* peer, const char* name) {
  struct query* query;

  if (peer->pending >= MOST_PENDING) {
    refuse(peer, "{\"error\":\"too many queries are pending\"}\n");
    return;
  }
  query = calloc(1, sizeof(*query));
  if (query == NULL) {
    hang_up(peer);
    return;
  }
  query->peer = peer;
  query->loop = peer->loop;
  query->name = name;
  uv_timer_init(gy_side_loop(), &query->patience);
  query->patience.data = query;
  uv_timer_start(&query->patience, on_patience, PATIENCE_MS, 0);
  peer->pending++;
  int err = gy_loop_post(peer->loop, run_query, query);
  if (err == 0)
    return; /* from now on it belongs to that thread */
  query->has_ended = err == UV_ESRCH;
  on_answer(query);
}

static void answer_why(struct peer* peer, unsigned ms) {
  (void) ms;
  start_query(peer, "why");
}

static void answer_top(struct peer* peer, unsigned ms) {
  (void) ms;
  start_query(peer, "top");
}

/* ---- Reading ---- */

static void run_command(struct peer* peer, const char* line, size_t length) {
  static void (*const answers[GY_COMMANDS])(struct peer * peer, unsigned ms) = {
      [GY_COMMAND_COUNTERS] = answer_counters, [GY_COMMAND_BLOCKED] = answer_blocked,
      [GY_COMMAND_TRACE] = answer_trace,       [GY_COMMAND_WHY] = answer_why,
      [GY_COMMAND_TOP] = answer_top,           [GY_COMMAND_LOOPS] = answer_loops,
      [GY_COMMAND_LOOP] = pick_loop,
  };
  struct gy_command command;

  if (gy_command_parse(line, length, &command))
    answers[command.kind](peer, command.number);
  else
    refuse(peer, "{\"error\":\"unknown command\"}\n");
}

static void on_idle(uv_timer_t* timer) {
  struct peer* peer = timer->data;

  if (peer->pending == 0 && !uv_is_active((uv_handle_t*) &peer->again))
    hang_up(peer);
}

static void on_room(uv_handle_t* handle, size_t suggested, uv_buf_t* buf) {
  struct gy_lines* lines = &((struct peer*) handle->data)->lines;

  (void) suggested;
  *buf = uv_buf_init(lines->data + lines->length, (unsigned) (sizeof(lines->data) - lines->length));
}

static void on_read(uv_stream_t* stream, ssize_t nread, const uv_buf_t* buf) {
  struct peer* peer = stream->data;
  size_t length;

  (void) buf;
  if (nread < 0) {
    hang_up(peer);
    return;
  }
  peer->lines.length += (size_t) nread;
  while (!peer->refused && !uv_is_closing((uv_handle_t*) stream) &&
         gy_lines_next(&peer->lines, &length)) {
    uv_timer_again(&peer->idle);
    run_command(peer, peer->lines.data, length);
    gy_lines_drop(&peer->lines, length);
  }
  if (!peer->refused && gy_lines_is_full(&peer->lines))
    refuse(peer, "{\"error\":\"a command is a line of less than 256 bytes\"}\n");
}

void gy_control_serve(int fd) {
  struct peer* peer = peers < MOST_PEERS ? calloc(1, sizeof(*peer)) : NULL;

  if (peer == NULL) {
    gy_attach_refuse(fd, "too many processes are attached");
    return;
  }
  peers++;
  uv_pipe_init(gy_side_loop(), &peer->pipe, 0);
  uv_timer_init(gy_side_loop(), &peer->again);
  uv_timer_init(gy_side_loop(), &peer->idle);
  peer->pipe.data = peer->again.data = peer->idle.data = peer;
  peer->open = 3;
  uv_timer_start(&peer->idle, on_idle, IDLE_MS, IDLE_MS);
  if (uv_pipe_open(&peer->pipe, fd) != 0 ||
      uv_read_start((uv_stream_t*) &peer->pipe, on_room, on_read) != 0)
    hang_up(peer);
}
