/* src/runtime/see/feed.c — streams the program's events to the browsers that show the page.
 *
 * (1) Lines are numbered from 0 and stored in a ring of at most MOST_LINES and MOST_BYTES. The
 *     program adds lines and never waits; the oldest are dropped.
 * (2) A reader is the number of the line that it gets next. A slow reader is overtaken by the ring,
 *     and gets the number of lines that it has lost. At most one piece of PIECE bytes is queued per
 *     reader.
 * (3) One timer serves the readers every EVERY_MS: a piece holds all new lines. Between pieces, the
 *     counters are sent, and the state of the gate when it has changed.
 * (4) The ring is under a lock; readers belong to the side thread. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "page.h"

enum {
  MOST_LINES = 1 << 16,
  MOST_BYTES = 8 << 20,
  PIECE = 512 << 10,
  EVERY_MS = 50,
  COUNTERS_EVERY = 4, /* pieces */
  ALONE = 20          /* intervals without a reader before a paused program prints a hint */
};

struct line {
  char* text;
  size_t length;
};

struct reader {
  struct reader* next;
  struct gy_http_peer* peer;
  uint64_t at;   /* the next line it gets */
  unsigned turn; /* pieces until its next counters */
  unsigned gate; /* the version of the gate's state that was sent to it */
  bool knows_gate;
};

static struct {
  pthread_mutex_t lock;
  struct line lines[MOST_LINES];
  uint64_t first, next; /* numbers */
  size_t bytes;
} feed = {.lock = PTHREAD_MUTEX_INITIALIZER};

static struct reader* readers;
static uv_timer_t timer;
static bool is_timer_open;
static unsigned alone;
static bool had_readers;

/* ---- The ring ---- */

static struct line* line_at(uint64_t number) {
  return &feed.lines[number % MOST_LINES];
}

static void drop_oldest(void) {
  struct line* line = line_at(feed.first++);

  feed.bytes -= line->length;
  free(line->text);
  *line = (struct line){0};
}

void gy_feed_add(char* text, size_t length) {
  pthread_mutex_lock(&feed.lock);
  while (feed.next - feed.first >= MOST_LINES ||
         (feed.next > feed.first && feed.bytes + length > MOST_BYTES))
    drop_oldest();
  *line_at(feed.next++) = (struct line){text, length};
  feed.bytes += length;
  pthread_mutex_unlock(&feed.lock);
}

/* ---- Pieces ---- */

/* Several lines as one event. Its id is the number of the next line, with which a reader
 * reconnects. */
static void write_lines(FILE* out, struct reader* reader) {
  size_t written = 0;

  pthread_mutex_lock(&feed.lock);
  if (reader->at > feed.next)
    reader->at = 0; /* it speaks of an earlier process */
  if (reader->at < feed.first) {
    fprintf(out, "event: lost\ndata: %llu\n\n", (unsigned long long) (feed.first - reader->at));
    reader->at = feed.first;
  }
  for (; reader->at < feed.next && written < PIECE; reader->at++) {
    const struct line* line = line_at(reader->at);
    fputs("data: ", out);
    fwrite(line->text, 1, line->length, out);
    fputc('\n', out);
    written += line->length;
  }
  pthread_mutex_unlock(&feed.lock);
  if (written > 0)
    fprintf(out, "id: %llu\n\n", (unsigned long long) reader->at);
}

static void write_piece(FILE* out, struct reader* reader) {
  unsigned version = gy_gate_version();

  write_lines(out, reader);
  if (!reader->knows_gate || version != reader->gate) {
    fputs("event: gate\ndata: ", out);
    gy_gate_write(out);
    fputs("\n\n", out);
    reader->knows_gate = true;
    reader->gate = version;
  }
  if (reader->turn-- == 0) {
    reader->turn = COUNTERS_EVERY - 1;
    fputs("event: counters\ndata: ", out);
    gy_json_counters(out, gy_side_env());
    fputs("\n\n", out);
  }
}

static void serve_reader(struct reader* reader) {
  char* text = NULL;
  size_t length = 0;
  FILE* out;

  if (!gy_http_is_ready(reader->peer))
    return;
  out = open_memstream(&text, &length);
  if (out == NULL)
    return;
  write_piece(out, reader);
  fclose(out);
  if (length > 0)
    gy_http_send(reader->peer, text, length);
  else
    free(text);
}

/* A paused program without a reader prints how to continue. */
static bool has_unsent_events(void) {
  static bool is_reported;

  if (is_reported || !had_readers)
    return false;
  if (++alone >= ALONE && gy_gate_is_waiting()) {
    is_reported = true;
    fputs("gyre: the program is paused and its page was closed; open the page again to continue\n",
          stderr);
  }
  return !is_reported;
}

static void on_timer(uv_timer_t* handle) {
  struct reader* next;

  for (struct reader* reader = readers; reader != NULL; reader = next) {
    next = reader->next; /* a write that fails takes the reader away */
    serve_reader(reader);
  }
  if (readers == NULL && !has_unsent_events())
    uv_timer_stop(handle);
}

/* ---- Readers ---- */

static void on_gone(void* data) {
  struct reader* reader = data;
  struct reader** at = &readers;

  while (*at != reader)
    at = &(*at)->next;
  *at = reader->next;
  free(reader);
  alone = 0;
}

static void start_timer(void) {
  if (!is_timer_open)
    uv_timer_init(gy_side_loop(), &timer);
  is_timer_open = true;
  uv_timer_start(&timer, on_timer, 0, EVERY_MS);
}

void gy_feed_serve(struct gy_http_peer* peer, const struct gy_request* request) {
  struct reader* reader = calloc(1, sizeof(*reader));
  char id[24] = "";

  if (reader == NULL) {
    gy_http_respond(peer, 503, "No memory for one more reader.\n");
    return;
  }
  if (request->last_event_id.at != NULL && request->last_event_id.length < sizeof(id))
    memcpy(id, request->last_event_id.at, request->last_event_id.length);
  *reader = (struct reader){.next = readers, .peer = peer, .at = strtoull(id, NULL, 10)};
  readers = reader;
  had_readers = true;
  start_timer();
  gy_http_stream(peer, "text/event-stream", on_gone, reader);
}
