/* src/process/spawn.c — processes: starting them, and reporting their exit.
 *
 * (1) A handle is active from a successful uv_spawn() until its child was reaped or uv_close() was
 *     called. For as long as the child may be reaped here, the handle is on loop->process_handles,
 *     or has a pidfd (many.c). Closing does not end the child; a program that closes early reaps
 *     the child itself.
 * (2) A child that never became its program is reaped before uv_spawn() returns.
 * (3) SIGCHLD is watched from before the first child is born: no end is missed. One signal may
 *     stand for many children, so each on the list is asked for by its pid; children of others are
 *     never touched.
 * (4) The child is born in the parent's memory, with the parent's thread stopped until the exec:
 *     costs nothing, however large the parent is. Where that is not allowed, or fork handlers are
 *     wanted (forking.c), a plain fork does.
 * (5) A child that the program reaped itself (waitpid() says ECHILD) is never reported: how it
 *     ended is unknown here, and the program, which knows, may expect no callback any more. As in
 *     libuv the handle stays active until it is closed. */
#include <limits.h>
#include <linux/close_range.h>
#include <sched.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "process/spawn.h"
#include "trace/trace.h"

enum { CHILD_STACK = 32 << 10 };

/* ---- The end of a process ---- */

static void uv__process_exited(uv_process_t* p) {
  int64_t exit_status = 0;
  int term_signal = 0;

  uv__handle_stop(p);
  if (p->exit_cb == NULL)
    return;

  if (WIFEXITED(p->status))
    exit_status = WEXITSTATUS(p->status);
  else if (WIFSIGNALED(p->status))
    term_signal = WTERMSIG(p->status);
  UV__CALL_HANDLE(p->loop, p, p->exit_cb(p, exit_status, term_signal));
}

void uv__process_reap(uv_process_t* p, struct uv__queue* exited) {
  pid_t pid = UV__RETRY(waitpid(p->pid, &p->status, WNOHANG));

  if (pid == 0)
    return;
  p->flags |= UV__REAPED;
  uv__process_unlist(p);
  if (pid != -1)
    uv__queue_push_tail(exited, &p->queue);
}

void uv__process_report(struct uv__queue* exited) {
  while (!uv__queue_empty(exited)) {
    struct uv__queue* q = uv__queue_head(exited);
    uv__queue_remove(q);
    uv__process_exited(uv__container(q, uv_process_t, queue));
  }
}

/* Reaps first and calls back then: the callbacks may spawn, close, or run the loop. */
static void uv__process_on_sigchld(uv_signal_t* watcher, int signum) {
  uv_loop_t* loop = watcher->loop;
  struct uv__queue exited;
  struct uv__queue* next;

  (void) signum;
  uv__queue_init(&exited);
  for (struct uv__queue* q = loop->process_handles.next; q != &loop->process_handles; q = next) {
    next = q->next;
    uv__process_reap(uv__container(q, uv_process_t, queue), &exited);
  }
  uv__process_report(&exited);
}

int uv__process_watch_list(uv_loop_t* loop) {
  if (uv__is_active(&loop->child_watcher))
    return 0;
  return uv_signal_start(&loop->child_watcher, uv__process_on_sigchld, SIGCHLD);
}

int uv__process_loop_init(uv_loop_t* loop) {
  int err = uv_signal_init(loop, &loop->child_watcher);

  loop->child_watcher.flags &= ~UV__REF;
  loop->child_watcher.flags |= UV__INTERNAL;
  return err;
}

int uv__process_close(uv_process_t* handle) {
  uv_loop_t* loop = handle->loop;

  if (uv__is_active(handle) && !(handle->flags & UV__REAPED))
    uv__process_unlist(handle);
  uv__queue_remove(&handle->queue);
  uv__handle_stop(handle);
  if (uv__queue_empty(&loop->process_handles))
    uv_signal_stop(&loop->child_watcher);
  return UV__CLOSE_NOW;
}

/* ---- Its beginning ---- */

/* No signal may reach the child while its handlers are still the parent's; no cancellation may
 * unwind this thread from inside the child. */
static pid_t uv__child_clone(struct uv__child* c, char* stack) {
  pid_t pid;

  if (!uv__spawn_must_fork()) {
    pid = clone(uv__child_main, stack + CHILD_STACK, CLONE_VM | CLONE_VFORK | SIGCHLD, c);
    if (pid != -1 || (errno != EINVAL && errno != ENOSYS && errno != EPERM))
      return pid;
  }
  pid = fork();
  if (pid == 0)
    _exit(uv__child_main(c));
  return pid;
}

