/* Run: build/release/examples/phases. Shows one turn of the loop, and the line that each of
 * its seven phases prints, in the order of the phases.
 *
 * Seven things wait for the loop, one per phase, and each is set up in the reverse of that
 * order, so that the order seen is the loop's and not this program's. The one that runs last
 * but one, check, closes everything; so the first turn is also the last. */

#include <stdio.h>
#include <stdlib.h>
#include <uv.h>

static uv_timer_t timer;
static uv_pipe_t nowhere;
static uv_connect_t refused;
static uv_idle_t idle;
static uv_prepare_t prepare;
static uv_async_t wakeup;
static uv_check_t check;
static int seen;

/* Every setup call here is expected to work; a program that goes on after it did not would show
 * a wrong order and call it the loop's. */
static void must(int err) {
  if (err == 0)
    return;
  fprintf(stderr, "phases: %s\n", uv_strerror(err));
  exit(1);
}

/* Prints a phase and leaves with an error when it is not that phase's turn. */
static void say(int number, const char* phase, const char* why) {
  printf("%d  %-8s  %s\n", number, phase, why);
  if (number != ++seen) {
    fprintf(stderr, "phases: number %d was due\n", seen);
    exit(1);
  }
}

static void on_timer(uv_timer_t* handle) {
  say(1, "timers", "a timer of 0 ms was due");
}

static void on_refused(uv_connect_t* req, int status) {
  say(2, "pending", "a connect failed at once; its callback had to wait for the loop");
}

static void on_idle(uv_idle_t* handle) {
  say(3, "idle", "runs every turn, and keeps poll from sleeping");
}

static void on_prepare(uv_prepare_t* handle) {
  say(4, "prepare", "the last word before poll");
}

static void on_wakeup(uv_async_t* handle) {
  say(5, "poll", "the kernel was asked, and reported a wake-up");
}

static void on_close(uv_handle_t* handle) {
  if (handle == (uv_handle_t*) &timer)
    say(7, "close", "what check closed says good-bye");
}

static void close_handle(uv_handle_t* handle, void* arg) {
  uv_close(handle, on_close);
}

static void on_check(uv_check_t* handle) {
  say(6, "check", "right after poll; closes every handle");
  uv_walk(handle->loop, close_handle, NULL);
}

int main(void) {
  uv_loop_t loop;

  must(uv_loop_init(&loop));

  must(uv_check_init(&loop, &check));
  must(uv_check_start(&check, on_check));

  must(uv_async_init(&loop, &wakeup, on_wakeup));
  must(uv_async_send(&wakeup));

  must(uv_prepare_init(&loop, &prepare));
  must(uv_prepare_start(&prepare, on_prepare));

  must(uv_idle_init(&loop, &idle));
  must(uv_idle_start(&idle, on_idle));

  must(uv_pipe_init(&loop, &nowhere, 0));
  uv_pipe_connect(&refused, &nowhere, "/nowhere/to/connect/to", on_refused);

  must(uv_timer_init(&loop, &timer));
  must(uv_timer_start(&timer, on_timer, 0, 0));

  must(uv_run(&loop, UV_RUN_DEFAULT));
  must(uv_loop_close(&loop));
  return seen == 7 ? 0 : 1;
}
