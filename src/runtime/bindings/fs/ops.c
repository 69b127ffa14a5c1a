/* src/runtime/bindings/fs/ops.c — the table of operations, generated from ops.def: for each line a
 * function that starts the operation, an entry of the table, and the function for JavaScript. */
#include <stdlib.h>

#include "runtime/bindings/fs/fs.h"

#define P(i) a->path[i].data
#define N(i) a->n[i]
#define I(i) ((int) a->n[i])
#define D(i) a->d[i]
/* JavaScript has a directory as the number of its address, which is below 2^53. */
#define DIR(i) ((uv_dir_t*) (uintptr_t) a->n[i])

/* The entries are stored in the request: several reads of one directory may be pending. */
static int read_entries(uv_loop_t* loop, struct fs_req* req, uv_dir_t* dir, int count,
                        uv_fs_cb cb) {
  uv_dirent_t* entries = malloc(sizeof(uv_dirent_t) * (size_t) count);

  if (entries == NULL)
    return UV_ENOMEM;
  req->memory = entries;
  dir->dirents = entries;
  dir->nentries = (size_t) count;
  return uv_fs_readdir(loop, &req->uv, dir, cb);
}

#define OP(name, syscall, args, call, value)                                                     \
  static int start_##name(uv_loop_t* loop, struct fs_req* req, struct fs_args* a, uv_fs_cb cb) { \
    uv_fs_t* uv = &req->uv;                                                                      \
    (void) uv;                                                                                   \
    return call;                                                                                 \
  }
#include "ops.def"
#undef OP

enum {
#define OP(name, syscall, args, call, value) OP_##name,
#include "ops.def"
#undef OP
  OP_COUNT
};

const struct fs_op fs_ops[] = {
#define OP(name, syscall, args, call, value) {#name, syscall, args, start_##name, fs_value_##value},
#include "ops.def"
#undef OP
};

#define OP(name, syscall, args, start, value)                  \
  GY_FUNCTION(call_##name) {                                   \
    return fs_call(&fs_ops[OP_##name], argc, argv, exception); \
  }
#include "ops.def"
#undef OP

const struct gy_function fs_op_functions[] = {
#define OP(name, syscall, args, call, value) {#name, call_##name},
#include "ops.def"
#undef OP
};

const size_t fs_op_count = OP_COUNT;
