/* src/runtime/nghttp2/nghttp2.c — finds libnghttp2 at run time.
 *
 * (1) If a function is missing, the library is not used at all.
 * (2) Several threads may load at the same time. */
#include "nghttp2.h"

#include <dlfcn.h>
#include <pthread.h>

#include "runtime/library.h"

static struct gy_nghttp2 functions;
static bool has_all;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  void* library = dlopen("libnghttp2.so.14", RTLD_LAZY | RTLD_LOCAL);
  bool all = library != NULL;
#define NGHTTP2(name) all = all && gy_library_find(library, #name, (void**) &functions.name);
#include "functions.def"
  has_all = all;
}

const struct gy_nghttp2* gy_nghttp2(gy_env* env, JSValueRef* exception) {
  pthread_once(&once, load);
  if (has_all)
    return &functions;
  gy_throw(env, exception, "libnghttp2.so.14 could not be loaded");
  return NULL;
}
