/* test/fault/inject.c — the functions that the library's calls were renamed to: fault_read() & co.
 * Each counts, and either fails, does less than asked, or is the function itself. */
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <grp.h>
#include <ifaddrs.h>
#include <limits.h>
#include <linux/futex.h>
#include <linux/io_uring.h>
#include <net/if.h>
#include <netdb.h>
#include <poll.h>
#include <pthread.h>
#include <pwd.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/uio.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>
#include <uv.h>

#include "inject.h"
#include "run.h"

/* Runs also in a child that is not yet a program of its own, where a sanitizer would be lost. */
#define UNWATCHED __attribute__((no_sanitize("address", "undefined")))

struct fault_board* fault_board;

#ifndef SYS_statmount /* newer than the headers */
#  define SYS_statmount 457
#endif

const struct fault_call_info fault_calls[FAULT_CALLS] = {
#define ALLOC(faults) [FAULT_alloc] = {"alloc", faults},
#define DESCRIPTORS(faults) [FAULT_descriptors] = {"descriptors", faults},
#define CALL(name, type, failure, parameters, arguments, shorten, faults) \
  [FAULT_##name] = {#name, faults},
#define RAW(name, faults) [FAULT_SYS_##name] = {"sys:" #name, faults},
#define RING(name, faults) [FAULT_RING_##name] = {"ring:" #name, faults},
#define PLAIN(name)
#include "calls.def"
#undef ALLOC
#undef DESCRIPTORS
#undef CALL
#undef RAW
#undef RING
#undef PLAIN
};

/* ---- The point ---- */

/* 1 when it is this one that fails. */
UNWATCHED static int count(struct fault_board* b, enum fault_call call) {
  uint64_t nth = __atomic_add_fetch(&b->counts[call], 1, __ATOMIC_SEQ_CST);

  return (int) call == b->call && (nth == b->nth || (nth > b->nth && b->lasting));
}

UNWATCHED int fault_point(enum fault_call call) {
  struct fault_board* b = fault_board;
  int fails;

  if (b == NULL || !b->armed)
    return 0;
  if (b->old && strstr(fault_calls[call].faults, "ENOSYS") != NULL)
    return ENOSYS;
  fails = count(b, call);
  if (strstr(fault_calls[call].faults, "EMFILE") != NULL)
    fails |= count(b, FAULT_descriptors);
  if (fails && __atomic_add_fetch(&b->fired, 1, __ATOMIC_SEQ_CST) == 1)
    b->depth = backtrace(b->stack, FAULT_STACK);
  return fails ? b->fault : 0;
}

void fault_missed(void) {
  __atomic_sub_fetch(&fault_board->fired, 1, __ATOMIC_SEQ_CST);
}

/* ---- Memory ---- */

static size_t allocated;

static void* counted(void* p) {
  if (p != NULL)
    __atomic_add_fetch(&allocated, 1, __ATOMIC_RELAXED);
  return p;
}

static int memory_fails(void) {
  int fault = fault_point(FAULT_alloc);

  if (fault != 0)
    errno = fault;
  return fault != 0;
}

static void* fault_malloc(size_t size) {
  return memory_fails() ? NULL : counted(malloc(size));
}

static void* fault_calloc(size_t count, size_t size) {
  return memory_fails() ? NULL : counted(calloc(count, size));
}

static void* fault_realloc(void* p, size_t size) {
  void* q;

  if (memory_fails())
    return NULL;
  q = realloc(p, size);
  return p == NULL ? counted(q) : q;
}

void fault_free(void* p) {
  if (p != NULL)
    __atomic_sub_fetch(&allocated, 1, __ATOMIC_RELAXED);
  free(p);
}

void fault_use_allocator(void) {
  uv_replace_allocator(fault_malloc, fault_realloc, fault_calloc, fault_free);
}

size_t fault_allocated(void) {
  return __atomic_load_n(&allocated, __ATOMIC_RELAXED);
}

/* ---- Doing less than asked: one byte, or one message ----
 * The kernel never sends a part of a datagram, so neither do we. */

static int is_stream(int fd) {
  int type = 0;
  socklen_t size = sizeof(type);

  return getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &size) == 0 && type == SOCK_STREAM;
}

/* A pipe takes a few bytes all or not at all. */
static int is_whole(int fd, size_t n) {
  struct stat s;

  return n <= PIPE_BUF && fstat(fd, &s) == 0 && S_ISFIFO(s.st_mode);
}

#define NONE fault_missed()
#define SHORT(n) (n) > 1 ? (void) ((n) = 1) : fault_missed()
/* inotify and its like have whole messages. */
static int is_anonymous(int fd) {
  struct stat s;

  return fstat(fd, &s) == 0 && (s.st_mode & S_IFMT) == 0;
}

#define SHORT_READ(fd, n) (n) > 1 && !is_anonymous(fd) ? (void) ((n) = 1) : fault_missed()
#define SHORT_WRITE(fd, n) \
  (n) > 1 && !is_anonymous(fd) && !is_whole(fd, n) ? (void) ((n) = 1) : fault_missed()
#define SHORT_SOCKET(fd, n) (n) > 1 && is_stream(fd) ? (void) ((n) = 1) : fault_missed()
#define SHORT_V(v, n)                       \
  struct iovec byte = {(v)[0].iov_base, 1}; \
  if ((n) > 0 && (v)[0].iov_len > 1)        \
    (v) = &byte, (n) = 1;                   \
  else                                      \
    fault_missed()
