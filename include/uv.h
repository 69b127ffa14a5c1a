/* include/uv.h — the public API of the event loop.
 *
 * Names, values and structure sizes are those of libuv 1.52 on Linux: a program compiled against
 * that library runs on this one without being recompiled, and the other way round.
 *
 * Two kinds of objects: a *handle* lives long and may call back many times (a socket, a timer); a
 * *request* lives once and calls back once (a write, a look-up). The caller owns the memory of both
 * and keeps it until the close callback (handles) or the callback (requests) has run.
 * Functions return 0 or a useful number on success and a negative UV_E* code on failure. */
#ifndef UV_H
#define UV_H

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__) && !defined(UV__NO_VISIBILITY)
#  define UV_EXTERN __attribute__((visibility("default")))
#else
#  define UV_EXTERN
#endif

#include "uv/errno.h"
#include "uv/version.h"
#include <stddef.h>
#include <stdio.h>
#include <stdint.h>
#include <math.h>

/* ---- Errors -------------------------------------------------------------------------------- */

#define UV_ERRNO_MAP(XX)                                         \
  XX(E2BIG, "argument list too long")                            \
  XX(EACCES, "permission denied")                                \
  XX(EADDRINUSE, "address already in use")                       \
  XX(EADDRNOTAVAIL, "address not available")                     \
  XX(EAFNOSUPPORT, "address family not supported")               \
  XX(EAGAIN, "resource temporarily unavailable")                 \
  XX(EAI_ADDRFAMILY, "address family not supported")             \
  XX(EAI_AGAIN, "temporary failure")                             \
  XX(EAI_BADFLAGS, "bad ai_flags value")                         \
  XX(EAI_BADHINTS, "invalid value for hints")                    \
  XX(EAI_CANCELED, "request canceled")                           \
  XX(EAI_FAIL, "permanent failure")                              \
  XX(EAI_FAMILY, "ai_family not supported")                      \
  XX(EAI_MEMORY, "out of memory")                                \
  XX(EAI_NODATA, "no address")                                   \
  XX(EAI_NONAME, "unknown node or service")                      \
  XX(EAI_OVERFLOW, "argument buffer overflow")                   \
  XX(EAI_PROTOCOL, "resolved protocol is unknown")               \
  XX(EAI_SERVICE, "service not available for socket type")       \
  XX(EAI_SOCKTYPE, "socket type not supported")                  \
  XX(EALREADY, "connection already in progress")                 \
  XX(EBADF, "bad file descriptor")                               \
  XX(EBUSY, "resource busy or locked")                           \
  XX(ECANCELED, "operation canceled")                            \
  XX(ECHARSET, "invalid Unicode character")                      \
  XX(ECONNABORTED, "software caused connection abort")           \
  XX(ECONNREFUSED, "connection refused")                         \
  XX(ECONNRESET, "connection reset by peer")                     \
  XX(EDESTADDRREQ, "destination address required")               \
  XX(EEXIST, "file already exists")                              \
  XX(EFAULT, "bad address in system call argument")              \
  XX(EFBIG, "file too large")                                    \
  XX(EHOSTUNREACH, "host is unreachable")                        \
  XX(EINTR, "interrupted system call")                           \
  XX(EINVAL, "invalid argument")                                 \
  XX(EIO, "i/o error")                                           \
  XX(EISCONN, "socket is already connected")                     \
  XX(EISDIR, "illegal operation on a directory")                 \
  XX(ELOOP, "too many symbolic links encountered")               \
  XX(EMFILE, "too many open files")                              \
  XX(EMSGSIZE, "message too long")                               \
  XX(ENAMETOOLONG, "name too long")                              \
  XX(ENETDOWN, "network is down")                                \
  XX(ENETUNREACH, "network is unreachable")                      \
  XX(ENFILE, "file table overflow")                              \
  XX(ENOBUFS, "no buffer space available")                       \
  XX(ENODEV, "no such device")                                   \
  XX(ENOENT, "no such file or directory")                        \
  XX(ENOMEM, "not enough memory")                                \
  XX(ENONET, "machine is not on the network")                    \
  XX(ENOPROTOOPT, "protocol not available")                      \
  XX(ENOSPC, "no space left on device")                          \
  XX(ENOSYS, "function not implemented")                         \
  XX(ENOTCONN, "socket is not connected")                        \
  XX(ENOTDIR, "not a directory")                                 \
  XX(ENOTEMPTY, "directory not empty")                           \
  XX(ENOTSOCK, "socket operation on non-socket")                 \
  XX(ENOTSUP, "operation not supported on socket")               \
  XX(EOVERFLOW, "value too large for defined data type")         \
  XX(EPERM, "operation not permitted")                           \
  XX(EPIPE, "broken pipe")                                       \
  XX(EPROTO, "protocol error")                                   \
  XX(EPROTONOSUPPORT, "protocol not supported")                  \
  XX(EPROTOTYPE, "protocol wrong type for socket")               \
  XX(ERANGE, "result too large")                                 \
  XX(EROFS, "read-only file system")                             \
  XX(ESHUTDOWN, "cannot send after transport endpoint shutdown") \
  XX(ESPIPE, "invalid seek")                                     \
  XX(ESRCH, "no such process")                                   \
  XX(ETIMEDOUT, "connection timed out")                          \
  XX(ETXTBSY, "text file is busy")                               \
  XX(EXDEV, "cross-device link not permitted")                   \
  XX(UNKNOWN, "unknown error")                                   \
  XX(EOF, "end of file")                                         \
  XX(ENXIO, "no such device or address")                         \
  XX(EMLINK, "too many links")                                   \
  XX(EHOSTDOWN, "host is down")                                  \
  XX(EREMOTEIO, "remote I/O error")                              \
  XX(ENOTTY, "inappropriate ioctl for device")                   \
  XX(EFTYPE, "inappropriate file type or format")                \
  XX(EILSEQ, "illegal byte sequence")                            \
  XX(ESOCKTNOSUPPORT, "socket type not supported")               \
  XX(ENODATA, "no data available")                               \
  XX(EUNATCH, "protocol driver not attached")                    \
  XX(ENOEXEC, "exec format error")

/* The errno of each name, or the number uv/errno.h gives it. */
#define UV__E2BIG UV__ERR(E2BIG)
#define UV__EACCES UV__ERR(EACCES)
#define UV__EADDRINUSE UV__ERR(EADDRINUSE)
#define UV__EADDRNOTAVAIL UV__ERR(EADDRNOTAVAIL)
#define UV__EAFNOSUPPORT UV__ERR(EAFNOSUPPORT)
#define UV__EAGAIN UV__ERR(EAGAIN)
#define UV__EALREADY UV__ERR(EALREADY)
#define UV__EBADF UV__ERR(EBADF)
#define UV__EBUSY UV__ERR(EBUSY)
#define UV__ECANCELED UV__ERR(ECANCELED)
#define UV__ECONNABORTED UV__ERR(ECONNABORTED)
#define UV__ECONNREFUSED UV__ERR(ECONNREFUSED)
#define UV__ECONNRESET UV__ERR(ECONNRESET)
#define UV__EDESTADDRREQ UV__ERR(EDESTADDRREQ)
#define UV__EEXIST UV__ERR(EEXIST)
#define UV__EFAULT UV__ERR(EFAULT)
#define UV__EFBIG UV__ERR(EFBIG)
#define UV__EHOSTDOWN UV__ERR(EHOSTDOWN)
#define UV__EHOSTUNREACH UV__ERR(EHOSTUNREACH)
#define UV__EILSEQ UV__ERR(EILSEQ)
#define UV__EINTR UV__ERR(EINTR)
#define UV__EINVAL UV__ERR(EINVAL)
#define UV__EIO UV__ERR(EIO)
#define UV__EISCONN UV__ERR(EISCONN)
#define UV__EISDIR UV__ERR(EISDIR)
#define UV__ELOOP UV__ERR(ELOOP)
#define UV__EMFILE UV__ERR(EMFILE)
#define UV__EMLINK UV__ERR(EMLINK)
#define UV__EMSGSIZE UV__ERR(EMSGSIZE)
#define UV__ENAMETOOLONG UV__ERR(ENAMETOOLONG)
#define UV__ENETDOWN UV__ERR(ENETDOWN)
#define UV__ENETUNREACH UV__ERR(ENETUNREACH)
#define UV__ENFILE UV__ERR(ENFILE)
#define UV__ENOBUFS UV__ERR(ENOBUFS)
#define UV__ENODATA UV__ERR(ENODATA)
#define UV__ENODEV UV__ERR(ENODEV)
#define UV__ENOENT UV__ERR(ENOENT)
#define UV__ENOEXEC UV__ERR(ENOEXEC)
#define UV__ENOMEM UV__ERR(ENOMEM)
#define UV__ENONET UV__ERR(ENONET)
#define UV__ENOPROTOOPT UV__ERR(ENOPROTOOPT)
#define UV__ENOSPC UV__ERR(ENOSPC)
#define UV__ENOSYS UV__ERR(ENOSYS)
#define UV__ENOTCONN UV__ERR(ENOTCONN)
#define UV__ENOTDIR UV__ERR(ENOTDIR)
#define UV__ENOTEMPTY UV__ERR(ENOTEMPTY)
#define UV__ENOTSOCK UV__ERR(ENOTSOCK)
#define UV__ENOTSUP UV__ERR(ENOTSUP)
#define UV__ENOTTY UV__ERR(ENOTTY)
#define UV__ENXIO UV__ERR(ENXIO)
#define UV__EOVERFLOW UV__ERR(EOVERFLOW)
#define UV__EPERM UV__ERR(EPERM)
#define UV__EPIPE UV__ERR(EPIPE)
#define UV__EPROTO UV__ERR(EPROTO)
#define UV__EPROTONOSUPPORT UV__ERR(EPROTONOSUPPORT)
#define UV__EPROTOTYPE UV__ERR(EPROTOTYPE)
#define UV__ERANGE UV__ERR(ERANGE)
#define UV__EREMOTEIO UV__ERR(EREMOTEIO)
#define UV__EROFS UV__ERR(EROFS)
#define UV__ESHUTDOWN UV__ERR(ESHUTDOWN)
#define UV__ESOCKTNOSUPPORT UV__ERR(ESOCKTNOSUPPORT)
#define UV__ESPIPE UV__ERR(ESPIPE)
#define UV__ESRCH UV__ERR(ESRCH)
#define UV__ETIMEDOUT UV__ERR(ETIMEDOUT)
#define UV__ETXTBSY UV__ERR(ETXTBSY)
#define UV__EUNATCH UV__ERR(EUNATCH)
#define UV__EXDEV UV__ERR(EXDEV)

