/* src/runtime/see/attach.c — how `gyre top`, `gyre why` and `gyre trace` connect to a process: by
 * an abstract unix socket, "@gyre/PID", on which a thread of that process sleeps in accept().
 *
 * (1) It costs the program one thread with a small stack; everything else happens on that thread.
 * (2) Both sides check the credentials of the other (SO_PEERCRED) before a byte is sent or read.
 *     The process accepts its own user and root. The client accepts only the process with the
 *     requested id, of the same user unless the client is root, because any process may bind any
 *     name.
 * (3) The kernel translates a peer's process id into the PID namespace of the reader, 0 when it has
 *     none there. The name contains the id in the namespace of the process itself:
 *     lib/internal/see/client.js knows both.
 * (4) Without a free descriptor or thread nobody can attach; the program continues. */
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "see.h"

enum { STACK = 64 << 10, BACKLOG = 4 };

static void serve(void* arg) {
  gy_control_serve((int) (intptr_t) arg);
}

static int credentials_of(int fd, struct ucred* peer) {
  socklen_t size = sizeof(*peer);

  return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, peer, &size) == 0 ? 0 : -errno;
}

static bool is_welcome(int fd) {
  struct ucred peer;

  return credentials_of(fd, &peer) == 0 && (peer.uid == geteuid() || peer.uid == 0);
}

void gy_attach_refuse(int fd, const char* reason) {
  char line[128];
  int length = snprintf(line, sizeof(line), "{\"error\":\"%s\"}\n", reason);

  (void) !send(fd, line, (size_t) length, MSG_NOSIGNAL | MSG_DONTWAIT);
  close(fd);
}

/* ---- The name ---- */

static socklen_t name_of(int pid, struct sockaddr_un* name) {
  int length;

  memset(name, 0, sizeof(*name));
  name->sun_family = AF_UNIX;
  length = snprintf(name->sun_path + 1, sizeof(name->sun_path) - 1, "gyre/%d", pid);
  return (socklen_t) offsetof(struct sockaddr_un, sun_path) + 1 + (socklen_t) length;
}

static int open_socket(int flags) {
  int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | flags, 0);

  return fd < 0 ? -errno : fd;
}

static int listen_here(void) {
  struct sockaddr_un name;
  socklen_t size = name_of((int) getpid(), &name);
  int fd = open_socket(0), err;

  if (fd < 0)
    return fd;
  if (bind(fd, (struct sockaddr*) &name, size) == 0 && listen(fd, BACKLOG) == 0)
    return fd;
  err = -errno;
  close(fd);
  return err;
}

/* Connects to the name of `pid` and reads the credentials of its owner. */
static int connect_to(int pid, struct ucred* holder) {
  struct sockaddr_un name;
  socklen_t size = name_of(pid, &name);
  int fd = open_socket(SOCK_NONBLOCK), err;

  *holder = (struct ucred){.pid = 0};
  if (fd < 0)
    return fd;
  err = connect(fd, (struct sockaddr*) &name, size) == 0 ? credentials_of(fd, holder) : -errno;
  if (err == 0)
    return fd;
  close(fd);
  return err;
}

int gy_attach_connect(int name, int pid, int* holder, unsigned* user) {
  struct ucred peer;
  int fd = connect_to(name, &peer), err = 0;

  *holder = peer.pid;
  *user = peer.uid;
  if (fd < 0)
    return fd;
  if (peer.pid != pid)
    err = UV_EADDRINUSE;
  else if (peer.uid != geteuid() && geteuid() != 0)
    err = UV_EPERM;
  if (err == 0)
    return fd;
  close(fd);
  return err;
}

/* ---- The thread that waits ---- */

static bool reports_failure;

static void print_name_taken(void) {
  struct ucred holder;
  int fd = connect_to((int) getpid(), &holder);

  if (fd >= 0)
    close(fd);
  fprintf(stderr,
          "gyre: nobody can attach to this process: its name, @gyre/%d, is held by process %d of "
          "user %u\n",
          (int) getpid(), holder.pid, holder.uid);
}

/* Whether accept() is worth another call; waits a second when descriptors or memory are short. */
static bool may_go_on(int err) {
  static const struct timespec second = {.tv_sec = 1};

  if (err == EINTR || err == ECONNABORTED)
    return true;
  if (err != EMFILE && err != ENFILE && err != ENOBUFS && err != ENOMEM)
    return false;
  nanosleep(&second, NULL);
  return true;
}

static void* wait_for_peers(void* arg) {
  int listening = listen_here();

  (void) arg;
  if (listening == -EADDRINUSE && reports_failure)
    print_name_taken();
  while (listening >= 0) {
    int fd = accept4(listening, NULL, NULL, SOCK_CLOEXEC);
    if (fd < 0 && !may_go_on(errno))
      break;
    if (fd >= 0 && !is_welcome(fd))
      gy_attach_refuse(fd, "this process belongs to another user");
    else if (fd >= 0 && gy_side_post(serve, (void*) (intptr_t) fd) != 0)
      close(fd);
  }
  if (listening >= 0)
    close(listening);
  return NULL;
}

void gy_attach_open(bool is_wanted) {
  reports_failure = is_wanted;
  if (gy_thread_start(wait_for_peers, STACK) != 0 && is_wanted)
    fputs("gyre: nobody can attach to this process: cannot start a thread\n", stderr);
}
