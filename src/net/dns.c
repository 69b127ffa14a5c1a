/* src/net/dns.c — names to addresses and back: getaddrinfo() and getnameinfo() on the thread pool.
 *
 * The C library's functions can only block, at times for minutes. Their jobs are on the slow lane,
 * which never takes all threads.
 * (1) Without a callback the call blocks and needs neither loop nor memory.
 * (2) With one, all that the job reads is copied first, in one piece: hints, service, host name, as
 *     far as they are given. The first of them is where the piece begins.
 * (3) Errors are UV_EAI_*, or the errno of a failed system call. */
#include <string.h>

#include "loop/loop.h"
#include "net/idna.h"
#include "threads/pool.h"
#include "trace/trace.h"

/* ---- Errors ---- */

static const struct {
  int eai;
  int err;
} uv__eai_table[] = {
    {0, 0},
    {EAI_ADDRFAMILY, UV_EAI_ADDRFAMILY},
    {EAI_AGAIN, UV_EAI_AGAIN},
    {EAI_BADFLAGS, UV_EAI_BADFLAGS},
    {EAI_CANCELED, UV_EAI_CANCELED},
    {EAI_FAIL, UV_EAI_FAIL},
    {EAI_FAMILY, UV_EAI_FAMILY},
    {EAI_MEMORY, UV_EAI_MEMORY},
    {EAI_NODATA, UV_EAI_NODATA},
    {EAI_NONAME, UV_EAI_NONAME},
    {EAI_OVERFLOW, UV_EAI_OVERFLOW},
    {EAI_SERVICE, UV_EAI_SERVICE},
    {EAI_SOCKTYPE, UV_EAI_SOCKTYPE},
};

static int uv__eai_error(int eai) {
  if (eai == EAI_SYSTEM && errno != 0)
    return UV__ERR(errno);
  for (size_t i = 0; i < UV__COUNT(uv__eai_table); i++)
    if (uv__eai_table[i].eai == eai)
      return uv__eai_table[i].err;
  return UV_EAI_FAIL; /* a code of a C library newer than this table */
}

/* ---- Names to addresses ---- */

static void uv__getaddrinfo_run(uv_getaddrinfo_t* req, const char* hostname, const char* service,
                                const struct addrinfo* hints) {
  req->retcode = uv__eai_error(getaddrinfo(hostname, service, hints, &req->addrinfo));
  if (req->retcode != 0)
    req->addrinfo = NULL;
}

static void uv__getaddrinfo_work(struct uv__work* w) {
  uv_getaddrinfo_t* req = uv__container(w, uv_getaddrinfo_t, work_req);
  uv__getaddrinfo_run(req, req->hostname, req->service, req->hints);
}

static void uv__getaddrinfo_free(uv_getaddrinfo_t* req) {
  if (req->hints != NULL)
    uv__free(req->hints);
  else if (req->service != NULL)
    uv__free(req->service);
  else
    uv__free(req->hostname);
  req->hints = NULL;
  req->service = NULL;
  req->hostname = NULL;
}

static void uv__getaddrinfo_done(struct uv__work* w, int status) {
  uv_getaddrinfo_t* req = uv__container(w, uv_getaddrinfo_t, work_req);

  uv__req_done(req->loop, req);
  uv__getaddrinfo_free(req);
  if (status == UV_ECANCELED)
    req->retcode = UV_EAI_CANCELED;
  UV__CALL_REQ(req->loop, req, req->cb(req, req->retcode, req->addrinfo));
}

static const struct uv__job_type uv__getaddrinfo_job = {uv__getaddrinfo_work, uv__getaddrinfo_done,
                                                        UV__LANE_SLOW_IO, "dns"};

/* Hints come first: they alone need alignment. */
static int uv__getaddrinfo_copy(uv_getaddrinfo_t* req, const char* hostname, const char* service,
                                const struct addrinfo* hints) {
  size_t hints_size = hints == NULL ? 0 : sizeof(*hints);
  size_t service_size = service == NULL ? 0 : strlen(service) + 1;
  size_t hostname_size = hostname == NULL ? 0 : strlen(hostname) + 1;
  char* copy = uv__malloc(hints_size + service_size + hostname_size);

  if (copy == NULL)
    return UV_ENOMEM;
  if (hints != NULL)
    req->hints = memcpy(copy, hints, hints_size);
  if (service != NULL)
    req->service = memcpy(copy + hints_size, service, service_size);
  if (hostname != NULL)
    req->hostname = memcpy(copy + hints_size + service_size, hostname, hostname_size);
  return 0;
}