typedef enum {
#define XX(code, _) UV_##code = UV__##code,
  UV_ERRNO_MAP(XX)
#undef XX
      UV_ERRNO_MAX = UV__ERRNO_MAX
} uv_errno_t;

/* ---- Kinds of handles and requests --------------------------------------------------------- */

#define UV_HANDLE_TYPE_MAP(XX) \
  XX(ASYNC, async)             \
  XX(CHECK, check)             \
  XX(FS_EVENT, fs_event)       \
  XX(FS_POLL, fs_poll)         \
  XX(HANDLE, handle)           \
  XX(IDLE, idle)               \
  XX(NAMED_PIPE, pipe)         \
  XX(POLL, poll)               \
  XX(PREPARE, prepare)         \
  XX(PROCESS, process)         \
  XX(STREAM, stream)           \
  XX(TCP, tcp)                 \
  XX(TIMER, timer)             \
  XX(TTY, tty)                 \
  XX(UDP, udp)                 \
  XX(SIGNAL, signal)

#define UV_REQ_TYPE_MAP(XX)    \
  XX(REQ, req)                 \
  XX(CONNECT, connect)         \
  XX(WRITE, write)             \
  XX(SHUTDOWN, shutdown)       \
  XX(UDP_SEND, udp_send)       \
  XX(FS, fs)                   \
  XX(WORK, work)               \
  XX(GETADDRINFO, getaddrinfo) \
  XX(GETNAMEINFO, getnameinfo) \
  XX(RANDOM, random)

typedef enum {
  UV_UNKNOWN_HANDLE = 0,
#define XX(upper, _) UV_##upper,
  UV_HANDLE_TYPE_MAP(XX)
#undef XX
      UV_FILE,
  UV_HANDLE_TYPE_MAX
} uv_handle_type;

typedef enum {
  UV_UNKNOWN_REQ = 0,
#define XX(upper, _) UV_##upper,
  UV_REQ_TYPE_MAP(XX)
#undef XX
      UV_REQ_TYPE_MAX
} uv_req_type;

typedef struct uv_loop_s uv_loop_t;
typedef struct uv_handle_s uv_handle_t;
typedef struct uv_dir_s uv_dir_t;
typedef struct uv_stream_s uv_stream_t;
typedef struct uv_tcp_s uv_tcp_t;
typedef struct uv_udp_s uv_udp_t;
typedef struct uv_pipe_s uv_pipe_t;
typedef struct uv_tty_s uv_tty_t;
typedef struct uv_poll_s uv_poll_t;
typedef struct uv_timer_s uv_timer_t;
typedef struct uv_prepare_s uv_prepare_t;
typedef struct uv_check_s uv_check_t;
typedef struct uv_idle_s uv_idle_t;
typedef struct uv_async_s uv_async_t;
typedef struct uv_process_s uv_process_t;
typedef struct uv_fs_event_s uv_fs_event_t;
typedef struct uv_fs_poll_s uv_fs_poll_t;
typedef struct uv_signal_s uv_signal_t;

typedef struct uv_req_s uv_req_t;
typedef struct uv_getaddrinfo_s uv_getaddrinfo_t;
typedef struct uv_getnameinfo_s uv_getnameinfo_t;
typedef struct uv_shutdown_s uv_shutdown_t;
typedef struct uv_write_s uv_write_t;
typedef struct uv_connect_s uv_connect_t;
typedef struct uv_udp_send_s uv_udp_send_t;
typedef struct uv_fs_s uv_fs_t;
typedef struct uv_work_s uv_work_t;
typedef struct uv_random_s uv_random_t;

typedef struct uv_env_item_s uv_env_item_t;
typedef struct uv_cpu_info_s uv_cpu_info_t;
typedef struct uv_interface_address_s uv_interface_address_t;
typedef struct uv_dirent_s uv_dirent_t;
typedef struct uv_passwd_s uv_passwd_t;
typedef struct uv_group_s uv_group_t;
typedef struct uv_utsname_s uv_utsname_t;
typedef struct uv_statfs_s uv_statfs_t;
typedef struct uv_metrics_s uv_metrics_t;

#include "uv/linux.h"

typedef enum {
  UV_LOOP_BLOCK_SIGNAL = 0,
  UV_METRICS_IDLE_TIME,
  UV_LOOP_USE_IO_URING_SQPOLL
#define UV_LOOP_USE_IO_URING_SQPOLL UV_LOOP_USE_IO_URING_SQPOLL
} uv_loop_option;

typedef enum { UV_RUN_DEFAULT = 0, UV_RUN_ONCE, UV_RUN_NOWAIT } uv_run_mode;

typedef enum { UV_CLOCK_MONOTONIC = 0, UV_CLOCK_REALTIME = 1 } uv_clock_id;

typedef struct {
  long tv_sec;
  long tv_nsec;
} uv_timespec_t;

typedef struct {
  int64_t tv_sec;
  int32_t tv_nsec;
} uv_timespec64_t;

typedef struct {
  long tv_sec;
  long tv_usec;
} uv_timeval_t;

typedef struct {
  int64_t tv_sec;
  int32_t tv_usec;
} uv_timeval64_t;

typedef struct {
  uint64_t st_dev;
  uint64_t st_mode;
  uint64_t st_nlink;
  uint64_t st_uid;
  uint64_t st_gid;
  uint64_t st_rdev;
  uint64_t st_ino;
  uint64_t st_size;
  uint64_t st_blksize;
  uint64_t st_blocks;
  uint64_t st_flags;
  uint64_t st_gen;
  uv_timespec_t st_atim;
  uv_timespec_t st_mtim;
  uv_timespec_t st_ctim;
  uv_timespec_t st_birthtim;
} uv_stat_t;

/* ---- Callbacks ----------------------------------------------------------------------------- */

typedef void* (*uv_malloc_func)(size_t size);
typedef void* (*uv_realloc_func)(void* ptr, size_t size);
typedef void* (*uv_calloc_func)(size_t count, size_t size);
typedef void (*uv_free_func)(void* ptr);

typedef void (*uv_alloc_cb)(uv_handle_t* handle, size_t suggested_size, uv_buf_t* buf);
typedef void (*uv_read_cb)(uv_stream_t* stream, ssize_t nread, const uv_buf_t* buf);
typedef void (*uv_write_cb)(uv_write_t* req, int status);
typedef void (*uv_connect_cb)(uv_connect_t* req, int status);
typedef void (*uv_shutdown_cb)(uv_shutdown_t* req, int status);
typedef void (*uv_connection_cb)(uv_stream_t* server, int status);
typedef void (*uv_close_cb)(uv_handle_t* handle);
typedef void (*uv_poll_cb)(uv_poll_t* handle, int status, int events);
typedef void (*uv_timer_cb)(uv_timer_t* handle);
typedef void (*uv_async_cb)(uv_async_t* handle);
typedef void (*uv_prepare_cb)(uv_prepare_t* handle);
typedef void (*uv_check_cb)(uv_check_t* handle);
typedef void (*uv_idle_cb)(uv_idle_t* handle);
typedef void (*uv_exit_cb)(uv_process_t* handle, int64_t exit_status, int term_signal);
typedef void (*uv_walk_cb)(uv_handle_t* handle, void* arg);
typedef void (*uv_fs_cb)(uv_fs_t* req);
typedef void (*uv_work_cb)(uv_work_t* req);
typedef void (*uv_after_work_cb)(uv_work_t* req, int status);
typedef void (*uv_getaddrinfo_cb)(uv_getaddrinfo_t* req, int status, struct addrinfo* res);
typedef void (*uv_getnameinfo_cb)(uv_getnameinfo_t* req, int status, const char* hostname,
                                  const char* service);
