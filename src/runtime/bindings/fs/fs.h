/* src/runtime/bindings/fs/fs.h — shared by the files of the fs binding.
 *
 * An operation is a line of ops.def: its name, the kinds of its arguments, its uv_fs_* function,
 * and the conversion of its result. call.c runs all of them.
 *
 * The last argument selects how an operation runs:
 *   undefined   synchronously: returns the value, or throws Node's error;
 *   null        synchronously: returns the value (or 0), or a negative error number;
 *   a function  asynchronously: it is called once with (error), (null) or (null, value). */
#ifndef GYRE_BINDINGS_FS_H
#define GYRE_BINDINGS_FS_H

#include "runtime/gyre.h"

enum {
  FS_STAT_FIELDS = 18, /* numbers of one stat: see fs_stat_fill() */
  FS_STAT_SLOTS = 2,   /* a stat watcher reports the new and the previous one */
  FS_SMALL_BUFS = 8,
  FS_FEW_BYTES = 1000 /* up to here the engine makes a typed array without an ArrayBuffer */
};

/* Arguments in C. Strings may point into the struct itself, so it is never moved. */
struct fs_args {
  struct gy_text path[2];
  unsigned int paths;
  int64_t n[3];
  double d[2];
  unsigned int ints, doubles;
  bool flag; /* bigint stats, or names as bytes */
  uv_buf_t* bufs;
  unsigned int nbufs;
  uv_buf_t small[FS_SMALL_BUFS];
  JSValueRef hold; /* what owns the memory of bufs */
};

struct fs_op;

struct fs_req {
  uv_fs_t uv; /* first: the loop gives it back and we cast */
  const struct fs_op* op;
  JSObjectRef done;
  JSValueRef hold;
  uint16_t done_place, hold_place; /* of gy_hold_briefly() */
  void* memory; /* of an operation that needs some of its own until it ends */
  bool flag;
  struct fs_req* next; /* while free */
};

struct fs_op {
  const char* name;
  const char* syscall;
  const char*
      args; /* p path, i integer, d double, f flag, b bytes+offset+length, v list of bytes */
  int (*start)(uv_loop_t* loop, struct fs_req* req, struct fs_args* a, uv_fs_cb cb);
  JSValueRef (*value)(gy_env* env, struct fs_req* req); /* NULL: there is none */
};

/* State of one environment, owned by the object of the binding. */
struct fs_state {
  double stats[FS_STAT_FIELDS * FS_STAT_SLOTS];
  int64_t big_stats[FS_STAT_FIELDS * FS_STAT_SLOTS];
  uint8_t few_bytes[FS_FEW_BYTES]; /* of the small file that was read last */
  struct fs_req* free;
  unsigned int nfree;
};
extern _Thread_local struct fs_state* fs_state;

/* args.c: reads op->args; *next is the argument after them. False with an exception. */
bool fs_args_get(gy_env* env, const char* kinds, size_t argc, const JSValueRef* argv,
                 struct fs_args* a, size_t* next, JSValueRef* exception);
void fs_args_free(struct fs_args* a);
bool fs_path_get(gy_env* env, JSValueRef value, struct gy_text* path, JSValueRef* exception);

/* values.c */
void fs_stat_fill(const uv_stat_t* stat, bool big, unsigned int slot);
JSValueRef fs_value_none(gy_env* env, struct fs_req* req);
JSValueRef fs_value_result(gy_env* env, struct fs_req* req);
JSValueRef fs_value_stat(gy_env* env, struct fs_req* req);
JSValueRef fs_value_statfs(gy_env* env, struct fs_req* req);
JSValueRef fs_value_ptr_text(gy_env* env, struct fs_req* req);
JSValueRef fs_value_path_text(gy_env* env, struct fs_req* req);
JSValueRef fs_value_names(gy_env* env, struct fs_req* req);
JSValueRef fs_value_dir(gy_env* env, struct fs_req* req);
JSValueRef fs_value_entries(gy_env* env, struct fs_req* req);

/* ops.c */
extern const struct fs_op fs_ops[];
extern const size_t fs_op_count;
extern const struct gy_function fs_op_functions[];

/* call.c */
JSValueRef fs_call(const struct fs_op* op, size_t argc, const JSValueRef* argv,
                   JSValueRef* exception);
void fs_state_free(struct fs_state* state);

/* read_file.c, watch.c: functions besides the table */
void fs_bind_read_file(gy_env* env, JSObjectRef target);
void fs_bind_watch(gy_env* env, JSObjectRef target);

/* descriptors.c: a worker has opened or closed a descriptor. */
void fs_descriptor_set(gy_env* env, int fd, bool on);
void fs_bind_descriptors(gy_env* env, JSObjectRef target);

#endif
