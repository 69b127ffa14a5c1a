/* deny-uring PROGRAM ARG… — run a program where io_uring is denied, as many sandboxes do.
 *
 * (1) io_uring_setup fails with EPERM, in the program and in everything it starts.
 * (2) Nothing else changes, and no privilege is needed: no_new_privs, then a seccomp filter.
 * (3) The denial is tried out before the program starts; when it does not hold, nothing runs. */

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define EXIT_OURS 125       /* as env(1) has it: this tool failed, */
#define EXIT_CANNOT_RUN 126 /* the program could not be started, */
#define EXIT_NOT_FOUND 127  /* or there is no such program */

/* The number is the same on every architecture, so the filter need not ask which this is. */
static struct sock_filter filter[] = {
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_io_uring_setup, 0, 1),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
};

static int deny(void) {
  struct sock_fprog program = {.len = sizeof(filter) / sizeof(*filter), .filter = filter};

  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
    return -errno;
  if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) != 0)
    return -errno;
  /* A kernel without io_uring says ENOSYS, bad arguments EFAULT or EINVAL: only EPERM is ours. */
  if (syscall(SYS_io_uring_setup, 1, NULL) != -1 || errno != EPERM)
    return -ENOTSUP;
  return 0;
}

int main(int argc, char** argv) {
  int err;

  if (argc < 2) {
    fprintf(stderr, "usage: deny-uring PROGRAM ARG...\n");
    return EXIT_OURS;
  }
  err = deny();
  if (err != 0) {
    fprintf(stderr, "deny-uring: cannot deny io_uring: %s\n", strerror(-err));
    return EXIT_OURS;
  }
  execvp(argv[1], argv + 1);
  fprintf(stderr, "deny-uring: %s: %s\n", argv[1], strerror(errno));
  return errno == ENOENT ? EXIT_NOT_FOUND : EXIT_CANNOT_RUN;
}