typedef void (*uv_random_cb)(uv_random_t* req, int status, void* buf, size_t buflen);
typedef void (*uv_fs_event_cb)(uv_fs_event_t* handle, const char* filename, int events, int status);
typedef void (*uv_fs_poll_cb)(uv_fs_poll_t* handle, int status, const uv_stat_t* prev,
                              const uv_stat_t* curr);
typedef void (*uv_signal_cb)(uv_signal_t* handle, int signum);
typedef void (*uv_udp_send_cb)(uv_udp_send_t* req, int status);
typedef void (*uv_udp_recv_cb)(uv_udp_t* handle, ssize_t nread, const uv_buf_t* buf,
                               const struct sockaddr* addr, unsigned flags);
typedef void (*uv_thread_cb)(void* arg);

/* ---- The library as a whole ---------------------------------------------------------------- */

UV_EXTERN unsigned int uv_version(void);
UV_EXTERN const char* uv_version_string(void);

/* Frees what the library holds for the process; no other call may follow. Runs at exit by
 * itself. */
UV_EXTERN void uv_library_shutdown(void);

/* To be called before any other function, or not at all. */
UV_EXTERN int uv_replace_allocator(uv_malloc_func malloc_func, uv_realloc_func realloc_func,
                                   uv_calloc_func calloc_func, uv_free_func free_func);

UV_EXTERN int uv_translate_sys_error(int sys_errno);
UV_EXTERN const char* uv_strerror(int err);
UV_EXTERN char* uv_strerror_r(int err, char* buf, size_t buflen);
UV_EXTERN const char* uv_err_name(int err);
UV_EXTERN char* uv_err_name_r(int err, char* buf, size_t buflen);

/* ---- Requests ------------------------------------------------------------------------------ */

#define UV_REQ_FIELDS               \
  void* data;       /* yours */     \
  uv_req_type type; /* read-only */ \
  UV_REQ_PRIVATE_FIELDS

struct uv_req_s {
  UV_REQ_FIELDS
};

UV_EXTERN size_t uv_req_size(uv_req_type type);
UV_EXTERN void* uv_req_get_data(const uv_req_t* req);
UV_EXTERN void uv_req_set_data(uv_req_t* req, void* data);
UV_EXTERN uv_req_type uv_req_get_type(const uv_req_t* req);
UV_EXTERN const char* uv_req_type_name(uv_req_type type);

/* Only for fs, getaddrinfo, getnameinfo, random and work requests that have not begun to run. */
UV_EXTERN int uv_cancel(uv_req_t* req);

/* ---- Handles ------------------------------------------------------------------------------- */

#define UV_HANDLE_FIELDS               \
  void* data;          /* yours */     \
  uv_loop_t* loop;     /* read-only */ \
  uv_handle_type type; /* read-only */ \
  uv_close_cb close_cb;                \
  struct uv__queue handle_queue;       \
  UV_HANDLE_PRIVATE_FIELDS

struct uv_handle_s {
  UV_HANDLE_FIELDS
};

UV_EXTERN size_t uv_handle_size(uv_handle_type type);
UV_EXTERN uv_handle_type uv_handle_get_type(const uv_handle_t* handle);
UV_EXTERN const char* uv_handle_type_name(uv_handle_type type);
UV_EXTERN void* uv_handle_get_data(const uv_handle_t* handle);
UV_EXTERN uv_loop_t* uv_handle_get_loop(const uv_handle_t* handle);
UV_EXTERN void uv_handle_set_data(uv_handle_t* handle, void* data);

UV_EXTERN int uv_is_active(const uv_handle_t* handle);
UV_EXTERN int uv_is_closing(const uv_handle_t* handle);
UV_EXTERN void uv_close(uv_handle_t* handle, uv_close_cb close_cb);
UV_EXTERN void uv_ref(uv_handle_t* handle);
UV_EXTERN void uv_unref(uv_handle_t* handle);
UV_EXTERN int uv_has_ref(const uv_handle_t* handle);
UV_EXTERN void uv_walk(uv_loop_t* loop, uv_walk_cb walk_cb, void* arg);
UV_EXTERN void uv_print_all_handles(uv_loop_t* loop, FILE* stream);
UV_EXTERN void uv_print_active_handles(uv_loop_t* loop, FILE* stream);

UV_EXTERN int uv_send_buffer_size(uv_handle_t* handle, int* value);
UV_EXTERN int uv_recv_buffer_size(uv_handle_t* handle, int* value);
UV_EXTERN int uv_fileno(const uv_handle_t* handle, uv_os_fd_t* fd);

UV_EXTERN uv_buf_t uv_buf_init(char* base, unsigned int len);

/* ---- Pairs of descriptors ------------------------------------------------------------------ */

UV_EXTERN int uv_pipe(uv_file fds[2], int read_flags, int write_flags);
UV_EXTERN int uv_socketpair(int type, int protocol, uv_os_sock_t socket_vector[2], int flags0,
                            int flags1);

/* ---- Streams ------------------------------------------------------------------------------- */

#define UV_STREAM_FIELDS                                                \
  size_t write_queue_size; /* bytes waiting to be written; read-only */ \
  uv_alloc_cb alloc_cb;                                                 \
  uv_read_cb read_cb;                                                   \
  UV_STREAM_PRIVATE_FIELDS

struct uv_stream_s {
  UV_HANDLE_FIELDS
  UV_STREAM_FIELDS
};

struct uv_shutdown_s {
  UV_REQ_FIELDS
  uv_stream_t* handle;
  uv_shutdown_cb cb;
  UV_SHUTDOWN_PRIVATE_FIELDS
};

struct uv_write_s {
  UV_REQ_FIELDS
  uv_write_cb cb;
  uv_stream_t* send_handle;
  uv_stream_t* handle;
  UV_WRITE_PRIVATE_FIELDS
};

struct uv_connect_s {
  UV_REQ_FIELDS
  uv_connect_cb cb;
  uv_stream_t* handle;
  UV_CONNECT_PRIVATE_FIELDS
};

UV_EXTERN size_t uv_stream_get_write_queue_size(const uv_stream_t* stream);
UV_EXTERN int uv_listen(uv_stream_t* stream, int backlog, uv_connection_cb cb);
UV_EXTERN int uv_accept(uv_stream_t* server, uv_stream_t* client);
UV_EXTERN int uv_read_start(uv_stream_t* stream, uv_alloc_cb alloc_cb, uv_read_cb read_cb);
UV_EXTERN int uv_read_stop(uv_stream_t* stream);
UV_EXTERN int uv_write(uv_write_t* req, uv_stream_t* handle, const uv_buf_t bufs[],
                       unsigned int nbufs, uv_write_cb cb);
UV_EXTERN int uv_write2(uv_write_t* req, uv_stream_t* handle, const uv_buf_t bufs[],
                        unsigned int nbufs, uv_stream_t* send_handle, uv_write_cb cb);
UV_EXTERN int uv_try_write(uv_stream_t* handle, const uv_buf_t bufs[], unsigned int nbufs);
UV_EXTERN int uv_try_write2(uv_stream_t* handle, const uv_buf_t bufs[], unsigned int nbufs,
                            uv_stream_t* send_handle);
UV_EXTERN int uv_shutdown(uv_shutdown_t* req, uv_stream_t* handle, uv_shutdown_cb cb);
UV_EXTERN int uv_is_readable(const uv_stream_t* handle);
UV_EXTERN int uv_is_writable(const uv_stream_t* handle);
UV_EXTERN int uv_stream_set_blocking(uv_stream_t* handle, int blocking);

/* ---- TCP ----------------------------------------------------------------------------------- */

struct uv_tcp_s {
  UV_HANDLE_FIELDS
  UV_STREAM_FIELDS
  UV_TCP_PRIVATE_FIELDS
};

enum uv_tcp_flags {
  UV_TCP_IPV6ONLY = 1, /* only IPv6, no mapped IPv4 */
  UV_TCP_REUSEPORT = 2 /* several sockets on one port, the kernel spreads connections */
};

UV_EXTERN int uv_tcp_init(uv_loop_t* loop, uv_tcp_t* handle);
UV_EXTERN int uv_tcp_init_ex(uv_loop_t* loop, uv_tcp_t* handle, unsigned int flags);
UV_EXTERN int uv_tcp_open(uv_tcp_t* handle, uv_os_sock_t sock);
UV_EXTERN int uv_tcp_nodelay(uv_tcp_t* handle, int enable);
UV_EXTERN int uv_tcp_keepalive(uv_tcp_t* handle, int enable, unsigned int delay);
UV_EXTERN int uv_tcp_keepalive_ex(uv_tcp_t* handle, int on, unsigned int idle, unsigned int intvl,
                                  unsigned int cnt);
