/* src/loop/queue.h — circular doubly linked lists whose links live inside their members.
 * A head and a link are the same type; a link that points to itself is in no list. */
#ifndef UV__QUEUE_H
#define UV__QUEUE_H

#include <stddef.h>
#include "uv/threadpool.h"

#define uv__container(pointer, type, member) ((type*) ((char*) (pointer) -offsetof(type, member)))

static inline void uv__queue_init(struct uv__queue* q) {
  q->next = q;
  q->prev = q;
}

static inline int uv__queue_empty(const struct uv__queue* q) {
  return q->next == q;
}

/* Of a list that is not empty: there is one member. */
static inline int uv__queue_single(const struct uv__queue* q) {
  return q->next == q->prev;
}

static inline struct uv__queue* uv__queue_head(const struct uv__queue* q) {
  return q->next;
}

static inline void uv__queue_push_tail(struct uv__queue* head, struct uv__queue* link) {
  link->next = head;
  link->prev = head->prev;
  head->prev->next = link;
  head->prev = link;
}

static inline void uv__queue_push_head(struct uv__queue* head, struct uv__queue* link) {
  uv__queue_push_tail(head->next, link);
}

/* Leaves the link initialised, so that removing it again does no harm. */
static inline void uv__queue_remove(struct uv__queue* link) {
  link->prev->next = link->next;
  link->next->prev = link->prev;
  uv__queue_init(link);
}

/* Moves all members to `to`, which is initialised by this; `from` is empty afterwards. */
static inline void uv__queue_move(struct uv__queue* from, struct uv__queue* to) {
  if (uv__queue_empty(from)) {
    uv__queue_init(to);
    return;
  }
  *to = *from;
  to->next->prev = to;
  to->prev->next = to;
  uv__queue_init(from);
}

#define uv__queue_each(q, head) for ((q) = (head)->next; (q) != (head); (q) = (q)->next)

#endif
