/* src/runtime/see/loops.c — see loops.h. Without observers this costs one list entry and one async
 * handle per thread. */
#include "loops.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static struct {
  pthread_mutex_t lock;
  pthread_cond_t released;
  struct gy_see_loop* first; /* the main thread's, when it is open */
  unsigned count;
} list = {.lock = PTHREAD_MUTEX_INITIALIZER, .released = PTHREAD_COND_INITIALIZER};

static void run_posts(struct gy_see_loop* loop) {
  struct gy_post* post;

  pthread_mutex_lock(&list.lock);
  post = loop->first;
  loop->first = NULL;
  loop->last = &loop->first;
  pthread_mutex_unlock(&list.lock);
  while (post != NULL) {
    struct gy_post* next = post->next;
    post->fn(post->arg);
    free(post);
    post = next;
  }
}

static void on_wake(uv_async_t* wake) {
  run_posts(wake->data);
}

/* Workers may open in another order than they were numbered in. */
static void add(struct gy_see_loop* loop) {
  struct gy_see_loop** at = &list.first;

  pthread_mutex_lock(&list.lock);
  while (*at != NULL && (*at)->id < loop->id)
    at = &(*at)->next;
  loop->next = *at;
  *at = loop;
  list.count++;
  pthread_mutex_unlock(&list.lock);
}

/* A name that is too long ends with a whole character. */
static void copy_name(char* name, const char* from) {
  size_t end = GY_LOOP_NAME - 1;

  if (snprintf(name, GY_LOOP_NAME, "%s", from) < GY_LOOP_NAME)
    return;
  while (end > 0 && ((unsigned char) name[end - 1] & 0xc0) == 0x80)
    end--;
  if (end > 0 && ((unsigned char) name[end - 1] & 0x80) != 0)
    end--;
  name[end] = '\0';
}

int gy_loop_open(uv_loop_t* uv, struct gy_env* env, uint32_t id, const char* name,
                 struct gy_see_loop** opened) {
  struct gy_see_loop* loop = calloc(1, sizeof(*loop));
  int err;

  if (loop == NULL)
    return UV_ENOMEM;
  loop->env = env;
  loop->id = id;
  loop->tid = gettid();
  loop->last = &loop->first;
  loop->wake.data = loop;
  copy_name(loop->name, name);
  err = uv_async_init(uv, &loop->wake, on_wake);
  if (err != 0) {
    free(loop);
    return err;
  }
  uv_unref((uv_handle_t*) &loop->wake);
  *opened = loop; /* before others can post to it */
  add(loop);
  return 0;
}

void gy_loop_close(struct gy_see_loop* loop) {
  struct gy_see_loop** at = &list.first;

  pthread_mutex_lock(&list.lock);
  while (*at != loop)
    at = &(*at)->next;
  *at = loop->next;
  list.count--;
  while (loop->holders > 0)
    pthread_cond_wait(&list.released, &list.lock);
  loop->is_closing = true;
  pthread_mutex_unlock(&list.lock);
  run_posts(loop);
}

void gy_loop_free(struct gy_see_loop* loop) {
  free(loop);
}

static struct gy_see_loop* hold_from(uint32_t least, bool is_exact) {
  struct gy_see_loop* loop;

  pthread_mutex_lock(&list.lock);
  loop = list.first;
  while (loop != NULL && loop->id < least)
    loop = loop->next;
  if (loop != NULL && is_exact && loop->id != least)
    loop = NULL;
  if (loop != NULL)
    loop->holders++;
  pthread_mutex_unlock(&list.lock);
  return loop;
}

struct gy_see_loop* gy_loop_hold(uint32_t id) {
  return hold_from(id, true);
}

struct gy_see_loop* gy_loop_hold_after(uint32_t id) {
  return id == UINT32_MAX ? NULL : hold_from(id + 1, false);
}

void gy_loop_release(struct gy_see_loop* loop) {
  pthread_mutex_lock(&list.lock);
  if (--loop->holders == 0)
    pthread_cond_broadcast(&list.released);
  pthread_mutex_unlock(&list.lock);
}

unsigned gy_loop_count(void) {
  pthread_mutex_lock(&list.lock);
  unsigned count = list.count;
  pthread_mutex_unlock(&list.lock);
  return count;
}

int gy_loop_post(uint32_t id, void (*fn)(void*), void* arg) {
  struct gy_post* post = malloc(sizeof(*post));
  struct gy_see_loop* loop = post != NULL ? gy_loop_hold(id) : NULL;
  int err;

  if (loop == NULL) {
    free(post);
    return post == NULL ? UV_ENOMEM : UV_ESRCH;
  }
  *post = (struct gy_post){.fn = fn, .arg = arg, .ours = true};
  pthread_mutex_lock(&list.lock);
  *loop->last = post;
  loop->last = &post->next;
  pthread_mutex_unlock(&list.lock);
  err = uv_async_send(&loop->wake);
  gy_loop_release(loop);
  return err;
}

bool gy_loop_is_closing(const struct gy_see_loop* loop) {
  return loop->is_closing;
}