UV_EXTERN int uv_tcp_simultaneous_accepts(uv_tcp_t* handle, int enable);
UV_EXTERN int uv_tcp_bind(uv_tcp_t* handle, const struct sockaddr* addr, unsigned int flags);
UV_EXTERN int uv_tcp_getsockname(const uv_tcp_t* handle, struct sockaddr* name, int* namelen);
UV_EXTERN int uv_tcp_getpeername(const uv_tcp_t* handle, struct sockaddr* name, int* namelen);
UV_EXTERN int uv_tcp_close_reset(uv_tcp_t* handle, uv_close_cb close_cb);
UV_EXTERN int uv_tcp_connect(uv_connect_t* req, uv_tcp_t* handle, const struct sockaddr* addr,
                             uv_connect_cb cb);

/* ---- UDP ----------------------------------------------------------------------------------- */

enum uv_udp_flags {
  UV_UDP_IPV6ONLY = 1,       /* bind: no mapped IPv4 */
  UV_UDP_PARTIAL = 2,        /* recv: the datagram was longer than the buffer */
  UV_UDP_REUSEADDR = 4,      /* bind */
  UV_UDP_MMSG_CHUNK = 8,     /* recv: part of a larger buffer, do not free it */
  UV_UDP_MMSG_FREE = 16,     /* recv: the larger buffer is no longer used */
  UV_UDP_LINUX_RECVERR = 32, /* bind: report ICMP errors */
  UV_UDP_REUSEPORT = 64,     /* bind */
  UV_UDP_RECVMMSG = 256      /* init: receive several datagrams per system call */
};

typedef enum { UV_LEAVE_GROUP = 0, UV_JOIN_GROUP } uv_membership;

struct uv_udp_s {
  UV_HANDLE_FIELDS
  size_t send_queue_size;  /* bytes waiting to be sent; read-only */
  size_t send_queue_count; /* datagrams waiting to be sent; read-only */
  UV_UDP_PRIVATE_FIELDS
};

struct uv_udp_send_s {
  UV_REQ_FIELDS
  uv_udp_t* handle;
  uv_udp_send_cb cb;
  UV_UDP_SEND_PRIVATE_FIELDS
};

UV_EXTERN int uv_udp_init(uv_loop_t* loop, uv_udp_t* handle);
UV_EXTERN int uv_udp_init_ex(uv_loop_t* loop, uv_udp_t* handle, unsigned int flags);
UV_EXTERN int uv_udp_open(uv_udp_t* handle, uv_os_sock_t sock);
UV_EXTERN int uv_udp_open_ex(uv_udp_t* handle, uv_os_sock_t sock, unsigned int flags);
UV_EXTERN int uv_udp_bind(uv_udp_t* handle, const struct sockaddr* addr, unsigned int flags);
UV_EXTERN int uv_udp_connect(uv_udp_t* handle, const struct sockaddr* addr);
UV_EXTERN int uv_udp_getpeername(const uv_udp_t* handle, struct sockaddr* name, int* namelen);
UV_EXTERN int uv_udp_getsockname(const uv_udp_t* handle, struct sockaddr* name, int* namelen);
UV_EXTERN int uv_udp_set_membership(uv_udp_t* handle, const char* multicast_addr,
                                    const char* interface_addr, uv_membership membership);
UV_EXTERN int uv_udp_set_source_membership(uv_udp_t* handle, const char* multicast_addr,
                                           const char* interface_addr, const char* source_addr,
                                           uv_membership membership);
UV_EXTERN int uv_udp_set_multicast_loop(uv_udp_t* handle, int on);
UV_EXTERN int uv_udp_set_multicast_ttl(uv_udp_t* handle, int ttl);
UV_EXTERN int uv_udp_set_multicast_interface(uv_udp_t* handle, const char* interface_addr);
UV_EXTERN int uv_udp_set_broadcast(uv_udp_t* handle, int on);
UV_EXTERN int uv_udp_set_ttl(uv_udp_t* handle, int ttl);
UV_EXTERN int uv_udp_send(uv_udp_send_t* req, uv_udp_t* handle, const uv_buf_t bufs[],
                          unsigned int nbufs, const struct sockaddr* addr, uv_udp_send_cb send_cb);
UV_EXTERN int uv_udp_try_send(uv_udp_t* handle, const uv_buf_t bufs[], unsigned int nbufs,
                              const struct sockaddr* addr);
UV_EXTERN int uv_udp_try_send2(uv_udp_t* handle, unsigned int count, uv_buf_t* bufs[],
                               unsigned int nbufs[], struct sockaddr* addrs[], unsigned int flags);
UV_EXTERN int uv_udp_recv_start(uv_udp_t* handle, uv_alloc_cb alloc_cb, uv_udp_recv_cb recv_cb);
UV_EXTERN int uv_udp_using_recvmmsg(const uv_udp_t* handle);
UV_EXTERN int uv_udp_recv_stop(uv_udp_t* handle);
UV_EXTERN size_t uv_udp_get_send_queue_size(const uv_udp_t* handle);
UV_EXTERN size_t uv_udp_get_send_queue_count(const uv_udp_t* handle);

/* ---- Terminals ----------------------------------------------------------------------------- */

struct uv_tty_s {
  UV_HANDLE_FIELDS
  UV_STREAM_FIELDS
  UV_TTY_PRIVATE_FIELDS
};

typedef enum {
  UV_TTY_MODE_NORMAL,
  UV_TTY_MODE_RAW,
  UV_TTY_MODE_IO, /* binary-safe: every byte passes as it is */
  UV_TTY_MODE_RAW_VT
} uv_tty_mode_t;

typedef enum { UV_TTY_SUPPORTED, UV_TTY_UNSUPPORTED } uv_tty_vtermstate_t;

UV_EXTERN int uv_tty_init(uv_loop_t* loop, uv_tty_t* tty, uv_file fd, int readable);
UV_EXTERN int uv_tty_set_mode(uv_tty_t* tty, uv_tty_mode_t mode);
UV_EXTERN int uv_tty_reset_mode(void);
UV_EXTERN int uv_tty_get_winsize(uv_tty_t* tty, int* width, int* height);
UV_EXTERN void uv_tty_set_vterm_state(uv_tty_vtermstate_t state);
UV_EXTERN int uv_tty_get_vterm_state(uv_tty_vtermstate_t* state);

#ifdef __cplusplus
extern "C++" {
inline int uv_tty_set_mode(uv_tty_t* tty, int mode) {
  return uv_tty_set_mode(tty, static_cast<uv_tty_mode_t>(mode));
}
}
#endif

UV_EXTERN uv_handle_type uv_guess_handle(uv_file file);

/* ---- Pipes: unix sockets, FIFOs, pipe(2) --------------------------------------------------- */

enum { UV_PIPE_NO_TRUNCATE = 1u << 0 };

struct uv_pipe_s {
  UV_HANDLE_FIELDS
  UV_STREAM_FIELDS
  int ipc; /* non-zero: handles can be passed over it; read-only */
  UV_PIPE_PRIVATE_FIELDS
};

UV_EXTERN int uv_pipe_init(uv_loop_t* loop, uv_pipe_t* handle, int ipc);
UV_EXTERN int uv_pipe_open(uv_pipe_t* handle, uv_file file);
UV_EXTERN int uv_pipe_bind(uv_pipe_t* handle, const char* name);
UV_EXTERN int uv_pipe_bind2(uv_pipe_t* handle, const char* name, size_t namelen,
                            unsigned int flags);
UV_EXTERN void uv_pipe_connect(uv_connect_t* req, uv_pipe_t* handle, const char* name,
                               uv_connect_cb cb);
UV_EXTERN int uv_pipe_connect2(uv_connect_t* req, uv_pipe_t* handle, const char* name,
                               size_t namelen, unsigned int flags, uv_connect_cb cb);
UV_EXTERN int uv_pipe_getsockname(const uv_pipe_t* handle, char* buffer, size_t* size);
UV_EXTERN int uv_pipe_getpeername(const uv_pipe_t* handle, char* buffer, size_t* size);
UV_EXTERN void uv_pipe_pending_instances(uv_pipe_t* handle, int count);
UV_EXTERN int uv_pipe_pending_count(uv_pipe_t* handle);
UV_EXTERN uv_handle_type uv_pipe_pending_type(uv_pipe_t* handle);
UV_EXTERN int uv_pipe_chmod(uv_pipe_t* handle, int flags);

/* ---- Any pollable descriptor --------------------------------------------------------------- */

struct uv_poll_s {
  UV_HANDLE_FIELDS
  uv_poll_cb poll_cb;
  UV_POLL_PRIVATE_FIELDS
};

enum uv_poll_event { UV_READABLE = 1, UV_WRITABLE = 2, UV_DISCONNECT = 4, UV_PRIORITIZED = 8 };

