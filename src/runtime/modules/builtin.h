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

/* What is for a browser: by file name, as it is. */
extern const struct gy_builtin gy_texts[];
extern const size_t gy_texts_count;

/* The text of lib/NAME; with GYRE_LIB it may be read anew, into *fresh, for free(). NULL: there is none. */
const char* gy_builtin_text(const char* name, size_t* length, char** fresh);

#endif
