/* src/runtime/see/attach.c — the door for `gyre top`, `gyre why` and `gyre trace` of a PID: a unix socket without
 * a place in the file system, named after the process, and a thread that sleeps in accept() on it.
 *
 * (1) Opening it costs the program one thread, made with a small stack; the rest happens on that thread.
 * (2) Only the same user comes in, and root. The kernel says who it is.
 * (3) Without descriptors or threads to spare there is no door; the program does not notice. */
#include <errno.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "see.h"

enum { STACK = 64 << 10, BACKLOG = 4 };

static void serve(void* arg) {
  gy_control_serve((int) (intptr_t) arg);
}

static bool is_welcome(int fd) {
  struct ucred who;
  socklen_t size = sizeof(who);

  return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &who, &size) == 0 &&
         (who.uid == geteuid() || who.uid == 0);
}

static void refuse(int fd) {
  static const char why[] = "{\"error\":\"this process belongs to another user\"}\n";

  (void) !send(fd, why, sizeof(why) - 1, MSG_NOSIGNAL | MSG_DONTWAIT);
  close(fd);
}

static int listen_here(void) {
  struct sockaddr_un name = {.sun_family = AF_UNIX};
  int length = snprintf(name.sun_path + 1, sizeof(name.sun_path) - 1, "gyre/%d", (int) getpid());
  int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

  if (fd < 0)
    return -1;
  if (bind(fd, (struct sockaddr*) &name,
           offsetof(struct sockaddr_un, sun_path) + 1 + (socklen_t) length) == 0 &&
      listen(fd, BACKLOG) == 0)
    return fd;
  close(fd);
  return -1;
}

static void* wait_for_peers(void* arg) {
  int listening = listen_here();

  (void) arg;
  for (;;) {
    int fd = listening < 0 ? -1 : accept4(listening, NULL, NULL, SOCK_CLOEXEC);
    if (fd >= 0 && !is_welcome(fd))
      refuse(fd);
    else if (fd >= 0 && gy_side_post(serve, (void*) (intptr_t) fd) != 0)
      close(fd);
    else if (fd < 0 && errno != EINTR && errno != ECONNABORTED)
      break; /* out of descriptors, say: nobody comes in any more */
  }
  if (listening >= 0)
    close(listening);
  return NULL;
}

void gy_attach_open(void) {
  (void) gy_thread_start(wait_for_peers, STACK);
}
