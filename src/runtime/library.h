/* src/runtime/library.h — functions of a library that is loaded when a program first needs it. */
#ifndef GY_LIBRARY_H
#define GY_LIBRARY_H

#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>

/* Sets *function, to NULL if the library lacks it. Returns whether it has it. */
static inline bool gy_library_find(void* library, const char* name, void** function) {
  *function = dlsym(library, name);
  return *function != NULL;
}

#endif
