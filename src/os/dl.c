/* src/os/dl.c — shared libraries.
 *
 * (1) The message of the last failure belongs to the uv_lib_t, until the next call on it or its
 *     uv_dlclose(); the loader itself keeps only one per thread.
 * (2) A symbol may be NULL: only the loader's message distinguishes that from a failure. */
#include <dlfcn.h>
#include <stddef.h>
#include "os/mem.h"
#include "uv.h"

static char uv__dl_no_memory[] = "not enough memory to keep the error message";

static void uv__dl_forget(uv_lib_t* lib) {
  if (lib->errmsg != uv__dl_no_memory)
    uv__free(lib->errmsg);
  lib->errmsg = NULL;
}

static int uv__dl_fail(uv_lib_t* lib, const char* message) {
  uv__dl_forget(lib);
  lib->errmsg = uv__strdup(message);
  if (lib->errmsg == NULL)
    lib->errmsg = uv__dl_no_memory;
  return -1;
}

int uv_dlopen(const char* filename, uv_lib_t* lib) {
  dlerror();
  lib->errmsg = NULL;
  lib->handle = dlopen(filename, RTLD_LAZY);
  return lib->handle != NULL ? 0 : uv__dl_fail(lib, dlerror());
}

void uv_dlclose(uv_lib_t* lib) {
  uv__dl_forget(lib);
  if (lib->handle != NULL)
    dlclose(lib->handle);
  lib->handle = NULL;
}

int uv_dlsym(uv_lib_t* lib, const char* name, void** ptr) {
  const char* message;

  dlerror();
  *ptr = dlsym(lib->handle, name);
  if (*ptr != NULL) {
    uv__dl_forget(lib);
    return 0;
  }
  message = dlerror();
  if (message != NULL)
    return uv__dl_fail(lib, message);
  uv__dl_forget(lib);
  return 0;
}

const char* uv_dlerror(const uv_lib_t* lib) {
  return lib->errmsg != NULL ? lib->errmsg : "no error";
}
