/* src/process/child.c — what a child does between its birth and its exec.
 *
 * (1) It shares the parent's memory, and other threads of the parent run on: it allocates nothing,
 *     takes no lock and writes only to what was prepared for it, to its stack and to errno.
 * (2) System calls are raw. The C library's wrappers may be points of cancellation, tell all
 *     threads of the parent to change their user too, or be watched by a sanitizer that takes us
 *     for the parent.
 * (3) It is born with all signals blocked and unblocks them when no handler of the parent is left.
 *     The program starts with every signal at its default and none blocked.
 * (4) A failure is written to error_fd as a negative errno. Success closes it: it is
 *     close-on-exec. */
#include <fcntl.h>
#include <paths.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "process/spawn.h"

#define IN_CHILD __attribute__((no_sanitize("address", "thread", "undefined")))

#define SYS(name, ...) syscall(SYS_##name, __VA_ARGS__)

/* ---- Prepared by the parent ---- */

/* The child's own PATH, where it is given an environment. */
static const char* uv__child_path(char** env) {
  for (; env != NULL && *env != NULL; env++)
    if (strncmp(*env, "PATH=", 5) == 0)
      return *env + 5;
  return _PATH_DEFPATH;
}

static size_t uv__args_count(char** args) {
  size_t n = 0;

  while (args != NULL && args[n] != NULL)
    n++;
  return n;
}

int uv__child_prepare(struct uv__child* c, const uv_process_options_t* options,
                      const struct uv__stdio* stdio) {
  size_t args = uv__args_count(options->args);

  memset(c, 0, sizeof(*c));
  c->options = options;
  c->stdio = stdio;
  c->shell_args = uv__calloc(args + 3, sizeof(*c->shell_args));
  if (c->shell_args == NULL)
    return UV_ENOMEM;
  c->shell_args[0] = _PATH_BSHELL;
  if (args > 1)
    memcpy(&c->shell_args[2], &options->args[1], (args - 1) * sizeof(*c->shell_args));

  if (strchr(options->file, '/') != NULL)
    return 0;
  c->path = uv__child_path(options->env != NULL ? options->env : environ);
  c->candidate = uv__malloc(strlen(c->path) + strlen(options->file) + 2);
  if (c->candidate != NULL)
    return 0;
  uv__child_release(c);
  return UV_ENOMEM;
}

void uv__child_release(struct uv__child* c) {
  uv__free(c->shell_args);
  uv__free(c->candidate);
}

/* ---- Descriptors ---- */

/* Out of the way of what will be put there. */
IN_CHILD static int uv__child_move_up(int* fd, int count) {
  int copy = (int) SYS(fcntl, *fd, F_DUPFD_CLOEXEC, count);

  if (copy == -1)
    return -errno;
  *fd = copy;
  return 0;
}

/* The flag belongs to the open file, so a parent that shares it sees this too; a child that finds
 * its standard streams non-blocking is worse off. */
IN_CHILD static int uv__child_make_blocking(int fd) {
  int flags = (int) SYS(fcntl, fd, F_GETFL);

  if (flags == -1)
    return -errno;
  if ((flags & O_NONBLOCK) && SYS(fcntl, fd, F_SETFL, flags & ~O_NONBLOCK) == -1)
    return -errno;
  return 0;
}

IN_CHILD static int uv__child_place(const struct uv__child* c, int i) {
  int fd = c->stdio->use[i];
  int inherited = fd != -1 && c->stdio->pair[i][0] == -1;

  if (fd == -1) {
    if (i > STDERR_FILENO)
      return 0;
    fd = (int) SYS(openat, AT_FDCWD, "/dev/null",
                   (i == STDIN_FILENO ? O_RDONLY : O_RDWR) | O_CLOEXEC);
    if (fd == -1)
      return -errno;
  }
  if (fd == i ? SYS(fcntl, fd, F_SETFD, 0) == -1 : SYS(dup3, fd, i, 0) == -1)
    return -errno;
  return inherited && i <= STDERR_FILENO ? uv__child_make_blocking(i) : 0;
}

/* Filling 0, 1, 2 … in this order, what a later one needs must not sit where an earlier one
 * goes. */
IN_CHILD static int uv__child_set_stdio(struct uv__child* c) {
  int* use = c->stdio->use;
  int count = c->stdio->count;
  int err = 0;

  if (c->error_fd < count)
    err = uv__child_move_up(&c->error_fd, count);
  for (int i = 0; i < count && err == 0; i++)
    if (use[i] != -1 && use[i] < i)
      err = uv__child_move_up(&use[i], count);
  for (int i = 0; i < count && err == 0; i++)
    err = uv__child_place(c, i);
  return err;
}

