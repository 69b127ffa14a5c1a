/* src/os/mem.h — all memory of the library comes from here (uv_replace_allocator).
 * uv__free keeps errno. uv__realloc(p, 0) frees p. */
#ifndef UV__MEM_H
#define UV__MEM_H

#include <stddef.h>

void* uv__malloc(size_t size);
void* uv__calloc(size_t count, size_t size);
void* uv__realloc(void* ptr, size_t size);
void uv__free(void* ptr);
char* uv__strdup(const char* s);
char* uv__strndup(const char* s, size_t n);

#endif
