/* test/fs/watching.h — what watchers saw, as text, and a way to wait for it. */
#ifndef WATCHING_H
#define WATCHING_H

#include "files.h"

static char heard[1024];

/* "name:kind " for each event: c change, r rename, b both. */
static inline void hear(uv_fs_event_t* h, const char* name, int events, int status) {
  size_t len = strlen(heard);

  CHECK_OK(status);
  snprintf(heard + len, sizeof(heard) - len, "%s%s:%c ", h->data ? (const char*) h->data : "",
           name ? name : "?", "?rcb"[events]);
}

/* Runs the loop until the text is there; the test's time limit ends a wait in vain. */
static inline void wait_for(uv_loop_t* loop, const char* text) {
  while (strcmp(heard, text) != 0) {
    CHECK_LE(strlen(heard), strlen(text));
    CHECK_EQ(strncmp(heard, text, strlen(heard)), 0);
    uv_run(loop, UV_RUN_ONCE);
  }
  heard[0] = '\0';
}

static inline void watch(uv_loop_t* loop, uv_fs_event_t* h, const char* path) {
  CHECK_OK(uv_fs_event_init(loop, h));
  h->data = NULL;
  CHECK_OK(uv_fs_event_start(h, hear, path, 0));
}

#endif