UV_EXTERN int uv_poll_init(uv_loop_t* loop, uv_poll_t* handle, int fd);
UV_EXTERN int uv_poll_init_socket(uv_loop_t* loop, uv_poll_t* handle, uv_os_sock_t socket);
UV_EXTERN int uv_poll_start(uv_poll_t* handle, int events, uv_poll_cb cb);
UV_EXTERN int uv_poll_stop(uv_poll_t* handle);

/* ---- Once per turn: before polling, after polling, and in every turn ----------------------- */

struct uv_prepare_s {
  UV_HANDLE_FIELDS
  UV_PREPARE_PRIVATE_FIELDS
};

UV_EXTERN int uv_prepare_init(uv_loop_t* loop, uv_prepare_t* prepare);
UV_EXTERN int uv_prepare_start(uv_prepare_t* prepare, uv_prepare_cb cb);
UV_EXTERN int uv_prepare_stop(uv_prepare_t* prepare);

struct uv_check_s {
  UV_HANDLE_FIELDS
  UV_CHECK_PRIVATE_FIELDS
};

UV_EXTERN int uv_check_init(uv_loop_t* loop, uv_check_t* check);
UV_EXTERN int uv_check_start(uv_check_t* check, uv_check_cb cb);
UV_EXTERN int uv_check_stop(uv_check_t* check);

struct uv_idle_s {
  UV_HANDLE_FIELDS
  UV_IDLE_PRIVATE_FIELDS
};

UV_EXTERN int uv_idle_init(uv_loop_t* loop, uv_idle_t* idle);
UV_EXTERN int uv_idle_start(uv_idle_t* idle, uv_idle_cb cb);
UV_EXTERN int uv_idle_stop(uv_idle_t* idle);

/* ---- Wake-ups from other threads ----------------------------------------------------------- */

struct uv_async_s {
  UV_HANDLE_FIELDS
  UV_ASYNC_PRIVATE_FIELDS
};

UV_EXTERN int uv_async_init(uv_loop_t* loop, uv_async_t* async, uv_async_cb async_cb);
UV_EXTERN int uv_async_send(uv_async_t* async); /* from any thread, and from signal handlers */

/* ---- Timers -------------------------------------------------------------------------------- */

struct uv_timer_s {
  UV_HANDLE_FIELDS
  UV_TIMER_PRIVATE_FIELDS
};

UV_EXTERN int uv_timer_init(uv_loop_t* loop, uv_timer_t* handle);
UV_EXTERN int uv_timer_start(uv_timer_t* handle, uv_timer_cb cb, uint64_t timeout, uint64_t repeat);
UV_EXTERN int uv_timer_stop(uv_timer_t* handle);
UV_EXTERN int uv_timer_again(uv_timer_t* handle);
UV_EXTERN void uv_timer_set_repeat(uv_timer_t* handle, uint64_t repeat);
UV_EXTERN uint64_t uv_timer_get_repeat(const uv_timer_t* handle);
UV_EXTERN uint64_t uv_timer_get_due_in(const uv_timer_t* handle);

/* ---- Names and addresses ------------------------------------------------------------------- */

struct uv_getaddrinfo_s {
  UV_REQ_FIELDS
  uv_loop_t* loop;
  UV_GETADDRINFO_PRIVATE_FIELDS
  struct addrinfo* addrinfo;
  int retcode;
};

UV_EXTERN int uv_getaddrinfo(uv_loop_t* loop, uv_getaddrinfo_t* req,
                             uv_getaddrinfo_cb getaddrinfo_cb, const char* node,
                             const char* service, const struct addrinfo* hints);
UV_EXTERN void uv_freeaddrinfo(struct addrinfo* ai);

struct uv_getnameinfo_s {
  UV_REQ_FIELDS
  uv_loop_t* loop;
  UV_GETNAMEINFO_PRIVATE_FIELDS
  char host[NI_MAXHOST];
  char service[NI_MAXSERV];
  int retcode;
};

UV_EXTERN int uv_getnameinfo(uv_loop_t* loop, uv_getnameinfo_t* req,
                             uv_getnameinfo_cb getnameinfo_cb, const struct sockaddr* addr,
                             int flags);

UV_EXTERN int uv_ip4_addr(const char* ip, int port, struct sockaddr_in* addr);
UV_EXTERN int uv_ip6_addr(const char* ip, int port, struct sockaddr_in6* addr);
UV_EXTERN int uv_ip4_name(const struct sockaddr_in* src, char* dst, size_t size);
UV_EXTERN int uv_ip6_name(const struct sockaddr_in6* src, char* dst, size_t size);
UV_EXTERN int uv_ip_name(const struct sockaddr* src, char* dst, size_t size);
UV_EXTERN int uv_inet_ntop(int af, const void* src, char* dst, size_t size);
UV_EXTERN int uv_inet_pton(int af, const char* src, void* dst);

#define UV_IF_NAMESIZE (16 + 1)

UV_EXTERN int uv_if_indextoname(unsigned int ifindex, char* buffer, size_t* size);
UV_EXTERN int uv_if_indextoiid(unsigned int ifindex, char* buffer, size_t* size);

/* ---- Processes ----------------------------------------------------------------------------- */

typedef enum {
  UV_IGNORE = 0x00,
  UV_CREATE_PIPE = 0x01,
  UV_INHERIT_FD = 0x02,
  UV_INHERIT_STREAM = 0x04,
  /* With UV_CREATE_PIPE: the direction, seen from the child. */
  UV_READABLE_PIPE = 0x10,
  UV_WRITABLE_PIPE = 0x20,
  UV_NONBLOCK_PIPE = 0x40,
  UV_OVERLAPPED_PIPE = 0x40 /* old name */
} uv_stdio_flags;

typedef struct uv_stdio_container_s {
  uv_stdio_flags flags;
  union {
    uv_stream_t* stream;
    int fd;
  } data;
} uv_stdio_container_t;

enum uv_process_flags {
  UV_PROCESS_SETUID = 1 << 0,
  UV_PROCESS_SETGID = 1 << 1,
  UV_PROCESS_WINDOWS_VERBATIM_ARGUMENTS = 1 << 2,
  UV_PROCESS_DETACHED = 1 << 3, /* leader of a new session */
  UV_PROCESS_WINDOWS_HIDE = 1 << 4,
  UV_PROCESS_WINDOWS_HIDE_CONSOLE = 1 << 5,
  UV_PROCESS_WINDOWS_HIDE_GUI = 1 << 6,
  UV_PROCESS_WINDOWS_FILE_PATH_EXACT_NAME = 1 << 7
};

typedef struct uv_process_options_s {
  uv_exit_cb exit_cb;
  const char* file; /* looked up on PATH when it has no slash */
  char** args;      /* args[0] is the name the child sees */
  char** env;       /* NULL: the parent's */
  const char* cwd;  /* NULL: the parent's */
  unsigned int flags;
  int stdio_count;
  uv_stdio_container_t* stdio;
  uv_uid_t uid;
  uv_gid_t gid;
} uv_process_options_t;

struct uv_process_s {
  UV_HANDLE_FIELDS
  uv_exit_cb exit_cb;
  int pid;
  UV_PROCESS_PRIVATE_FIELDS
};

UV_EXTERN int uv_spawn(uv_loop_t* loop, uv_process_t* handle, const uv_process_options_t* options);
UV_EXTERN int uv_process_kill(uv_process_t* handle, int signum);
UV_EXTERN int uv_kill(int pid, int signum);
UV_EXTERN uv_pid_t uv_process_get_pid(const uv_process_t* handle);
UV_EXTERN void uv_disable_stdio_inheritance(void);

/* ---- Signals ------------------------------------------------------------------------------- */

struct uv_signal_s {
  UV_HANDLE_FIELDS
  uv_signal_cb signal_cb;
  int signum;
  UV_SIGNAL_PRIVATE_FIELDS
};

UV_EXTERN int uv_signal_init(uv_loop_t* loop, uv_signal_t* handle);
UV_EXTERN int uv_signal_start(uv_signal_t* handle, uv_signal_cb signal_cb, int signum);
UV_EXTERN int uv_signal_start_oneshot(uv_signal_t* handle, uv_signal_cb signal_cb, int signum);
UV_EXTERN int uv_signal_stop(uv_signal_t* handle);

/* ---- Work on other threads ----------------------------------------------------------------- */

struct uv_work_s {
  UV_REQ_FIELDS
  uv_loop_t* loop;
  uv_work_cb work_cb;
  uv_after_work_cb after_work_cb;
  UV_WORK_PRIVATE_FIELDS
};

UV_EXTERN int uv_queue_work(uv_loop_t* loop, uv_work_t* req, uv_work_cb work_cb,
                            uv_after_work_cb after_work_cb);

/* ---- Files --------------------------------------------------------------------------------- */

typedef enum {
  UV_DIRENT_UNKNOWN,
  UV_DIRENT_FILE,
  UV_DIRENT_DIR,
  UV_DIRENT_LINK,
  UV_DIRENT_FIFO,
  UV_DIRENT_SOCKET,
  UV_DIRENT_CHAR,
  UV_DIRENT_BLOCK
} uv_dirent_type_t;

