/* src/net/stream.h — what TCP, pipes, TTYs and process stdio share.
 *
 * A stream is one descriptor, one watcher and two directions that know nothing of each other:
 * stream_read.c, stream_write.c. stream_listen.c is the third thing a stream can be, a door;
 * stream_fds.c passes descriptors over a pipe. stream.c holds the rest together: opening,
 * connecting, shutting down, closing.
 *
 * (1) io.fd is -1 until there is a descriptor, and again from uv_close() on.
 * (2) UV__READING is set exactly while POLLIN is wanted for reading; reading calls back only
 *     while it is.
 * (3) A write request is in write_queue until its last byte is out or has failed, then in
 *     write_done until its callback is called; never in both, and in the order of the calls.
 * (4) POLLOUT is wanted while a connection is being made or write_queue is not empty. */
#ifndef UV__STREAM_H
#define UV__STREAM_H

#include "io/io.h"

/* ---- stream.c ---- */

void uv__stream_init(uv_loop_t* loop, uv_stream_t* s, uv_handle_type type);

/* Takes over a descriptor: sets io.fd and the given flags (UV__READABLE, UV__WRITABLE). 0 or
 * -errno (EBUSY when the stream already has another); on failure the descriptor is the caller's. */
int uv__stream_open(uv_stream_t* s, int fd, unsigned flags);

/* UV__READABLE and UV__WRITABLE as F_GETFL has them. */
unsigned uv__access_flags(int open_flags);

/* Stops reading and writing and closes the descriptor (not 0, 1, 2). Requests are called back
 * later, by uv__stream_finish() in the close phase. */
void uv__stream_close(uv_stream_t* s);

/* uv__io_start() for streams: UV_EEXIST when another handle watches the same descriptor. */
int uv__stream_watch(uv_stream_t* s, unsigned events);

/* The read and write sides' reaction to readiness; the io callback of every stream but listening
 * ones. Without events (fed with 0) it only calls back what is done. */
void uv__stream_io(uv_loop_t* loop, uv__io_t* w, unsigned events);

/* A connect() has been called, with this outcome: 0 (made, or being made), or an error that the
 * request's callback is to get. 0 or -errno; on failure the request is not the library's. */
int uv__stream_connecting(uv_stream_t* s, uv_connect_t* req, int outcome, uv_connect_cb cb);

/* ---- stream_read.c ---- */

/* Reads while there is more to come, a bounded number of times; `events` are those of poll. The
 * stream may be gone then. */
void uv__stream_read(uv_stream_t* s, unsigned events);

/* The two halves of it, for callers that make the system call in another way. The first gets a
 * buffer from the user: 0 when there is none, or the stream has stopped reading. These two, and all
 * below that call back, need a frame around them. */
int uv__read_alloc(uv_stream_t* s, uv_buf_t* buf);

/* `nread` bytes, 0 at the end, or -errno have arrived in this buffer. Calls the user, unless the
 * stream was stopped meanwhile. 1 when it is worth to read again at once. */
int uv__read_deliver(uv_stream_t* s, ssize_t nread, const uv_buf_t* buf);

/* ---- stream_write.c ---- */

/* Writes what is queued, as much as the kernel takes. */
void uv__write_queued(uv_stream_t* s);

/* Ends all queued requests with this error; their callbacks are due. */
void uv__write_fail(uv_stream_t* s, int err);

/* Calls back the requests that are done. The stream may be gone then. */
void uv__write_report(uv_stream_t* s);

/* ---- stream_listen.c ---- */

int uv__tcp_before_listen(uv_tcp_t* h);   /* tcp.c: gives it a socket */
int uv__pipe_before_listen(uv_pipe_t* h); /* pipe.c: 0, or the reason as UV_E* */

/* ---- stream_fds.c ---- */

static inline int uv__stream_is_ipc(const uv_stream_t* s) {
  return s->type == UV_NAMED_PIPE && ((const uv_pipe_t*) s)->ipc;
}

/* sendmsg() with a descriptor in tow, recvmsg() with as many as come. Bytes or -errno. */
ssize_t uv__send_fd(int sock, const uv_buf_t* bufs, unsigned nbufs, int fd);
ssize_t uv__receive_fds(uv_stream_t* s, const uv_buf_t* buf);

/* Received and not yet accepted; the one after accepted_fd moves up, -1 when there is none. */
unsigned uv__fds_waiting(const uv_stream_t* s);
int uv__fds_next(uv_stream_t* s);
void uv__fds_drop(uv_stream_t* s);

/* ---- tcp.c ---- */

/* Sets the options that were given before there was a socket. */
int uv__tcp_late_options(uv_tcp_t* h, int fd);

/* ---- socket.c ---- */

int uv__getsockpeername(const uv_handle_t* h, int (*get)(int, struct sockaddr*, socklen_t*),
                        struct sockaddr* name, int* namelen);

#endif
