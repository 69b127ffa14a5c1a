/* include/uv/linux.h — system types, and the private parts of the structures in uv.h.
 *
 * Nothing in here is API. The sizes are: programs allocate these structures themselves, so every
 * total is fixed by the ABI (src/os/abi.c asserts it), and a few private places are kept where
 * programs are known to look: flags @88 of a handle, the descriptor of streams @184, of UDP handles
 * @176, of poll handles @152. */
#ifndef UV_LINUX_H
#define UV_LINUX_H

#include <sys/types.h>
#include <sys/stat.h>
#include <fcntl.h>
#include <dirent.h>

#include <sys/socket.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <arpa/inet.h>
#include <netdb.h>

#include <termios.h>
#include <pwd.h>

#include <semaphore.h>
#include <pthread.h>
#include <signal.h>
#include <sys/param.h>

#include "uv/threadpool.h"

struct uv__io_s;
struct uv__loop_internal;
struct uv__timer_slot;
struct uv__fd_slot;

typedef void (*uv__io_cb)(struct uv_loop_s* loop, struct uv__io_s* w, unsigned int events);
typedef struct uv__io_s uv__io_t;

/* Interest in one descriptor. */
struct uv__io_s {
  uv__io_cb cb;
  struct uv__queue pending_link; /* on loop->pending_queue while fed */
  void* spare[2];                /* keeps fd where programs look for it */
  unsigned int wanted;           /* POLL* events that cb asked for */
  unsigned int fed;              /* POLL* events to report in the pending phase */
  int fd;                        /* -1: none */
};

/* Something whose result comes back through the loop without a thread: an operation on the
 * io_uring ring, or one that was done at once and only waits for its turn to be reported. */
struct uv__op {
  void (*done)(struct uv_loop_s* loop, struct uv__op* op, int result);
  struct uv__op* next;
  int result;
  unsigned int flags;
  void* owner;
};

/* Platform types with names of their own. */
typedef struct uv_buf_t {
  char* base;
  size_t len;
} uv_buf_t; /* may be cast to struct iovec */

typedef int uv_file;
typedef int uv_os_sock_t;
typedef int uv_os_fd_t;
typedef pid_t uv_pid_t;

typedef pthread_once_t uv_once_t;
typedef pthread_t uv_thread_t;
typedef pthread_mutex_t uv_mutex_t;
typedef pthread_rwlock_t uv_rwlock_t;
typedef sem_t uv_sem_t;
typedef pthread_cond_t uv_cond_t;
typedef pthread_key_t uv_key_t;
typedef pthread_barrier_t uv_barrier_t;

typedef gid_t uv_gid_t;
typedef uid_t uv_uid_t;

typedef struct dirent uv__dirent_t;

typedef struct {
  void* handle;
  char* errmsg;
} uv_lib_t;

#define UV_ONCE_INIT PTHREAD_ONCE_INIT
#define UV_PLATFORM_SEM_T sem_t

/* Flags for uv_fs_open(). The ones Linux does not know are 0 and so have no effect. */
#define UV_FS_O_APPEND O_APPEND
#define UV_FS_O_CREAT O_CREAT
#define UV_FS_O_DIRECT 0x04000
#define UV_FS_O_DIRECTORY O_DIRECTORY
#define UV_FS_O_DSYNC O_DSYNC
#define UV_FS_O_EXCL O_EXCL
#define UV_FS_O_EXLOCK 0
#define UV_FS_O_NOATIME 0
#define UV_FS_O_NOCTTY O_NOCTTY
#define UV_FS_O_NOFOLLOW O_NOFOLLOW
#define UV_FS_O_NONBLOCK O_NONBLOCK
#define UV_FS_O_RDONLY O_RDONLY
#define UV_FS_O_RDWR O_RDWR
#define UV_FS_O_SYMLINK 0
#define UV_FS_O_SYNC O_SYNC
#define UV_FS_O_TRUNC O_TRUNC
#define UV_FS_O_WRONLY O_WRONLY
#define UV_FS_O_FILEMAP 0
#define UV_FS_O_RANDOM 0
#define UV_FS_O_SEQUENTIAL 0
#define UV_FS_O_SHORT_LIVED 0
#define UV_FS_O_TEMPORARY 0

/* Private fields, one macro per structure; the offsets are where each block begins. */

#define UV_HANDLE_PRIVATE_FIELDS /* @48..96 */                                         \
  const char* origin;            /* who made it, as told with uv_trace_set_origin() */ \
  uint64_t born;                 /* loop time of its init, ns */                       \
  void* reserved[2];                                                                   \
  uv_handle_t* next_closing;                                                           \
  unsigned int flags;                                                                  \
  unsigned int callbacks; /* how often it called back: shown by the tracer */

#define UV_REQ_PRIVATE_FIELDS /* @16..64 */ \
  struct uv__queue active_link;             \
  const char* origin;                       \
  uint64_t born;                            \
  void* reserved[2];

