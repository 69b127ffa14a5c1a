/* src/runtime/see/control.c — what is said through the door of attach.c: a word and its argument on a
 * line, answered by lines of JSON.
 *
 *   counters        the counters, once
 *   counters MS     again every MS milliseconds, until the peer goes
 *   blocked         the last time that one callback held the loop (see blocked.h), once
 *   blocked MS      the same; and watches for callbacks of more than MS milliseconds from now on, until the
 *                   peer goes
 *   trace           the last seconds, as a trace
 *   anything else   asked of lib/internal/see/answer.js, on the program's thread: it answers when the
 *                   loop turns. When that takes longer than PATIENCE_MS, a line says so and the answer
 *                   still follows.
 *
 * (1) A peer lives until both its pipe is closed and no question of its is on the way (`pending`).
 * (2) A peer that does not read is dropped: its lines would pile up here. */
#include <stdlib.h>
#include <string.h>

#include "report.h"
#include "see.h"
#include "runtime/engine.h"

enum { LINE = 256, PATIENCE_MS = 300, SHORTEST_MS = 20, MOST_QUEUED = 1 << 20 };

struct peer {
  uv_pipe_t pipe;
  uv_timer_t again;
  char line[LINE];
  size_t length;
  unsigned pending; /* questions on the program's thread */
  unsigned open;    /* handles not yet closed */
  bool watches;     /* has asked to watch for callbacks that block */
};

static unsigned watching; /* peers that do */

struct question {
  struct peer* peer;
  uv_timer_t patience;
  struct gy_post back; /* the way back to the side thread */
  char* answer;        /* malloc()ed; NULL: the program could not */
  char text[LINE];
};

static void release(struct peer* peer) {
  if (peer->open == 0 && peer->pending == 0)
    free(peer);
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
    gy_blocked_watch(0);
  uv_close((uv_handle_t*) &peer->pipe, on_closed);
  uv_close((uv_handle_t*) &peer->again, on_closed);
}

/* ---- Answers ---- */

static void on_written(uv_write_t* req, int status) {
  struct peer* peer = req->handle->data;

  free(req->data);
  free(req);
  if (status < 0)
    hang_up(peer);
}

