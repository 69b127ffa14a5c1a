/* src/process/many.c — how the end of a child is noticed: by SIGCHLD for a few, by a pidfd for each
 * of the others.
 *
 * SIGCHLD does not say reliably which child has ended, so all on the list are asked for: with many
 * children, each end would cost a system call for every one that lives. A pidfd says it, but takes
 * up a descriptor. So the first few are on the list and need none, which is all that most programs
 * have.
 *
 * (1) loop->processes is the length of loop->process_handles; a handle with a pidfd is on no list.
 * (2) Pidfds are in an epoll set of their own, opened with the first; the loop watches that.
 * (3) Where a pidfd cannot be had (Linux before 5.3, a sandbox, no descriptor left), the list does.
 * (4) Ends are reported after the other events of a poll, as those known by a signal are: what a
 *     child wrote comes before its end. */
#include <sys/epoll.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "io/io.h"
#include "process/spawn.h"

enum {
  FEW = 16, /* children on the list */
  BATCH = 64
};

#ifndef SYS_pidfd_open
#  define SYS_pidfd_open 434
#endif

static void uv__process_push(uv_process_t* p) {
  uv__queue_push_tail(&p->loop->process_handles, &p->queue);
  p->loop->processes++;
}

/* It is taken out of the set explicitly: a forked process may still have a copy of it. After a fork
 * there is no set, and the parent's is left as it is. */
static void uv__process_close_pidfd(uv_process_t* p) {
  struct epoll_event e = {0};

  if (p->loop->process_io.fd != -1)
    epoll_ctl(p->loop->process_io.fd, EPOLL_CTL_DEL, p->pidfd, &e);
  uv__close(p->pidfd);
  p->pidfd = -1;
}

/* ---- The end of children that have a pidfd ---- */

/* A traced child has ended for its tracer first. SIGCHLD comes when we can reap it. It is not
 * watched while the list is empty, and may have come before it is watched again. */
static void uv__process_take_ended(uv_process_t* p, struct uv__queue* exited) {
  uv__process_reap(p, exited);
  if (p->pidfd == -1)
    return;
  uv__process_close_pidfd(p);
  uv__process_push(p);
  if (!uv__is_active(&p->loop->child_watcher) && uv__process_watch_list(p->loop) == 0)
    uv__process_reap(p, exited);
}

/* Comes twice: when poll finds the set readable, and again after the other events. The rest of more
 * than a batch is for the next turn. */
static void uv__process_io(uv_loop_t* loop, uv__io_t* w, unsigned events) {
  struct epoll_event ended[BATCH];
  struct uv__queue exited;
  int n;

  if (events != 0) {
    uv__io_feed(loop, w, 0);
    return;
  }
  uv__queue_init(&exited);
  n = UV__RETRY(epoll_wait(w->fd, ended, BATCH, 0));
  for (int i = 0; i < n; i++)
    uv__process_take_ended(ended[i].data.ptr, &exited);
  uv__process_report(&exited);
}

/* ---- The set ---- */

static int uv__process_open_set(uv_loop_t* loop) {
  int fd;
  int err;

  if (loop->process_io.fd != -1)
    return 0;
  fd = epoll_create1(EPOLL_CLOEXEC);
  if (fd == -1)
    return UV__ERR(errno);
  uv__io_init(&loop->process_io, uv__process_io, fd);
  err = uv__io_start(loop, &loop->process_io, POLLIN);
  if (err) {
    uv__close(fd);
    loop->process_io.fd = -1;
  }
  return err;
}

static void uv__process_close_set(uv_loop_t* loop) {
  if (loop->process_io.fd == -1)
    return;
  uv__io_close(loop, &loop->process_io);
  uv__close(loop->process_io.fd);
  loop->process_io.fd = -1;
}

void uv__process_loop_close(uv_loop_t* loop) {
  uv__process_close_set(loop);
}

/* The parent's children are not the child's: their handles never get a callback. */
void uv__process_loop_fork(uv_loop_t* loop) {
  struct uv__queue* q;

  uv__process_close_set(loop);
  uv__queue_each (q, &loop->handle_queue) {
    uv_process_t* p = uv__container(q, uv_process_t, handle_queue);
    if (p->type == UV_PROCESS && p->pidfd != -1)
      uv__process_close_pidfd(p);
  }
}

/* ---- Handles ---- */

static int uv__process_open_pidfd(uv_process_t* p) {
  struct epoll_event e = {.events = EPOLLIN, .data.ptr = p};

  if (uv__process_open_set(p->loop))
    return 0;
  p->pidfd = (int) syscall(SYS_pidfd_open, p->pid, 0);
  if (p->pidfd == -1)
    return 0;
  if (epoll_ctl(p->loop->process_io.fd, EPOLL_CTL_ADD, p->pidfd, &e) == 0)
    return 1;
  uv__process_close_pidfd(p);
  return 0;
}

void uv__process_list(uv_process_t* p) {
  if (p->loop->processes < FEW || !uv__process_open_pidfd(p))
    uv__process_push(p);
}

void uv__process_unlist(uv_process_t* p) {
  if (p->pidfd != -1) {
    uv__process_close_pidfd(p);
  } else if (!uv__queue_empty(&p->queue)) {
    uv__queue_remove(&p->queue);
    p->loop->processes--;
  }
}
