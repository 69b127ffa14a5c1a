/* src/runtime/see/workers.c — queries of the main thread to its workers: for `gyre why FILE`,
 * --why-signal and diagnostic reports. Only the thread of a worker has the answers. Queries of
 * other processes come through control.c.
 *
 * (1) A worker answers when its loop turns. gy_query_workers() does not wait for it,
 *     gy_wait_for_workers() waits for a while.
 * (2) A worker that has ended does not answer. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "loops.h"
#include "see.h"

struct question {
  const char* name; /* of lib/internal/see/answer.js */
  uint32_t thread;
  char* text; /* malloc()ed: the answer */
};

static void free_question(struct question* question) {
  free(question->text);
  free(question);
}

/* On the main thread. */
static void deliver(void* arg) {
  struct question* question = arg;
  gy_env* env = gy_env_here();

  if (!env->exiting)
    gy_enter_inspector(env, "internal/see/commands/why", "onWorker",
                       gy_string(env, question->text));
  free_question(question);
}

/* On the worker's thread. */
static void answer(void* arg) {
  struct question* question = arg;
  gy_env* env = gy_env_here();
  char* found =
      env->exiting || gy_loop_is_closing(env->seen) ? NULL : gy_answer(env, question->name);
  size_t length = 0;
  FILE* out = found != NULL ? open_memstream(&question->text, &length) : NULL;

  if (out != NULL) {
    fprintf(out, "{\"thread\":%u,\"name\":", question->thread);
    gy_json_string(out, env->seen->name);
    fprintf(out, ",\"answer\":%s}", found);
    fclose(out);
  }
  free(found);
  if (question->text == NULL || gy_main_post(deliver, question) != 0)
    free_question(question);
}

void gy_query_workers(const char* name) {
  for (struct gy_see_loop* loop = gy_loop_hold_after(0); loop != NULL;) {
    struct question* question = calloc(1, sizeof(*question));
    uint32_t id = loop->id;
    gy_loop_release(loop);
    if (question == NULL)
      return;
    *question = (struct question){.name = name, .thread = id};
    if (gy_loop_post(id, answer, question) != 0)
      free_question(question);
    loop = gy_loop_hold_after(id);
  }
}

/* ---- Waiting ---- */

/* Of one call. It lives until all have answered, also those that were too late. */
struct round {
  pthread_mutex_t lock;
  pthread_cond_t answered;
  const char *id, *name;
  char* argument;
  unsigned users;   /* the caller, and the workers that have not answered */
  unsigned pending; /* the latter */
  FILE* out;        /* the answers, or NULL if the caller no longer waits */
  unsigned count;
};

/* With the lock, which is released. */
static void leave(struct round* round) {
  bool is_last = --round->users == 0;

  pthread_mutex_unlock(&round->lock);
  if (!is_last)
    return;
  pthread_mutex_destroy(&round->lock);
  pthread_cond_destroy(&round->answered);
  free(round->argument);
  free(round);
}

/* On the worker's thread. */
static void answer_round(void* arg) {
  struct round* round = arg;
  gy_env* env = gy_env_here();
  JSValueRef value = NULL;
  struct gy_text text;
  bool has_text;

  if (!env->exiting && !gy_loop_is_closing(env->seen))
    value = gy_enter_inspector(env, round->id, round->name, gy_string(env, round->argument));
  has_text = value != NULL && gy_text_get(env, value, &text, NULL);
  pthread_mutex_lock(&round->lock);
  if (has_text && round->out != NULL)
    fprintf(round->out, "%s%s", round->count++ > 0 ? "," : "", text.data);
  round->pending--;
  pthread_cond_signal(&round->answered);
  leave(round);
  if (has_text)
    gy_text_free(&text);
}

static void ask_all(struct round* round) {
  for (struct gy_see_loop* loop = gy_loop_hold_after(0); loop != NULL;) {
    uint32_t id = loop->id;
    gy_loop_release(loop);
    pthread_mutex_lock(&round->lock);
    round->users++;
    round->pending++;
    pthread_mutex_unlock(&round->lock);
    if (gy_loop_post(id, answer_round, round) != 0) {
      pthread_mutex_lock(&round->lock);
      round->pending--;
      leave(round);
    }
    loop = gy_loop_hold_after(id);
  }
}

static struct round* new_round(const char* id, const char* name, const char* text, FILE* out) {
  struct round* round = calloc(1, sizeof(*round));
  pthread_condattr_t attr;

  if (round == NULL)
    return NULL;
  *round = (struct round){.id = id, .name = name, .users = 1, .out = out};
  round->argument = strdup(text);
  pthread_mutex_init(&round->lock, NULL);
  pthread_condattr_init(&attr);
  pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
  pthread_cond_init(&round->answered, &attr);
  pthread_condattr_destroy(&attr);
  return round;
}

char* gy_wait_for_workers(const char* id, const char* name, const char* text, unsigned ms) {
  char* list = NULL;
  size_t length = 0;
  FILE* out = open_memstream(&list, &length);
  struct round* round = out != NULL ? new_round(id, name, text, out) : NULL;
  struct timespec until;
  int err = 0;

  if (round == NULL || round->argument == NULL) {
    if (out != NULL)
      fclose(out);
    free(list);
    free(round);
    return NULL;
  }
  fputc('[', out);
  ask_all(round);
  clock_gettime(CLOCK_MONOTONIC, &until);
  until.tv_nsec += (long) (ms % 1000) * 1000000;
  until.tv_sec += ms / 1000 + until.tv_nsec / 1000000000;
  until.tv_nsec %= 1000000000;
  pthread_mutex_lock(&round->lock);
  while (round->pending > 0 && err == 0)
    err = pthread_cond_timedwait(&round->answered, &round->lock, &until);
  round->out = NULL;
  fputc(']', out);
  fclose(out);
  leave(round);
  return list;
}
