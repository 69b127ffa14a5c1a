/* src/runtime/see/last_seconds.c — always records what the loop did in its last seconds: the slices
 * of uv_trace.h with the numbers of JavaScript: entries, ticks, collections.
 *
 * (1) It costs nothing per callback: these numbers are counted anyway, and read once a millisecond.
 * (2) They can be read while the loop is blocked. */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "runtime/engine_private.h"
#include "see.h"
#include "uv_trace.h"

enum { LONGEST = 256 << 20 }; /* bytes; more only when events are recorded, too */

static void on_collected(JSContextGroupRef group, void* data) {
  gy_env* env = data;

  (void) group;
  __atomic_fetch_add(&env->now.collections, 1, __ATOMIC_RELAXED);
}

void gy_last_seconds_open(gy_env* env) {
  const uv_trace_word_t words[] = {{"entries", &env->now.entries},
                                   {"ticks", (const uint32_t*) &env->shared_state[GY_TICKS]},
                                   {"collections", &env->now.collections}};

  /* When memory is short, or in a build without tracing, there are none. */
  if (uv_trace_slices_start(env->loop, words, GY_COUNT(words)) == 0 &&
      JSContextGroupAddHeapFinalizer != NULL)
    JSContextGroupAddHeapFinalizer(env->group, on_collected, env);
}

static char* read_all(int fd, size_t length) {
  char* text = malloc(length);
  size_t done = 0;
  ssize_t got = 1;

  while (text != NULL && done < length && got > 0) {
    got = pread(fd, text + done, length - done, (off_t) done);
    done += got > 0 ? (size_t) got : 0;
  }
  if (text != NULL && done == length)
    return text;
  free(text);
  return NULL;
}

/* A JSON text contains no line ends except between its tokens. */
static void make_one_line(char* text, size_t length) {
  for (char* at = text; (at = memchr(at, '\n', (size_t) (text + length - 1 - at))) != NULL;)
    *at = ' ';
}

char* gy_last_seconds(gy_env* env, size_t* length) {
  int fd = memfd_create("gyre-trace", MFD_CLOEXEC);
  char* text = NULL;
  off_t size;

  if (fd < 0)
    return NULL;
  size = uv_trace_dump(env->loop, fd) == 0 ? lseek(fd, 0, SEEK_END) : 0;
  if (size > 0 && size <= LONGEST)
    text = read_all(fd, (size_t) size);
  close(fd);
  if (text == NULL)
    return NULL;
  make_one_line(text, (size_t) size);
  *length = (size_t) size;
  return text;
}
