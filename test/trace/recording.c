/* The recorder keeps the last events and writes them as a trace file at any time. */
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "dump.h"
#include "tracing.h"

#define PLACES 200

static uv_loop_t loop;
static uv_idle_t idle;
static char* inside; /* a dump made in a callback */

static int count(const char* text, const char* what) {
  int n = 0;
  while ((text = strstr(text, what)) != NULL) {
    text++;
    n++;
  }
  return n;
}

static void on_idle(uv_idle_t* handle) {
  static int calls;
  if (++calls == 10)
    inside = dump_of(&loop);
}

static void start(void) {
  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_idle_init(&loop, &idle));
  CHECK_OK(uv_idle_start(&idle, on_idle));
}

TEST(events_are_written_as_a_trace_file) {
  start();
  CHECK_OK(uv_trace_set_origin((uv_handle_t*) &idle, "a \"quoted\" \\ line\n\xff"));
  CHECK_OK(uv_trace_ring_start(&loop, 4096));
  CHECK_EQ(uv_trace_ring_start(&loop, 4096), UV_EALREADY);
  for (int i = 0; i < 20; i++)
    uv_run(&loop, UV_RUN_NOWAIT);
  CHECK_OK(uv_trace_mark(&loop, "marked", 17));
  CHECK_OK(uv_trace_span(&loop, "spanned", uv_hrtime() - 1000, uv_hrtime(), 18));
  CHECK_EQ(uv_trace_span(&loop, "backwards", 2, 1, 0), UV_EINVAL);
  CHECK_OK(uv_trace_beside(&loop, "beside", uv_hrtime() - 1000, uv_hrtime(), 19));
  CHECK_EQ(uv_trace_beside(&loop, "backwards", 2, 1, 0), UV_EINVAL);

  char* text = dump_of(&loop);
  CHECK_EQ(count(text, "\"name\":\"idle\",\"cat\":\"callback\""), 20);
  CHECK_EQ(count(text, "\"name\":\"idle\",\"cat\":\"phase\""), 20);
  CHECK_EQ(count(text, "\"origin\":\"a \\\"quoted\\\" \\\\ line\\u000a\\u00ff\""), 20);
  CHECK_EQ(count(text, "\"ph\":\"i\""), 1);
  CHECK_EQ(count(text, "\"name\":\"close\",\"cat\":\"phase\""),
           20); /* empty, and there all the same */
  CHECK_EQ(count(text, "\"value\":17"), 1);
  CHECK_EQ(count(text, "\"value\":18"), 1);
  CHECK_EQ(count(text, "\"name\":\"beside\",\"cat\":\"beside\""), 1);
  CHECK_EQ(count(text, "\"ph\":\"B\""), 0);
  free(text);

  /* In the middle of a callback: what runs is there, begun and not ended. */
  CHECK_EQ(count(inside, "\"ph\":\"B\""), 2);
  CHECK_EQ(count(inside, "\"name\":\"idle\",\"cat\":\"callback\""), 10);
  free(inside);

  CHECK_OK(uv_trace_ring_stop(&loop));
  CHECK_EQ(uv_trace_ring_stop(&loop), UV_EINVAL);
  CHECK_EQ(uv_trace_mark(&loop, "late", 0), UV_EINVAL);
  CHECK_EQ(uv_trace_dump(&loop, 1), UV_EINVAL);
  CHECK_EQ(uv_trace_dump(NULL, 1), UV_EINVAL);
  close_all(&loop);
}

/* The places of all phases in the file, as turn * 7 + phase, in its order. */
static unsigned places_of(const char* text, unsigned places[PLACES]) {
  unsigned n = 0;

  while ((text = strstr(text, "\"cat\":\"phase\"")) != NULL && n < PLACES) {
    const char* name = text - 2; /* the quote that ends it */
    const char* turn = strstr(text, "\"turn\":");
    unsigned phase = 0;

    while (*--name != '"')
      ;
    while (strncmp(name + 1, uv_trace_phase_name(phase), strlen(uv_trace_phase_name(phase))) != 0)
      CHECK_LT(++phase, UV_TRACE_PHASES);
    places[n++] =
        (unsigned) strtoul(turn + strlen("\"turn\":"), NULL, 10) * UV_TRACE_PHASES + phase;
    text++;
  }
  return n;
}

/* The places of what a loop records until it is through with one timer. */
static unsigned recorded(uv_timer_cb cb, uint64_t every_ms, unsigned places[PLACES]) {
  uv_timer_t timer;
  unsigned n;
  char* text;

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_trace_ring_start(&loop, 4096));
  CHECK_OK(uv_timer_init(&loop, &timer));
  CHECK_OK(uv_timer_start(&timer, cb, every_ms, every_ms));
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  text = dump_of(&loop);
  n = places_of(text, places);
  free(text);
  close_all(&loop);
  return n;
}

static void on_three(uv_timer_t* timer) {
  static int calls;
  if (++calls == 3)
    uv_close((uv_handle_t*) timer, NULL);
}

TEST(every_phase_of_every_turn_is_there_in_its_order) {
  unsigned places[PLACES], n = recorded(on_three, 1, places);

  CHECK_EQ(places[0], 7);
  for (unsigned i = 1; i < n; i++)
    CHECK_EQ(places[i], places[i - 1] + 1);
  /* After the last turn timers run once more. */
  CHECK_EQ(places[n - 1] % UV_TRACE_PHASES, UV_TRACE_TIMERS);
  CHECK_GE(n, 3 * UV_TRACE_PHASES + 1);
}

