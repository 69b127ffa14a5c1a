/* Signals: several handles for one, one-shot, and on two loops. */
#include <signal.h>
#include "scenario.h"

static uv_signal_t first, second, once, elsewhere;
static int left = 4;

static void on_signal(uv_signal_t* handle, int signum) {
  must(signum == SIGUSR1);
  if (handle == &once)
    must(!uv_is_active((uv_handle_t*) &once));
  goal();
  uv_close((uv_handle_t*) handle, NULL);
  left--;
}

SCENARIO(signals) {
  uv_loop_t other;

  /* With no handler of ours a signal would end this process. */
  signal(SIGUSR1, SIG_IGN);
  if (note("other loop", uv_loop_init(&other)) != 0)
    return;
  if (note("signal_init", uv_signal_init(loop, &first)) == 0 &&
      note("signal_init", uv_signal_init(loop, &second)) == 0 &&
      note("signal_init", uv_signal_init(loop, &once)) == 0 &&
      note("signal_init", uv_signal_init(&other, &elsewhere)) == 0 &&
      note("signal_start", uv_signal_start(&first, on_signal, SIGUSR2)) == 0 &&
      note("signal_start", uv_signal_start(&first, on_signal, SIGUSR1)) == 0 &&
      note("signal_start", uv_signal_start(&second, on_signal, SIGUSR1)) == 0 &&
      note("oneshot", uv_signal_start_oneshot(&once, on_signal, SIGUSR1)) == 0 &&
      note("signal_start", uv_signal_start(&elsewhere, on_signal, SIGUSR1)) == 0) {
    raise(SIGUSR1);
    uv_run(loop, UV_RUN_DEFAULT);
    uv_run(&other, UV_RUN_DEFAULT);
    must(left == 0);
  }
  close_all(loop);
  close_all(&other);
  finish(&other);
}

SCENARIO(signal_stopped) {
  signal(SIGUSR1, SIG_IGN);
  if (failed("signal_init", uv_signal_init(loop, &first)) ||
      failed("signal_start", uv_signal_start(&first, on_signal, SIGUSR1)))
    return;
  raise(SIGUSR1);
  if (!failed("signal_stop", uv_signal_stop(&first)))
    goal();
}
