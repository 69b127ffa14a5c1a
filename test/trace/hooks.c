/* Hooks see every phase and every callback, in pairs, and may come and go as they like. */
#include "tracing.h"

static char log_[4096];
static uv_trace_hooks_t first;
static uv_trace_hooks_t second;
static uv_idle_t idle;
static uv_timer_t timer;

static void say(const char* text, const char* what) {
  strcat(strcat(strcat(log_, text), what), " ");
}

static void before_phase(uv_trace_hooks_t* hooks, uv_loop_t* loop, uv_trace_phase phase) {
  say("<", uv_trace_phase_name(phase));
}

static void after_phase(uv_trace_hooks_t* hooks, uv_loop_t* loop, uv_trace_phase phase) {
  say(uv_trace_phase_name(phase), ">");
}

static void before_callback(uv_trace_hooks_t* hooks, uv_loop_t* loop,
                            const uv_trace_callback_t* callback) {
  CHECK_EQ(callback->is_request, 0);
  CHECK_EQ(callback->ended_ns, 0);
  say("[", callback->origin != NULL ? callback->origin : callback->type_name);
}

static void after_callback(uv_trace_hooks_t* hooks, uv_loop_t* loop,
                           const uv_trace_callback_t* callback) {
  CHECK_GE(callback->ended_ns, callback->began_ns);
  say(callback->type_name, "]");
}

static void say_idle(uv_idle_t* handle) {
  say("idle", "");
}

TEST(one_turn_goes_through_all_phases) {
  uv_loop_t loop;

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_idle_init(&loop, &idle));
  CHECK_OK(uv_idle_start(&idle, say_idle));
  CHECK_OK(uv_trace_set_origin((uv_handle_t*) &idle, "here:1"));
  first = (uv_trace_hooks_t){.before_phase = before_phase,
                             .after_phase = after_phase,
                             .before_callback = before_callback,
                             .after_callback = after_callback};
  CHECK_OK(uv_trace_attach(&loop, &first));
  CHECK_EQ(uv_trace_attach(&loop, &first), UV_EALREADY);
  CHECK_EQ(uv_run(&loop, UV_RUN_NOWAIT), 1);
  CHECK_STR(log_,
            "<pending pending> <idle [here:1 idle idle] idle> <prepare prepare> <poll poll> "
            "<check check> <close close> <timers timers> ");

  CHECK_OK(uv_trace_detach(&loop, &first));
  CHECK_EQ(uv_trace_detach(&loop, &first), UV_EINVAL);
  log_[0] = '\0';
  CHECK_EQ(uv_run(&loop, UV_RUN_NOWAIT), 1);
  CHECK_STR(log_, "idle ");
  close_all(&loop);
}

/* Attached in the middle of a callback: no `after` without its `before`. */
static void attach_inside(uv_idle_t* handle) {
  static int calls;
  if (calls++ == 0)
    CHECK_OK(uv_trace_attach(handle->loop, &first));
}

TEST(a_hook_sees_no_end_of_what_it_did_not_see_begin) {
  uv_loop_t loop;

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_idle_init(&loop, &idle));
  CHECK_OK(uv_idle_start(&idle, attach_inside));
  first = (uv_trace_hooks_t){.before_phase = before_phase,
                             .after_phase = after_phase,
                             .before_callback = before_callback,
                             .after_callback = after_callback};
  CHECK_EQ(uv_run(&loop, UV_RUN_NOWAIT), 1);
  CHECK(strstr(log_, "idle") == NULL);
  log_[0] = '\0';
  CHECK_EQ(uv_run(&loop, UV_RUN_NOWAIT), 1);
  CHECK_STR(log_,
            "<pending pending> <idle [idle idle] idle> <prepare prepare> <poll poll> "
            "<check check> <close close> <timers timers> ");
  CHECK_OK(uv_trace_detach(&loop, &first));
  close_all(&loop);
}

/* `first` detaches itself and `second`, and attaches `second` again: the walk over the hooks
 * survives. */
static void swap_hooks(uv_trace_hooks_t* hooks, uv_loop_t* loop,
                       const uv_trace_callback_t* callback) {
  say("swap", "");
  CHECK_OK(uv_trace_detach(loop, &second));
  CHECK_OK(uv_trace_detach(loop, hooks));
  memset(hooks, 0xee, sizeof(*hooks)); /* its memory is its owner's again */
  CHECK_OK(uv_trace_attach(loop, &second));
}

