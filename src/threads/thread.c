/* src/threads/thread.c — threads: starting, ending, where they run, what they are called, how
 * urgent they are. */
#include "threads/thread.h"

#include <limits.h>
#include <sched.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "os/sys.h"

/* ---- Stack sizes ---- */

enum { FALLBACK_STACK = 2 << 20, NAME_SIZE = 16 };

static size_t uv__round_to_pages(size_t size) {
  size_t page = (size_t) getpagesize();
  size_t rounded = (size + page - 1) & ~(page - 1);
  return rounded < size ? size : rounded; /* absurd sizes are for pthreads to refuse */
}

/* Depends on the CPU: a signal frame holds all of its vector registers. */
static size_t uv__min_stack_size(void) {
  long least = sysconf(_SC_THREAD_STACK_MIN);
  return uv__round_to_pages(least > 0 ? (size_t) least : 16384);
}

/* What the main thread may use; pthreads' own default would be the limit at program start. */
static size_t uv__default_stack_size(void) {
  struct rlimit limit;

  if (getrlimit(RLIMIT_STACK, &limit) || limit.rlim_cur == RLIM_INFINITY)
    return FALLBACK_STACK;
  if (limit.rlim_cur < uv__min_stack_size())
    return FALLBACK_STACK;
  return uv__round_to_pages((size_t) limit.rlim_cur);
}

static size_t uv__stack_size(const uv_thread_options_t* options) {
  size_t size = options->flags & UV_THREAD_HAS_STACK_SIZE ? options->stack_size : 0;
  size_t least;

  if (size == 0)
    return uv__default_stack_size();
  size = uv__round_to_pages(size);
  least = uv__min_stack_size();
  return size < least ? least : size;
}

/* ---- Beginning and end ---- */

int uv__thread_start(uv_thread_t* tid, const uv_thread_options_t* options, void* (*entry)(void*),
                     void* arg) {
  pthread_attr_t attr;
  int err = pthread_attr_init(&attr);

  if (err)
    return -err;
  err = pthread_attr_setstacksize(&attr, uv__stack_size(options));
  if (err == 0)
    err = pthread_create(tid, &attr, entry, arg);
  pthread_attr_destroy(&attr);
  return -err;
}

int uv_thread_create(uv_thread_t* tid, uv_thread_cb entry, void* arg) {
  uv_thread_options_t options = {UV_THREAD_NO_FLAGS, 0};
  return uv_thread_create_ex(tid, &options, entry, arg);
}

/* The entry point returns void where pthreads expects a pointer. The value is not used, and the
 * calling convention allows it: better than an allocation to carry both. */
int uv_thread_create_ex(uv_thread_t* tid, const uv_thread_options_t* params, uv_thread_cb entry,
                        void* arg) {
  return uv__thread_start(tid, params, (void* (*) (void*) )(void (*)(void)) entry, arg);
}

int uv_thread_detach(uv_thread_t* tid) {
  return -pthread_detach(*tid);
}

int uv_thread_join(uv_thread_t* tid) {
  return -pthread_join(*tid, NULL);
}

uv_thread_t uv_thread_self(void) {
  return pthread_self();
}

int uv_thread_equal(const uv_thread_t* t1, const uv_thread_t* t2) {
  return pthread_equal(*t1, *t2);
}

/* ---- Where it runs: a byte per CPU ---- */

int uv_cpumask_size(void) {
  return CPU_SETSIZE;
}

int uv_thread_getaffinity(uv_thread_t* tid, char* cpumask, size_t mask_size) {
  cpu_set_t set;
  int err;

  if (mask_size < CPU_SETSIZE)
    return UV_EINVAL;
  CPU_ZERO(&set);
  err = pthread_getaffinity_np(*tid, sizeof(set), &set);
  if (err)
    return -err;
  for (int i = 0; i < CPU_SETSIZE; i++)
    cpumask[i] = CPU_ISSET(i, &set) != 0;
  return 0;
}

int uv_thread_setaffinity(uv_thread_t* tid, char* cpumask, char* oldmask, size_t mask_size) {
  cpu_set_t set;
  int err;

  if (mask_size < CPU_SETSIZE)
    return UV_EINVAL;
  /* The two masks may be the same memory. */
  CPU_ZERO(&set);
  for (int i = 0; i < CPU_SETSIZE; i++)
    if (cpumask[i])
      CPU_SET(i, &set);
  if (oldmask != NULL) {
    err = uv_thread_getaffinity(tid, oldmask, mask_size);
    if (err)
      return err;
  }
  return -pthread_setaffinity_np(*tid, sizeof(set), &set);
}

int uv_thread_getcpu(void) {
  int cpu = sched_getcpu();
  return cpu == -1 ? UV__ERR(errno) : cpu;
}

/* ---- What it is called ---- */

int uv_thread_setname(const char* name) {
  char kept[NAME_SIZE];

  if (name == NULL)
    return UV_EINVAL;
  strncpy(kept, name, sizeof(kept) - 1);
  kept[sizeof(kept) - 1] = '\0';
  return -pthread_setname_np(pthread_self(), kept);
}

int uv_thread_getname(uv_thread_t* tid, char* name, size_t size) {
  char whole[NAME_SIZE];
  size_t len;
  int err;

  if (name == NULL || size == 0)
    return UV_EINVAL;
  err = pthread_getname_np(*tid, whole, sizeof(whole));
  if (err)
    return -err;
  len = strnlen(whole, size - 1);
  memcpy(name, whole, len);
  name[len] = '\0';
  return 0;
}

/* ---- How urgent it is ---- */

/* Ordinary threads have a nice value; Linux keeps one per thread, and only a thread's own id is
 * known. */
static int uv__thread_is_nice(uv_thread_t tid, int policy) {
  return policy == SCHED_OTHER && pthread_equal(tid, pthread_self());
}

int uv_thread_getpriority(uv_thread_t tid, int* priority) {
  struct sched_param param;
  int policy;
  int err;

  if (priority == NULL)
    return UV_EINVAL;
  err = pthread_getschedparam(tid, &policy, &param);
  if (err)
    return -err;
  *priority = param.sched_priority;
  if (!uv__thread_is_nice(tid, policy))
    return 0;

  errno = 0;
  *priority = getpriority(PRIO_PROCESS, (id_t) syscall(SYS_gettid));
  return UV__ERR(errno);
}

/* The levels lie evenly between the least and the most that the thread's policy has. */
int uv_thread_setpriority(uv_thread_t tid, int priority) {
  struct sched_param param;
  int policy;
  int err;
  int least;
  int most;

  if (priority < UV_THREAD_PRIORITY_LOWEST || priority > UV_THREAD_PRIORITY_HIGHEST)
    return UV_EINVAL;
  err = pthread_getschedparam(tid, &policy, &param);
  if (err)
    return -err;
  if (uv__thread_is_nice(tid, policy)) {
    err = setpriority(PRIO_PROCESS, (id_t) syscall(SYS_gettid), -2 * priority);
    return err ? UV__ERR(errno) : 0;
  }

  least = sched_get_priority_min(policy);
  most = sched_get_priority_max(policy);
  if (least == -1 || most == -1)
    return UV__ERR(errno);
  param.sched_priority = least + (most - least) * (priority - UV_THREAD_PRIORITY_LOWEST) / 4;
  return -pthread_setschedparam(tid, policy, &param);
}