static int uv__child_bear(struct uv__child* c, pid_t* pid) {
  char* stack = uv__malloc(CHILD_STACK);
  sigset_t all;
  sigset_t saved;
  int cancel;
  int err = 0;

  if (stack == NULL)
    return UV_ENOMEM;
  sigfillset(&all);
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
  pthread_sigmask(SIG_SETMASK, &all, &saved);
  *pid = uv__child_clone(c, stack);
  if (*pid == -1)
    err = UV__ERR(errno);
  pthread_sigmask(SIG_SETMASK, &saved, NULL);
  pthread_setcancelstate(cancel, NULL);
  uv__free(stack);
  return err;
}

/* Returns when the child has executed its program (0) or has sent its error. */
static int uv__child_hear(int fd) {
  int err = 0;
  size_t have = 0;
  ssize_t n;

  do {
    n = UV__RETRY(read(fd, (char*) &err + have, sizeof(err) - have));
    if (n > 0)
      have += (size_t) n;
  } while (n > 0 && have < sizeof(err));
  return have == sizeof(err) ? err : 0;
}

static int uv__child_start(struct uv__child* c, pid_t* pid, int* exec_err) {
  int fds[2];
  int err;

  if (pipe2(fds, O_CLOEXEC))
    return UV__ERR(errno);
  c->error_fd = fds[1];
  err = uv__child_bear(c, pid);
  uv__close(fds[1]);
  if (err == 0) {
    *exec_err = uv__child_hear(fds[0]);
    if (*exec_err)
      UV__RETRY(waitpid(*pid, NULL, 0));
  }
  uv__close(fds[0]);
  return err;
}

/* The streams get their ends even when the exec failed, as they do in libuv: programs go on to read
 * from them, and find the end. */
static int uv__process_start(uv_process_t* p, const uv_process_options_t* options) {
  struct uv__stdio stdio;
  struct uv__child child;
  pid_t pid = 0;
  int exec_err = 0;
  int err = uv__stdio_make(&stdio, options);

  if (err)
    return err;
  err = uv__child_prepare(&child, options, &stdio);
  if (err == 0) {
    err = uv__child_start(&child, &pid, &exec_err);
    uv__child_release(&child);
  }
  if (err) {
    uv__stdio_drop(&stdio);
    return err;
  }

  err = uv__stdio_adopt(&stdio, options);
  if (exec_err)
    return exec_err;
  if (err) {
    /* Of no use to anyone without its streams. */
    kill(pid, SIGKILL);
    UV__RETRY(waitpid(pid, NULL, 0));
    return err;
  }
  p->pid = pid;
  return 0;
}

int uv_spawn(uv_loop_t* loop, uv_process_t* handle, const uv_process_options_t* options) {
  int err;

  uv__handle_init(loop, handle, UV_PROCESS);
  uv__queue_init(&handle->queue);
  handle->exit_cb = options->exit_cb;
  handle->pid = 0;
  handle->status = 0;
  handle->pidfd = -1;
  if (options->file == NULL || options->stdio_count < 0)
    return UV_EINVAL;

  err = uv__process_watch_list(loop);
  if (err == 0)
    err = uv__process_start(handle, options);
  if (err)
    return err;
  uv__process_list(handle);
  uv__handle_start(handle);
  return 0;
}

/* ---- Small questions and requests ---- */

uv_pid_t uv_process_get_pid(const uv_process_t* handle) {
  return handle->pid;
}

/* Once reaped, the number may be another's. */
int uv_process_kill(uv_process_t* handle, int signum) {
  if (handle->pid == 0 || (handle->flags & UV__REAPED))
    return UV_ESRCH;
  return uv_kill(handle->pid, signum);
}

int uv_kill(int pid, int signum) {
  return kill(pid, signum) ? UV__ERR(errno) : 0;
}

/* Kernels before 5.11 do not know the flag: there, until a gap shows that the inherited ones are
 * through. */
void uv_disable_stdio_inheritance(void) {
  if (syscall(SYS_close_range, 0, UINT_MAX, CLOSE_RANGE_CLOEXEC) == 0)
    return;
  for (int fd = 0; uv__cloexec(fd, 1) == 0 || fd < 16; fd++)
    ;
}
