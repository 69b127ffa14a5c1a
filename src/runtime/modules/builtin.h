/* src/runtime/modules/builtin.h — lib/, embedded: what gen/embed writes and builtin.c looks up. */
#ifndef BUILTIN_H
#define BUILTIN_H

#include <stddef.h>

struct gy_builtin {
  const char* id;
  const char* source; /* wrapped in its function, ASCII */
  size_t length;
};

extern const struct gy_builtin gy_builtins[]; /* sorted by id */
extern const size_t gy_builtins_count;

#endif
