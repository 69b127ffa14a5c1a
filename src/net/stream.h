/* src/net/stream.h — what TCP, pipes, TTYs and process stdio share. */
#ifndef UV__STREAM_H
#define UV__STREAM_H

#include "io/io.h"

void uv__stream_init(uv_loop_t* loop, uv_stream_t* s, uv_handle_type type);

/* Takes over a descriptor: sets io.fd and the given flags (UV__READABLE, UV__WRITABLE).
 * 0 or -errno (EBUSY when the stream already has another). */
int uv__stream_open(uv_stream_t* s, int fd, unsigned flags);

/* Stops reading and writing and closes the descriptor (not 0, 1, 2). Requests are called back later, by
 * uv__stream_finish() in the close phase. */
void uv__stream_close(uv_stream_t* s);

/* The read and write sides' reaction to readiness; the io callback of every stream. */
void uv__stream_io(uv_loop_t* loop, uv__io_t* w, unsigned events);

/* accept4() with what a descriptor shortage needs; fd or -errno. */
int uv__accept_fd(int listen_fd);

/* The io callback of a listening stream. */
void uv__server_io(uv_loop_t* loop, uv__io_t* w, unsigned events);

int uv__getsockpeername(const uv_handle_t* h, int (*get)(int, struct sockaddr*, socklen_t*),
                        struct sockaddr* name, int* namelen);

#endif
