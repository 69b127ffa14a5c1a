/* src/io/io.h — the two ways to the kernel: readiness of descriptors (epoll) and operations (ring).
 *
 * Readiness. A watcher (uv__io_t, embedded in a handle) wants POLL* events of one descriptor; at
 * most one watcher per descriptor and loop. Level-triggered. The kernel is informed at once, so a
 * failure (ENOMEM, ENOSPC, EPERM) reaches the caller. When interest is dropped, it is informed only
 * after an event has arrived that nobody wants. Stopping costs no system call; starting again costs
 * one.
 *
 * Operations. uv__ring_sqe() hands out a cleared submission entry, or NULL when this kernel or
 * sandbox cannot do the operation now: the caller then uses the thread pool. Entries are submitted
 * together when the loop polls; begun outside of uv_run(), they make the backend descriptor
 * readable, as somebody may be waiting there. op->done runs in the poll phase. */
#ifndef UV__IO_H
#define UV__IO_H

#include <poll.h>
#include "loop/loop.h"

#ifndef POLLRDHUP
#  define POLLRDHUP 0x2000
#endif

/* ---- Readiness ---- */

void uv__io_init(uv__io_t* w, uv__io_cb cb, int fd); /* fd may be -1 and set later in w->fd */

/* Adds events to those wanted. 0 or -errno; on failure nothing has changed. */
int uv__io_start(uv_loop_t* loop, uv__io_t* w, unsigned events);

/* Wants these events and no others. The kernel is informed in any case: for descriptors that others
 * own, and may have closed and opened again behind our back. 0 or -errno; on failure nothing has
 * changed. */
int uv__io_start_anew(uv_loop_t* loop, uv__io_t* w, unsigned events);

/* Takes events away; harmless when they are not wanted. */
void uv__io_stop(uv_loop_t* loop, uv__io_t* w, unsigned events);

/* Before the descriptor is closed or given away: no event of it will be reported any more, not even
 * one already fetched from the kernel. Also takes the watcher off the pending queue. */
void uv__io_close(uv_loop_t* loop, uv__io_t* w);

/* The same for a descriptor that is closed right after this, and that nobody shares as far as the
 * library knows: the kernel then takes it out of the epoll set by itself. */
void uv__io_close_sole(uv_loop_t* loop, uv__io_t* w);

/* Runs w->cb with `events` in the next pending phase (or right after the current poll). */
void uv__io_feed(uv_loop_t* loop, uv__io_t* w, unsigned events);

/* Takes that back. */
static inline void uv__io_unfeed(uv__io_t* w) {
  w->fed = 0;
  uv__queue_remove(&w->pending_link);
}

static inline int uv__io_wants(const uv__io_t* w, unsigned events) {
  return (w->wanted & events) != 0;
}

/* 1 when some watcher of this loop wants events of fd. */
int uv__io_fd_in_use(const uv_loop_t* loop, int fd);

/* 0 when epoll can watch fd, else -errno (EPERM: regular file; EBADF). */
int uv__io_check_fd(uv_loop_t* loop, int fd);

/* ---- Operations ---- */

#include <linux/io_uring.h>

/* `opcode` is an IORING_OP_*. The entry has opcode and user_data (op) set; the caller fills the
 * rest. op->done must be set. A request that uses it must be active (uv__req_init). */
struct io_uring_sqe* uv__ring_sqe(uv_loop_t* loop, unsigned opcode, struct uv__op* op);

/* Whether the loop has an open ring that takes operations of this kind; asking opens none. */
int uv__ring_has(const uv_loop_t* loop, unsigned opcode);

/* Asks the kernel to cancel; the operation still completes (with -ECANCELED when it was in time).
 * 0, or UV_EBUSY when it can no longer be cancelled. */
int uv__ring_cancel(uv_loop_t* loop, struct uv__op* op);

/* For an operation that was done on the spot: op->done(loop, op, result) runs in the next poll
 * phase. */
void uv__op_finish(uv_loop_t* loop, struct uv__op* op, int result);

/* A ring operation was refused (-errno): counts it, remembers ENOSYS/EINVAL/EOPNOTSUPP so that the
 * opcode is not tried again, and the caller takes the pool. Returns 1 when the pool should do it
 * now. */
int uv__ring_refused(uv_loop_t* loop, unsigned opcode, int result);

#endif
