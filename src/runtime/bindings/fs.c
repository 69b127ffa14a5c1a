/* src/runtime/bindings/fs.c — internalBinding('fs'): the operations of fs/ops.def, whole files
 * (fs/read_file.c), watching (fs/watch.c), and the arrays that receive the numbers of stat().
 *
 * fs/fs.h describes how an operation ends. The arrays are `stats` (Float64Array) and `bigStats`
 * (BigInt64Array). They hold the last result, to be read before the next operation.
 *
 * lib/ holds the binding, so the arrays are not collected before the environment ends, and the
 * state can be freed with the first of them. */
#include <stdlib.h>

#include "runtime/bindings/fs/fs.h"

static void state_gone(void* bytes, void* state) {
  (void) bytes;
  fs_state_free(state);
}

static void array_gone(void* bytes, void* context) {
  (void) bytes, (void) context;
}

void gy_bind_fs(gy_env* env, JSObjectRef target) {
  struct fs_state* state = calloc(1, sizeof(*state));

  if (state == NULL)
    abort();
  fs_state = state;
  gy_define_functions(env, target, fs_op_functions, fs_op_count);
  fs_bind_read_file(env, target);
  fs_bind_watch(env, target);
  fs_bind_descriptors(env, target);
  gy_set(
      env, target, "stats",
      JSObjectMakeTypedArrayWithBytesNoCopy(env->ctx, kJSTypedArrayTypeFloat64Array, state->stats,
                                            sizeof(state->stats), state_gone, state, NULL));
  gy_set(env, target, "bigStats",
         JSObjectMakeTypedArrayWithBytesNoCopy(env->ctx, kJSTypedArrayTypeBigInt64Array,
                                               state->big_stats, sizeof(state->big_stats),
                                               array_gone, NULL, NULL));
  gy_set(
      env, target, "fewBytes",
      JSObjectMakeTypedArrayWithBytesNoCopy(env->ctx, kJSTypedArrayTypeUint8Array, state->few_bytes,
                                            sizeof(state->few_bytes), array_gone, NULL, NULL));
}
