/* Programs that do it wrong, each in one way: the sweep must find every one, or it would find
 * nothing in the library either. They are wrong only when an error comes, so a run without faults
 * is clean. */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "scenario.h"

/* The fault: opening fails. */
static int64_t open_something(uv_fs_t* req) {
  int64_t fd = uv_fs_open(NULL, req, "something", O_RDWR | O_CREAT, 0600, NULL);

  uv_fs_req_cleanup(req);
  if (fd >= 0)
    close((int) fd);
  return fd;
}

BROKEN(leak, "LeakSanitizer") {
  uv_fs_t req;
  char* volatile memory = malloc(1000);

  (void) loop;
  memset(memory, 1, 1000);
  if (note("open", open_something(&req)) >= 0)
    free(memory);
  memory = NULL;
}

BROKEN(hang, "no end") {
  uv_fs_t req;

  (void) loop;
  if (note("open", open_something(&req)) < 0)
    for (;;)
      pause();
}

BROKEN(crash, "AddressSanitizer") {
  uv_fs_t req;
  char* memory = malloc(10);
  volatile char* again = memory;

  (void) loop;
  if (note("open", open_something(&req)) < 0)
    free(memory);
  again[0] = 1;
  if (req.result >= 0)
    free(memory);
}

BROKEN(swallowed, "did not reach the caller") {
  uv_fs_t req;

  (void) loop;
  open_something(&req);
}

BROKEN(descriptor, "left open") {
  uv_fs_t req;

  (void) loop;
  if (note("open", open_something(&req)) < 0)
    must(open("/dev/null", O_RDONLY) >= 0);
}

BROKEN(lost_goal, "without a word") {
  uv_fs_t req;

  (void) loop;
  if (open_something(&req) >= 0)
    goal();
}

BROKEN(orphan, "left running") {
  uv_fs_t req;

  (void) loop;
  if (note("open", open_something(&req)) < 0 && fork() == 0)
    for (;;)
      pause();
}

BROKEN(loop_open, "no error excuses") {
  static uv_timer_t timer;
  uv_fs_t req;

  if (note("open", open_something(&req)) >= 0)
    return;
  uv_timer_init(loop, &timer);
  must(uv_loop_close(loop) == 0);
}