TEST(hooks_may_detach_themselves_and_others) {
  uv_loop_t loop;

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_idle_init(&loop, &idle));
  CHECK_OK(uv_idle_start(&idle, say_idle));
  first = (uv_trace_hooks_t){.before_callback = swap_hooks};
  second = (uv_trace_hooks_t){.before_callback = before_callback, .after_callback = after_callback};
  CHECK_OK(uv_trace_attach(&loop, &first));
  CHECK_OK(uv_trace_attach(&loop, &second));
  CHECK_EQ(uv_run(&loop, UV_RUN_NOWAIT), 1);
  CHECK_STR(log_, "swap idle ");
  log_[0] = '\0';
  CHECK_EQ(uv_run(&loop, UV_RUN_NOWAIT), 1);
  CHECK_STR(log_, "[idle idle idle] ");
  CHECK_OK(uv_trace_detach(&loop, &second));
  close_all(&loop);
}

static void run_inside(uv_timer_t* handle) {
  CHECK_OK(uv_idle_start(&idle, say_idle));
  CHECK_EQ(uv_run(handle->loop, UV_RUN_NOWAIT), 1);
  CHECK_OK(uv_idle_stop(&idle));
}

TEST(nested_runs_nest) {
  uv_loop_t loop;

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_idle_init(&loop, &idle));
  CHECK_OK(uv_timer_init(&loop, &timer));
  CHECK_OK(uv_timer_start(&timer, run_inside, 0, 0));
  first = (uv_trace_hooks_t){.before_callback = before_callback, .after_callback = after_callback};
  CHECK_OK(uv_trace_attach(&loop, &first));
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_STR(log_, "[timer [idle idle idle] timer] ");

  uv_trace_counters_t c = counters_of(&loop);
  CHECK_EQ(c.phases[UV_TRACE_TIMERS].callbacks, 1);
  CHECK_EQ(c.phases[UV_TRACE_IDLE].callbacks, 1);
  close_all(&loop); /* with the hook attached */
  CHECK_EQ(first.attached, 0);
}

/* ---- Turns, and callbacks that only hand over memory ---- */

static void note_turn(uv_trace_hooks_t* hooks, uv_loop_t* loop, const uv_trace_callback_t* c) {
  char text[32];

  snprintf(text, sizeof(text), "%d", (int) c->turn);
  say(c->type_name, text);
}

static void alloc(uv_handle_t* handle, size_t suggested, uv_buf_t* buf) {
  static char memory[16];

  say("alloc", "");
  *buf = uv_buf_init(memory, sizeof(memory));
}

static void read_once(uv_stream_t* stream, ssize_t n, const uv_buf_t* buf) {
  CHECK_EQ(n, 1);
  CHECK_OK(uv_read_stop(stream));
}

TEST(a_read_is_one_callback_with_the_number_of_its_turn) {
  uv_trace_counters_t c = {.size = sizeof(c)};
  uv_file fds[2];
  uv_pipe_t end;
  uv_loop_t loop;

  log_[0] = '\0';
  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_pipe(fds, UV_NONBLOCK_PIPE, 0));
  CHECK_EQ(write(fds[1], "x", 1), 1);
  CHECK_OK(uv_pipe_init(&loop, &end, 0));
  CHECK_OK(uv_pipe_open(&end, fds[0]));
  CHECK_OK(uv_read_start((uv_stream_t*) &end, alloc, read_once));
  CHECK_OK(uv_idle_init(&loop, &idle));
  CHECK_OK(uv_idle_start(&idle, say_idle));
  first = (uv_trace_hooks_t){.before_callback = note_turn};
  CHECK_OK(uv_trace_attach(&loop, &first));
  CHECK_EQ(uv_run(&loop, UV_RUN_NOWAIT), 1);
  CHECK_EQ(uv_run(&loop, UV_RUN_NOWAIT), 1);
  CHECK_STR(log_, "idle1 idle alloc pipe1 idle2 idle ");
  CHECK_OK(uv_trace_counters(&loop, &c));
  CHECK_EQ(c.phases[UV_TRACE_POLL].callbacks, 2); /* counted, it is */
  CHECK_OK(uv_trace_detach(&loop, &first));
  CHECK_OK(close(fds[1]));
  close_all(&loop);
}
