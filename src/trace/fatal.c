/* src/trace/fatal.c — the recorders are written when the process dies of a signal.
 *
 * (1) The process still dies of that signal, by its own fault: handlers that were there before are
 *     called, else the default action is put back and the signal comes again.
 * (2) One thread writes. Another that dies meanwhile waits for it, so as not to take the process
 *     down in the middle of the file; a fault inside the writer gives up and dies.
 * (3) A signal that is ignored stays ignored.
 * (4) What was written stays: no other thread replaces the file, neither during the write nor
 *     afterwards.
 * (5) What cannot be written is reported on standard error, in one attempt: a dying process does
 *     not wait.
 * (6) The file is opened beforehand and has no name until it is written (src/os/private_file.c): a
 *     dying process needs no descriptor, and no link can be placed in its way. A forked child opens
 *     another one, and so does a second crash. */
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "os/private_file.h"
#include "trace/out.h"
#include "trace/watch.h"

#if UV__TRACE

enum { STACK_SIZE = 64 << 10, MAX_WAIT_MS = 5000 };

static const int uv__fatal_signals[] = {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGTRAP};

static struct {
  pthread_mutex_t lock; /* of what follows, against other callers; the handler reads it without */
  int on;
  uv_loop_t* loop;
  char path[PATH_MAX];
  uv_trace_file_t file; /* fd -1: used, or of no use */
  pid_t opener;         /* whose file it is */
  struct sigaction before[UV__COUNT(uv__fatal_signals)];
  char installed[UV__COUNT(uv__fatal_signals)];
  int writer; /* thread id, 0: none */
  int wrote;
  int replacer; /* thread id of the caller that is replacing the file, 0: none */
} fatal = {.lock = PTHREAD_MUTEX_INITIALIZER, .file = {.fd = -1}};

static int uv__fatal_index(int signum) {
  unsigned i = 0;
  while (uv__fatal_signals[i] != signum)
    i++;
  return (int) i;
}

/* Replaces %p in the path by the process id; cuts what does not fit. */
static void uv__fatal_path(char out[PATH_MAX]) {
  const char* in = fatal.path;
  char digits[12];
  size_t len = 0;

  while (*in != '\0' && len < PATH_MAX - 1) {
    int count = 0;
    if (in[0] != '%' || in[1] != 'p') {
      out[len++] = *in++;
      continue;
    }
    for (int pid = getpid(); pid > 0; pid /= 10)
      digits[count++] = (char) ('0' + pid % 10);
    while (count > 0 && len < PATH_MAX - 1)
      out[len++] = digits[--count];
    in += 2;
  }
  out[len] = '\0';
}

static void uv__fatal_report(const char* path, int err) {
  struct uv__out out;
  char name[64];

  uv__out_init(&out, STDERR_FILENO);
  uv__out_text(&out, program_invocation_short_name);
  uv__out_text(&out, ": cannot write the trace of this crash: ");
  uv__out_text(&out, uv_err_name_r(err, name, sizeof(name)));
  uv__out_text(&out, ", ");
  uv__out_text(&out, path);
  uv__out_text(&out, "\n");
  if (write(STDERR_FILENO, out.buf, out.len) < 0)
    return; /* the message cannot be written */
}

static void uv__fatal_write(int signum) {
  char path[PATH_MAX];
  uv_trace_file_t file = fatal.file;
  int err = 0;

  uv__fatal_path(path);
  fatal.file.fd = -1;
  if (file.fd < 0 || fatal.opener != getpid() || !uv__file_is_ours(&file))
    err = uv_trace_file_open(&file, path);
  if (err == 0) {
    err = uv__trace_export(fatal.loop, file.fd, signum, UINT64_MAX);
    if (err == 0)
      err = uv_trace_file_commit(&file);
    else
      uv_trace_file_discard(&file);
  }
  if (err != 0)
    uv__fatal_report(path, err);
}

static void uv__fatal_wait(const int* thread) {
  struct timespec ms = {.tv_nsec = 1000000};
  for (int i = 0; i < MAX_WAIT_MS && __atomic_load_n(thread, __ATOMIC_SEQ_CST) > 0; i++)
    nanosleep(&ms, NULL);
}

/* Each announces first what it is about to do, then checks the other: at least one of them sees
 * the other. */
int uv__fatal_replace(uv_trace_file_t* file) {
  int err = 0;

  __atomic_store_n(&fatal.replacer, gettid(), __ATOMIC_SEQ_CST);
  if (__atomic_load_n(&fatal.writer, __ATOMIC_SEQ_CST) ||
      __atomic_load_n(&fatal.wrote, __ATOMIC_SEQ_CST))
    err = UV_EBUSY;
  else
    err = uv_trace_file_commit(file);
  __atomic_store_n(&fatal.replacer, 0, __ATOMIC_SEQ_CST);
  uv_trace_file_discard(file); /* unless it is in its place already */
  return err;
}

/* What would have happened without us. */
static void uv__fatal_chain(int signum, siginfo_t* info, void* context) {
  const struct sigaction* before = &fatal.before[uv__fatal_index(signum)];

  if (before->sa_flags & SA_SIGINFO) {
    before->sa_sigaction(signum, info, context);
    return;
  }
  if (before->sa_handler != SIG_DFL) {
    before->sa_handler(signum);
    return;
  }
  sigaction(signum, before, NULL);
  /* A fault happens again when we return; a signal that was sent must be sent again. */
  if (info->si_code <= 0)
    raise(signum);
}

