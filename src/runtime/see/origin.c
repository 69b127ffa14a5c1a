/* src/runtime/see/origin.c — the line of the program that made a handle or a request. It is
 * recorded when the object is made, so that `gyre why` has it for any process at any time.
 *
 * (1) Each line is stored once: there are as many as the program has lines that make handles or
 *     block the loop. The table is guarded by its lock, because both threads add to it.
 * (2) For objects that are made often, the line is recorded only while that is cheap
 *     (gy_origin_is_cheap()). That is enough for `why`: a program that waits for one file for ever
 *     has not requested many. */
#include <ctype.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/engine_private.h"
#include "see.h"
#include "uv_trace.h"

enum { FRAMES = 32, BUCKETS = 256, EVERY_MS = 2, MOST_SAVED = 32 };

struct line {
  struct line* next;
  char text[];
};

static pthread_mutex_t lines_lock = PTHREAD_MUTEX_INITIALIZER;
static struct line* lines[BUCKETS];

/* FNV-1a */
static unsigned bucket_of(const char* text, size_t length) {
  unsigned hash = 2166136261u;

  for (size_t i = 0; i < length; i++)
    hash = (hash ^ (unsigned char) text[i]) * 16777619u;
  return hash % BUCKETS;
}

static const char* store(const char* text, size_t length) {
  struct line** bucket = &lines[bucket_of(text, length)];
  struct line* line = *bucket;

  while (line != NULL && (strncmp(line->text, text, length) != 0 || line->text[length] != '\0'))
    line = line->next;
  if (line != NULL)
    return line->text;
  line = malloc(sizeof(*line) + length + 1);
  if (line == NULL)
    return NULL;
  memcpy(line->text, text, length);
  line->text[length] = '\0';
  line->next = *bucket;
  *bucket = line;
  return line->text;
}

const char* gy_origin_intern(const char* text, size_t length) {
  const char* stored;

  pthread_mutex_lock(&lines_lock);
  stored = store(text, length);
  pthread_mutex_unlock(&lines_lock);
  return stored;
}

/* "#3 name() at /home/me/app.js:12" → the part after "at ", if it is a line of the program. */
static const char* place_of(const char* frame, size_t* length) {
  static const char at[] = ") at ";
  const char* end = frame + *length;
  const char* place = memmem(frame, *length, at, sizeof(at) - 1);

  if (place == NULL)
    return NULL;
  place += sizeof(at) - 1;
  *length = (size_t) (end - place);
  if (*length == 0 || *place == ':' || strncmp(place, "node:", 5) == 0)
    return NULL; /* the engine's own, or of lib/ */
  if (*place == '[' && strncmp(place, "[eval]", 6) != 0 && strncmp(place, "[stdin]", 7) != 0)
    return NULL;
  return place;
}

static int hex(char digit) {
  return digit <= '9' ? digit - '0' : (digit | 0x20) - 'a' + 10;
}

/* The path of a URL "file://...": its %XX are bytes. */
static const char* store_url(const char* url, size_t length) {
  const char* stored = NULL;
  char* path = malloc(length + 1);
  size_t n = 0;

  if (path == NULL)
    return NULL;
  for (size_t i = 0; i < length; i++) {
    bool is_byte = url[i] == '%' && i + 2 < length && isxdigit((unsigned char) url[i + 1]) &&
                   isxdigit((unsigned char) url[i + 2]);
    path[n++] = is_byte ? (char) (hex(url[i + 1]) << 4 | hex(url[i + 2])) : url[i];
    i += is_byte ? 2 : 0;
  }
  stored = gy_origin_intern(path, n);
  free(path);
  return stored;
}

/* Returns the next line of the program, and moves `frames` behind it. */
static const char* next_place(const char** frames) {
  const char* stored = NULL;

  while (stored == NULL && **frames != '\0') {
    size_t line = strcspn(*frames, "\n"), length = line;
    const char* place = place_of(*frames, &length);
    if (place != NULL && strncmp(place, "file://", 7) == 0)
      stored = store_url(place + 7, length - 7);
    else if (place != NULL)
      stored = gy_origin_intern(place, length);
    *frames += line + ((*frames)[line] == '\n');
  }
  return stored;
}

static bool is_of_package(const char* place) {
  return strstr(place, "/node_modules/") != NULL;
}

/* For a line of a package, the calling line is added. */
static const char* find_place(const char* frames) {
  const char *first = next_place(&frames), *next = first;
  char both[2 * PATH_MAX];
  int length;

  while (next != NULL && is_of_package(next))
    next = next_place(&frames);
  if (next == NULL || next == first)
    return first;
  length = snprintf(both, sizeof(both), "%s, from %s", first, next);
  return length > 0 && (size_t) length < sizeof(both) ? gy_origin_intern(both, (size_t) length)
                                                      : first;
}

const char* gy_origin_here(gy_env* env) {
  const char* place = NULL;
  JSStringRef frames;
  size_t size;
  char* text;

  if (JSContextCreateBacktrace == NULL)
    return NULL;
  frames = JSContextCreateBacktrace(env->ctx, FRAMES);
  size = JSStringGetMaximumUTF8CStringSize(frames);
  text = malloc(size);
  if (text != NULL && JSStringGetUTF8CString(frames, text, size) > 0)
    place = find_place(text);
  free(text);
  JSStringRelease(frames);
  return place;
}

const char* gy_origin_set(gy_env* env, uv_handle_t* handle) {
  const char* place = gy_origin_here(env);

  uv_trace_set_origin(handle, place);
  return place;
}

/* Reading the stack takes about 2 us. On average one request in EVERY_MS is recorded; up to
 * MOST_SAVED unused turns are saved up. */
bool gy_origin_is_cheap(gy_env* env) {
  static _Thread_local uint64_t last_ms;
  static _Thread_local uint64_t saved;
  uint64_t now = uv_now(env->loop);

  if (env->records_request_origins)
    return true;
  if (now - last_ms >= EVERY_MS) {
    saved += (now - last_ms) / EVERY_MS;
    saved = saved < MOST_SAVED ? saved : MOST_SAVED;
    last_ms = now;
  }
  if (saved == 0)
    return false;
  saved--;
  return true;
}

void gy_origin_set_req(gy_env* env, uv_req_t* req) {
  uv_trace_set_req_origin(req, gy_origin_here(env));
}