#define SHORT_SENDMSG(fd, m)                                                      \
  struct msghdr less = *(m);                                                      \
  struct iovec byte = {(m)->msg_iovlen > 0 ? (m)->msg_iov[0].iov_base : NULL, 1}; \
  if ((m)->msg_iovlen > 0 && (m)->msg_iov[0].iov_len > 1 && is_stream(fd))        \
    less.msg_iov = &byte, less.msg_iovlen = 1, (m) = &less;                       \
  else                                                                            \
    fault_missed()

/* ---- Which descriptor can have which fault ---- */

static int has_fault(int fd, int fault, int writing) {
  int flags = fcntl(fd, F_GETFL);
  struct stat s;

  if (fault == EINTR || flags == -1 || fstat(fd, &s) != 0)
    return 1;
  if (fault == EAGAIN && !(flags & O_NONBLOCK))
    return 0;
  switch (s.st_mode & S_IFMT) {
    case S_IFREG: return fault == EIO || fault == ENOSPC;
    case S_IFSOCK: return fault == EAGAIN || fault == ECONNRESET;
    case S_IFIFO: return fault == EAGAIN && !writing; /* a few bytes: only when it is full */
    case S_IFCHR: return fault == EAGAIN || fault == EIO;
    default: return 0; /* an eventfd, inotify: memory of the kernel */
  }
}

/* Only what was written can be lost when a file is closed. */
static int can_fail_to_close(int fd, int fault) {
  struct stat s;

  return fault == EINTR ||
         (fstat(fd, &s) == 0 && S_ISREG(s.st_mode) && (fcntl(fd, F_GETFL) & O_ACCMODE) != O_RDONLY);
}

#define UNLESS(impossible, call) ((impossible) ? (fault_missed(), (call)) : ERRNO(-1))
#define ON(fd, writing, call) UNLESS(!has_fault(fd, fault, writing), call)
#define CLOSE(fd, call) \
  (can_fail_to_close(fd, fault) ? (call, ERRNO(-1)) : (fault_missed(), (call)))

/* ---- What the kernel is told about rings ---- */

static long raw_io_uring_setup(unsigned entries, struct io_uring_params* p) {
  long fd;

  if (fault_board != NULL && fault_board->tiny) {
    entries = 1;
    p->flags |= IORING_SETUP_CQSIZE;
    p->cq_entries = 2;
  }
  fd = syscall(SYS_io_uring_setup, entries, p);
  if (fd >= 0)
    fault_ring_made((int) fd, p);
  return fd;
}

static void* mmap_and_tell(void* p, size_t n, int prot, int flags, int fd, off_t at) {
  void* map = mmap(p, n, prot, flags, fd, at);

  if (map != MAP_FAILED && fd >= 0)
    fault_ring_mapped(fd, (uint64_t) at, map);
  return map;
}
#define mmap mmap_and_tell

/* ---- What a cold kernel cannot answer from memory ---- */

static int is_cold(int flags) {
  errno = EAGAIN;
  return fault_board != NULL && fault_board->cold && (flags & RWF_NOWAIT);
}

#define preadv2(fd, v, n, at, flags) (is_cold(flags) ? -1 : preadv2(fd, v, n, at, flags))
#define pwritev2(fd, v, n, at, flags) (is_cold(flags) ? -1 : pwritev2(fd, v, n, at, flags))

/* ---- The functions ----
 * A wrapper that fails first and never runs the real call leaves all of its effects out. */

/* The conditions of a "short" are statements, so they need a block of their own. */
#define ERRNO(value) (errno = fault, (value))
#define ALLOC(faults)
#define DESCRIPTORS(faults)
#define CALL(name, type, failure, parameters, arguments, shorten, faults) \
  type fault_##name parameters;                                           \
  type fault_##name parameters {                                          \
    int fault = fault_point(FAULT_##name);                                \
    if (fault == FAULT_SHORT) {                                           \
      shorten;                                                            \
      return name arguments;                                              \
    }                                                                     \
    return fault != 0 ? failure : name arguments;                         \
  }
#define RAW(name, faults)
#define RING(name, faults)
#define PLAIN(name)
#include "calls.def"
#undef ALLOC
#undef DESCRIPTORS
#undef CALL
#undef RAW
#undef mmap
#undef preadv2
#undef pwritev2

static const struct {
  long number;
  enum fault_call call;
} raw_calls[] = {
#define ALLOC(faults)
#define DESCRIPTORS(faults)
#define CALL(name, type, failure, parameters, arguments, shorten, faults)
#define RAW(name, faults) {SYS_##name, FAULT_SYS_##name},
#include "calls.def"
};

long fault_syscall(long number, long a, long b, long c, long d, long e, long f);

/* A child that shares its parent's memory comes by here: see process/child.c. */
UNWATCHED static int raw_point(long number, long b) {
  if (number == SYS_futex && (b & FUTEX_CMD_MASK) != FUTEX_WAIT &&
      (b & FUTEX_CMD_MASK) != FUTEX_WAIT_BITSET)
    return 0; /* waking cannot fail */
  for (size_t i = 0; i < sizeof(raw_calls) / sizeof(raw_calls[0]); i++)
    if (raw_calls[i].number == number)
      return fault_point(raw_calls[i].call);
  fault_board->unlisted = (int) number;
  return 0;
}

UNWATCHED long fault_syscall(long number, long a, long b, long c, long d, long e, long f) {
  int fault = raw_point(number, b);

  if (fault != 0) {
    errno = fault;
    return -1;
  }
  if (number == SYS_openat2 && fault_board->cold) {
    errno = EAGAIN;
    return -1;
  }
  if (number == SYS_io_uring_setup)
    return raw_io_uring_setup((unsigned) a, (struct io_uring_params*) b);
  if (number == SYS_io_uring_enter)
    fault_ring_submit((int) a, (unsigned) b);
  return syscall(number, a, b, c, d, e, f);
}