/* ---- Who it is, and what it ignores ---- */

/* The parent's other groups go first: they can only be dropped while still privileged. Who is not
 * privileged keeps them, and gains nothing by it. */
IN_CHILD static int uv__child_set_ids(const uv_process_options_t* options) {
  if (options->flags & (UV_PROCESS_SETUID | UV_PROCESS_SETGID))
    SYS(setgroups, 0, NULL);
  if ((options->flags & UV_PROCESS_SETGID) && SYS(setgid, options->gid) == -1)
    return -errno;
  if ((options->flags & UV_PROCESS_SETUID) && SYS(setuid, options->uid) == -1)
    return -errno;
  return 0;
}

/* struct sigaction as the kernel has it; all zero: the default, no flags, nothing blocked. */
struct kernel_sigaction {
  void (*handler)(int);
  unsigned long flags;
  void (*restorer)(void);
  uint64_t mask;
};

IN_CHILD static void uv__child_reset_signals(void) {
  struct kernel_sigaction standard = {SIG_DFL, 0, NULL, 0};
  uint64_t none = 0;

  /* KILL and STOP are refused, and right already. */
  for (int i = 1; i < _NSIG; i++)
    SYS(rt_sigaction, i, &standard, NULL, sizeof(none));
  SYS(rt_sigprocmask, SIG_SETMASK, &none, NULL, sizeof(none));
}

/* ---- The program ---- */

/* Asked for here and not by the parent: a fork handler may have changed the environment. */
IN_CHILD static int uv__child_exec_file(const struct uv__child* c, const char* file) {
  char** env = c->options->env != NULL ? c->options->env : environ;

  SYS(execve, file, c->options->args, env);
  if (errno == ENOEXEC) {
    c->shell_args[1] = (char*) file;
    SYS(execve, _PATH_BSHELL, c->shell_args, env);
  }
  return -errno;
}

/* An empty entry of PATH is the current folder. */
IN_CHILD static const char* uv__child_candidate(const struct uv__child* c, const char* from,
                                                const char* to) {
  char* out = c->candidate;

  while (from < to)
    *out++ = *from++;
  if (out > c->candidate)
    *out++ = '/';
  for (const char* in = c->options->file; (*out = *in) != '\0'; in++)
    out++;
  return c->candidate;
}

/* Errors after which the next folder is tried. */
IN_CHILD static int uv__child_not_there(int err) {
  return err == UV_ENOENT || err == UV_EACCES || err == UV_ENOTDIR || err == UV_ENODEV ||
         err == UV_ETIMEDOUT || err == -ESTALE;
}

/* A file that may not be executed is the better answer when none is found that may. */
IN_CHILD static int uv__child_exec(const struct uv__child* c) {
  const char* from = c->path;
  const char* to;
  int result = UV_ENOENT;
  int err;

  if (c->path == NULL)
    return uv__child_exec_file(c, c->options->file);
  if (c->options->file[0] == '\0')
    return UV_ENOENT;

  for (;; from = to + 1) {
    for (to = from; *to != '\0' && *to != ':'; to++)
      ;
    err = uv__child_exec_file(c, uv__child_candidate(c, from, to));
    if (!uv__child_not_there(err))
      return err;
    if (err == UV_EACCES)
      result = err;
    if (*to == '\0')
      return result;
  }
}

IN_CHILD static int uv__child_become(struct uv__child* c) {
  int err;

  if ((c->options->flags & UV_PROCESS_DETACHED) && SYS(setsid, 0) == -1)
    return -errno;
  err = uv__child_set_stdio(c);
  if (err)
    return err;
  if (c->options->cwd != NULL && SYS(chdir, c->options->cwd) == -1)
    return -errno;
  err = uv__child_set_ids(c->options);
  if (err)
    return err;
  uv__child_reset_signals();
  return uv__child_exec(c);
}

IN_CHILD int uv__child_main(void* child) {
  struct uv__child* c = child;
  int err = uv__child_become(c);

  /* Four bytes into an empty pipe: never short. The parent reads until it has them or the end. */
  while (SYS(write, c->error_fd, &err, sizeof(err)) == -1 && errno == EINTR)
    ;
  return 127;
}