struct uv_dirent_s {
  const char* name;
  uv_dirent_type_t type;
};

struct uv_dir_s {
  uv_dirent_t* dirents; /* yours, nentries long */
  size_t nentries;
  void* reserved[4];
  DIR* dir;
};

typedef enum {
  UV_FS_UNKNOWN = -1,
  UV_FS_CUSTOM,
  UV_FS_OPEN,
  UV_FS_CLOSE,
  UV_FS_READ,
  UV_FS_WRITE,
  UV_FS_SENDFILE,
  UV_FS_STAT,
  UV_FS_LSTAT,
  UV_FS_FSTAT,
  UV_FS_FTRUNCATE,
  UV_FS_UTIME,
  UV_FS_FUTIME,
  UV_FS_ACCESS,
  UV_FS_CHMOD,
  UV_FS_FCHMOD,
  UV_FS_FSYNC,
  UV_FS_FDATASYNC,
  UV_FS_UNLINK,
  UV_FS_RMDIR,
  UV_FS_MKDIR,
  UV_FS_MKDTEMP,
  UV_FS_RENAME,
  UV_FS_SCANDIR,
  UV_FS_LINK,
  UV_FS_SYMLINK,
  UV_FS_READLINK,
  UV_FS_CHOWN,
  UV_FS_FCHOWN,
  UV_FS_REALPATH,
  UV_FS_COPYFILE,
  UV_FS_LCHOWN,
  UV_FS_OPENDIR,
  UV_FS_READDIR,
  UV_FS_CLOSEDIR,
  UV_FS_STATFS,
  UV_FS_MKSTEMP,
  UV_FS_LUTIME
} uv_fs_type;

struct uv_statfs_s {
  uint64_t f_type;
  uint64_t f_bsize;
  uint64_t f_blocks;
  uint64_t f_bfree;
  uint64_t f_bavail;
  uint64_t f_files;
  uint64_t f_ffree;
  uint64_t f_frsize;
  uint64_t f_spare[3];
};

struct uv_fs_s {
  UV_REQ_FIELDS
  uv_fs_type fs_type;
  uv_loop_t* loop;
  uv_fs_cb cb;
  ssize_t result;
  void* ptr;
  const char* path;
  uv_stat_t statbuf;
  UV_FS_PRIVATE_FIELDS
};

#define UV_FS_COPYFILE_EXCL 0x0001
#define UV_FS_COPYFILE_FICLONE 0x0002
#define UV_FS_COPYFILE_FICLONE_FORCE 0x0004

#define UV_FS_SYMLINK_DIR 0x0001
#define UV_FS_SYMLINK_JUNCTION 0x0002

#define UV_FS_UTIME_NOW (INFINITY)
#define UV_FS_UTIME_OMIT (NAN)

UV_EXTERN uv_fs_type uv_fs_get_type(const uv_fs_t* req);
UV_EXTERN ssize_t uv_fs_get_result(const uv_fs_t* req);
UV_EXTERN int uv_fs_get_system_error(const uv_fs_t* req);
UV_EXTERN void* uv_fs_get_ptr(const uv_fs_t* req);
UV_EXTERN const char* uv_fs_get_path(const uv_fs_t* req);
UV_EXTERN uv_stat_t* uv_fs_get_statbuf(uv_fs_t* req);
UV_EXTERN void uv_fs_req_cleanup(uv_fs_t* req);

/* Without a callback they run at once and return the result; with one they return 0 and the result
 * is in req->result. Either way uv_fs_req_cleanup() must follow. */
UV_EXTERN int uv_fs_close(uv_loop_t* loop, uv_fs_t* req, uv_file file, uv_fs_cb cb);
UV_EXTERN int uv_fs_open(uv_loop_t* loop, uv_fs_t* req, const char* path, int flags, int mode,
                         uv_fs_cb cb);
UV_EXTERN int uv_fs_read(uv_loop_t* loop, uv_fs_t* req, uv_file file, const uv_buf_t bufs[],
                         unsigned int nbufs, int64_t offset, uv_fs_cb cb);
UV_EXTERN int uv_fs_unlink(uv_loop_t* loop, uv_fs_t* req, const char* path, uv_fs_cb cb);
UV_EXTERN int uv_fs_write(uv_loop_t* loop, uv_fs_t* req, uv_file file, const uv_buf_t bufs[],
                          unsigned int nbufs, int64_t offset, uv_fs_cb cb);
UV_EXTERN int uv_fs_copyfile(uv_loop_t* loop, uv_fs_t* req, const char* path, const char* new_path,
                             int flags, uv_fs_cb cb);
UV_EXTERN int uv_fs_mkdir(uv_loop_t* loop, uv_fs_t* req, const char* path, int mode, uv_fs_cb cb);
UV_EXTERN int uv_fs_mkdtemp(uv_loop_t* loop, uv_fs_t* req, const char* tpl, uv_fs_cb cb);
UV_EXTERN int uv_fs_mkstemp(uv_loop_t* loop, uv_fs_t* req, const char* tpl, uv_fs_cb cb);
UV_EXTERN int uv_fs_rmdir(uv_loop_t* loop, uv_fs_t* req, const char* path, uv_fs_cb cb);
UV_EXTERN int uv_fs_scandir(uv_loop_t* loop, uv_fs_t* req, const char* path, int flags,
                            uv_fs_cb cb);
UV_EXTERN int uv_fs_scandir_next(uv_fs_t* req, uv_dirent_t* ent);
UV_EXTERN int uv_fs_opendir(uv_loop_t* loop, uv_fs_t* req, const char* path, uv_fs_cb cb);
UV_EXTERN int uv_fs_readdir(uv_loop_t* loop, uv_fs_t* req, uv_dir_t* dir, uv_fs_cb cb);
UV_EXTERN int uv_fs_closedir(uv_loop_t* loop, uv_fs_t* req, uv_dir_t* dir, uv_fs_cb cb);
UV_EXTERN int uv_fs_stat(uv_loop_t* loop, uv_fs_t* req, const char* path, uv_fs_cb cb);
UV_EXTERN int uv_fs_fstat(uv_loop_t* loop, uv_fs_t* req, uv_file file, uv_fs_cb cb);
UV_EXTERN int uv_fs_rename(uv_loop_t* loop, uv_fs_t* req, const char* path, const char* new_path,
                           uv_fs_cb cb);
UV_EXTERN int uv_fs_fsync(uv_loop_t* loop, uv_fs_t* req, uv_file file, uv_fs_cb cb);
UV_EXTERN int uv_fs_fdatasync(uv_loop_t* loop, uv_fs_t* req, uv_file file, uv_fs_cb cb);
UV_EXTERN int uv_fs_ftruncate(uv_loop_t* loop, uv_fs_t* req, uv_file file, int64_t offset,
                              uv_fs_cb cb);
UV_EXTERN int uv_fs_sendfile(uv_loop_t* loop, uv_fs_t* req, uv_file out_fd, uv_file in_fd,
                             int64_t in_offset, size_t length, uv_fs_cb cb);
UV_EXTERN int uv_fs_access(uv_loop_t* loop, uv_fs_t* req, const char* path, int mode, uv_fs_cb cb);
UV_EXTERN int uv_fs_chmod(uv_loop_t* loop, uv_fs_t* req, const char* path, int mode, uv_fs_cb cb);
UV_EXTERN int uv_fs_utime(uv_loop_t* loop, uv_fs_t* req, const char* path, double atime,
                          double mtime, uv_fs_cb cb);
UV_EXTERN int uv_fs_futime(uv_loop_t* loop, uv_fs_t* req, uv_file file, double atime, double mtime,
                           uv_fs_cb cb);
UV_EXTERN int uv_fs_lutime(uv_loop_t* loop, uv_fs_t* req, const char* path, double atime,
                           double mtime, uv_fs_cb cb);
UV_EXTERN int uv_fs_lstat(uv_loop_t* loop, uv_fs_t* req, const char* path, uv_fs_cb cb);
UV_EXTERN int uv_fs_link(uv_loop_t* loop, uv_fs_t* req, const char* path, const char* new_path,
                         uv_fs_cb cb);
UV_EXTERN int uv_fs_symlink(uv_loop_t* loop, uv_fs_t* req, const char* path, const char* new_path,
                            int flags, uv_fs_cb cb);
UV_EXTERN int uv_fs_readlink(uv_loop_t* loop, uv_fs_t* req, const char* path, uv_fs_cb cb);
UV_EXTERN int uv_fs_realpath(uv_loop_t* loop, uv_fs_t* req, const char* path, uv_fs_cb cb);
UV_EXTERN int uv_fs_fchmod(uv_loop_t* loop, uv_fs_t* req, uv_file file, int mode, uv_fs_cb cb);
UV_EXTERN int uv_fs_chown(uv_loop_t* loop, uv_fs_t* req, const char* path, uv_uid_t uid,
                          uv_gid_t gid, uv_fs_cb cb);
