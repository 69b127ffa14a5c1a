/* src/runtime/bindings/spawn.h — what both ways of starting a child read from JavaScript: the
 * object { file, args, env, cwd, flags, uid, gid }. */
#ifndef BINDINGS_SPAWN_H
#define BINDINGS_SPAWN_H

#include "runtime/gyre.h"

struct gy_spawn {
  uv_process_options_t options;
  struct gy_text file;
  struct gy_text cwd;
};

/* A negative errno when memory is short. gy_spawn_free() is due in any case. */
int gy_spawn_read(gy_env* env, JSObjectRef given, struct gy_spawn* spawn);
void gy_spawn_free(struct gy_spawn* spawn);

#endif
