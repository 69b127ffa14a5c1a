/* src/runtime/limits.c — limits of the process that the engine would answer with an abort: address
 * space, descriptors, threads.
 *
 * (1) A limit that is too small to start is reported as one line before the engine opens.
 * (2) Addresses: the engine keeps its structures in an area aligned to 4 GB, and finds one by
 *     reserving 4 GB more than it needs and giving the rest back. It asks for less and less, down
 *     to 32 MB, but always for the 4 GB on top. Under a limit that refuses them, mmap() below finds
 *     an aligned place by itself and maps only what would be left in the end. The engine then gives
 *     back a tail that was never mapped, which the kernel permits. Without a limit every call goes
 *     to the kernel as it is.
 * (3) Threads: the engine aborts when it gets none, at any time. pthread_create() below ends the
 *     process with one line instead. All other callers get the error.
 * (4) This executable's mmap() and pthread_create() come first in the dynamic linker's search. Not
 *     under the sanitizers, which have their own. */
#include "limits.h"

#include <dlfcn.h>
#include <errno.h>
#include <jsc/jsc.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
  MB = 1 << 20,
  FEW_FILES = 64,
  FILES = 6,
  THREAD_FILES = 12,
  SHARE_OF_STRUCTURES = 16,
  SHARE_OF_CODE = 8
};

static const rlim_t ADDRESSES = (rlim_t) 512 * MB; /* the engine, its libraries and a small heap */
static const rlim_t MANY_ADDRESSES =
    (rlim_t) 8192 * MB; /* from here on the engine takes what it likes */

static const rlim_t DATA = (rlim_t) 256 * MB; /* what of it may be written to */

static rlim_t limit_of(int resource) {
  struct rlimit limit;

  return getrlimit(resource, &limit) == 0 ? limit.rlim_cur : RLIM_INFINITY;
}

static rlim_t address_limit(void) {
  return limit_of(RLIMIT_AS);
}

/* The engine opens descriptors as it starts. Trying is the only way to know how many are left. */
static int has_files(int wanted) {
  int fds[THREAD_FILES], count = 0;

  while (count < wanted && (fds[count] = dup(STDERR_FILENO)) >= 0)
    count++;
  for (int i = 0; i < count; i++)
    close(fds[i]);
  return count == wanted;
}

static int has_files_to_start(void) {
  return limit_of(RLIMIT_NOFILE) >= FEW_FILES || has_files(FILES);
}

int gy_limit_has_files(void) {
  return has_files(THREAD_FILES);
}

const char* gy_limit_too_small(void) {
  if (address_limit() < ADDRESSES)
    return "the limit on address space (ulimit -v) is below the 512 MB that the engine needs";
  if (limit_of(RLIMIT_DATA) < DATA)
    return "the limit on data (ulimit -d) is below the 256 MB that the engine needs";
  return has_files_to_start() ? NULL : "too many open files (ulimit -n)";
}

void gy_limits_apply(void) {
  rlim_t limit = address_limit();

  if (limit < MANY_ADDRESSES)
    jsc_options_set_uint("jitMemoryReservationSize", (unsigned) (limit / SHARE_OF_CODE));
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

/* ---- Addresses ---- */

static const size_t ALIGNMENT = (size_t) 4096 * MB;

static void* map(void* at, size_t size, int prot, int flags, int fd, off_t offset) {
  return (void*) syscall(SYS_mmap, at, size, prot, flags, fd, offset);
}

/* Whether this is the engine's search for an aligned area, and one that it can afford. */
static int is_search(const void* at, size_t size, int flags) {
  rlim_t share = address_limit() / SHARE_OF_STRUCTURES, least = (rlim_t) 32 * MB;

  return errno == ENOMEM && at == NULL && (flags & MAP_NORESERVE) && size > ALIGNMENT &&
         size <= 2 * ALIGNMENT && size - ALIGNMENT <= (share > least ? share : least);
}

static void* map_aligned(size_t size, int prot, int flags) {
  static const uintptr_t first = (uintptr_t) 1 << 40, last = (uintptr_t) 1 << 46;

  for (uintptr_t at = first; at < last; at += ALIGNMENT) {
    void* area = map((void*) at, size, prot, flags | MAP_FIXED_NOREPLACE, -1, 0);
    if (area == (void*) at)
      return area;
    if (area != MAP_FAILED)
      munmap(area, size); /* a kernel that does not know the flag has taken `at` for a wish */
    else if (errno != EEXIST)
      break;
  }
  errno = ENOMEM;
  return MAP_FAILED;
}

__attribute__((visibility("default"))) void* gy_mmap(void* at, size_t size, int prot, int flags,
                                                     int fd, off_t offset) __asm__("mmap");

void* gy_mmap(void* at, size_t size, int prot, int flags, int fd, off_t offset) {
  void* area = map(at, size, prot, flags, fd, offset);

  if (area == MAP_FAILED && is_search(at, size, flags))
    area = map_aligned(size - ALIGNMENT, prot, flags);
  return area;
}

/* ---- Threads ---- */

typedef int create_thread(pthread_t* thread, const pthread_attr_t* attr, void* (*run)(void*),
                          void* arg);

static int is_of_engine(const void* caller) {
  static const char* const libraries[] = {"javascriptcore", "libglib"};
  Dl_info info;

  if (dladdr(caller, &info) == 0 || info.dli_fname == NULL)
    return 0;
  for (size_t i = 0; i < sizeof(libraries) / sizeof(libraries[0]); i++)
    if (strstr(info.dli_fname, libraries[i]) != NULL)
      return 1;
  return 0;
}

static void end_without_threads(void) {
  static const char line[] =
      "gyre: the engine needs one more thread, which the limit of this user or container "
      "(ulimit -u) forbids\n";

  (void) !write(STDERR_FILENO, line, sizeof(line) - 1);
  _exit(1);
}

__attribute__((visibility("default"))) create_thread gy_pthread_create __asm__("pthread_create");

int gy_pthread_create(pthread_t* thread, const pthread_attr_t* attr, void* (*run)(void*),
                      void* arg) {
  static create_thread* next;
  int err;

  if (next == NULL)
    *(void**) &next = dlsym(RTLD_NEXT, "pthread_create");
  err = next(thread, attr, run, arg);
  if (err == EAGAIN && is_of_engine(__builtin_return_address(0)))
    end_without_threads();
  return err;
}

#endif
