/* src/os/sys.h — small helpers around system calls that every folder needs. */
#ifndef UV__SYS_H
#define UV__SYS_H

#include <stddef.h>
#include <stdint.h>
#include <errno.h>
#include <sys/types.h>

#define UV__LIKELY(x) __builtin_expect(!!(x), 1)
#define UV__UNLIKELY(x) __builtin_expect(!!(x), 0)
#define UV__COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Repeats a system call that a signal interrupted. */
#define UV__RETRY(call)                    \
  __extension__({                          \
    __typeof__(call) uv__r;                \
    do                                     \
      uv__r = (call);                      \
    while (uv__r == -1 && errno == EINTR); \
    uv__r;                                 \
  })

int uv__close(int fd);            /* 0 or -errno; EINTR and EINPROGRESS count as closed */
int uv__nonblock(int fd, int on); /* 0 or -errno */
int uv__cloexec(int fd, int on);  /* 0 or -errno */
int uv__open_cloexec(const char* path, int flags);  /* fd or -errno */
int uv__socket(int domain, int type, int protocol); /* nonblocking, cloexec; fd or -errno */
int uv__dup2_cloexec(int oldfd, int newfd);         /* fd or -errno */
uint64_t uv__clock_ns(void);                        /* CLOCK_MONOTONIC in ns, read now */
uint64_t uv__clock_kernel_ns(void); /* the same without virtual time: to wait until a moment */
extern uint64_t uv__clock_ahead; /* atomic, ns: how far virtual time has jumped (loop/virtual.c) */

/* Copies a result the way all uv_*(char* buffer, size_t* size) functions do: on success *size is
 * the length without the NUL; UV_ENOBUFS sets it to the size that is needed (with the NUL). */
int uv__copy_out(const char* s, size_t len, char* buffer, size_t* size);

/* Reads a whole small file of /proc or /sys into buf, NUL-terminated. Length or -errno. */
ssize_t uv__slurp(const char* path, char* buf, size_t size);

#endif
