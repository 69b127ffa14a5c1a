/* Steps of file operations, one after another: the same for calls with a callback and without. */
#ifndef FAULT_FS_STEPS_H
#define FAULT_FS_STEPS_H

#include "scenario.h"

enum { AGAIN = 1 };

struct fs_step {
  const char* name;
  int (*start)(uv_loop_t* loop, uv_fs_t* req, uv_fs_cb cb);
  int (*done)(uv_fs_t* req); /* after success: 0, or AGAIN to do the step once more; may be NULL */
};

/* Runs the steps until one fails. `end` runs after the last or the failed one: it gives back what
 * the steps have opened. */
void fs_steps_sync(uv_loop_t* loop, const struct fs_step* steps, int n, void (*end)(void));
void fs_steps_async(uv_loop_t* loop, const struct fs_step* steps, int n, void (*end)(void));

#endif
