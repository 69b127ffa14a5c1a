/* src/runtime/bindings/zlib/coder.c — opens and frees coders of any format; functions that the
 * formats share. */
#include "coder.h"

#include <dlfcn.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

static const struct gy_coder_type* const types[GY_CODER_MODES] = {
    [DEFLATE] = &gy_deflate_type,
    [INFLATE] = &gy_inflate_type,
    [GZIP] = &gy_deflate_type,
    [GUNZIP] = &gy_inflate_type,
    [DEFLATERAW] = &gy_deflate_type,
    [INFLATERAW] = &gy_inflate_type,
    [UNZIP] = &gy_inflate_type,
    [BROTLI_DECODE] = &gy_brotli_decode_type,
    [BROTLI_ENCODE] = &gy_brotli_encode_type,
    [ZSTD_COMPRESS] = &gy_zstd_compress_type,
    [ZSTD_DECOMPRESS] = &gy_zstd_decompress_type,
};

/* Copied, because the program may change its arrays before a reset. */
static bool copy(const void* from, size_t size, const void** to) {
  void* memory = malloc(size + 1);

  if (memory != NULL && size > 0)
    memcpy(memory, from, size);
  *to = memory;
  return memory != NULL;
}

static bool keep_setup(struct gy_coder* coder, const struct gy_coder_setup* setup) {
  struct gy_coder_setup* own = &coder->setup;

  *own = *setup;
  own->numbers = NULL;
  own->dictionary = NULL;
  return copy(setup->numbers, setup->count * sizeof(*setup->numbers),
              (const void**) &own->numbers) &&
         (setup->dictionary == NULL ||
          copy(setup->dictionary, setup->dictionary_length, (const void**) &own->dictionary));
}

static void free_setup(struct gy_coder* coder) {
  free((void*) coder->setup.numbers);
  free((void*) coder->setup.dictionary);
}

struct gy_coder* gy_coder_open(const struct gy_coder_setup* setup, const char** message) {
  const struct gy_coder_type* type = types[setup->mode];
  struct gy_coder* coder = calloc(1, type->size);

  *message = "Initialization failed";
  if (coder == NULL)
    return NULL;
  coder->type = type;
  if (keep_setup(coder, setup) && type->open(coder))
    return coder;
  if (coder->message != NULL)
    *message = coder->message;
  free_setup(coder);
  free(coder);
  return NULL;
}

void gy_coder_free(struct gy_coder* coder) {
  if (coder == NULL)
    return;
  coder->type->close(coder);
  free_setup(coder);
  free(coder);
}

void gy_coder_fail(struct gy_coder* coder, int error, const char* code, const char* message) {
  coder->error = error;
  coder->code = code;
  coder->message = message;
}

void gy_coder_fail_at_end(struct gy_coder* coder) {
  gy_coder_fail(coder, Z_BUF_ERROR, "Z_BUF_ERROR", "unexpected end of file");
}

bool gy_coder_refuse(struct gy_coder* coder, const char* message) {
  coder->message = message;
  return false;
}

void* gy_coder_alloc(void* coder, size_t size) {
  void* memory = malloc(size);

  if (memory != NULL)
    ((struct gy_coder*) coder)->memory += malloc_usable_size(memory);
  return memory;
}

void gy_coder_release(void* coder, void* memory) {
  ((struct gy_coder*) coder)->memory -= malloc_usable_size(memory);
  free(memory);
}

const char* gy_name_at(const char* names, size_t i) {
  while (i-- > 0)
    names += strlen(names) + 1;
  return names;
}

bool gy_symbols_load(const char* library, const char* names, void** functions) {
  void* handle = dlopen(library, RTLD_LAZY | RTLD_LOCAL);

  if (handle == NULL)
    return false;
  for (; *names != '\0'; names = gy_name_at(names, 1)) {
    *functions = dlsym(handle, names);
    if (*functions++ == NULL)
      return false;
  }
  return true;
}
