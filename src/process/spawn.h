/* src/process/spawn.h — between uv_spawn(), the child's descriptors and the child before its
 * exec. */
#ifndef UV__SPAWN_H
#define UV__SPAWN_H

#include "loop/loop.h"

/* ---- stdio.c ---- */

enum { UV__STDIO_SMALL = 8 };

/* The child's descriptors 0 to count-1. */
struct uv__stdio {
  int count;
  int* use;       /* the parent's descriptor that becomes the child's, -1: none */
  int (*pair)[2]; /* what was made for it: the parent's end and the child's, or -1 */
  int use_small[UV__STDIO_SMALL];
  int pair_small[UV__STDIO_SMALL][2];
};

/* Makes what the child needs. On failure nothing is left open. */
int uv__stdio_make(struct uv__stdio* s, const uv_process_options_t* options);

/* The child has its ends: the other ends go to their streams. On failure the rest is closed. */
int uv__stdio_adopt(struct uv__stdio* s, const uv_process_options_t* options);

/* There is no child: closes what was made. */
void uv__stdio_drop(struct uv__stdio* s);

/* ---- child.c ---- */

/* Everything that needs memory is prepared here: the child has none of its own. */
struct uv__child {
  const uv_process_options_t* options;
  const struct uv__stdio* stdio;
  const char* path;  /* folders to search for the file; NULL: the file name has a slash */
  char* candidate;   /* room for the longest folder, a slash and the file */
  char** shell_args; /* for a script without a first line that names its interpreter */
  int error_fd;
};

int uv__child_prepare(struct uv__child* c, const uv_process_options_t* options,
                      const struct uv__stdio* stdio);
void uv__child_release(struct uv__child* c);

/* What the child runs until it becomes the program; returns the exit code when that failed. */
int uv__child_main(void* child);

/* ---- spawn.c ---- */

/* Moves the handle to `exited` when its child has ended, and off all lists when the child is no
 * longer ours to reap. Its pid may be another's from then on. */
void uv__process_reap(uv_process_t* p, struct uv__queue* exited);

/* Reaps the listed children on SIGCHLD from now on; 0 or -errno. */
int uv__process_watch_list(uv_loop_t* loop);

/* Calls back each of these. */
void uv__process_report(struct uv__queue* exited);

/* ---- many.c ---- */

/* The child's end will be noticed from now on, or no longer. */
void uv__process_list(uv_process_t* p);
void uv__process_unlist(uv_process_t* p);

/* ---- forking.c ---- */

/* Whether children must run the handlers that someone gave to pthread_atfork(). */
int uv__spawn_must_fork(void);

#endif
