/* src/runtime/bindings/cares/channel.c — the sockets, time-outs and queries of one resolver.
 *
 * (1) A socket of c-ares is watched by a uv_poll_t that lives until its close callback; c-ares
 *     closes the socket itself.
 * (2) The timer exists while queries are pending, and is set to the next time-out of c-ares.
 *     Without pending queries a channel uses nothing of the loop and may be freed at any time.
 * (3) A query keeps the object of its channel alive until its callback has been called. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cares.h"

enum { MAX_ROUNDS = 64 };

struct watcher {
  uv_poll_t poll;
  struct gy_channel* channel;
  int round;
  int fd;
  struct watcher* next;
};

struct gy_query {
  struct gy_channel* channel;
  struct gy_query* next; /* in the list `done` */
  JSObjectRef callback;
  int type, status, round;
  uint8_t* answer;
  size_t length;
  char name[];
};

/* The argument of the socket callback of a round. */
struct round {
  struct gy_channel* channel;
  int index;
  struct watcher* watchers;
};

static struct round* rounds_of(struct gy_channel* channel) {
  return (struct round*) (channel->rounds + channel->round_count);
}

static void deliver(struct gy_channel* channel);

/* ---- Time-outs ---- */

static void on_timer_closed(uv_handle_t* timer) {
  free(timer);
}

static void stop_timer(struct gy_channel* channel) {
  if (channel->timer != NULL)
    uv_close((uv_handle_t*) channel->timer, on_timer_closed);
  channel->timer = NULL;
}

static void on_timer(uv_timer_t* timer) {
  struct gy_channel* channel = timer->data;

  for (int i = 0; i < channel->round_count; i++)
    channel->cares->ares_process_fd(channel->rounds[i], ARES_SOCKET_BAD, ARES_SOCKET_BAD);
  deliver(channel);
}

static uint64_t next_timeout(struct gy_channel* channel) {
  uint64_t wait = UINT64_MAX;

  if (channel->done != NULL)
    return 0;
  for (int i = 0; i < channel->round_count; i++) {
    struct timeval time, *found = channel->cares->ares_timeout(channel->rounds[i], NULL, &time);
    uint64_t ms = 0;
    if (found == NULL)
      continue;
    if (found->tv_sec >= 0)
      ms = (uint64_t) found->tv_sec * 1000 + (uint64_t) (found->tv_usec + 999) / 1000;
    wait = ms < wait ? ms : wait;
  }
  return wait;
}

/* (2) */
static void set_timer(struct gy_channel* channel) {
  uint64_t wait;

  if (channel->pending == 0) {
    stop_timer(channel);
    return;
  }
  wait = next_timeout(channel);
  if (wait == UINT64_MAX)
    uv_timer_stop(channel->timer);
  else
    uv_timer_start(channel->timer, on_timer, wait, 0);
}

static int start_timer(struct gy_channel* channel) {
  if (channel->timer != NULL)
    return 0;
  channel->timer = malloc(sizeof(*channel->timer));
  if (channel->timer == NULL)
    return UV_ENOMEM;
  uv_timer_init(channel->env->loop, channel->timer);
  channel->timer->data = channel;
  return 0;
}

/* ---- Sockets ---- */

static void on_poll(uv_poll_t* poll, int status, int events) {
  struct watcher* w = (struct watcher*) poll;
  struct gy_channel* channel = w->channel;
  bool reads = status != 0 || (events & UV_READABLE) != 0;
  bool writes = status != 0 || (events & UV_WRITABLE) != 0;

  /* c-ares learns of an error when it reads. */
  channel->cares->ares_process_fd(channel->rounds[w->round], reads ? w->fd : ARES_SOCKET_BAD,
                                  writes ? w->fd : ARES_SOCKET_BAD);
  deliver(channel);
}

static void on_watcher_closed(uv_handle_t* poll) {
  free(poll);
}

static struct watcher* watch(struct round* round, int fd) {
  struct watcher* w = malloc(sizeof(*w));

  if (w == NULL)
    return NULL;
  *w = (struct watcher){.channel = round->channel, .round = round->index, .fd = fd};
  if (uv_poll_init_socket(round->channel->env->loop, &w->poll, fd) != 0) {
    free(w); /* the query times out */
    return NULL;
  }
  w->next = round->watchers;
  round->watchers = w;
  return w;
}

static void on_socket(void* data, ares_socket_t fd, int readable, int writable) {
  struct round* round = data;
  struct watcher** link = &round->watchers;
  struct watcher* w;

  while (*link != NULL && (*link)->fd != fd)
    link = &(*link)->next;
  w = *link;
  if (readable || writable) {
    if (w == NULL && (w = watch(round, fd)) == NULL)
      return;
    uv_poll_start(&w->poll, (readable ? UV_READABLE : 0) | (writable ? UV_WRITABLE : 0), on_poll);
  } else if (w != NULL) {
    *link = w->next;
    uv_close((uv_handle_t*) &w->poll, on_watcher_closed);
  }
}

/* ---- Queries ---- */

static void send_query(struct gy_query* q);

static void queue_done(struct gy_query* q, int status) {
  q->status = status;
  q->next = NULL;
  *q->channel->done_end = q;
  q->channel->done_end = &q->next;
}

