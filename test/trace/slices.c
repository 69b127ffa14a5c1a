/* The last seconds of a loop are kept by the millisecond, and written with the trace. */
#include <stdlib.h>
#include <unistd.h>

#include "dump.h"
#include "tracing.h"

static uv_loop_t loop;
static uint32_t served;

/* The duration, in us, of the first event from `text` on that has all of this. */
static double duration_of(const char* text, const char* what) {
  const char* at = strstr(text, what);
  const char* dur = at == NULL ? NULL : strstr(at, "\"dur\":");
  return dur == NULL ? -1 : strtod(dur + strlen("\"dur\":"), NULL);
}

static void block(uv_timer_t* timer) {
  served += 3;
  spin(20);
}

static void start(void) {
  uv_trace_word_t word = {"served", &served};

  CHECK_OK(uv_loop_init(&loop));
  CHECK_EQ(uv_trace_dump(&loop, 1), UV_EINVAL);
  CHECK_EQ(uv_trace_slices_start(&loop, &word, UV_TRACE_WORDS + 1), UV_EINVAL);
  CHECK_OK(uv_trace_slices_start(&loop, &word, 1));
  CHECK_EQ(uv_trace_slices_start(&loop, &word, 1), UV_EALREADY);
}

TEST(a_block_is_the_end_of_its_slice) {
  uv_timer_t timer;
  char* text;

  start();
  CHECK_OK(uv_timer_init(&loop, &timer));
  CHECK_OK(uv_timer_start(&timer, block, 1, 0));
  uv_run(&loop, UV_RUN_DEFAULT);
  CHECK_OK(uv_timer_start(&timer, block, 1, 0)); /* and what it did is over */
  uv_run(&loop, UV_RUN_DEFAULT);
  text = dump_of(&loop);
  CHECK_GE(duration_of(text, "\"cat\":\"slice_long\""), 20e3);
  CHECK_GE(duration_of(text, "\"name\":\"timers\",\"cat\":\"slice_phase\""), 20e3);
  CHECK(strstr(text, "\"served\":3") != NULL);
  free(text);
  close_all(&loop);
}

static void block_noted(uv_check_t* check) {
  uint64_t now = uv_trace_slice_now(&loop);

  CHECK_EQ(uv_trace_slice_line(&loop, now - 1, "of another", UV_TRACE_TIMERS, 1), UV_ENOENT);
  CHECK_OK(uv_trace_slice_line(&loop, now, "shorter (app.js:1)", UV_TRACE_TIMERS, 2 * MS));
  CHECK_OK(uv_trace_slice_line(&loop, now, "longest (app.js:2)", UV_TRACE_CHECK, 9 * MS));
  CHECK_OK(uv_trace_slice_line(&loop, now, "shorter (app.js:3)", UV_TRACE_TIMERS, 3 * MS));
  spin(20);
  uv_check_stop(check);
}

/* Of what was noted while it ran, the longest, and its phase gets the time; the next one has
 * nothing of it. */
TEST(who_held_the_loop_is_written_with_its_slice) {
  uv_check_t check;
  uv_timer_t timer;
  char *text, *line;

  CHECK_OK(uv_loop_init(&loop));
  CHECK_EQ(uv_trace_slice_now(&loop), 0);
  CHECK_EQ(uv_trace_slice_line(&loop, 0, "x", UV_TRACE_TIMERS, 1), UV_EINVAL);
  CHECK_OK(uv_trace_slices_start(&loop, NULL, 0));
  CHECK_OK(uv_timer_init(&loop, &timer));
  CHECK_OK(uv_check_init(&loop, &check));
  CHECK_OK(uv_check_start(&check, block_noted));
  uv_run(&loop, UV_RUN_NOWAIT); /* poll must not wait: nothing else would wake the loop */
  CHECK_OK(uv_timer_start(&timer, block, 1, 0));
  uv_run(&loop, UV_RUN_DEFAULT);
  CHECK_OK(uv_timer_start(&timer, block, 1, 0));
  uv_run(&loop, UV_RUN_DEFAULT);
  text = dump_of(&loop);
  line = strstr(text, "\"line\":\"longest (app.js:2)\"");
  CHECK(line != NULL);
  CHECK_GE(duration_of(line, "\"name\":\"check\",\"cat\":\"slice_phase\""), 20e3);
  CHECK(strstr(line + 1, "\"line\":") == NULL);
  CHECK(strstr(text, "shorter") == NULL);
  free(text);
  close_all(&loop);
}

TEST(what_runs_now_is_there_too) {
  uv_timer_t timer;
  char* text;

  start();
  CHECK_OK(uv_timer_init(&loop, &timer));
  text = dump_of(&loop);
  CHECK(strstr(text, "\"name\":\"outside the loop\"") != NULL);
  CHECK(strstr(text, "\"running\":true") != NULL);
  free(text);
  close_all(&loop);
}

static void nothing(uv_idle_t* idle) {
}

static int count_slices(void) {
  char* text = dump_of(&loop);
  int n = 0;

  for (const char* at = text; (at = strstr(at, "\"cat\":\"slice\"")) != NULL; at++)
    n++;
  free(text);
  return n;
}

/* Turns without end and without sleep, each far shorter than a slice. */
TEST(a_slice_is_a_millisecond_or_more) {
  uint64_t began = uv_hrtime(), end;
  uv_idle_t idle;
  int n;

  start();
  CHECK_OK(uv_idle_init(&loop, &idle));
  CHECK_OK(uv_idle_start(&idle, nothing));
  do { /* a pause of the machine makes one slice long */
    for (end = uv_hrtime() + 50 * MS; uv_hrtime() < end;)
      uv_run(&loop, UV_RUN_NOWAIT);
    n = count_slices();
  } while (n < 2);
  CHECK_LE((uint64_t) n, (uv_hrtime() - began) / MS + 2);
  close_all(&loop);
}
