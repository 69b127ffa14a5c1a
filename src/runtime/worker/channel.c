/* src/runtime/worker/channel.c — see channel.h. */
#include "channel.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>

struct gy_end {
  struct gy_channel* channel;
  struct gy_message* first; /* the queue: first, last, box, is_closed: under the channel's lock */
  struct gy_message* last;
  struct gy_message* taken; /* (5): of the queue, by the owner */
  bool was_alone;           /* the other end was closed then */
  struct gy_mailbox* box;
  struct gy_end* next; /* in the mailbox's list */
  bool is_listed;      /* this and `next`: under the mailbox's lock */
  bool is_closed;
  void* data;
};

struct gy_channel {
  pthread_mutex_t lock;
  struct gy_end ends[2];
};

const struct gy_channel_trace* gy_channel_trace;

static const pthread_mutex_t new_lock = PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP;

/* ---- Messages ---- */

struct gy_message* gy_message_new(size_t length) {
  struct gy_message* message = malloc(sizeof(*message) + length);

  if (message == NULL)
    return NULL;
  message->next = NULL;
  message->parts = NULL;
  message->part_count = 0;
  message->posted_ns = 0;
  message->length = length;
  return message;
}

void gy_message_free(struct gy_message* message) {
  for (size_t i = 0; i < message->part_count; i++)
    if (message->parts[i].data != NULL)
      message->parts[i].drop(message->parts[i].data);
  free(message->parts);
  free(message);
}

static void free_all(struct gy_message* message) {
  while (message != NULL) {
    struct gy_message* next = message->next;
    gy_message_free(message);
    message = next;
  }
}

/* ---- Mailboxes ---- */

void gy_mailbox_open(struct gy_mailbox* box, void (*wake)(struct gy_mailbox* box)) {
  box->lock = new_lock;
  box->first = box->last = NULL;
  box->wake = wake;
  memset(box->words, 0, sizeof(box->words));
  box->is_awake = false;
  box->wakers = 0;
}

/* Call with the lock of the channel. Returns the mailbox if it has to be woken: call wake_mailbox()
 * after releasing the lock, because the woken thread takes it at once. */
static struct gy_mailbox* list(struct gy_mailbox* box, struct gy_end* end) {
  bool was_empty, sleeps;

  pthread_mutex_lock(&box->lock);
  if (end->is_listed) {
    pthread_mutex_unlock(&box->lock);
    return NULL;
  }
  was_empty = box->first == NULL;
  end->is_listed = true;
  end->next = NULL;
  if (was_empty)
    box->first = end;
  else
    box->last->next = end;
  box->last = end;
  __atomic_store_n(&box->words[0], 1, __ATOMIC_RELEASE);
  sleeps = was_empty && !box->is_awake;
  if (sleeps)
    __atomic_fetch_add(&box->wakers, 1, __ATOMIC_RELAXED);
  pthread_mutex_unlock(&box->lock);
  return sleeps ? box : NULL;
}

static void wake_mailbox(struct gy_mailbox* box) {
  if (box == NULL)
    return;
  box->wake(box);
  __atomic_fetch_sub(&box->wakers, 1, __ATOMIC_RELEASE);
}

void gy_mailbox_stay_awake(struct gy_mailbox* box) {
  pthread_mutex_lock(&box->lock);
  box->is_awake = true;
  pthread_mutex_unlock(&box->lock);
}

bool gy_mailbox_sleep(struct gy_mailbox* box) {
  bool has_news;

  pthread_mutex_lock(&box->lock);
  box->is_awake = false;
  has_news = box->first != NULL;
  pthread_mutex_unlock(&box->lock);
  return has_news;
}

void gy_mailbox_settle(struct gy_mailbox* box) {
  while (__atomic_load_n(&box->wakers, __ATOMIC_ACQUIRE) != 0)
    sched_yield();
}

void gy_mailbox_close(struct gy_mailbox* box) {
  gy_mailbox_settle(box);
  pthread_mutex_destroy(&box->lock);
}

static void unlist(struct gy_mailbox* box, struct gy_end* end) {
  struct gy_end* before = NULL;

  pthread_mutex_lock(&box->lock);
  for (struct gy_end* at = box->first; end->is_listed && at != NULL; before = at, at = at->next) {
    if (at != end)
      continue;
    if (before == NULL)
      box->first = end->next;
    else
      before->next = end->next;
    if (box->last == end)
      box->last = before;
    end->is_listed = false;
  }
  pthread_mutex_unlock(&box->lock);
}

struct gy_end* gy_mailbox_next(struct gy_mailbox* box) {
  struct gy_end* end;

  pthread_mutex_lock(&box->lock);
  end = box->first;
  if (end != NULL) {
    box->first = end->next;
    if (box->first == NULL)
      box->last = NULL;
    end->is_listed = false;
  }
  if (box->first == NULL)
    __atomic_store_n(&box->words[0], 0, __ATOMIC_RELEASE);
  pthread_mutex_unlock(&box->lock);
  return end;
}