static void on_answer(void* data, int status, int timeouts, unsigned char* answer, int length) {
  struct gy_query* q = data;

  (void) timeouts;
  if ((status == ARES_ETIMEOUT || status == ARES_ECONNREFUSED) &&
      q->round + 1 < q->channel->round_count) {
    q->round++;
    send_query(q);
    return;
  }
  if (status == ARES_SUCCESS && answer != NULL && length > 0) {
    q->answer = malloc((size_t) length);
    if (q->answer != NULL)
      memcpy(q->answer, answer, (size_t) length);
    q->length = (size_t) length;
    status = q->answer != NULL ? ARES_SUCCESS : ARES_ENOMEM;
  }
  queue_done(q, status);
}

static void send_query(struct gy_query* q) {
  struct gy_channel* channel = q->channel;

  channel->cares->ares_query(channel->rounds[q->round], q->name, 1, q->type, on_answer, q);
}

/* Names of the Tor network are not sent to DNS servers (RFC 7686). */
static bool is_onion(const char* name) {
  static const char suffix[] = ".onion";
  size_t length = strlen(name), end = sizeof(suffix) - 1;

  if (length > 0 && name[length - 1] == '.')
    length--;
  return length >= end && strncasecmp(name + length - end, suffix, end) == 0;
}

int gy_channel_query(struct gy_channel* channel, const char* name, int type, JSObjectRef callback) {
  size_t size = strlen(name) + 1;
  struct gy_query* q = malloc(sizeof(*q) + size);
  gy_env* env = channel->env;

  if (q == NULL || start_timer(channel) != 0) {
    free(q);
    return UV_ENOMEM;
  }
  *q = (struct gy_query){.channel = channel, .type = type};
  memcpy(q->name, name, size);
  q->callback = (JSObjectRef) gy_hold(env, gy_callback(env, callback, "QUERYWRAP"));
  gy_hold(env, channel->object);
  channel->pending++;
  if (is_onion(name))
    queue_done(q, ARES_ENOTFOUND);
  else
    send_query(q);
  set_timer(channel);
  return 0;
}

static void finish(struct gy_query* q) {
  struct gy_channel* channel = q->channel;
  gy_env* env = channel->env;
  JSValueRef records = gy_undefined(env);
  JSValueRef argv[2];

  if (q->status == ARES_SUCCESS)
    q->status = gy_answer_read(channel->cares, env, q->answer, q->length, q->type, &records);
  argv[0] = q->status == ARES_SUCCESS ? JSValueMakeNull(env->ctx)
                                      : gy_string(env, gy_cares_code(q->status));
  argv[1] = records;
  gy_enter(env, GY_IO, q->callback, NULL, GY_COUNT(argv), argv);
  gy_drop(env, q->callback);
  free(q->answer);
  free(q);
}

/* (3) of cares.h. The object is held by the queries, and by `self` after the last of them. */
static void deliver(struct gy_channel* channel) {
  gy_env* env = channel->env;
  JSObjectRef self = (JSObjectRef) gy_hold(env, channel->object);

  while (channel->done != NULL && !env->exiting) {
    struct gy_query* q = channel->done;
    channel->done = q->next;
    if (channel->done == NULL)
      channel->done_end = &channel->done;
    channel->pending--;
    gy_drop(env, channel->object);
    finish(q);
  }
  set_timer(channel);
  gy_drop(env, self);
}

void gy_channel_cancel(struct gy_channel* channel) {
  for (int i = 0; i < channel->round_count; i++)
    channel->cares->ares_cancel(channel->rounds[i]);
  set_timer(channel);
}

/* ---- Open and free ---- */

static int open_round(struct gy_channel* channel, int index, int timeout, int tries) {
  struct round* round = rounds_of(channel) + index;
  struct ares_options options = {
      .flags = ARES_FLAG_NOCHECKRESP,
      .timeout = timeout,
      .tries = tries,
      .sock_state_cb = on_socket,
      .sock_state_cb_data = round,
  };

  *round = (struct round){.channel = channel, .index = index};
  return channel->cares->ares_init_options(
      &channel->rounds[index], &options,
      ARES_OPT_FLAGS | ARES_OPT_TIMEOUTMS | ARES_OPT_TRIES | ARES_OPT_SOCK_STATE_CB);
}

int gy_channel_open(struct gy_channel* channel, int timeout, int tries, int max_timeout) {
  int count = max_timeout > 0 ? tries : 1, status = ARES_SUCCESS;
  int64_t wait = timeout;

  channel->done_end = &channel->done;
  count = count > MAX_ROUNDS ? MAX_ROUNDS : count;
  channel->rounds = calloc((size_t) count, sizeof(*channel->rounds) + sizeof(struct round));
  if (channel->rounds == NULL)
    return ARES_ENOMEM;
  channel->round_count = count;
  for (int i = 0; i < count && status == ARES_SUCCESS; i++) {
    if (max_timeout > 0 && wait > max_timeout)
      wait = max_timeout;
    status = open_round(channel, i, (int) wait, max_timeout > 0 ? 1 : tries);
    if (wait <= INT32_MAX / 2)
      wait *= 2;
  }
  return status;
}

/* Only the end of a worker drops what is pending: ares_destroy() has put it into `done`. */
static void drop_queries(struct gy_channel* channel) {
  for (struct gy_query *q = channel->done, *next; q != NULL; q = next) {
    next = q->next;
    gy_drop(channel->env, q->callback);
    gy_drop(channel->env, channel->object);
    free(q->answer);
    free(q);
  }
}

void gy_channel_free(struct gy_channel* channel) {
  for (int i = 0; i < channel->round_count; i++)
    if (channel->rounds[i] != NULL)
      channel->cares->ares_destroy(channel->rounds[i]);
  drop_queries(channel);
  stop_timer(channel);
  free(channel->rounds);
  free(channel);
}
