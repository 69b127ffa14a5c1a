/* src/runtime/see/side.c — the side thread, and how other threads post functions to it. Posts to
 * the threads of the program: loops.c.
 *
 * (1) There is one per process. It runs until the process ends; exit does not wait for it.
 * (2) Posts wait in a queue under a lock. An async handle wakes the side thread's loop. */
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

#include "loops.h"
#include "see.h"

struct end {
  uv_async_t wake;
  struct gy_post* first;
  struct gy_post** last;
};

static struct {
  pthread_mutex_t lock;
  gy_env* env;
  uv_loop_t loop;
  bool started;
  struct end side;
} see = {.lock = PTHREAD_MUTEX_INITIALIZER};

uv_loop_t* gy_side_loop(void) {
  return &see.loop;
}

gy_env* gy_side_env(void) {
  return see.env;
}

static struct gy_post* take_all(struct end* end) {
  pthread_mutex_lock(&see.lock);
  struct gy_post* first = end->first;
  end->first = NULL;
  end->last = &end->first;
  pthread_mutex_unlock(&see.lock);
  return first;
}

static void on_wake(uv_async_t* wake) {
  struct gy_post* post = take_all(wake->data);

  while (post != NULL) {
    /* fn may free a post that belongs to the caller: it is not read afterwards. */
    struct gy_post* next = post->next;
    struct gy_post* ours = post->ours ? post : NULL;
    post->fn(post->arg);
    free(ours);
    post = next;
  }
}

static int open_end(struct end* end, uv_loop_t* loop) {
  end->last = &end->first;
  end->wake.data = end;
  return uv_async_init(loop, &end->wake, on_wake);
}

static int queue(struct end* end, struct gy_post* post) {
  pthread_mutex_lock(&see.lock);
  *end->last = post;
  end->last = &post->next;
  pthread_mutex_unlock(&see.lock);
  return uv_async_send(&end->wake);
}

static int post_to(struct end* end, void (*fn)(void*), void* arg) {
  struct gy_post* post = malloc(sizeof(*post));

  if (post == NULL)
    return UV_ENOMEM;
  *post = (struct gy_post){.fn = fn, .arg = arg, .ours = true};
  return queue(end, post);
}

int gy_side_open(gy_env* env) {
  see.env = env;
  return gy_loop_open(env->loop, env, 0, "", &env->seen);
}

int gy_main_post(void (*fn)(void*), void* arg) {
  return gy_loop_post(0, fn, arg);
}

int gy_side_post(void (*fn)(void*), void* arg) {
  int err = gy_side_start();

  return err != 0 ? err : post_to(&see.side, fn, arg);
}

void gy_side_answer(struct gy_post* post, void (*fn)(void*), void* arg) {
  *post = (struct gy_post){.fn = fn, .arg = arg};
  queue(&see.side, post);
}

static void* run(void* arg) {
  (void) arg;
  uv_run(&see.loop, UV_RUN_DEFAULT);
  return NULL;
}

int gy_thread_start(void* (*run)(void*), size_t stack) {
  pthread_attr_t attr;
  pthread_t thread;
  sigset_t all;
  int err;

  sigfillset(&all);
  pthread_attr_init(&attr);
  pthread_attr_setsigmask_np(&attr, &all);
  pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
  if (stack != 0)
    pthread_attr_setstacksize(&attr, stack);
  err = pthread_create(&thread, &attr, run, NULL);
  pthread_attr_destroy(&attr);
  return -err;
}

static int start_locked(void) {
  int err = uv_loop_init(&see.loop);

  if (err != 0)
    return err;
  err = open_end(&see.side, &see.loop);
  if (err == 0)
    err = gy_thread_start(run, 0);
  if (err == 0) {
    see.started = true;
    return 0;
  }
  uv_close((uv_handle_t*) &see.side.wake, NULL);
  uv_run(&see.loop, UV_RUN_DEFAULT);
  uv_loop_close(&see.loop);
  return err;
}

int gy_side_start(void) {
  pthread_mutex_lock(&see.lock);
  int err = see.started ? 0 : start_locked();
  pthread_mutex_unlock(&see.lock);
  return err;
}
