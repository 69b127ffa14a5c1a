/* src/threads/cancel.c — uv_cancel(): a request whose job has not begun can be cancelled. */
#include "fs/fs.h"
#include "threads/pool.h"

int uv_cancel(uv_req_t* req) {
  switch (req->type) {
    case UV_FS: return uv__fs_cancel((uv_fs_t*) req); /* may be on the ring instead of the pool */
    case UV_GETADDRINFO:
      return uv__work_cancel(((uv_getaddrinfo_t*) req)->loop, &((uv_getaddrinfo_t*) req)->work_req);
    case UV_GETNAMEINFO:
      return uv__work_cancel(((uv_getnameinfo_t*) req)->loop, &((uv_getnameinfo_t*) req)->work_req);
    case UV_RANDOM:
      return uv__work_cancel(((uv_random_t*) req)->loop, &((uv_random_t*) req)->work_req);
    case UV_WORK: return uv__work_cancel(((uv_work_t*) req)->loop, &((uv_work_t*) req)->work_req);
    default: return UV_EINVAL;
  }
}
