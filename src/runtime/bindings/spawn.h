/* src/runtime/bindings/spawn.h — options that process_wrap.c and spawn_sync.c read from
 * JavaScript: the object { file, args, env, cwd, flags, uid, gid }. */
#ifndef BINDINGS_SPAWN_H
#define BINDINGS_SPAWN_H

#include "runtime/gyre.h"

struct gy_spawn {
  uv_process_options_t options;
  struct gy_text file;
  struct gy_text cwd;
};

/* A negative errno if memory runs out. Call gy_spawn_free() in any case. */
int gy_spawn_read(gy_env* env, JSObjectRef given, struct gy_spawn* spawn);
void gy_spawn_free(struct gy_spawn* spawn);

#endif
