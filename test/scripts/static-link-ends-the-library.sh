#!/bin/sh
# A program that links the archive and never heard of uv_library_shutdown() still runs it at exit:
# the last memory the library holds is given back.
set -eu
cat >program.c <<'TEXT'
#include <stdio.h>
#include <stdlib.h>
#include <uv.h>

static int live;

static void* count_malloc(size_t size) { live++; return malloc(size); }
static void* count_calloc(size_t count, size_t size) { live++; return calloc(count, size); }
static void* count_realloc(void* p, size_t size) { live += p == NULL; return realloc(p, size); }
static void count_free(void* p) { live -= p != NULL; free(p); }

/* The lowest number for programs: of all destructors it runs last. */
__attribute__((destructor(101))) static void say(void) { printf("%d left at the end\n", live); }

int main(int argc, char** argv) {
  uv_replace_allocator(count_malloc, count_realloc, count_calloc, count_free);
  uv_setup_args(argc, argv);
  printf("%d in use\n", live);
  return 0;
}
TEXT
gcc -I"$TOP/include" -o program program.c "$TREE/src/libgyre-uv.a" -lpthread -ldl
[ "$(./program)" = "1 in use
0 left at the end" ]
