/* src/runtime/bindings/zlib/constants.c — zlib.constants: constants of the libraries, and ranges of
 * options. */
#include <brotli/decode.h>
#include <brotli/encode.h>
#include <math.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include "coder.h"
#include "constants.h"

#define Z_MIN_WINDOWBITS 8
#define Z_MAX_WINDOWBITS 15
#define Z_DEFAULT_WINDOWBITS 15
#define Z_MIN_CHUNK 64
#define Z_MAX_CHUNK INFINITY
#define Z_DEFAULT_CHUNK 16384
#define Z_MIN_MEMLEVEL 1
#define Z_MAX_MEMLEVEL 9
#define Z_DEFAULT_MEMLEVEL 8
#define Z_MIN_LEVEL (-1)
#define Z_MAX_LEVEL 9
#define Z_DEFAULT_LEVEL Z_DEFAULT_COMPRESSION

void gy_zlib_constants(gy_env* env, JSObjectRef target) {
/* Most names are macros: # must be applied before they are expanded. */
#define CONSTANT(name) #name "\0"
#define ZSTD_ERROR(name) #name "\0"
  static const char names[] =
#include "constants.def"
      ;
#undef CONSTANT
#undef ZSTD_ERROR
#define CONSTANT(name) name,
#define ZSTD_ERROR(name) name,
  static const double values[] = {
#include "constants.def"
  };
#undef CONSTANT
#undef ZSTD_ERROR
  const char* name = names;

  for (size_t i = 0; i < GY_COUNT(values); i++, name = gy_name_at(name, 1))
    gy_set_number(env, target, name, values[i]);
}