/* 0: this very thread has died while it was writing. */
static int uv__fatal_write_once(int signum) {
  int writer = 0;
  int self = gettid();

  if (__atomic_compare_exchange_n(&fatal.writer, &writer, self, 0, __ATOMIC_SEQ_CST,
                                  __ATOMIC_ACQUIRE)) {
    if (__atomic_load_n(&fatal.replacer, __ATOMIC_SEQ_CST) != self)
      uv__fatal_wait(&fatal.replacer);
    uv__fatal_write(signum);
    __atomic_store_n(&fatal.wrote, 1, __ATOMIC_SEQ_CST);
    /* The next one is written too, should a handler that was there before repair this one. */
    __atomic_store_n(&fatal.writer, 0, __ATOMIC_RELEASE);
    return 1;
  }
  if (writer != self)
    uv__fatal_wait(&fatal.writer);
  return writer != self;
}

static void uv__fatal_handler(int signum, siginfo_t* info, void* context) {
  int saved = errno;

  /* Off: a handler that was put in front of ours may still call it. */
  if (__atomic_load_n(&fatal.on, __ATOMIC_ACQUIRE) && !uv__fatal_write_once(signum)) {
    signal(signum, SIG_DFL);
    return;
  }
  errno = saved;
  uv__fatal_chain(signum, info, context);
}

/* ---- Installing ---- */

/* A stack for this thread's handlers, unless it has one; it lasts as long as the process, since
 * the end of the thread is not reported. A page below it catches what is too much even for this. */
static int uv__fatal_stack(void) {
  stack_t stack;
  size_t page = (size_t) getpagesize();
  char* memory;

  if (sigaltstack(NULL, &stack))
    return UV__ERR(errno);
  if (!(stack.ss_flags & SS_DISABLE))
    return 0;
  memory = mmap(NULL, STACK_SIZE + page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
  if (memory == MAP_FAILED)
    return UV__ERR(errno);
  stack = (stack_t){.ss_sp = memory + page, .ss_size = STACK_SIZE};
  if (mprotect(stack.ss_sp, STACK_SIZE, PROT_READ | PROT_WRITE) || sigaltstack(&stack, NULL)) {
    int err = UV__ERR(errno);
    munmap(memory, STACK_SIZE + page);
    return err;
  }
  return 0;
}

static int uv__fatal_install(unsigned i) {
  struct sigaction action = {.sa_flags = SA_SIGINFO | SA_ONSTACK};

  action.sa_sigaction = uv__fatal_handler;
  sigfillset(&action.sa_mask);
  for (unsigned k = 0; k < UV__COUNT(uv__fatal_signals); k++)
    sigdelset(&action.sa_mask, uv__fatal_signals[k]); /* (2) needs to see a second fault */
  if (fatal.installed[i])
    return 0; /* another handler may call this one by now: do not make a cycle */
  if (sigaction(uv__fatal_signals[i], NULL, &fatal.before[i]))
    return UV__ERR(errno);
  if (!(fatal.before[i].sa_flags & SA_SIGINFO) && fatal.before[i].sa_handler == SIG_IGN)
    return 0;
  if (sigaction(uv__fatal_signals[i], &action, NULL))
    return UV__ERR(errno);
  fatal.installed[i] = 1;
  return 0;
}

/* Only where the handler is still ours: the program may have installed another. */
static void uv__fatal_remove(unsigned i) {
  struct sigaction now;

  if (!fatal.installed[i] || sigaction(uv__fatal_signals[i], NULL, &now))
    return;
  if (!(now.sa_flags & SA_SIGINFO) || now.sa_sigaction != uv__fatal_handler)
    return;
  sigaction(uv__fatal_signals[i], &fatal.before[i], NULL);
  fatal.installed[i] = 0;
}

static void uv__fatal_close(void) {
  if (fatal.opener != getpid())
    fatal.file.part[0] = '\0'; /* the name is the parent's: only descriptors are closed */
  uv_trace_file_discard(&fatal.file);
}

static int uv__fatal_open(void) {
  char path[PATH_MAX];

  uv__fatal_path(path);
  uv__fatal_close();
  fatal.opener = getpid();
  return uv_trace_file_open(&fatal.file, path);
}

static int uv__fatal_on(uv_loop_t* loop, const char* path) {
  int err;

  __atomic_store_n(&fatal.on, 0, __ATOMIC_RELEASE);
  memcpy(fatal.path, path, strlen(path) + 1); /* it fits: uv_trace_dump_on_fatal() has checked */
  fatal.loop = loop;
  err = uv__fatal_open();
  for (unsigned i = 0; i < UV__COUNT(uv__fatal_signals) && err == 0; i++)
    err = uv__fatal_install(i);
  if (err == 0)
    __atomic_store_n(&fatal.on, 1, __ATOMIC_RELEASE);
  return err;
}

static void uv__fatal_off(void) {
  __atomic_store_n(&fatal.on, 0, __ATOMIC_RELEASE);
  for (unsigned i = 0; i < UV__COUNT(uv__fatal_signals); i++)
    uv__fatal_remove(i);
  uv__fatal_close();
}

int uv_trace_dump_on_fatal(uv_loop_t* loop, const char* path) {
  int err = 0;

  if (path != NULL && strlen(path) >= sizeof(fatal.path))
    return UV_ENAMETOOLONG;
  if (path != NULL)
    err = uv__fatal_stack();
  if (err)
    return err;

  pthread_mutex_lock(&fatal.lock);
  if (path != NULL)
    err = uv__fatal_on(loop, path);
  if (path == NULL || err)
    uv__fatal_off();
  pthread_mutex_unlock(&fatal.lock);
  return err;
}

#endif
