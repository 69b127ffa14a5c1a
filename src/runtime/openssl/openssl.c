/* src/runtime/openssl/openssl.c — finds OpenSSL 3 at run time.
 *
 * (1) If a function that is not optional is missing, its library is not used at all.
 * (2) Several threads may load at the same time. */
#include "openssl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

#include "runtime/library.h"

static struct gy_openssl functions;
static bool has_crypto, has_tls;
static pthread_once_t crypto_once = PTHREAD_ONCE_INIT, tls_once = PTHREAD_ONCE_INIT;

static size_t heap_size, heap_least = 2;

void gy_openssl_set_heap(size_t size, size_t least) {
  heap_size = size;
  heap_least = least;
}

void gy_openssl_get_heap(size_t* size, size_t* least) {
  *size = heap_size;
  *least = heap_least;
}

static void load_crypto(void) {
  void* library = dlopen("libcrypto.so.3", RTLD_LAZY | RTLD_LOCAL);
  bool all = library != NULL, optional;
#define CRYPTO(name) all = all && gy_library_find(library, #name, (void**) &functions.name);
#include "functions.def"
  has_crypto = all;
  optional = all;
#define OPTIONAL(name) \
  optional = optional && gy_library_find(library, #name, (void**) &functions.name);
#include "functions.def"
  functions.has_optional = optional;
  if (has_crypto && heap_size >= 2 &&
      functions.CRYPTO_secure_malloc_init(heap_size, heap_least) == 0)
    fputs("Unable to initialize openssl secure heap.\n", stderr);
}

static void load_tls(void) {
  void* library = dlopen("libssl.so.3", RTLD_LAZY | RTLD_LOCAL);
  bool all = library != NULL;
#define TLS(name) all = all && gy_library_find(library, #name, (void**) &functions.name);
#include "functions.def"
  has_tls = all;
}

const struct gy_openssl* gy_openssl(gy_env* env, JSValueRef* exception) {
  pthread_once(&crypto_once, load_crypto);
  if (has_crypto)
    return &functions;
  gy_throw(env, exception, "libcrypto.so.3 (OpenSSL 3) could not be loaded");
  return NULL;
}

const struct gy_openssl* gy_openssl_tls(gy_env* env, JSValueRef* exception) {
  if (gy_openssl(env, exception) == NULL)
    return NULL;
  pthread_once(&tls_once, load_tls);
  if (has_tls)
    return &functions;
  gy_throw(env, exception, "libssl.so.3 (OpenSSL 3) could not be loaded");
  return NULL;
}
