/* src/os/random.c — random bytes from the kernel, fit for keys.
 *
 * (1) All bytes or an error; never a part of them.
 * (2) With a callback the work is a pool job: early at boot the kernel may block until it has
 *     collected enough. */
#include <fcntl.h>
#include <sys/random.h>
#include <unistd.h>
#include "loop/loop.h"
#include "threads/pool.h"
#include "trace/trace.h"

/* Sandboxes without getrandom() still have the devices. /dev/urandom never blocks, not even before
 * it is seeded; reading one byte from /dev/random waits for that. */
static int uv__random_device(const char* path, char* buf, size_t len) {
  int fd = uv__open_cloexec(path, O_RDONLY);
  int err = 0;

  if (fd < 0)
    return fd;
  while (len > 0 && err == 0) {
    ssize_t n = UV__RETRY(read(fd, buf, len));

    if (n == -1)
      err = -errno;
    else if (n == 0)
      err = UV_EIO;
    else
      buf += n, len -= (size_t) n;
  }
  uv__close(fd);
  return err;
}

static int uv__random_devices(char* buf, size_t len) {
  char seeded;
  int err = uv__random_device("/dev/random", &seeded, 1);

  return err ? err : uv__random_device("/dev/urandom", buf, len);
}

/* The kernel hands out at most 32 MB at once, and a signal can end a long request early. */
static int uv__random_fill(char* buf, size_t len) {
  while (len > 0) {
    ssize_t n = UV__RETRY(getrandom(buf, len, 0));

    if (n == -1 && (errno == ENOSYS || errno == EPERM))
      return uv__random_devices(buf, len);
    if (n == -1)
      return -errno;
    buf += n;
    len -= (size_t) n;
  }
  return 0;
}

static uv_random_t* uv__random_of(struct uv__work* w) {
  return (uv_random_t*) ((char*) w - offsetof(uv_random_t, work_req));
}

static void uv__random_work(struct uv__work* w) {
  uv_random_t* req = uv__random_of(w);

  req->status = uv__random_fill(req->buf, req->buflen);
}

static void uv__random_done(struct uv__work* w, int status) {
  uv_random_t* req = uv__random_of(w);

  uv__req_done(req->loop, req);
  if (status == 0)
    status = req->status;
  UV__CALL_REQ(req->loop, req, req->cb(req, status, req->buf, req->buflen));
}

static const struct uv__job_type uv__random_job = {
    .work = uv__random_work,
    .done = uv__random_done,
    .lane = UV__LANE_CPU,
    .name = "random",
};

int uv_random(uv_loop_t* loop, uv_random_t* req, void* buf, size_t buflen, unsigned flags,
              uv_random_cb cb) {
  int err;

  if (buflen > 0x7fffffffu)
    return UV_E2BIG;
  if (flags != 0)
    return UV_EINVAL;
  if (cb == NULL)
    return uv__random_fill(buf, buflen);

  uv__req_init(loop, req, UV_RANDOM);
  req->loop = loop;
  req->status = 0;
  req->cb = cb;
  req->buf = buf;
  req->buflen = buflen;
  err = uv__work_submit(loop, &req->work_req, &uv__random_job);
  if (err)
    uv__req_done(loop, req);
  return err;
}
