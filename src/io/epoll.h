/* src/io/epoll.h — what src/loop needs of epoll.c beyond io.h. */
#ifndef UV__EPOLL_H
#define UV__EPOLL_H

#include <sys/epoll.h>
#include "io/io.h"

enum { UV__EPOLL_BATCH = 1024 }; /* events fetched per system call */

int uv__epoll_init(uv_loop_t* loop);
void uv__epoll_close(uv_loop_t* loop);

/* In a forked child: a new epoll set (the old one is still the parent's), all watchers in it. */
int uv__epoll_fork(uv_loop_t* loop);

/* The loop's eventfd, edge-triggered and without a callback: loop->wake_state says what there is. */
int uv__epoll_watch_wake(uv_loop_t* loop);

/* Waits until `deadline` (ns, loop clock; 0: not at all; UINT64_MAX: for ever). Returns the number of
 * events, 0 on time-out or when a signal came. */
int uv__epoll_wait(uv_loop_t* loop, struct epoll_event* events, uint64_t deadline);

/* Calls the watchers of these events. Returns how many callbacks were called. */
int uv__epoll_dispatch(uv_loop_t* loop, const struct epoll_event* events, int count);

#endif
