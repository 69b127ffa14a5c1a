/* Being told of changes to files: by the kernel, and by looking again and again. */
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
#include "scenario.h"

static uv_fs_event_t on_folder, on_file, on_folder_too;
static uv_fs_poll_t poller;
static uv_timer_t writer;
static int seen_folder, seen_file;

/* Plain libc: what changes the file is not the library. */
static void change(const char* path) {
  FILE* f = fopen(path, "a");

  must(f != NULL);
  fputs("more", f);
  fclose(f);
}

static void on_event(uv_fs_event_t* handle, const char* name, int events, int status) {
  (void) name, (void) events;
  if (failed("fs_event", status))
    return;
  seen_folder |= handle == &on_folder;
  seen_file |= handle == &on_file;
  if (seen_folder && seen_file) {
    goal();
    close_all(handle->loop);
  }
}

SCENARIO(fs_event) {
  char path[100];
  size_t size = sizeof(path);

  change("watched");
  if (failed("fs_event_init", uv_fs_event_init(loop, &on_folder)) ||
      failed("fs_event_init", uv_fs_event_init(loop, &on_folder_too)) ||
      failed("fs_event_init", uv_fs_event_init(loop, &on_file)) ||
      failed("fs_event_start", uv_fs_event_start(&on_folder, on_event, ".", 0)) ||
      failed("fs_event_start", uv_fs_event_start(&on_folder_too, on_event, ".", 0)) ||
      failed("fs_event_start", uv_fs_event_start(&on_file, on_event, "watched", 0)) ||
      failed("fs_event_getpath", uv_fs_event_getpath(&on_file, path, &size)) ||
      failed("fs_event_stop", uv_fs_event_stop(&on_folder_too)))
    return;
  change("watched");
}

static void on_time(uv_timer_t* handle) {
  (void) handle;
  change("polled");
}

/* The kernel sets the time of a write before the size, and somebody may look in between. */
static int differ(const uv_stat_t* a, const uv_stat_t* b) {
  return a->st_size != b->st_size || a->st_mtim.tv_sec != b->st_mtim.tv_sec ||
         a->st_mtim.tv_nsec != b->st_mtim.tv_nsec;
}

static void on_change(uv_fs_poll_t* handle, int status, const uv_stat_t* before,
                      const uv_stat_t* after) {
  if (failed("fs_poll", status))
    return;
  must(differ(before, after));
  goal();
  close_all(handle->loop);
}

SCENARIO(fs_poll) {
  char path[100];
  size_t size = sizeof(path);

  change("polled");
  if (failed("fs_poll_init", uv_fs_poll_init(loop, &poller)) ||
      failed("fs_poll_start", uv_fs_poll_start(&poller, on_change, "polled", 1)) ||
      failed("fs_poll_getpath", uv_fs_poll_getpath(&poller, path, &size)) ||
      failed("timer_init", uv_timer_init(loop, &writer)))
    return;
  failed("timer_start", uv_timer_start(&writer, on_time, 2, 2));
}
