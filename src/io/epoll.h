/* src/io/epoll.h — what src/loop needs of epoll.c beyond io.h. */
#ifndef UV__EPOLL_H
#define UV__EPOLL_H

#include <sys/epoll.h>
#include "io/io.h"

enum { UV__EPOLL_BATCH = 1024 }; /* events fetched per system call */

/* For finding events of files that were closed here: see uv__event_is_stale(). */
struct uv__stale {
  int possible;  /* a watcher has released its descriptor since epoll was last called */
  int must_remove; /* each descriptor is removed from epoll before it is closed */
};

int uv__epoll_init(uv_loop_t* loop);
void uv__epoll_close(uv_loop_t* loop);

/* In a forked child: a new epoll set (the old one is still the parent's), all watchers in it. */
int uv__epoll_fork(uv_loop_t* loop);

/* Descriptors that only end a sleep: the eventfd (loop->wake_state) and the ring (its completion
 * queue). The loop reads their state from memory. They have no watcher and do not count as watched,
 * so a loop without others need not call the kernel at all. 0 or -errno. */
int uv__epoll_add_waker(uv_loop_t* loop, int fd, uint32_t events);

/* Waits from `now` until `deadline` (ns, loop clock; not past now: not at all; UINT64_MAX: for
 * ever). Returns the number of events, 0 on time-out or when a signal came. */
int uv__epoll_wait(uv_loop_t* loop, struct epoll_event* events, uint64_t now, uint64_t deadline);

/* Calls the watchers of these events. Returns how many callbacks were called. */
int uv__epoll_dispatch(uv_loop_t* loop, const struct epoll_event* events, int count);

#endif