static int uv__getaddrinfo_submit(uv_loop_t* loop, uv_getaddrinfo_t* req, const char* hostname,
                                  const char* service, const struct addrinfo* hints) {
  int err = uv__getaddrinfo_copy(req, hostname, service, hints);

  if (err)
    return err;
  uv__req_init(loop, req, UV_GETADDRINFO);
  err = uv__work_submit(loop, &req->work_req, &uv__getaddrinfo_job);
  if (err) {
    uv__req_done(loop, req);
    uv__getaddrinfo_free(req);
  }
  return err;
}

int uv_getaddrinfo(uv_loop_t* loop, uv_getaddrinfo_t* req, uv_getaddrinfo_cb cb,
                   const char* hostname, const char* service, const struct addrinfo* hints) {
  char ascii[UV__IDNA_MAX];

  if (req == NULL || (hostname == NULL && service == NULL))
    return UV_EINVAL;
  if (hostname != NULL) {
    ssize_t n = uv__idna_toascii(hostname, ascii, sizeof(ascii));
    if (n < 0)
      return (int) n;
    hostname = ascii;
  }

  req->type = UV_GETADDRINFO;
  req->loop = loop;
  req->cb = cb;
  req->hints = NULL;
  req->service = NULL;
  req->hostname = NULL;
  req->addrinfo = NULL;
  req->retcode = 0;
  if (cb != NULL)
    return uv__getaddrinfo_submit(loop, req, hostname, service, hints);

  uv__getaddrinfo_run(req, hostname, service, hints);
  return req->retcode;
}

void uv_freeaddrinfo(struct addrinfo* ai) {
  if (ai != NULL)
    freeaddrinfo(ai);
}

/* ---- Addresses to names ---- */

static void uv__getnameinfo_work(struct uv__work* w) {
  uv_getnameinfo_t* req = uv__container(w, uv_getnameinfo_t, work_req);
  socklen_t len =
      req->storage.ss_family == AF_INET ? sizeof(struct sockaddr_in) : sizeof(struct sockaddr_in6);

  req->retcode =
      uv__eai_error(getnameinfo((struct sockaddr*) &req->storage, len, req->host, sizeof(req->host),
                                req->service, sizeof(req->service), req->flags));
}

static void uv__getnameinfo_done(struct uv__work* w, int status) {
  uv_getnameinfo_t* req = uv__container(w, uv_getnameinfo_t, work_req);
  int ok;

  uv__req_done(req->loop, req);
  if (status == UV_ECANCELED)
    req->retcode = UV_EAI_CANCELED;
  ok = req->retcode == 0;
  UV__CALL_REQ(
      req->loop, req,
      req->getnameinfo_cb(req, req->retcode, ok ? req->host : NULL, ok ? req->service : NULL));
}

static const struct uv__job_type uv__getnameinfo_job = {uv__getnameinfo_work, uv__getnameinfo_done,
                                                        UV__LANE_SLOW_IO, "dns"};

int uv_getnameinfo(uv_loop_t* loop, uv_getnameinfo_t* req, uv_getnameinfo_cb cb,
                   const struct sockaddr* addr, int flags) {
  int err;

  if (req == NULL || addr == NULL)
    return UV_EINVAL;
  if (addr->sa_family == AF_INET)
    memcpy(&req->storage, addr, sizeof(struct sockaddr_in));
  else if (addr->sa_family == AF_INET6)
    memcpy(&req->storage, addr, sizeof(struct sockaddr_in6));
  else
    return UV_EINVAL;

  req->type = UV_GETNAMEINFO;
  req->loop = loop;
  req->getnameinfo_cb = cb;
  req->flags = flags;
  req->retcode = 0;
  if (cb == NULL) {
    uv__getnameinfo_work(&req->work_req);
    return req->retcode;
  }
  uv__req_init(loop, req, UV_GETNAMEINFO);
  err = uv__work_submit(loop, &req->work_req, &uv__getnameinfo_job);
  if (err)
    uv__req_done(loop, req);
  return err;
}