UV_EXTERN int uv_fs_fchown(uv_loop_t* loop, uv_fs_t* req, uv_file file, uv_uid_t uid, uv_gid_t gid,
                           uv_fs_cb cb);
UV_EXTERN int uv_fs_lchown(uv_loop_t* loop, uv_fs_t* req, const char* path, uv_uid_t uid,
                           uv_gid_t gid, uv_fs_cb cb);
UV_EXTERN int uv_fs_statfs(uv_loop_t* loop, uv_fs_t* req, const char* path, uv_fs_cb cb);

/* ---- Watching files ------------------------------------------------------------------------ */

enum uv_fs_event { UV_RENAME = 1, UV_CHANGE = 2 };

enum uv_fs_event_flags {
  UV_FS_EVENT_WATCH_ENTRY = 1,
  UV_FS_EVENT_STAT = 2,
  UV_FS_EVENT_RECURSIVE = 4
};

struct uv_fs_event_s {
  UV_HANDLE_FIELDS
  UV_FS_EVENT_PRIVATE_FIELDS
};

struct uv_fs_poll_s {
  UV_HANDLE_FIELDS
  void* poll_ctx;
};

UV_EXTERN int uv_fs_event_init(uv_loop_t* loop, uv_fs_event_t* handle);
UV_EXTERN int uv_fs_event_start(uv_fs_event_t* handle, uv_fs_event_cb cb, const char* path,
                                unsigned int flags);
UV_EXTERN int uv_fs_event_stop(uv_fs_event_t* handle);
UV_EXTERN int uv_fs_event_getpath(uv_fs_event_t* handle, char* buffer, size_t* size);

UV_EXTERN int uv_fs_poll_init(uv_loop_t* loop, uv_fs_poll_t* handle);
UV_EXTERN int uv_fs_poll_start(uv_fs_poll_t* handle, uv_fs_poll_cb poll_cb, const char* path,
                               unsigned int interval);
UV_EXTERN int uv_fs_poll_stop(uv_fs_poll_t* handle);
UV_EXTERN int uv_fs_poll_getpath(uv_fs_poll_t* handle, char* buffer, size_t* size);

/* ---- The process and the system ------------------------------------------------------------ */

#define UV_MAXHOSTNAMESIZE (MAXHOSTNAMELEN + 1)

#define UV_PRIORITY_LOW 19
#define UV_PRIORITY_BELOW_NORMAL 10
#define UV_PRIORITY_NORMAL 0
#define UV_PRIORITY_ABOVE_NORMAL (-7)
#define UV_PRIORITY_HIGH (-14)
#define UV_PRIORITY_HIGHEST (-20)

typedef struct {
  uv_timeval_t ru_utime;
  uv_timeval_t ru_stime;
  uint64_t ru_maxrss; /* kilobytes */
  uint64_t ru_ixrss;
  uint64_t ru_idrss;
  uint64_t ru_isrss;
  uint64_t ru_minflt;
  uint64_t ru_majflt;
  uint64_t ru_nswap;
  uint64_t ru_inblock;
  uint64_t ru_oublock;
  uint64_t ru_msgsnd;
  uint64_t ru_msgrcv;
  uint64_t ru_nsignals;
  uint64_t ru_nvcsw;
  uint64_t ru_nivcsw;
} uv_rusage_t;

struct uv_cpu_times_s {
  uint64_t user; /* milliseconds */
  uint64_t nice;
  uint64_t sys;
  uint64_t idle;
  uint64_t irq;
};

struct uv_cpu_info_s {
  char* model;
  int speed; /* MHz */
  struct uv_cpu_times_s cpu_times;
};

struct uv_interface_address_s {
  char* name;
  char phys_addr[6];
  int is_internal;
  union {
    struct sockaddr_in address4;
    struct sockaddr_in6 address6;
  } address;
  union {
    struct sockaddr_in netmask4;
    struct sockaddr_in6 netmask6;
  } netmask;
};

struct uv_passwd_s {
  char* username;
  unsigned long uid;
  unsigned long gid;
  char* shell;
  char* homedir;
};

struct uv_group_s {
  char* groupname;
  unsigned long gid;
  char** members;
};

struct uv_utsname_s {
  char sysname[256];
  char release[256];
  char version[256];
  char machine[256];
};

struct uv_env_item_s {
  char* name;
  char* value;
};

UV_EXTERN char** uv_setup_args(int argc, char** argv);
UV_EXTERN int uv_get_process_title(char* buffer, size_t size);
UV_EXTERN int uv_set_process_title(const char* title);
UV_EXTERN int uv_exepath(char* buffer, size_t* size);
UV_EXTERN int uv_cwd(char* buffer, size_t* size);
UV_EXTERN int uv_chdir(const char* dir);

UV_EXTERN int uv_resident_set_memory(size_t* rss);
UV_EXTERN int uv_uptime(double* uptime);
UV_EXTERN uv_os_fd_t uv_get_osfhandle(int fd);
UV_EXTERN int uv_open_osfhandle(uv_os_fd_t os_fd);
UV_EXTERN int uv_getrusage(uv_rusage_t* rusage);
UV_EXTERN int uv_getrusage_thread(uv_rusage_t* rusage);
UV_EXTERN uint64_t uv_get_free_memory(void);
UV_EXTERN uint64_t uv_get_total_memory(void);
UV_EXTERN uint64_t uv_get_constrained_memory(void);
UV_EXTERN uint64_t uv_get_available_memory(void);
UV_EXTERN void uv_loadavg(double avg[3]);

UV_EXTERN int uv_os_homedir(char* buffer, size_t* size);
UV_EXTERN int uv_os_tmpdir(char* buffer, size_t* size);
UV_EXTERN int uv_os_get_passwd(uv_passwd_t* pwd);
UV_EXTERN int uv_os_get_passwd2(uv_passwd_t* pwd, uv_uid_t uid);
UV_EXTERN void uv_os_free_passwd(uv_passwd_t* pwd);
UV_EXTERN int uv_os_get_group(uv_group_t* grp, uv_uid_t gid);
UV_EXTERN void uv_os_free_group(uv_group_t* grp);
UV_EXTERN uv_pid_t uv_os_getpid(void);
UV_EXTERN uv_pid_t uv_os_getppid(void);
UV_EXTERN int uv_os_getpriority(uv_pid_t pid, int* priority);
UV_EXTERN int uv_os_setpriority(uv_pid_t pid, int priority);
UV_EXTERN int uv_os_environ(uv_env_item_t** envitems, int* count);
UV_EXTERN void uv_os_free_environ(uv_env_item_t* envitems, int count);
UV_EXTERN int uv_os_getenv(const char* name, char* buffer, size_t* size);
UV_EXTERN int uv_os_setenv(const char* name, const char* value);
UV_EXTERN int uv_os_unsetenv(const char* name);
UV_EXTERN int uv_os_gethostname(char* buffer, size_t* size);
UV_EXTERN int uv_os_uname(uv_utsname_t* buffer);

UV_EXTERN unsigned int uv_available_parallelism(void);
UV_EXTERN int uv_cpu_info(uv_cpu_info_t** cpu_infos, int* count);
UV_EXTERN void uv_free_cpu_info(uv_cpu_info_t* cpu_infos, int count);
UV_EXTERN int uv_cpumask_size(void);
UV_EXTERN int uv_interface_addresses(uv_interface_address_t** addresses, int* count);
UV_EXTERN void uv_free_interface_addresses(uv_interface_address_t* addresses, int count);

UV_EXTERN uint64_t uv_hrtime(void); /* nanoseconds from an arbitrary start, never backwards */
UV_EXTERN int uv_clock_gettime(uv_clock_id clock_id, uv_timespec64_t* ts);
UV_EXTERN int uv_gettimeofday(uv_timeval64_t* tv);
UV_EXTERN void uv_sleep(unsigned int msec);

struct uv_random_s {
  UV_REQ_FIELDS
  uv_loop_t* loop;
  UV_RANDOM_PRIVATE_FIELDS
};

UV_EXTERN int uv_random(uv_loop_t* loop, uv_random_t* req, void* buf, size_t buflen, unsigned flags,
                        uv_random_cb cb);

/* ---- Shared libraries ---------------------------------------------------------------------- */

UV_EXTERN int uv_dlopen(const char* filename, uv_lib_t* lib);
UV_EXTERN void uv_dlclose(uv_lib_t* lib);
UV_EXTERN int uv_dlsym(uv_lib_t* lib, const char* name, void** ptr);
UV_EXTERN const char* uv_dlerror(const uv_lib_t* lib);

/* ---- Threads and locks --------------------------------------------------------------------- */

typedef enum { UV_THREAD_NO_FLAGS = 0x00, UV_THREAD_HAS_STACK_SIZE = 0x01 } uv_thread_create_flags;

struct uv_thread_options_s {
  unsigned int flags;
  size_t stack_size;
};
typedef struct uv_thread_options_s uv_thread_options_t;