#define UV_STREAM_PRIVATE_FIELDS /* @120..248 */                                                 \
  uv_connect_t* connect_req;                                                                     \
  uv_shutdown_t* shutdown_req;                                                                   \
  uv__io_t io;                                                                                   \
  struct uv__queue write_queue; /* requests not yet wholly written */                            \
  struct uv__queue write_done;  /* finished ones whose callback is due */                        \
  uv_connection_cb connection_cb;                                                                \
  int delayed_error;                                                                             \
  int accepted_fd;                                                                               \
  union {                                                                                        \
    void* queued_fds; /* IPC pipes: descriptors that came after accepted_fd */                   \
    struct {                                                                                     \
      unsigned short burst;    /* connections to take in one turn */                             \
      unsigned short patience; /* full turns before the burst grows beyond 1 */                  \
      unsigned short full_turns;                                                                 \
    } accept;                    /* listening */                                                 \
    unsigned short keepalive[4]; /* TCP: idle, interval, probes; for the socket still to come */ \
  } u;

#define UV_TCP_PRIVATE_FIELDS /* empty */

#define UV_PIPE_PRIVATE_FIELDS char* pipe_fname; /* bound path, owned */

#define UV_TTY_PRIVATE_FIELDS  \
  struct termios orig_termios; \
  int mode;

#define UV_UDP_PRIVATE_FIELDS /* @112..216 */ \
  uv_alloc_cb alloc_cb;                       \
  uv_udp_recv_cb recv_cb;                     \
  uv__io_t io;                                \
  struct uv__queue write_queue;               \
  struct uv__queue write_done;

#define UV_POLL_PRIVATE_FIELDS uv__io_t io; /* @104 */

#define UV_PREPARE_PRIVATE_FIELDS \
  uv_prepare_cb prepare_cb;       \
  struct uv__queue queue;

#define UV_CHECK_PRIVATE_FIELDS \
  uv_check_cb check_cb;         \
  struct uv__queue queue;

#define UV_IDLE_PRIVATE_FIELDS \
  uv_idle_cb idle_cb;          \
  struct uv__queue queue;

#define UV_ASYNC_PRIVATE_FIELDS                          \
  uv_async_cb async_cb;                                  \
  struct uv__queue queue;                                \
  int state;          /* atomic: see src/loop/async.c */ \
  unsigned int order; /* of uv_async_init() among the loop's */

#define UV_TIMER_PRIVATE_FIELDS                                                   \
  uv_timer_cb timer_cb;                                                           \
  uint64_t due;       /* ns, loop clock */                                        \
  uint64_t repeat;    /* ms */                                                    \
  uint64_t slot_due;  /* the key of its slot in the heap: never later than due */ \
  unsigned int seq;   /* order of starting among equal times */                   \
  unsigned int round; /* of loop->timer_round, when it was started */             \
  unsigned int entry; /* its place in loop->timer_table + 1; 0: it has no slot */ \
  unsigned int spare;                                                             \
  uint64_t far_due; /* ms; set when due is beyond what nanoseconds can tell */

#define UV_SIGNAL_PRIVATE_FIELDS /* @112..152 */                                \
  struct uv__queue link;         /* among all loops' handles for this signal */ \
  struct uv__queue loop_link;    /* on loop->signal_handles */                  \
  uint64_t started;              /* deliveries up to this one are not for it */

#define UV_PROCESS_PRIVATE_FIELDS /* @112..136 */ \
  struct uv__queue queue;                         \
  int status;                                     \
  int pidfd; /* -1: its end is known by SIGCHLD; see src/process/many.c */

#define UV_FS_EVENT_PRIVATE_FIELDS \
  uv_fs_event_cb cb;               \
  struct uv__queue watchers;       \
  char* path;                      \
  int wd;

#define UV_CONNECT_PRIVATE_FIELDS struct uv__queue queue;

#define UV_SHUTDOWN_PRIVATE_FIELDS /* empty */

#define UV_WRITE_PRIVATE_FIELDS /* @88..192 */                                     \
  struct uv__queue queue;                                                          \
  uv_buf_t* bufs;                                                                  \
  unsigned int nbufs;                                                              \
  unsigned int write_index;                                                        \
  int error;                                                                       \
  int send_fd; /* a copy of send_handle's descriptor, until it is sent; else -1 */ \
  uv_buf_t bufsml[4];

#define UV_UDP_SEND_PRIVATE_FIELDS /* @80..320 */ \
  struct uv__queue queue;                         \
  struct sockaddr_storage addr;                   \
  unsigned int nbufs;                             \
  unsigned int addrlen;                           \
  uv_buf_t* bufs;                                 \
  ssize_t status;                                 \
  size_t bytes; /* in all buffers */              \
  uv_buf_t bufsml[4];

#define UV_FS_PRIVATE_FIELDS /* @272..440 */                 \
  const char* new_path;                                      \
  uv_file file;                                              \
  int flags;                                                 \
  mode_t mode;                                               \
  unsigned int nbufs;                                        \
  uv_buf_t* bufs;                                            \
  off_t off;                                                 \
  uv_uid_t uid;                                              \
  uv_gid_t gid;                                              \
  double atime;                                              \
  double mtime;                                              \
  union {                                                    \
    struct uv__work work; /* on the pool */                  \
    struct uv__op op;     /* on the ring, or done at once */ \
  } via;                                                     \
  uv_buf_t bufsml[4];