/* Takes `text`, malloc()ed. */
static void say(struct peer* peer, char* text, size_t length) {
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

static void say_counters(struct peer* peer) {
  char* text = NULL;
  size_t length = 0;
  FILE* out = open_memstream(&text, &length);

  if (out == NULL)
    return;
  gy_json_counters(out, gy_side_env());
  fputc('\n', out);
  fclose(out);
  say(peer, text, length);
}

static void on_again(uv_timer_t* timer) {
  say_counters(timer->data);
}

static void answer_counters(struct peer* peer, const char* argument) {
  long ms = strtol(argument, NULL, 10);

  say_counters(peer);
  if (ms > 0)
    uv_timer_start(&peer->again, on_again, ms < SHORTEST_MS ? SHORTEST_MS : (uint64_t) ms,
                   ms < SHORTEST_MS ? SHORTEST_MS : (uint64_t) ms);
}

static void answer_blocked(struct peer* peer, const char* argument) {
  unsigned threshold = *argument != '\0' ? gy_blocked_threshold(argument) : 0;
  char* text = NULL;
  size_t length = 0;
  FILE* out = open_memstream(&text, &length);

  if (out == NULL)
    return;
  if (threshold != 0) {
    watching += !peer->watches;
    peer->watches = true;
    gy_blocked_watch(threshold);
  }
  gy_json_blocked(out);
  fputc('\n', out);
  fclose(out);
  say(peer, text, length);
}

static void answer_trace(struct peer* peer, const char* argument) {
  static const char none[] = "{\"error\":\"nothing was kept\"}\n";
  size_t length = 0;
  char* text;

  (void) argument;
  (void) gy_blocked_note();
  text = gy_last_seconds(gy_side_env(), &length);
  if (text == NULL) {
    text = strdup(none);
    length = sizeof(none) - 1;
  }
  say(peer, text, length);
}

/* ---- Questions to the program ---- */

static void free_question(uv_handle_t* handle) {
  struct question* question = handle->data;

  question->peer->pending--;
  release(question->peer);
  free(question->answer);
  free(question);
}

static void on_answer(void* arg) {
  static const char none[] = "{\"error\":\"the program could not answer\"}\n";
  struct question* question = arg;
  char* text = question->answer != NULL ? question->answer : strdup(none);

  question->answer = NULL;
  say(question->peer, text, text != NULL ? strlen(text) : 0);
  uv_close((uv_handle_t*) &question->patience, free_question);
}

/* The loop does not turn: at least say where it is, and which line that is. */
static void on_patience(uv_timer_t* timer) {
  struct question* question = timer->data;
  char* text = NULL;
  size_t length = 0;
  const struct gy_report* report = gy_blocked_note();
  FILE* out = open_memstream(&text, &length);

  if (out == NULL)
    return;
  fputs("{\"waiting\":", out);
  gy_json_counters(out, gy_side_env());
  if (report != NULL) {
    fputs(",\"by\":", out);
    gy_report_json(out, report);
  }
  fputs("}\n", out);
  fclose(out);
  say(question->peer, text, length);
}

/* answer(question) of lib/internal/see/answer.js, a line of JSON; NULL when it throws, which is no concern of
 * the program's. On the program's thread. */
static JSValueRef call_lib(gy_env* env, const char* question) {
  JSValueRef argument = gy_string(env, "internal/see/answer"), error = NULL, module, answer;

  module = JSObjectCallAsFunction(env->ctx, env->load, NULL, 1, &argument, &error);
  if (error != NULL)
    return NULL;
  argument = gy_string(env, question);
  answer = gy_get(env, (JSObjectRef) module, "answer");
  answer = JSObjectCallAsFunction(env->ctx, (JSObjectRef) answer, NULL, 1, &argument, &error);
  return error == NULL ? answer : NULL;
}

static char* ask_lib(gy_env* env, const char* question) {
  JSValueRef answer = call_lib(env, question);
  struct gy_text text;
  char* line;

  gy_checkpoint(env);
  if (answer == NULL || !gy_text_get(env, answer, &text, NULL))
    return NULL;
  line = malloc(text.length + 2);
  if (line != NULL)
    snprintf(line, text.length + 2, "%s\n", text.data);
  gy_text_free(&text);
  return line;
}

static void ask_program(void* arg) {
  struct question* question = arg;

  question->answer = ask_lib(gy_side_env(), question->text);
  gy_side_answer(&question->back, on_answer, question);
}

static void ask(struct peer* peer, const char* text) {
  struct question* question = calloc(1, sizeof(*question));

  if (question == NULL) {
    hang_up(peer);
    return;
  }
  question->peer = peer;
  snprintf(question->text, sizeof(question->text), "%s", text);
  uv_timer_init(gy_side_loop(), &question->patience);
  question->patience.data = question;
  uv_timer_start(&question->patience, on_patience, PATIENCE_MS, 0);
  peer->pending++;
  if (gy_main_post(ask_program, question) != 0)
    on_answer(question);
}

/* ---- Reading ---- */

static void obey(struct peer* peer, char* line) {
  static const struct {
    const char* word;
    void (*answer)(struct peer* peer, const char* argument);
  } words[] = {{"counters", answer_counters}, {"blocked", answer_blocked}, {"trace", answer_trace}};
  size_t length = strcspn(line, " ");
  const char* argument = line + length + strspn(line + length, " ");

  for (size_t i = 0; i < GY_COUNT(words); i++)
    if (length == strlen(words[i].word) && memcmp(line, words[i].word, length) == 0) {
      words[i].answer(peer, argument);
      return;
    }
  if (length > 0)
    ask(peer, line);
}

static void on_room(uv_handle_t* handle, size_t suggested, uv_buf_t* buf) {
  struct peer* peer = handle->data;

  (void) suggested;
  *buf = uv_buf_init(peer->line + peer->length, (unsigned) (LINE - 1 - peer->length));
}

static void on_read(uv_stream_t* stream, ssize_t nread, const uv_buf_t* buf) {
  struct peer* peer = stream->data;
  char* end;

  (void) buf;
  if (nread < 0) { /* ENOBUFS: a line that does not fit */
    hang_up(peer);
    return;
  }
  peer->length += (size_t) nread;
  peer->line[peer->length] = '\0';
  while ((end = memchr(peer->line, '\n', peer->length)) != NULL) {
    *end = '\0';
    obey(peer, peer->line);
    peer->length -= (size_t) (end + 1 - peer->line);
    memmove(peer->line, end + 1, peer->length + 1);
  }
}

void gy_control_serve(int fd) {
  struct peer* peer = calloc(1, sizeof(*peer));

  if (peer == NULL) {
    uv_fs_t req;
    uv_fs_close(NULL, &req, fd, NULL);
    return;
  }
  uv_pipe_init(gy_side_loop(), &peer->pipe, 0);
  uv_timer_init(gy_side_loop(), &peer->again);
  peer->pipe.data = peer->again.data = peer;
  peer->open = 2;
  if (uv_pipe_open(&peer->pipe, fd) != 0 ||
      uv_read_start((uv_stream_t*) &peer->pipe, on_room, on_read) != 0)
    hang_up(peer);
}