/* ---- Ends ---- */

static struct gy_end* other_of(struct gy_end* end) {
  struct gy_channel* channel = end->channel;

  return &channel->ends[end == &channel->ends[0]];
}

bool gy_channel_new(struct gy_end* ends[2]) {
  struct gy_channel* channel = calloc(1, sizeof(*channel));

  if (channel == NULL)
    return false;
  channel->lock = new_lock;
  for (int i = 0; i < 2; i++) {
    channel->ends[i].channel = channel;
    ends[i] = &channel->ends[i];
  }
  return true;
}

void gy_end_attach(struct gy_end* end, struct gy_mailbox* box, void* data) {
  struct gy_mailbox* sleeping = NULL;

  pthread_mutex_lock(&end->channel->lock);
  end->box = box;
  end->data = data;
  if (end->taken != NULL || end->first != NULL || other_of(end)->is_closed)
    sleeping = list(box, end);
  pthread_mutex_unlock(&end->channel->lock);
  wake_mailbox(sleeping);
}

void gy_end_detach(struct gy_end* end) {
  pthread_mutex_lock(&end->channel->lock);
  if (end->box != NULL)
    unlist(end->box, end);
  end->box = NULL;
  end->data = NULL;
  pthread_mutex_unlock(&end->channel->lock);
}

void* gy_end_data(const struct gy_end* end) {
  return end->data;
}

/* With the lock. */
static void append(struct gy_end* end, struct gy_message* message) {
  if (end->first == NULL)
    __atomic_store_n(&end->first, message, __ATOMIC_RELAXED);
  else
    end->last->next = message;
  end->last = message;
}

bool gy_end_post(struct gy_end* end, struct gy_message* message) {
  struct gy_end* other = other_of(end);
  struct gy_mailbox* sleeping = NULL;
  bool is_open, was_empty;

  if (gy_channel_trace != NULL)
    gy_channel_trace->posted(message);
  pthread_mutex_lock(&end->channel->lock);
  is_open = !other->is_closed;
  if (is_open) {
    was_empty = other->first == NULL;
    append(other, message);
    if (was_empty && other->box != NULL) /* (5) */
      sleeping = list(other->box, other);
  }
  pthread_mutex_unlock(&end->channel->lock);
  wake_mailbox(sleeping);
  if (!is_open)
    gy_message_free(message);
  return is_open;
}

void gy_end_fill(struct gy_end* end, struct gy_message* message) {
  pthread_mutex_lock(&end->channel->lock);
  append(end, message);
  pthread_mutex_unlock(&end->channel->lock);
}

/* (5) */
static void take_queue(struct gy_end* end) {
  pthread_mutex_lock(&end->channel->lock);
  end->taken = end->first;
  __atomic_store_n(&end->first, NULL, __ATOMIC_RELAXED);
  end->was_alone = other_of(end)->is_closed;
  pthread_mutex_unlock(&end->channel->lock);
}

/* Without the lock: whoever was told by the mailbox that the end has news sees the queue. */
static bool has_queue(const struct gy_end* end) {
  return __atomic_load_n(&end->first, __ATOMIC_RELAXED) != NULL;
}

struct gy_message* gy_end_take(struct gy_end* end, unsigned* flags) {
  struct gy_message* message;

  if (end->taken == NULL)
    take_queue(end);
  message = end->taken;
  if (message != NULL)
    end->taken = message->next;
  if (flags != NULL)
    *flags = (end->was_alone ? GY_END_IS_ALONE : 0u) |
             (end->taken != NULL || has_queue(end) ? GY_END_HAS_MORE : 0u);
  if (gy_channel_trace != NULL && message != NULL && message->posted_ns != 0)
    gy_channel_trace->taken(message);
  return message;
}

bool gy_end_is_alone(struct gy_end* end) {
  bool is_alone;

  pthread_mutex_lock(&end->channel->lock);
  is_alone = other_of(end)->is_closed;
  pthread_mutex_unlock(&end->channel->lock);
  return is_alone;
}

void gy_end_close(struct gy_end* end) {
  struct gy_channel* channel = end->channel;
  struct gy_end* other = other_of(end);
  struct gy_mailbox* sleeping = NULL;
  struct gy_message *messages, *taken = end->taken;
  bool is_last;

  pthread_mutex_lock(&channel->lock);
  if (end->box != NULL)
    unlist(end->box, end);
  end->box = NULL;
  end->is_closed = true;
  messages = end->first;
  end->first = NULL;
  is_last = other->is_closed;
  if (!is_last && other->box != NULL)
    sleeping = list(other->box, other);
  pthread_mutex_unlock(&channel->lock);
  wake_mailbox(sleeping);
  if (is_last) {
    pthread_mutex_destroy(&channel->lock);
    free(channel);
  }
  free_all(taken);
  free_all(messages); /* without the lock: a message may hold ends of other channels */
}
