/* src/runtime/modules/builtin.h — lib/, embedded: what gen/embed writes and builtin.c looks up. */
#ifndef BUILTIN_H
#define BUILTIN_H

#include <stdbool.h>
#include <stddef.h>

struct gy_builtin {
  const char* id;
  const char* source; /* wrapped in its function, ASCII */
  size_t length;
  bool is_async; /* has async functions: modules/awaiting.h */
};

extern const struct gy_builtin gy_builtins[]; /* sorted by id */
extern const size_t gy_builtins_count;

/* What is for a browser: by file name, as it is. */
extern const struct gy_builtin gy_texts[];
extern const size_t gy_texts_count;

/* The text of lib/NAME; NULL: there is none. */
const char* gy_builtin_text(const char* name, size_t* length);

/* The functions that must be of the program's realm: strings "+HOLDER", then NAME, KEY for each of
 * its values; the last one is empty. Written by gen/primordials.py. */
extern const char gy_primordials_table[];

#endif