#define UV_WORK_PRIVATE_FIELDS struct uv__work work_req;

#define UV_GETADDRINFO_PRIVATE_FIELDS /* @72..144 */ \
  struct uv__work work_req;                          \
  uv_getaddrinfo_cb cb;                              \
  struct addrinfo* hints;                            \
  char* hostname;                                    \
  char* service;

#define UV_GETNAMEINFO_PRIVATE_FIELDS /* @72..252 */ \
  struct uv__work work_req;                          \
  uv_getnameinfo_cb getnameinfo_cb;                  \
  struct sockaddr_storage storage;                   \
  int flags;

#define UV_RANDOM_PRIVATE_FIELDS /* @72..144 */ \
  struct uv__work work_req;                     \
  int status;                                   \
  void* buf;                                    \
  size_t buflen;                                \
  uv_random_cb cb;

/* The loop, @16..848. What a turn touches comes first and fills few cache lines. */
#define UV_LOOP_PRIVATE_FIELDS                                                                     \
  uint64_t time; /* cached clock, ns */                                                            \
  unsigned int stop_flag;                                                                          \
  unsigned int flags;                                                                              \
  struct uv__loop_internal* internal; /* ring, counters, tracing: src/loop/loop.h */               \
  uv_handle_t* closing_handles;                                                                    \
  struct uv__queue pending_queue;                                                                  \
  struct uv__timer_slot* timer_heap; /* see src/loop/timers.c */                                   \
  unsigned int timer_count;                                                                        \
  unsigned int timer_capacity;                                                                     \
  struct uv__queue idle_handles;                                                                   \
  struct uv__queue prepare_handles;                                                                \
  struct uv__queue check_handles;                                                                  \
  struct uv__op* done_head; /* operations done at once, oldest first */                            \
  struct uv__op** done_tail;                                                                       \
  struct uv__fd_slot* fds; /* by descriptor */                                                     \
  unsigned int nfds;       /* slots in fds */                                                      \
  unsigned int watched;    /* descriptors someone wants events of */                               \
  int backend_fd;                                                                                  \
  int wake_fd;    /* eventfd: async handles, finished pool jobs */                                 \
  int wake_state; /* atomic: asleep, awake or signalled; src/loop/async.c */                       \
  int emfile_fd;  /* kept open to be given up when accept() runs out of descriptors */             \
  unsigned int timer_seq;                                                                          \
  unsigned int timer_round;                                                                        \
  struct uv__queue handle_queue;                                                                   \
  struct uv__queue active_reqs_queue;                                                              \
  struct uv__queue async_handles;                                                                  \
  struct uv__queue process_handles;                                                                \
  struct uv__queue* work_finished;     /* atomic: stack of finished pool jobs, newest first */     \
  struct uv__queue* work_taken;        /* the same, taken off by the loop, oldest first */         \
  struct uv__queue* signal_handles;    /* by signal number: active ones, oldest first */           \
  struct uv__signal_walk* signal_walk; /* signals being dispatched, innermost first */             \
  uint64_t signal_seen; /* last delivery the pipe was told of; under the signal lock */            \
  uint64_t signal_lost; /* atomic: bit per signal that found the pipe full */                      \
  int signal_pipe[2];                                                                              \
  uv__io_t signal_io;                                                                              \
  uv_signal_t child_watcher;                                                                       \
  uv__io_t inotify_io;                                                                             \
  void* inotify_watchers;                                                                          \
  struct uv__queue* async_pending; /* atomic: stack of handles that were sent to, newest first */  \
  struct uv__queue async_taken;    /* the same, taken off by the loop, oldest first */             \
  unsigned int traced;             /* non-zero: hooks or the event ring want to see callbacks */   \
  unsigned int depth;              /* uv_run() calls on the stack */                               \
  uv_handle_t* closing_round;      /* what is left of the current close phase */                   \
  unsigned int timer_empty;        /* slots whose timer was stopped, closed or moved to another */ \
  unsigned int fs_lookups;         /* path requests under way: src/fs/request.c */                 \
  uv_timer_t** timer_table;        /* who owns a slot; NULL: nobody any more */                    \
  void* timer_memory;              /* holds heap and table */                                      \
  unsigned int timer_free;         /* first free place in the table + 1 */                         \
  unsigned int timer_used;         /* places of the table that were ever used */                   \
  unsigned int timer_walk;         /* timers are being run in the order of the array */            \
  unsigned int async_waiting;      /* handles on async_taken */                                    \
  struct uv__frame* frames;        /* handles whose callbacks are on the stack, innermost first */ \
  uv__io_t process_io;    /* fd: an epoll set of its own for pidfds; src/process/many.c */         \
  unsigned int processes; /* handles on process_handles */                                         \
  unsigned int spare_int;                                                                          \
  uint64_t spare[15];

#endif
