/* src/runtime/see/record_workers.c — the workers' part of `gyre trace FILE`: each worker records
 * the events of its loop, and each message between two threads is recorded with the times of
 * sending and receiving.
 *
 * (1) Nothing of this runs, and no memory is taken, unless gy_record_workers() was called, before
 *     there are workers.
 * (2) The trace of a worker that ends is stored as text until the file is written, for the first
 *     MOST_ENDED workers. Traces of running workers are read directly; a worker that ends at that
 *     moment may appear twice.
 * (3) Only the first MOST_MESSAGES messages are recorded. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "loops.h"
#include "see.h"
#include "runtime/worker/channel.h"
#include "uv_trace.h"

enum { MOST_ENDED = 64, MOST_MESSAGES = 1 << 16 };

struct ended_worker {
  uint32_t id;
  char name[GY_LOOP_NAME];
  char* text;
  size_t length;
};

struct message_times {
  uint64_t posted_ns, taken_ns;
  int from, to; /* threads */
};

static struct {
  pthread_mutex_t lock;
  unsigned events; /* of each worker; 0: nothing is recorded */
  struct ended_worker ended[MOST_ENDED];
  int ended_count;
  struct message_times* messages;
  size_t message_count;
} record = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* ---- Messages ---- */

static void on_posted(struct gy_message* message) {
  message->posted_ns = uv_hrtime();
  message->posted_tid = gettid();
}

static void on_taken(const struct gy_message* message) {
  struct message_times times = {message->posted_ns, uv_hrtime(), message->posted_tid, gettid()};

  if (times.from == times.to)
    return;
  pthread_mutex_lock(&record.lock);
  if (record.message_count < MOST_MESSAGES)
    record.messages[record.message_count++] = times;
  pthread_mutex_unlock(&record.lock);
}

static void write_flow(FILE* out, char kind, size_t id, int tid, uint64_t ns) {
  fprintf(out,
          "%s{\"ph\":\"%c\",\"pid\":%d,\"tid\":%d,\"name\":\"message\",\"cat\":\"message\","
          "\"id\":\"m%zu\",\"ts\":%.3f%s}",
          id == 0 && kind == 's' ? "" : ",\n", kind, (int) getpid(), tid, id, (double) ns / 1000,
          kind == 'f' ? ",\"bp\":\"e\"" : "");
}

void gy_recorded_messages(FILE* out) {
  fputc('[', out);
  pthread_mutex_lock(&record.lock);
  for (size_t i = 0; i < record.message_count; i++) {
    write_flow(out, 's', i, record.messages[i].from, record.messages[i].posted_ns);
    write_flow(out, 'f', i, record.messages[i].to, record.messages[i].taken_ns);
  }
  pthread_mutex_unlock(&record.lock);
  fputc(']', out);
}

/* ---- Workers ---- */

int gy_record_workers(unsigned events) {
  static const struct gy_channel_trace trace = {on_posted, on_taken};

  record.messages = calloc(MOST_MESSAGES, sizeof(*record.messages));
  if (record.messages == NULL)
    return UV_ENOMEM;
  record.events = events;
  gy_channel_trace = &trace;
  return 0;
}

void gy_record_worker_begin(gy_env* env) {
  if (record.events != 0)
    (void) uv_trace_ring_start(env->loop, record.events); /* without memory it has no track */
}

void gy_record_worker_end(gy_env* env) {
  struct ended_worker ended = {.id = env->seen != NULL ? env->seen->id : 0};

  if (record.events == 0 || env->seen == NULL)
    return;
  memcpy(ended.name, env->seen->name, sizeof(ended.name));
  ended.text = gy_last_seconds(env, &ended.length);
  if (ended.text == NULL)
    return;
  pthread_mutex_lock(&record.lock);
  if (record.ended_count < MOST_ENDED) {
    record.ended[record.ended_count++] = ended;
    ended.text = NULL;
  }
  pthread_mutex_unlock(&record.lock);
  free(ended.text);
}

void gy_recorded_workers(gy_worker_trace* use, void* arg) {
  struct gy_see_loop* loop = gy_loop_hold_after(0);

  while (loop != NULL) {
    uint32_t id = loop->id;
    size_t length = 0;
    char* text = gy_last_seconds(loop->env, &length);
    if (text != NULL)
      use(arg, id, loop->name, text, length);
    free(text);
    gy_loop_release(loop);
    loop = gy_loop_hold_after(id);
  }
  pthread_mutex_lock(&record.lock);
  for (int i = 0; i < record.ended_count; i++)
    use(arg, record.ended[i].id, record.ended[i].name, record.ended[i].text,
        record.ended[i].length);
  pthread_mutex_unlock(&record.lock);
}
