/* An idle, prepare or check handle that is alone in its phase may, from its callback, start others
 * (they wait for the next turn), stop and start itself, run the loop, and close and free itself. */
#include <stdlib.h>

#include "check.h"

static uv_loop_t loop;
static int calls, others, closed;

static void on_close(uv_handle_t* h) {
  closed++;
  free(h);
}

#define ALONE(name)                                            \
  static uv_##name##_t* name##_other;                          \
  static void name##_count(uv_##name##_t* h) {                 \
    (void) h;                                                  \
    others++;                                                  \
  }                                                            \
  static void name##_call(uv_##name##_t* h) {                  \
    if (++calls == 1) {                                        \
      uv_##name##_stop(h);                                     \
      CHECK_OK(uv_##name##_start(h, name##_call));             \
      CHECK_OK(uv_##name##_start(name##_other, name##_count)); \
      return;                                                  \
    }                                                          \
    uv_close((uv_handle_t*) name##_other, on_close);           \
    uv_close((uv_handle_t*) h, on_close);                      \
    uv_run(&loop, UV_RUN_NOWAIT); /* frees both */             \
  }                                                            \
  TEST(a_##name##_handle_alone) {                              \
    uv_##name##_t* handle = malloc(sizeof(*handle));           \
    name##_other = malloc(sizeof(*handle));                    \
    CHECK_OK(uv_loop_init(&loop));                             \
    CHECK_OK(uv_##name##_init(&loop, handle));                 \
    CHECK_OK(uv_##name##_init(&loop, name##_other));           \
    CHECK_OK(uv_##name##_start(handle, name##_call));          \
    uv_run(&loop, UV_RUN_NOWAIT);                              \
    CHECK_EQ(calls, 1);                                        \
    CHECK_EQ(others, 0);                                       \
    uv_##name##_stop(name##_other);                            \
    uv_run(&loop, UV_RUN_NOWAIT);                              \
    CHECK_EQ(calls, 2);                                        \
    CHECK_EQ(closed, 2);                                       \
    CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);                \
    CHECK_OK(uv_loop_close(&loop));                            \
  }

ALONE(idle)
ALONE(prepare)
ALONE(check)