enum {
  UV_THREAD_PRIORITY_HIGHEST = 2,
  UV_THREAD_PRIORITY_ABOVE_NORMAL = 1,
  UV_THREAD_PRIORITY_NORMAL = 0,
  UV_THREAD_PRIORITY_BELOW_NORMAL = -1,
  UV_THREAD_PRIORITY_LOWEST = -2
};

UV_EXTERN int uv_thread_create(uv_thread_t* tid, uv_thread_cb entry, void* arg);
UV_EXTERN int uv_thread_create_ex(uv_thread_t* tid, const uv_thread_options_t* params,
                                  uv_thread_cb entry, void* arg);
UV_EXTERN int uv_thread_detach(uv_thread_t* tid);
UV_EXTERN int uv_thread_join(uv_thread_t* tid);
UV_EXTERN uv_thread_t uv_thread_self(void);
UV_EXTERN int uv_thread_equal(const uv_thread_t* t1, const uv_thread_t* t2);
UV_EXTERN int uv_thread_setaffinity(uv_thread_t* tid, char* cpumask, char* oldmask,
                                    size_t mask_size);
UV_EXTERN int uv_thread_getaffinity(uv_thread_t* tid, char* cpumask, size_t mask_size);
UV_EXTERN int uv_thread_getcpu(void);
UV_EXTERN int uv_thread_setname(const char* name);
UV_EXTERN int uv_thread_getname(uv_thread_t* tid, char* name, size_t size);
UV_EXTERN int uv_thread_getpriority(uv_thread_t tid, int* priority);
UV_EXTERN int uv_thread_setpriority(uv_thread_t tid, int priority);

UV_EXTERN int uv_mutex_init(uv_mutex_t* handle);
UV_EXTERN int uv_mutex_init_recursive(uv_mutex_t* handle);
UV_EXTERN void uv_mutex_destroy(uv_mutex_t* handle);
UV_EXTERN void uv_mutex_lock(uv_mutex_t* handle);
UV_EXTERN int uv_mutex_trylock(uv_mutex_t* handle);
UV_EXTERN void uv_mutex_unlock(uv_mutex_t* handle);

UV_EXTERN int uv_rwlock_init(uv_rwlock_t* rwlock);
UV_EXTERN void uv_rwlock_destroy(uv_rwlock_t* rwlock);
UV_EXTERN void uv_rwlock_rdlock(uv_rwlock_t* rwlock);
UV_EXTERN int uv_rwlock_tryrdlock(uv_rwlock_t* rwlock);
UV_EXTERN void uv_rwlock_rdunlock(uv_rwlock_t* rwlock);
UV_EXTERN void uv_rwlock_wrlock(uv_rwlock_t* rwlock);
UV_EXTERN int uv_rwlock_trywrlock(uv_rwlock_t* rwlock);
UV_EXTERN void uv_rwlock_wrunlock(uv_rwlock_t* rwlock);

UV_EXTERN int uv_sem_init(uv_sem_t* sem, unsigned int value);
UV_EXTERN void uv_sem_destroy(uv_sem_t* sem);
UV_EXTERN void uv_sem_post(uv_sem_t* sem);
UV_EXTERN void uv_sem_wait(uv_sem_t* sem);
UV_EXTERN int uv_sem_trywait(uv_sem_t* sem);

UV_EXTERN int uv_cond_init(uv_cond_t* cond);
UV_EXTERN void uv_cond_destroy(uv_cond_t* cond);
UV_EXTERN void uv_cond_signal(uv_cond_t* cond);
UV_EXTERN void uv_cond_broadcast(uv_cond_t* cond);
UV_EXTERN void uv_cond_wait(uv_cond_t* cond, uv_mutex_t* mutex);
UV_EXTERN int uv_cond_timedwait(uv_cond_t* cond, uv_mutex_t* mutex, uint64_t timeout);

UV_EXTERN int uv_barrier_init(uv_barrier_t* barrier, unsigned int count);
UV_EXTERN void uv_barrier_destroy(uv_barrier_t* barrier);
UV_EXTERN int uv_barrier_wait(uv_barrier_t* barrier);

UV_EXTERN void uv_once(uv_once_t* guard, void (*callback)(void));

UV_EXTERN int uv_key_create(uv_key_t* key);
UV_EXTERN void uv_key_delete(uv_key_t* key);
UV_EXTERN void* uv_key_get(uv_key_t* key);
UV_EXTERN void uv_key_set(uv_key_t* key, void* value);

/* ---- Text ---------------------------------------------------------------------------------- */

UV_EXTERN size_t uv_utf16_length_as_wtf8(const uint16_t* utf16, ssize_t utf16_len);
UV_EXTERN int uv_utf16_to_wtf8(const uint16_t* utf16, ssize_t utf16_len, char** wtf8_ptr,
                               size_t* wtf8_len_ptr);
UV_EXTERN ssize_t uv_wtf8_length_as_utf16(const char* wtf8);
UV_EXTERN void uv_wtf8_to_utf16(const char* wtf8, uint16_t* utf16, size_t utf16_len);

/* ---- The loop ------------------------------------------------------------------------------ */

struct uv_loop_s {
  void* data; /* yours */
  unsigned int active_handles;
  unsigned int active_reqs;
  UV_LOOP_PRIVATE_FIELDS
};

struct uv_metrics_s {
  uint64_t loop_count;
  uint64_t events;
  uint64_t events_waiting;
  uint64_t* reserved[13];
};

UV_EXTERN uv_loop_t* uv_default_loop(void);
UV_EXTERN int uv_loop_init(uv_loop_t* loop);
UV_EXTERN int uv_loop_close(uv_loop_t* loop);
UV_EXTERN uv_loop_t* uv_loop_new(void);         /* deprecated: uv_loop_init() */
UV_EXTERN void uv_loop_delete(uv_loop_t* loop); /* deprecated: uv_loop_close() */
UV_EXTERN size_t uv_loop_size(void);
UV_EXTERN int uv_loop_alive(const uv_loop_t* loop);
UV_EXTERN int uv_loop_configure(uv_loop_t* loop, uv_loop_option option, ...);
UV_EXTERN int uv_loop_fork(uv_loop_t* loop);
UV_EXTERN void* uv_loop_get_data(const uv_loop_t* loop);
UV_EXTERN void uv_loop_set_data(uv_loop_t* loop, void* data);

UV_EXTERN int uv_run(uv_loop_t* loop, uv_run_mode mode);
UV_EXTERN void uv_stop(uv_loop_t* loop);

UV_EXTERN void uv_update_time(uv_loop_t* loop);
UV_EXTERN uint64_t uv_now(const uv_loop_t* loop);
UV_EXTERN int uv_backend_fd(const uv_loop_t* loop);
UV_EXTERN int uv_backend_timeout(const uv_loop_t* loop);

UV_EXTERN int uv_metrics_info(uv_loop_t* loop, uv_metrics_t* metrics);
UV_EXTERN uint64_t uv_metrics_idle_time(uv_loop_t* loop);

/* ---- Unions of all kinds ------------------------------------------------------------------- */

union uv_any_handle {
#define XX(_, lower) uv_##lower##_t lower;
  UV_HANDLE_TYPE_MAP(XX)
#undef XX
};

union uv_any_req {
#define XX(_, lower) uv_##lower##_t lower;
  UV_REQ_TYPE_MAP(XX)
#undef XX
};

#undef UV_HANDLE_PRIVATE_FIELDS
#undef UV_REQ_PRIVATE_FIELDS
#undef UV_STREAM_PRIVATE_FIELDS
#undef UV_TCP_PRIVATE_FIELDS
#undef UV_PIPE_PRIVATE_FIELDS
#undef UV_TTY_PRIVATE_FIELDS
#undef UV_UDP_PRIVATE_FIELDS
#undef UV_POLL_PRIVATE_FIELDS
#undef UV_PREPARE_PRIVATE_FIELDS
#undef UV_CHECK_PRIVATE_FIELDS
#undef UV_IDLE_PRIVATE_FIELDS
#undef UV_ASYNC_PRIVATE_FIELDS
#undef UV_TIMER_PRIVATE_FIELDS
#undef UV_SIGNAL_PRIVATE_FIELDS
#undef UV_PROCESS_PRIVATE_FIELDS
#undef UV_FS_EVENT_PRIVATE_FIELDS
#undef UV_CONNECT_PRIVATE_FIELDS
#undef UV_SHUTDOWN_PRIVATE_FIELDS
#undef UV_WRITE_PRIVATE_FIELDS
#undef UV_UDP_SEND_PRIVATE_FIELDS
#undef UV_FS_PRIVATE_FIELDS
#undef UV_WORK_PRIVATE_FIELDS
#undef UV_GETADDRINFO_PRIVATE_FIELDS
#undef UV_GETNAMEINFO_PRIVATE_FIELDS
#undef UV_RANDOM_PRIVATE_FIELDS
#undef UV_LOOP_PRIVATE_FIELDS

#ifdef __cplusplus
}
#endif

#endif
