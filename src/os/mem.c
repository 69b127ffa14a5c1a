/* src/os/mem.c — every byte of the library comes through one replaceable allocator.
 *
 * (1) The four functions are replaced together or not at all; the caller of uv_replace_allocator()
 *     does so before anything else, so reading them needs no lock.
 * (2) uv__free() keeps errno: cleanup paths call it between a failed system call and the return.
 * (3) A size of 0 never reaches the allocator's realloc(), where its meaning is anyone's guess. */
#include "os/mem.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "uv.h"

static struct {
  uv_malloc_func malloc;
  uv_realloc_func realloc;
  uv_calloc_func calloc;
  uv_free_func free;
} uv__allocator = {malloc, realloc, calloc, free};

/* A static link takes only files that are referenced. Without this it would leave out library.c,
 * whose function runs at exit and is not called by name. */
__attribute__((used)) static void (*const uv__at_exit)(void) = uv_library_shutdown;

int uv_replace_allocator(uv_malloc_func malloc_func, uv_realloc_func realloc_func,
                         uv_calloc_func calloc_func, uv_free_func free_func) {
  if (malloc_func == NULL || realloc_func == NULL || calloc_func == NULL || free_func == NULL)
    return UV_EINVAL;
  uv__allocator.malloc = malloc_func;
  uv__allocator.realloc = realloc_func;
  uv__allocator.calloc = calloc_func;
  uv__allocator.free = free_func;
  return 0;
}

void* uv__malloc(size_t size) {
  if (size == 0)
    return NULL;
  return uv__allocator.malloc(size);
}

void* uv__calloc(size_t count, size_t size) {
  return uv__allocator.calloc(count, size);
}

void* uv__realloc(void* ptr, size_t size) {
  if (size > 0)
    return uv__allocator.realloc(ptr, size);
  uv__free(ptr);
  return NULL;
}

void uv__free(void* ptr) {
  int saved = errno;

  uv__allocator.free(ptr);
  errno = saved;
}

char* uv__strdup(const char* s) {
  return uv__strndup(s, strlen(s));
}

char* uv__strndup(const char* s, size_t n) {
  size_t len = strnlen(s, n);
  char* copy = uv__malloc(len + 1);

  if (copy == NULL)
    return NULL;
  memcpy(copy, s, len);
  copy[len] = '\0';
  return copy;
}