static void on_nested(uv_timer_t* timer) {
  uv_idle_t inner;

  CHECK_OK(uv_idle_init(&loop, &inner));
  uv_run(&loop, UV_RUN_NOWAIT);
  uv_run(&loop, UV_RUN_NOWAIT);
  uv_close((uv_handle_t*) &inner, NULL);
  uv_run(&loop, UV_RUN_NOWAIT);
  uv_close((uv_handle_t*) timer, NULL);
}

TEST(a_run_inside_a_callback_has_its_phases_too) {
  unsigned places[PLACES], n = recorded(on_nested, 0, places);

  /* The timers that called back end after the turns inside of them: they are the only ones out of
   * order. */
  for (unsigned i = 1, back = 0; i < n; i++)
    if (places[i] != places[i - 1] + 1) {
      CHECK_EQ(places[i] % UV_TRACE_PHASES, UV_TRACE_TIMERS);
      CHECK_LE(++back, 2);
    }
}

TEST(the_oldest_events_make_room) {
  char text[32];
  char* all;

  start();
  CHECK_OK(uv_trace_ring_start(&loop, 65)); /* becomes 128 */
  for (int i = 0; i < 1000; i++)
    CHECK_OK(uv_trace_mark(&loop, "mark", (uint64_t) i));
  all = dump_of(&loop);
  CHECK_EQ(count(all, "\"name\":\"mark\""), 128);
  for (int i = 1000 - 128; i < 1000; i++) {
    snprintf(text, sizeof(text), "\"value\":%d}", i);
    CHECK_EQ(count(all, text), 1);
  }
  free(all);
  close_all(&loop); /* with the recorder on */
}

TEST(a_descriptor_that_cannot_be_written_is_told) {
  int fds[2];

  start();
  CHECK_OK(uv_trace_ring_start(&loop, 64));
  CHECK_EQ(uv_trace_dump(&loop, -1), UV_EBADF);
  CHECK_OK(uv_pipe(fds, 0, 0));
  CHECK_EQ(uv_trace_dump(&loop, fds[0]), UV_EBADF);
  close(fds[0]);
  close(fds[1]);
  CHECK_EQ(uv_trace_ring_start(&loop, UINT32_MAX), UV_EALREADY);
  CHECK_OK(uv_trace_ring_stop(&loop));
  CHECK_EQ(uv_trace_ring_start(&loop, UINT32_MAX), UV_EINVAL);
  close_all(&loop);
}

TEST(a_file_takes_the_place_of_the_one_before) {
  struct stat s;

  unlink("link.json"); /* of a run before */
  start();
  CHECK_EQ(uv_trace_dump_file(&loop, "again.json", 16), UV_EINVAL); /* nothing is recorded */
  CHECK_OK(uv_trace_ring_start(&loop, 64));
  for (int i = 0; i < 32; i++)
    CHECK_OK(uv_trace_mark(&loop, "mark", (uint64_t) i));
  CHECK_OK(uv_trace_dump_file(&loop, "again.json", 16));
  CHECK_OK(uv_trace_dump_file(&loop, "again.json", 16));
  char* text = text_of("again.json");
  CHECK(json_valid(text));
  CHECK_EQ(count(text, "\"name\":\"mark\""), 16);
  CHECK_EQ(count(text, "\"value\":31}"), 1);
  free(text);
  CHECK_EQ(uv_trace_dump_file(&loop, "no/where.json", 16), UV_ENOENT);
  CHECK_EQ(uv_trace_dump_file(&loop, "/dev/null", 16), UV_EINVAL);
  CHECK_EQ(symlink("again.json", "link.json"), 0);
  CHECK_OK(uv_trace_dump_file(&loop, "link.json", 16)); /* one's own is followed, and stays */
  CHECK_EQ(lstat("link.json", &s), 0);
  CHECK(S_ISLNK(s.st_mode));
  CHECK_EQ(lstat("again.json", &s), 0);
  CHECK_EQ(s.st_mode & 0777, 0600);
  close_all(&loop);
}

/* Makes a file with all there is to see, for test/scripts/trace-file.sh. */
static int busy;

static void on_timer(uv_timer_t* handle) {
  static int calls;
  spin(2); /* so that the next one is late */
  if (++calls == 10)
    uv_close((uv_handle_t*) handle, NULL);
}

static void on_work(uv_work_t* req) {
  spin(1);
}

static void on_worked(uv_work_t* req, int status) {
  busy--;
}

static void on_read(uv_fs_t* req) {
  uv_fs_req_cleanup(req);
  busy--;
}

HELPER(record) {
  uv_work_t work[6];
  uv_fs_t stats[6];
  uv_timer_t timer;
  int fd = open(argv[1], O_WRONLY | O_CREAT | O_TRUNC, 0600);

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_trace_ring_start(&loop, 1 << 12));
  CHECK_OK(uv_timer_init(&loop, &timer));
  CHECK_OK(uv_timer_start(&timer, on_timer, 1, 1));
  CHECK_OK(uv_trace_set_origin((uv_handle_t*) &timer, "recorder.c:timer"));
  for (busy = 0; busy < 12; busy += 2) {
    CHECK_OK(uv_queue_work(&loop, &work[busy / 2], on_work, on_worked));
    CHECK_OK(uv_fs_stat(&loop, &stats[busy / 2], "nothing", on_read));
  }
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(busy, 0);
  CHECK_OK(uv_trace_mark(&loop, "the end", 1));
  CHECK_OK(uv_trace_span(&loop, "all of it", uv_hrtime() - MS, uv_hrtime(), 0));
  CHECK_OK(uv_trace_dump(NULL, fd));
  CHECK_OK(uv_loop_close(&loop));
  return close(fd);
}
